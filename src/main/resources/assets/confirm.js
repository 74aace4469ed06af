/** A button that does what cannot be undone: it asks first, in its own place. */

export function confirmed(button, question, act) {
  const label = button.textContent;
  const calm = () => {
    button.textContent = label;
    button.classList.remove('asks');
  };
  button.addEventListener('click', async () => {
    if (!button.classList.contains('asks')) {
      button.textContent = question;
      button.classList.add('asks');
      return;
    }
    calm();
    await act();
  });
  button.addEventListener('blur', calm);
  button.addEventListener('keydown', event => {
    if (event.key === 'Escape') {
      calm();
    }
  });
}

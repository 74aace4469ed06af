/** Building and changing elements. Whatever comes from outside goes in as text. */

export function byId(id) {
  return document.getElementById(id);
}

/** An element with attributes and children; a child that is no element becomes text. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    made.setAttribute(name, value);
  }
  made.append(...children.map(child => (child instanceof Node ? child : String(child))));
  return made;
}

/** Sets text only where it differs, so that a selection survives. */
export function say(target, text) {
  if (target.textContent !== text) {
    target.textContent = text;
  }
}

export function time(instant, text) {
  return element('time', { datetime: instant, title: instant }, text);
}

export function pathMark(path) {
  return element('span', { class: 'path', 'data-path': path }, path);
}

export function causeMark(cause) {
  return element('span', { class: 'cause', 'data-cause': cause }, cause);
}

/** Text of others: whatever its direction, it leaves its neighbours in their places. */
export function foreign(text) {
  return element('bdi', {}, text);
}

/** A button that shows a job. */
export function jobButton(id) {
  return element('button', { type: 'button', class: 'link', 'data-id': id, title: `Show job ${id}` }, id);
}

/** Calls with the id of each job whose button is pressed within. */
export function onJob(parent, chosen) {
  parent.addEventListener('click', event => {
    const id = event.target.closest('button[data-id]')?.dataset.id;
    if (id) {
      chosen(id);
    }
  });
}

/**
 * Brings the children of a parent in line with a list: an item that was there keeps its element, with its focus and
 * selection.
 *
 * @param update is called with the element and the item, where that changes while its key stays
 */
export function keyed(parent, items, keyOf, build, update = () => {}) {
  const known = new Map([...parent.children].map(child => [child.dataset.key, child]));
  let place = parent.firstElementChild;
  for (const item of items) {
    const key = keyOf(item);
    let child = known.get(key);
    known.delete(key);
    if (!child) {
      child = build(item);
      child.dataset.key = key;
    }
    update(child, item);
    if (child === place) {
      place = place.nextElementSibling;
    } else {
      parent.insertBefore(child, place);
    }
  }
  known.forEach(child => child.remove());
}

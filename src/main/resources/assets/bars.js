/** Bars side by side, one group for each place; a table says the same. */

import { element } from './dom.js';

/**
 * Draws the bars. Heights are on a logarithmic scale where asked for, so that one beside a thousand is seen.
 *
 * @param place where they go
 * @param groups each a list of {value, kind, title}
 * @param ticks text beneath each group; empty for none
 */
export function drawBars(place, groups, ticks, logarithmic) {
  const height = logarithmic ? value => Math.log10(value + 1) : value => value;
  const highest = Math.max(1, ...groups.flat().map(bar => bar.value));
  if (place.childElementCount !== groups.length) {
    place.classList.add('bars');
    place.replaceChildren(...groups.map(build));
  }
  groups.forEach((group, i) => {
    const [columns, tick] = place.children[i].children;
    if (tick.textContent !== ticks[i]) {
      tick.textContent = ticks[i];
    }
    group.forEach((bar, j) => {
      const drawn = columns.children[j];
      drawn.style.height = bar.value === 0 ? '0' : `max(3px, ${100 * height(bar.value) / height(highest)}%)`;
      drawn.title = bar.title;
    });
  });
}

function build(group) {
  return element('div', { class: 'group' },
    element('div', { class: 'columns' }, ...group.map(bar => element('div', { class: 'bar', 'data-kind': bar.kind }))),
    element('div', { class: 'tick' }));
}

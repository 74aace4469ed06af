/** The table beneath a chart: built when it is opened, and kept up while it is. */

import { element } from './dom.js';

export class ChartTable {
  #details;
  #caption;
  #head;
  #rows = () => [];

  constructor(details, caption, head) {
    this.#details = details;
    this.#caption = caption;
    this.#head = head;
    details.addEventListener('toggle', () => this.#build());
  }

  /** @param rows a function that gives the rows, the first cell of each its head */
  show(rows) {
    this.#rows = rows;
    this.#build();
  }

  #build() {
    if (!this.#details.open) {
      return;
    }
    const body = this.#rows().map(([first, ...cells]) => element('tr', {},
      element('th', { scope: 'row' }, first), ...cells.map(cell => element('td', {}, cell))));
    const old = this.#details.querySelector('tbody');
    if (old) {
      old.replaceChildren(...body);
      return;
    }
    this.#details.append(element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': this.#caption },
      element('table', { class: 'numbers' },
        element('caption', { class: 'unseen' }, this.#caption),
        element('thead', {}, element('tr', {}, ...this.#head.map(word => element('th', { scope: 'col' }, word)))),
        element('tbody', {}, ...body))));
  }
}

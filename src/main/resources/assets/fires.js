/** The last fires, newest first, with a filter. */

import { get } from './api.js';
import { byId, element, keyed, pathMark, say, time } from './dom.js';
import { moment, span } from './words.js';

const LIMIT = 50;

export class Fires {
  #filter = byId('filter');
  #rows = byId('fire-rows');
  #empty = byId('fires-empty');
  #pause = byId('pause');

  /**
   * @param changed is called when the filter changed
   * @param chosen is called with the id of a job
   */
  constructor(changed, chosen) {
    this.#filter.addEventListener('submit', event => event.preventDefault());
    this.#filter.addEventListener('input', changed);
    this.#pause.addEventListener('click', () => {
      this.#pause.setAttribute('aria-pressed', String(!this.#paused));
      say(this.#pause, this.#paused ? 'Resume' : 'Pause');
      changed();
    });
    this.#rows.addEventListener('click', event => {
      const id = event.target.closest('button')?.dataset.id;
      if (id) {
        chosen(id);
      }
    });
  }

  get #paused() {
    return this.#pause.getAttribute('aria-pressed') === 'true';
  }

  async refresh() {
    if (this.#paused || !this.#filter.checkValidity()) {
      return;
    }
    const query = new URLSearchParams({ limit: LIMIT });
    const { queue, path } = Object.fromEntries(new FormData(this.#filter));
    if (queue.trim()) {
      query.set('queue', queue.trim());
    }
    if (path) {
      query.set('path', path);
    }
    this.#show((await get(`v1/fires?${query}`)).items, query.size > 1);
  }

  #show(fires, filtered) {
    keyed(this.#rows, fires, keyOf, row);
    this.#empty.hidden = fires.length > 0;
    byId('fires-table').hidden = fires.length === 0;
    say(this.#empty, filtered
      ? 'No fire fits the filter.'
      : 'Nothing has fired yet. Schedule a job below and watch it arrive here.');
  }
}

function keyOf(fire) {
  // The cause of a sweep may be settled later than its record is written.
  return [fire.id, fire.generation, fire.attempt, fire.firedAt, fire.cause, fire.outcome].join(' ');
}

function row(fire) {
  return element('tr', {},
    element('td', { class: 'when' }, time(fire.firedAt, moment(fire.firedAt))),
    element('td', { class: 'long' },
      element('button', { type: 'button', class: 'link', 'data-id': fire.id, title: `Show job ${fire.id}` }, fire.id)),
    element('td', { class: 'long queue' }, fire.queue),
    element('td', { class: 'long' }, fire.name ?? ''),
    element('td', {}, pathMark(fire.path)),
    element('td', {}, fire.cause ?? ''),
    element('td', { class: 'num' }, span(fire.lagMs)),
    element('td', {}, fire.attempt > 1 ? `${fire.outcome}, attempt ${fire.attempt}` : fire.outcome));
}

/** The fires as they come, newest first, with a filter. */

import { get } from './api.js';
import { byId, causeMark, element, foreign, jobButton, keyed, onJob, pathMark, say, time } from './dom.js';
import { FireStream } from './stream.js';
import { moment, span } from './words.js';

const SHOWN = 100;
/** Where only some causes are wanted, more are kept: which cause it was may be settled after the fire. */
const KEPT = 1000;
const DRAW_MILLIS = 200;
const LOOK_AGAIN_MILLIS = 5000;
const TYPING_MILLIS = 250;

export class Fires {
  #filter = byId('filter');
  #hold = byId('hold');
  #known = new Map();
  #waiting = 0;
  #timer = 0;
  #typing = 0;
  #fired;
  #stream = new FireStream({
    fire: fire => this.#add(fire),
    gap: () => this.#load(),
    state: (state, word) => this.#state(state, word),
  });

  /**
   * @param chosen is called with the id of a job that is to be shown
   * @param fired is called with the id of each job that fires
   */
  constructor(chosen, fired) {
    this.#fired = fired;
    onJob(byId('fire-rows'), chosen);
    this.#filter.addEventListener('submit', event => event.preventDefault());
    this.#filter.addEventListener('input', () => {
      clearTimeout(this.#typing);
      this.#typing = setTimeout(() => this.#begin(), TYPING_MILLIS);
    });
    this.#hold.addEventListener('click', () => {
      this.#hold.setAttribute('aria-pressed', String(!this.#held));
      this.#waiting = 0;
      this.#draw();
    });
    setInterval(() => this.#lookAgain(), LOOK_AGAIN_MILLIS);
    this.#begin();
  }

  get #held() {
    return this.#hold.getAttribute('aria-pressed') === 'true';
  }

  #wanted() {
    return Object.fromEntries([...new FormData(this.#filter)].map(([name, value]) => [name, value.trim()]).filter(([, v]) => v));
  }

  #begin() {
    if (!this.#filter.checkValidity()) {
      return;
    }
    this.#known.clear();
    const { queue, path } = this.#wanted();
    this.#stream.open({ ...(queue && { queue }), ...(path && { path }) });
    this.#load();
  }

  /** What fired before the stream began, and what is known better by now: a cause may be settled later. */
  async #load() {
    const { queue, path, cause } = this.#wanted();
    const asked = JSON.stringify(this.#wanted());
    const query = new URLSearchParams({ limit: cause ? KEPT : SHOWN, ...(queue && { queue }), ...(path && { path }) });
    try {
      const { items } = await get(`v1/fires?${query}`);
      if (asked === JSON.stringify(this.#wanted())) {
        items.forEach(fire => this.#known.set(keyOf(fire), fire));
        this.#draw();
      }
    } catch {
      // The next look will tell; the panel says that the stream is cut.
    }
  }

  #lookAgain() {
    const unsure = [...this.#known.values()].some(fire => fire.cause === 'lost');
    if (!document.hidden && (unsure || byId('stream').dataset.state !== 'on')) {
      this.#load();
    }
  }

  #add(fire) {
    this.#known.set(keyOf(fire), fire);
    this.#waiting += 1;
    this.#fired(fire.id);
    // A burst is drawn at once, not fire by fire.
    this.#timer ||= setTimeout(() => this.#draw(), DRAW_MILLIS);
  }

  #draw() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const { cause } = this.#wanted();
    const newest = [...this.#known.entries()]
      .sort(([, a], [, b]) => (a.firedAt < b.firedAt ? 1 : a.firedAt > b.firedAt ? -1 : 0))
      .slice(0, cause ? KEPT : SHOWN);
    this.#known = new Map(newest);
    const fitting = newest.map(([, fire]) => fire).filter(fire => !cause || fire.cause === cause);
    const word = this.#held ? `Go on${this.#waiting > 0 ? ` (${this.#waiting} new)` : ''}` : 'Hold the list';
    say(this.#hold, word);
    if (!this.#held) {
      this.#show(fitting.slice(0, SHOWN));
    }
  }

  #show(fires) {
    keyed(byId('fire-rows'), fires, fire => `${keyOf(fire)} ${fire.cause}`, row);
    byId('fires-empty').hidden = fires.length > 0;
    byId('fires-table').hidden = fires.length === 0;
    say(byId('fires-empty'), Object.keys(this.#wanted()).length > 0
      ? 'No fire fits the filter.'
      : 'Nothing has fired yet. Schedule a job below and watch it arrive here.');
  }

  #state(state, word) {
    const shown = byId('stream');
    if (state === 'on' && shown.dataset.state === 'off') {
      this.#load();
    }
    say(shown, word);
    shown.dataset.state = state;
  }
}

function keyOf(fire) {
  return [fire.id, fire.generation, fire.attempt, fire.firedAt, fire.outcome].join(' ');
}

function row(fire) {
  return element('tr', {},
    element('td', { class: 'when' }, time(fire.firedAt, moment(fire.firedAt))),
    element('td', { class: 'long' }, jobButton(fire.id)),
    element('td', { class: 'long queue' }, foreign(fire.queue)),
    element('td', { class: 'long' }, foreign(fire.name ?? '')),
    element('td', {}, pathMark(fire.path)),
    element('td', {}, fire.cause ? causeMark(fire.cause) : ''),
    element('td', { class: 'num' }, span(fire.lagMs)),
    element('td', {}, fire.attempt > 1 ? `${fire.outcome}, attempt ${fire.attempt}` : fire.outcome));
}

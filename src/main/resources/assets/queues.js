/** Queues with their counts, paused and resumed. */

import { put, reason, remove } from './api.js';
import { byId, element, foreign, keyed, say, time } from './dom.js';
import { Panel } from './panel.js';
import { NONE, count, moment } from './words.js';

const PAUSE_MILLIS = 2000;
const STATES = ['scheduled', 'running', 'delivered', 'dead'];

export class Queues {
  #section = byId('queues');
  #panel = new Panel(this.#section);
  #rows = this.#section.querySelector('tbody');
  #said = this.#section.querySelector('.said');

  constructor() {
    this.#panel.ask('v1/queues', answer => this.#show(answer.items), PAUSE_MILLIS);
  }

  now() {
    this.#panel.now();
  }

  #show(queues) {
    keyed(this.#rows, queues, queue => queue.name, queue => this.#row(queue), update);
    keyed(byId('queue-names'), queues, queue => queue.name, queue => element('option', { value: queue.name }));
    return queues.length > 0 ? '' : 'No queue is configured, and none has had a job yet.';
  }

  #row({ name }) {
    const button = element('button', { type: 'button' }, '');
    button.addEventListener('click', () => this.#switch(name, button));
    return element('tr', {},
      element('th', { scope: 'row' }, foreign(name)),
      element('td', { 'data-name': 'Target' }),
      ...STATES.map(state => element('td', { class: 'num', 'data-name': state, 'data-count': state })),
      element('td', { 'data-name': 'Oldest due' }),
      element('td', { 'data-name': 'State' }),
      element('td', { class: 'does' }, button));
  }

  async #switch(name, button) {
    const pauses = button.dataset.does === 'pause';
    const path = `v1/queues/${encodeURIComponent(name)}/pause`;
    try {
      await (pauses ? put(path) : remove(path));
      say(this.#said, pauses ? `Queue ${name} is paused: its jobs wait.` : `Queue ${name} fires again.`);
      this.#said.classList.remove('problem');
    } catch (failed) {
      say(this.#said, `Queue ${name} was not changed. ${reason(failed)}.`);
      this.#said.classList.add('problem');
    }
    this.now();
  }
}

function update(row, { name, target, jobs, oldestDue, paused }) {
  say(row.querySelector('[data-name=Target]'), target ?? 'no longer taken');
  for (const state of STATES) {
    say(row.querySelector(`[data-count=${state}]`), count(jobs[state]));
  }
  const oldest = row.querySelector('[data-name="Oldest due"]');
  if (oldest.dataset.instant !== String(oldestDue)) {
    oldest.dataset.instant = String(oldestDue);
    oldest.replaceChildren(oldestDue ? time(oldestDue, moment(oldestDue)) : NONE);
  }
  const state = row.querySelector('[data-name=State]');
  say(state, paused ? 'paused' : 'open');
  state.dataset.state = paused ? 'paused' : 'open';
  const button = row.querySelector('button');
  button.dataset.does = paused ? 'resume' : 'pause';
  say(button, paused ? 'Resume' : 'Pause');
  button.setAttribute('aria-label', `${paused ? 'Resume' : 'Pause'} queue ${name}`);
}

/** Dead jobs, replayed or removed. */

import { post, reason, remove } from './api.js';
import { confirmed } from './confirm.js';
import { byId, element, foreign, jobButton, keyed, onJob, say, time } from './dom.js';
import { Panel } from './panel.js';
import { count, moment } from './words.js';

const PAUSE_MILLIS = 3000;
const LIMIT = 50;
const STEP = 1000;

export class DeadJobs {
  #section = byId('dead');
  #panel = new Panel(this.#section);
  #rows = this.#section.querySelector('tbody');
  #said = this.#section.querySelector('.said');
  #whole = [byId('replay-all'), byId('remove-all')];

  /** @param chosen is called with the id of a job that is to be shown */
  constructor(chosen) {
    onJob(this.#rows, chosen);
    confirmed(this.#whole[0], 'Replay every dead job?', () => this.#all('replayed', cursor =>
      post('v1/dead/replay', JSON.stringify({ limit: STEP, ...(cursor ? { cursor } : {}) }))));
    confirmed(this.#whole[1], 'Remove every dead job for good?', () => this.#all('removed', cursor =>
      remove(`v1/dead?${new URLSearchParams({ limit: STEP, ...(cursor ? { cursor } : {}) })}`)));
    this.#panel.ask(`v1/dead?limit=${LIMIT}`, answer => this.#show(answer), PAUSE_MILLIS);
  }

  now() {
    this.#panel.now();
  }

  #show({ items, next }) {
    keyed(this.#rows, items, job => `${job.id} ${job.generation} ${job.updatedAt}`, job => this.#row(job));
    this.#whole.forEach(button => {
      button.hidden = items.length === 0;
    });
    say(this.#section.querySelector('h2'), next ? `Dead jobs, the first ${count(items.length)}` : 'Dead jobs');
    return items.length > 0 ? '' : 'No job is dead.';
  }

  #row(job) {
    const id = encodeURIComponent(job.id);
    const replay = element('button', { type: 'button', 'aria-label': `Replay job ${job.id}` }, 'Replay');
    replay.addEventListener('click', () => this.#one(`Job ${job.id} waits again.`, () => post(`v1/jobs/${id}/replay`)));
    const gone = element('button', { type: 'button' }, 'Remove');
    gone.setAttribute('aria-description', `job ${job.id}`);
    confirmed(gone, 'Remove for good?', () => this.#one(`Job ${job.id} is removed.`, () => remove(`v1/dead/${id}`)));
    return element('tr', {},
      element('th', { scope: 'row', class: 'long' }, jobButton(job.id)),
      element('td', { 'data-name': 'Queue', class: 'long' }, foreign(job.queue)),
      element('td', { 'data-name': 'Reason', class: 'long why' }, foreign(job.lastError ?? 'not told')),
      element('td', { 'data-name': 'Attempts', class: 'num' }, count(job.attempt)),
      element('td', { 'data-name': 'Died' }, time(job.updatedAt, moment(job.updatedAt))),
      element('td', { class: 'does' }, element('div', { class: 'actions' }, replay, gone)));
  }

  async #one(done, act) {
    await this.#told(async () => {
      await act();
      return done;
    });
    // The row with the pressed button goes.
    this.#section.focus({ preventScroll: true });
  }

  #all(word, step) {
    return this.#told(async () => {
      let sum = 0;
      let cursor = null;
      do {
        const answer = await step(cursor);
        sum += answer[word];
        cursor = answer.next;
        say(this.#said, `${count(sum)} ${word} so far…`);
      } while (cursor);
      return `${count(sum)} ${word}.`;
    });
  }

  async #told(act) {
    try {
      say(this.#said, await act());
      this.#said.classList.remove('problem');
    } catch (failed) {
      say(this.#said, `Not done. ${reason(failed)}.`);
      this.#said.classList.add('problem');
    }
    this.now();
  }
}

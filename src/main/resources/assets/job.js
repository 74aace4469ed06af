/** One job with its timeline. */

import { ApiError, getText } from './api.js';
import { byId, element, pathMark, time } from './dom.js';
import { memberText } from './json.js';
import { moment } from './words.js';

export class JobView {
  #form = byId('lookup');
  #result = byId('job-result');
  #asked = 0;

  constructor() {
    this.#form.addEventListener('submit', event => {
      event.preventDefault();
      this.#load(this.#form.elements.id.value.trim());
    });
  }

  /** Shows a job and brings it into view. */
  show(id) {
    this.#form.elements.id.value = id;
    this.#load(id);
    byId('job').focus({ preventScroll: true });
    byId('job').scrollIntoView({ block: 'nearest' });
  }

  async #load(id) {
    const asked = ++this.#asked;
    let shown;
    try {
      const text = await getText(`v1/jobs/${encodeURIComponent(id)}`);
      shown = jobElements(JSON.parse(text), memberText(text, 'payload'));
    } catch (failed) {
      shown = [element('p', { class: 'problem' }, reason(failed, id))];
    }
    // An answer that was overtaken by a later question is dropped.
    if (asked === this.#asked) {
      this.#result.replaceChildren(...shown);
    }
  }
}

function reason(failed, id) {
  if (failed instanceof ApiError && failed.status === 404) {
    return `No job ‘${id}’ is known. A finished job is kept for a while only.`;
  }
  return `${failed instanceof ApiError ? failed.title : 'Not understood'}: ${failed.message}`;
}

function jobElements(job, payload) {
  const facts = element('dl', { class: 'facts' });
  const fact = (name, value) => facts.append(element('div', {}, element('dt', {}, name), element('dd', {}, value)));
  fact('State', element('b', {}, job.state));
  fact('Id', job.id);
  fact('Queue', job.queue);
  if (job.name) {
    fact('Name', job.name);
  }
  fact('Due', time(job.dueAt, moment(job.dueAt)));
  fact('Created', time(job.createdAt, moment(job.createdAt)));
  fact('Generation', job.generation);
  fact('Attempt', job.attempt);
  if (job.lastError) {
    fact('Last error', job.lastError);
  }
  const shown = [facts];
  if (payload !== undefined && payload !== 'null') {
    shown.push(element('h3', {}, 'Payload'), element('pre', { tabindex: '0' }, payload));
  }
  shown.push(element('h3', {}, 'Timeline'), element('ol', { class: 'timeline' }, ...(job.timeline ?? []).map(step)));
  return shown;
}

function step(event) {
  const line = element('li', {}, time(event.at, moment(event.at)), ' ', element('b', {}, event.event));
  if (event.path) {
    line.append(' ', pathMark(event.path));
  }
  const rest = [
    event.cause,
    event.attempt > 0 ? `attempt ${event.attempt}` : '',
    event.generation > 1 ? `generation ${event.generation}` : '',
    event.instance ? `by ${event.instance}` : '',
    event.detail,
  ].filter(Boolean).join(', ');
  if (rest) {
    line.append(element('span', { class: 'note' }, ` ${rest}`));
  }
  return line;
}

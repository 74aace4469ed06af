/** One job: what it is, its timeline, and what can be done with it. */

import { ApiError, getText, post, reason, remove } from './api.js';
import { byId, element, foreign, say, time } from './dom.js';
import { memberText } from './json.js';
import { timeline } from './timeline.js';
import { moment } from './words.js';

const LOOK_AGAIN_MILLIS = 2000;

/** In which states an action makes sense. */
const ACTIONS = {
  fire: { states: ['scheduled'], done: 'It fires now.', act: id => post(`v1/jobs/${id}/fire`) },
  cancel: { states: ['scheduled'], done: 'It is cancelled and will not start.', act: id => remove(`v1/jobs/${id}`) },
  replay: { states: ['dead'], done: 'It waits again.', act: id => post(`v1/jobs/${id}/replay`) },
};

export class JobView {
  #form = byId('lookup');
  #result = byId('job-result');
  #actions = byId('job-actions');
  #said = byId('job-said');
  #id = '';
  #text = '';
  #state = '';
  #changed;

  /** @param changed is called after an action */
  constructor(changed) {
    this.#changed = changed;
    this.#form.addEventListener('submit', event => {
      event.preventDefault();
      this.#choose(this.#form.elements.id.value.trim());
    });
    this.#actions.addEventListener('click', event => this.#act(event.target.dataset.action));
    setInterval(() => {
      if (['scheduled', 'running'].includes(this.#state) && !document.hidden) {
        this.#load();
      }
    }, LOOK_AGAIN_MILLIS);
  }

  /** Shows a job and brings it into view. */
  show(id) {
    this.#form.elements.id.value = id;
    this.#choose(id);
    byId('job').focus({ preventScroll: true });
    byId('job').scrollIntoView({ block: 'nearest' });
  }

  /** Looks again if it is the job shown. */
  fired(id) {
    if (id === this.#id) {
      this.#load();
    }
  }

  #choose(id) {
    this.#id = id;
    this.#text = '';
    say(this.#said, '');
    this.#load();
  }

  async #load() {
    const id = this.#id;
    let text;
    try {
      text = await getText(`v1/jobs/${encodeURIComponent(id)}`);
    } catch (failed) {
      // What is shown of a job stays while the service is away.
      const away = failed instanceof ApiError && failed.status !== 404;
      if (id === this.#id && (this.#text === '' || !away)) {
        this.#show('', '', [element('p', { class: 'problem', role: 'alert' }, unknown(failed, id))]);
      }
      return;
    }
    // An answer that was overtaken by a later question is dropped, and one that tells nothing new.
    if (id === this.#id && text !== this.#text) {
      const job = JSON.parse(text);
      this.#show(text, job.state, elements(job, memberText(text, 'payload')));
    }
  }

  #show(text, state, shown) {
    this.#text = text;
    this.#state = state;
    this.#result.replaceChildren(...shown);
    const focused = document.activeElement;
    for (const button of this.#actions.children) {
      button.hidden = !ACTIONS[button.dataset.action].states.includes(state);
    }
    this.#actions.hidden = [...this.#actions.children].every(button => button.hidden);
    if (this.#actions.contains(focused) && !focused.checkVisibility()) {
      byId('job').focus({ preventScroll: true });
    }
  }

  async #act(name) {
    const action = ACTIONS[name];
    if (!action) {
      return;
    }
    try {
      await action.act(encodeURIComponent(this.#id));
      say(this.#said, action.done);
      this.#said.classList.remove('problem');
    } catch (failed) {
      say(this.#said, reason(failed));
      this.#said.classList.add('problem');
    }
    this.#load();
    this.#changed();
  }
}

function unknown(failed, id) {
  return failed instanceof ApiError && failed.status === 404
    ? `No job ‘${id}’ is known. A finished job is kept for a while only.`
    : reason(failed);
}

function elements(job, payload) {
  const facts = element('dl', { class: 'facts' });
  const fact = (name, value) => facts.append(element('div', {}, element('dt', {}, name), element('dd', {}, value)));
  fact('State', element('b', { class: 'job-state', 'data-state': job.state }, job.state));
  fact('Id', foreign(job.id));
  fact('Queue', foreign(job.queue));
  if (job.name) {
    fact('Name', foreign(job.name));
  }
  fact('Due', time(job.dueAt, moment(job.dueAt)));
  fact('Created', time(job.createdAt, moment(job.createdAt)));
  fact('Generation', job.generation);
  fact('Attempt', job.attempt);
  if (job.lastError) {
    fact('Last error', foreign(job.lastError));
  }
  const shown = [facts, element('h3', {}, 'Timeline'), timeline(job)];
  if (payload !== undefined && payload !== 'null') {
    shown.push(element('h3', {}, 'Payload'),
      element('pre', { tabindex: '0', dir: 'auto', role: 'region', 'aria-label': 'Payload' }, payload));
  }
  return shown;
}

/** The form that schedules a job. */

import { ApiError, post } from './api.js';
import { byId, element, time } from './dom.js';
import { moment } from './words.js';

export class ScheduleForm {
  #form = byId('schedule');
  #result = byId('schedule-result');
  #chosen;
  #scheduled;

  /**
   * @param chosen is called with the id of a job that is to be shown
   * @param scheduled is called after a job was taken
   */
  constructor(chosen, scheduled) {
    this.#chosen = chosen;
    this.#scheduled = scheduled;
    byId('zone-hint').textContent = `in ${Intl.DateTimeFormat().resolvedOptions().timeZone}`;
    for (const name of ['delay', 'at']) {
      this.#form.elements[name].addEventListener('input', () => {
        this.#form.elements.when.value = name;
      });
    }
    this.#form.addEventListener('submit', event => {
      event.preventDefault();
      this.#submit();
    });
  }

  async #submit() {
    this.#clear();
    const button = this.#form.querySelector('button');
    button.disabled = true;
    try {
      this.#accepted(await post('v1/jobs', this.#request()));
      this.#scheduled();
    } catch (failed) {
      this.#refused(failed);
    } finally {
      button.disabled = false;
    }
  }

  /** The payload goes in as it was typed, because it is delivered as it was sent. */
  #request() {
    const { queue, name, id, when, delay, at, payload } = Object.fromEntries(new FormData(this.#form));
    const job = {};
    if (queue.trim()) {
      job.queue = queue.trim();
    }
    if (name) {
      job.name = name;
    }
    if (id.trim()) {
      job.id = id.trim();
    }
    if (when === 'delay') {
      job.delay = delay.trim();
    } else {
      job.at = instant(at);
    }
    const json = JSON.stringify(job);
    return payload.trim() ? `${json.slice(0, -1)},"payload":${checked(payload)}}` : json;
  }

  #accepted(job) {
    const show = element('button', { type: 'button', class: 'link' }, job.id);
    show.addEventListener('click', () => this.#chosen(job.id));
    this.#result.replaceChildren(
      element('p', { class: 'done' }, 'Scheduled ', show, ', due ', time(job.dueAt, moment(job.dueAt)), '.'));
  }

  #refused(failed) {
    if (!(failed instanceof ApiError)) {
      throw failed;
    }
    this.#result.replaceChildren(element('p', { class: 'problem' }, `${failed.title}: ${failed.message}`));
    if (failed.errors.length > 0) {
      this.#result.append(element('ul', { class: 'problem' },
        ...failed.errors.map(({ field, message }) => element('li', {}, element('b', {}, field), ` ${message}`))));
    }
    this.#markFields(failed.errors.map(error => error.field));
  }

  #markFields(names) {
    const wrong = [...this.#form.querySelectorAll('[data-field]')]
      .filter(input => names.some(name => name === input.dataset.field || name.startsWith(`${input.dataset.field}.`)));
    for (const input of wrong) {
      input.setAttribute('aria-invalid', 'true');
      input.setAttribute('aria-describedby', this.#result.id);
    }
    wrong[0]?.focus();
  }

  #clear() {
    this.#result.replaceChildren();
    for (const input of this.#form.querySelectorAll('[aria-invalid]')) {
      input.removeAttribute('aria-invalid');
      input.removeAttribute('aria-describedby');
    }
  }
}

function instant(local) {
  const date = new Date(local);
  if (Number.isNaN(date.getTime())) {
    throw refusal('at', 'is no date and time');
  }
  return date.toISOString();
}

function checked(payload) {
  try {
    JSON.parse(payload);
    return payload;
  } catch (failed) {
    throw refusal('payload', `is no JSON: ${failed.message}`);
  }
}

function refusal(field, message) {
  return new ApiError(0, 'Not sent', `'${field}' ${message}`, [{ field, message }]);
}

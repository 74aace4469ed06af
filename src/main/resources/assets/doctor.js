/** What the doctor found: how Redis is set up, what that means for jobs, and what mends it. */

import { ApiError, get, reason } from './api.js';
import { byId, element, say } from './dom.js';
import { showDoctor } from './health.js';
import { Poller } from './poller.js';
import { moment } from './words.js';

const PAUSE_MILLIS = 10_000;
const GRAVEST_FIRST = ['critical', 'warning', 'info', 'ok'];
const STATES = { ok: 'good', info: 'good', warning: 'warn', critical: 'bad' };

export class Doctor {
  #poller = new Poller(() => this.#round(), failed => this.#failed(failed), PAUSE_MILLIS);
  #shown = '';

  now() {
    this.#poller.now();
  }

  async #round() {
    const { status, checkedAt, findings } = await get('v1/doctor');
    const graver = findings.filter(finding => finding.severity !== 'ok')
      .sort((a, b) => GRAVEST_FIRST.indexOf(a.severity) - GRAVEST_FIRST.indexOf(b.severity));
    const sound = findings.filter(finding => finding.severity === 'ok');
    const serious = graver.filter(finding => finding.severity !== 'info').length;
    showDoctor(serious === 0 ? 'sound' : `${serious} to mend`,
      serious === 0 ? `${sound.length} of ${findings.length} checks without remark` : graver[0].title, STATES[status]);
    const state = byId('doctor-state');
    state.classList.remove('problem');
    say(state, `${graver.length === 0 ? 'Nothing to mend. ' : ''}Looked at ${moment(checkedAt)}.`);
    this.#list(graver, sound);
  }

  /** Only what differs is built anew, so that what is open stays open. */
  #list(graver, sound) {
    const told = JSON.stringify([graver, sound]);
    if (told === this.#shown) {
      return;
    }
    this.#shown = told;
    byId('findings').replaceChildren(...graver.map(item));
    const details = byId('sound');
    details.hidden = sound.length === 0;
    say(details.querySelector('summary'), `${sound.length} checks found nothing wrong`);
    details.querySelector('ul').replaceChildren(
      ...sound.map(finding => element('li', {}, element('b', {}, finding.title), ` ${finding.detail}`)));
  }

  #failed(failed) {
    if (!(failed instanceof ApiError)) {
      console.error(failed);
    }
    showDoctor('unknown', 'the doctor does not answer');
    const state = byId('doctor-state');
    state.classList.add('problem');
    say(state, failed.status === 404
      ? 'This service does not tell: it has no /v1/doctor.'
      : `The doctor cannot look now. ${reason(failed)}.`);
  }
}

function item({ severity, title, detail, meaning, fix }) {
  const told = element('li', { 'data-severity': severity },
    element('p', {}, element('span', { class: 'severity' }, severity), ' ', element('b', {}, title)),
    element('p', {}, detail), element('p', { class: 'note' }, meaning));
  const mends = [['Mend it', fix?.selfManaged], ['On a managed Redis', fix?.managed]].filter(([, text]) => text);
  if (mends.length > 0) {
    told.append(element('details', {}, element('summary', {}, 'What mends it'), element('dl', { class: 'facts' },
      ...mends.map(([name, text]) =>
        element('div', {}, element('dt', {}, name), element('dd', {}, element('code', {}, text)))))));
  }
  return told;
}

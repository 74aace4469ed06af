/** The dashboard: each panel asks for its own; what all depend on is told at the top. */

import { ApiError, get } from './api.js';
import { DeadJobs } from './dead.js';
import { Doctor } from './doctor.js';
import { byId, say } from './dom.js';
import { Fires } from './fires.js';
import { showHealth } from './health.js';
import { History } from './history.js';
import { showInstances } from './instances.js';
import { JobView } from './job.js';
import { Poller } from './poller.js';
import { Queues } from './queues.js';
import { ScheduleForm } from './schedule.js';
import { Upcoming } from './upcoming.js';
import { span } from './words.js';

const PAUSE_MILLIS = 1000;

const job = new JobView(() => again());
const show = id => job.show(id);
const queues = new Queues();
const dead = new DeadJobs(show);
const panels = [queues, dead, new Upcoming(), new History(), new Doctor()];
new Fires(show, id => job.fired(id));
new ScheduleForm(show, () => again());

const poller = new Poller(round, failed, PAUSE_MILLIS);
again();

/** Everybody asks at once: something has changed, or the service is back. */
function again() {
  poller.now();
  panels.forEach(panel => panel.now());
}

async function round() {
  const stats = await get('v1/stats');
  showHealth(stats);
  showInstances(stats.instances);
  const back = byId('connection').dataset.state === 'off';
  connection('on', 'Connected');
  if (back) {
    panels.forEach(panel => panel.now());
  }
}

function failed(error, pauseMillis) {
  if (!(error instanceof ApiError)) {
    console.error(error);
  }
  const answered = error.status > 0;
  connection(answered ? 'trouble' : 'off', answered ? `Trouble: ${error.title}` : 'Not connected',
    `${answered ? 'The service answers, but cannot tell' : 'Not connected'}: ${error.message}. `
      + `What stands below is old. Next try in ${span(pauseMillis)}.`);
}

function connection(state, word, alert = '') {
  const shown = byId('connection');
  say(shown, word);
  shown.dataset.state = state;
  document.body.classList.toggle('stale', state !== 'on');
  byId('alert').hidden = alert === '';
  say(byId('alert'), alert);
}

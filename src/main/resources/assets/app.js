/** The dashboard: asks the service once a second and shows what it says. */

import { ApiError, get } from './api.js';
import { byId, say } from './dom.js';
import { Fires } from './fires.js';
import { JobView } from './job.js';
import { Poller } from './poller.js';
import { ScheduleForm } from './schedule.js';
import { showStats } from './stats.js';
import { span } from './words.js';

const job = new JobView();
const fires = new Fires(() => poller.now(), id => job.show(id));
new ScheduleForm(id => job.show(id));

const poller = new Poller(round, failed);
poller.now();

async function round() {
  const [stats] = await Promise.all([get('v1/stats'), fires.refresh()]);
  showStats(stats);
  connection('on', 'Connected');
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

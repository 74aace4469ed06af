/** The health line: what an operator wants to know first. */

import { byId, say } from './dom.js';
import { NOTIFICATIONS, count, share, span } from './words.js';

const CLOCK_SKEW_WORTH_SAYING_MILLIS = 1000;
const OLD_SWEEP_MILLIS = 30_000;
const MUCH_BY_SWEEP = 0.1;

/** What /v1/stats tells. */
export function showHealth({ notifications, nudge, jobs, fires, redis, sweepAgeMs }) {
  const late = jobs.overdue > 0;
  tile('late', late ? `${count(jobs.overdue)} overdue` : 'nothing',
    late ? `the oldest by ${span(jobs.oldestOverdueMs)}` : 'every due job has fired', late ? 'warn' : 'good');
  if (!recent) {
    showPath(fires.fast, fires.sweep, 'since the beginning');
  }
  tile('notifications', notifications.state, NOTIFICATIONS[notifications.state] || '',
    notifications.state === 'on' ? 'good' : 'warn');
  tile('probe', span(notifications.probeLagMs),
    `${count(notifications.received)} received, ${count(notifications.foreign)} foreign`
      + (nudge.enabled ? `; ${count(nudge.sent)} nudges` : '; nudge off'));
  const old = sweepAgeMs > OLD_SWEEP_MILLIS;
  tile('sweep', span(sweepAgeMs), old ? 'the reconciler is stuck or slow' : 'since the last good sweep', old ? 'warn' : '');
  const skewed = Math.abs(redis.clockSkewMs) >= CLOCK_SKEW_WORTH_SAYING_MILLIS;
  tile('redis', redis.version || 'unknown',
    [redis.mode, `answers in ${span(redis.latencyMs)}`, skewed ? `clock differs by ${span(redis.clockSkewMs)}` : '']
      .filter(Boolean).join(', '),
    skewed ? 'warn' : '');
  tile('scheduled', count(jobs.scheduled), `${count(jobs.running)} running${jobs.parked > 0 ? `, ${count(jobs.parked)} wait for their queue` : ''}`);
  tile('dead', count(jobs.dead), jobs.dead > 0 ? 'wait to be replayed or removed' : 'no job has failed for good',
    jobs.dead > 0 ? 'warn' : '');
}

let recent = false;

/** The fires of the time that the charts show. */
export function showRecent(fast, sweep, millis) {
  recent = true;
  showPath(fast, sweep, `in the last ${span(millis)}`);
}

function showPath(fast, sweep, when) {
  const total = fast + sweep;
  if (total === 0) {
    tile('path', 'none', `nothing has fired ${when}`);
    return;
  }
  const word = fast >= sweep ? `fast ${share(fast, total)}` : `sweep ${share(sweep, total)}`;
  tile('path', word, `${count(fast)} fast, ${count(sweep)} by sweep ${when}`,
    sweep / total > MUCH_BY_SWEEP ? 'warn' : 'good');
}

/** What /v1/upcoming tells in two numbers. */
export function showComing(minute, hour) {
  tile('coming', count(minute), `${count(hour)} within the hour`);
}

/** What /v1/doctor tells in a word. */
export function showDoctor(word, note, state) {
  tile('doctor', word, note, state);
}

function tile(name, value, note, state = '') {
  const target = byId(`tile-${name}`);
  const [main, beside] = target.querySelectorAll('dd');
  say(main, value);
  say(beside, note);
  target.dataset.state = state;
}

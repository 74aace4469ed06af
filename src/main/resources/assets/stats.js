/** Health, counts, fires by path and lag: what /v1/stats tells. */

import { byId, element, pathMark, say } from './dom.js';
import { CAUSES, NONE, NOTIFICATIONS, count, share, span } from './words.js';

const PATHS = ['fast', 'sweep'];
const PERCENTILES = ['p50', 'p90', 'p99', 'p999', 'max'];
const CLOCK_SKEW_WORTH_SAYING_MILLIS = 1000;

export function showStats(stats) {
  showHealth(stats);
  showJobs(stats.jobs);
  showFires(stats.fires);
  showLag(stats.lagMs);
}

function showHealth({ notifications, nudge, jobs, redis, instances }) {
  tile('notifications', notifications.state, NOTIFICATIONS[notifications.state] || '',
    notifications.state === 'on' ? 'good' : 'warn');
  tile('probe', span(notifications.probeLagMs),
    `${count(notifications.received)} received, ${count(notifications.foreign)} foreign`
      + (nudge.enabled ? `; ${count(nudge.sent)} nudges` : '; nudge off'));
  tile('oldest', jobs.overdue > 0 ? span(jobs.oldestOverdueMs) : 'none',
    jobs.overdue > 0 ? `${count(jobs.overdue)} overdue` : 'every due job has fired');
  const skewed = Math.abs(redis.clockSkewMs) >= CLOCK_SKEW_WORTH_SAYING_MILLIS;
  tile('redis', redis.version || 'unknown',
    [redis.mode, `answers in ${span(redis.latencyMs)}`, skewed ? `clock differs by ${span(redis.clockSkewMs)}` : '']
      .filter(Boolean).join(', '),
    skewed ? 'warn' : '');
  const names = instances.map(instance => (typeof instance === 'string' ? instance : instance.name));
  tile('instances', count(names.length), names.join(', '));
}

function showJobs(jobs) {
  tile('scheduled', count(jobs.scheduled));
  tile('overdue', count(jobs.overdue));
  tile('running', count(jobs.running));
  tile('dead', count(jobs.dead), undefined, jobs.dead > 0 ? 'warn' : '');
}

function tile(name, value, note, state = '') {
  const target = byId(`tile-${name}`);
  const [main, beside] = target.querySelectorAll('dd');
  say(main, value);
  if (beside) {
    say(beside, note);
  }
  target.dataset.state = state;
}

function showFires(fires) {
  const total = fires.fast + fires.sweep;
  for (const path of PATHS) {
    say(byId(`fires-${path}`), total > 0 ? `${count(fires[path])} · ${share(fires[path], total)}` : count(fires[path]));
  }
  const bar = byId('share');
  for (const path of PATHS) {
    const part = bar.querySelector(`.share-${path}`);
    part.style.flexGrow = fires[path];
    part.hidden = fires[path] === 0;
  }
  bar.setAttribute('aria-label', total > 0
    ? `${share(fires.fast, total)} by the fast path, ${share(fires.sweep, total)} by the sweep path`
    : 'Nothing has fired yet');
  showCauses(fires.bySweepCause);
}

function showCauses(causes) {
  const list = byId('causes');
  if (list.childElementCount === 0) {
    for (const [cause, meaning] of Object.entries(CAUSES)) {
      list.append(element('div', { 'data-cause': cause },
        element('dt', {}, element('b', {}, cause), ` ${meaning}`), element('dd', {}, NONE)));
    }
  }
  for (const row of list.children) {
    const fired = causes[row.dataset.cause] || 0;
    say(row.querySelector('dd'), count(fired));
    row.classList.toggle('zero', fired === 0);
  }
}

function showLag(lags) {
  const body = byId('lag');
  if (body.childElementCount === 0) {
    for (const path of PATHS) {
      body.append(element('tr', { 'data-path': path }, element('th', { scope: 'row' }, pathMark(path)),
        ...['count', ...PERCENTILES].map(() => element('td', {}, NONE))));
    }
  }
  for (const row of body.children) {
    const lag = lags[row.dataset.path];
    const cells = row.querySelectorAll('td');
    say(cells[0], count(lag.count));
    PERCENTILES.forEach((percentile, i) => say(cells[i + 1], lag.count > 0 ? span(lag[percentile]) : NONE));
  }
}

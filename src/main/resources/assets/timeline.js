/** The life of a job, step by step: when, how long after the due time, where from and where to, by whom. */

import { causeMark, element, foreign, pathMark, time } from './dom.js';
import { moment, span } from './words.js';

/** How a step is called, and what came from where. */
const STEPS = {
  scheduled: ['scheduled', 'request → schedule'],
  replaced: ['replaced', 'request → schedule'],
  rescheduled: ['rescheduled', 'request → schedule'],
  fire_requested: ['fire requested', 'request → schedule'],
  replayed: ['replayed', 'dead jobs → schedule'],
  due: ['due', 'by Redis’s clock'],
  nudged: ['nudged', 'instance → due key'],
  notified: ['notified', 'Redis → instance'],
  running: ['claimed', 'schedule → instance'],
  delivered: ['delivered', 'instance → target'],
  retry: ['retried', 'target → schedule'],
  lapsed: ['lapsed', 'lease ended → schedule'],
  released: ['released', 'instance → schedule'],
  dead: ['dead', 'schedule → dead jobs'],
  cancelled: ['cancelled', 'request, off the schedule'],
};

export function timeline(job) {
  const events = job.timeline ?? [];
  return element('ol', { class: 'timeline' }, ...events.map((event, i) => step(event, dueBefore(events, i))));
}

/** The due time that a step follows; none before the first. */
function dueBefore(events, at) {
  return events.slice(0, at).findLast(event => event.event === 'due')?.at;
}

function step(event, dueAt) {
  const [name, way] = STEPS[event.event] ?? [event.event, ''];
  const after = dueAt ? Date.parse(event.at) - Date.parse(dueAt) : 0;
  const line = element('li', { 'data-event': event.event },
    element('span', { class: 'at' }, time(event.at, moment(event.at)),
      ...(dueAt ? [element('span', { class: 'after' }, `${after < 0 ? '−' : '+'}${span(Math.abs(after))}`)] : [])),
    element('b', {}, name));
  if (event.path) {
    line.append(pathMark(event.path));
  }
  if (event.cause) {
    line.append(causeMark(event.cause));
  }
  if (way) {
    line.append(element('span', { class: 'way' }, way));
  }
  const rest = [
    event.attempt > 0 ? `attempt ${event.attempt}` : '',
    event.generation > 1 ? `generation ${event.generation}` : '',
    event.instance ? `by ${event.instance}` : '',
    event.detail,
  ].filter(Boolean).join(', ');
  if (rest) {
    line.append(element('span', { class: 'note' }, foreign(rest)));
  }
  return line;
}

/** How many fires had which lag, by path. */

import { drawBars } from './bars.js';
import { element, pathMark, say } from './dom.js';
import { ChartTable } from './table.js';
import { count, span } from './words.js';

const PATHS = ['fast', 'sweep'];
const tables = new WeakMap();

/** Draws it, and says what stands there instead where nothing has fired. */
export function showDistribution(section, { boundsMs, ...answered }) {
  const counts = Object.fromEntries(
    PATHS.map(path => [path, Array.from({ length: boundsMs.length + 1 }, (none, i) => answered[path][i] ?? 0)]));
  const total = PATHS.flatMap(path => counts[path]).reduce((sum, n) => sum + n, 0);
  if (total === 0) {
    return 'This instance fired nothing in this time.';
  }
  const figure = section.querySelector('figure');
  if (!tables.has(section)) {
    figure.querySelector('.key').append(...PATHS.map(path => element('li', {}, pathMark(path))));
    tables.set(section, new ChartTable(figure.querySelector('.table'), 'Fires by lag', ['Lag', ...PATHS]));
  }
  const names = counts.fast.map((n, i) => (i < boundsMs.length ? `up to ${span(boundsMs[i])}` : `over ${span(boundsMs.at(-1))}`));
  // Empty places beyond the last fire of both paths tell nothing.
  const last = Math.max(...PATHS.map(path => counts[path].findLastIndex(n => n > 0)));
  const shown = Math.min(names.length, Math.max(last + 2, 6));
  const groups = names.slice(0, shown).map((name, i) =>
    PATHS.map(path => ({ value: counts[path][i], kind: path, title: `${name}: ${count(counts[path][i])} ${path}` })));
  const ticks = names.slice(0, shown).map((name, i) => (i < boundsMs.length ? `≤ ${short(boundsMs[i])}` : `> ${short(boundsMs.at(-1))}`));
  drawBars(figure.querySelector('.plot'), groups, ticks, true);
  say(figure.querySelector('figcaption'),
    `${PATHS.map(path => middle(path, counts[path], names)).join('; ')}. Both scales are logarithmic.`);
  tables.get(section).show(() => names.map((name, i) => [name, ...PATHS.map(path => count(counts[path][i]))]));
  return '';
}

function middle(path, counts, names) {
  const total = counts.reduce((sum, n) => sum + n, 0);
  if (total === 0) {
    return `Nothing by ${path}`;
  }
  let seen = 0;
  const at = counts.findIndex(n => (seen += n) >= total / 2);
  return `Half of ${count(total)} ${path} fires ${names[at]}`;
}

function short(millis) {
  return span(millis).replace(' ', '');
}

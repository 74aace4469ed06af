/** Lag of both paths over time: percentiles of each second, on a logarithmic scale. */

import { Chart } from './chart.js';
import { say } from './dom.js';
import { ChartTable } from './table.js';
import { NONE, minuteOf, span } from './words.js';

const PATHS = ['fast', 'sweep'];
const MARKS = ['p50', 'p99', 'max'];
/** Lags are whole milliseconds; on a logarithmic scale none is no height. */
const LEAST = 0.3;

const LOOKS = {
  p50: colour => ({ width: 2, points: { show: true, size: 4, fill: colour, stroke: colour } }),
  p99: colour => ({ width: 1.5, dash: [6, 3], points: { show: true, size: 5, fill: 'transparent', stroke: colour } }),
  max: colour => ({ width: 0, paths: () => null, points: { show: true, size: 3, fill: colour, stroke: colour } }),
};

export class LagChart {
  #chart;
  #table;
  #caption;

  constructor(section) {
    const figure = section.querySelector('figure');
    this.#caption = figure.querySelector('figcaption');
    const lines = PATHS.flatMap(path => MARKS.map(mark => ({
      id: `${path}-${mark}`, name: `${path} ${mark}`, colour: `--${path}`,
      drawn: colour => LOOKS[mark](colour(`--${path}`)),
    })));
    this.#chart = new Chart(figure, lines, {
      scale: { distr: 3, log: 10, range: (u, min, max) => [LEAST, 10 ** Math.ceil(Math.log10(Math.max(10, max ?? 10)))] },
      say: value => (value <= LEAST ? '0 ms' : span(value)),
      powersOnly: true,
    });
    this.#table = new ChartTable(
      figure.querySelector('.table'), 'Highest lag by minute', ['Minute', ...lines.map(line => line.name)]);
  }

  show({ from, stepMs, fast, lagMs }) {
    const start = Date.parse(from) / 1000;
    const seconds = fast.map((n, i) => start + i * stepMs / 1000);
    const columns = PATHS.flatMap(path => MARKS.map(mark => lagMs[path][mark]));
    const clamped = columns.map(column => column.map(v => (typeof v === 'number' ? Math.max(v, LEAST) : null)));
    this.#chart.show([seconds, ...clamped], [seconds, ...columns.map(lastKnown)]);
    const said = PATHS.map(path => {
      const highest = Math.max(...lagMs[path].max.filter(v => v !== null));
      return Number.isFinite(highest) ? `${path} at most ${span(highest)}` : `nothing by ${path}`;
    });
    say(this.#caption, `Of this instance, log scale: ${said.join(', ')}.`);
    this.#table.show(() => highestByMinute(start, stepMs, columns));
  }
}

/** Where a second had no fire, what stood last is read out. */
function lastKnown(column) {
  let last = null;
  return column.map(v => (last = v ?? last));
}

function highestByMinute(startSeconds, stepMillis, columns) {
  const minutes = new Map();
  columns.forEach((column, c) => column.forEach((v, i) => {
    const minute = Math.floor((startSeconds + i * stepMillis / 1000) / 60);
    const highest = minutes.get(minute) ?? columns.map(() => null);
    if (v !== null) {
      highest[c] = Math.max(highest[c] ?? 0, v);
    }
    minutes.set(minute, highest);
  }));
  return [...minutes].reverse()
    .map(([minute, highest]) => [minuteOf(minute * 60_000), ...highest.map(v => (v === null ? NONE : span(v)))]);
}

/** Fires per second, stacked: the fast path below, the causes of the sweep path above it. */

import { Chart } from './chart.js';
import { say } from './dom.js';
import { ChartTable } from './table.js';
import { CAUSES, count, minuteOf, span } from './words.js';

const KINDS = ['fast', ...Object.keys(CAUSES)];

export class RateChart {
  #chart;
  #table;
  #caption;

  constructor(section) {
    const figure = section.querySelector('figure');
    this.#caption = figure.querySelector('figcaption');
    // The highest layer first: each is painted down to the ground, and the next one over it.
    const stepped = uPlot.paths.stepped({ align: 1 });
    const layers = KINDS.map(kind => ({
      id: kind, name: kind, colour: `--${kind}`, stroke: `--${kind}-edge`, filled: true, drawn: () => ({ paths: stepped }),
    })).reverse();
    this.#chart = new Chart(figure, layers, {
      scale: { range: (u, min, max) => [0, Math.max(1, max * 1.1)] },
      say: value => count(Math.round(value * 100) / 100),
      extra: { incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000] },
    });
    this.#table = new ChartTable(figure.querySelector('.table'), 'Fires by minute', ['Minute', ...KINDS]);
  }

  show({ from, stepMs, fast, sweep }) {
    const columns = KINDS.map(kind => (kind === 'fast' ? fast : sweep[kind] ?? fast.map(() => 0)));
    const start = Date.parse(from) / 1000;
    const seconds = fast.map((n, i) => start + i * stepMs / 1000);
    const stacked = [];
    columns.forEach((column, layer) => {
      stacked.push(column.map((n, i) => n + (layer > 0 ? stacked[layer - 1][i] : 0)));
    });
    // A layer without a fire is not drawn: its edge would lie on that of the layer below.
    const drawn = stacked.map((column, layer) => (columns[layer].some(n => n > 0) ? column : column.map(() => null)));
    this.#chart.show([seconds, ...drawn.reverse()], [seconds, ...[...columns].reverse()]);
    this.#describe(columns, fast.length * stepMs);
    this.#table.show(() => byMinute(start, stepMs, columns));
  }

  #describe(columns, millis) {
    const sums = columns.map(column => column.reduce((sum, n) => sum + n, 0));
    const [fast, ...causes] = sums;
    const swept = causes.reduce((sum, n) => sum + n, 0);
    const why = causes.map((n, i) => (n > 0 ? `${count(n)} ${KINDS[i + 1]}` : '')).filter(Boolean).join(', ');
    say(this.#caption, fast + swept === 0
      ? `Nothing fired in the last ${span(millis)}.`
      : `${count(fast)} by the fast path, ${count(swept)} by the sweep path${why ? `: ${why}` : ''}. `
        + `Highest ${count(Math.max(...columns[0].map((n, i) => columns.reduce((sum, c) => sum + c[i], 0))))} in a second.`);
  }
}

/** Rows of a minute each, the newest first. */
function byMinute(startSeconds, stepMillis, columns) {
  const minutes = new Map();
  columns.forEach((column, c) => column.forEach((n, i) => {
    const minute = Math.floor((startSeconds + i * stepMillis / 1000) / 60);
    const sums = minutes.get(minute) ?? columns.map(() => 0);
    sums[c] += n;
    minutes.set(minute, sums);
  }));
  return [...minutes].reverse().map(([minute, sums]) => [minuteOf(minute * 60_000), ...sums.map(count)]);
}

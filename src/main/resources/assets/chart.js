/** A chart over time, drawn by uPlot: colours of the theme, width of its place, a key that reads out the cursor. */

import { element, say } from './dom.js';

const HEIGHT = 220;
const WHOLE_SECONDS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600];
const DARK = matchMedia('(prefers-color-scheme: dark)');

export class Chart {
  #figure;
  #lines;
  #axis;
  #plot;
  #data;
  #keys;

  /**
   * @param figure has a key, a place for the plot, and a caption
   * @param lines what is drawn: name, colour (a property of the style sheet), and what uPlot knows besides
   * @param axis of the values: scale of uPlot, how a value is said, and what uPlot knows besides
   */
  constructor(figure, lines, axis) {
    this.#figure = figure;
    this.#lines = lines;
    this.#axis = axis;
    this.#keys = lines.map(line => {
      const value = element('span', { class: 'value' }, '');
      figure.querySelector('.key').append(
        element('li', { 'data-line': line.id, 'data-dash': line.dash ? 'yes' : 'no' }, line.name, ' ', value));
      return value;
    });
    DARK.addEventListener('change', () => this.#draw());
    new ResizeObserver(() => this.#fit()).observe(figure.querySelector('.plot'));
  }

  /**
   * @param data columns as uPlot takes them, the first in seconds
   * @param told columns as they are read out, where that differs
   */
  show(data, told = data) {
    this.#data = data;
    this.told = told;
    if (this.#plot) {
      this.#plot.setData(data);
    } else {
      this.#draw();
    }
    this.#readOut();
  }

  #draw() {
    const place = this.#figure.querySelector('.plot');
    if (!this.#data || place.clientWidth === 0) {
      return;
    }
    this.#plot?.destroy();
    const style = getComputedStyle(document.documentElement);
    const colour = name => style.getPropertyValue(name).trim();
    const axis = {
      stroke: colour('--soft'), font: '12px system-ui, sans-serif',
      grid: { stroke: colour('--line'), width: 1 }, ticks: { stroke: colour('--line'), width: 1 },
    };
    this.#plot = new uPlot({
      width: place.clientWidth,
      height: HEIGHT,
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: { y: this.#axis.scale },
      axes: [
        { ...axis, space: 70, incrs: WHOLE_SECONDS, values: (u, splits) => splits.map(clock) },
        { ...axis, size: 58, space: 28, values: (u, splits) => splits.map(v => (v === null ? '' : this.#axis.say(v))), ...this.#axis.extra, ...(this.#axis.powersOnly ? onlyPowers(axis) : {}) },
      ],
      series: [{}, ...this.#lines.map(line => ({
        label: line.name,
        stroke: colour(line.stroke ?? line.colour),
        fill: line.filled ? colour(line.colour) : undefined,
        width: line.filled ? 1 : 2,
        points: { show: false },
        ...line.drawn?.(colour),
      }))],
      hooks: { setCursor: [() => this.#readOut()] },
    }, this.#data, place);
  }

  #fit() {
    const width = this.#figure.querySelector('.plot').clientWidth;
    if (!this.#plot) {
      this.#draw();
    } else if (width > 0 && width !== this.#plot.width) {
      this.#plot.setSize({ width, height: HEIGHT });
    }
  }

  /** What stands at the cursor; else the last. */
  #readOut() {
    const at = this.#plot?.cursor.idx ?? this.told[0].length - 1;
    this.#keys.forEach((key, i) => {
      const value = this.told[i + 1][at];
      say(key, typeof value === 'number' ? this.#axis.say(value) : '–');
    });
  }
}

/** Of a logarithmic axis only the powers of ten are named and ruled. */
function onlyPowers(axis) {
  const filter = (u, splits) => splits.map(v => (Number.isInteger(Math.log10(v)) ? v : null));
  return { filter, grid: { ...axis.grid, filter }, ticks: { ...axis.ticks, filter } };
}

const hands = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });

function clock(seconds) {
  return hands.format(new Date(seconds * 1000));
}

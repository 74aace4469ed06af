/** What is due in the next minute, hour and day. */

import { drawBars } from './bars.js';
import { byId, say } from './dom.js';
import { showComing } from './health.js';
import { Panel } from './panel.js';
import { ChartTable } from './table.js';
import { count } from './words.js';

const PAUSE_MILLIS = 2000;
const SPANS = {
  minute: { unit: 's', every: 15 },
  hour: { unit: 'min', every: 15 },
  day: { unit: 'h', every: 6 },
};

export class Upcoming {
  #section = byId('upcoming');
  #panel = new Panel(this.#section, '.spans');
  #tables = {};

  constructor() {
    for (const [name, { unit }] of Object.entries(SPANS)) {
      this.#tables[name] = new ChartTable(
        this.#figure(name).querySelector('.table'), `Jobs due in the next ${name}`, [`From now, ${unit}`, 'Jobs']);
    }
    this.#panel.ask('v1/upcoming', answer => this.#show(answer), PAUSE_MILLIS);
  }

  now() {
    this.#panel.now();
  }

  #figure(name) {
    return this.#section.querySelector(`[data-span=${name}]`);
  }

  #show(answer) {
    showComing(sum(answer.minute), sum(answer.hour));
    for (const [name, { unit, every }] of Object.entries(SPANS)) {
      this.#draw(name, answer[name], unit, every);
    }
    say(this.#figure('day').querySelector('figcaption'), `${count(sum(answer.day))} jobs, ${count(answer.later)} later.`);
    const waiting = sum(answer.day) + answer.later;
    return waiting + answer.overdue === 0 ? 'Nothing is scheduled. Schedule a job below, and it shows here.' : '';
  }

  #draw(name, counts, unit, every) {
    const figure = this.#figure(name);
    const title = i => `${i} to ${i + 1} ${unit}`;
    drawBars(figure.querySelector('.plot'),
      counts.map((n, i) => [{ value: n, kind: 'coming', title: `in ${title(i)}: ${count(n)}` }]),
      counts.map((n, i) => (i % every === 0 ? (i === 0 ? 'now' : `+${i} ${unit}`) : '')), false);
    const most = Math.max(...counts);
    say(figure.querySelector('figcaption'),
      `${count(sum(counts))} jobs${most > 0 ? `, at most ${count(most)} in ${unit === 's' ? 'a second' : unit === 'min' ? 'a minute' : 'an hour'}` : ''}.`);
    this.#tables[name].show(() => counts.flatMap((n, i) => (n > 0 ? [[title(i), count(n)]] : [])));
  }
}

function sum(counts) {
  return counts.reduce((total, n) => total + n, 0);
}

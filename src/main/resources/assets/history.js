/** The last minutes: fires by path and cause, and lag. One answer feeds three panels. */

import { get } from './api.js';
import { byId } from './dom.js';
import { showDistribution } from './distribution.js';
import { showRecent } from './health.js';
import { LagChart } from './lag.js';
import { Panel } from './panel.js';
import { Poller } from './poller.js';
import { RateChart } from './rates.js';

const PAUSE_MILLIS = 1000;
const RESOURCE = 'v1/history';

export class History {
  #range = byId('range');
  #panels = ['rates', 'lag', 'distribution'].map(id => new Panel(byId(id), 'figure'));
  #rates = new RateChart(byId('rates'));
  #lag = new LagChart(byId('lag'));
  #poller = new Poller(
    () => this.#round(), failed => this.#panels.forEach(panel => panel.failed(failed, RESOURCE)), PAUSE_MILLIS);

  constructor() {
    this.#range.addEventListener('change', () => this.now());
  }

  now() {
    this.#poller.now();
  }

  async #round() {
    const seconds = new FormData(this.#range).get('seconds');
    const history = await get(`${RESOURCE}?seconds=${seconds}`);
    const sweep = Object.values(history.sweep).reduce((sum, counts) => sum + total(counts), 0);
    showRecent(total(history.fast), sweep, history.fast.length * history.stepMs);
    this.#panels.forEach(panel => panel.settle());
    this.#rates.show(history);
    this.#lag.show(history);
    this.#panels[2].settle(showDistribution(byId('distribution'), history.distribution));
  }
}

function total(counts) {
  return counts.reduce((sum, n) => sum + n, 0);
}

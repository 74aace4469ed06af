/** A panel that asks for one thing again and again: loading, shown, empty, failed. */

import { ApiError, get, reason } from './api.js';
import { say } from './dom.js';
import { Poller } from './poller.js';

export class Panel {
  #state;
  #body;
  #poller;

  /**
   * @param section the element with a line of state and a body, which is shown once there is something in it
   * @param body selects the body in the section
   */
  constructor(section, body = '.scroll') {
    this.section = section;
    this.#state = section.querySelector('.state');
    this.#body = section.querySelector(body);
  }

  /**
   * Asks from now on.
   *
   * @param path what is asked for, or a function that says it
   * @param show is given the answer; says by its return what stands there instead where there is nothing to see
   */
  ask(path, show, pauseMillis) {
    const round = async () => {
      const answer = await get(typeof path === 'function' ? path() : path);
      this.settle(show(answer));
    };
    this.#poller = new Poller(round, failed => this.failed(failed, typeof path === 'function' ? path() : path), pauseMillis);
    this.#poller.now();
  }

  now() {
    this.#poller?.now();
  }

  /** Shows the body, or in its place what is said. */
  settle(said = '') {
    say(this.#state, said);
    this.#state.hidden = said === '';
    this.#state.classList.remove('problem');
    this.#body.hidden = said !== '';
    this.section.classList.remove('old');
  }

  /** What was shown stays, marked as old. */
  failed(failed, path) {
    if (!(failed instanceof ApiError)) {
      console.error(failed);
    }
    const [resource] = path.split('?');
    say(this.#state, failed.status === 404
      ? `This service does not tell: it has no /${resource}.`
      : `Not to be had now. ${reason(failed)}.`);
    this.#state.hidden = false;
    this.#state.classList.add('problem');
    this.section.classList.toggle('old', !this.#body.hidden);
  }
}

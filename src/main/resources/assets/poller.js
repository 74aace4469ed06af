/** One round after another, a pause apart; further apart while they fail, and none while nobody looks. */

const LONGEST_PAUSE_MILLIS = 15_000;

export class Poller {
  #round;
  #failed;
  #pauseMillis;
  #failures = 0;
  #timer = 0;
  #running = false;
  #again = false;

  /**
   * @param round an async function that asks and shows
   * @param failed is told of the error and of the milliseconds until the next round
   * @param pauseMillis between two rounds
   */
  constructor(round, failed, pauseMillis) {
    this.#round = round;
    this.#failed = failed;
    this.#pauseMillis = pauseMillis;
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) {
        this.now();
      }
    });
  }

  /** Begins a round at once, or after the one that runs. */
  now() {
    clearTimeout(this.#timer);
    if (this.#running) {
      this.#again = true;
    } else {
      this.#run();
    }
  }

  async #run() {
    this.#running = true;
    this.#again = false;
    let pause = this.#pauseMillis;
    try {
      await this.#round();
      this.#failures = 0;
    } catch (failed) {
      pause = Math.max(pause, Math.min(1000 * 2 ** this.#failures, LONGEST_PAUSE_MILLIS));
      this.#failures += 1;
      this.#failed(failed, pause);
    }
    this.#running = false;
    if (this.#again) {
      this.#run();
    } else if (!document.hidden) {
      this.#timer = setTimeout(() => this.#run(), pause);
    }
  }
}

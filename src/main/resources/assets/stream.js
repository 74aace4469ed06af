/**
 * The fires as server-sent events. The browser itself takes a cut connection up again after the last event; what it gives
 * up (an answer that is no stream) is opened anew from there.
 */

const LONGEST_PAUSE_MILLIS = 15_000;

export class FireStream {
  #told;
  #source;
  #query = '';
  #last = '';
  #failures = 0;
  #dropped = false;
  #timer = 0;

  /** @param told has the functions fire(record), gap() and state(word, text) */
  constructor(told) {
    this.#told = told;
  }

  /** Streams the fires that fit, from now on. */
  open(query) {
    this.#query = query;
    this.#last = '';
    this.#failures = 0;
    this.#connect();
  }

  #connect() {
    clearTimeout(this.#timer);
    this.#source?.close();
    const query = new URLSearchParams(this.#query);
    if (this.#last) {
      query.set('lastEventId', this.#last);
    }
    const source = new EventSource(`v1/fires/stream?${query}`);
    this.#source = source;
    source.addEventListener('open', () => {
      this.#failures = 0;
      this.#told.state('on', 'Live');
    });
    source.addEventListener('fire', event => {
      this.#last = event.lastEventId;
      this.#told.fire(JSON.parse(event.data));
    });
    source.addEventListener('gap', () => this.#told.gap());
    source.addEventListener('dropped', () => {
      this.#dropped = true;
    });
    source.addEventListener('error', () => this.#cut(source));
  }

  #cut(source) {
    this.#told.state('off', this.#dropped ? 'Dropped: this page read too slowly. Resuming…' : 'Cut off, resuming…');
    this.#dropped = false;
    if (source.readyState === EventSource.CLOSED && source === this.#source) {
      const pause = Math.min(1000 * 2 ** this.#failures, LONGEST_PAUSE_MILLIS);
      this.#failures += 1;
      this.#timer = setTimeout(() => this.#connect(), pause);
    }
  }
}

/** Ctrl-C during work that can be ended early without losing what was done: once lets it end, twice hurries it. */

export class Interruption {
  readonly #tell: () => void;
  readonly #stop = new AbortController();
  readonly #giveUp = new AbortController();
  readonly #onSignal = (): void => {
    this.#tell();
    if (this.interrupted) this.#giveUp.abort();
    else this.#stop.abort();
  };

  /** `tell` is called at each Ctrl-C, before anything else happens. */
  constructor(tell: () => void) {
    this.#tell = tell;
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get giveUp(): AbortSignal {
    return this.#giveUp.signal;
  }

  get interrupted(): boolean {
    return this.#stop.signal.aborted;
  }

  /** From now on SIGINT and SIGTERM ask the work to end, and do not end the process. */
  begin(): void {
    process.on('SIGINT', this.#onSignal);
    process.on('SIGTERM', this.#onSignal);
  }

  /** Signals mean again what they meant before. */
  end(): void {
    process.off('SIGINT', this.#onSignal);
    process.off('SIGTERM', this.#onSignal);
  }
}

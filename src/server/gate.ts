/** Bounds how many expensive calls run at once: what comes beyond is told to come again rather than queued. */
import { TarrafaError } from '../errors.ts';

export class Gate {
  readonly #what: string;
  readonly #most: number;
  #inside = 0;

  constructor(what: string, most: number) {
    this.#what = what;
    this.#most = most;
  }

  get inside(): number {
    return this.#inside;
  }

  /** Takes a place; the function given back leaves it, once. */
  enter(): () => void {
    if (this.#inside >= this.#most) throw new TarrafaError('TRF_SERVER_BUSY', [this.#what]);
    this.#inside++;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#inside--;
    };
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const leave = this.enter();
    try {
      return await work();
    } finally {
      leave();
    }
  }
}

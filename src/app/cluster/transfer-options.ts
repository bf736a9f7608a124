/** How a crawl on its way from a database to a folder, or back, is watched and ended. */

export interface TransferOptions {
  /** Told now and then how many URLs have come over. */
  readonly onUrls?: ((urls: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const TELL_EVERY = 10_000;

/** Counts URLs that come over; throws when it shall be ended. */
export class Transferred {
  readonly #options: TransferOptions;
  #urls = 0;

  constructor(options: TransferOptions) {
    this.#options = options;
  }

  one(): void {
    this.#options.signal?.throwIfAborted();
    if (++this.#urls % TELL_EVERY === 0) this.#options.onUrls?.(this.#urls);
  }

  /** They come from the beginning again. */
  again(): void {
    this.#urls = 0;
  }
}

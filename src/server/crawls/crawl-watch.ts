/**
 * Keeps collections up with their crawls: while one runs its catalogue catches up every few seconds, and once more when it has ended.
 * A crawl that was not there before becomes a collection.
 */
import type { ServedCollections } from '../served-collections.ts';
import type { CrawlDesk } from './crawl-desk.ts';
import { realTicker, type Ticker } from './crawl-events.ts';
import type { CrawlState } from './crawl-view.ts';

const EVERY = 10_000;
const LIVE: readonly CrawlState[] = ['running', 'pausing', 'stopping'];

export class CrawlWatch {
  readonly #desk: CrawlDesk;
  readonly #collections: ServedCollections;
  readonly #seen = new Map<string, CrawlState>();
  readonly #stop: () => void;

  /** `caughtUp`: folders whose collections need no first look. */
  constructor(
    desk: CrawlDesk,
    collections: ServedCollections,
    caughtUp: readonly string[],
    ticker: Ticker = realTicker,
  ) {
    this.#desk = desk;
    this.#collections = collections;
    for (const view of desk.views())
      if (caughtUp.includes(view.folder)) this.#seen.set(view.folder, desk.state(view));
    this.#stop = ticker(EVERY, () => this.look());
  }

  look(): void {
    for (const view of this.#desk.views()) {
      const state = this.#desk.state(view);
      const before = this.#seen.get(view.folder);
      this.#seen.set(view.folder, state);
      if (!view.hasManifest || (state === before && !LIVE.includes(state))) continue;
      const name = this.#collections.nameOf(view.folder) ?? view.name;
      this.#collections.add(view.folder, name, view.name);
      void this.#collections.catchUp(name);
    }
  }

  close(): void {
    this.#stop();
  }
}

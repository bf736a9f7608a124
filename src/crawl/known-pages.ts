/** What earlier visits saw of pages: here, and with others who share the crawl. */
import type { GivenPage, Lease } from '../frontier/index.ts';
import type { CrawlState, StoredPage } from './crawl-state.ts';
import { readToldPage, writeToldPage } from './told-page.ts';

export class KnownPages {
  readonly #state: CrawlState;

  constructor(state: CrawlState) {
    this.#state = state;
  }

  /** What is known of the page of a lease: what was seen last, here or elsewhere. */
  of(lease: Lease): StoredPage | undefined {
    const own = this.#state.page(lease.key);
    if (lease.told === undefined) return own;
    // What others had of it is lost: only what stands in the archive here may be referred to.
    if (lease.told.length === 0) return own?.elsewhere ? undefined : own;
    const told = readToldPage(lease.told);
    if (told === null || (own && own.seen.lastVisit >= told.seen.lastVisit)) return own;
    return told;
  }

  /** What was seen of it here: all that is known (`of`), unless others may have been there since. */
  own({ key, told }: Lease, known: StoredPage | undefined): StoredPage | undefined {
    return told === undefined ? known : this.#state.page(key);
  }

  remember({ key }: Lease, page: StoredPage): void {
    this.#state.rememberPage(key, page);
  }

  /** What others may know of a page that was visited here; null when no archive has its content: they would refer to nothing. */
  tell(queue: string, key: string): GivenPage | null {
    const page = this.#state.page(key);
    if (page === undefined) return null;
    const has = page.elsewhere !== true;
    if (has && this.#state.capture(page.digest) === undefined) return null;
    return { queue, key, told: writeToldPage(page), has };
  }
}

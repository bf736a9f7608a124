/** Links by the million as workers send them: those of many visits in one statement, made before they are timed. */
import { LinkSender } from '../../src/cluster/link-sender.ts';
import { Names } from '../../src/cluster/names.ts';
import type { Candidate } from '../../src/frontier/index.ts';
import type { Database, Parameter } from '../../src/postgres/index.ts';
import { Draws, pageOf } from './load-web.ts';

/** Links of a page that its worker has not sent lately: so many of its own site, and to others. */
const INSIDE = 7;
const OUTSIDE = 2;
export const LINKS_A_PAGE = INSIDE + OUTSIDE;
/** Visits whose links go in one statement. */
export const VISITS_A_BATCH = 64;
export const URLS_A_SITE = 10;

export class LinkLoad {
  readonly #names: Names;
  readonly #draws: Draws;
  /** How many pages of each site are known. */
  readonly #pages: Uint16Array;
  known = 0;

  private constructor(names: Names, seed: number, most: number) {
    this.#names = names;
    this.#draws = new Draws(seed);
    this.#pages = new Uint16Array(Math.ceil(most / URLS_A_SITE) + 1);
  }

  /** For a crawl that is to know so many URLs at the most. */
  static async of(database: Database, seed: number, most: number): Promise<LinkLoad> {
    const [row] = await database.query<{ seed_a: number; seed_b: number }>(
      `select seed_a, seed_b from ${database.schema}.crawl`,
    );
    return new LinkLoad(new Names(row!.seed_a, row!.seed_b), seed, most);
  }

  /** There are as many sites as make ten URLs a site, so that a crawl ten times as large is ten times as wide. */
  get #sites(): number {
    return Math.min(this.#pages.length, Math.max(100, Math.ceil(this.known / URLS_A_SITE)));
  }

  /** The links of so many visits, of which that share is new, as parameters of the statement. */
  batch(visits: number, fresh: number): Parameter[] {
    // A sender of its own: what one worker sent lately it does not send again, and these are to be sent.
    const batch = new LinkSender(this.#names, 'horizontal', { partitions: 0, part: 0 }).batch();
    const links: Candidate[] = [];
    for (let visit = 0; visit < visits; visit++) {
      const own = this.#draws.below(this.#sites);
      for (let i = 0; i < INSIDE; i++) links.push(this.#link(own, fresh));
      for (let i = 0; i < OUTSIDE; i++) links.push(this.#link(this.#draws.below(this.#sites), fresh));
    }
    batch.add(links);
    return batch.parameters();
  }

  #link(site: number, fresh: number): Candidate {
    const pages = this.#pages[site]!;
    if (pages > 0 && this.#draws.below(1_000_000) >= fresh * 1_000_000)
      return pageOf(site, this.#draws.below(pages));
    this.#pages[site] = pages + 1;
    this.known++;
    return pageOf(site, pages);
  }
}

/** As a worker sends them ahead of the ends of its visits: without waiting for the disk. */
export async function sendLinks(
  database: Database,
  worker: number,
  parameters: readonly Parameter[],
): Promise<void> {
  const values = [worker, ...parameters, false];
  await database.query(
    `select letters, new_sites, server_now from ${database.schema}.add_links(${values.map((_, i) => `$${i + 1}`)})`,
    values,
  );
}

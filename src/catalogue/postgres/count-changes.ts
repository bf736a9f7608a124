/** How much of each site a batch brings or takes, and the counts of the whole: added to what others bring when the batch ends. */
import { numberArray, type Query } from '../../postgres/index.ts';

const NAMES = [
  'pages',
  'versions',
  'links',
  'entities',
  'geo_files',
  'services',
  'text_bytes',
  'place_changes',
  'geo_changes',
] as const;
export type SharedCount = (typeof NAMES)[number];

interface SiteChange {
  pages: number;
  entities: number;
  geo_files: number;
  first: number | null;
  last: number | null;
}

export class CountChanges {
  readonly #counts = new Map<SharedCount, number>();
  readonly #sites = new Map<number, SiteChange>();

  add(name: SharedCount, by: number): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + by);
  }

  site(id: number, what: 'pages' | 'entities' | 'geo_files', by: number): void {
    this.#site(id)[what] += by;
  }

  fetched(id: number, at: number): void {
    const change = this.#site(id);
    if (change.first === null || at < change.first) change.first = at;
    if (change.last === null || at > change.last) change.last = at;
  }

  #site(id: number): SiteChange {
    let change = this.#sites.get(id);
    if (change === undefined) {
      change = { pages: 0, entities: 0, geo_files: 0, first: null, last: null };
      this.#sites.set(id, change);
    }
    return change;
  }

  /** At the end of a transaction: from here on others wait for it. */
  async write(query: Query): Promise<void> {
    const counts = NAMES.filter((name) => (this.#counts.get(name) ?? 0) !== 0);
    // Always the first of what is counted: who has it counts alone, in whatever order.
    await query(
      `update @counts set ${['one = true', ...counts.map((name, i) => `${name} = ${name} + $${i + 1}::bigint`)].join(', ')}`,
      counts.map((name) => this.#counts.get(name)!),
    );
    if (this.#sites.size === 0) return;
    const sites = [...this.#sites.values()];
    await query(
      `update @site site set pages = site.pages + c.pages, entities = site.entities + c.entities, geo_files = site.geo_files + c.geo_files,
         first_fetched = least(site.first_fetched, c.first), last_fetched = greatest(site.last_fetched, c.last)
       from unnest($1::int[], $2::int[], $3::int[], $4::int[], $5::bigint[], $6::bigint[]) as c (id, pages, entities, geo_files, first, last)
       where site.id = c.id`,
      [
        numberArray([...this.#sites.keys()]),
        numberArray(sites.map(({ pages }) => pages)),
        numberArray(sites.map(({ entities }) => entities)),
        numberArray(sites.map(({ geo_files: files }) => files)),
        numberArray(sites.map(({ first }) => first)),
        numberArray(sites.map(({ last }) => last)),
      ],
    );
  }
}

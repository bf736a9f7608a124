/** How much of each site a batch brings or takes, and the counts of the whole: added to what others bring when the batch ends. */
import { numberArray, type Query, textArray } from '../../postgres/index.ts';
import { sqlText } from '../sqlite.ts';

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
  /** By `searchedSite`. */
  readonly #sites = new Map<string, SiteChange>();

  add(name: SharedCount, by: number): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + by);
  }

  site(name: string, what: 'pages' | 'entities' | 'geo_files', by: number): void {
    this.#site(name)[what] += by;
  }

  fetched(site: string, at: number): void {
    const change = this.#site(site);
    if (change.first === null || at < change.first) change.first = at;
    if (change.last === null || at > change.last) change.last = at;
  }

  #site(site: string): SiteChange {
    const name = sqlText(site).slice(0, 255);
    let change = this.#sites.get(name);
    if (change === undefined) {
      change = { pages: 0, entities: 0, geo_files: 0, first: null, last: null };
      this.#sites.set(name, change);
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
    const names = textArray([...this.#sites.keys()]);
    const sites = [...this.#sites.values()];
    await query(
      `insert into @site (name) select name from unnest($1::text[]) as given (name)
         where not exists (select 1 from @site known where known.name = given.name) order by name on conflict do nothing`,
      [names],
    );
    await query(
      `update @site site set pages = site.pages + c.pages, entities = site.entities + c.entities, geo_files = site.geo_files + c.geo_files,
         first_fetched = least(site.first_fetched, c.first), last_fetched = greatest(site.last_fetched, c.last)
       from unnest($1::text[], $2::int[], $3::int[], $4::int[], $5::bigint[], $6::bigint[]) as c (name, pages, entities, geo_files, first, last)
       where site.name = c.name`,
      [
        names,
        numberArray(sites.map(({ pages }) => pages)),
        numberArray(sites.map(({ entities }) => entities)),
        numberArray(sites.map(({ geo_files: files }) => files)),
        numberArray(sites.map(({ first }) => first)),
        numberArray(sites.map(({ last }) => last)),
      ],
    );
  }
}

/**
 * Names of sites, each under one number, with how much of each is in the catalogue. What belongs to whom is told by registrable domains,
 * what is counted by `searchedSite`: a name may have a number and count nothing.
 */
import type { SiteSummary, Slice, SliceOptions } from '../ports/index.ts';
import { type Database, type Statement, sqlText } from '../sqlite.ts';
import { readCursor, sliceLimit, writeCursor } from './cursor.ts';

interface Change {
  pages: number;
  entities: number;
  geoFiles: number;
  first: number | null;
  last: number | null;
}

interface SiteRow {
  readonly id: number;
  readonly name: string;
  readonly pages: number;
  readonly entities: number;
  readonly geo_files: number;
  readonly first_fetched: number | null;
  readonly last_fetched: number | null;
}

export class Sites {
  readonly #find: Statement;
  readonly #insert: Statement;
  readonly #update: Statement;
  readonly #name: Statement;
  readonly #list: Statement;
  readonly #next: Statement;
  readonly #like: Statement;
  readonly #count: Statement;
  #ids = new Map<string, number>();
  #names = new Map<number, string>();
  /** By name. */
  #changes = new Map<string, Change>();

  constructor(db: Database) {
    this.#find = db.statement('SELECT id FROM site WHERE name = ?');
    this.#insert = db.statement('INSERT INTO site (name) VALUES (?)');
    this.#update = db.statement(
      `UPDATE site SET pages = pages + ?, entities = entities + ?, geo_files = geo_files + ?,
        first_fetched = min(coalesce(first_fetched, ?), coalesce(?, first_fetched)),
        last_fetched = max(coalesce(last_fetched, ?), coalesce(?, last_fetched)) WHERE id = ?`,
    );
    this.#name = db.statement('SELECT name FROM site WHERE id = ?');
    const shown = 'SELECT * FROM site WHERE (pages > 0 OR entities > 0 OR geo_files > 0)';
    this.#list = db.statement(`${shown} ORDER BY pages DESC, name LIMIT ?`);
    this.#next = db.statement(
      `${shown} AND (pages < ? OR (pages = ? AND name > ?)) ORDER BY pages DESC, name LIMIT ?`,
    );
    this.#like = db.statement(
      'SELECT name FROM site WHERE name >= ? AND name < ? AND pages > 0 ORDER BY pages DESC, name LIMIT ?',
    );
    this.#count = db.statement(
      'SELECT count(*) AS n FROM site WHERE pages > 0 OR entities > 0 OR geo_files > 0',
    );
  }

  forget(): void {
    this.#ids.clear();
    this.#names.clear();
    this.#changes.clear();
  }

  intern(site: string): number {
    const known = this.#ids.get(site);
    if (known !== undefined) return known;
    const name = sqlText(site).slice(0, 255);
    const id = this.#find.get<{ id: number }>(name)?.id ?? Number(this.#insert.run(name).lastInsertRowid);
    if (this.#ids.size > 100_000) this.#ids.clear();
    this.#ids.set(site, id);
    return id;
  }

  name(id: number): string {
    const known = this.#names.get(id);
    if (known !== undefined) return known;
    const name = this.#name.get<{ name: string }>(id)?.name ?? '';
    if (this.#names.size > 100_000) this.#names.clear();
    this.#names.set(id, name);
    return name;
  }

  count(site: string, what: 'pages' | 'entities' | 'geoFiles', by: number): void {
    this.#change(site)[what] += by;
  }

  fetched(site: string, at: number): void {
    const change = this.#change(site);
    if (change.first === null || at < change.first) change.first = at;
    if (change.last === null || at > change.last) change.last = at;
  }

  #change(site: string): Change {
    let change = this.#changes.get(site);
    if (change === undefined) {
      change = { pages: 0, entities: 0, geoFiles: 0, first: null, last: null };
      this.#changes.set(site, change);
    }
    return change;
  }

  flush(): void {
    for (const [site, { pages, entities, geoFiles, first, last }] of this.#changes)
      this.#update.run(pages, entities, geoFiles, first, first, last, last, this.intern(site));
    this.#changes.clear();
  }

  /** Largest first. */
  list(options: SliceOptions): Slice<SiteSummary> {
    const limit = sliceLimit(options);
    let rows: SiteRow[];
    if (options.cursor === undefined) rows = this.#list.all<SiteRow>(limit + 1);
    else {
      const [pages, name] = readCursor('sites', options.cursor, [0, ''] as const);
      rows = this.#next.all<SiteRow>(pages, pages, name, limit + 1);
    }
    const items = rows.slice(0, limit).map((row) => ({
      site: row.name,
      pages: row.pages,
      entities: row.entities,
      geoFiles: row.geo_files,
      firstFetched: row.first_fetched ?? 0,
      lastFetched: row.last_fetched ?? 0,
    }));
    const last = items.at(-1);
    return {
      items,
      next: rows.length > limit && last !== undefined ? writeCursor('sites', [last.pages, last.site]) : null,
    };
  }

  startingWith(prefix: string, limit: number): string[] {
    const from = sqlText(prefix);
    return this.#like.all<{ name: string }>(from, `${from}\u{10FFFF}`, limit).map((row) => row.name);
  }

  get total(): number {
    return this.#count.get<{ n: number }>()!.n;
  }
}

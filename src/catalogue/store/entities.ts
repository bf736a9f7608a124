/** Entities: what pages state of things, and the rows of tables, each with the values and where every value came from. */
import { TarrafaError } from '../../errors.ts';
import { reason } from '../../words/why.ts';
import type {
  EntitiesOf,
  EntityColumn,
  EntityRecord,
  EntityTableIn,
  EntityTableSummary,
  EntityView,
  EntityViewAsked,
  Slice,
  SliceOptions,
  StoredEntity,
  TableOutcome,
} from '../ports/index.ts';
import { type Database, type Statement, sqlText } from '../sqlite.ts';
import { entityView, MOST_VIEWED } from '../tables/entity-view.ts';
import { type RulesOff, rulesOff, shownValues } from '../tables/shown-values.ts';
import { tableVersion } from '../tables/table-version.ts';
import type { Compression } from './compression.ts';
import type { Counts } from './counts.ts';
import { readCursor, sliceLimit, writeCursor } from './cursor.ts';
import { entityDocument } from './documents.ts';
import { MOST_OF_PAGE, packEntity, unpackEntity } from './entity-content.ts';
import type { IndexChanges } from './index-changes.ts';
import { Packer, Unpacker } from './packing.ts';
import { searchedSite } from './searched-site.ts';
import type { Sites } from './sites.ts';

export const MOST_TYPES = 200;

interface EntityRow {
  readonly id: number;
  readonly page: number | null;
  readonly entity_table: number | null;
  readonly live: number;
  readonly site: number;
  readonly url: string | null;
  readonly type: string;
  readonly name: string;
  readonly content: Uint8Array;
}

interface TableRow {
  readonly id: number;
  readonly name: string;
  readonly example: string;
  readonly columns: string;
  readonly made_at: number;
}

interface HeldRow {
  readonly id: number;
  readonly live: number;
  readonly site: number;
  readonly url: string | null;
}

/** What every row of a table is shown with. */
interface KnownTable {
  readonly name: string;
  readonly off: RulesOff;
}

export interface EntityParts {
  readonly db: Database;
  readonly compression: Compression;
  readonly counts: Counts;
  readonly sites: Sites;
  readonly changes: IndexChanges;
}

export class Entities {
  readonly #parts: EntityParts;
  readonly #packer = new Packer();
  readonly #insert: Statement;
  readonly #idsOfPage: Statement;
  readonly #rowsOfPage: Statement;
  readonly #delete: Statement;
  readonly #setLive: Statement;
  readonly #one: Statement;
  readonly #tables: Statement;
  #known = new Map<number, KnownTable>();

  constructor(parts: EntityParts) {
    this.#parts = parts;
    const { db } = parts;
    this.#insert = db.statement(
      `INSERT OR REPLACE INTO entity (id, page, entity_table, live, site, url, type, name, content)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#idsOfPage = db.statement('SELECT id, live, site, url FROM entity WHERE page = ? ORDER BY id');
    this.#rowsOfPage = db.statement('SELECT * FROM entity WHERE page = ? ORDER BY id');
    this.#delete = db.statement('DELETE FROM entity WHERE id = ?');
    this.#setLive = db.statement('UPDATE entity SET live = ? WHERE page = ?');
    this.#one = db.statement('SELECT * FROM entity WHERE id = ?');
    this.#tables = db.statement('SELECT * FROM entity_table ORDER BY name');
  }

  forget(): void {
    this.#known.clear();
  }

  /** What a version of a page states; those of before go, and their identities are given again. `known`: there may be some. */
  putOfPage(page: number, records: readonly EntityRecord[], live: boolean, known: boolean): void {
    const before = known ? this.#idsOfPage.all<HeldRow>(page) : [];
    for (const row of before) this.#dropped(row, row.live === 1);
    const kept = records.slice(0, MOST_OF_PAGE);
    for (const row of before.slice(kept.length)) this.#delete.run(row.id);
    kept.forEach((record, i) => {
      this.#put(before[i]?.id ?? this.#parts.counts.nextId(), record, page, null, live);
    });
  }

  /** A version became the current one of its page, or no longer is. */
  setLive(page: number, live: boolean): void {
    const rows = this.#rowsOfPage.all<EntityRow>(page).filter((row) => (row.live === 1) !== live);
    if (rows.length === 0) return;
    this.#setLive.run(live ? 1 : 0, page);
    for (const row of rows)
      if (live) this.#shown(row.id, this.#siteOf(row), () => this.#record(row));
      else this.#dropped(row, true);
  }

  dropOfPage(page: number): void {
    for (const row of this.#idsOfPage.all<HeldRow>(page)) {
      this.#dropped(row, row.live === 1);
      this.#delete.run(row.id);
    }
  }

  /** Those of tables, which no page has. */
  takeOut(gone: (url: string) => boolean): void {
    const rows = this.#parts.db
      .prepare('SELECT id, live, site, url FROM entity WHERE url IS NOT NULL')
      .all<HeldRow & { url: string }>();
    for (const row of rows) {
      if (!gone(row.url)) continue;
      this.#dropped(row, row.live === 1);
      this.#delete.run(row.id);
    }
  }

  putTable(table: EntityTableIn): void {
    const known = this.#parts.db
      .statement('SELECT id FROM entity_table WHERE name = ?')
      .get<{ id: number }>(sqlText(table.name));
    this.#writeTable(known?.id ?? null, table);
  }

  changeTable(id: number, expected: number, table: EntityTableIn): TableOutcome {
    const present = this.#table(id);
    if (present?.version !== expected) return { done: false, present };
    const other = this.#parts.db
      .statement('SELECT id FROM entity_table WHERE name = ? AND id <> ?')
      .get<{ id: number }>(sqlText(table.name), id);
    if (other !== undefined)
      throw new TarrafaError('TRF_REQUEST_INVALID', [reason('table-name-taken', { name: table.name })]);
    this.#writeTable(id, table);
    return { done: true, table: this.#table(id)! };
  }

  removeTable(id: number, expected: number): true | EntityTableSummary {
    const present = this.#table(id);
    if (present === null) return true;
    if (present.version !== expected) return present;
    this.#dropRows(id);
    this.#parts.db.statement('DELETE FROM entity_table WHERE id = ?').run(id);
    this.#known.delete(id);
    return true;
  }

  #dropRows(table: number): void {
    for (const row of this.#parts.db
      .statement('SELECT id, site, url FROM entity WHERE entity_table = ?')
      .all<Pick<HeldRow, 'id' | 'site' | 'url'>>(table)) {
      this.#dropped(row, true);
      this.#delete.run(row.id);
    }
  }

  #writeTable(known: number | null, table: EntityTableIn): void {
    const { db } = this.#parts;
    const name = sqlText(table.name);
    if (known !== null) this.#dropRows(known);
    db.statement(
      'INSERT OR REPLACE INTO entity_table (id, name, example, columns, made_at) VALUES (?, ?, ?, ?, ?)',
    ).run(known, name, sqlText(table.example), JSON.stringify(table.columns), table.madeAt);
    const id = db.statement('SELECT id FROM entity_table WHERE name = ?').get<{ id: number }>(name)!.id;
    this.#known.set(id, { name, off: rulesOff(table.columns) });
    for (const row of table.rows) this.#put(this.#parts.counts.nextId(), row, null, id, true);
  }

  #put(id: number, record: EntityRecord, page: number | null, table: number | null, live: boolean): void {
    const { sites, compression } = this.#parts;
    const site = sites.intern(record.site);
    const packer = this.#packer;
    packer.reset();
    packEntity(packer, record);
    this.#insert.run(
      id,
      page,
      table,
      live ? 1 : 0,
      site,
      sqlText(record.url),
      sqlText(record.type),
      sqlText(record.name),
      compression.pack(packer.view()),
    );
    if (live)
      this.#shown(id, searchedSite(sqlText(record.url), record.site), () =>
        table === null ? record : { ...record, values: shownValues(record.values, this.#ofTable(table).off) },
      );
  }

  #shown(id: number, site: string, record: () => EntityRecord): void {
    const { counts, sites, changes } = this.#parts;
    counts.add('entities', 1);
    sites.count(site, 'entities', 1);
    changes.put(id, () => entityDocument(id, record()));
  }

  #siteOf({ url, site }: Pick<HeldRow, 'url' | 'site'>): string {
    return searchedSite(url ?? '', this.#parts.sites.name(site));
  }

  #dropped(row: Pick<HeldRow, 'id' | 'site' | 'url'>, live: boolean): void {
    if (!live) return;
    const { counts, sites, changes } = this.#parts;
    counts.add('entities', -1);
    sites.count(this.#siteOf(row), 'entities', -1);
    changes.remove(row.id);
  }

  #record(row: EntityRow, switchedOff = false): StoredEntity {
    const content = unpackEntity(new Unpacker(this.#parts.compression.unpack(row.content)));
    const table = row.entity_table === null ? null : this.#ofTable(row.entity_table);
    return {
      id: row.id,
      url: row.url ?? '',
      site: this.#parts.sites.name(row.site),
      ...content,
      values: switchedOff ? content.values : shownValues(content.values, table?.off ?? null),
      table: table?.name ?? null,
    };
  }

  /** Read anew where another process may have changed it: what is known is dropped then. */
  #ofTable(id: number): KnownTable {
    let known = this.#known.get(id);
    if (known === undefined) {
      const row = this.#parts.db
        .statement('SELECT name, columns FROM entity_table WHERE id = ?')
        .get<{ name: string; columns: string }>(id);
      known =
        row === undefined
          ? { name: '', off: null }
          : { name: row.name, off: rulesOff(JSON.parse(row.columns) as EntityColumn[]) };
      this.#known.set(id, known);
    }
    return known;
  }

  ofPage(page: number): StoredEntity[] {
    return this.#rowsOfPage.all<EntityRow>(page).map((row) => this.#record(row));
  }

  get(id: number): StoredEntity | null {
    const row = this.#one.get<EntityRow>(id);
    return row === undefined ? null : this.#record(row);
  }

  tables(): EntityTableSummary[] {
    return this.#tables.all<TableRow>().map((row) => this.#summary(row));
  }

  #table(id: number): EntityTableSummary | null {
    const row = this.#parts.db.statement('SELECT * FROM entity_table WHERE id = ?').get<TableRow>(id);
    return row === undefined ? null : this.#summary(row);
  }

  #summary(row: TableRow): EntityTableSummary {
    const summary = {
      name: row.name,
      example: row.example,
      columns: JSON.parse(row.columns) as EntityColumn[],
      rows: this.#parts.db
        .statement('SELECT count(*) AS n FROM entity WHERE entity_table = ?')
        .get<{ n: number }>(row.id)!.n,
      madeAt: row.made_at,
    };
    return { id: row.id, ...summary, version: tableVersion(summary) };
  }

  types(): { readonly type: string; readonly count: number }[] {
    return this.#parts.db
      .statement(
        `SELECT type, count(*) AS count FROM entity WHERE live = 1 AND entity_table IS NULL GROUP BY type ORDER BY count DESC, type LIMIT ${MOST_TYPES}`,
      )
      .all<{ type: string; count: number }>()
      .map(({ type, count }) => ({ type, count }));
  }

  list(of: EntitiesOf, options: SliceOptions): Slice<StoredEntity> {
    const { db } = this.#parts;
    const limit = sliceLimit(options);
    const after = options.cursor === undefined ? 0 : readCursor('entities', options.cursor, [0] as const)[0];
    let rows: EntityRow[];
    if (of.table !== undefined) {
      const table = db
        .statement('SELECT id FROM entity_table WHERE name = ?')
        .get<{ id: number }>(sqlText(of.table));
      if (table === undefined) return { items: [], next: null };
      rows =
        of.type === undefined
          ? db
              .statement('SELECT * FROM entity WHERE entity_table = ? AND id > ? ORDER BY id LIMIT ?')
              .all<EntityRow>(table.id, after, limit + 1)
          : db
              .statement(
                'SELECT * FROM entity WHERE entity_table = ? AND type = ? AND id > ? ORDER BY id LIMIT ?',
              )
              .all<EntityRow>(table.id, sqlText(of.type), after, limit + 1);
    } else if (of.type !== undefined)
      rows = db
        .statement('SELECT * FROM entity WHERE type = ? AND live = 1 AND id > ? ORDER BY id LIMIT ?')
        .all<EntityRow>(sqlText(of.type), after, limit + 1);
    else
      rows = db
        .statement('SELECT * FROM entity WHERE live = 1 AND id > ? ORDER BY id LIMIT ?')
        .all<EntityRow>(after, limit + 1);
    const items = rows.slice(0, limit).map((row) => this.#record(row, of.switchedOff));
    return { items, next: rows.length > limit ? writeCursor('entities', [items.at(-1)!.id]) : null };
  }

  view(asked: EntityViewAsked, options: SliceOptions): EntityView {
    const { table, type } = asked;
    const rows: StoredEntity[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null && rows.length < MOST_VIEWED) {
      const slice = this.list({ table, type }, { limit: 1_000, ...(cursor === undefined ? {} : { cursor }) });
      for (const row of slice.items) rows.push(row);
      cursor = slice.next;
    }
    const made = table === undefined ? undefined : this.tables().find(({ name }) => name === table);
    return entityView(rows, made?.columns.map(({ name }) => name) ?? [], asked, options, cursor !== null);
  }
}

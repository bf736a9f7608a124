/**
 * Entities: what pages state of things, and the rows of tables, each with the values and where every value came from. Rows are written as they
 * come; at the end of a transaction what stands at each address that was touched is brought together (`sameThings`): one of the rows that tell
 * of a thing is live, is counted and searched with the values of all.
 */
import { fnv47 } from '../../bytes/index.ts';
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
import { alone, mergedThing } from '../tables/merged-thing.ts';
import { byPrecedence, isNamed, type RowOfTable, sameThings } from '../tables/same-things.ts';
import { type RulesOff, rulesOff, shownValues } from '../tables/shown-values.ts';
import { tableVersion } from '../tables/table-version.ts';
import { entityAddress } from './addresses.ts';
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
  readonly about: number | null;
  readonly thing: number | null;
  readonly named: number;
}

interface TableRow {
  readonly id: number;
  readonly name: string;
  readonly example: string;
  readonly columns: string;
  readonly made_at: number;
}

type HeldRow = Pick<EntityRow, 'id' | 'live' | 'site' | 'url' | 'about' | 'thing'>;
const HELD = 'id, live, site, url, about, thing';
/** As it is compared with others of its address. */
type ComparedRow = HeldRow & Pick<EntityRow, 'entity_table' | 'name' | 'named'>;

/** What every row of a table is shown with. */
interface KnownTable {
  readonly name: string;
  readonly madeAt: number;
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
  readonly #membersOf: Statement;
  readonly #atAddress: Statement;
  readonly #join: Statement;
  #known = new Map<number, KnownTable>();
  /** By the hash of their address: where something was written or is gone in this transaction. */
  readonly #touched = new Set<number>();
  /** What was written in it, or became current. */
  readonly #written = new Set<number>();
  /** Things that a row of was taken from in it. */
  readonly #lost = new Set<number>();

  constructor(parts: EntityParts) {
    this.#parts = parts;
    const { db } = parts;
    this.#insert = db.statement(
      `INSERT OR REPLACE INTO entity (id, page, entity_table, live, site, url, type, name, content, about, named)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#idsOfPage = db.statement(`SELECT ${HELD} FROM entity WHERE page = ? ORDER BY id`);
    this.#rowsOfPage = db.statement('SELECT * FROM entity WHERE page = ? ORDER BY id');
    this.#delete = db.statement('DELETE FROM entity WHERE id = ?');
    this.#setLive = db.statement('UPDATE entity SET live = ? WHERE page = ?');
    this.#one = db.statement('SELECT * FROM entity WHERE id = ?');
    this.#tables = db.statement('SELECT * FROM entity_table ORDER BY name');
    this.#membersOf = db.statement('SELECT * FROM entity WHERE thing = ?');
    this.#atAddress = db.statement(
      `SELECT ${HELD}, entity_table, name, named FROM entity
        WHERE about = ? AND (live = 1 OR entity_table IS NOT NULL) ORDER BY id`,
    );
    this.#join = db.statement('UPDATE entity SET live = ?, thing = ? WHERE id = ?');
  }

  forget(): void {
    this.#known.clear();
    this.#touched.clear();
    this.#written.clear();
    this.#lost.clear();
  }

  /** Brings together what is the same thing, wherever something changed. At the end of a transaction, before documents are made. */
  gather(): void {
    for (const about of this.#touched) {
      const rows = this.#atAddress.all<ComparedRow>(about);
      if (rows.some((row) => row.entity_table !== null))
        for (const some of ofOneAddress(rows)) this.#gatherAt(some);
    }
    this.#touched.clear();
    this.#written.clear();
    this.#lost.clear();
  }

  #gatherAt(rows: readonly ComparedRow[]): void {
    const { counts, sites, changes } = this.#parts;
    const compared = rows.map((row) => ({ id: row.id, name: row.name, of: this.#tableOf(row), row }));
    for (const { head, members } of sameThings(compared)) {
      let changed = this.#lost.has(head.id) || this.#written.has(head.id);
      for (const { row } of members) {
        changed ||= this.#written.has(row.id) || row.thing !== head.id;
        if (row.live === 1) this.#hidden(row);
        if (row.live === 1 || row.thing !== head.id) this.#join.run(0, head.id, row.id);
      }
      if (head.row.live === 0) {
        changed = true;
        this.#join.run(1, null, head.id);
        counts.add('entities', 1);
        sites.count(this.#siteOf(head.row), 'entities', 1);
      }
      if (changed)
        changes.put(head.id, () => {
          const thing = this.get(head.id);
          return thing === null ? null : entityDocument(head.id, thing);
        });
    }
  }

  /** The same of a catalogue of before, in which every row of a table was a thing by itself. */
  gatherAll(): void {
    const { db } = this.#parts;
    const set = db.statement('UPDATE entity SET about = ?, named = ? WHERE id = ?');
    const next = db.statement('SELECT * FROM entity WHERE id > ? ORDER BY id LIMIT 1000');
    for (let after = 0; ; ) {
      const rows = next.all<EntityRow>(after);
      if (rows.length === 0) break;
      after = rows.at(-1)!.id;
      for (const row of rows) {
        const address = entityAddress(row.url ?? '');
        if (address === null) continue;
        const about = fnv47(address);
        const named = row.entity_table !== null && isNamed(this.#content(row));
        set.run(about, named ? 1 : 0, row.id);
        if (row.entity_table !== null) this.#touched.add(about);
      }
    }
    this.gather();
  }

  #tableOf({ entity_table: table, named }: Pick<EntityRow, 'entity_table' | 'named'>): RowOfTable | null {
    return table === null ? null : { ...this.#ofTable(table), named: named === 1 };
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
      if (live) {
        this.#touch(row);
        this.#written.add(row.id);
        this.#shown(row.id, this.#siteOf(row), () => this.#record(row));
      } else this.#dropped(row, true);
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
      .prepare(`SELECT ${HELD} FROM entity WHERE url IS NOT NULL`)
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
      .statement(`SELECT ${HELD} FROM entity WHERE entity_table = ? ORDER BY id`)
      .all<HeldRow>(table)) {
      this.#dropped(row, row.live === 1);
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
    this.#known.set(id, { name, madeAt: table.madeAt, off: rulesOff(table.columns) });
    for (const row of table.rows) this.#put(this.#parts.counts.nextId(), row, null, id, true);
  }

  /** The row of a table that has an address waits for what else there is at it. */
  #put(id: number, record: EntityRecord, page: number | null, table: number | null, live: boolean): void {
    const { sites, compression } = this.#parts;
    const site = sites.intern(record.site);
    const address = entityAddress(record.url);
    const about = address === null ? null : fnv47(address);
    const waits = table !== null && about !== null;
    const packer = this.#packer;
    packer.reset();
    packEntity(packer, record);
    this.#insert.run(
      id,
      page,
      table,
      live && !waits ? 1 : 0,
      site,
      sqlText(record.url),
      sqlText(record.type),
      sqlText(record.name),
      compression.pack(packer.view()),
      about,
      table !== null && isNamed(record) ? 1 : 0,
    );
    if (live && about !== null) {
      this.#touched.add(about);
      this.#written.add(id);
    }
    if (live && !waits)
      this.#shown(id, searchedSite(sqlText(record.url), record.site), () => {
        const of = table === null ? null : this.#ofTable(table);
        return alone({
          ...record,
          values: shownValues(record.values, of?.off ?? null),
          table: of?.name ?? null,
        });
      });
  }

  #touch({ about }: Pick<HeldRow, 'about'>): void {
    if (about !== null) this.#touched.add(about);
  }

  #shown(id: number, site: string, record: () => Omit<StoredEntity, 'id'>): void {
    const { counts, sites, changes } = this.#parts;
    counts.add('entities', 1);
    sites.count(site, 'entities', 1);
    changes.put(id, () => entityDocument(id, record()));
  }

  #siteOf({ url, site }: Pick<HeldRow, 'url' | 'site'>): string {
    return searchedSite(url ?? '', this.#parts.sites.name(site));
  }

  #dropped(row: HeldRow, live: boolean): void {
    this.#written.delete(row.id);
    if (live || row.thing !== null) this.#touch(row);
    // What it was a row of has lost its values.
    if (row.thing !== null) this.#lost.add(row.thing);
    if (live) this.#hidden(row);
  }

  #hidden(row: HeldRow): void {
    const { counts, sites, changes } = this.#parts;
    counts.add('entities', -1);
    sites.count(this.#siteOf(row), 'entities', -1);
    changes.remove(row.id);
  }

  #content(row: Pick<EntityRow, 'content'>) {
    return unpackEntity(new Unpacker(this.#parts.compression.unpack(row.content)));
  }

  /** As it was read. */
  #record(row: EntityRow, switchedOff = false): StoredEntity {
    const content = this.#content(row);
    const table = row.entity_table === null ? null : this.#ofTable(row.entity_table);
    return alone({
      id: row.id,
      url: row.url ?? '',
      site: this.#parts.sites.name(row.site),
      ...content,
      values: switchedOff ? content.values : shownValues(content.values, table?.off ?? null),
      table: table?.name ?? null,
    });
  }

  /** With what further rows tell of the same. */
  #thing(row: EntityRow, switchedOff = false): StoredEntity {
    const members = this.#members(row).map((member) => this.#record(member, switchedOff));
    return mergedThing(this.#record(row, switchedOff), members);
  }

  #members({ id, live }: Pick<EntityRow, 'id' | 'live'>): EntityRow[] {
    if (live === 0) return [];
    return this.#membersOf
      .all<EntityRow>(id)
      .map((row) => ({ row, of: this.#tableOf(row)! }))
      .sort((a, b) => byPrecedence(a.of, b.of))
      .map(({ row }) => row);
  }

  /** Read anew where another process may have changed it: what is known is dropped then. */
  #ofTable(id: number): KnownTable {
    let known = this.#known.get(id);
    if (known === undefined) {
      const row = this.#parts.db
        .statement('SELECT name, columns, made_at FROM entity_table WHERE id = ?')
        .get<Pick<TableRow, 'name' | 'columns' | 'made_at'>>(id);
      known =
        row === undefined
          ? { name: '', madeAt: 0, off: null }
          : {
              name: row.name,
              madeAt: row.made_at,
              off: rulesOff(JSON.parse(row.columns) as EntityColumn[]),
            };
      this.#known.set(id, known);
    }
    return known;
  }

  ofPage(page: number): StoredEntity[] {
    return this.#rowsOfPage.all<EntityRow>(page).map((row) => this.#record(row));
  }

  get(id: number): StoredEntity | null {
    const row = this.#one.get<EntityRow>(id);
    return row === undefined ? null : this.#thing(row);
  }

  /** The row that a table has of a thing. */
  rowOf(id: number, table: string): StoredEntity | null {
    const row = this.#one.get<EntityRow>(id);
    if (row === undefined) return null;
    const found = [row, ...this.#members(row)].find(
      ({ entity_table: of }) => of !== null && this.#ofTable(of).name === sqlText(table),
    );
    return found === undefined ? null : this.#record(found);
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
    const items = rows
      .slice(0, limit)
      .map((row) =>
        of.table === undefined ? this.#thing(row, of.switchedOff) : this.#record(row, of.switchedOff),
      );
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

/** Two addresses may have one hash. */
function ofOneAddress<Row extends Pick<EntityRow, 'url'>>(rows: readonly Row[]): Iterable<Row[]> {
  const found = new Map<string | null, Row[]>();
  for (const row of rows) {
    const address = entityAddress(row.url ?? '');
    const some = found.get(address);
    if (some === undefined) found.set(address, [row]);
    else some.push(row);
  }
  return found.values();
}

/**
 * A copy of a shared catalogue's search index: the tables of `search-index` in a file of this machine, brought to the state of those in
 * PostgreSQL whenever their stamp differs. Segments are written once, so only those that the copy lacks are brought, and of those that lost
 * documents or got other link evidence the bits and the column that changed. The search is that of a catalogue file.
 *
 * Several processes that only read may share a file: rows are brought before anybody speaks of them, and what speaks of them is changed in
 * one short transaction. Who writes segments has a file for itself (`IndexWriter`).
 */
import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { numberArray, type Query } from '../../postgres/index.ts';
import { INDEX_FORM } from '../migrations.ts';
import { SEARCH_INDEX_SCHEMA, SqliteSearchIndex } from '../search-index/index.ts';
import { type Database, openDatabase, sqliteCode } from '../sqlite.ts';

/** What is drawn with every write of the index. */
export interface IndexState {
  readonly stamp: number;
  readonly next_segment: number;
  readonly next_row: number;
}

export interface SegmentHead {
  readonly id: number;
  readonly documents: number;
  readonly first_row: number;
  readonly last_row: number;
  readonly bytes: number;
  readonly changed: number;
}

/** Bytes that are brought in one statement. */
const AT_ONCE = 4 << 20;
/** How often it is begun again because another process changed the file meanwhile. */
const TRIES = 5;
/** Of the columns, the one that changes (with the bits of the documents that are gone). */
export const CHANGING_COLUMN = 'authority';

const COPY_SCHEMA = `
CREATE TABLE IF NOT EXISTS copy_of (one INTEGER PRIMARY KEY CHECK (one = 1), origin TEXT NOT NULL, form INTEGER NOT NULL);
-- Runs of rows that are being brought: what no segment speaks of in the end goes again.
CREATE TABLE IF NOT EXISTS copy_brought (first_row INTEGER PRIMARY KEY, last_row INTEGER NOT NULL);
`;

export class IndexCopy {
  readonly path: string;
  readonly db: Database;
  readonly index: SqliteSearchIndex;
  /** One at a time changes the file: whoever comes waits for the one before. */
  #last: Promise<unknown> = Promise.resolve();

  /** Opens the copy, or makes an empty one; one of another origin is emptied, one that cannot be read is made anew. */
  static open(path: string, origin: string): IndexCopy {
    mkdirSync(dirname(path), { recursive: true });
    try {
      return new IndexCopy(path, prepared(path, origin));
    } catch (error) {
      if (!/^SQLITE_(CORRUPT|NOTADB)/.test(sqliteCode(error))) throw error;
    }
    for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
    return new IndexCopy(path, prepared(path, origin));
  }

  private constructor(path: string, db: Database) {
    this.path = path;
    this.db = db;
    this.index = new SqliteSearchIndex(db);
  }

  get stamp(): number {
    return stateOf(this.db).stamp;
  }

  /** Runs `work` when nobody else of this process changes the file. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    const before = this.#last;
    const done = before.then(work, work);
    this.#last = done.catch(() => {});
    return done;
  }

  /** Runs `search` on one state of the copy. */
  read<T>(search: () => T): T {
    return this.db.snapshot(search);
  }

  close(): void {
    this.db.close();
  }
}

function prepared(path: string, origin: string): Database {
  const db = openCopy(path);
  try {
    db.transaction(() => {
      db.exec(SEARCH_INDEX_SCHEMA);
      db.exec(COPY_SCHEMA);
      const of = db.prepare('SELECT origin, form FROM copy_of').get<{ origin: string; form: number }>();
      if (of?.origin === origin && of.form === INDEX_FORM) return;
      empty(db);
      db.prepare('INSERT OR REPLACE INTO copy_of VALUES (1, ?, ?)').run(origin, INDEX_FORM);
    });
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}

/** A connection to the file of a copy. */
export function openCopy(path: string): Database {
  const db = openDatabase(path);
  db.exec('PRAGMA page_size = 16384');
  db.exec('PRAGMA journal_mode = WAL');
  // A copy that a loss of power takes is brought again.
  db.exec('PRAGMA synchronous = OFF');
  db.exec('PRAGMA cache_size = -32000');
  db.exec('PRAGMA wal_autocheckpoint = 4000');
  return db;
}

export function stateOf(db: Database): IndexState {
  return db.statement('SELECT stamp, next_segment, next_row FROM index_state').get<IndexState>()!;
}

export function headsOf(db: Database): SegmentHead[] {
  return db
    .statement('SELECT id, documents, first_row, last_row, bytes, changed FROM index_segments ORDER BY id')
    .all<SegmentHead>();
}

function empty(db: Database): void {
  for (const table of ['index_segments', 'index_columns', 'index_data', 'index_names', 'copy_brought'])
    db.exec(`DELETE FROM ${table}`);
  db.exec('UPDATE index_state SET stamp = 0, next_segment = 1, next_row = 1');
}

/**
 * Brings a copy to the state that `query` sees, which must stay one and the same meanwhile: a snapshot, or the index held by its only writer.
 * Answers the stamp.
 */
export async function bring(db: Database, query: Query): Promise<number> {
  for (let tried = 1; ; tried++) {
    const stamp = await tryBring(db, query);
    if (stamp !== null) return stamp;
    if (tried === TRIES) throw new Error('the copy of the search index is changed by others all the time');
  }
}

async function tryBring(db: Database, query: Query): Promise<number | null> {
  const [state] = await query<IndexState>('select stamp, next_segment, next_row from @index_state');
  const before = stateOf(db);
  if (before.stamp === state!.stamp) return before.stamp;
  if (before.stamp !== 0 && !(await isPast(query, before.stamp))) {
    db.transaction(() => {
      if (stateOf(db).stamp === before.stamp) empty(db);
    });
    return null;
  }
  const heads = await query<SegmentHead>(
    'select id, documents, first_row, last_row, bytes, changed from @index_segments order by id',
  );
  const had = new Map(headsOf(db).map((head) => [head.id, head]));
  const fresh = heads.filter(({ id }) => !had.has(id));
  const changed = heads.filter(({ id, changed }) => had.has(id) && had.get(id)!.changed !== changed);
  dropUnspoken(db, heads);
  for (const head of fresh) await bringRows(db, query, head);
  const columns = await bringColumns(query, fresh, changed);
  const deleted = await bringDeleted(query, [...fresh, ...changed]);
  const names = await bringNames(db, query);
  return db.transaction(() => {
    // Another process may have brought the same, or more, or dropped what it took for left over.
    if (stateOf(db).stamp !== before.stamp || !fresh.every((head) => isWhole(db, head))) return null;
    const kept = new Set(heads.map(({ id }) => id));
    for (const head of had.values()) if (!kept.has(head.id)) dropSegment(db, head);
    const column = db.statement(
      'INSERT OR REPLACE INTO index_columns (segment, name, bytes) VALUES (?, ?, ?)',
    );
    for (const { segment, name, bytes } of columns) column.run(segment, name, bytes);
    const segment = db.statement(
      'INSERT OR REPLACE INTO index_segments (id, documents, first_row, last_row, bytes, changed, deleted) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    for (const head of [...fresh, ...changed])
      segment.run(
        head.id,
        head.documents,
        head.first_row,
        head.last_row,
        head.bytes,
        head.changed,
        deleted.get(head.id) ?? null,
      );
    const name = db.statement('INSERT OR REPLACE INTO index_names (kind, id, name) VALUES (?, ?, ?)');
    for (const row of names) name.run(row.kind, row.id, row.name);
    db.exec('DELETE FROM copy_brought');
    db.statement('UPDATE index_state SET stamp = ?, next_segment = ?, next_row = ?').run(
      state!.stamp,
      state!.next_segment,
      state!.next_row,
    );
    return state!.stamp;
  });
}

/** Whether the index was once in the state that a copy has. */
async function isPast(query: Query, stamp: number): Promise<boolean> {
  const rows = await query('select 1 from @index_history where stamp = $1', [stamp]);
  return rows.length > 0;
}

/** What was brought for segments that were merged away before it was all there. */
function dropUnspoken(db: Database, heads: readonly SegmentHead[]): void {
  const spoken = new Set(heads.map((head) => head.first_row));
  const brought = db
    .statement('SELECT first_row, last_row FROM copy_brought')
    .all<Pick<SegmentHead, 'first_row' | 'last_row'>>();
  for (const run of brought)
    if (!spoken.has(run.first_row))
      db.transaction(() => {
        db.statement('DELETE FROM index_data WHERE id BETWEEN ? AND ?').run(run.first_row, run.last_row);
        db.statement('DELETE FROM copy_brought WHERE first_row = ?').run(run.first_row);
      });
}

async function bringRows(db: Database, query: Query, head: SegmentHead): Promise<void> {
  const rows = head.last_row - head.first_row + 1;
  if (rows <= 0) return;
  db.statement('INSERT OR REPLACE INTO copy_brought (first_row, last_row) VALUES (?, ?)').run(
    head.first_row,
    head.last_row,
  );
  const together = Math.max(1, Math.floor((AT_ONCE * rows) / Math.max(1, head.bytes)));
  const insert = db.statement('INSERT OR REPLACE INTO index_data (id, bytes) VALUES (?, ?)');
  for (let from = head.first_row; from <= head.last_row; from += together) {
    const part = await query<{ id: number; bytes: Uint8Array }>(
      'select id, bytes from @index_data where id between $1 and $2 order by id',
      [from, Math.min(head.last_row, from + together - 1)],
    );
    db.transaction(() => {
      for (const { id, bytes } of part) insert.run(id, bytes);
    });
  }
}

function isWhole(db: Database, { first_row: first, last_row: last }: SegmentHead): boolean {
  const there = db
    .statement('SELECT count(*) AS n FROM index_data WHERE id BETWEEN ? AND ?')
    .get<{ n: number }>(first, last)!.n;
  return there === last - first + 1;
}

interface ColumnRow {
  readonly segment: number;
  readonly name: string;
  readonly bytes: Uint8Array;
}

async function bringColumns(
  query: Query,
  fresh: readonly SegmentHead[],
  changed: readonly SegmentHead[],
): Promise<ColumnRow[]> {
  const rows: ColumnRow[] = [];
  for (const { id } of fresh)
    rows.push(
      ...(await query<ColumnRow>('select segment, name, bytes from @index_columns where segment = $1', [id])),
    );
  if (changed.length > 0)
    rows.push(
      ...(await query<ColumnRow>(
        `select segment, name, bytes from @index_columns where segment = any($1::bigint[]) and name = '${CHANGING_COLUMN}'`,
        [numberArray(changed.map(({ id }) => id))],
      )),
    );
  return rows;
}

async function bringDeleted(
  query: Query,
  heads: readonly SegmentHead[],
): Promise<ReadonlyMap<number, Uint8Array>> {
  if (heads.length === 0) return new Map();
  const rows = await query<{ id: number; deleted: Uint8Array }>(
    'select id, deleted from @index_segments where id = any($1::bigint[]) and deleted is not null',
    [numberArray(heads.map(({ id }) => id))],
  );
  return new Map(rows.map(({ id, deleted }) => [id, deleted]));
}

interface NameRow {
  readonly kind: number;
  readonly id: number;
  readonly name: string;
}

/** Names are only ever added, with the next number of their kind. */
async function bringNames(db: Database, query: Query): Promise<NameRow[]> {
  const last = db
    .statement('SELECT kind, max(id) AS id FROM index_names GROUP BY kind')
    .all<{ kind: number; id: number }>();
  return query<NameRow>(
    `select names.kind, names.id, names.name from @index_names names
      left join unnest($1::int[], $2::int[]) as last (kind, id) on last.kind = names.kind where names.id > coalesce(last.id, 0)`,
    [numberArray(last.map(({ kind }) => kind)), numberArray(last.map(({ id }) => id))],
  );
}

function dropSegment(db: Database, { id, first_row: first, last_row: last }: SegmentHead): void {
  db.statement('DELETE FROM index_segments WHERE id = ?').run(id);
  db.statement('DELETE FROM index_columns WHERE segment = ?').run(id);
  db.statement('DELETE FROM index_data WHERE id BETWEEN ? AND ?').run(first, last);
}

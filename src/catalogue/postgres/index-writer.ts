/**
 * The one who writes segments, in turn with others. Whoever holds the lock brings its copy to the state of PostgreSQL, changes the copy as a
 * catalogue file is changed, and sends what that made of it; the transaction in the copy ends after that in PostgreSQL, so that after a
 * death in between the copy is behind, never ahead.
 *
 * Documents that are to be indexed stand in `unindexed` from the transaction that wrote them on. Their writer takes them out with the
 * segment that has them; of those whose writer died, whoever comes next makes the documents again.
 */
import { randomBytes } from 'node:crypto';
import { numberArray, type Query, textArray } from '../../postgres/index.ts';
import { SqliteSearchIndex } from '../search-index/index.ts';
import type { IndexedDocument, SearchIndex } from '../search-index/port.ts';
import type { Database } from '../sqlite.ts';
import type { DocumentChanges } from './document-changes.ts';
import {
  bring,
  CHANGING_COLUMN,
  headsOf,
  type IndexCopy,
  openCopy,
  type SegmentHead,
  stateOf,
} from './index-copy.ts';
import { joined, type Tables } from './tables.ts';

/** Bytes that are sent in one statement. */
const AT_ONCE = 4 << 20;
/** Stamps of the past that are remembered: a copy that slept for longer is brought anew. */
const HISTORY = 20_000;

export class IndexWriter {
  readonly #tables: Tables;
  readonly #copy: IndexCopy;
  /** A connection of its own: its transaction is open while PostgreSQL is waited for, and others of this process search meanwhile. */
  readonly #db: Database;
  readonly #index: SqliteSearchIndex;

  constructor(tables: Tables, copy: IndexCopy) {
    this.#tables = tables;
    this.#copy = copy;
    this.#db = openCopy(copy.path);
    this.#index = new SqliteSearchIndex(this.#db);
  }

  /** Indexes what a batch changed, but for what others have changed again since. Answers the stamp of the index. */
  async apply(changes: DocumentChanges, version: number): Promise<number> {
    return this.write(async (index, query) => {
      const taken = await query<{ document: number }>(
        'delete from @unindexed where document = any($1::bigint[]) and version = $2 returning document',
        [numberArray(changes.ids()), version],
      );
      const own = new Set(taken.map(({ document }) => document));
      change(
        index,
        changes.ids().filter((id) => own.has(id)),
        (id) => changes.document(id),
      );
    });
  }

  /** Indexes documents that are waiting, whoever wrote them. Answers how many there were. */
  async drain(
    most: number,
    documents: (query: Query, ids: readonly number[]) => Promise<ReadonlyMap<number, IndexedDocument>>,
  ): Promise<number> {
    let drained = 0;
    await this.write(async (index, query) => {
      const waiting = await query<{ document: number }>(
        `delete from @unindexed where document in (select document from @unindexed order by document limit $1) returning document`,
        [most],
      );
      drained = waiting.length;
      if (drained === 0) return;
      const ids = waiting.map(({ document }) => document).sort((a, b) => a - b);
      const made = await documents(query, ids);
      change(index, ids, (id) => made.get(id) ?? null);
    });
    return drained;
  }

  /** Runs `work` on the index as its only writer. What it asks of PostgreSQL by `query` is in the same transaction. */
  async write(work: (index: SearchIndex, query: Query) => Promise<void>): Promise<number> {
    return this.#copy.alone(async () => {
      let open = false;
      const rollBack = (): void => {
        if (open) this.#db.exec('ROLLBACK');
        open = false;
      };
      try {
        const stamp = await this.#tables.transaction(async (query) => {
          rollBack();
          await query('select pg_advisory_xact_lock(hashtext($1))', [
            `tarrafa ${this.#tables.database.schema} catalogue index`,
          ]);
          await bring(this.#db, query);
          this.#db.exec('BEGIN IMMEDIATE');
          open = true;
          const before = { state: stateOf(this.#db), heads: headsOf(this.#db), names: namesOf(this.#db) };
          await work(this.#index, query);
          if (stateOf(this.#db).stamp !== before.state.stamp) await this.#send(query, before);
          return stateOf(this.#db).stamp;
        });
        this.#db.exec('COMMIT');
        open = false;
        return stamp;
      } finally {
        rollBack();
      }
    });
  }

  /** Sends what has changed since. */
  async #send(query: Query, before: Before): Promise<void> {
    const state = stateOf(this.#db);
    const heads = headsOf(this.#db);
    const had = new Map(before.heads.map((head) => [head.id, head]));
    const has = new Set(heads.map(({ id }) => id));
    const fresh = heads.filter(({ id }) => !had.has(id));
    const changed = heads.filter(({ id, changed }) => had.has(id) && had.get(id)!.changed !== changed);
    const gone = before.heads.filter(({ id }) => !has.has(id));
    for (const head of fresh) await this.#sendRows(query, head);
    await this.#sendColumns(query, fresh, changed);
    await this.#sendHeads(query, [...fresh, ...changed]);
    for (const { id, first_row: first, last_row: last } of gone) {
      await query('delete from @index_data where id between $1 and $2', [first, last]);
      await query('delete from @index_columns where segment = $1', [id]);
      await query('delete from @index_segments where id = $1', [id]);
    }
    await this.#sendNames(query, before.names);
    await query('insert into @index_history (stamp) values ($1)', [state.stamp]);
    if (state.stamp % 256 === 0)
      await query(`delete from @index_history where n < (select max(n) from @index_history) - ${HISTORY}`);
    await query('update @index_state set stamp = $1, next_segment = $2, next_row = $3', [
      state.stamp,
      state.next_segment,
      state.next_row,
    ]);
  }

  async #sendRows(query: Query, { first_row: first, last_row: last }: SegmentHead): Promise<void> {
    let ids: number[] = [];
    let parts: Uint8Array[] = [];
    let size = 0;
    const flush = async (): Promise<void> => {
      if (ids.length === 0) return;
      const { bytes, starts, lengths } = joined(parts);
      await query(
        `insert into @index_data (id, bytes) select id, substring($2::bytea from start for length)
          from unnest($1::bigint[], $3::int[], $4::int[]) as d (id, start, length)`,
        [numberArray(ids), bytes, starts, lengths],
      );
      [ids, parts, size] = [[], [], 0];
    };
    for (const { id, bytes } of this.#db
      .prepare('SELECT id, bytes FROM index_data WHERE id BETWEEN ? AND ? ORDER BY id')
      .iterate<{ id: number; bytes: Uint8Array }>(first, last)) {
      ids.push(id);
      parts.push(bytes);
      size += bytes.length;
      if (size >= AT_ONCE) await flush();
    }
    await flush();
  }

  async #sendColumns(
    query: Query,
    fresh: readonly SegmentHead[],
    changed: readonly SegmentHead[],
  ): Promise<void> {
    const read = this.#db.statement('SELECT name, bytes FROM index_columns WHERE segment = ?');
    for (const { id } of fresh) {
      const rows = read.all<{ name: string; bytes: Uint8Array }>(id);
      const { bytes, starts, lengths } = joined(rows.map((row) => row.bytes));
      await query(
        `insert into @index_columns (segment, name, bytes) select $1::bigint, name, substring($3::bytea from start for length)
          from unnest($2::text[], $4::int[], $5::int[]) as c (name, start, length)`,
        [id, textArray(rows.map(({ name }) => name)), bytes, starts, lengths],
      );
    }
    const column = this.#db.statement('SELECT bytes FROM index_columns WHERE segment = ? AND name = ?');
    for (const { id } of changed) {
      const { bytes } = column.get<{ bytes: Uint8Array }>(id, CHANGING_COLUMN)!;
      await query(
        `update @index_columns set bytes = $2 where segment = $1 and name = '${CHANGING_COLUMN}' and bytes <> $2`,
        [id, bytes],
      );
    }
  }

  async #sendHeads(query: Query, heads: readonly SegmentHead[]): Promise<void> {
    const deleted = this.#db.statement('SELECT deleted FROM index_segments WHERE id = ?');
    for (const { id, documents, first_row: first, last_row: last, bytes, changed } of heads)
      await query(
        `insert into @index_segments (id, documents, first_row, last_row, bytes, changed, deleted) values ($1, $2, $3, $4, $5, $6, $7::bytea)
          on conflict (id) do update set changed = excluded.changed, deleted = excluded.deleted`,
        [
          id,
          documents,
          first,
          last,
          bytes,
          changed,
          deleted.get<{ deleted: Uint8Array | null }>(id)?.deleted ?? null,
        ],
      );
  }

  async #sendNames(query: Query, before: ReadonlyMap<number, number>): Promise<void> {
    const rows = [0, 1, 2].flatMap((kind) =>
      this.#db
        .statement('SELECT kind, id, name FROM index_names WHERE kind = ? AND id > ?')
        .all<{ kind: number; id: number; name: string }>(kind, before.get(kind) ?? 0),
    );
    if (rows.length === 0) return;
    await query(
      'insert into @index_names (kind, id, name) select * from unnest($1::int[], $2::int[], $3::text[])',
      [
        numberArray(rows.map(({ kind }) => kind)),
        numberArray(rows.map(({ id }) => id)),
        textArray(rows.map(({ name }) => name)),
      ],
    );
  }

  close(): void {
    this.#db.close();
  }
}

interface Before {
  readonly heads: readonly SegmentHead[];
  readonly names: ReadonlyMap<number, number>;
}

function namesOf(db: Database): ReadonlyMap<number, number> {
  return new Map(
    db
      .statement('SELECT kind, max(id) AS id FROM index_names GROUP BY kind')
      .all<{ kind: number; id: number }>()
      .map(({ kind, id }) => [kind, id]),
  );
}

function change(
  index: SearchIndex,
  ids: readonly number[],
  document: (id: number) => IndexedDocument | null,
): void {
  const documents: IndexedDocument[] = [];
  const gone: number[] = [];
  for (const id of ids) {
    const made = document(id);
    if (made === null) gone.push(id);
    else documents.push(made);
  }
  index.remove(gone);
  index.add(documents);
}

/** A number that tells one change from all others. */
export const drawVersion = (): number => randomBytes(6).readUIntBE(0, 6) + 1;

/** What people added to a collection that several machines share. */
import type {
  Kept,
  KeptChange,
  KeptKind,
  KeptOutcome,
  KeptValues,
  Slice,
  SliceOptions,
} from '../ports/index.ts';
import { sqlText } from '../sqlite.ts';
import { readCursor, sliceLimit, writeCursor } from '../store/cursor.ts';
import { keptJson } from '../store/kept-file.ts';
import { type Tables, whole } from './tables.ts';

interface Row {
  readonly id: string;
  readonly version: number;
  readonly at: number;
  readonly by: string;
  readonly value: string;
}

const COLUMNS = 'id, version, at, by, value';
const ONE = 'kind = $1 and md5(id) = md5($2::text)';

function keptOf<K extends KeptKind>(kind: K, { id, version, at, by, value }: Row): Kept<K> {
  return { kind, id, version, at, by, value: JSON.parse(value) as KeptValues[K] };
}

export class SharedKept {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async get<K extends KeptKind>(kind: K, id: string): Promise<Kept<K> | null> {
    const [row] = await this.#tables.query<Row>(`select ${COLUMNS} from @kept where ${ONE}`, [
      kind,
      sqlText(id),
    ]);
    return row === undefined ? null : keptOf(kind, row);
  }

  async list<K extends KeptKind>(kind: K, options: SliceOptions): Promise<Slice<Kept<K>>> {
    const limit = sliceLimit(options);
    const after = options.cursor === undefined ? '' : readCursor('kept', options.cursor, [''] as const)[0];
    const rows = await this.#tables.query<Row>(
      `select ${COLUMNS} from @kept where kind = $1 and id > $2 order by id limit $3`,
      [kind, sqlText(after), limit + 1],
    );
    const items = rows.slice(0, limit).map((row) => keptOf(kind, row));
    return { items, next: rows.length > limit ? writeCursor('kept', [items.at(-1)!.id]) : null };
  }

  /** A transaction that is done again finds its own row: the version that it drew says so. */
  async keep<K extends KeptKind>(change: KeptChange<K>): Promise<KeptOutcome<K>> {
    const { kind, id, expected, at, by } = change;
    // JSON escapes what SQL cannot keep.
    const value = keptJson(change);
    const version = await this.#draw();
    return this.#tables.transaction(async (query): Promise<KeptOutcome<K>> => {
      const row = [kind, sqlText(id), version, whole(at), sqlText(by), value];
      const [written] =
        expected === 0
          ? await query<Row>(
              `insert into @kept as mine (kind, id, version, at, by, value) values ($1, $2, $3, $4, $5, $6)
                on conflict (kind, md5(id)) do update set version = excluded.version where mine.version = excluded.version
                returning ${COLUMNS}`,
              row,
            )
          : await query<Row>(
              `update @kept set version = $3, at = $4, by = $5, value = $6 where ${ONE} and version in ($7, $3)
                returning ${COLUMNS}`,
              [...row, whole(expected)],
            );
      if (written !== undefined) return { done: true, kept: keptOf(kind, written) };
      const [present] = await query<Row>(`select ${COLUMNS} from @kept where ${ONE}`, [kind, sqlText(id)]);
      return { done: false, present: present === undefined ? null : keptOf(kind, present) };
    });
  }

  async unkeep<K extends KeptKind>(kind: K, id: string, expected: number): Promise<true | Kept<K>> {
    return this.#tables.transaction(async (query): Promise<true | Kept<K>> => {
      await query(`delete from @kept where ${ONE} and version = $3`, [kind, sqlText(id), whole(expected)]);
      const [present] = await query<Row>(`select ${COLUMNS} from @kept where ${ONE}`, [kind, sqlText(id)]);
      return present === undefined ? true : keptOf(kind, present);
    });
  }

  async #draw(): Promise<number> {
    const [row] = await this.#tables.query<{ number: number }>("select nextval('@kept_number') as number");
    return row!.number;
  }
}

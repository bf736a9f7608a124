/** Entities of a shared catalogue, as a batch changes them. */
import { numberArray, type Query, textArray } from '../../postgres/index.ts';
import type { EntityRecord, EntityTableIn, StoredEntity } from '../ports/index.ts';
import { sqlText } from '../sqlite.ts';
import { entityDocument } from '../store/documents.ts';
import { MOST_OF_PAGE, packEntity, unpackEntity } from '../store/entity-content.ts';
import { Packer, Unpacker } from '../store/packing.ts';
import { searchedSite } from '../store/searched-site.ts';
import { type RulesOff, rulesOff, shownValues } from '../tables/shown-values.ts';
import type { Contents } from './contents.ts';
import type { CountChanges } from './count-changes.ts';
import type { DocumentChanges } from './document-changes.ts';
import { joined, whole } from './tables.ts';

export interface EntityRow {
  readonly id: number;
  readonly page: number | null;
  readonly entity_table: number | null;
  readonly live: boolean;
  readonly site: number;
  readonly url: string | null;
  readonly type: string;
  readonly name: string;
  readonly content: Uint8Array;
  /** Of its site and table, where they were asked for. */
  readonly site_name?: string;
  readonly table_name?: string | null;
}

interface Held {
  readonly id: number;
  live: boolean;
  /** Under which it is counted. */
  readonly searched: string;
  readonly record: () => EntityRecord;
}

interface Written {
  readonly id: number;
  readonly page: number | null;
  readonly table: number | null;
  live: boolean;
  readonly site: number;
  readonly record: EntityRecord;
}

export interface EntityBatchParts {
  readonly contents: Contents;
  readonly counts: CountChanges;
  readonly changes: DocumentChanges;
  readonly nextId: () => number;
  readonly site: (name: string) => number;
}

export class EntityBatch {
  readonly #parts: EntityBatchParts;
  /** By the version of a page that states them, as they are now. */
  readonly #ofPage = new Map<number, Held[]>();
  readonly #written = new Map<number, Written>();
  readonly #live = new Map<number, boolean>();
  readonly #gone = new Set<number>();

  constructor(parts: EntityBatchParts) {
    this.#parts = parts;
  }

  /** Brings what versions of pages that are there state. */
  async load(query: Query, pages: readonly number[]): Promise<void> {
    if (pages.length === 0) return;
    const rows = await query<EntityRow & { page: number }>(
      `select entity.*, site.name as site_name from @entity entity join @site site on site.id = entity.site
        where page = any($1::bigint[]) order by page, entity.id`,
      [numberArray(pages)],
    );
    const contents = await this.#parts.contents.unpacked(rows.map(({ content }) => content));
    rows.forEach((row, i) => {
      const held: Held = {
        id: row.id,
        live: row.live,
        searched: searchedSite(row.url ?? '', row.site_name!),
        record: () => storedEntity(row, contents[i]!),
      };
      const list = this.#ofPage.get(row.page);
      if (list === undefined) this.#ofPage.set(row.page, [held]);
      else list.push(held);
    });
  }

  /** What a version of a page states; those of before go, and their identities are given again. */
  putOfPage(page: number, records: readonly EntityRecord[], live: boolean): void {
    const before = this.#ofPage.get(page) ?? [];
    for (const held of before) this.#dropped(held);
    const kept = records.slice(0, MOST_OF_PAGE);
    for (const { id } of before.slice(kept.length)) this.#remove(id);
    this.#ofPage.set(
      page,
      kept.map((record, i) => this.#put(before[i]?.id ?? this.#parts.nextId(), record, page, null, live)),
    );
  }

  /** A version became the current one of its page, or no longer is. */
  setLive(page: number, live: boolean): void {
    for (const held of this.#ofPage.get(page) ?? []) {
      if (held.live === live) continue;
      if (!live) this.#dropped(held);
      held.live = live;
      const written = this.#written.get(held.id);
      if (written === undefined) this.#live.set(held.id, live);
      else written.live = live;
      if (live) this.#shown(held);
    }
  }

  dropOfPage(page: number): void {
    for (const held of this.#ofPage.get(page) ?? []) {
      this.#dropped(held);
      this.#remove(held.id);
    }
    this.#ofPage.delete(page);
  }

  async putTable(query: Query, table: EntityTableIn): Promise<void> {
    const [made] = await query<{ id: number }>(
      `insert into @entity_table (name, example, columns, made_at) values ($1, $2, $3, $4)
         on conflict (md5(name)) do update set example = excluded.example, columns = excluded.columns, made_at = excluded.made_at
         returning id`,
      tableParameters(table),
    );
    await this.#putRows(query, made!.id, table);
  }

  /** The table of a number, whatever it is called now. */
  async changeTable(query: Query, id: number, table: EntityTableIn): Promise<void> {
    await query(
      'update @entity_table set name = $1, example = $2, columns = $3, made_at = $4 where id = $5',
      [...tableParameters(table), id],
    );
    await this.#putRows(query, id, table);
  }

  async removeTable(query: Query, id: number): Promise<void> {
    await this.#dropRows(query, id);
    await query('delete from @entity_table where id = $1', [id]);
  }

  async #dropRows(query: Query, table: number): Promise<void> {
    const before = await query<{ id: number; url: string | null; site: string }>(
      `delete from @entity entity using @site site where site.id = entity.site and entity_table = $1
        returning entity.id, entity.url, site.name as site`,
      [table],
    );
    for (const { id, url, site } of before)
      this.#dropped({ id, searched: searchedSite(url ?? '', site), live: true });
  }

  async #putRows(query: Query, id: number, table: EntityTableIn): Promise<void> {
    await this.#dropRows(query, id);
    // Put earlier by this very batch.
    for (const row of [...this.#written.values()])
      if (row.table === id) {
        this.#dropped({ ...row, searched: searchedOf(row.record) });
        this.#written.delete(row.id);
      }
    const off = rulesOff(table.columns);
    for (const row of table.rows) this.#put(this.#parts.nextId(), row, null, id, true, off);
  }

  #put(
    id: number,
    record: EntityRecord,
    page: number | null,
    table: number | null,
    live: boolean,
    off: RulesOff = null,
  ): Held {
    const site = this.#parts.site(record.site);
    this.#gone.delete(id);
    this.#live.delete(id);
    this.#written.set(id, { id, page, table, live, site, record });
    const shown = off === null ? record : { ...record, values: shownValues(record.values, off) };
    const held: Held = { id, live, searched: searchedOf(record), record: () => shown };
    if (live) this.#shown(held);
    return held;
  }

  #remove(id: number): void {
    this.#written.delete(id);
    this.#live.delete(id);
    this.#gone.add(id);
  }

  #shown({ id, searched, record }: Held): void {
    const { counts, changes } = this.#parts;
    counts.add('entities', 1);
    counts.site(searched, 'entities', 1);
    changes.put(id, () => entityDocument(id, record()));
  }

  #dropped({ id, live, searched }: Pick<Held, 'id' | 'live' | 'searched'>): void {
    if (!live) return;
    const { counts, changes } = this.#parts;
    counts.add('entities', -1);
    counts.site(searched, 'entities', -1);
    changes.remove(id);
  }

  async write(query: Query): Promise<void> {
    if (this.#gone.size > 0)
      await query('delete from @entity where id = any($1::bigint[])', [numberArray([...this.#gone])]);
    for (const live of [true, false]) {
      const ids = [...this.#live].filter(([, value]) => value === live).map(([id]) => id);
      if (ids.length > 0)
        await query('update @entity set live = $2::boolean where id = any($1::bigint[])', [
          numberArray(ids),
          live,
        ]);
    }
    if (this.#written.size === 0) return;
    const rows = [...this.#written.values()];
    const packer = new Packer();
    const contents = joined(
      rows.map(({ record }) => {
        packer.reset();
        packEntity(packer, record);
        return this.#parts.contents.compression.pack(packer.view());
      }),
    );
    await query(
      `insert into @entity (id, page, entity_table, live, site, url, type, name, content)
         select id, page, entity_table, live, site, url, type, name, substring($9::bytea from start for length)
         from unnest($1::bigint[], $2::bigint[], $3::int[], $4::boolean[], $5::int[], $6::text[], $7::text[], $8::text[], $10::int[], $11::int[])
           as e (id, page, entity_table, live, site, url, type, name, start, length)
         on conflict (id) do update set page = excluded.page, entity_table = excluded.entity_table, live = excluded.live,
           site = excluded.site, url = excluded.url, type = excluded.type, name = excluded.name, content = excluded.content`,
      [
        numberArray(rows.map(({ id }) => id)),
        numberArray(rows.map(({ page }) => page)),
        numberArray(rows.map(({ table }) => table)),
        numberArray(rows.map(({ live }) => (live ? 'true' : 'false'))),
        numberArray(rows.map(({ site }) => site)),
        textArray(rows.map(({ record }) => sqlText(record.url))),
        textArray(rows.map(({ record }) => sqlText(record.type))),
        textArray(rows.map(({ record }) => sqlText(record.name))),
        contents.bytes,
        contents.starts,
        contents.lengths,
      ],
    );
  }
}

const searchedOf = ({ url, site }: EntityRecord): string => searchedSite(sqlText(url), site);

/** As JSON escapes it: a NUL would be refused. */
const tableParameters = ({ name, example, columns, madeAt }: EntityTableIn) => [
  sqlText(name),
  sqlText(example),
  JSON.stringify(columns),
  whole(madeAt),
];

/** An entity as it was given, of its row and its inflated content. */
export function storedEntity(row: EntityRow, content: Uint8Array): StoredEntity {
  return {
    id: row.id,
    url: row.url ?? '',
    site: row.site_name ?? '',
    ...unpackEntity(new Unpacker(content)),
    table: row.table_name ?? null,
  };
}

/**
 * Entities of a shared catalogue, as a batch changes them; in the end what is the same thing is brought together, as `Entities` does it in a
 * file.
 */
import { numberArray, type Query, textArray } from '../../postgres/index.ts';
import type { EntityRecord, EntityTableIn, StoredEntity } from '../ports/index.ts';
import type { IndexedDocument } from '../search-index/port.ts';
import { sqlText } from '../sqlite.ts';
import { entityAddress } from '../store/addresses.ts';
import { entityDocument } from '../store/documents.ts';
import { MOST_OF_PAGE, packEntity, unpackEntity } from '../store/entity-content.ts';
import { Packer, Unpacker } from '../store/packing.ts';
import { searchedSite } from '../store/searched-site.ts';
import { alone } from '../tables/merged-thing.ts';
import { isNamed, type RowOfTable, sameThings } from '../tables/same-things.ts';
import { type RulesOff, rulesOff, shownValues } from '../tables/shown-values.ts';
import type { Contents } from './contents.ts';
import type { CountChanges } from './count-changes.ts';
import type { DocumentChanges } from './document-changes.ts';
import { addressHash } from './interning.ts';
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
  readonly about: string | null;
  readonly thing: number | null;
  readonly named: boolean;
  /** Of its site and table, where they were asked for. */
  readonly site_name?: string;
  readonly table_name?: string | null;
  readonly table_made_at?: number | null;
}

/** As it is compared with others of its address. */
type ComparedRow = Pick<
  EntityRow,
  'id' | 'live' | 'thing' | 'url' | 'name' | 'named' | 'table_name' | 'table_made_at'
> & { readonly about: string; readonly site_name: string };

/** Things as the index takes them, by their identities. */
export type ThingDocuments = (
  query: Query,
  ids: readonly number[],
) => Promise<ReadonlyMap<number, IndexedDocument>>;

export function rowOfTable({
  named,
  table_name: name = null,
  table_made_at: madeAt = null,
}: Pick<EntityRow, 'named' | 'table_name' | 'table_made_at'>): RowOfTable | null {
  return name === null ? null : { name, madeAt: madeAt ?? 0, named };
}

interface Held {
  readonly id: number;
  live: boolean;
  /** Under which it is counted. */
  readonly searched: string;
  readonly about: string | null;
  readonly record: () => StoredEntity;
}

interface Written {
  readonly id: number;
  readonly page: number | null;
  readonly table: number | null;
  live: boolean;
  readonly site: number;
  readonly about: string | null;
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
  /** By the hash of their address: where something was written or is gone. */
  readonly #touched = new Set<string>();
  /** What was written, or became current. */
  readonly #fresh = new Set<number>();
  /** Things that a row of was taken from. */
  readonly #lost = new Set<number>();

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
        about: row.about,
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
      if (live) {
        this.#touch(held);
        this.#shown(held);
      }
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
    const before = await query<Pick<EntityRow, 'id' | 'url' | 'live' | 'about' | 'thing'> & { site: string }>(
      `delete from @entity entity using @site site where site.id = entity.site and entity_table = $1
        returning entity.id, entity.url, entity.live, entity.about, entity.thing, site.name as site`,
      [table],
    );
    for (const { id, url, site, live, about, thing } of before.sort((a, b) => a.id - b.id)) {
      if (about !== null) this.#touched.add(about);
      // What it was a row of has lost its values.
      if (thing !== null) this.#lost.add(thing);
      this.#dropped({ id, searched: searchedSite(url ?? '', site), live, about });
    }
  }

  async #putRows(query: Query, id: number, table: EntityTableIn): Promise<void> {
    await this.#dropRows(query, id);
    // Put earlier by this very batch.
    for (const row of [...this.#written.values()])
      if (row.table === id) {
        this.#dropped({ ...row, searched: searchedOf(row.record) });
        this.#fresh.delete(row.id);
        this.#written.delete(row.id);
      }
    const of = { name: sqlText(table.name), off: rulesOff(table.columns) };
    for (const row of table.rows) this.#put(this.#parts.nextId(), row, null, id, true, of);
  }

  /** The row of a table that has an address waits for what else there is at it. */
  #put(
    id: number,
    record: EntityRecord,
    page: number | null,
    table: number | null,
    current: boolean,
    of: { readonly name: string; readonly off: RulesOff } | null = null,
  ): Held {
    const site = this.#parts.site(record.site);
    const about = aboutOf(record.url);
    const live = current && (table === null || about === null);
    this.#gone.delete(id);
    this.#live.delete(id);
    this.#written.set(id, { id, page, table, live, site, about, record });
    const values = shownValues(record.values, of?.off ?? null);
    const shown = (): StoredEntity => alone({ ...record, id, values, table: of?.name ?? null });
    const held: Held = { id, live, searched: searchedOf(record), about, record: shown };
    if (current) this.#touch(held);
    if (live) this.#shown(held);
    return held;
  }

  #touch({ id, about }: Pick<Held, 'id' | 'about'>): void {
    if (about === null) return;
    this.#touched.add(about);
    this.#fresh.add(id);
  }

  #remove(id: number): void {
    this.#written.delete(id);
    this.#fresh.delete(id);
    this.#live.delete(id);
    this.#gone.add(id);
  }

  #shown({ id, searched, record }: Held): void {
    const { counts, changes } = this.#parts;
    counts.add('entities', 1);
    counts.site(searched, 'entities', 1);
    changes.put(id, () => entityDocument(id, record()));
  }

  #dropped({ id, live, searched, about }: Omit<Held, 'record'>): void {
    if (!live) return;
    if (about !== null) this.#touched.add(about);
    this.#hidden(id, searched);
  }

  #hidden(id: number, searched: string): void {
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
    const rows = [...this.#written.values()];
    for (const map of [this.#gone, this.#live, this.#written]) map.clear();
    if (rows.length === 0) return;
    const packer = new Packer();
    const contents = joined(
      rows.map(({ record }) => {
        packer.reset();
        packEntity(packer, record);
        return this.#parts.contents.compression.pack(packer.view());
      }),
    );
    await query(
      `insert into @entity (id, page, entity_table, live, site, url, type, name, content, about, named)
         select id, page, entity_table, live, site, url, type, name, substring($9::bytea from start for length), about, named
         from unnest($1::bigint[], $2::bigint[], $3::int[], $4::boolean[], $5::int[], $6::text[], $7::text[], $8::text[], $10::int[], $11::int[],
             $12::uuid[], $13::boolean[]) as e (id, page, entity_table, live, site, url, type, name, start, length, about, named)
         on conflict (id) do update set page = excluded.page, entity_table = excluded.entity_table, live = excluded.live,
           site = excluded.site, url = excluded.url, type = excluded.type, name = excluded.name, content = excluded.content,
           about = excluded.about, thing = null, named = excluded.named`,
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
        textArray(rows.map(({ about }) => about)),
        numberArray(rows.map(({ table, record }) => (table !== null && isNamed(record) ? 'true' : 'false'))),
      ],
    );
  }

  /** Brings together what is the same thing, wherever something changed; behind everything that is written of entities. */
  async gather(query: Query, documents: ThingDocuments): Promise<void> {
    const rows =
      this.#touched.size === 0
        ? []
        : await query<ComparedRow>(
            `select entity.id, entity.live, entity.about::text as about, entity.thing, entity.url, entity.name, entity.named,
                site.name as site_name, made.name as table_name, made.made_at as table_made_at
              from @entity entity join @site site on site.id = entity.site left join @entity_table made on made.id = entity.entity_table
              where about = any($1::uuid[]) and (live or entity_table is not null)
                and about in (select about from @entity where about = any($1::uuid[]) and entity_table is not null)
              order by entity.id`,
            [textArray([...this.#touched])],
          );
    const byAddress = new Map<string, ComparedRow[]>();
    for (const row of rows) {
      const known = byAddress.get(row.about);
      if (known === undefined) byAddress.set(row.about, [row]);
      else known.push(row);
    }
    const joining: { readonly id: number; readonly thing: number | null }[] = [];
    const changed: number[] = [];
    for (const about of this.#touched) this.#gatherAt(byAddress.get(about) ?? [], joining, changed);
    this.#touched.clear();
    this.#fresh.clear();
    this.#lost.clear();
    if (joining.length > 0)
      await query(
        `update @entity entity set live = joining.thing is null, thing = joining.thing
          from unnest($1::bigint[], $2::bigint[]) as joining (id, thing) where entity.id = joining.id`,
        [numberArray(joining.map(({ id }) => id)), numberArray(joining.map(({ thing }) => thing))],
      );
    const made = changed.length === 0 ? null : await documents(query, changed);
    for (const id of changed) this.#parts.changes.put(id, () => made?.get(id) ?? null);
  }

  #gatherAt(
    rows: readonly ComparedRow[],
    joining: { readonly id: number; readonly thing: number | null }[],
    changed: number[],
  ): void {
    const { counts } = this.#parts;
    const compared = rows.map((row) => ({ id: row.id, name: row.name, of: rowOfTable(row), row }));
    const searched = ({ url, site_name: site }: ComparedRow) => searchedSite(url ?? '', site);
    for (const { head, members } of sameThings(compared)) {
      let other = this.#lost.has(head.id) || this.#fresh.has(head.id);
      for (const { row } of members) {
        other ||= this.#fresh.has(row.id) || row.thing !== head.id;
        if (row.live) this.#hidden(row.id, searched(row));
        if (row.live || row.thing !== head.id) joining.push({ id: row.id, thing: head.id });
      }
      if (!head.row.live) {
        other = true;
        joining.push({ id: head.id, thing: null });
        counts.add('entities', 1);
        counts.site(searched(head.row), 'entities', 1);
      }
      if (other) changed.push(head.id);
    }
  }

  /** The same of a catalogue of before, in which every row of a table was a thing by itself. */
  async gatherAll(query: Query, documents: ThingDocuments): Promise<void> {
    for (let after = 0; ; ) {
      const rows = await query<Pick<EntityRow, 'id' | 'url' | 'entity_table' | 'content'>>(
        'select id, url, entity_table, content from @entity where id > $1 order by id limit 2000',
        [after],
      );
      if (rows.length === 0) break;
      after = rows.at(-1)!.id;
      const ofTables = rows.filter(({ entity_table: table }) => table !== null);
      const contents = await this.#parts.contents.unpacked(ofTables.map(({ content }) => content));
      const named = new Set(
        ofTables.filter((_, i) => isNamed(unpackEntity(new Unpacker(contents[i]!)))).map(({ id }) => id),
      );
      const abouts = rows.map(({ url }) => aboutOf(url ?? ''));
      rows.forEach(({ entity_table: table }, i) => {
        const about = abouts[i] ?? null;
        if (table !== null && about !== null) this.#touched.add(about);
      });
      await query(
        `update @entity entity set about = given.about, named = given.named
          from unnest($1::bigint[], $2::uuid[], $3::boolean[]) as given (id, about, named) where entity.id = given.id`,
        [
          numberArray(rows.map(({ id }) => id)),
          textArray(abouts),
          numberArray(rows.map(({ id }) => (named.has(id) ? 'true' : 'false'))),
        ],
      );
    }
    await this.gather(query, documents);
  }
}

/** The hash of an address as PostgreSQL writes it; null without one. */
function aboutOf(url: string): string | null {
  const address = entityAddress(url);
  if (address === null) return null;
  return addressHash(address).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

const searchedOf = ({ url, site }: EntityRecord): string => searchedSite(sqlText(url), site);

/** As JSON escapes it: a NUL would be refused. */
const tableParameters = ({ name, example, columns, madeAt }: EntityTableIn) => [
  sqlText(name),
  sqlText(example),
  JSON.stringify(columns),
  whole(madeAt),
];

/** An entity as it was read, of its row and its inflated content. */
export function storedEntity(row: EntityRow, content: Uint8Array): StoredEntity {
  return alone({
    id: row.id,
    url: row.url ?? '',
    site: row.site_name ?? '',
    ...unpackEntity(new Unpacker(content)),
    table: row.table_name ?? null,
  });
}

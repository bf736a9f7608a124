/** Entities of a shared catalogue and their tables, read. */
import { numberArray, type Query } from '../../postgres/index.ts';
import type {
  EntitiesOf,
  EntityColumn,
  EntityTableSummary,
  EntityTypeCount,
  EntityView,
  EntityViewAsked,
  Slice,
  SliceOptions,
  StoredEntity,
} from '../ports/index.ts';
import type { IndexedDocument } from '../search-index/port.ts';
import { sqlText } from '../sqlite.ts';
import { readCursor, sliceLimit, writeCursor } from '../store/cursor.ts';
import { entityDocument } from '../store/documents.ts';
import { MOST_TYPES } from '../store/entities.ts';
import { entityView, MOST_VIEWED } from '../tables/entity-view.ts';
import { mergedThing } from '../tables/merged-thing.ts';
import { byPrecedence } from '../tables/same-things.ts';
import { type RulesOff, rulesOff, shownValues } from '../tables/shown-values.ts';
import { tableVersion } from '../tables/table-version.ts';
import type { Contents } from './contents.ts';
import { type EntityRow, rowOfTable, storedEntity } from './entity-rows.ts';
import { type Tables, whole } from './tables.ts';

const ENTITY = `select entity.*, site.name as site_name, made.name as table_name, made.made_at as table_made_at from @entity entity
  join @site site on site.id = entity.site left join @entity_table made on made.id = entity.entity_table`;

const SUMMARY = `select made.*, (select count(*) from @entity entity where entity.entity_table = made.id) as rows from @entity_table made`;

interface TableRow {
  readonly id: number;
  readonly name: string;
  readonly example: string;
  readonly columns: string;
  readonly made_at: number;
  readonly rows: number;
}

function tableSummary(row: TableRow): EntityTableSummary {
  const summary = {
    name: row.name,
    example: row.example,
    columns: JSON.parse(row.columns) as EntityColumn[],
    rows: row.rows,
    madeAt: row.made_at,
  };
  return { id: row.id, ...summary, version: tableVersion(summary) };
}

export class SharedEntities {
  readonly #tables: Tables;
  readonly #contents: Contents;

  constructor(tables: Tables, contents: Contents) {
    this.#tables = tables;
    this.#contents = contents;
  }

  async #rows(text: string, ids: readonly number[], query?: Query): Promise<EntityRow[]> {
    const parameters = [numberArray(ids)];
    return query === undefined
      ? this.#tables.query<EntityRow>(text, parameters)
      : query<EntityRow>(text, parameters);
  }

  /** Those that are searched, as the index takes them, in the transaction of `query`. */
  async documents(query: Query, ids: readonly number[]): Promise<ReadonlyMap<number, IndexedDocument>> {
    const rows = await this.#rows(
      `${ENTITY} where entity.id = any($1::bigint[]) and entity.live`,
      ids,
      query,
    );
    const entities = await this.#things(rows, { query });
    return new Map(entities.map((entity) => [entity.id, entityDocument(entity.id, entity)]));
  }

  /** With what further rows tell of the same. */
  async #things(
    rows: readonly EntityRow[],
    options: { readonly query?: Query; readonly switchedOff?: boolean } = {},
  ): Promise<StoredEntity[]> {
    const members = await this.#members(rows, options.query);
    const all = [...rows, ...members];
    const stored = await this.#stored(all, options);
    const ofThing = new Map<number, StoredEntity[]>();
    members.forEach(({ thing }, i) => {
      const known = ofThing.get(thing!);
      const member = stored[rows.length + i]!;
      if (known === undefined) ofThing.set(thing!, [member]);
      else known.push(member);
    });
    return rows.map(({ id }, i) => mergedThing(stored[i]!, ofThing.get(id) ?? []));
  }

  /** Further rows of these things, of each in their order. */
  async #members(rows: readonly EntityRow[], query?: Query): Promise<EntityRow[]> {
    const live = rows.filter((row) => row.live).map(({ id }) => id);
    if (live.length === 0) return [];
    const members = await this.#rows(`${ENTITY} where entity.thing = any($1::bigint[])`, live, query);
    return members.sort((a, b) => byPrecedence(rowOfTable(a)!, rowOfTable(b)!));
  }

  /** As they were read. */
  async #stored(
    rows: readonly EntityRow[],
    { query, switchedOff = false }: { readonly query?: Query; readonly switchedOff?: boolean } = {},
  ): Promise<StoredEntity[]> {
    const [contents, off] = await Promise.all([
      this.#contents.unpacked(rows.map(({ content }) => content)),
      switchedOff ? new Map<number, RulesOff>() : this.#rulesOff(rows, query),
    ]);
    return rows.map((row, i) => {
      const entity = storedEntity(row, contents[i]!);
      const hidden = row.entity_table === null ? null : (off.get(row.entity_table) ?? null);
      return hidden === null ? entity : { ...entity, values: shownValues(entity.values, hidden) };
    });
  }

  /** Of the tables of these rows. */
  async #rulesOff(rows: readonly EntityRow[], query?: Query): Promise<Map<number, RulesOff>> {
    const tables = [...new Set(rows.flatMap(({ entity_table: table }) => (table === null ? [] : [table])))];
    if (tables.length === 0) return new Map();
    const text = 'select id, columns from @entity_table where id = any($1::int[])';
    const parameters = [numberArray(tables)];
    const found =
      query === undefined
        ? await this.#tables.query<Pick<TableRow, 'id' | 'columns'>>(text, parameters)
        : await query<Pick<TableRow, 'id' | 'columns'>>(text, parameters);
    return new Map(found.map(({ id, columns }) => [id, rulesOff(JSON.parse(columns) as EntityColumn[])]));
  }

  async get(ids: readonly number[]): Promise<ReadonlyMap<number, StoredEntity>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#rows(`${ENTITY} where entity.id = any($1::bigint[])`, ids);
    return new Map((await this.#things(rows)).map((entity) => [entity.id, entity]));
  }

  /** The rows that a table has of things, by the identities of those. */
  async rowsOf(ids: readonly number[], table: string): Promise<ReadonlyMap<number, StoredEntity>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#tables.query<EntityRow>(
      `${ENTITY} where (entity.id = any($1::bigint[]) or entity.thing = any($1::bigint[])) and md5(made.name) = md5($2::text)`,
      [numberArray(ids), sqlText(table)],
    );
    const stored = await this.#stored(rows);
    const asked = new Set(ids);
    return new Map(
      rows.flatMap(({ id, thing }, i) => {
        const own = asked.has(id) ? [[id, stored[i]!] as const] : [];
        return thing === null || !asked.has(thing) ? own : [...own, [thing, stored[i]!] as const];
      }),
    );
  }

  /** What versions of pages state, in order. */
  async ofPages(pages: readonly number[]): Promise<ReadonlyMap<number, StoredEntity[]>> {
    const found = new Map<number, StoredEntity[]>();
    if (pages.length === 0) return found;
    const rows = await this.#tables.query<EntityRow>(
      `${ENTITY} where entity.page = any($1::bigint[]) order by entity.id`,
      [numberArray(pages)],
    );
    const entities = await this.#stored(rows);
    rows.forEach(({ page }, i) => {
      const list = found.get(page!);
      if (list === undefined) found.set(page!, [entities[i]!]);
      else list.push(entities[i]!);
    });
    return found;
  }

  async tables(): Promise<EntityTableSummary[]> {
    return (await this.#tables.query<TableRow>(`${SUMMARY} order by name`)).map(tableSummary);
  }

  /** In the transaction of `query`, in which nobody else changes it. */
  async table(query: Query, id: number): Promise<EntityTableSummary | null> {
    const [row] = await query<TableRow>(`${SUMMARY} where made.id = $1`, [whole(id)]);
    return row === undefined ? null : tableSummary(row);
  }

  async types(): Promise<EntityTypeCount[]> {
    return (
      await this.#tables.query<EntityTypeCount>(
        `select type, count(*) as count from @entity where live and entity_table is null
          group by type order by count desc, type limit ${MOST_TYPES}`,
      )
    ).map(({ type, count }) => ({ type, count }));
  }

  async list(of: EntitiesOf, options: SliceOptions): Promise<Slice<StoredEntity>> {
    const limit = sliceLimit(options);
    const after = options.cursor === undefined ? 0 : readCursor('entities', options.cursor, [0] as const)[0];
    const parameters: (string | number)[] = [whole(Math.floor(after)), limit + 1];
    const conditions = ['entity.id > $1'];
    if (of.table !== undefined) {
      parameters.push(sqlText(of.table));
      conditions.push(
        `entity.entity_table = (select id from @entity_table where md5(name) = md5($${parameters.length}::text))`,
      );
    } else conditions.push('entity.live');
    if (of.type !== undefined) {
      parameters.push(sqlText(of.type));
      const place = `$${parameters.length}::text`;
      conditions.push(`md5(entity.type) = md5(${place}) and entity.type = ${place}`);
    }
    const rows = await this.#tables.query<EntityRow>(
      `${ENTITY} where ${conditions.join(' and ')} order by entity.id limit $2`,
      parameters,
    );
    const reading = { switchedOff: of.switchedOff === true };
    const shown = rows.slice(0, limit);
    const items = await (of.table === undefined
      ? this.#things(shown, reading)
      : this.#stored(shown, reading));
    return { items, next: rows.length > limit ? writeCursor('entities', [items.at(-1)!.id]) : null };
  }

  async view(asked: EntityViewAsked, options: SliceOptions): Promise<EntityView> {
    const { table, type } = asked;
    const rows: StoredEntity[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null && rows.length < MOST_VIEWED) {
      const slice = await this.list(
        { table, type },
        { limit: 1_000, ...(cursor === undefined ? {} : { cursor }) },
      );
      for (const row of slice.items) rows.push(row);
      cursor = slice.next;
    }
    const made = table === undefined ? undefined : (await this.tables()).find(({ name }) => name === table);
    return entityView(rows, made?.columns.map(({ name }) => name) ?? [], asked, options, cursor !== null);
  }
}

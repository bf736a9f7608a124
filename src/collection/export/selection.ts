/** What is exported of a collection: everything of a kind, or what a query finds. Read from the catalogue slice by slice. */
import type {
  Catalogue,
  GeoHit,
  PageLink,
  Slice,
  StoredEntity,
  StoredGeo,
  StoredPage,
} from '../../catalogue/port.ts';
import type { Query } from '../../catalogue/question.ts';

export type ExportCatalogue = Pick<
  Catalogue,
  | 'pages'
  | 'page'
  | 'matches'
  | 'entities'
  | 'entity'
  | 'entityTables'
  | 'geo'
  | 'geoSearch'
  | 'linksFrom'
  | 'summary'
>;

/** A collection, as exports see it. */
export interface ExportSource {
  readonly title: string;
  readonly catalogue: ExportCatalogue;
  /** Paths of its archive files. */
  readonly files: readonly string[];
}

export interface Selection {
  /** Null: everything. */
  readonly query: Query | null;
  /** Entities of this table only. */
  readonly table?: string | undefined;
}

const SLICE = 200;

/** All items of a list that is given in slices. */
function* all<T>(slice: (cursor: string | undefined) => Slice<T>): Generator<T> {
  let cursor: string | undefined;
  for (;;) {
    const { items, next } = slice(cursor);
    yield* items;
    // A cursor that stands still would never end.
    if (next === null || next === cursor) return;
    cursor = next;
  }
}

export function* pagesOf({ catalogue }: ExportSource, { query }: Selection): Generator<StoredPage> {
  if (query === null) {
    yield* all((cursor) => catalogue.pages({ cursor, limit: SLICE }));
    return;
  }
  for (const { kind, id } of catalogue.matches(query)) {
    const page = kind === 'page' ? catalogue.page(id) : null;
    if (page !== null) yield page;
  }
}

/** With a query: the entities that it finds, and those of the pages that it finds; each once. */
export function* entitiesOf(
  { catalogue }: ExportSource,
  { query, table }: Selection,
): Generator<StoredEntity> {
  if (query === null) {
    yield* all((cursor) =>
      catalogue.entities(table === undefined ? {} : { table }, { cursor, limit: SLICE }),
    );
    return;
  }
  const given = new Set<number>();
  const fresh = (entity: StoredEntity | null): entity is StoredEntity => {
    if (entity === null || given.has(entity.id) || (table !== undefined && entity.table !== table))
      return false;
    given.add(entity.id);
    return true;
  };
  for (const { kind, id } of catalogue.matches(query)) {
    if (kind === 'entity') {
      const entity = catalogue.entity(id);
      if (fresh(entity)) yield entity;
    } else if (kind === 'page')
      for (const entity of catalogue.page(id)?.entities ?? []) if (fresh(entity)) yield entity;
  }
}

export function* geoOf({ catalogue }: ExportSource, { query }: Selection): Generator<StoredGeo> {
  const ids: Iterable<number> =
    query === null
      ? idsOf(all<GeoHit>((cursor) => catalogue.geoSearch('', { cursor, limit: SLICE })))
      : foundIds(catalogue, query);
  for (const id of ids) {
    const geo = catalogue.geo(id);
    if (geo !== null) yield geo;
  }
}

function* idsOf(hits: Iterable<GeoHit>): Generator<number> {
  for (const { geo } of hits) yield geo.id;
}

function* foundIds(catalogue: ExportCatalogue, query: Query): Generator<number> {
  for (const { kind, id } of catalogue.matches(query))
    if (kind === 'geo-file' || kind === 'service') yield id;
}

export interface ExportedLink {
  readonly from: StoredPage;
  readonly link: PageLink;
}

export function* linksOf(source: ExportSource, selection: Selection): Generator<ExportedLink> {
  for (const from of pagesOf(source, selection))
    for (const link of all((cursor) => source.catalogue.linksFrom(from.id, { cursor, limit: 1000 })))
      yield { from, link };
}

/** How many there will be, for a line of progress; null when nobody knows. */
export function expected(
  { catalogue }: ExportSource,
  what: 'pages' | 'entities' | 'geo' | 'links' | 'segments',
  { query, table }: Selection,
): number | null {
  if (table !== undefined)
    return query === null
      ? (catalogue.entityTables().find(({ name }) => name === table)?.rows ?? null)
      : null;
  if (query !== null)
    return what === 'pages' ? catalogue.matches(query).filter(({ kind }) => kind === 'page').length : null;
  const { pages, entities, geoFiles, services, links } = catalogue.summary();
  if (what === 'segments') return null;
  return what === 'pages'
    ? pages
    : what === 'entities'
      ? entities
      : what === 'links'
        ? links
        : geoFiles + services;
}

/** What is exported of a collection: everything of a kind, or what a query finds. Read from the catalogue slice by slice. */
import type {
  CatalogueEntities,
  CatalogueGeography,
  CatalogueOverview,
  CataloguePages,
  CatalogueSearch,
  GeoSearchOptions,
  PageLink,
  Query,
  Slice,
  StoredEntity,
  StoredGeo,
  StoredPage,
  Timeline,
} from '../../catalogue/index.ts';
import { readVisits, type Visit } from '../../crawl/index.ts';
import { TarrafaError } from '../../errors.ts';
import { reason } from '../../words/why.ts';
import type { ExportKind } from './format-table.ts';

export type ExportCatalogue = Pick<CatalogueSearch, 'matches' | 'timeline'> &
  Pick<CataloguePages, 'pages' | 'pagesOf' | 'linksFrom'> &
  Pick<CatalogueEntities, 'entities' | 'entitiesOf' | 'entityTables'> &
  Pick<CatalogueGeography, 'geoSearch' | 'geosOf'> &
  Pick<CatalogueOverview, 'summary'>;

/** A collection, as exports see it. */
export interface ExportSource {
  readonly title: string;
  readonly catalogue: ExportCatalogue;
  /** Paths of its archive files. */
  readonly files: readonly string[];
  /** The log of the visits that its crawl made; null when nobody crawled. */
  readonly visits?: string | null | undefined;
  /** Whether something is being taken out that its archive files may still hold: they are not handed out as they are. */
  readonly forgetting?: boolean | undefined;
}

/** Geographic files and services as the map is asked for them, rather than by a line of search. */
export interface GeoQuestion extends Omit<GeoSearchOptions, 'cursor' | 'limit'> {
  readonly text: string;
}

export interface Selection {
  /** Null: everything. */
  readonly query: Query | null;
  /** These versions of pages, whatever the query. */
  readonly pages?: readonly number[] | undefined;
  /** Entities of this table only. */
  readonly table?: string | undefined;
  /** Entities of this type only. */
  readonly type?: string | undefined;
  /** Instead of a query, for geographic data. */
  readonly geo?: GeoQuestion | undefined;
}

const SLICE = 200;
/** As many as a geographic search gives at once. */
const GEO_SLICE = 100;

/** What is exported, some hundred at a time: one wait for the catalogue serves them all. */
export type Batches<T> = AsyncIterable<Iterable<T>>;

/** The same with something else made of each. */
export async function* eachBatch<A, B>(
  batches: Batches<A>,
  made: (items: Iterable<A>) => Iterable<B>,
): AsyncGenerator<Iterable<B>> {
  for await (const items of batches) yield made(items);
}

/** All items of a list that is given in slices. */
async function* all<T>(
  slice: (cursor: string | undefined) => Promise<Slice<T>>,
): AsyncGenerator<readonly T[]> {
  let cursor: string | undefined;
  for (;;) {
    const { items, next } = await slice(cursor);
    yield items;
    // A cursor that stands still would never end.
    if (next === null || next === cursor) return;
    cursor = next;
  }
}

/** A long list in parts that a catalogue is asked for at once. */
function* inParts<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += SLICE) yield items.slice(at, at + SLICE);
}

export async function* pagesOf(
  { catalogue }: ExportSource,
  { query, pages }: Selection,
): AsyncGenerator<readonly StoredPage[]> {
  if (pages !== undefined) {
    for (const part of inParts(pages)) yield await catalogue.pagesOf(part);
    return;
  }
  if (query === null) {
    yield* all((cursor) => catalogue.pages({ cursor, limit: SLICE }));
    return;
  }
  const ids = (await catalogue.matches(query)).flatMap(({ kind, id }) => (kind === 'page' ? [id] : []));
  for (const part of inParts(ids)) yield await catalogue.pagesOf(part);
}

/** With a query: the things that it finds, and those of the pages that it finds, each once; of a table, the rows that it has of them. */
export async function* entitiesOf(
  { catalogue }: ExportSource,
  { query, table, type }: Selection,
): AsyncGenerator<readonly StoredEntity[]> {
  if (query === null) {
    yield* all((cursor) => catalogue.entities({ table, type }, { cursor, limit: SLICE }));
    return;
  }
  const given = new Set<number>();
  for (const part of inParts(await catalogue.matches(query))) {
    const idsOf = (wanted: string): number[] => part.flatMap(({ kind, id }) => (kind === wanted ? [id] : []));
    const pages = new Map((await catalogue.pagesOf(idsOf('page'))).map((one) => [one.id, one]));
    const things = part
      .flatMap(({ kind, id }) =>
        kind === 'entity' ? id : kind === 'page' ? (pages.get(id)?.entities ?? []).map((one) => one.id) : [],
      )
      .filter((id) => !given.has(id));
    for (const id of things) given.add(id);
    for (const some of inParts([...new Set(things)]))
      yield (await catalogue.entitiesOf(some, { table })).filter(
        (entity) => type === undefined || entity.type === type,
      );
  }
}

export async function* geoOf(
  { catalogue }: ExportSource,
  { query, geo }: Selection,
): AsyncGenerator<readonly StoredGeo[]> {
  if (query === null || geo !== undefined) {
    const { text = '', ...asked } = geo ?? {};
    for await (const hits of all((cursor) =>
      catalogue.geoSearch(text, { ...asked, cursor, limit: GEO_SLICE }),
    ))
      yield await catalogue.geosOf(hits.map(({ geo }) => geo.id));
    return;
  }
  const ids = (await catalogue.matches(query)).flatMap(({ kind, id }) =>
    kind === 'geo-file' || kind === 'service' ? [id] : [],
  );
  for (const part of inParts(ids)) yield await catalogue.geosOf(part);
}

export interface ExportedLink {
  readonly from: StoredPage;
  readonly link: PageLink;
}

export async function* linksOf(
  source: ExportSource,
  selection: Selection,
): AsyncGenerator<readonly ExportedLink[]> {
  for await (const pages of pagesOf(source, selection))
    for (const from of pages)
      for await (const links of all((cursor) => source.catalogue.linksFrom(from.id, { cursor, limit: 1000 })))
        yield links.map((link) => ({ from, link }));
}

/** A number of the timeline: documents that speak of a year, were published in one, or both. */
export interface TimelineFigure {
  /** Null: whatever they speak of. */
  readonly spoken: number | null;
  /** Null: whenever they were published. */
  readonly published: number | null;
  readonly documents: number;
}

function figuresOf({ spoken, published, cross }: Timeline): TimelineFigure[] {
  return [
    ...spoken.map(([year, documents]) => ({ spoken: year, published: null, documents })),
    ...published.map(([year, documents]) => ({ spoken: null, published: year, documents })),
    ...cross.map(([year, published, documents]) => ({ spoken: year, published, documents })),
  ];
}

const EVERYTHING: Query = { line: '', clause: null, chips: [], unknownPlaces: [] };

export async function* timelineOf(
  { catalogue }: ExportSource,
  { query }: Selection,
): AsyncGenerator<readonly TimelineFigure[]> {
  yield figuresOf(await catalogue.timeline(query ?? EVERYTHING));
}

/** Every visit of the crawl, in order: a query is none of theirs. */
export async function* visitsOf({
  visits,
  title,
}: Pick<ExportSource, 'visits' | 'title'>): AsyncGenerator<readonly Visit[]> {
  if (visits == null) throw new TarrafaError('TRF_INPUT_MISSING', [title, reason('no-crawl-here')]);
  let batch: Visit[] = [];
  for await (const visit of readVisits(visits)) {
    batch.push(visit);
    if (batch.length < SLICE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** How many there will be, for a line of progress; null when nobody knows. */
export async function expected(
  { catalogue }: ExportSource,
  what: ExportKind,
  { query, table, type, geo }: Selection,
): Promise<number | null> {
  if (table !== undefined || type !== undefined || geo !== undefined)
    return query === null && table !== undefined
      ? ((await catalogue.entityTables()).find(({ name }) => name === table)?.rows ?? null)
      : null;
  if (query !== null)
    return what === 'pages'
      ? (await catalogue.matches(query)).filter(({ kind }) => kind === 'page').length
      : null;
  const { pages, entities, geoFiles, services, links } = await catalogue.summary();
  switch (what) {
    case 'pages':
      return pages;
    case 'entities':
      return entities;
    case 'links':
      return links;
    case 'geo':
      return geoFiles + services;
    default:
      return null;
  }
}

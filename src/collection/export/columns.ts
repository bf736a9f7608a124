/** Exports as flat tables: the columns of each kind of thing, with their types, for CSV and Parquet. */
import type {
  EntityColumn,
  Period,
  StoredEntity,
  StoredGeo,
  StoredPage,
  TimeSegment,
} from '../../catalogue/index.ts';
import type { Visit } from '../../crawl/index.ts';
import type { ExportedLink, TimelineFigure } from './selection.ts';

/** `day`: days since 1970; `time`: ms since 1970. Both of the years 1 to 9999, which every reader of Parquet knows. */
export type ColumnType = 'text' | 'integer' | 'real' | 'boolean' | 'day' | 'time';
export type Cell = string | number | boolean | null;

export interface Column<Row> {
  readonly name: string;
  readonly type: ColumnType;
  readonly cell: (row: Row) => Cell;
  /** What the cell puts together, each by itself: for formats that hold lists. */
  readonly list?: ListOfCells<Row>;
}

/** Any number of like things in one row. */
export interface ListOfCells<Row> {
  readonly fields: readonly { readonly name: string; readonly type: ColumnType }[];
  /** One list of cells a thing, in the order of the fields. */
  readonly items: (row: Row) => readonly (readonly Cell[])[];
}

const MS_PER_DAY = 86_400_000;

/** `1939-09-01`; years before 0 or after 9999 have a sign and six digits, as ISO 8601 wants. */
export function dayText(day: number): string {
  const date = new Date(day * MS_PER_DAY);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().replace(/T.*/, '');
}

export function timeText(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
}

/** Its year, as ISO 8601 counts: 0 is 1 BC, -508 is 509 BC. */
function yearOf(day: number): number | null {
  const year = new Date(day * MS_PER_DAY).getUTCFullYear();
  return Number.isNaN(year) ? null : year;
}

/**
 * A day that texts speak of, which may be of any year: as text, with the year as a number beside it. As a date it would keep programs from
 * reading the whole file whose dates begin with the year 1.
 */
function spokenDay<Row>(name: string, day: (row: Row) => number | undefined): Column<Row>[] {
  const of = <T>(row: Row, made: (day: number) => T): T | null => {
    const found = day(row);
    return found === undefined ? null : made(found);
  };
  return [
    { name, type: 'text', cell: (row) => of(row, dayText) || null },
    { name: `${name}_year`, type: 'integer', cell: (row) => of(row, yearOf) },
  ];
}

function dayOf(date: string | undefined): number | null {
  const ms = date === undefined ? Number.NaN : Date.parse(`${date}T00:00:00Z`);
  return Number.isNaN(ms) ? null : Math.floor(ms / MS_PER_DAY);
}

/** The days from the first to the last that a page speaks of. */
export function spokenOf(segments: readonly TimeSegment[]): Period | null {
  let from = Number.POSITIVE_INFINITY;
  let to = Number.NEGATIVE_INFINITY;
  for (const { periods } of segments)
    for (const period of periods) {
      from = Math.min(from, period.from);
      to = Math.max(to, period.to);
    }
  return from <= to ? { from, to } : null;
}

const JOINED = '; ';

/** How sure it is that a page names a place: its surest mention. */
export function confidenceOf(place: string, marks: StoredPage['places']): number {
  return marks.reduce((most, mark) => (mark.place === place ? Math.max(most, mark.confidence) : most), 0);
}

export const PAGE_COLUMNS: readonly Column<StoredPage>[] = [
  { name: 'id', type: 'integer', cell: (page) => page.id },
  { name: 'url', type: 'text', cell: (page) => page.url },
  { name: 'site', type: 'text', cell: (page) => page.site },
  { name: 'title', type: 'text', cell: (page) => page.title },
  { name: 'byline', type: 'text', cell: (page) => page.byline || null },
  { name: 'type', type: 'text', cell: (page) => page.type },
  { name: 'language', type: 'text', cell: (page) => page.language },
  { name: 'published', type: 'day', cell: (page) => dayOf(page.published?.date) },
  { name: 'published_confidence', type: 'real', cell: (page) => page.published?.confidence ?? null },
  { name: 'published_source', type: 'text', cell: (page) => page.published?.source ?? null },
  { name: 'published_where', type: 'text', cell: (page) => page.published?.where ?? null },
  { name: 'published_text', type: 'text', cell: (page) => page.published?.text ?? null },
  { name: 'modified', type: 'day', cell: (page) => dayOf(page.modified?.date) },
  ...spokenDay('speaks_from', (page: StoredPage) => spokenOf(page.segments)?.from),
  ...spokenDay('speaks_to', (page: StoredPage) => spokenOf(page.segments)?.to),
  {
    name: 'places',
    type: 'text',
    cell: (page) => page.placeNames.map(({ name }) => name).join(JOINED) || null,
    list: {
      fields: [
        { name: 'id', type: 'text' },
        { name: 'name', type: 'text' },
        { name: 'lat', type: 'real' },
        { name: 'lon', type: 'real' },
        { name: 'confidence', type: 'real' },
      ],
      items: ({ placeNames, places }) =>
        placeNames.map(({ key, name, lat, lon }) => [key, name, lat, lon, confidenceOf(key, places)]),
    },
  },
  { name: 'text', type: 'text', cell: (page) => page.text },
  { name: 'fetched_at', type: 'time', cell: (page) => page.fetchedAt },
  { name: 'status', type: 'integer', cell: (page) => page.status },
  { name: 'mime', type: 'text', cell: (page) => page.mime },
  { name: 'charset', type: 'text', cell: (page) => page.charset },
  { name: 'digest', type: 'text', cell: (page) => page.digest },
  { name: 'archive_file', type: 'text', cell: (page) => page.archive?.file ?? null },
  { name: 'archive_offset', type: 'integer', cell: (page) => page.archive?.offset ?? null },
  { name: 'archive_length', type: 'integer', cell: (page) => page.archive?.length ?? null },
];

/** A value of an entity with the entity around it: what has any number of attributes is long rather than wide. */
export interface EntityValueRow {
  readonly entity: StoredEntity;
  readonly value: StoredEntity['values'][number] | null;
}

export function* valueRows(entities: Iterable<StoredEntity>): Generator<EntityValueRow> {
  for (const entity of entities) {
    if (entity.values.length === 0) yield { entity, value: null };
    for (const value of entity.values) yield { entity, value };
  }
}

export const ENTITY_COLUMNS: readonly Column<EntityValueRow>[] = [
  { name: 'id', type: 'integer', cell: ({ entity }) => entity.id },
  { name: 'table', type: 'text', cell: ({ entity }) => entity.tables.join(JOINED) || null },
  { name: 'type', type: 'text', cell: ({ entity }) => entity.type },
  { name: 'name', type: 'text', cell: ({ entity }) => entity.name },
  { name: 'site', type: 'text', cell: ({ entity }) => entity.site },
  { name: 'page', type: 'text', cell: ({ entity }) => entity.url },
  { name: 'attribute', type: 'text', cell: ({ value }) => value?.attribute ?? null },
  { name: 'value', type: 'text', cell: ({ value }) => value?.value ?? null },
  { name: 'normal', type: 'text', cell: ({ value }) => value?.normal ?? null },
  { name: 'provenance', type: 'text', cell: ({ value }) => value?.provenance ?? null },
];

/** A table of entities as itself: one row an entity, one column an attribute. */
export function tableColumns(columns: readonly EntityColumn[]): Column<StoredEntity>[] {
  const taken = new Set(['site', 'page']);
  return [
    { name: 'site', type: 'text', cell: ({ site }) => site },
    { name: 'page', type: 'text', cell: ({ url }) => url },
    ...columns.map(({ name }): Column<StoredEntity> => {
      let free = name;
      for (let n = 2; taken.has(free); n++) free = `${name} ${n}`;
      taken.add(free);
      return {
        name: free,
        type: 'text',
        cell: ({ values }) =>
          values
            .filter(({ attribute }) => attribute === name)
            .map(({ value }) => value)
            .join(JOINED) || null,
      };
    }),
  ];
}

function distinct(values: Iterable<string | null | undefined>): string | null {
  const seen = new Set<string>();
  for (const value of values) if (value) seen.add(value);
  return seen.size === 0 ? null : [...seen].join(JOINED);
}

export const GEO_COLUMNS: readonly Column<StoredGeo>[] = [
  { name: 'id', type: 'integer', cell: ({ id }) => id },
  { name: 'kind', type: 'text', cell: ({ kind }) => kind },
  { name: 'url', type: 'text', cell: ({ file }) => file.url },
  { name: 'name', type: 'text', cell: ({ file }) => file.name },
  { name: 'type', type: 'text', cell: ({ file }) => file.type },
  { name: 'site', type: 'text', cell: ({ file }) => file.site },
  { name: 'title', type: 'text', cell: ({ file }) => distinct(file.datasets.map(({ title }) => title)) },
  { name: 'layers', type: 'text', cell: ({ file }) => distinct(file.datasets.map(({ layer }) => layer)) },
  { name: 'formats', type: 'text', cell: ({ file }) => distinct(file.datasets.map(({ format }) => format)) },
  {
    name: 'geometries',
    type: 'text',
    cell: ({ file }) => distinct(file.datasets.map((one) => one.geometryType)),
  },
  {
    name: 'features',
    type: 'integer',
    cell: ({ file }) =>
      file.datasets.some(({ count }) => count !== null)
        ? file.datasets.reduce((sum, { count }) => sum + (count ?? 0), 0)
        : null,
  },
  { name: 'crs', type: 'text', cell: ({ file }) => distinct(file.datasets.map(({ crs }) => crs)) },
  {
    name: 'columns',
    type: 'text',
    cell: ({ file }) => distinct(file.datasets.flatMap(({ columns }) => columns)),
  },
  { name: 'west', type: 'real', cell: ({ box }) => box?.[0] ?? null },
  { name: 'south', type: 'real', cell: ({ box }) => box?.[1] ?? null },
  { name: 'east', type: 'real', cell: ({ box }) => box?.[2] ?? null },
  { name: 'north', type: 'real', cell: ({ box }) => box?.[3] ?? null },
  {
    name: 'licence',
    type: 'text',
    cell: ({ file }) => distinct(file.datasets.map(({ licence }) => licence)),
  },
  { name: 'size', type: 'integer', cell: ({ file }) => file.size },
  { name: 'downloads', type: 'integer', cell: ({ downloads }) => downloads },
  { name: 'producer', type: 'text', cell: ({ producer }) => producer?.site ?? null },
  { name: 'producer_score', type: 'real', cell: ({ producer }) => producer?.score ?? null },
  { name: 'linked_from', type: 'text', cell: ({ file }) => distinct(file.anchors.map(({ page }) => page)) },
  { name: 'link_text', type: 'text', cell: ({ file }) => distinct(file.anchors.map(({ text }) => text)) },
  { name: 'indexed_at', type: 'time', cell: ({ file }) => file.indexedAt },
];

export const LINK_COLUMNS: readonly Column<ExportedLink>[] = [
  { name: 'from_id', type: 'integer', cell: ({ from }) => from.id },
  { name: 'from_url', type: 'text', cell: ({ from }) => from.url },
  { name: 'to_url', type: 'text', cell: ({ link }) => link.url },
  { name: 'to_id', type: 'integer', cell: ({ link }) => link.id },
  { name: 'text', type: 'text', cell: ({ link }) => link.text },
];

/** A segment once for each period that it speaks of; an undated one once. */
export interface SegmentRow {
  readonly page: StoredPage;
  readonly segment: TimeSegment;
  readonly period: Period | null;
}

export function* segmentRows(pages: Iterable<StoredPage>): Generator<SegmentRow> {
  for (const page of pages)
    for (const segment of page.segments) {
      if (segment.periods.length === 0) yield { page, segment, period: null };
      for (const period of segment.periods) yield { page, segment, period };
    }
}

export const SEGMENT_COLUMNS: readonly Column<SegmentRow>[] = [
  { name: 'page_id', type: 'integer', cell: ({ page }) => page.id },
  { name: 'url', type: 'text', cell: ({ page }) => page.url },
  { name: 'start', type: 'integer', cell: ({ segment }) => segment.start },
  { name: 'end', type: 'integer', cell: ({ segment }) => segment.end },
  ...spokenDay('from', ({ period }: SegmentRow) => period?.from),
  ...spokenDay('to', ({ period }: SegmentRow) => period?.to),
  { name: 'text', type: 'text', cell: ({ page, segment }) => page.text.slice(segment.start, segment.end) },
];

export const TIMELINE_COLUMNS: readonly Column<TimelineFigure>[] = [
  { name: 'spoken_year', type: 'integer', cell: ({ spoken }) => spoken },
  { name: 'published_year', type: 'integer', cell: ({ published }) => published },
  { name: 'documents', type: 'integer', cell: ({ documents }) => documents },
];

export const VISIT_COLUMNS: readonly Column<Visit>[] = [
  { name: 'n', type: 'integer', cell: ({ n }) => n },
  { name: 'at', type: 'time', cell: ({ at }) => at },
  { name: 'url', type: 'text', cell: ({ url }) => url },
  { name: 'site', type: 'text', cell: ({ site }) => site },
  { name: 'outcome', type: 'text', cell: ({ outcome }) => outcome },
  { name: 'status', type: 'integer', cell: ({ status }) => status },
  { name: 'reason', type: 'text', cell: ({ reason }) => reason ?? null },
  { name: 'type', type: 'text', cell: ({ type }) => type ?? null },
  { name: 'language', type: 'text', cell: ({ lang }) => lang ?? null },
  { name: 'title', type: 'text', cell: ({ title }) => title ?? null },
  { name: 'bytes', type: 'integer', cell: ({ bytes }) => bytes },
  { name: 'ms', type: 'real', cell: ({ ms }) => ms },
  { name: 'depth', type: 'integer', cell: ({ depth }) => depth },
  { name: 'links_found', type: 'integer', cell: ({ links }) => links?.found ?? null },
  { name: 'links_added', type: 'integer', cell: ({ links }) => links?.added ?? null },
  { name: 'digest', type: 'text', cell: ({ digest }) => digest ?? null },
  { name: 'duplicate_of', type: 'text', cell: (visit) => visit.duplicateOf ?? visit.nearDuplicateOf ?? null },
  { name: 'archive_file', type: 'text', cell: ({ warc }) => warc?.file ?? null },
  { name: 'archive_offset', type: 'integer', cell: ({ warc }) => warc?.offset ?? null },
];

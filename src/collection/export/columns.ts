/** Exports as flat tables: the columns of each kind of thing, with their types, for CSV and Parquet. */
import type {
  EntityColumn,
  Period,
  StoredEntity,
  StoredGeo,
  StoredPage,
  TimeSegment,
} from '../../catalogue/index.ts';
import type { ExportedLink } from './selection.ts';

/** `day`: days since 1970; `time`: ms since 1970. */
export type ColumnType = 'text' | 'integer' | 'real' | 'boolean' | 'day' | 'time';
export type Cell = string | number | boolean | null;

export interface Column<Row> {
  readonly name: string;
  readonly type: ColumnType;
  readonly cell: (row: Row) => Cell;
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
  { name: 'modified', type: 'day', cell: (page) => dayOf(page.modified?.date) },
  { name: 'speaks_from', type: 'day', cell: (page) => spokenOf(page.segments)?.from ?? null },
  { name: 'speaks_to', type: 'day', cell: (page) => spokenOf(page.segments)?.to ?? null },
  {
    name: 'places',
    type: 'text',
    cell: (page) => page.placeNames.map(({ name }) => name).join(JOINED) || null,
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
  { name: 'table', type: 'text', cell: ({ entity }) => entity.table },
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
  { name: 'from', type: 'day', cell: ({ period }) => period?.from ?? null },
  { name: 'to', type: 'day', cell: ({ period }) => period?.to ?? null },
  { name: 'text', type: 'text', cell: ({ page, segment }) => page.text.slice(segment.start, segment.end) },
];

/**
 * Takes data out of a collection in the formats of the trade. Everything is read slice by slice and written as it comes, and the file
 * appears when it is whole.
 *
 * ```ts
 * const result = await exportCollection(source, { format: 'csv', what: 'pages', query: null, out: 'paginas.csv' }, { software: 'x/1' });
 * ```
 */
import type { Query } from '../../catalogue/index.ts';
import { TarrafaError } from '../../errors.ts';
import { type WholeFile, writeWholeFile } from '../../files/index.ts';
import type { CsvForm } from '../../formats/index.ts';
import { ArchiveCopy } from './archive-copy.ts';
import {
  type Column,
  ENTITY_COLUMNS,
  GEO_COLUMNS,
  LINK_COLUMNS,
  PAGE_COLUMNS,
  SEGMENT_COLUMNS,
  segmentRows,
  TIMELINE_COLUMNS,
  tableColumns,
  VISIT_COLUMNS,
  valueRows,
} from './columns.ts';
import { csvHead, csvLine } from './csv.ts';
import { type ExportFormat, type ExportKind, FORMATS } from './format-table.ts';
import { GEOJSON_END, GEOJSON_HEAD, geoFeatures, pageFeatures } from './geojson.ts';
import {
  entityObject,
  geoObject,
  linkObject,
  pageObject,
  segmentObject,
  timelineObject,
  visitObject,
} from './json-objects.ts';
import { writeParquet } from './parquet.ts';
import { warcinfoMember } from './record-member.ts';
import {
  type Batches,
  type ExportSource,
  eachBatch,
  entitiesOf,
  expected,
  type GeoQuestion,
  geoOf,
  linksOf,
  pagesOf,
  type Selection,
  timelineOf,
  visitsOf,
} from './selection.ts';
import type { Sink } from './sink.ts';
import { TIMEX3_END, TIMEX3_HEAD, timeMlOf } from './timex3.ts';
import { writeWacz } from './wacz.ts';

export interface ExportWant {
  readonly format: ExportFormat;
  /** Default: what the format is for. */
  readonly what?: ExportKind | undefined;
  readonly query?: Query | null | undefined;
  /** A table of entities, as itself. */
  readonly table?: string | undefined;
  /** These versions of pages alone, by their identities. */
  readonly pages?: readonly number[] | undefined;
  /** Entities of one type. */
  readonly type?: string | undefined;
  /** Geographic data as the map is asked for it, instead of by a query. */
  readonly geo?: GeoQuestion | undefined;
  /** Whose CSV: of programs (default), or of spreadsheets in Brazil and Portugal. */
  readonly csv?: CsvForm | undefined;
}

export interface ExportRequest extends ExportWant {
  readonly out: string;
}

export interface ExportOptions {
  /** Name and version, for the formats that say what made them. */
  readonly software: string;
  readonly now?: (() => number) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ExportProgress) => void) | undefined;
}

export interface ExportProgress {
  readonly done: number;
  /** Null when nobody knows. */
  readonly total: number | null;
}

export interface ExportResult {
  readonly what: ExportKind;
  /** Pages, entities, files, links or segments. */
  readonly items: number;
  readonly bytes: number;
  /** Pages whose record is not in the archive. */
  readonly missing: number;
}

/** What a request amounts to, or the error that says why it cannot be. */
export async function checkedRequest(request: ExportRequest, source: ExportSource): Promise<ExportKind> {
  const { format, out } = request;
  const what = await checkedWant(request, source);
  const { ending } = FORMATS[format];
  if (ending !== undefined && !out.toLowerCase().endsWith(ending))
    throw new TarrafaError('TRF_EXPORT_NAME', [out, format, ending]);
  return what;
}

async function checkedWant(want: ExportWant, source: ExportSource): Promise<ExportKind> {
  const { format, table, type } = want;
  const { holds } = FORMATS[format];
  const ofEntities = table !== undefined || type !== undefined;
  const what = want.what ?? (ofEntities ? 'entities' : holds[0]);
  if (!holds.includes(what)) throw new TarrafaError('TRF_EXPORT_KIND', [what, format, holds.join(', ')]);
  if (ofEntities && what !== 'entities')
    throw new TarrafaError('TRF_EXPORT_KIND', [
      table === undefined ? `--type ${type}` : `--table ${table}`,
      what,
      'entities',
    ]);
  if (table !== undefined) {
    const tables = (await source.catalogue.entityTables()).map(({ name }) => name);
    if (!tables.includes(table))
      throw new TarrafaError('TRF_EXPORT_TABLE', [table, tables.join(', ') || '–']);
  }
  return what;
}

/** The course of an export: what it holds, what it counts, and how it is told. */
interface Course {
  readonly what: ExportKind;
  readonly selection: Selection;
  readonly counted: { items: number; missing: number };
  readonly step: () => void;
}

async function course(
  what: ExportKind,
  want: ExportWant,
  source: ExportSource,
  options: ExportOptions,
): Promise<Course> {
  const selection: Selection = {
    query: want.query ?? null,
    pages: want.pages,
    table: want.table,
    type: want.type,
    geo: want.geo,
  };
  const total = options.onProgress === undefined ? null : await expected(source, what, selection);
  const counted = { items: 0, missing: 0 };
  const step = (): void => {
    counted.items++;
    if (counted.items % 64 === 0) {
      options.signal?.throwIfAborted();
      options.onProgress?.({ done: counted.items, total });
    }
  };
  options.signal?.throwIfAborted();
  return { what, selection, counted, step };
}

export async function exportCollection(
  source: ExportSource,
  request: ExportRequest,
  options: ExportOptions,
): Promise<ExportResult> {
  const { counted, ...rest } = await course(await checkedRequest(request, source), request, source, options);
  const bytes = await writeWholeFile(request.out, async (file) => {
    const missed = (pages: number): void => {
      counted.missing = pages;
    };
    const writing = { ...rest, source, want: request, name: request.out, options, missed };
    if (request.format === 'wacz') missed(await writeWholeArchive(file, writing));
    else await WRITE[request.format]({ file, ...writing });
    options.signal?.throwIfAborted();
  });
  return { what: rest.what, ...counted, bytes };
}

/** The same to whoever reads along: every format but those that must be whole (`FORMATS`). `name` is that of the file it will be. */
export async function streamExport(
  source: ExportSource,
  want: ExportWant & { readonly name: string },
  sink: Sink,
  options: ExportOptions,
): Promise<Omit<ExportResult, 'bytes'>> {
  const { format, name } = want;
  if (format === 'wacz') throw new TarrafaError('TRF_EXPORT_KIND', [format, 'stream', 'warc']);
  const { counted, ...rest } = await course(await checkedWant(want, source), want, source, options);
  const missed = (pages: number): void => {
    counted.missing = pages;
  };
  await WRITE[format]({ file: sink, ...rest, source, want, name, options, missed });
  return { what: rest.what, ...counted };
}

/** The visits of a crawl by its log alone: CSV, JSON Lines or Parquet. */
export async function streamVisits(
  visits: string,
  { format, csv = 'plain' }: Pick<ExportWant, 'format' | 'csv'>,
  sink: Sink,
  onProgress: (done: number) => void,
): Promise<void> {
  if (format !== 'csv' && format !== 'jsonl' && format !== 'parquet')
    throw new TarrafaError('TRF_EXPORT_KIND', ['visits', format, FORMATS[format].holds.join(', ')]);
  let done = 0;
  await writeTable(
    sink,
    { format, csv },
    VISIT_COLUMNS,
    visitsOf({ visits, title: visits }),
    visitObject,
    () => {
      if (++done % 1_000 === 0) onProgress(done);
    },
  );
}

interface Writing extends Omit<Course, 'counted'> {
  readonly file: Sink;
  readonly source: ExportSource;
  readonly want: ExportWant;
  /** Of the file. */
  readonly name: string;
  readonly options: ExportOptions;
  /** Tells how many pages are not in the archive. */
  readonly missed: (pages: number) => void;
}

const WRITE: Readonly<Record<Exclude<ExportFormat, 'wacz'>, (writing: Writing) => Promise<void>>> = {
  csv: (writing) => writeRows('csv', writing),
  jsonl: (writing) => writeRows('jsonl', writing),
  parquet: (writing) => writeRows('parquet', writing),
  geojson: ({ file, what, source, selection, step }) =>
    writeText(
      file,
      what === 'geo'
        ? eachBatch(geoOf(source, selection), geoFeatures)
        : eachBatch(pagesOf(source, selection), pageFeatures),
      step,
      [GEOJSON_HEAD, ',\n', GEOJSON_END],
    ),
  timex3: ({ file, source, selection, step }) =>
    writeText(
      file,
      eachBatch(pagesOf(source, selection), (pages) => mapped(pages, timeMlOf)),
      step,
      [TIMEX3_HEAD, '', TIMEX3_END],
    ),
  warc: async (writing) => writing.missed(await writeArchive(writing)),
};

function* mapped<A, B>(items: Iterable<A>, of: (item: A) => B): Generator<B> {
  for (const item of items) yield of(item);
}

async function writeText(
  file: Sink,
  pieces: Batches<string>,
  step: () => void,
  [head, between, end]: readonly [string, string, string],
): Promise<void> {
  await file.write(head);
  let first = true;
  for await (const batch of pieces)
    for (const piece of batch) {
      await file.write(first ? piece : between + piece);
      first = false;
      step();
    }
  await file.write(end);
}

async function writeRows(
  format: 'csv' | 'jsonl' | 'parquet',
  { file, what, source, selection, step, want: { csv = 'plain' } }: Writing,
): Promise<void> {
  const put = <Row>(
    columns: readonly Column<Row>[],
    rows: Batches<Row>,
    object: (row: Row) => object,
  ): Promise<void> => writeTable(file, { format, csv }, columns, rows, object, step);
  switch (what) {
    case 'pages':
      return put(PAGE_COLUMNS, pagesOf(source, selection), pageObject);
    case 'geo':
      return put(GEO_COLUMNS, geoOf(source, selection), geoObject);
    case 'links':
      return put(LINK_COLUMNS, linksOf(source, selection), linkObject);
    case 'segments':
      return put(SEGMENT_COLUMNS, eachBatch(pagesOf(source, selection), segmentRows), segmentObject);
    case 'timeline':
      return put(TIMELINE_COLUMNS, timelineOf(source, selection), timelineObject);
    case 'visits':
      return put(VISIT_COLUMNS, visitsOf(source), visitObject);
    case 'entities': {
      const entities = entitiesOf(source, selection);
      const table = (await source.catalogue.entityTables()).find(({ name }) => name === selection.table);
      if (table !== undefined) return put(tableColumns(table.columns), entities, entityObject);
      return format === 'jsonl'
        ? put([], entities, entityObject)
        : put(ENTITY_COLUMNS, eachBatch(entities, valueRows), ({ entity }) => entityObject(entity));
    }
  }
}

async function writeTable<Row>(
  file: Sink,
  { format, csv }: { readonly format: 'csv' | 'jsonl' | 'parquet'; readonly csv: CsvForm },
  columns: readonly Column<Row>[],
  rows: Batches<Row>,
  object: (row: Row) => object,
  step: () => void,
): Promise<void> {
  if (format === 'parquet') return writeParquet(file, columns, rows, step);
  if (format === 'csv') await file.write(csvHead(columns, csv));
  for await (const batch of rows)
    for (const row of batch) {
      await file.write(format === 'csv' ? csvLine(columns, row, csv) : `${JSON.stringify(object(row))}\n`);
      step();
    }
}

function described({ title }: ExportSource, { query, pages }: Selection): string {
  const line = query?.line ?? '';
  if (pages !== undefined) return `Chosen pages of the collection ${title}`;
  return line === ''
    ? `All of the collection ${title}`
    : `The part of the collection ${title} that answers: ${line}`;
}

/** How many pages had no record in the archive. */
function writeWholeArchive(
  file: WholeFile,
  { source, name, selection, options: { software, now = Date.now, signal }, step }: Omit<Writing, 'file'>,
): Promise<number> {
  const description = described(source, selection);
  return writeWacz(file, name, source, selection, {
    software,
    now: now(),
    onPage: step,
    signal,
    description,
  });
}

async function writeArchive({
  file,
  source,
  name,
  selection,
  options: { software, now = Date.now },
  step,
}: Writing): Promise<number> {
  const copy = new ArchiveCopy(source.files);
  try {
    await file.write(
      warcinfoMember(name.slice(name.lastIndexOf('/') + 1), now(), {
        software,
        format: 'WARC File Format 1.1',
        conformsTo: 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/',
        isPartOf: source.title,
        description: described(source, selection),
      }),
    );
    for await (const pages of pagesOf(source, selection))
      for (const page of pages) {
        for await (const piece of copy.recordsOf(page.archive)) await file.write(piece);
        step();
      }
  } finally {
    await copy.close();
  }
  return copy.missing;
}

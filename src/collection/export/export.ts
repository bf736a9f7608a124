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
import { ArchiveCopy } from './archive-copy.ts';
import {
  type Column,
  ENTITY_COLUMNS,
  GEO_COLUMNS,
  LINK_COLUMNS,
  PAGE_COLUMNS,
  SEGMENT_COLUMNS,
  segmentRows,
  tableColumns,
  valueRows,
} from './columns.ts';
import { csvHead, csvLine } from './csv.ts';
import { type ExportFormat, type ExportKind, FORMATS } from './format-table.ts';
import { GEOJSON_END, GEOJSON_HEAD, geoFeatures, pageFeatures } from './geojson.ts';
import { entityObject, geoObject, linkObject, pageObject, segmentObject } from './json-objects.ts';
import { writeParquet } from './parquet.ts';
import { warcinfoMember } from './record-member.ts';
import {
  type Batches,
  type ExportSource,
  eachBatch,
  entitiesOf,
  expected,
  geoOf,
  linksOf,
  pagesOf,
  type Selection,
} from './selection.ts';
import { TIMEX3_END, TIMEX3_HEAD, timeMlOf } from './timex3.ts';
import { writeWacz } from './wacz.ts';

export interface ExportRequest {
  readonly format: ExportFormat;
  /** Default: what the format is for. */
  readonly what?: ExportKind | undefined;
  readonly query?: Query | null | undefined;
  /** A table of entities, as itself. */
  readonly table?: string | undefined;
  /** These versions of pages alone, by their identities. */
  readonly pages?: readonly number[] | undefined;
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
  const { format, table, out } = request;
  const { holds, ending } = FORMATS[format];
  const what = request.what ?? (table === undefined ? holds[0] : 'entities');
  if (!holds.includes(what)) throw new TarrafaError('TRF_EXPORT_KIND', [what, format, holds.join(', ')]);
  if (table !== undefined) {
    if (what !== 'entities')
      throw new TarrafaError('TRF_EXPORT_KIND', [`--table ${table}`, what, 'entities']);
    const tables = (await source.catalogue.entityTables()).map(({ name }) => name);
    if (!tables.includes(table))
      throw new TarrafaError('TRF_EXPORT_TABLE', [table, tables.join(', ') || '–']);
  }
  if (ending !== undefined && !out.toLowerCase().endsWith(ending))
    throw new TarrafaError('TRF_EXPORT_NAME', [out, format, ending]);
  return what;
}

export async function exportCollection(
  source: ExportSource,
  request: ExportRequest,
  options: ExportOptions,
): Promise<ExportResult> {
  const what = await checkedRequest(request, source);
  const selection: Selection = { query: request.query ?? null, table: request.table, pages: request.pages };
  const total = options.onProgress === undefined ? null : await expected(source, what, selection);
  const progress = { items: 0, missing: 0 };
  const step = (): void => {
    progress.items++;
    if (progress.items % 64 === 0) {
      options.signal?.throwIfAborted();
      options.onProgress?.({ done: progress.items, total });
    }
  };
  options.signal?.throwIfAborted();
  const bytes = await writeWholeFile(request.out, async (file) => {
    const missed = (pages: number): void => {
      progress.missing = pages;
    };
    await WRITE[request.format]({ file, what, source, request, selection, options, step, missed });
    options.signal?.throwIfAborted();
  });
  return { what, items: progress.items, bytes, missing: progress.missing };
}

interface Writing {
  readonly file: WholeFile;
  readonly what: ExportKind;
  readonly source: ExportSource;
  readonly request: ExportRequest;
  readonly selection: Selection;
  readonly options: ExportOptions;
  readonly step: () => void;
  /** Tells how many pages are not in the archive. */
  readonly missed: (pages: number) => void;
}

const WRITE: Readonly<Record<ExportFormat, (writing: Writing) => Promise<void>>> = {
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
  wacz: async (writing) => writing.missed(await writeArchive(writing)),
};

function* mapped<A, B>(items: Iterable<A>, of: (item: A) => B): Generator<B> {
  for (const item of items) yield of(item);
}

async function writeText(
  file: WholeFile,
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
  { file, what, source, selection, step }: Writing,
): Promise<void> {
  const put = <Row>(
    columns: readonly Column<Row>[],
    rows: Batches<Row>,
    object: (row: Row) => object,
  ): Promise<void> => writeTable(file, format, columns, rows, object, step);
  switch (what) {
    case 'pages':
      return put(PAGE_COLUMNS, pagesOf(source, selection), pageObject);
    case 'geo':
      return put(GEO_COLUMNS, geoOf(source, selection), geoObject);
    case 'links':
      return put(LINK_COLUMNS, linksOf(source, selection), linkObject);
    case 'segments':
      return put(SEGMENT_COLUMNS, eachBatch(pagesOf(source, selection), segmentRows), segmentObject);
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
  file: WholeFile,
  format: 'csv' | 'jsonl' | 'parquet',
  columns: readonly Column<Row>[],
  rows: Batches<Row>,
  object: (row: Row) => object,
  step: () => void,
): Promise<void> {
  if (format === 'parquet') return writeParquet(file, columns, rows, step);
  if (format === 'csv') await file.write(csvHead(columns));
  for await (const batch of rows)
    for (const row of batch) {
      await file.write(format === 'csv' ? csvLine(columns, row) : `${JSON.stringify(object(row))}\n`);
      step();
    }
}

async function writeArchive({
  file,
  source,
  request: { format, out },
  selection,
  options: { software, now = Date.now, signal },
  step,
}: Writing): Promise<number> {
  const line = selection.query?.line ?? '';
  const description =
    selection.pages !== undefined
      ? `Chosen pages of the collection ${source.title}`
      : line === ''
        ? `All of the collection ${source.title}`
        : `The part of the collection ${source.title} that answers: ${line}`;
  if (format === 'wacz')
    return writeWacz(file, out, source, selection, {
      software,
      now: now(),
      onPage: step,
      signal,
      description,
    });
  const copy = new ArchiveCopy(source.files);
  try {
    const name = out.slice(out.lastIndexOf('/') + 1);
    await file.write(
      warcinfoMember(name, now(), {
        software,
        format: 'WARC File Format 1.1',
        conformsTo: 'http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/',
        isPartOf: source.title,
        description,
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

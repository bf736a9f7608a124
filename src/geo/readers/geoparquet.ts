/** GeoParquet: the footer tells everything but the values, which are read a group of rows at a time when asked for. */

import type { AsyncBuffer, FileMetaData, SchemaElement } from 'hyparquet';
import { parseJson } from '../../formats/index.ts';
import { reason } from '../../words/why.ts';
import { type Crs, crs84, crsOfProjJson } from '../crs/crs.ts';
import { situate } from '../crs/situate.ts';
import type { Budget } from './budget.ts';
import { type ByteSource, type NamedSource, viewOf } from './byte-source.ts';
import {
  type AttributeRow,
  type Box,
  commonGeometryType,
  type DatasetInfo,
  Extent,
  emptyDataset,
  type FieldInfo,
  type FieldType,
  type Shape,
  saneBox,
} from './dataset.ts';
import { valueText } from './field-table.ts';
import { GeoJsonMeasure } from './flat-geometry.ts';
import { beginsWith, extensionOf, type FormatReader, type ReadContext, stemOf } from './format-reader.ts';
import { ParquetThread } from './parquet-thread.ts';
import { GeoProblem } from './problem.ts';

const LARGEST_FOOTER = 16 << 20;
const ROWS_AT_A_TIME = 2000;

function bufferOf(source: ByteSource, budget: Budget): AsyncBuffer {
  return {
    byteLength: source.size,
    async slice(start, end = source.size) {
      const from = start < 0 ? source.size + start : start;
      budget.checkTime();
      budget.hold(end - from, reason('parquet-column'));
      const bytes = await source.read(from, end - from);
      if (bytes.length < end - from) throw new GeoProblem('truncated', reason('parquet-cut'));
      return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    },
  };
}

function typeOf(element: SchemaElement): FieldType {
  const logical = element.logical_type?.type ?? element.converted_type;
  if (logical === 'STRING' || logical === 'UTF8' || logical === 'ENUM' || logical === 'JSON') return 'text';
  if (logical === 'DATE' || String(logical).startsWith('TIMESTAMP') || logical === 'TIME') return 'date';
  switch (element.type) {
    case 'BOOLEAN':
      return 'boolean';
    case 'INT32':
    case 'INT64':
      return 'integer';
    case 'FLOAT':
    case 'DOUBLE':
      return 'real';
    default:
      return 'other';
  }
}

interface GeoColumn {
  readonly geometry_types?: unknown;
  readonly bbox?: unknown;
  readonly crs?: unknown;
  readonly encoding?: unknown;
}

interface GeoMetadata {
  readonly primary: string;
  readonly column: GeoColumn;
}

function geoMetadata(metadata: FileMetaData): GeoMetadata | null {
  const text = metadata.key_value_metadata?.find((entry) => entry.key === 'geo')?.value;
  if (text === undefined) return null;
  try {
    const geo = parseJson(text) as { primary_column?: unknown; columns?: Record<string, GeoColumn> };
    const primary =
      typeof geo.primary_column === 'string' ? geo.primary_column : Object.keys(geo.columns ?? {})[0];
    const column = primary === undefined ? undefined : geo.columns?.[primary];
    return primary === undefined || column === undefined || column === null ? null : { primary, column };
  } catch {
    return null;
  }
}

/** Columns of the first level: name and how many elements of the schema they take. */
function topLevel(schema: readonly SchemaElement[]): SchemaElement[] {
  const top: SchemaElement[] = [];
  const children = schema[0]?.num_children ?? 0;
  let at = 1;
  for (let i = 0; i < children && at < schema.length; i++) {
    top.push(schema[at]!);
    let open = 1;
    while (open > 0 && at < schema.length) open += (schema[at++]!.num_children ?? 0) - 1;
  }
  return top;
}

function boxOf(value: unknown): Box | null {
  if (!Array.isArray(value) || !value.every((v) => typeof v === 'number')) return null;
  return value.length === 4
    ? saneBox(value[0]!, value[1]!, value[2]!, value[3]!)
    : value.length === 6
      ? saneBox(value[0]!, value[1]!, value[3]!, value[4]!)
      : null;
}

async function* objectsOf(
  source: ByteSource,
  metadata: FileMetaData,
  columns: string[],
  budget: Budget,
  limit: number,
): AsyncGenerator<Record<string, unknown>> {
  const total = Math.min(Number(metadata.num_rows), limit);
  const reader = new ParquetThread(bufferOf(source, budget), metadata);
  try {
    for (let rowStart = 0; rowStart < total; rowStart += ROWS_AT_A_TIME) {
      budget.checkTime();
      yield* await reader.rows(columns, rowStart, Math.min(total, rowStart + ROWS_AT_A_TIME));
    }
  } finally {
    await reader.close();
  }
}

async function* rowsOf(
  source: ByteSource,
  metadata: FileMetaData,
  columns: string[],
  budget: Budget,
  limit: number,
): AsyncGenerator<AttributeRow> {
  for await (const row of objectsOf(source, metadata, columns, budget, limit))
    yield columns.map((name) => valueText(row[name]));
}

async function* shapesOf(
  source: ByteSource,
  metadata: FileMetaData,
  geometry: string,
  budget: Budget,
): AsyncGenerator<Shape> {
  for await (const row of objectsOf(source, metadata, [geometry], budget, Number.POSITIVE_INFINITY)) {
    const shapes: Shape[] = [];
    new GeoJsonMeasure().measure(row[geometry], (shape) => shapes.push(shape));
    yield* shapes;
  }
}

export const geoparquetReader: FormatReader = {
  id: 'geoparquet',

  sniff(head, name) {
    return beginsWith(head, 'PAR1') ? 1 : /^(?:geo)?parquet$/.test(extensionOf(name)) ? 0.5 : 0;
  },

  async read(file: NamedSource, { budget }: ReadContext): Promise<readonly DatasetInfo[]> {
    const { source } = file;
    const tail = await source.read(source.size - 8, 8);
    if (source.size < 12 || !beginsWith(tail, 'PAR1', 4))
      throw new GeoProblem('truncated', reason('parquet-without-footer'));
    const length = viewOf(tail).getUint32(0, true);
    if (length > LARGEST_FOOTER || length + 12 > source.size)
      throw new GeoProblem('corrupt', reason('footer-bytes', { bytes: length, size: source.size }));
    const { parquetMetadataAsync } = await import('hyparquet');
    const metadata = await parquetMetadataAsync(bufferOf(source, budget), { initialFetchSize: length + 8 });
    const geo = geoMetadata(metadata);
    if (geo === null) throw new GeoProblem('not-geographic', reason('parquet-not-geographic'));
    const fields: FieldInfo[] = [];
    for (const element of topLevel(metadata.schema)) {
      if (element.name === geo.primary || fields.length >= 2000) continue;
      fields.push({ name: element.name, type: (element.num_children ?? 0) > 0 ? 'other' : typeOf(element) });
    }
    const texts = fields.map((field) => field.name);
    const types = Array.isArray(geo.column.geometry_types)
      ? geo.column.geometry_types.filter((type): type is string => typeof type === 'string')
      : [];
    let nativeExtent = boxOf(geo.column.bbox);
    let extentFrom: DatasetInfo['extentFrom'] = nativeExtent === null ? null : 'header';
    if (nativeExtent === null) {
      const extent = new Extent();
      try {
        for await (const shape of shapesOf(source, metadata, geo.primary, budget))
          for (let i = 0; i + 1 < shape.coordinates.length; i += 2)
            extent.add(shape.coordinates[i]!, shape.coordinates[i + 1]!);
        nativeExtent = extent.box();
        extentFrom = nativeExtent === null ? null : 'data';
      } catch (error) {
        if (error instanceof GeoProblem && error.code === 'time-limit') throw error;
        // A codec that is not at hand: the extent stays unknown.
      }
    }
    // Absent means longitude and latitude; null means that nobody knows.
    const crs: Crs | null =
      geo.column.crs === undefined
        ? crs84('format')
        : geo.column.crs === null
          ? null
          : crsOfProjJson(geo.column.crs, 'geo metadata');
    const count = Number(metadata.num_rows);
    return [
      situate({
        ...emptyDataset('geoparquet', 'vector', stemOf(file.name)),
        geometryType: commonGeometryType(types.map((type) => type.replace(/ ZM?$/, ''))) ?? 'Mixed',
        dimensions: types.some((type) => type.endsWith(' Z')) ? 'Z' : '',
        count: Number.isSafeInteger(count) && count >= 0 ? count : null,
        countFrom: 'header',
        fields,
        nativeExtent,
        extentFrom,
        crs,
        encoding: 'utf-8',
        rows: (limit = Number.POSITIVE_INFINITY) => rowsOf(source, metadata, texts, budget, limit),
        shapes: () => shapesOf(source, metadata, geo.primary, budget),
      }),
    ];
  },
};

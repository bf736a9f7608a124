/** GeoPackage, SpatiaLite, MBTiles: geographic layers in SQLite files. */

import { reason } from '../../words/why.ts';
import { type Crs, crs84, crsOfEpsg, crsOfText } from '../crs/crs.ts';
import { situate } from '../crs/situate.ts';
import type { NamedSource } from './byte-source.ts';
import { viewOf } from './byte-source.ts';
import {
  type AttributeRow,
  type Box,
  type DatasetInfo,
  Extent,
  emptyDataset,
  type FieldInfo,
  type FieldType,
  type Shape,
  saneBox,
} from './dataset.ts';
import { valueText } from './field-table.ts';
import { beginsWith, extensionOf, type FormatReader, type ReadContext, stemOf } from './format-reader.ts';
import { GeoProblem, type Problem, problemOf, told } from './problem.ts';
import { SqliteFile, type SqliteTable, type SqliteValue } from './sqlite-file.ts';
import { readWkb, WKB_TYPES, wkbType } from './wkb.ts';

/** Pages that are looked at to count the rows of a table; beyond them the file's own figure is given. */
const COUNTED_PAGES = 16_384;
const MOST_LAYERS = 500;

type Row = Record<string, SqliteValue>;

const asText = (value: SqliteValue | undefined): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
const asNumber = (value: SqliteValue | undefined): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

function fieldType(declared: string): FieldType {
  if (/INT/.test(declared)) return 'integer';
  if (/CHAR|CLOB|TEXT/.test(declared)) return 'text';
  if (/REAL|FLOA|DOUB|NUMERIC|DECIMAL/.test(declared)) return 'real';
  if (/DATE|TIME/.test(declared)) return 'date';
  if (/BOOL/.test(declared)) return 'boolean';
  return 'other';
}

interface GeometryBlob {
  readonly box: Box | null;
  readonly wkb: { readonly bytes: Uint8Array; readonly from: number } | null;
}

/** The geometry blob of GeoPackage: `GP`, flags, an envelope perhaps, then well-known binary. */
function geoPackageBlob(bytes: Uint8Array): GeometryBlob | null {
  if (bytes.length < 8 || bytes[0] !== 0x47 || bytes[1] !== 0x50) return null;
  const flags = bytes[3]!;
  const little = (flags & 1) === 1;
  const envelope = [0, 32, 48, 48, 64][(flags >> 1) & 7];
  if (envelope === undefined || 8 + envelope > bytes.length) return null;
  const view = viewOf(bytes);
  const at = (i: number) => view.getFloat64(8 + i * 8, little);
  const box = envelope === 0 ? null : saneBox(at(0), at(2), at(1), at(3));
  return { box, wkb: { bytes, from: 8 + envelope } };
}

/** The geometry blob of SpatiaLite: its box stands in front; the rest is a dialect of well-known binary. */
function spatialiteBlob(bytes: Uint8Array): GeometryBlob | null {
  if (bytes.length < 43 || bytes[0] !== 0 || bytes[1]! > 1 || bytes[38] !== 0x7c) return null;
  const little = bytes[1] === 1;
  const view = viewOf(bytes);
  const at = (i: number) => view.getFloat64(6 + i * 8, little);
  return { box: saneBox(at(0), at(1), at(2), at(3)), wkb: null };
}

function blobOf(value: SqliteValue | undefined): GeometryBlob | null {
  if (!(value instanceof Uint8Array)) return null;
  return (
    geoPackageBlob(value) ??
    spatialiteBlob(value) ??
    (value[0]! <= 1 ? { box: null, wkb: { bytes: value, from: 0 } } : null)
  );
}

function boxOfBlob(blob: GeometryBlob, extent: Extent): void {
  if (blob.box !== null) extent.addBox(blob.box);
  else if (blob.wkb !== null) {
    const box = readWkb(blob.wkb.bytes, blob.wkb.from).extent.box();
    if (box !== null) extent.addBox(box);
  }
}

/** What all layers of a file need to be described. */
interface Layer {
  readonly format: string;
  readonly name: string;
  readonly table: SqliteTable | null;
  readonly geometryColumn: string | null;
  readonly geometryType: string | null;
  readonly dimensions: DatasetInfo['dimensions'];
  readonly crs: Crs | null;
  readonly box: Box | null;
  readonly statedCount: number | null;
  readonly title: string | null;
  readonly abstract: string | null;
  readonly kind: 'vector' | 'table' | 'tiles';
}

async function describeLayer(file: SqliteFile, layer: Layer, context: ReadContext): Promise<DatasetInfo> {
  const { budget } = context;
  const { table } = layer;
  const problems: Problem[] = [];
  let count: number | null = null;
  let countFrom: DatasetInfo['countFrom'] = null;
  let box = layer.box;
  let extentFrom: DatasetInfo['extentFrom'] = box === null ? null : 'header';
  const geometryAt =
    table === null || layer.geometryColumn === null
      ? -1
      : table.columns.findIndex((column) => column.toLowerCase() === layer.geometryColumn!.toLowerCase());
  if (table === null && layer.kind !== 'tiles')
    problems.push({
      code: 'missing-part',
      severity: 'error',
      file: layer.name,
      ...told(reason('table-not-run')),
    });
  else if (table !== null && layer.kind !== 'tiles') {
    try {
      count = layer.statedCount;
      if (count !== null) countFrom = 'header';
      else {
        count = await file.count(table, COUNTED_PAGES);
        countFrom = count === null ? null : 'data';
      }
      if (box === null && geometryAt !== -1) {
        const extent = new Extent();
        for await (const { values } of file.rows(table)) {
          const blob = blobOf(values[geometryAt]);
          if (blob !== null) boxOfBlob(blob, extent);
        }
        box = extent.box();
        extentFrom = box === null ? null : 'data';
      }
    } catch (error) {
      if (error instanceof GeoProblem && error.code === 'time-limit') throw error;
      problems.push(problemOf(layer.name, error));
    }
  }
  const kept: number[] = [];
  const fields: FieldInfo[] = [];
  table?.columns.forEach((name, i) => {
    if (i === geometryAt || i === table.rowidColumn || layer.kind === 'tiles') return;
    kept.push(i);
    fields.push({ name, type: fieldType(table.types[i] ?? '') });
  });
  return situate({
    ...emptyDataset(layer.format, layer.kind, layer.name),
    geometryType: layer.geometryType,
    dimensions: layer.dimensions,
    count,
    countFrom,
    fields,
    nativeExtent: box,
    extentFrom,
    crs: layer.kind === 'table' ? null : layer.crs,
    encoding: 'utf-8',
    title: layer.title,
    abstract: layer.abstract,
    problems,
    rows: (limit = Number.POSITIVE_INFINITY) => rowsOf(file, table, kept, limit),
    shapes: () => shapesOf(file, table, geometryAt, budget),
  });
}

async function* rowsOf(
  file: SqliteFile,
  table: SqliteTable | null,
  columns: readonly number[],
  limit: number,
): AsyncGenerator<AttributeRow> {
  if (table === null) return;
  let given = 0;
  for await (const { values } of file.rows(table)) {
    if (given++ >= limit) return;
    yield columns.map((i) => valueText(values[i]));
  }
}

async function* shapesOf(
  file: SqliteFile,
  table: SqliteTable | null,
  geometryAt: number,
  budget: ReadContext['budget'],
): AsyncGenerator<Shape> {
  if (table === null || geometryAt === -1) return;
  for await (const { values } of file.rows(table)) {
    budget.tick();
    const blob = blobOf(values[geometryAt]);
    if (blob === null) continue;
    if (blob.wkb !== null) yield* readWkb(blob.wkb.bytes, blob.wkb.from).shapes;
    else if (blob.box !== null) {
      const [x0, y0, x1, y1] = blob.box;
      // SpatiaLite's own binary is not decoded: the box of each feature stands for it in the picture.
      if (x0 === x1 && y0 === y1)
        yield { kind: 'point', coordinates: Float64Array.of(x0, y0), ends: Uint32Array.of(1) };
      else
        yield {
          kind: 'polygon',
          coordinates: Float64Array.of(x0, y0, x1, y0, x1, y1, x0, y1, x0, y0),
          ends: Uint32Array.of(5),
        };
    }
  }
}

const GPKG_GEOMETRIES: Readonly<Record<string, string>> = {
  POINT: 'Point',
  LINESTRING: 'LineString',
  POLYGON: 'Polygon',
  MULTIPOINT: 'MultiPoint',
  MULTILINESTRING: 'MultiLineString',
  MULTIPOLYGON: 'MultiPolygon',
  GEOMETRYCOLLECTION: 'GeometryCollection',
  GEOMETRY: 'Mixed',
  CURVE: 'LineString',
  CIRCULARSTRING: 'LineString',
  COMPOUNDCURVE: 'LineString',
  CURVEPOLYGON: 'Polygon',
  SURFACE: 'Polygon',
  MULTISURFACE: 'MultiPolygon',
  MULTICURVE: 'MultiLineString',
};

function dimensionsOf(z: unknown, m: unknown): DatasetInfo['dimensions'] {
  return z === 1 ? (m === 1 ? 'ZM' : 'Z') : m === 1 ? 'M' : '';
}

async function geoPackageLayers(file: SqliteFile): Promise<Layer[]> {
  const systems = new Map<number, Crs | null>();
  for (const row of await file.all('gpkg_spatial_ref_sys')) {
    const id = asNumber(row.srs_id);
    if (id === null) continue;
    // 0 and -1 stand for an undefined geographic and Cartesian system.
    if (id === 0 || id === -1) {
      systems.set(id, {
        epsg: null,
        name: asText(row.srs_name) ?? (id === 0 ? 'Undefined geographic SRS' : 'Undefined Cartesian SRS'),
        kind: id === 0 ? 'geographic' : 'projected',
        definition: null,
        northFirst: false,
        from: 'srs table',
        codeFrom: null,
      });
      continue;
    }
    const code = asNumber(row.organization_coordsys_id);
    const isEpsg = /^epsg$/i.test(asText(row.organization) ?? '');
    const definition = asText(row.definition);
    systems.set(
      id,
      (isEpsg && code !== null ? crsOfEpsg(code, 'srs table') : null) ??
        (definition === null ? null : crsOfText(definition, 'srs table')),
    );
  }
  const geometry = new Map<string, Row>();
  for (const row of await file.all('gpkg_geometry_columns'))
    geometry.set(String(row.table_name).toLowerCase(), row);
  const counts = new Map<string, number>();
  for (const row of await file.all('gpkg_ogr_contents')) {
    const count = asNumber(row.feature_count);
    if (count !== null && count >= 0) counts.set(String(row.table_name).toLowerCase(), count);
  }
  const layers: Layer[] = [];
  for (const row of await file.all('gpkg_contents', MOST_LAYERS)) {
    const name = asText(row.table_name);
    if (name === null) continue;
    const type = asText(row.data_type)?.toLowerCase() ?? '';
    const column = geometry.get(name.toLowerCase());
    const srs = asNumber(column?.srs_id) ?? asNumber(row.srs_id);
    const box = [row.min_x, row.min_y, row.max_x, row.max_y].map(asNumber);
    const title = asText(row.identifier);
    layers.push({
      format: 'geopackage',
      name,
      table: file.table(name),
      geometryColumn: asText(column?.column_name),
      geometryType:
        column === undefined
          ? null
          : (GPKG_GEOMETRIES[String(column.geometry_type_name).toUpperCase()] ?? 'Mixed'),
      dimensions: dimensionsOf(column?.z, column?.m),
      crs: srs === null ? null : (systems.get(srs) ?? null),
      box: box.every((v) => v !== null) ? saneBox(box[0]!, box[1]!, box[2]!, box[3]!) : null,
      statedCount: counts.get(name.toLowerCase()) ?? null,
      title: title === name ? null : title,
      abstract: asText(row.description),
      kind:
        column !== undefined || type === 'features'
          ? 'vector'
          : type.includes('tile') || type.includes('coverage')
            ? 'tiles'
            : 'table',
    });
  }
  return layers;
}

async function spatialiteLayers(file: SqliteFile): Promise<Layer[]> {
  const systems = new Map<number, Crs | null>();
  for (const row of await file.all('spatial_ref_sys', 20_000)) {
    const id = asNumber(row.srid);
    if (id === null || id <= 0) continue;
    const code = asNumber(row.auth_srid);
    const isEpsg = /^epsg$/i.test(asText(row.auth_name) ?? '');
    const text = asText(row.srtext) ?? asText(row.srs_wkt) ?? asText(row.proj4text);
    systems.set(
      id,
      (isEpsg && code !== null ? crsOfEpsg(code, 'srs table') : null) ??
        (text === null ? null : crsOfText(text, 'srs table')),
    );
  }
  const layers: Layer[] = [];
  for (const row of await file.all('geometry_columns', MOST_LAYERS)) {
    const name = asText(row.f_table_name);
    if (name === null) continue;
    const written = row.geometry_type ?? row.type;
    const numeric = typeof written === 'number' ? wkbType(written) : null;
    const dimension = String(row.coord_dimension ?? '');
    const srid = asNumber(row.srid);
    layers.push({
      format: 'spatialite',
      name,
      table: file.table(name),
      geometryColumn: asText(row.f_geometry_column),
      geometryType:
        numeric !== null
          ? (WKB_TYPES[numeric.type] ?? 'Mixed')
          : (GPKG_GEOMETRIES[String(written).toUpperCase()] ?? 'Mixed'),
      dimensions:
        numeric?.hasZ === true || dimension === '3' || dimension === 'XYZ'
          ? 'Z'
          : dimension === 'XYZM'
            ? 'ZM'
            : '',
      crs: srid === null ? null : (systems.get(srid) ?? null),
      box: null,
      statedCount: null,
      title: null,
      abstract: null,
      kind: 'vector',
    });
  }
  return layers;
}

async function mbtiles(file: SqliteFile, name: string): Promise<DatasetInfo[]> {
  const facts = new Map<string, string>();
  for (const row of await file.all('metadata', 1000)) {
    const key = asText(row.name);
    const value = asText(row.value);
    if (key !== null && value !== null) facts.set(key, value);
  }
  const bounds = (facts.get('bounds') ?? '').split(',').map(Number);
  const box = bounds.length === 4 ? saneBox(bounds[0]!, bounds[1]!, bounds[2]!, bounds[3]!) : null;
  return [
    situate({
      ...emptyDataset('mbtiles', 'tiles', facts.get('name') ?? stemOf(name)),
      nativeExtent: box,
      extentFrom: box === null ? null : 'header',
      crs: crs84('format'),
      title: facts.get('name') ?? null,
      abstract: facts.get('description') ?? null,
      licence: facts.get('attribution') ?? null,
    }),
  ];
}

export const sqliteReader: FormatReader = {
  id: 'sqlite',

  sniff(head, name) {
    if (beginsWith(head, 'SQLite format 3\0')) return 1;
    return /^(?:gpkg|sqlite|mbtiles)$/.test(extensionOf(name)) ? 0.5 : 0;
  },

  async read(source: NamedSource, context: ReadContext): Promise<readonly DatasetInfo[]> {
    const file = await SqliteFile.open(source.source, context.budget);
    if (file.table('gpkg_contents') === null && file.table('geometry_columns') === null) {
      if (file.table('metadata') !== null && (file.table('tiles') ?? file.table('images')) !== null)
        return mbtiles(file, source.name);
      throw new GeoProblem('not-geographic', reason('sqlite-not-geographic'));
    }
    const layers =
      file.table('gpkg_contents') !== null ? await geoPackageLayers(file) : await spatialiteLayers(file);
    if (layers.length === 0) throw new GeoProblem('empty', reason('database-without-layers'));
    const datasets: DatasetInfo[] = [];
    for (const layer of layers) datasets.push(await describeLayer(file, layer, context));
    return datasets;
  },
};

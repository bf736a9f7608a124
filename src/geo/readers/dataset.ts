/**
 * What a geographic file turns out to hold, in the same terms for every format: the layer, its geometry, its extent, its columns. A
 * reader fills it from headers where headers can be believed and says so (`countFrom`, `extentFrom`); attribute rows and shapes are
 * read only when somebody asks.
 */
import type { Crs } from '../crs/crs.ts';
import type { Problem } from './problem.ts';

/** West, south, east, north (or the native equivalents). */
export type Box = readonly [xmin: number, ymin: number, xmax: number, ymax: number];

export type DatasetKind = 'vector' | 'raster' | 'tiles' | 'pointcloud' | 'table' | 'service';

export type FieldType = 'text' | 'integer' | 'real' | 'date' | 'boolean' | 'other';

export interface FieldInfo {
  readonly name: string;
  readonly type: FieldType;
  /** What a side file says that the column means. */
  readonly meaning?: string;
}

export interface RasterInfo {
  readonly width: number;
  readonly height: number;
  readonly bands: number;
  /** `uint8`, `int16`, `float32`… */
  readonly sampleType: string;
  /** Size of a pixel in units of the coordinate system; null when turned or unknown. */
  readonly pixel: readonly [x: number, y: number] | null;
  readonly overviews: number;
}

/** One geometry without its attributes: pairs of coordinates, and where each part of a line or polygon ends (as a count of pairs). */
export interface Shape {
  readonly kind: 'point' | 'line' | 'polygon';
  readonly coordinates: Float64Array;
  readonly ends: Uint32Array;
}

export interface TemporalExtent {
  /** ISO 8601, as precise as it was written. */
  readonly from: string | null;
  readonly to: string | null;
}

export type AttributeRow = readonly (string | null)[];

export interface DatasetInfo {
  /** Identifier of the format: `shapefile`, `geojson`, `geotiff`… */
  readonly format: string;
  readonly kind: DatasetKind;
  readonly layer: string;
  /** `Point`, `LineString`, `Polygon`, `MultiPoint`, `MultiLineString`, `MultiPolygon`, `GeometryCollection`, `Mixed`; null without geometry. */
  readonly geometryType: string | null;
  /** `Z`, `M` or `ZM` when coordinates have more than two numbers. */
  readonly dimensions: '' | 'Z' | 'M' | 'ZM';
  readonly raster: RasterInfo | null;
  readonly count: number | null;
  /** `data`: the features were counted; `header`: a header or an index says so. */
  readonly countFrom: 'data' | 'header' | null;
  readonly fields: readonly FieldInfo[];
  /** In the coordinates of the file. */
  readonly nativeExtent: Box | null;
  readonly extentFrom: 'data' | 'header' | null;
  /** In WGS 84, longitude before latitude. */
  readonly extent: Box | null;
  /** No coordinate system was stated: the numbers could be degrees, and were taken for them. */
  readonly extentAssumed: boolean;
  readonly crs: Crs | null;
  /** Charset of the attribute values. */
  readonly encoding: string | null;
  readonly temporal: TemporalExtent | null;
  readonly title: string | null;
  readonly abstract: string | null;
  readonly licence: string | null;
  /** Who made the data, and which edition of them this is, by a file beside them. */
  readonly source: string | null;
  readonly revision: string | null;
  /** When they were published or revised, ISO 8601. */
  readonly updated: string | null;
  readonly keywords: readonly string[];
  readonly problems: readonly Problem[];
  /** Attribute values as text, in the order of `fields`; trimmed, deleted rows left out, null for what is empty. Ends quietly at damage. */
  rows(limit?: number): AsyncIterable<AttributeRow>;
  /** The geometries, for drawing. Ends quietly at damage. */
  shapes(): AsyncIterable<Shape>;
}

async function* nothing(): AsyncGenerator<never> {}

/** A dataset of which nothing is known yet; readers spread what they found over it. */
export function emptyDataset(format: string, kind: DatasetKind, layer: string): DatasetInfo {
  return {
    format,
    kind,
    layer,
    geometryType: null,
    dimensions: '',
    raster: null,
    count: null,
    countFrom: null,
    fields: [],
    nativeExtent: null,
    extentFrom: null,
    extent: null,
    extentAssumed: false,
    crs: null,
    encoding: null,
    temporal: null,
    title: null,
    abstract: null,
    licence: null,
    source: null,
    revision: null,
    updated: null,
    keywords: [],
    problems: [],
    rows: nothing,
    shapes: nothing,
  };
}

/** The values of the first `n` rows, by column, blanks left out: what column detection looks at. */
export async function sampleColumns(dataset: DatasetInfo, n: number): Promise<Map<string, string[]>> {
  const columns = new Map<string, string[]>();
  const lists = dataset.fields.map((field) => {
    const list: string[] = [];
    columns.set(field.name, list);
    return list;
  });
  for await (const row of dataset.rows(n)) {
    for (let i = 0; i < lists.length; i++) {
      const value = row[i];
      if (value !== null && value !== undefined && value !== '') lists[i]!.push(value);
    }
  }
  return columns;
}

/** Grows around coordinates; what is no number is passed over. */
export class Extent {
  xmin = Number.POSITIVE_INFINITY;
  ymin = Number.POSITIVE_INFINITY;
  xmax = Number.NEGATIVE_INFINITY;
  ymax = Number.NEGATIVE_INFINITY;

  add(x: number, y: number): void {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return;
    if (x < this.xmin) this.xmin = x;
    if (x > this.xmax) this.xmax = x;
    if (y < this.ymin) this.ymin = y;
    if (y > this.ymax) this.ymax = y;
  }

  addBox(box: Box): void {
    this.add(box[0], box[1]);
    this.add(box[2], box[3]);
  }

  box(): Box | null {
    return this.xmin > this.xmax ? null : [this.xmin, this.ymin, this.xmax, this.ymax];
  }
}

/** A box as it stands in a header, if it can be one. */
export function saneBox(xmin: number, ymin: number, xmax: number, ymax: number): Box | null {
  const all = [xmin, ymin, xmax, ymax];
  if (!all.every((v) => Number.isFinite(v) && Math.abs(v) < 1e30)) return null;
  return xmin <= xmax && ymin <= ymax ? [xmin, ymin, xmax, ymax] : null;
}

/** The name for several geometry types together: a single one keeps its name, `Polygon` with `MultiPolygon` is the latter. */
export function commonGeometryType(types: Iterable<string>): string | null {
  const all = new Set(types);
  if (all.size === 0) return null;
  if (all.size === 1) return [...all][0]!;
  const bases = new Set([...all].map((type) => type.replace(/^Multi/, '')));
  if (bases.size === 1) return `Multi${[...bases][0]}`;
  return 'Mixed';
}

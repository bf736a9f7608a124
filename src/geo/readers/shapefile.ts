/**
 * ESRI shapefiles: `.shp` with `.shx`, `.dbf`, `.prj`, `.cpg`. A description costs three headers; shapes are read in one pass, so a file of
 * any size inside an archive needs no more memory than its largest record. The libraries of the field hold whole files or build an object
 * for each vertex.
 */

import { reason, type Why } from '../../words/why.ts';
import { crsOfText } from '../crs/crs.ts';
import { situate } from '../crs/situate.ts';
import type { Budget } from './budget.ts';
import { type ByteSource, type NamedSource, viewOf } from './byte-source.ts';
import {
  type Box,
  type DatasetInfo,
  Extent,
  emptyDataset,
  type FieldInfo,
  type Shape,
  saneBox,
} from './dataset.ts';
import { type DbfTable, type DbfValue, dbfRecords, dbfRows, fieldInfo, readDbf } from './dbf.ts';
import { extensionOf, type FormatReader, type ReadContext, stemOf } from './format-reader.ts';
import { GeoProblem, type Problem, problemOf, told } from './problem.ts';

const HEADER = 100;
const LARGEST_RECORD = 64 << 20;

export interface ShpHeader {
  readonly shapeType: number;
  readonly bytes: number;
  readonly box: Box | null;
}

/** Geometry type and dimensions by shape type. */
const SHAPE_TYPES: Readonly<Record<number, readonly [type: string | null, dimensions: '' | 'Z' | 'M']>> = {
  0: [null, ''],
  1: ['Point', ''],
  3: ['LineString', ''],
  5: ['Polygon', ''],
  8: ['MultiPoint', ''],
  11: ['Point', 'Z'],
  13: ['LineString', 'Z'],
  15: ['Polygon', 'Z'],
  18: ['MultiPoint', 'Z'],
  21: ['Point', 'M'],
  23: ['LineString', 'M'],
  25: ['Polygon', 'M'],
  28: ['MultiPoint', 'M'],
  31: ['Polygon', 'Z'],
};

export function readShpHeader(bytes: Uint8Array, what: string): ShpHeader {
  if (bytes.length < HEADER)
    throw new GeoProblem(
      'truncated',
      reason('shp-short', { part: what, bytes: bytes.length, header: HEADER }),
    );
  const view = viewOf(bytes);
  if (view.getInt32(0) !== 9994)
    throw new GeoProblem('corrupt', reason('shp-begins-with', { part: what, number: view.getInt32(0) }));
  const version = view.getInt32(28, true);
  if (version !== 1000) throw new GeoProblem('corrupt', reason('shp-version', { part: what, version }));
  const shapeType = view.getInt32(32, true);
  if (!(shapeType in SHAPE_TYPES))
    throw new GeoProblem('corrupt', reason('shp-shape-type', { part: what, type: shapeType }));
  return {
    shapeType,
    bytes: view.getInt32(24) * 2,
    box: saneBox(
      view.getFloat64(36, true),
      view.getFloat64(44, true),
      view.getFloat64(52, true),
      view.getFloat64(60, true),
    ),
  };
}

export interface ShxEntry {
  /** In 16-bit words, as the index has them. */
  readonly offset: number;
  readonly length: number;
}

/** The entries of an index; for whoever wants to jump. */
export async function* shxEntries(source: ByteSource): AsyncGenerator<ShxEntry> {
  const count = Math.max(0, Math.floor((source.size - HEADER) / 8));
  const step = 4096;
  for (let i = 0; i < count; i += step) {
    const bytes = await source.read(HEADER + i * 8, step * 8);
    const view = viewOf(bytes);
    for (let at = 0; at + 8 <= bytes.length; at += 8)
      yield { offset: view.getInt32(at), length: view.getInt32(at + 4) };
  }
}

/** The contents of the records of a `.shp`, in file order. Throws at damage. */
async function* shpRecords(source: ByteSource, budget: Budget): AsyncGenerator<Uint8Array> {
  // Parts of a record that spans pieces are gathered, not joined each time: a hostile length would make that quadratic.
  let gathered: Uint8Array[] = [];
  let have = 0;
  let want = 8;
  for await (const piece of source.stream(HEADER)) {
    budget.tick();
    gathered.push(piece);
    have += piece.length;
    if (have < want) continue;
    let bytes = piece;
    if (gathered.length > 1) {
      bytes = new Uint8Array(have);
      let at = 0;
      for (const part of gathered) {
        bytes.set(part, at);
        at += part.length;
      }
    }
    const view = viewOf(bytes);
    let at = 0;
    want = 8;
    while (at + 8 <= bytes.length) {
      const length = view.getInt32(at + 4) * 2;
      if (length < 4 || length > LARGEST_RECORD)
        throw new GeoProblem('corrupt', reason('record-bytes', { bytes: length }));
      if (at + 8 + length > bytes.length) {
        want = 8 + length;
        break;
      }
      budget.tick();
      yield bytes.subarray(at + 8, at + 8 + length);
      at += 8 + length;
    }
    const rest = bytes.slice(at);
    gathered = rest.length > 0 ? [rest] : [];
    have = rest.length;
  }
  if (have >= 8) throw new GeoProblem('truncated', reason('last-record-lacks', { bytes: want - have }));
}

interface Geometry {
  readonly type: number;
  readonly coordinates: Float64Array;
  readonly ends: Uint32Array;
}

/** The plain coordinates of a record; null for a null shape. */
function geometryOf(content: Uint8Array): Geometry | null {
  const view = viewOf(content);
  const type = view.getInt32(0, true);
  const flat = type % 10;
  if (type === 0) return null;
  if (!(type in SHAPE_TYPES)) throw new GeoProblem('corrupt', reason('record-shape-type', { type }));
  if (flat === 1 && type !== 31) {
    if (content.length < 20)
      throw new GeoProblem('truncated', reason('point-bytes', { bytes: content.length }));
    const x = view.getFloat64(4, true);
    const y = view.getFloat64(12, true);
    // Empty points are written as no number.
    if (Number.isNaN(x) || Number.isNaN(y)) return null;
    return { type, coordinates: Float64Array.of(x, y), ends: Uint32Array.of(1) };
  }
  if (flat === 8) {
    const points = content.length >= 40 ? view.getInt32(36, true) : -1;
    if (points < 0 || 40 + points * 16 > content.length)
      throw new GeoProblem('corrupt', reason('points-in-record', { points, bytes: content.length }));
    return { type, coordinates: doubles(view, 40, points), ends: Uint32Array.of(points) };
  }
  const parts = content.length >= 44 ? view.getInt32(36, true) : -1;
  const points = content.length >= 44 ? view.getInt32(40, true) : -1;
  const from = 44 + parts * (type === 31 ? 8 : 4);
  if (parts < 0 || points < 0 || from + points * 16 > content.length)
    throw new GeoProblem('corrupt', reason('parts-and-points', { parts, points, bytes: content.length }));
  const ends = new Uint32Array(parts);
  for (let i = 0; i < parts; i++) {
    const end = i + 1 < parts ? view.getInt32(44 + (i + 1) * 4, true) : points;
    const before = i === 0 ? 0 : ends[i - 1]!;
    if (end < before || end > points) throw new GeoProblem('corrupt', reason('part-ends-at', { point: end }));
    ends[i] = end;
  }
  return { type, coordinates: doubles(view, from, points), ends };
}

function doubles(view: DataView, from: number, points: number): Float64Array {
  const out = new Float64Array(points * 2);
  for (let i = 0; i < out.length; i++) out[i] = view.getFloat64(from + i * 8, true);
  return out;
}

async function* shapesOf(source: ByteSource, budget: Budget): AsyncGenerator<Shape> {
  try {
    for await (const content of shpRecords(source, budget)) {
      const geometry = geometryOf(content);
      if (geometry === null) continue;
      const flat = geometry.type % 10;
      const kind = geometry.type === 31 || flat === 5 ? 'polygon' : flat === 3 ? 'line' : 'point';
      yield { kind, coordinates: geometry.coordinates, ends: geometry.ends };
    }
  } catch (error) {
    if (error instanceof GeoProblem && error.code === 'time-limit') throw error;
  }
}

export type Position = readonly [number, number];

export type ShapefileGeometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'MultiPoint' | 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Position[])[])[] };

export interface ShapefileFeature {
  readonly type: 'Feature';
  readonly properties: Readonly<Record<string, DbfValue>>;
  readonly geometry: ShapefileGeometry | null;
}

function ring(g: Geometry, part: number): Position[] {
  const out: Position[] = [];
  for (let i = part === 0 ? 0 : g.ends[part - 1]!; i < g.ends[part]!; i++)
    out.push([g.coordinates[2 * i]!, g.coordinates[2 * i + 1]!]);
  return out;
}

function signedArea(points: readonly Position[]): number {
  let sum = 0;
  for (let i = 1; i < points.length; i++)
    sum += points[i - 1]![0] * points[i]![1] - points[i]![0] * points[i - 1]![1];
  return sum / 2;
}

function contains(outer: readonly Position[], [x, y]: Position): boolean {
  let inside = false;
  for (let i = 0, j = outer.length - 1; i < outer.length; j = i++) {
    const [xi, yi] = outer[i]!;
    const [xj, yj] = outer[j]!;
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) inside = !inside;
  }
  return inside;
}

/** Holes are searched among this many rings at most; beyond it a hole belongs to the ring before it, as files are written. */
const MOST_RINGS_COMPARED = 2000;

function geoJsonOf(g: Geometry): ShapefileGeometry | null {
  const flat = g.type === 31 ? 5 : g.type % 10;
  if (flat === 1) return { type: 'Point', coordinates: [g.coordinates[0]!, g.coordinates[1]!] };
  if (flat === 8) return { type: 'MultiPoint', coordinates: ring(g, 0) };
  const parts = Array.from(g.ends, (_, i) => ring(g, i));
  if (parts.length === 0) return null;
  if (flat === 3)
    return parts.length === 1
      ? { type: 'LineString', coordinates: parts[0]! }
      : { type: 'MultiLineString', coordinates: parts };
  // Outer rings run clockwise; a hole belongs to the ring around it.
  const polygons: Position[][][] = [];
  const holes: Position[][] = [];
  for (const part of parts) {
    if (signedArea(part) <= 0) polygons.push([part]);
    else holes.push(part);
  }
  for (const hole of holes) {
    const around =
      polygons.length <= MOST_RINGS_COMPARED
        ? polygons.find(([outer]) => hole.some((point) => contains(outer!, point)))
        : polygons[polygons.length - 1];
    if (around === undefined) polygons.push([hole]);
    else around.push(hole);
  }
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0]! }
    : { type: 'MultiPolygon', coordinates: polygons };
}

/** The features of a shapefile as GeoJSON has them. Throws at damage, after the features before it. */
export async function* shapefileFeatures(
  shp: ByteSource,
  table: DbfTable | null,
  budget: Budget,
): AsyncGenerator<ShapefileFeature> {
  readShpHeader(await shp.read(0, HEADER), '.shp');
  const rows = table === null ? null : dbfRecords(table, budget);
  for await (const content of shpRecords(shp, budget)) {
    const row = rows === null ? null : ((await rows.next()).value ?? null);
    const geometry = geometryOf(content);
    yield {
      type: 'Feature',
      properties: row ?? {},
      geometry: geometry === null ? null : geoJsonOf(geometry),
    };
  }
}

async function countRecords(source: ByteSource, budget: Budget): Promise<number> {
  let count = 0;
  for await (const _ of shpRecords(source, budget)) count++;
  return count;
}

export const shapefileReader: FormatReader = {
  id: 'shapefile',

  sniff(head, name) {
    const magic =
      head.length >= 32 &&
      head[0] === 0 &&
      head[1] === 0 &&
      head[2] === 0x27 &&
      head[3] === 0x0a &&
      viewOf(head).getInt32(28, true) === 1000;
    const extension = extensionOf(name);
    // The index begins with the same bytes.
    if (extension === 'shx') return 0;
    return magic ? 1 : extension === 'shp' ? 0.6 : 0;
  },

  async read(file: NamedSource, context: ReadContext): Promise<readonly DatasetInfo[]> {
    const problems: Problem[] = [];
    const warn = (code: Problem['code'], name: string, why: Why, severity: Problem['severity'] = 'warning') =>
      problems.push({ code, severity, file: name, ...told(why) });
    const header = readShpHeader(await file.source.read(0, HEADER), '.shp');
    if (file.source.size < header.bytes)
      warn(
        'truncated',
        file.name,
        reason('bytes-of', { bytes: file.source.size, size: header.bytes }),
        'error',
      );
    let count: number | null = null;
    let countFrom: DatasetInfo['countFrom'] = null;
    const shx = context.part('shx');
    if (shx === null) warn('missing-part', file.name, '.shx');
    else {
      try {
        readShpHeader(await shx.source.read(0, HEADER), '.shx');
        count = Math.floor((shx.source.size - HEADER) / 8);
        countFrom = 'header';
      } catch (error) {
        problems.push(problemOf(shx.name, error, 'warning'));
      }
    }
    if (count === null) {
      try {
        count = await countRecords(file.source, context.budget);
        countFrom = 'data';
      } catch (error) {
        if (error instanceof GeoProblem && error.code === 'time-limit') throw error;
        problems.push(problemOf(file.name, error));
      }
    }
    let table: DbfTable | null = null;
    const dbf = context.part('dbf');
    if (dbf === null) warn('missing-part', file.name, '.dbf');
    else {
      try {
        const cpg = context.part('cpg');
        const written = cpg === null ? null : new TextDecoder('latin1').decode(await cpg.source.read(0, 64));
        table = await readDbf(dbf.source, written);
        if (table.present < table.count)
          warn(
            'truncated',
            dbf.name,
            reason('rows-of', { rows: table.present, count: table.count }),
            'error',
          );
        if (count !== null && table.count !== count)
          warn(
            'count-mismatch',
            dbf.name,
            reason('shapes-and-rows', { shapes: count, rows: table.count }),
            'error',
          );
      } catch (error) {
        problems.push(problemOf(dbf.name, error));
      }
    }
    const prj = context.part('prj');
    const crs =
      prj === null ? null : crsOfText(new TextDecoder().decode(await prj.source.read(0, 64 << 10)), 'prj');
    const [geometryType, dimensions] = SHAPE_TYPES[header.shapeType]!;
    const empty = count === 0 || header.shapeType === 0;
    let nativeExtent = empty ? null : header.box;
    let extentFrom: DatasetInfo['extentFrom'] = nativeExtent === null ? null : 'header';
    // A header of zeros around features that lie elsewhere is common in files cut or streamed out; such a box is worth nothing.
    const zero = header.box?.every((v) => v === 0);
    if (!empty && (header.box === null || (zero && (count ?? 0) > 1))) {
      const extent = new Extent();
      for await (const shape of shapesOf(file.source, context.budget))
        for (let i = 0; i + 1 < shape.coordinates.length; i += 2)
          extent.add(shape.coordinates[i]!, shape.coordinates[i + 1]!);
      nativeExtent = extent.box();
      extentFrom = nativeExtent === null ? null : 'data';
    }
    const fields: readonly FieldInfo[] = table?.fields.map(fieldInfo) ?? [];
    return [
      situate({
        ...emptyDataset('shapefile', 'vector', stemOf(file.name)),
        geometryType,
        dimensions,
        count,
        countFrom,
        fields,
        nativeExtent,
        extentFrom,
        crs,
        encoding: table?.text.charset ?? null,
        problems,
        rows: (limit = Number.POSITIVE_INFINITY) =>
          table === null ? emptyRows() : dbfRows(table, context.budget, limit),
        shapes: () => shapesOf(file.source, context.budget),
      }),
    ];
  },
};

async function* emptyRows(): AsyncGenerator<never> {}

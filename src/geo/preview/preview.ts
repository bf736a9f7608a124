/**
 * A dataset small enough for a map in a browser: its geometries simplified to some thousand vertices, in WGS 84, as GeoJSON. Memory and
 * size depend on the picture and not on the file; what does not fit gets coarser. Attributes stay with the source.
 */
import { transformOf } from '../crs/reproject.ts';
import type { Box, DatasetInfo, Shape } from '../readers/dataset.ts';
import { simplifyLine } from './simplify.ts';

export interface PreviewLimits {
  readonly maxVertices: number;
  readonly maxBytes: number;
}

export const PREVIEW_LIMITS: PreviewLimits = { maxVertices: 4000, maxBytes: 200_000 };

/** Cells of the grid that vertices fall into, along the longer side. */
const CELLS = 1 << 14;
/** A part with more vertices than this is thinned before it is simplified. */
const LONGEST_PART = 1 << 20;

interface Part {
  readonly kind: Shape['kind'];
  /** Rings of one shape belong together. */
  readonly shape: number;
  points: Int32Array;
}

/** Gathers the shapes of one dataset. */
export class PreviewLayer {
  readonly #dataset: DatasetInfo;
  readonly #most: number;
  readonly #box: Box | null;
  readonly #cell: number;
  #parts: Part[] = [];
  /** Cells with a point in them. */
  #points = new Set<number>();
  #vertices = 0;
  #shapes = 0;
  #tolerance = 1;
  partial = false;

  constructor(dataset: DatasetInfo, mostVertices: number) {
    this.#dataset = dataset;
    this.#most = Math.max(16, mostVertices);
    const box = dataset.nativeExtent;
    this.#box = box;
    const side = box === null ? 0 : Math.max(box[2] - box[0], box[3] - box[1]);
    // A single point has no side.
    this.#cell = side > 0 && Number.isFinite(side) ? side / CELLS : 1e-6;
  }

  add(shape: Shape): void {
    const box = this.#box;
    if (box === null) return;
    const index = this.#shapes++;
    const { coordinates, ends } = shape;
    const total = coordinates.length >> 1;
    let from = 0;
    for (const end of ends) {
      const to = Math.min(end, total);
      if (to > from) this.#addPart(shape.kind, index, coordinates, from, to, box);
      from = Math.max(from, to);
      if (this.#vertices > 2 * this.#most) this.#coarsen();
    }
  }

  #addPart(
    kind: Shape['kind'],
    shape: number,
    coordinates: Float64Array,
    from: number,
    to: number,
    box: Box,
  ): void {
    const step = Math.max(1, Math.ceil((to - from) / LONGEST_PART));
    const points = new Int32Array(2 * (Math.ceil((to - from) / step) + 1));
    let length = 0;
    for (let i = from; i < to; i += step) {
      const x = Math.round((coordinates[2 * i]! - box[0]) / this.#cell);
      const y = Math.round((coordinates[2 * i + 1]! - box[1]) / this.#cell);
      // What lies outside of the stated extent by more than its size is no part of it.
      if (!(x >= -CELLS && x < 2 * CELLS && y >= -CELLS && y < 2 * CELLS)) continue;
      if (kind === 'point') {
        this.#addPoint(x, y);
        continue;
      }
      if (length > 0 && points[length - 2] === x && points[length - 1] === y) continue;
      points[length++] = x;
      points[length++] = y;
    }
    if (kind === 'point' || length === 0) return;
    const part = this.#reduced({ kind, shape, points: points.slice(0, length) });
    if (part === null) return;
    this.#parts.push(part);
    this.#vertices += part.points.length >> 1;
  }

  #addPoint(x: number, y: number): void {
    const t = this.#tolerance;
    const key = Math.round(x / t) * 0x10000 + Math.round(y / t) + 0x80000000;
    if (this.#points.has(key)) return;
    this.#points.add(key);
    this.#vertices++;
    if (this.#vertices > 2 * this.#most) this.#coarsen();
  }

  /** The part at the present tolerance; null when nothing can be seen of it any more. */
  #reduced(part: Part): Part | null {
    const { kind, points } = part;
    if (kind === 'line') {
      const line = simplifyLine(points, this.#tolerance);
      return this.#extends(line) ? { ...part, points: line } : null;
    }
    const ring = simplifyLine(closed(points), this.#tolerance);
    return ring.length >= 8 && this.#extends(ring) ? { ...part, points: ring } : null;
  }

  /** The finest tolerance keeps everything; a coarser one drops what is smaller than itself. */
  #extends(points: Int32Array): boolean {
    if (points.length < 4) return false;
    if (this.#tolerance <= 1) return true;
    let xmin = points[0]!;
    let xmax = xmin;
    let ymin = points[1]!;
    let ymax = ymin;
    for (let i = 2; i < points.length; i += 2) {
      xmin = Math.min(xmin, points[i]!);
      xmax = Math.max(xmax, points[i]!);
      ymin = Math.min(ymin, points[i + 1]!);
      ymax = Math.max(ymax, points[i + 1]!);
    }
    return xmax - xmin >= this.#tolerance || ymax - ymin >= this.#tolerance;
  }

  /** Half as fine, as often as needed: it ends, because at the tolerance of the whole grid nothing is left but a few vertices. */
  #coarsen(target = this.#most): void {
    while (this.#vertices > target && this.#tolerance < CELLS) {
      const before = this.#tolerance;
      this.#tolerance *= 2;
      this.#parts = this.#parts.flatMap((part) => this.#reduced(part) ?? []);
      const points = new Set<number>();
      for (const key of this.#points) {
        const [x, y] = this.#place(key, before);
        points.add(Math.round(x / this.#tolerance) * 0x10000 + Math.round(y / this.#tolerance) + 0x80000000);
      }
      this.#points = points;
      this.#vertices = points.size + this.#parts.reduce((sum, part) => sum + (part.points.length >> 1), 0);
    }
    if (this.#vertices > target) {
      this.#parts = this.#parts.slice(0, Math.max(1, target >> 4));
      this.#points = new Set([...this.#points].slice(0, target >> 2));
      this.#vertices =
        this.#points.size + this.#parts.reduce((sum, part) => sum + (part.points.length >> 1), 0);
      this.partial = true;
    }
  }

  #place(key: number, tolerance: number): readonly [number, number] {
    const shifted = key - 0x80000000 + 0x8000;
    const x = Math.floor(shifted / 0x10000);
    return [x * tolerance, (shifted - x * 0x10000 - 0x8000) * tolerance];
  }

  /** Features of the layer, one for each kind of geometry; none when nothing of it can be placed on the Earth. */
  features(mostVertices = this.#most): string[] {
    if (this.#vertices > mostVertices) this.#coarsen(mostVertices);
    const box = this.#box;
    const place = this.#toWgs84();
    if (box === null || place === null) return this.#extentFeature();
    const pair = (x: number, y: number): string | null => {
      const at = place(box[0] + x * this.#cell, box[1] + y * this.#cell);
      return at === null ? null : `[${degrees(at[0])},${degrees(at[1])}]`;
    };
    const written = (points: Int32Array): string | null => {
      const pairs: string[] = [];
      for (let i = 0; i < points.length; i += 2) {
        const text = pair(points[i]!, points[i + 1]!);
        if (text === null) return null;
        if (pairs[pairs.length - 1] !== text) pairs.push(text);
      }
      return pairs.join(',');
    };
    const dots: string[] = [];
    for (const key of this.#points) {
      const text = pair(...this.#place(key, this.#tolerance));
      if (text !== null) dots.push(text);
    }
    const lines: string[] = [];
    for (const part of this.#parts) {
      if (part.kind !== 'line') continue;
      const text = written(part.points);
      if (text?.includes('],[')) lines.push(`[${text}]`);
    }
    const areas: string[] = [];
    for (const rings of this.#polygons()) {
      const texts = rings.map(written);
      if (texts.every((text) => text !== null && text.split('],[').length >= 4))
        areas.push(`[${texts.map((text) => `[${text}]`).join(',')}]`);
    }
    const found = [
      ...this.#feature('MultiPolygon', areas),
      ...this.#feature('MultiLineString', lines),
      ...this.#feature('MultiPoint', dots),
    ];
    return found.length === 0 ? this.#extentFeature() : found;
  }

  #feature(type: string, coordinates: readonly string[]): string[] {
    if (coordinates.length === 0) return [];
    const properties = JSON.stringify({
      layer: this.#dataset.layer,
      ...(this.partial ? { partial: true } : {}),
    });
    return [
      `{"type":"Feature","properties":${properties},"geometry":{"type":"${type}","coordinates":[${coordinates.join(',')}]}}`,
    ];
  }

  /** A layer of which only the extent is known: a raster, a layer of a service. */
  #extentFeature(): string[] {
    const { extent, layer } = this.#dataset;
    if (extent === null || !extent.every(Number.isFinite)) return [];
    const [west, south, east, north] = extent.map(degrees);
    const properties = JSON.stringify({ layer, extent: true });
    return [
      `{"type":"Feature","properties":${properties},"geometry":{"type":"Polygon","coordinates":[[[${west},${south}],[${east},${south}],[${east},${north}],[${west},${north}],[${west},${south}]]]}}`,
    ];
  }

  /** Rings grouped to polygons: what turns like the first ring of its shape is an outer one, what turns the other way a hole of it. */
  *#polygons(): Generator<Int32Array[]> {
    let shape = -1;
    let outward = 0;
    let current: Int32Array[] = [];
    for (const part of this.#parts) {
      if (part.kind !== 'polygon') continue;
      const area = signedArea(part.points);
      if (part.shape !== shape) {
        if (current.length > 0) yield current;
        current = [];
        shape = part.shape;
        outward = Math.sign(area) || 1;
      }
      const outer = area * outward >= 0 || current.length === 0;
      if (outer && current.length > 0) {
        yield current;
        current = [];
      }
      // GeoJSON wants outer rings counter-clockwise and holes clockwise.
      current.push(area > 0 === outer ? part.points : reversed(part.points));
    }
    if (current.length > 0) yield current;
  }

  #toWgs84(): ((x: number, y: number) => readonly [number, number] | null) | null {
    const { crs, extentAssumed } = this.#dataset;
    if (extentAssumed) return onEarth((x, y) => [x, y]);
    const transform = crs === null ? null : transformOf(crs);
    return transform === null ? null : onEarth(transform);
  }
}

type Place = (x: number, y: number) => readonly [number, number] | null;

function onEarth(transform: Place): Place {
  return (x, y) => {
    const at = transform(x, y);
    return at === null || Math.abs(at[1]) > 90.0001 || Math.abs(at[0]) > 360 ? null : at;
  };
}

/** About a metre. */
function degrees(value: number): number {
  return Number(value.toFixed(5)) || 0;
}

function closed(points: Int32Array): Int32Array {
  const last = points.length - 2;
  if (points[0] === points[last] && points[1] === points[last + 1]) return points;
  const ring = new Int32Array(points.length + 2);
  ring.set(points);
  ring[points.length] = points[0]!;
  ring[points.length + 1] = points[1]!;
  return ring;
}

function signedArea(points: Int32Array): number {
  let sum = 0;
  for (let i = 2; i < points.length; i += 2)
    sum += points[i - 2]! * points[i + 1]! - points[i]! * points[i - 1]!;
  return sum / 2;
}

function reversed(points: Int32Array): Int32Array {
  const out = new Int32Array(points.length);
  for (let i = 0; i < points.length; i += 2) {
    out[i] = points[points.length - 2 - i]!;
    out[i + 1] = points[points.length - 1 - i]!;
  }
  return out;
}

/** The collection of the layers, within its size; null when there is nothing to show. */
export function previewOf(
  layers: readonly PreviewLayer[],
  limits: PreviewLimits = PREVIEW_LIMITS,
): string | null {
  for (let most = limits.maxVertices; ; most >>= 1) {
    const share = Math.max(8, Math.floor(most / Math.max(1, layers.length)));
    const features = layers.flatMap((layer) => layer.features(share));
    if (features.length === 0) return null;
    const text = `{"type":"FeatureCollection","features":[${features.join(',')}]}\n`;
    if (Buffer.byteLength(text) <= limits.maxBytes) return text;
    if (most < 16) return null;
  }
}

/** Well-known binary: shapes and extent of a geometry, members of collections one after the other, without recursion. */

import { reason } from '../../words/why.ts';
import { viewOf } from './byte-source.ts';
import { Extent, type Shape } from './dataset.ts';
import { GeoProblem } from './problem.ts';

export const WKB_TYPES: Readonly<Record<number, string>> = {
  1: 'Point',
  2: 'LineString',
  3: 'Polygon',
  4: 'MultiPoint',
  5: 'MultiLineString',
  6: 'MultiPolygon',
  7: 'GeometryCollection',
  8: 'LineString',
  9: 'LineString',
  10: 'Polygon',
  11: 'MultiLineString',
  12: 'MultiPolygon',
  13: 'LineString',
  14: 'Polygon',
  15: 'MultiPolygon',
  16: 'MultiPolygon',
  17: 'Polygon',
};

export interface WkbGeometry {
  readonly type: string | null;
  readonly hasZ: boolean;
  readonly extent: Extent;
  readonly shapes: readonly Shape[];
}

/** A type number in any dialect: plain and dimensions. */
export function wkbType(written: number): {
  readonly type: number;
  readonly dimensions: number;
  readonly hasZ: boolean;
} {
  // EWKB keeps Z, M and the SRID in the high bits; ISO adds 1000 for Z, 2000 for M, 3000 for both.
  const low = written & 0x0fffffff;
  const iso = Math.floor(low / 1000);
  const hasZ = (written & 0x80000000) !== 0 || iso === 1 || iso === 3;
  const hasM = (written & 0x40000000) !== 0 || iso === 2 || iso === 3;
  return { type: low % 1000, dimensions: 2 + (hasZ ? 1 : 0) + (hasM ? 1 : 0), hasZ };
}

export function readWkb(bytes: Uint8Array, from = 0): WkbGeometry {
  const view = viewOf(bytes);
  const extent = new Extent();
  const shapes: Shape[] = [];
  let at = from;
  let remaining = 1;
  let first: string | null = null;
  let anyZ = false;
  const need = (length: number) => {
    if (at + length > bytes.length) throw new GeoProblem('truncated', reason('geometry-cut'));
  };
  while (remaining > 0) {
    remaining--;
    need(5);
    const little = bytes[at] === 1;
    if (bytes[at]! > 1)
      throw new GeoProblem('corrupt', reason('geometry-byte-order', { order: String(bytes[at]) }));
    const written = view.getUint32(at + 1, little);
    at += 5;
    if (written & 0x20000000) at += 4;
    const { type, dimensions, hasZ } = wkbType(written);
    if (hasZ) anyZ = true;
    first ??= WKB_TYPES[type] ?? null;
    const step = dimensions * 8;
    const points = (count: number, into: Float64Array, offset: number) => {
      need(count * step);
      for (let i = 0; i < count; i++, at += step) {
        const x = view.getFloat64(at, little);
        const y = view.getFloat64(at + 8, little);
        extent.add(x, y);
        into[(offset + i) * 2] = x;
        into[(offset + i) * 2 + 1] = y;
      }
    };
    const count = () => {
      need(4);
      const n = view.getUint32(at, little);
      at += 4;
      return n;
    };
    if (type === 1) {
      const into = new Float64Array(2);
      points(1, into, 0);
      if (!Number.isNaN(into[0])) shapes.push({ kind: 'point', coordinates: into, ends: Uint32Array.of(1) });
    } else if (type === 2 || type === 8) {
      const n = count();
      need(n * step);
      const into = new Float64Array(n * 2);
      points(n, into, 0);
      shapes.push({ kind: 'line', coordinates: into, ends: Uint32Array.of(n) });
    } else if (type === 3 || type === 17) {
      const rings = count();
      need(rings * 4);
      const parts: Float64Array[] = [];
      let total = 0;
      for (let r = 0; r < rings; r++) {
        const n = count();
        need(n * step);
        const ring = new Float64Array(n * 2);
        points(n, ring, 0);
        parts.push(ring);
        total += n;
      }
      const coordinates = new Float64Array(total * 2);
      const ends = new Uint32Array(rings);
      let done = 0;
      parts.forEach((ring, i) => {
        coordinates.set(ring, done * 2);
        done += ring.length / 2;
        ends[i] = done;
      });
      shapes.push({ kind: 'polygon', coordinates, ends });
    } else if ((type >= 4 && type <= 7) || (type >= 9 && type <= 16)) {
      const n = count();
      need(n * 5);
      remaining += n;
    } else throw new GeoProblem('corrupt', reason('geometry-type', { type: written }));
  }
  return { type: first, hasZ: anyZ, extent, shapes };
}

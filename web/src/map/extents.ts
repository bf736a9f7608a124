/** Areas of geographic records as GeoJSON, and the view that shows them. */
import type { BoundingBox, GeoDetails } from '../api/shapes.ts';

export interface ExtentFeature {
  readonly type: 'Feature';
  readonly id: number;
  readonly properties: { readonly id: number };
  readonly geometry: { readonly type: 'Polygon' | 'Point'; readonly coordinates: unknown };
}

type Located = Pick<GeoDetails, 'id' | 'box'>;

const crosses = ([west, , east]: BoundingBox): boolean => west > east;

/** A box over the 180th meridian goes on beyond 180 degrees, as the map takes it. */
const unrolled = (box: BoundingBox): BoundingBox =>
  crosses(box) ? [box[0], box[1], box[2] + 360, box[3]] : box;

export function extentPolygons(records: readonly Located[]): ExtentFeature[] {
  return records.flatMap(({ id, box }) => {
    if (!box) return [];
    const [w, s, e, n] = unrolled(box);
    const ring = [
      [w, s],
      [e, s],
      [e, n],
      [w, n],
      [w, s],
    ];
    return [{ type: 'Feature', id, properties: { id }, geometry: { type: 'Polygon', coordinates: [ring] } }];
  });
}

export function extentPoints(records: readonly Located[]): ExtentFeature[] {
  return records.flatMap(({ id, box }) => {
    if (!box) return [];
    const [w, s, e, n] = unrolled(box);
    return [
      {
        type: 'Feature',
        id,
        properties: { id },
        geometry: { type: 'Point', coordinates: [(w + e) / 2, (s + n) / 2] },
      },
    ];
  });
}

/** The smallest box around all; records of (nearly) the whole world say nothing of where to look. */
export function aroundAll(records: readonly Located[]): BoundingBox | null {
  let found: [number, number, number, number] | null = null;
  for (const { box } of records) {
    if (!box) continue;
    const [w, s, e, n] = unrolled(box);
    if (e - w > 300) continue;
    if (!found) found = [w, s, e, n];
    else found = [Math.min(found[0], w), Math.min(found[1], s), Math.max(found[2], e), Math.max(found[3], n)];
  }
  return found;
}

/** `west,south,east,north` of an address; null when it is none. */
export function readBox(text: string | undefined): BoundingBox | null {
  const numbers = (text ?? '').split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (numbers.length !== 4 || numbers.some((value) => !Number.isFinite(value))) return null;
  const [w, s, e, n] = numbers as [number, number, number, number];
  return s <= n && Math.abs(w) <= 180 && Math.abs(e) <= 180 && s >= -90 && n <= 90 ? [w, s, e, n] : null;
}

export function recordTitle(record: Pick<GeoDetails, 'file'>): string {
  const [first] = record.file.datasets;
  return (
    first?.title || (record.file.datasets.length === 1 && first?.layer) || record.file.name || record.file.url
  );
}

/**
 * Boxes on the globe: west, south, east, north in degrees of WGS 84. A box whose west is greater than its east goes over the 180th
 * meridian, and is cut in two before anything is computed. Areas are in square kilometres, because a degree is not the same length
 * everywhere.
 */
export type BoundingBox = readonly [west: number, south: number, east: number, north: number];

/** Mean radius of the Earth, in km. */
const RADIUS = 6371.0088;
const RADIANS = Math.PI / 180;

/** The box with its corners in order and inside the globe, or null if it is none. */
export function checkedBox(values: readonly number[]): BoundingBox | null {
  if (values.length < 4) return null;
  const [west, south, east, north] = values as [number, number, number, number];
  for (const value of [west, south, east, north]) if (!Number.isFinite(value)) return null;
  if (south > north || south < -90.000001 || north > 90.000001) return null;
  // A width of the whole globe or more is the whole globe, wherever it starts.
  if (east - west >= 360) return [-180, Math.max(-90, south), 180, Math.min(90, north)];
  if (west < -540 || east > 540 || west > 540 || east < -540) return null;
  return [turned(west), Math.max(-90, south), turned(east), Math.min(90, north)];
}

function turned(longitude: number): number {
  if (longitude >= -180 && longitude <= 180) return longitude;
  return longitude > 180 ? longitude - 360 : longitude + 360;
}

/** One box, or two when it goes over the 180th meridian. */
export function parts(box: BoundingBox): readonly BoundingBox[] {
  const [west, south, east, north] = box;
  if (west <= east) return [box];
  return [
    [west, south, 180, north],
    [-180, south, east, north],
  ];
}

/** A box as a geometry of GeoJSON (RFC 7946): a polygon, two of them over the 180th meridian. */
export interface BoxOutline {
  readonly type: 'Polygon' | 'MultiPolygon';
  readonly coordinates: readonly unknown[];
}

export function boxOutline(box: BoundingBox): BoxOutline {
  const rings = parts(box).map(([west, south, east, north]) => [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]);
  return rings.length === 1
    ? { type: 'Polygon', coordinates: rings }
    : { type: 'MultiPolygon', coordinates: rings.map((ring) => [ring]) };
}

/** The area of a box on the sphere, in km²; 0 for a point or a line. */
export function areaKm2(box: BoundingBox): number {
  let sum = 0;
  for (const [west, south, east, north] of parts(box))
    sum +=
      RADIUS * RADIUS * (Math.sin(north * RADIANS) - Math.sin(south * RADIANS)) * (east - west) * RADIANS;
  return sum;
}

/** The area that two boxes share, in km². */
export function sharedKm2(a: BoundingBox, b: BoundingBox): number {
  let sum = 0;
  for (const one of parts(a))
    for (const other of parts(b)) {
      const west = Math.max(one[0], other[0]);
      const south = Math.max(one[1], other[1]);
      const east = Math.min(one[2], other[2]);
      const north = Math.min(one[3], other[3]);
      if (west < east && south < north) sum += areaKm2([west, south, east, north]);
    }
  return sum;
}

/** Whether two boxes have a point in common; edges count. */
export function intersects(a: BoundingBox, b: BoundingBox): boolean {
  for (const one of parts(a))
    for (const other of parts(b))
      if (one[0] <= other[2] && other[0] <= one[2] && one[1] <= other[3] && other[1] <= one[3]) return true;
  return false;
}

/** Whether `inner` lies in `outer`; edges count. */
export function contains(outer: BoundingBox, inner: BoundingBox): boolean {
  return parts(inner).every((piece) =>
    parts(outer).some(
      (whole) => whole[0] <= piece[0] && whole[1] <= piece[1] && whole[2] >= piece[2] && whole[3] >= piece[3],
    ),
  );
}

/** The distance between the nearest points of two boxes, in km; 0 when they touch. */
export function distanceKm(a: BoundingBox, b: BoundingBox): number {
  let least = Number.POSITIVE_INFINITY;
  for (const one of parts(a))
    for (const other of parts(b)) {
      const north = Math.max(0, one[1] - other[3], other[1] - one[3]);
      let east = Math.max(0, one[0] - other[2], other[0] - one[2]);
      // The other way round the globe may be the shorter one.
      if (east > 0)
        east = Math.max(0, Math.min(east, Math.min(one[0], other[0]) + 360 - Math.max(one[2], other[2])));
      const latitude = (Math.max(one[1], other[1]) + Math.min(one[3], other[3])) / 2;
      const kilometres = Math.hypot(north, east * Math.cos(latitude * RADIANS)) * RADIANS * RADIUS;
      if (kilometres < least) least = kilometres;
    }
  return least;
}

/** The smallest box around both that does not go over the 180th meridian, unless one of them does. */
export function union(a: BoundingBox, b: BoundingBox): BoundingBox {
  const south = Math.min(a[1], b[1]);
  const north = Math.max(a[3], b[3]);
  if (a[0] <= a[2] && b[0] <= b[2]) return [Math.min(a[0], b[0]), south, Math.max(a[2], b[2]), north];
  if (a[0] > a[2] && b[0] > b[2]) {
    const west = Math.min(a[0], b[0]);
    const east = Math.max(a[2], b[2]);
    return west <= east ? [-180, south, 180, north] : [west, south, east, north];
  }
  const [over, plain] = a[0] > a[2] ? [a, b] : [b, a];
  if (plain[0] >= over[0] || plain[2] <= over[2]) return [over[0], south, over[2], north];
  const meetsEast = plain[0] <= over[2];
  const meetsWest = plain[2] >= over[0];
  if (meetsEast && meetsWest) return [-180, south, 180, north];
  const westward = meetsWest || (!meetsEast && over[0] - plain[0] < plain[2] - over[2]);
  return westward ? [plain[0], south, over[2], north] : [over[0], south, plain[2], north];
}

/** What a box must have at least, in km², so that points and lines still share something with an area: a square of 1 km. */
const LEAST_KM2 = 1;

/** The box grown so that its sides are at least about `side` km long: a point or a line gets an area. */
export function thickened(box: BoundingBox, side = Math.sqrt(LEAST_KM2)): BoundingBox {
  let [west, south, east, north] = box;
  const degrees = side / (RADIUS * RADIANS);
  if (north - south < degrees) {
    const middle = Math.min(90 - degrees / 2, Math.max(-90 + degrees / 2, (north + south) / 2));
    south = middle - degrees / 2;
    north = middle + degrees / 2;
  }
  const wide = degrees / Math.max(0.02, Math.cos(((north + south) / 2) * RADIANS));
  if (west <= east && east - west < wide) {
    const middle = Math.min(180 - wide / 2, Math.max(-180 + wide / 2, (west + east) / 2));
    west = middle - wide / 2;
    east = middle + wide / 2;
  }
  return [west, south, east, north];
}

/**
 * How well a record's box fits a query's: `(X/Q)·(X/T)`, with X the shared area, Q the query's, T the record's. It is 1 when they are
 * the same and falls both when the record misses much of the area and when it covers much else, so world-wide layers do not drown
 * local ones. Points and lines count as one square kilometre.
 */
export function overlapRelevance(query: BoundingBox, record: BoundingBox): number {
  const q = thickened(query);
  const t = thickened(record);
  const x = sharedKm2(q, t);
  if (x === 0) return 0;
  return Math.min(1, x / areaKm2(q)) * Math.min(1, x / areaKm2(t));
}

/** Areas shared in degrees, as the literature defines the measures: Jaccard, Hill and containment. */
export function boxSimilarity(
  query: BoundingBox,
  data: BoundingBox,
): { readonly jaccard: number; readonly hill: number; readonly containment: number } {
  const plain = (box: BoundingBox): number =>
    parts(box).reduce((sum, [west, south, east, north]) => sum + (east - west) * (north - south), 0);
  let shared = 0;
  for (const one of parts(query))
    for (const other of parts(data))
      shared +=
        Math.max(0, Math.min(one[2], other[2]) - Math.max(one[0], other[0])) *
        Math.max(0, Math.min(one[3], other[3]) - Math.max(one[1], other[1]));
  const q = plain(query);
  const d = plain(data);
  const ratio = (above: number, below: number): number => (below > 0 ? above / below : 0);
  return {
    jaccard: ratio(shared, q + d - shared),
    hill: ratio(2 * shared, q + d),
    containment: ratio(shared, q),
  };
}

/** Web Mercator on a drawing of any size, for the maps that are drawn as SVG. */
import type { BoundingBox } from './api/shapes.ts';

const LIMIT = 85;

const mercator = (lat: number): number => {
  const held = Math.max(-LIMIT, Math.min(LIMIT, lat)) * (Math.PI / 180);
  return (Math.log(Math.tan(Math.PI / 4 + held / 2)) * 180) / Math.PI;
};

const inverse = (y: number): number => (Math.atan(Math.sinh((y * Math.PI) / 180)) * 180) / Math.PI;

export interface Projection {
  x(lon: number): number;
  y(lat: number): number;
  lon(x: number): number;
  lat(y: number): number;
}

/** The box fits into the drawing and stands in its middle. */
export function fitProjection(box: BoundingBox, width: number, height: number): Projection {
  const [west, south, east, north] = box;
  const top = mercator(north);
  const bottom = mercator(south);
  const scale = Math.min(width / Math.max(0.5, east - west), height / Math.max(0.5, top - bottom));
  const middleX = (west + east) / 2;
  const middleY = (top + bottom) / 2;
  return {
    x: (lon) => width / 2 + (lon - middleX) * scale,
    y: (lat) => height / 2 - (mercator(lat) - middleY) * scale,
    lon: (x) => (x - width / 2) / scale + middleX,
    lat: (y) => inverse((height / 2 - y) / scale + middleY),
  };
}

/** The box around points, with room; null without any. */
export function boxAround(
  points: readonly { readonly lat: number; readonly lon: number }[],
  room = 0.15,
): BoundingBox | null {
  if (points.length === 0) return null;
  let west = 180;
  let south = 90;
  let east = -180;
  let north = -90;
  for (const { lat, lon } of points) {
    west = Math.min(west, lon);
    east = Math.max(east, lon);
    south = Math.min(south, lat);
    north = Math.max(north, lat);
  }
  const dx = Math.max(1.5, (east - west) * room);
  const dy = Math.max(1.5, (north - south) * room);
  return [
    Math.max(-180, west - dx),
    Math.max(-LIMIT, south - dy),
    Math.min(180, east + dx),
    Math.min(LIMIT, north + dy),
  ];
}

/** Zoomed about the middle: 0.5 shows half of it. */
export function scaledBox([west, south, east, north]: BoundingBox, factor: number): BoundingBox {
  const dx = Math.min(180, ((east - west) * factor) / 2);
  const dy = Math.min(LIMIT, ((north - south) * factor) / 2);
  const x = (west + east) / 2;
  const y = (south + north) / 2;
  return [Math.max(-180, x - dx), Math.max(-LIMIT, y - dy), Math.min(180, x + dx), Math.min(LIMIT, y + dy)];
}

interface Geometry {
  readonly type: string;
  readonly coordinates: unknown;
}

/** Rings and lines of a GeoJSON geometry as an SVG path; points become small crosses of no length, drawn by the stroke's round ends. */
export function geometryPath(geometry: Geometry, projection: Projection): string {
  const line = (ring: readonly (readonly number[])[], close: boolean): string =>
    ring.length === 0
      ? ''
      : `M${ring.map(([lon, lat]) => `${projection.x(lon!).toFixed(1)},${projection.y(lat!).toFixed(1)}`).join('L')}${close ? 'Z' : ''}`;
  // biome-ignore lint/suspicious/noExplicitAny: the type of a geometry says how deep its coordinates go.
  const c = geometry.coordinates as any;
  switch (geometry.type) {
    case 'Point':
      return line([c, c], false);
    case 'MultiPoint':
      return c.map((p: number[]) => line([p, p], false)).join('');
    case 'LineString':
      return line(c, false);
    case 'MultiLineString':
      return c.map((l: number[][]) => line(l, false)).join('');
    case 'Polygon':
      return c.map((r: number[][]) => line(r, true)).join('');
    case 'MultiPolygon':
      return c.map((p: number[][][]) => p.map((r) => line(r, true)).join('')).join('');
    default:
      return '';
  }
}

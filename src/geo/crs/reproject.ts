/** Extents from any system to WGS 84. */
import { createRequire } from 'node:module';
import type proj4Module from 'proj4';
import type { Box } from '../readers/dataset.ts';
import type { Crs } from './crs.ts';

type Proj4 = typeof proj4Module;
let loaded: Proj4 | null = null;

/** Loaded when first needed: most data of today lies on a datum for which nothing has to be computed. */
function proj4(): Proj4 {
  if (loaded === null) {
    const module = createRequire(import.meta.url)('proj4') as Proj4 | { readonly default: Proj4 };
    loaded = 'default' in module ? module.default : module;
  }
  return loaded;
}

type Transform = (x: number, y: number) => readonly [number, number] | null;

const REMEMBERED = new Map<string, Transform | null>();

/** From the system to longitude and latitude; null when it is not understood. */
export function transformOf(crs: Crs): Transform | null {
  if (crs.definition === null) return null;
  let transform = REMEMBERED.get(crs.definition);
  if (transform === undefined) {
    transform = build(crs.definition);
    if (REMEMBERED.size > 200) REMEMBERED.clear();
    REMEMBERED.set(crs.definition, transform);
  }
  return transform;
}

/** Longitude and latitude on a datum that differs from WGS 84 by less than a metre: nothing to compute. */
const SAME = /^\+proj=longlat (?:\+datum=WGS84|\+ellps=(?:GRS80|WGS84))(?: \+towgs84=0,0,0(?:,0)*)?$/;

function build(definition: string): Transform | null {
  if (SAME.test(definition)) return (x, y) => [x, y];
  try {
    const converter = proj4()(definition, 'EPSG:4326');
    return (x, y) => {
      try {
        const point = converter.forward([x, y]) as [number, number];
        return Number.isFinite(point[0]) && Number.isFinite(point[1]) ? point : null;
      } catch {
        return null;
      }
    };
  } catch {
    return null;
  }
}

/** Points along each side, and across: a straight side in one system is a curve in the other, and its bulge belongs to the extent. */
const STEPS = 20;

/**
 * The box around a box in WGS 84. West of east only where it crosses the 180th meridian. Null when nothing of it can be transformed, or
 * when it does not lie on the Earth.
 */
export function toWgs84(box: Box, crs: Crs): Box | null {
  const transform = transformOf(crs);
  if (transform === null) return null;
  const [xmin, , xmax] = box;
  let [, ymin, , ymax] = box;
  if (crs.kind === 'geographic') {
    if (ymin < -91 || ymax > 91 || xmin < -361 || xmax > 361) return null;
    // Grids whose outer cells are centred on a pole reach half a cell behind it; they end at the pole, and not at the next point before it.
    ymin = Math.max(-90, ymin);
    ymax = Math.min(90, ymax);
  }
  let south = Number.POSITIVE_INFINITY;
  let north = Number.NEGATIVE_INFINITY;
  const longitudes: number[] = [];
  let before: number | null = null;
  let crosses = false;
  for (let i = 0; i <= STEPS; i++) {
    before = null;
    for (let j = 0; j <= STEPS; j++) {
      const point = transform(xmin + ((xmax - xmin) * j) / STEPS, ymin + ((ymax - ymin) * i) / STEPS);
      if (point === null) continue;
      const [longitude, latitude] = point;
      if (Math.abs(latitude) > 90.000001 || Math.abs(longitude) > 540) continue;
      south = Math.min(south, latitude);
      north = Math.max(north, latitude);
      longitudes.push(longitude);
      if (before !== null && Math.abs(longitude - before) > 180) crosses = true;
      before = longitude;
    }
  }
  if (longitudes.length === 0) return null;
  south = Math.max(-90, south);
  north = Math.min(90, north);
  if (crosses && crs.kind !== 'geographic') {
    const shifted = longitudes.map((longitude) => (longitude < 0 ? longitude + 360 : longitude));
    const west = Math.min(...shifted);
    const east = Math.max(...shifted);
    return east - west >= 359 ? [-180, south, 180, north] : [wrap(west), south, wrap(east), north];
  }
  const west = Math.min(...longitudes);
  const east = Math.max(...longitudes);
  if (east - west >= 360) return [-180, south, 180, north];
  return west < -180.000001 || east > 180.000001
    ? [wrap(west), south, wrap(east), north]
    : [Math.max(-180, west), south, Math.min(180, east), north];
}

function wrap(longitude: number): number {
  return longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude;
}

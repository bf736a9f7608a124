/**
 * A projected system by what it says of itself: other houses call the systems of the registry by other names, and state the same
 * projection, the same numbers and the same datum.
 */
import { type EpsgEntry, plain, projectedSystems, spelledAsRegistry } from './epsg-table.ts';
import { childOf, parametersOf, type WktNode } from './wkt.ts';

const METHODS: Readonly<Record<string, string>> = {
  transverse_mercator: 'tmerc',
  gauss_kruger: 'tmerc',
  lambert_conformal_conic: 'lcc',
  lambert_conformal_conic_1sp: 'lcc',
  lambert_conformal_conic_2sp: 'lcc',
  albers: 'aea',
  albers_conic_equal_area: 'aea',
  double_stereographic: 'sterea',
  oblique_stereographic: 'sterea',
  lambert_azimuthal_equal_area: 'laea',
  polyconic: 'poly',
};

const METRES: Readonly<Record<string, number>> = { m: 1, ft: 0.3048, 'us-ft': 1200 / 3937, km: 1000 };

export interface ProjectionNumbers {
  readonly method: string;
  readonly lat0: number;
  readonly lon0: number;
  readonly lat1: number | null;
  readonly lat2: number | null;
  readonly scale: number;
  /** In metres. */
  readonly x0: number;
  readonly y0: number;
  readonly unit: number;
}

/** As precise as files write: a ten-millionth of a degree is a centimetre. */
function keyOf({ method, lat0, lon0, lat1, lat2, scale, x0, y0, unit }: ProjectionNumbers): string {
  // The two parallels mean the same in either order.
  const one = lat1 ?? 0;
  const two = lat2 ?? one;
  const angles = [lat0, lon0, Math.max(one, two), Math.min(one, two)].map(
    (value) => (Math.round(value * 1e6) + 0) / 1e6,
  );
  const offsets = [x0, y0].map((value) => (Math.round(value * 100) + 0) / 100);
  return [method, ...angles, scale.toFixed(8), ...offsets, unit.toFixed(7)].join(' ').replaceAll('-0 ', '0 ');
}

function keyOfDefinition(definition: string): string | null {
  const values = new Map<string, string>();
  for (const [, name, value] of definition.matchAll(/\+(\w+)=(\S+)/g)) values.set(name!, value!);
  if (values.has('pm')) return null;
  const number = (name: string): number | null => (values.has(name) ? Number(values.get(name)) : null);
  const toMetre = number('to_meter') ?? METRES[values.get('units') ?? 'm'];
  const method = values.get('proj');
  if (toMetre === undefined || method === undefined) return null;
  if (method === 'utm')
    return keyOf({
      method: 'tmerc',
      lat0: 0,
      lon0: (number('zone') ?? 0) * 6 - 183,
      lat1: null,
      lat2: null,
      scale: 0.9996,
      x0: 500_000,
      y0: /\+south/.test(definition) ? 10_000_000 : 0,
      unit: toMetre,
    });
  return keyOf({
    method,
    lat0: number('lat_0') ?? 0,
    lon0: number('lon_0') ?? 0,
    lat1: number('lat_1'),
    lat2: number('lat_2'),
    scale: number('k') ?? number('k_0') ?? 1,
    x0: number('x_0') ?? 0,
    y0: number('y_0') ?? 0,
    unit: toMetre,
  });
}

function numbersOfWkt(node: WktNode): ProjectionNumbers | null {
  const method = METHODS[(childOf(node, 'PROJECTION')?.values[0] ?? '').toLowerCase()];
  const unit = Number(childOf(node, 'UNIT')?.values[1] ?? 1);
  const parameters = parametersOf(node);
  const first = (...names: string[]) =>
    names.map((name) => parameters.get(name)).find((value) => value !== undefined) ?? null;
  const meridian = childOf(childOf(node, 'GEOGCS') ?? node, 'PRIMEM');
  if (method === undefined || !(unit > 0) || Number(meridian?.values[1] ?? 0) !== 0) return null;
  return {
    method,
    lat0: first('latitude_of_origin', 'latitude_of_center') ?? 0,
    lon0: first('central_meridian', 'longitude_of_center', 'longitude_of_origin') ?? 0,
    lat1: first('standard_parallel_1'),
    lat2: first('standard_parallel_2'),
    scale: first('scale_factor') ?? 1,
    x0: (first('false_easting') ?? 0) * unit,
    y0: (first('false_northing') ?? 0) * unit,
    unit,
  };
}

/** `GCS_North_American_1983` and `NAD83`, `GCS_RGF_1993` and `RGF93 v1`. */
function datumKey(name: string): string {
  return spelledAsRegistry(name).replace(/(?<!\d)19(\d\d)(?!\d)/g, '$1');
}

let byNumbers: Map<string, EpsgEntry[]> | null = null;

/** The system of a `PROJCS`; see `epsgByNumbers`. */
export function epsgByParameters(node: WktNode): EpsgEntry | null {
  const numbers = numbersOfWkt(node);
  const geographic = childOf(node, 'GEOGCS')?.values[0];
  return numbers === null || geographic === undefined ? null : epsgByNumbers(geographic, numbers);
}

/** The system with this projection, these numbers, this unit and the datum of that geographic system; of several the one of the lowest code. */
export function epsgByNumbers(geographic: string, numbers: ProjectionNumbers): EpsgEntry | null {
  if (byNumbers === null) {
    byNumbers = new Map();
    for (const entry of projectedSystems()) {
      const entryKey = keyOfDefinition(entry.definition);
      if (entryKey === null) continue;
      const others = byNumbers.get(entryKey);
      if (others === undefined) byNumbers.set(entryKey, [entry]);
      else others.push(entry);
    }
  }
  const wanted = datumKey(geographic.slice(0, 200));
  let best: EpsgEntry | null = null;
  let rank = Number.POSITIVE_INFINITY;
  for (const entry of byNumbers.get(keyOf(numbers)) ?? []) {
    const datum = plain(entry.name.split(' / ')[0]!);
    if (datum !== wanted && !(datum.startsWith(wanted) && /^v\d+[a-z]?$/.test(datum.slice(wanted.length))))
      continue;
    // Exactly that datum before an edition of it, east before north as files of this kind are written, and then the lowest code.
    const place = (datum === wanted ? 0 : 2e7) + (entry.northFirst ? 1e7 : 0) + entry.code;
    if (place < rank) {
      rank = place;
      best = entry;
    }
  }
  return best;
}

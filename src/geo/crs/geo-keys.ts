/** The coordinate system of a GeoTIFF from its keys. */
import { type Crs, crsOfEpsg, crsOfText } from './crs.ts';
import { epsgByCode } from './epsg-table.ts';

export interface GeoKeys {
  /** Value of a key: a number, or a text. */
  number(key: number): number | null;
  text(key: number): string | null;
}

const USER_DEFINED = 32_767;

/** Reads the key directory with its two lists of values. */
export function geoKeysOf(directory: readonly number[], doubles: readonly number[], ascii: string): GeoKeys {
  const numbers = new Map<number, number>();
  const texts = new Map<number, string>();
  const count = Math.min(directory[3] ?? 0, Math.floor((directory.length - 4) / 4));
  for (let i = 0; i < count; i++) {
    const [key, location, length, value] = directory.slice(4 + i * 4, 8 + i * 4) as [
      number,
      number,
      number,
      number,
    ];
    if (location === 0) numbers.set(key, value);
    else if (location === 34_736) {
      const number = doubles[value];
      if (number !== undefined && Number.isFinite(number)) numbers.set(key, number);
    } else if (location === 34_737)
      texts.set(
        key,
        ascii
          .slice(value, value + length)
          .replace(/\|+$/, '')
          .trim(),
      );
    else if (location === 34_735) numbers.set(key, directory[value] ?? 0);
  }
  return { number: (key) => numbers.get(key) ?? null, text: (key) => texts.get(key) ?? null };
}

/** Ways of projecting, by their code, in the terms of PROJ. */
const METHODS: Readonly<Record<number, string>> = {
  1: 'tmerc',
  7: 'merc',
  8: 'lcc',
  9: 'lcc',
  10: 'laea',
  11: 'aea',
  12: 'aeqd',
  13: 'eqdc',
  14: 'stere',
  15: 'stere',
  16: 'sterea',
  17: 'eqc',
  18: 'cass',
  19: 'gnom',
  20: 'mill',
  21: 'ortho',
  22: 'poly',
  23: 'robin',
  24: 'sinu',
  25: 'vandg',
  28: 'cea',
};

/** Metres of one unit, by its code. */
const METRES: Readonly<Record<number, number>> = {
  9001: 1,
  9002: 0.3048,
  9003: 1200 / 3937,
  9005: 0.3047972654,
  9014: 1.8288,
  9030: 1852,
  9031: 1.0000135965,
  9036: 1000,
  9037: 0.914391796,
  9039: 0.201166195164,
  9040: 0.9143984146160287,
  9041: 0.3047994715386762,
  9042: 20.11676512155263,
  9062: 20.11678249437587,
  9080: 0.3047995102481469,
  9081: 0.30479841,
  9084: 0.9143985307444408,
  9093: 1609.344,
  9094: 0.3048006,
  9095: 0.3048007491,
  9096: 0.9144,
  9097: 20.1168,
};

/** Metres of one unit of the file; null where the keys do not say, or say what cannot be. */
function metresOfUnit(keys: GeoKeys): number | null {
  const code = keys.number(3076);
  const metres = code === USER_DEFINED ? keys.number(3077) : (METRES[code ?? -1] ?? null);
  return metres !== null && metres >= 1e-6 && metres <= 1e7 ? metres : null;
}

const DEGREES: Readonly<Record<number, number>> = {
  9101: 180 / Math.PI,
  9102: 1,
  9103: 1 / 60,
  9104: 1 / 3600,
  9105: 0.9,
  9106: 0.9,
};

/** Degrees of one unit of the angles among the keys. */
function degreesOfUnit(keys: GeoKeys): number {
  const code = keys.number(2054);
  const radians = code === USER_DEFINED ? keys.number(2055) : null;
  return radians !== null && radians > 0 ? (radians * 180) / Math.PI : (DEGREES[code ?? 9102] ?? 1);
}

const METRES_BY_NAME: Readonly<Record<string, number>> = {
  m: 1,
  ft: 0.3048,
  'us-ft': 1200 / 3937,
  km: 1000,
};

/** A system whose code says one unit and whose file says another, as files of American states do: what is measured is in the file's. */
function inUnitOf(crs: Crs | null, keys: GeoKeys): Crs | null {
  const metres = metresOfUnit(keys);
  const definition = crs?.definition ?? null;
  if (crs === null || metres === null || definition === null || crs.kind !== 'projected') return crs;
  const [, name] = /\+units=(\S+)/.exec(definition) ?? [];
  const [, number] = /\+to_meter=(\S+)/.exec(definition) ?? [];
  const stated = number === undefined ? METRES_BY_NAME[name ?? 'm'] : Number(number);
  if (stated === undefined || Math.abs(stated / metres - 1) < 1e-7) return crs;
  return {
    ...crs,
    epsg: null,
    definition: `${definition.replace(/ ?\+(?:units|to_meter)=\S+/g, '')} +to_meter=${metres}`,
    codeFrom: null,
  };
}

function geographicDefinition(keys: GeoKeys): string {
  const code = keys.number(2048);
  if (code !== null && code !== USER_DEFINED) {
    const entry = epsgByCode(code);
    if (entry !== null) return entry.definition.replace('+proj=longlat', '').trim();
  }
  const a = keys.number(2057);
  const inverse = keys.number(2059);
  const b = keys.number(2058);
  const size =
    a === null
      ? '+ellps=WGS84'
      : `+a=${a} ${inverse !== null && inverse !== 0 ? `+rf=${inverse}` : `+b=${b ?? a}`}`;
  const shift = keys.number(2062);
  return shift === null ? size : size;
}

function projectedDefinition(keys: GeoKeys): string | null {
  const system = keys.number(3074);
  const base = geographicDefinition(keys);
  if (system !== null && system !== USER_DEFINED) {
    const north = system >= 16_001 && system <= 16_060;
    if (north || (system >= 16_101 && system <= 16_160))
      return `+proj=utm +zone=${system % 100}${north ? '' : ' +south'} ${base} +to_meter=${metresOfUnit(keys) ?? 1}`;
  }
  const method = METHODS[keys.number(3075) ?? -1];
  if (method === undefined) return null;
  const first = (...names: number[]) =>
    names.map((key) => keys.number(key)).find((value) => value !== null) ?? null;
  const metres = metresOfUnit(keys) ?? 1;
  const degrees = degreesOfUnit(keys);
  // PROJ has offsets in metres and angles in degrees; keys have both in the units of the file.
  const parts: [name: string, value: number | null, unit: number][] = [
    ['lat_1', keys.number(3078), degrees],
    ['lat_2', keys.number(3079), degrees],
    ['lon_0', first(3080, 3084, 3088, 3095), degrees],
    ['lat_0', first(3081, 3085, 3089), degrees],
    ['x_0', first(3082, 3086, 3090), metres],
    ['y_0', first(3083, 3087, 3091), metres],
    ['k_0', first(3092, 3093), 1],
  ];
  return `+proj=${method} ${parts
    .filter(([, value]) => value !== null)
    .map(([name, value, unit]) => `+${name}=${value! * unit}`)
    .join(' ')} ${base} +to_meter=${metres}`;
}

export function crsOfGeoKeys(keys: GeoKeys): Crs | null {
  const model = keys.number(1024);
  const projected = keys.number(3072);
  const geographic = keys.number(2048);
  const citation = keys.text(3073) ?? keys.text(1026) ?? keys.text(2049);
  // ESRI writes the whole well-known text into a citation.
  for (const key of [3073, 1026]) {
    const text = keys.text(key);
    const inside = text === null ? -1 : text.indexOf('ESRI PE String = ');
    if (inside !== -1) return crsOfText(text!.slice(inside + 17), 'geokeys');
  }
  const isProjected = model === 1 || (model !== 2 && projected !== null);
  const code = isProjected ? projected : geographic;
  if (code !== null && code > 0 && code < USER_DEFINED) return inUnitOf(crsOfEpsg(code, 'geokeys'), keys);
  if (model === null && code === null) return null;
  const definition = isProjected
    ? projectedDefinition(keys)
    : geographic === null
      ? null
      : `+proj=longlat ${geographicDefinition(keys)}`;
  if (definition === null && citation === null) return null;
  const byName =
    citation === null ? null : crsOfText(citation.split('|')[0]!.replace(/^[A-Za-z ]+ = /, ''), 'geokeys');
  if (byName !== null && (byName.kind === 'projected') === isProjected) return inUnitOf(byName, keys);
  return {
    epsg: null,
    name: citation?.slice(0, 200) ?? null,
    kind: isProjected ? 'projected' : 'geographic',
    definition,
    northFirst: false,
    from: 'geokeys',
    codeFrom: null,
  };
}

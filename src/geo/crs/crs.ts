/**
 * The coordinate system of a file, from whatever it is stated in: a `.prj`, a code, a URN, GeoTIFF keys, PROJJSON. The EPSG code is looked
 * for first, because two files with one code can be compared; the definition is kept for what has none.
 */
import { epsgByNumbers, epsgByParameters, type ProjectionNumbers } from './epsg-parameters.ts';
import { type EpsgEntry, epsgByCode, epsgByName } from './epsg-table.ts';
import { authorityOf, childOf, parametersOf, parseWkt, type WktNode } from './wkt.ts';

export interface Crs {
  readonly epsg: number | null;
  /** As it is stated, or the registry's name. */
  readonly name: string | null;
  readonly kind: 'geographic' | 'projected' | 'other';
  /** Something that proj4 understands; null when nothing can be computed with it. */
  readonly definition: string | null;
  /** The registry has north before east: matters where a format obeys it (GML with URNs). */
  readonly northFirst: boolean;
  /** Where it was stated: `prj`, `geokeys`, `format` (fixed by the format)… */
  readonly from: string;
  /** How the code was found: stated outright, or recognised by the name, or by projection, numbers, unit and datum. */
  readonly codeFrom: 'stated' | 'name' | 'parameters' | null;
}

function ofEntry(entry: EpsgEntry, from: string, codeFrom: Crs['codeFrom'], name?: string): Crs {
  return {
    epsg: entry.code,
    name: name ?? entry.name,
    kind: /\+proj=longlat/.test(entry.definition) ? 'geographic' : 'projected',
    definition: entry.definition,
    northFirst: entry.northFirst,
    from,
    codeFrom,
  };
}

/** By EPSG code; a code that the table lacks is kept, without a definition. */
export function crsOfEpsg(code: number, from: string): Crs | null {
  if (!Number.isInteger(code) || code <= 0) return null;
  // Codes that were in use for Web Mercator before it had one.
  const today = code === 900913 || code === 102100 || code === 102113 || code === 3785 ? 3857 : code;
  const entry = epsgByCode(today);
  if (entry !== null) return ofEntry(entry, from, 'stated');
  return {
    epsg: today,
    name: null,
    kind: 'other',
    definition: null,
    northFirst: false,
    from,
    codeFrom: 'stated',
  };
}

/** By projection, numbers, unit and datum; null when the registry has no such system. */
export function crsOfNumbers(geographic: string, numbers: ProjectionNumbers, from: string): Crs | null {
  const entry = epsgByNumbers(geographic, numbers);
  return entry === null ? null : ofEntry(entry, from, 'parameters');
}

/** Longitude and latitude in WGS 84, in that order, as GeoJSON, KML and GPX fix them. */
export function crs84(from: string): Crs {
  const crs = crsOfEpsg(4326, from)!;
  return { ...crs, northFirst: false };
}

/** Any of the ways in which a system is named: `EPSG:31983`, a URN, an address, well-known text, PROJ text, PROJJSON, a name. */
export function crsOfText(text: string, from: string): Crs | null {
  const written = text.trim().replace(/^\ufeff/, '');
  if (written === '') return null;
  if (/^[A-Z0-9_]{3,40}\s*[[(]/i.test(written)) return crsOfWkt(written, from);
  if (written.startsWith('{')) {
    try {
      return crsOfProjJson(JSON.parse(written.slice(0, 64 << 10)), from);
    } catch {
      return null;
    }
  }
  if (written.startsWith('+')) return crsOfProj(written, from);
  return crsOfCode(written.slice(0, 200), from);
}

function crsOfCode(text: string, from: string): Crs | null {
  if (/\bCRS:?:?84$|CRS\/(?:OGC\/)?(?:1\.3|0)\/CRS84h?$|OGC:1\.3:CRS84$/i.test(text)) return crs84(from);
  const code =
    /^(?:EPSG|ESRI)?:{0,2}(\d{4,6})$/i.exec(text) ??
    /^urn:[\w:-]{1,60}:EPSG:(?:[^:]{0,12}:)?(\d{4,6})$/i.exec(text) ??
    /(?:^|\/)EPSG\/[^/]{1,12}\/(\d{4,6})$/i.exec(text) ??
    /epsg\.xml#(\d{4,6})$/i.exec(text) ??
    /^(?:urn:)?EPSG:(?:geographicCRS|projectedCRS|crs):(\d{4,6})$/i.exec(text);
  if (code !== null) return crsOfEpsg(Number(code[1]), from);
  const entry = epsgByName(text);
  return entry === null ? null : ofEntry(entry, from, 'name');
}

/** Whether a way of naming a system obliges to the registry's order of axes: URNs and their addresses do, `EPSG:4326` does not. */
export function obeysAxisOrder(srsName: string): boolean {
  return /^urn:|^https?:\/\/www\.opengis\.net\/def\/crs\//i.test(srsName.trim());
}

function crsOfProj(text: string, from: string): Crs {
  const definition = text.slice(0, 2000);
  const code = /\+init=epsg:(\d+)/i.exec(definition);
  const stated = code === null ? null : crsOfEpsg(Number(code[1]), from);
  return (
    stated ?? {
      epsg: null,
      name: null,
      kind: /\+proj=(?:longlat|latlong)/.test(definition) ? 'geographic' : 'projected',
      definition,
      northFirst: false,
      from,
      codeFrom: null,
    }
  );
}

const GEOGRAPHIC = [
  'GEOGCS',
  'GEOGCRS',
  'GEODCRS',
  'GEODETICCRS',
  'GEOGRAPHICCRS',
  'BASEGEOGCRS',
  'BASEGEODCRS',
];
const PROJECTED = ['PROJCS', 'PROJCRS', 'PROJECTEDCRS', 'BASEPROJCRS'];

function crsOfWkt(text: string, from: string): Crs | null {
  let node: WktNode | null = parseWkt(text);
  if (node === null) return null;
  // A compound or bound system is located by its horizontal part.
  for (let i = 0; i < 4; i++) {
    const inner: WktNode | null =
      node.keyword === 'COMPD_CS' || node.keyword === 'COMPOUNDCRS'
        ? childOf(node, ...PROJECTED, ...GEOGRAPHIC, 'BOUNDCRS')
        : node.keyword === 'BOUNDCRS' || node.keyword === 'SOURCECRS'
          ? childOf(node, 'SOURCECRS', ...PROJECTED, ...GEOGRAPHIC)
          : null;
    if (inner === null) break;
    const whole = authorityOf(node);
    if (whole?.[0] === 'EPSG') {
      const compound = epsgByCode(Number(whole[1]));
      if (compound !== null) return ofEntry(compound, from, 'stated', node.values[0]);
    }
    node = inner;
  }
  const isProjected = PROJECTED.includes(node.keyword);
  const isGeographic = GEOGRAPHIC.includes(node.keyword);
  if (!isProjected && !isGeographic && node.keyword !== 'FITTED_CS')
    return {
      epsg: null,
      name: node.values[0] ?? null,
      kind: 'other',
      definition: null,
      northFirst: false,
      from,
      codeFrom: null,
    };
  const name = node.values[0] ?? null;
  const stated = authorityOf(node);
  if (stated?.[0] === 'EPSG') {
    const crs = crsOfEpsg(Number(stated[1]), from);
    if (crs !== null) return { ...crs, name: name ?? crs.name };
  }
  const byName = name === null ? null : epsgByName(name);
  if (byName !== null && (byName.kind === 'projected') === isProjected && agrees(byName, node))
    return ofEntry(byName, from, 'name', name ?? undefined);
  // A name of the registry that its own numbers contradict says that something is wrong.
  const same = node.keyword === 'PROJCS' && byName === null ? epsgByParameters(node) : null;
  if (same !== null) return ofEntry(same, from, 'parameters', name ?? undefined);
  return {
    epsg: null,
    name,
    kind: isProjected ? 'projected' : 'geographic',
    definition: text.length <= 16_384 ? text : null,
    northFirst: false,
    from,
    codeFrom: null,
  };
}

/** A name alone can lie: the parameters that both state must be the same. */
function agrees(entry: EpsgEntry, node: WktNode): boolean {
  const parameters = parametersOf(node);
  const stated = (key: string): number | null => {
    const match = new RegExp(`\\+${key}=(-?[\\d.]+)`).exec(entry.definition);
    return match === null ? null : Number(match[1]);
  };
  const zone = /\+proj=utm \+zone=(\d+)( \+south)?/.exec(entry.definition);
  const expected: [string[], number | null][] =
    zone !== null
      ? [
          [['central_meridian', 'longitude_of_natural_origin'], Number(zone[1]) * 6 - 183],
          [['false_easting'], 500_000],
          [['false_northing'], zone[2] === undefined ? 0 : 10_000_000],
        ]
      : [
          [['central_meridian', 'longitude_of_natural_origin', 'longitude_of_center'], stated('lon_0')],
          [['latitude_of_origin', 'latitude_of_natural_origin'], stated('lat_0')],
        ];
  for (const [names, value] of expected) {
    if (value === null) continue;
    for (const name of names) {
      const written = parameters.get(name);
      if (written !== undefined && Math.abs(written - value) > 1e-6 * Math.max(1, Math.abs(value)))
        return false;
    }
  }
  return true;
}

/** PROJJSON, as GeoParquet and FlatGeobuf carry it. */
export function crsOfProjJson(value: unknown, from: string): Crs | null {
  if (value === null || typeof value !== 'object') return null;
  const json = value as Record<string, unknown>;
  const id = json.id as { authority?: unknown; code?: unknown } | undefined;
  if (id?.authority === 'EPSG') {
    const crs = crsOfEpsg(Number(id.code), from);
    if (crs !== null) return crs;
  }
  if (id?.authority === 'OGC' && String(id.code).startsWith('CRS84')) return crs84(from);
  if (typeof json.name === 'string') {
    const entry = epsgByName(json.name);
    if (entry !== null) return ofEntry(entry, from, 'name');
  }
  const parts = json.components ?? (json.source_crs === undefined ? undefined : [json.source_crs]);
  if (Array.isArray(parts) && parts.length > 0 && parts[0] !== value) {
    const first = parts[0] as Record<string, unknown>;
    if (first !== null && typeof first === 'object' && first.components === undefined)
      return crsOfProjJson(first, from);
  }
  return {
    epsg: null,
    name: typeof json.name === 'string' ? json.name.slice(0, 200) : null,
    kind: String(json.type).startsWith('Projected') ? 'projected' : 'other',
    definition: null,
    northFirst: false,
    from,
    codeFrom: null,
  };
}

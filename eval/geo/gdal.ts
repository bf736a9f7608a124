/** What `ogrinfo` and `gdalinfo` say of a file. They are the judge of the evaluation and of nothing else. */
import { spawnSync } from 'node:child_process';

export interface GdalLayer {
  readonly name: string;
  readonly count: number | null;
  readonly extent: readonly [number, number, number, number] | null;
  /** EPSG code, or null when GDAL gives none. */
  readonly epsg: number | null;
  readonly crsName: string | null;
}

export interface GdalVector {
  readonly kind: 'vector';
  readonly layers: readonly GdalLayer[];
}

export interface GdalRaster {
  readonly kind: 'raster';
  readonly width: number;
  readonly height: number;
  readonly extent: readonly [number, number, number, number] | null;
  readonly epsg: number | null;
  readonly crsName: string | null;
}

const ENVIRONMENT = { ...process.env, GDAL_PAM_ENABLED: 'NO', OGR_GEOJSON_MAX_OBJ_SIZE: '0', LC_ALL: 'C' };

function run(command: string, args: readonly string[]): string | null {
  const result = spawnSync(command, args, {
    encoding: 'utf8',
    timeout: 60_000,
    env: ENVIRONMENT,
    maxBuffer: 64 << 20,
  });
  return result.status === 0 ? result.stdout : null;
}

export function gdalVersion(): string | null {
  return run('ogrinfo', ['--version'])?.trim() ?? null;
}

/** The code of the whole system, at the end of its text; of the horizontal part when a compound one has none. */
export function epsgOfWkt(wkt: string): { readonly epsg: number | null; readonly name: string | null } {
  const text = wkt.trim();
  const name = /^[A-Z]+\["([^"]*)"/.exec(text)?.[1] ?? null;
  const whole = /ID\["EPSG",(\d+)\]\]$/.exec(text);
  if (whole !== null) return { epsg: Number(whole[1]), name };
  if (/^(?:COMPOUNDCRS|BOUNDCRS)/.test(text)) {
    // The first system inside ends with its code before the next one begins.
    const inner =
      /(?:PROJCRS|GEOGCRS|GEODCRS)\[[\s\S]*?ID\["EPSG",(\d+)\]\](?=,\s*(?:VERTCRS|\]|TARGETCRS)|\]$)/.exec(
        text,
      );
    if (inner !== null) return { epsg: Number(inner[1]), name };
  }
  return { epsg: null, name };
}

export function ogrInfo(path: string): GdalVector | null {
  const text = run('ogrinfo', ['-ro', '-so', '-al', path]);
  if (text === null) return null;
  const layers: GdalLayer[] = [];
  for (const block of text.split(/^Layer name: /m).slice(1)) {
    const name = block.slice(0, block.indexOf('\n')).trim();
    const count = /^Feature Count: (-?\d+)/m.exec(block);
    const boxes = [
      ...block.matchAll(
        /^Extent(?: \([^)]*\))?: \((-?[\d.einf+-]+), (-?[\d.einf+-]+)\) - \((-?[\d.einf+-]+), (-?[\d.einf+-]+)\)/gm,
      ),
    ].map((match) => match.slice(1, 5).map(Number) as [number, number, number, number]);
    const extent =
      boxes.length === 0
        ? null
        : boxes.reduce((a, b) => [
            Math.min(a[0], b[0]),
            Math.min(a[1], b[1]),
            Math.max(a[2], b[2]),
            Math.max(a[3], b[3]),
          ]);
    const wkt =
      /^(?:Layer SRS WKT|SRS WKT \([^)]*\)):\n([\s\S]*?)\n(?=Data axis|\S+(?: \([^)]*\))?:|\S+ = )/m.exec(
        block,
      )?.[1] ?? '';
    const crs = wkt.trim() === '' || wkt.includes('(unknown)') ? { epsg: null, name: null } : epsgOfWkt(wkt);
    layers.push({
      name,
      count: count === null ? null : Number(count[1]),
      extent: extent?.every(Number.isFinite) === true ? extent : null,
      epsg: crs.epsg,
      crsName: crs.name,
    });
  }
  return layers.length === 0 ? null : { kind: 'vector', layers };
}

export function gdalInfo(path: string): GdalRaster | null {
  const text = run('gdalinfo', ['-json', '-nomd', '-noct', path]);
  if (text === null) return null;
  const json = JSON.parse(text.replace(/\b(?:nan|inf)\b/gi, 'null')) as {
    size: [number, number];
    geoTransform?: number[];
    coordinateSystem?: { wkt?: string };
  };
  const placed = json.geoTransform?.length === 6;
  const wkt = json.coordinateSystem?.wkt ?? '';
  const crs = wkt === '' || /^ENGCRS|^LOCAL_CS/.test(wkt) ? { epsg: null, name: null } : epsgOfWkt(wkt);
  return {
    kind: 'raster',
    width: json.size[0],
    height: json.size[1],
    extent: placed ? boxOf(json.geoTransform!, json.size) : null,
    epsg: crs.epsg,
    crsName: crs.name,
  };
}

/** The corners are printed rounded; the transformation is not. */
function boxOf(
  t: readonly number[],
  [width, height]: readonly [number, number],
): [number, number, number, number] {
  const corners = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ].map(([column, row]) => [
    t[0]! + column! * t[1]! + row! * t[2]!,
    t[3]! + column! * t[4]! + row! * t[5]!,
  ]) as [number, number][];
  return [
    Math.min(...corners.map(([x]) => x)),
    Math.min(...corners.map(([, y]) => y)),
    Math.max(...corners.map(([x]) => x)),
    Math.max(...corners.map(([, y]) => y)),
  ];
}

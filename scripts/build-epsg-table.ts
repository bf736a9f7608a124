/**
 * Builds src/geo/crs/epsg-data.ts from the development package `epsg-index` (the EPSG registry, © IOGP, in a 40 MB file): code, name,
 * axis order and definition of every geographic, projected and compound system, packed to what the readers need.
 *
 *     node --import tsx scripts/build-epsg-table.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { brotliCompressSync, constants } from 'node:zlib';

interface Entry {
  readonly code: string;
  readonly kind: string;
  readonly name: string;
  readonly wkt: string | null;
  readonly proj4: string | null;
}

/** Shifts for systems that the registry defines by a grid file, which nobody has at hand; good to some metres, enough for an extent. */
const INSTEAD_OF_GRIDS: readonly (readonly [name: RegExp, shift: string])[] = [
  [/^Corrego Alegre 1961/, '-206,172,-6'],
  [/^Corrego Alegre/, '-206.05,168.28,-3.82'],
  [/^SAD69\(96\)/, '-67.35,3.88,-38.22'],
  [/^SAD69/, '-57,1,-41'],
  [/^Lisbon 1890/, '508.088,-191.042,565.223'],
  [/^Lisbon/, '-304.046,-60.576,103.64'],
  [/^Datum 73/, '-223.237,110.193,36.649'],
  [/^NAD27/, '-8,160,176'],
  [/^DHDN/, '598.1,73.7,418.2,0.202,0.045,-2.455,6.7'],
  [/^OSGB36|^OSGB 1936/, '446.448,-125.157,542.06,0.15,0.247,0.842,-20.489'],
  [/^ED50/, '-87,-98,-121'],
];

const all = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('epsg-index/all.json'), 'utf8'),
) as Record<string, Entry>;

const lines: string[] = [];
for (const entry of Object.values(all).sort((a, b) => Number(a.code) - Number(b.code))) {
  if (entry.proj4 === null || entry.proj4 === undefined || entry.proj4.includes('+proj=geocent')) continue;
  const kind =
    entry.kind === 'CRS-PROJCRS'
      ? 'p'
      : entry.kind.startsWith('CRS-GEOG')
        ? 'g'
        : entry.kind === 'CRS-COMPOUNDCRS'
          ? 'c'
          : null;
  if (kind === null) continue;
  // The registry's text form leaves the axes out exactly where they are not east before north.
  const swapped = kind === 'g' || (kind === 'p' && !/AXIS\[/.test(entry.wkt ?? ''));
  let definition = entry.proj4
    .replace(/ \+(?:no_defs|type=crs|wktext)\b/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (/\+nadgrids=(?!@null)/.test(definition) || !/\+(?:datum|towgs84|nadgrids)=/.test(definition)) {
    const shift = INSTEAD_OF_GRIDS.find(([name]) => name.test(entry.name))?.[1];
    definition = definition.replace(/ \+nadgrids=\S+/, '');
    if (shift !== undefined)
      definition += ` +towgs84=${shift.split(',').length === 3 ? `${shift},0,0,0,0` : shift}`;
  }
  lines.push(`${entry.code}\t${kind}${swapped ? 's' : ''}\t${entry.name}\t${definition}`);
}

const text = lines.join('\n');
const packed = brotliCompressSync(text, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22 },
}).toString('base64');
writeFileSync(
  new URL('../src/geo/crs/epsg-data.ts', import.meta.url),
  `/**
 * The EPSG registry (© IOGP, www.epsg.org, used under its terms), packed by scripts/build-epsg-table.ts; do not edit.
 * ${lines.length} systems: code, kind, name and definition, one to a line, in Brotli, in Base64.
 */
export const PACKED_EPSG =
  '${packed}';
`,
);
process.stdout.write(`${lines.length} systems, ${text.length} bytes packed into ${packed.length}\n`);

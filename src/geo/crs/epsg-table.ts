/** Coordinate systems of the EPSG registry by code and by name, from the packed table. Unpacked when first asked, searched as one text. */
import { brotliDecompressSync } from 'node:zlib';
import { COMMON_EPSG } from './epsg-common.ts';
import { PACKED_EPSG } from './epsg-data.ts';

export interface EpsgEntry {
  readonly code: number;
  readonly kind: 'geographic' | 'projected' | 'compound';
  readonly name: string;
  /** Definition in the terms of PROJ. */
  readonly definition: string;
  /** The registry has north before east. */
  readonly northFirst: boolean;
}

const KINDS = { g: 'geographic', p: 'projected', c: 'compound' } as const;

let unpacked: string | null = null;
let byName: Map<string, number> | null = null;

function table(): string {
  unpacked ??= `\n${brotliDecompressSync(Buffer.from(PACKED_EPSG, 'base64')).toString('utf8')}\n`;
  return unpacked;
}

function entryAt(text: string, start: number): EpsgEntry {
  return entryOf(text.slice(start, text.indexOf('\n', start)));
}

function entryOf(line: string): EpsgEntry {
  const [code, kind, name, definition] = line.split('\t');
  return {
    code: Number(code),
    kind: KINDS[kind![0] as keyof typeof KINDS],
    name: name!,
    definition: definition!,
    northFirst: kind!.endsWith('s'),
  };
}

const REMEMBERED = new Map<number, EpsgEntry | null>();

let common: { readonly codes: Map<number, EpsgEntry>; readonly names: Map<string, EpsgEntry> } | null = null;

/** The systems of most files, for which nothing has to be unpacked. */
function commonSystems(): NonNullable<typeof common> {
  if (common === null) {
    const entries = COMMON_EPSG.map(entryOf);
    common = {
      codes: new Map(entries.map((entry) => [entry.code, entry])),
      names: new Map(entries.map((entry) => [plain(entry.name), entry])),
    };
  }
  return common;
}

export function epsgByCode(code: number): EpsgEntry | null {
  if (!Number.isInteger(code) || code < 1 || code > 1_000_000) return null;
  let entry = commonSystems().codes.get(code) ?? REMEMBERED.get(code);
  if (entry === undefined) {
    entry = packedEntry(code);
    if (REMEMBERED.size > 1000) REMEMBERED.clear();
    REMEMBERED.set(code, entry);
  }
  return entry;
}

/** Spellings of other houses (ESRI, GeoTIFF citations, older registries) brought to the one of EPSG. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/^gcs/, ''],
  [/^d(?=wgs|sad|sirgas|north|etrs)/, ''],
  [/worldgeodeticsystem1984|wgs1984/g, 'wgs84'],
  [/worldgeodeticsystem1972|wgs1972/g, 'wgs72'],
  [
    /sirgas2000\b|sistemadereferenciageocentricoparaamericadelsur2000|sistemadereferenciageocentricoparalasamericas2000/g,
    'sirgas2000',
  ],
  [/southamerican(?:datum)?1969|sad1969/g, 'sad69'],
  [/northamerican(?:datum)?1983|nad1983/g, 'nad83'],
  [/northamerican(?:datum)?1927|nad1927/g, 'nad27'],
  [/europeandatum1950|european1950|ed1950/g, 'ed50'],
  [/etrs1989|europeanterrestrialreferencesystem1989/g, 'etrs89'],
  [/gda1994/g, 'gda94'],
  [/datum73hayfordgaussigeoe/g, 'datum73modifiedportuguesegrid'],
  [/provissouthamer|provisionalsouthamerican1956|psad1956/g, 'psad56'],
  [
    /webmercatorauxiliarysphere|googlemapsglobalmercator|popularvisualisationpseudomercator/g,
    'pseudomercator',
  ],
  [/^corregoalegreutm/, 'corregoalegre197072utm'],
  [/^corregoalegre$/, 'corregoalegre197072'],
  [/brazilpolyconicsirgas2000/, 'sirgas2000brazilpolyconic'],
];

export function plain(name: string): string {
  return name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^0-9a-z]+/g, '');
}

/** Only what is asked for is respelled: the registry is in its own spelling already. */
export function spelledAsRegistry(name: string): string {
  let text = plain(name.slice(0, 200));
  for (const [pattern, replacement] of SPELLINGS) text = text.replace(pattern, replacement);
  return text;
}

/** An entry of the packed table, whether it is among the common ones or not: these must say the same. */
export function packedEntry(code: number): EpsgEntry | null {
  const text = table();
  const at = text.indexOf(`\n${code}\t`);
  return at === -1 ? null : entryAt(text, at + 1);
}

/** The system of that name, in any of its usual spellings. The lowest code wins where several share one. */
export function epsgByName(name: string): EpsgEntry | null {
  const wanted = spelledAsRegistry(name);
  if (wanted === '') return null;
  const usual = commonSystems().names.get(wanted);
  if (usual !== undefined) return usual;
  const text = table();
  if (byName === null) {
    byName = new Map();
    for (let at = 1; at < text.length; ) {
      const end = text.indexOf('\n', at);
      const codeEnd = text.indexOf('\t', at);
      const nameFrom = text.indexOf('\t', codeEnd + 1) + 1;
      const entryKey = plain(text.slice(nameFrom, text.indexOf('\t', nameFrom)));
      if (!byName.has(entryKey)) byName.set(entryKey, at);
      at = end + 1;
    }
  }
  const at = byName.get(wanted);
  return at === undefined ? null : entryAt(text, at);
}

/** Every projected system of the registry. */
export function* projectedSystems(): Generator<EpsgEntry> {
  const text = table();
  for (let at = 1; at < text.length; ) {
    const end = text.indexOf('\n', at);
    if (text[text.indexOf('\t', at) + 1] === 'p') yield entryOf(text.slice(at, end));
    at = end + 1;
  }
}

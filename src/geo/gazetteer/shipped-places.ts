/** The places that are shipped, made of their packs. */
import { brotliDecompressSync } from 'node:zlib';
import { foldWords } from '../../text/index.ts';
import { exonyms } from '../../words/place-names.ts';
import { type BoundingBox, contains } from '../box.ts';
import { BRAZIL } from './data/brazil.ts';
import { LUSOPHONE } from './data/lusophone.ts';
import { PORTUGAL } from './data/portugal.ts';
import { WORLD } from './data/world.ts';
import { isHeard } from './heard-names.ts';
import { unpackPlaces } from './pack.ts';
import { PlaceTable } from './place-table.ts';
import { OTHER_NAMES, REGIONS } from './regions.ts';
import { townNames, writtenPlaces } from './written-places.ts';

/** `towns`: also those of the world that are too small to be meant by a running text. */
export async function shippedPlaces(towns: boolean): Promise<PlaceTable> {
  const townPack = await readTownPack();
  const places = new PlaceTable();
  const countries = new Map<string, number>();
  const known = knownTowns();
  const names = { pt: regionNames('pt'), en: regionNames('en') };
  for (const region of REGIONS)
    if (region.kind === 'continent') places.add(regionRow(region.names, region.kind, '', region.box, -1));
  /** `rows`: row of the pack → row of the places; with those of the pack that it continues. */
  const read = (pack: string, rows: number[] = []): number[] => {
    unpackPlaces(
      brotliDecompressSync(Buffer.from(pack, 'base64')),
      (kind, name, parent, code, lat, lon, box, capital, size) => {
        if (kind === 'country') {
          const shown = names.pt(name);
          const row =
            countries.get(name) ??
            places.add({
              kind,
              name: shown,
              others: [names.en(name)],
              code: name,
              country: name,
              lat,
              lon,
              box,
            });
          countries.set(name, row);
          rows.push(row);
        } else if (!towns && kind === 'city' && !isHeard(kind, places.countryOf(rows[parent]!), size))
          rows.push(-1);
        else
          rows.push(
            places.add({
              kind,
              name,
              parent: rows[parent]!,
              code,
              lat,
              lon,
              box,
              capital: capital || (kind === 'city' && isKnownTown(known, name, lat, lon)),
              size,
            }),
          );
      },
    );
    return rows;
  };
  read(BRAZIL);
  read(PORTUGAL);
  // Countries first from the pack that knows their extent.
  const divisions = read(WORLD);
  read(townPack, divisions);
  read(LUSOPHONE);
  for (const region of REGIONS)
    if (region.kind === 'region')
      places.add(
        regionRow(region.names, region.kind, region.country, region.box, countries.get(region.country) ?? -1),
      );
  for (const { names, country, ...place } of writtenPlaces())
    places.add({
      ...place,
      name: names[0]!,
      others: names.slice(1),
      country,
      parent: countries.get(country) ?? -1,
    });
  for (const { country, of, name } of townNames()) {
    const target = places.townNamed(of, country);
    if (target !== undefined) places.name(name, target);
  }
  for (const [other, kind, country, of] of OTHER_NAMES) {
    const target = kind === 'country' ? countries.get(country) : places.stateNamed(of, country);
    if (target !== undefined) places.name(other, target);
  }
  // What Portuguese calls a division abroad; of namesakes a reader's own country is meant first.
  for (const { country, of, name } of exonyms()) {
    const target = places.stateNamed(of, country);
    if (target !== undefined) places.name(name, target);
  }
  return places;
}

async function readTownPack(): Promise<string> {
  const [{ TOWNS_1 }, { TOWNS_2 }] = await Promise.all([
    import('./data/towns-1.ts'),
    import('./data/towns-2.ts'),
  ]);
  return TOWNS_1 + TOWNS_2;
}

function regionRow(
  names: readonly string[],
  kind: 'continent' | 'region',
  country: string,
  box: BoundingBox,
  parent: number,
) {
  const lat = (box[1] + box[3]) / 2;
  const lon = box[0] <= box[2] ? (box[0] + box[2]) / 2 : 180;
  return { kind, name: names[0]!, others: names.slice(1), country, parent, lat, lon, box };
}

function regionNames(language: string): (code: string) => string {
  const display = new Intl.DisplayNames([language], { type: 'region' });
  return (code) => display.of(code) ?? code;
}

/** Towns that the platform names time zones after: the tables have no population, and of all the world's Parises one is meant. */
function knownTowns(): ReadonlyMap<string, BoundingBox> {
  const continents: Readonly<Record<string, BoundingBox>> = {
    Africa: [-26, -35, 52, 38],
    America: [-168, -56, -34, 84],
    Asia: [26, -11, 180, 82],
    Australia: [110, -45, 155, -9],
    Europe: [-25, 34, 66, 72],
    Pacific: [110, -50, -110, 30],
  };
  const towns = new Map<string, BoundingBox>();
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const [continent, ...rest] = zone.split('/');
    const box = continents[continent!];
    const town = rest.at(-1);
    if (box !== undefined && town !== undefined) towns.set(foldWords(town), box);
  }
  return towns;
}

function isKnownTown(
  known: ReadonlyMap<string, BoundingBox>,
  name: string,
  lat: number,
  lon: number,
): boolean {
  const box = known.get(foldWords(name));
  return box !== undefined && contains(box, [lon, lat, lon, lat]);
}

/** The geography and the names of towns that were written by hand, as rows and names. */
import type { BoundingBox } from '../box.ts';
import { HEIGHTS, ISLANDS, LANDSCAPES, QUARTERS, REGIONS_OF_THE_WORLD, WATERS } from './data/geography.ts';
import { TOWN_NAMES } from './data/town-names.ts';
import type { PlaceKind } from './pack.ts';

export interface WrittenPlace {
  readonly kind: PlaceKind;
  readonly names: readonly string[];
  /** Where it lies in one country alone. */
  readonly country: string;
  readonly lat: number;
  readonly lon: number;
  readonly box: BoundingBox;
}

const LISTS: readonly (readonly [PlaceKind, string])[] = [
  ['region', REGIONS_OF_THE_WORLD],
  ['physical', LANDSCAPES],
  ['physical', WATERS],
  ['physical', ISLANDS],
  ['physical', HEIGHTS],
  ['parish', QUARTERS],
];

export function* writtenPlaces(): Generator<WrittenPlace> {
  for (const [kind, list] of LISTS)
    for (const line of list.trim().split('\n')) {
      const [written, countries, ...numbers] = line.split(';') as [string, string, string, string, string];
      const [lat, lon, reach] = numbers.map(Number) as [number, number, number];
      const own = written.replace(/^\+/, '').split('|');
      const isRiver = written.startsWith('+');
      yield {
        kind,
        names: isRiver ? [...own.map((name) => `Rio ${name}`), ...own] : own,
        country: countries.includes(',') ? '' : countries,
        lat,
        lon,
        box: [
          Math.max(-180, lon - reach),
          Math.max(-90, lat - reach),
          Math.min(180, lon + reach),
          Math.min(90, lat + reach),
        ],
      };
    }
}

/** What Portuguese calls a town of the table. */
export function* townNames(): Generator<{
  readonly country: string;
  readonly of: string;
  readonly name: string;
}> {
  for (const line of TOWN_NAMES.trim().split('\n')) {
    const country = line.slice(0, 2);
    for (const pair of line.slice(4).split('; ')) {
      const [of, names] = pair.split(' = ') as [string, string];
      for (const name of names.split(', ')) yield { country, of, name };
    }
  }
}

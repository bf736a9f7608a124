/** Which names a running text may mean: all of the Portuguese-speaking countries, and abroad what is known beyond its own. */
import type { PlaceKind } from './pack.ts';

const HOME = new Set(['BR', 'PT', 'AO', 'MZ', 'CV', 'GW', 'ST', 'TL', 'MO']);
/** 12,000 inhabitants: below it a town abroad is named in Portuguese less often than somebody who is called like it. */
const LEAST_TOWN = 41;

/** English names that Portuguese texts use for something else. */
const NOT_PORTUGUESE = new Set(['amazon']);

export const isHeardName = (folded: string): boolean => !NOT_PORTUGUESE.has(folded);

export function isHeard(kind: PlaceKind, country: string, size: number): boolean {
  return kind !== 'city' || HOME.has(country) || size >= LEAST_TOWN;
}

export function isHome(country: string): boolean {
  return HOME.has(country);
}

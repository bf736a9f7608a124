/** How likely a place is meant by its name alone, before anything is known of who says it. */
import { PLACE_KINDS, type PlaceKind } from './pack.ts';
import type { PackedPlaces } from './packed-places.ts';

/** By kind, what is meant first when nothing else is said. */
const KIND_WEIGHT: Readonly<Record<PlaceKind, number>> = {
  continent: 90,
  country: 80,
  state: 40,
  region: 35,
  district: 30,
  municipality: 20,
  city: 8,
  parish: 4,
  physical: 2,
};
/** Readers of Portuguese mean their own country first; the states of the United States are known by name everywhere. */
const COUNTRY_WEIGHT: Readonly<Record<string, number>> = {
  BR: 22,
  PT: 18,
  US: 4,
  AO: 1,
  MZ: 1,
  CV: 1,
  GW: 1,
  ST: 1,
  TL: 1,
};
/** A capital, or a town abroad of this size (500,000 inhabitants), is known by name. */
const KNOWN_WEIGHT = 15;
const GREAT_TOWN = 57;

const UNKNOWN_DIVISION = 18;

/** For an order of namesakes. */
export function weightOf(places: PackedPlaces, id: number): number {
  const kind = PLACE_KINDS[places.kind[id]!]!;
  const size = places.size10[id]!;
  const isKnown = places.capital[id] === 1 || (kind === 'city' && size >= GREAT_TOWN);
  // Of namesakes that are alike otherwise the greater town is meant.
  return (
    KIND_WEIGHT[kind] + (COUNTRY_WEIGHT[places.country(id)] ?? 0) + (isKnown ? KNOWN_WEIGHT : 0) + size / 100
  );
}

/** The same, where inhabitants count for as much as kind: a great town abroad is meant before a village at home. */
export function priorOf(places: PackedPlaces, id: number): number {
  const kind = PLACE_KINDS[places.kind[id]!]!;
  const isTown = kind === 'city';
  // Divisions abroad that Portuguese has a name for are among the regions; the others are called like anything.
  if (kind === 'state' && COUNTRY_WEIGHT[places.country(id)] === undefined) return UNKNOWN_DIVISION;
  return weightOf(places, id) + (isTown ? Math.max(0, places.size10[id]! - 40) * 0.8 : 0);
}

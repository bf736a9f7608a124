/**
 * The gazetteer that is shipped. Built, it stands in a file of its own (`scripts/bundle.mjs` writes it), and is there as soon as that is read; run from
 * the sources, or where that file cannot be used, it is made of the packs. The small towns of the world are read only by who wants them.
 */
import { readFileSync } from 'node:fs';
import { Gazetteer } from './gazetteer.ts';
import { PackedPlaces } from './packed-places.ts';

export interface GazetteerOptions {
  /** All towns of the rest of the world (163,000), not only those that a running text may mean (some 30,000). Default true. */
  readonly towns?: boolean;
}

const loaded = new Map<boolean, Gazetteer>();

/** The shipped gazetteer; read once. */
export async function loadGazetteer(options: GazetteerOptions = {}): Promise<Gazetteer> {
  const towns = options.towns ?? true;
  const ready = loaded.get(towns);
  if (ready !== undefined) return ready;
  const places =
    readPlaces(towns) ?? (await (await import('./shipped-places.ts')).shippedPlaces(towns)).packed();
  const gazetteer = new Gazetteer(places);
  loaded.set(towns, gazetteer);
  return gazetteer;
}

function readPlaces(towns: boolean): PackedPlaces | null {
  try {
    const file = new URL(`../../../data/${towns ? 'towns' : 'places'}.bin`, import.meta.url);
    return PackedPlaces.of(readFileSync(file));
  } catch {
    return null;
  }
}

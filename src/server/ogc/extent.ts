/** Where and when the records of a collection lie, taken together. Looked up once for each state of the catalogue. */
import type { CatalogueGeography, CatalogueOverview } from '../../catalogue/index.ts';
import type { BoundingBox } from '../../geo/index.ts';
import { unionOf } from './geojson.ts';
import { timeOfFile } from './record-time.ts';

export interface RecordsExtent {
  readonly box: BoundingBox | null;
  /** Years that the records speak of. */
  readonly years: readonly [from: number, to: number] | null;
  /** ms since 1970: when the first and the last were seen. */
  readonly seen: readonly [from: number, to: number] | null;
}

const MOST_LOOKED_AT = 20_000;
const known = new WeakMap<CatalogueGeography, { readonly state: string; readonly extent: RecordsExtent }>();

export async function extentOf(catalogue: CatalogueGeography & CatalogueOverview): Promise<RecordsExtent> {
  const summary = await catalogue.summary();
  const state = `${summary.geoFiles} ${summary.services} ${summary.lastFetched} ${summary.bytes}`;
  const held = known.get(catalogue);
  if (held?.state === state) return held.extent;
  const boxes: BoundingBox[] = [];
  const years: number[] = [];
  const seen: number[] = [];
  let cursor: string | undefined;
  for (let looked = 0; looked < MOST_LOOKED_AT; ) {
    const answer = await catalogue.geoSearch('', { cursor, limit: 1000, mode: 'direct' });
    for (const { geo } of answer.items) {
      if (geo.box !== null) boxes.push(geo.box);
      const time = timeOfFile(geo.file);
      if (time !== null) years.push(time.from, time.to);
      seen.push(geo.file.indexedAt);
    }
    looked += answer.items.length;
    if (answer.next === null || answer.items.length === 0) break;
    cursor = answer.next;
  }
  const ends = (values: readonly number[]): readonly [number, number] | null => {
    if (values.length === 0) return null;
    let [low, high] = [values[0]!, values[0]!];
    for (const value of values) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
    return [low, high];
  };
  const extent: RecordsExtent = { box: boxesUnion(boxes), years: ends(years), seen: ends(seen) };
  known.set(catalogue, { state, extent });
  return extent;
}

function boxesUnion(boxes: readonly BoundingBox[]): BoundingBox | null {
  let all: BoundingBox | null = null;
  for (const box of boxes) all = all === null ? unionOf([box]) : unionOf([all, box]);
  return all;
}

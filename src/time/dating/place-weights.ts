/** How much the place of a date on the page says for or against it. */
import type { TextBlocks } from '../../html/index.ts';
import { type DateCandidate, isPlaced } from './candidate.ts';
import {
  IN_ARTICLE,
  IN_COMMENTS,
  IN_DATA,
  IN_FOOTER,
  IN_HEADER,
  IN_LINK,
  IN_NAVIGATION,
  IN_RELATED,
  IN_TODAY,
  NEAR_DATE_CLASS,
  type PageLayout,
} from './page-layout.ts';
import type { SitePlaces } from './site-date-memory.ts';

export class PlaceWeights {
  readonly #layout: PageLayout;
  /** For each block, the highest row of a block up to it: rows and blocks are nearly, not quite, in one order. */
  readonly #rows: Int32Array;
  /** How many different days stand at each signature. */
  readonly #days = new Map<string, Set<number>>();
  readonly #first = new Map<string, DateCandidate>();
  readonly #places: SitePlaces | null;

  constructor(
    blocks: TextBlocks,
    layout: PageLayout,
    candidates: readonly DateCandidate[],
    places: SitePlaces | null,
  ) {
    this.#layout = layout;
    this.#places = places;
    this.#rows = new Int32Array(blocks.count);
    for (let i = 0, highest = 0; i < blocks.count; i++) {
      if (blocks.node[i]! > highest) highest = blocks.node[i]!;
      this.#rows[i] = highest;
    }
    for (const c of candidates) {
      if (!isPlaced(c) || c.precision !== 'day') continue;
      const key = `${c.source} ${layout.signature(c.node)}`;
      const days = this.#days.get(key);
      if (days === undefined) {
        this.#days.set(key, new Set([c.day]));
        this.#first.set(key, c);
      } else days.add(c.day);
    }
  }

  /** Index of the block in (or just before) which a row is. */
  #blockOf(row: number): number {
    const rows = this.#rows;
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (rows[middle]! <= row) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, low - 1);
  }

  /** The candidate's weight with that of its place. */
  of(c: DateCandidate): number {
    if (!isPlaced(c)) return c.weight;
    const marks = this.#layout.marks(c.node);
    let weight = c.weight;
    if ((marks & IN_COMMENTS) !== 0) weight -= 2.5;
    if ((marks & IN_TODAY) !== 0) weight -= 2;
    if ((marks & IN_NAVIGATION) !== 0) weight -= 1.5;
    if ((marks & IN_RELATED) !== 0) weight -= 1.6;
    if ((marks & IN_DATA) !== 0) weight -= 6;
    if ((marks & IN_FOOTER) !== 0) weight -= 1;
    if ((marks & IN_HEADER) !== 0) weight -= 1.5;
    if ((marks & IN_LINK) !== 0) weight -= 0.5;
    if ((marks & IN_ARTICLE) !== 0) weight += 0.3;
    if (c.source !== 'visible' && (marks & NEAR_DATE_CLASS) !== 0) weight += 0.3;
    const block = c.block >= 0 ? c.block : this.#blockOf(c.node);
    const headline = this.#layout.headline;
    if (headline >= 0) {
      const distance = block - headline;
      if (distance >= 0 && distance <= 4) weight += 1.2;
      else if (distance < 0 && distance >= -3) weight += 0.9;
      else if (distance > 0 && distance <= 12) weight += 0.5;
      else if (distance < -12) weight -= 0.6;
    }
    weight -= Math.min(0.6, Math.abs(block - Math.max(0, headline)) * 0.004);
    const key = `${c.source} ${this.#layout.signature(c.node)}`;
    const days = this.#days.get(key)?.size ?? 1;
    // One of many at the same kind of place: a list, in which the first is still the likeliest.
    if (days >= 3) weight -= this.#first.get(key) === c ? 0.6 : 1.4;
    else if (days === 2 && this.#first.get(key) !== c) weight -= 0.4;
    if (this.#places !== null) weight += this.#places.support(this.#layout.signature(c.node), c.source);
    return weight;
  }
}

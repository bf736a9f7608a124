/** The best hits of a search over all segments, in the order asked for. */

import type { IndexHit, IndexRequest } from '../port.ts';
import { NO_DAY } from '../postings/measures.ts';
import type { Segment } from '../segments/segment.ts';
import { TopHits } from './top-hits.ts';

/** Title, text, anchors, period, place, links, nearness. */
export const PARTS = 7;
const NEAR = 6;

/** The best so many are looked at for how near their words stand: to read positions of every match would cost more than the rest. */
export const LOOKED_AT = 50;

/** The best hits over all segments, with the parts of their scores. */
export class Ranking {
  readonly #top: TopHits;
  readonly #order: IndexRequest['order'];
  readonly #parts: Float64Array;
  readonly #scores: Float64Array;
  /** Where each document stands: what is looked at more closely is read from there. */
  readonly #segments: Segment[] = [];
  readonly #documents: Uint32Array;

  constructor(wanted: number, order: IndexRequest['order']) {
    this.#top = new TopHits(wanted);
    this.#order = order;
    this.#parts = new Float64Array(wanted * PARTS);
    this.#scores = new Float64Array(wanted);
    this.#documents = new Uint32Array(wanted);
  }

  /** What the first key of a document must reach at least. */
  get threshold(): number {
    return this.#top.threshold;
  }

  key(score: number, published: number): number {
    if (this.#order === 'relevance') return score;
    if (published === NO_DAY) return Number.NEGATIVE_INFINITY;
    return this.#order === 'newest' ? published : -published;
  }

  /** Where the parts of a document go that comes in; -1 when it does not. */
  offer(key: number, score: number, id: number, segment: Segment, document: number): number {
    const slot = this.#top.offer(key, this.#order === 'relevance' ? 0 : score, id);
    if (slot < 0) return slot;
    this.#scores[slot] = score;
    this.#segments[slot] = segment;
    this.#documents[slot] = document;
    return slot;
  }

  setParts(slot: number, parts: Float64Array): void {
    this.#parts.set(parts, slot * PARTS);
  }

  /** Notes how near the words stand in the documents of a segment that are among the best so far. */
  look(segment: Segment, nearness: (document: number) => number): void {
    const slots: number[] = [];
    for (let slot = 0; slot < this.#top.size; slot++) if (this.#segments[slot] === segment) slots.push(slot);
    slots.sort((a, b) => this.#documents[a]! - this.#documents[b]!);
    for (const slot of slots) this.#parts[slot * PARTS + NEAR] = nearness(this.#documents[slot]!);
  }

  hits(offset: number, limit: number): IndexHit[] {
    const { slots, ids } = this.#top.drain();
    const order = Array.from(slots, (slot, i) => ({ slot, id: ids[i]! }));
    for (const [i, { slot }] of order.entries())
      if (i < LOOKED_AT) this.#scores[slot]! += this.#parts[slot * PARTS + NEAR]!;
      else this.#parts[slot * PARTS + NEAR] = 0;
    if (this.#order === 'relevance') {
      const first = order.splice(0, LOOKED_AT);
      first.sort((a, b) => this.#scores[b.slot]! - this.#scores[a.slot]! || a.id - b.id);
      order.unshift(...first);
    }
    return order.slice(offset, offset + limit).map(({ slot, id }) => {
      const part = (n: number): number => this.#parts[slot * PARTS + n]!;
      return {
        id,
        score: this.#scores[slot]!,
        parts: {
          title: part(0),
          text: part(1),
          anchors: part(2),
          period: part(3),
          place: part(4),
          links: part(5),
          near: part(NEAR),
        },
      };
    });
  }
}

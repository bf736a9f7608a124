/** The best hits of a search over all segments, in the order asked for. */

import type { IndexHit, IndexRequest } from '../port.ts';
import { NO_DAY } from '../postings/measures.ts';
import { TopHits } from './top-hits.ts';

/** Title, text, anchors, period, place, links. */
export const PARTS = 6;

/** The best hits over all segments, with the parts of their scores. */
export class Ranking {
  readonly #top: TopHits;
  readonly #order: IndexRequest['order'];
  readonly #parts: Float64Array;
  readonly #scores: Float64Array;

  constructor(wanted: number, order: IndexRequest['order']) {
    this.#top = new TopHits(wanted);
    this.#order = order;
    this.#parts = new Float64Array(wanted * PARTS);
    this.#scores = new Float64Array(wanted);
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
  offer(key: number, score: number, id: number): number {
    const slot = this.#top.offer(key, this.#order === 'relevance' ? 0 : score, id);
    if (slot >= 0) this.#scores[slot] = score;
    return slot;
  }

  setParts(slot: number, parts: Float64Array): void {
    this.#parts.set(parts, slot * PARTS);
  }

  hits(offset: number, limit: number): IndexHit[] {
    const { slots, ids } = this.#top.drain();
    const hits: IndexHit[] = [];
    for (let i = offset; i < slots.length && i < offset + limit; i++) {
      const slot = slots[i]!;
      const part = (n: number): number => this.#parts[slot * PARTS + n]!;
      hits.push({
        id: ids[i]!,
        score: this.#scores[slot]!,
        parts: {
          title: part(0),
          text: part(1),
          anchors: part(2),
          period: part(3),
          place: part(4),
          links: part(5),
        },
      });
    }
    return hits;
  }
}

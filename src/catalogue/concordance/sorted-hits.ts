/**
 * The hits of a concordance in an order that texts decide, read no further than somebody looks: by what the index knows of their neighbours
 * first, and of hits that are alike in that only those that are asked for are read and told apart, once.
 */
import { isOpen } from './coarse-keys.ts';

const LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1;

/** A hit: the place of its page, and its number there. */
export interface PlacedHit {
  readonly at: number;
  readonly number: number;
}

/** Hits that are alike as far as is known: `[from, to)` of the order. */
interface Alike {
  readonly from: number;
  readonly to: number;
}

export class SortedHits {
  readonly #at: Uint32Array;
  readonly #numbers: Uint32Array;
  /** By place in the order, ascending; an open one is closed when its hits were told apart. */
  readonly #keys: Uint32Array;

  private constructor(at: Uint32Array, numbers: Uint32Array, keys: Uint32Array) {
    this.#at = at;
    this.#numbers = numbers;
    this.#keys = keys;
  }

  /** Those that are told apart already. */
  static told(at: Uint32Array, numbers: Uint32Array): SortedHits {
    return new SortedHits(at, numbers, new Uint32Array(at.length));
  }

  /** `counts`: hits of each page; `keys`: the coarse key of each hit, in the order of the pages. */
  static byKeys(counts: Uint32Array, keys: Uint32Array): SortedHits {
    const { length } = keys;
    // A key and a place make one number, and those are sorted without a comparison in our words.
    const order = new BigUint64Array(length);
    const halves = new Uint32Array(order.buffer);
    const [low, high] = LITTLE_ENDIAN ? [0, 1] : [1, 0];
    for (let hit = 0; hit < length; hit++) {
      halves[hit * 2 + low] = hit;
      halves[hit * 2 + high] = keys[hit]!;
    }
    order.sort();
    const pages = new Uint32Array(length);
    const numbers = new Uint32Array(length);
    for (let at = 0, hit = 0; at < counts.length; at++)
      for (let number = 0; number < counts[at]!; number++, hit++) {
        pages[hit] = at;
        numbers[hit] = number;
      }
    const sorted = new SortedHits(new Uint32Array(length), new Uint32Array(length), new Uint32Array(length));
    for (let i = 0; i < length; i++) {
      const hit = halves[i * 2 + low]!;
      sorted.#at[i] = pages[hit]!;
      sorted.#numbers[i] = numbers[hit]!;
      sorted.#keys[i] = halves[i * 2 + high]!;
    }
    return sorted;
  }

  get length(): number {
    return this.#keys.length;
  }

  /** Hits in their order; only what `tell` was given before is certain. */
  hits(from: number, to: number): PlacedHit[] {
    const hits: PlacedHit[] = [];
    for (let i = from; i < to; i++) hits.push({ at: this.#at[i]!, number: this.#numbers[i]! });
    return hits;
  }

  /** Tells apart what must be for `[from, to)` to be certain. `read` gives the keys that the texts have. */
  async tell(
    from: number,
    to: number,
    read: (hits: readonly PlacedHit[]) => Promise<ReadonlyMap<PlacedHit, string>>,
  ): Promise<void> {
    const open = this.#open(from, to);
    if (open.length === 0) return;
    const groups = open.map((alike) => this.hits(alike.from, alike.to));
    const keys = await read(groups.flat());
    for (const [i, { from: begin }] of open.entries()) {
      const group = groups[i]!;
      // What is not there any more is last: nobody will be shown it.
      const keyOf = (hit: PlacedHit): string => keys.get(hit) ?? GONE;
      group.sort((a, b) => {
        const [one, other] = [keyOf(a), keyOf(b)];
        return one < other ? -1 : one > other ? 1 : a.at - b.at || a.number - b.number;
      });
      for (const [n, { at, number }] of group.entries()) {
        this.#at[begin + n] = at;
        this.#numbers[begin + n] = number;
        this.#keys[begin + n]! &= ~1;
      }
    }
  }

  /** Runs of hits that nobody has told apart and of which some are in `[from, to)`. */
  #open(from: number, to: number): Alike[] {
    const keys = this.#keys;
    const open: Alike[] = [];
    for (let at = from; at < to; ) {
      const key = keys[at]!;
      let begin = at;
      let end = at + 1;
      while (begin > 0 && keys[begin - 1] === key) begin--;
      while (end < keys.length && keys[end] === key) end++;
      if (isOpen(key) && end - begin > 1) open.push({ from: begin, to: end });
      at = end;
    }
    return open;
  }
}

const GONE = '\uffff';

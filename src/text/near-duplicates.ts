/**
 * Which page seen before is nearly the same as this one: fingerprints that differ in at most three of 64 bits.
 *
 * Cut into quarters of 16 bits, two such fingerprints agree in at least one of them whole. So there are four tables by quarter; a search
 * walks the four chains of its own quarters and compares whole fingerprints. A chain leads from newer to older, and links are serial
 * numbers, not places: when the ring of entries has come round, a link to what was overwritten is recognised by its age. Nothing is
 * ever unlinked, and memory is bounded.
 */

import { bitCount, grown } from '../bytes/index.ts';
import type { SimHash } from './simhash.ts';

const QUARTERS = 4;
const QUARTER_VALUES = 0x10000;
const FIRST_SIZE = 1024;
/** The largest distance for which one of four quarters must agree. */
export const MAX_NEAR_DISTANCE = 3;

export interface NearMatch {
  /** The number given with `insert`. */
  readonly id: number;
  readonly distance: number;
}

export interface NearDuplicateOptions {
  /** Fingerprints kept; the oldest goes first. 28 bytes each. */
  readonly capacity?: number;
  /**
   * Entries looked at in one chain. A site may write a hundred thousand pages that share a quarter and are no duplicates; the newest of
   * them are enough to compare with, and time stays bounded.
   */
  readonly chainLimit?: number;
}

export class NearDuplicateIndex {
  readonly #capacity: number;
  readonly #chainLimit: number;
  /** Serial number (from 1) of the newest entry with this quarter; 0 for none. */
  readonly #heads = new Uint32Array(QUARTERS * QUARTER_VALUES);
  #size: number;
  #hi: Uint32Array;
  #lo: Uint32Array;
  #ids: Uint32Array;
  /** For each entry and quarter, the serial number of the next older entry of its chain. */
  #older: Uint32Array;
  #inserted = 0;

  constructor(options: NearDuplicateOptions = {}) {
    this.#capacity = Math.max(1, Math.floor(options.capacity ?? 1 << 20));
    this.#chainLimit = Math.max(1, options.chainLimit ?? 8192);
    this.#size = Math.min(FIRST_SIZE, this.#capacity);
    this.#hi = new Uint32Array(this.#size);
    this.#lo = new Uint32Array(this.#size);
    this.#ids = new Uint32Array(this.#size);
    this.#older = new Uint32Array(this.#size * QUARTERS);
  }

  /** Fingerprints held now. */
  get size(): number {
    return Math.min(this.#inserted, this.#capacity);
  }

  /** Memory held now. */
  get bytes(): number {
    return 4 * (this.#heads.length + (3 + QUARTERS) * this.#size);
  }

  /** Adds a fingerprint under a number of the caller's (an unsigned 32-bit integer). */
  insert(hash: SimHash, id: number): void {
    const place = this.#inserted % this.#capacity;
    if (place >= this.#size) this.#grow();
    const serial = ++this.#inserted;
    this.#hi[place] = hash.hi;
    this.#lo[place] = hash.lo;
    this.#ids[place] = id;
    for (let quarter = 0; quarter < QUARTERS; quarter++) {
      const head = quarter * QUARTER_VALUES + quarterValue(hash.hi, hash.lo, quarter);
      this.#older[place * QUARTERS + quarter] = this.#heads[head]!;
      this.#heads[head] = serial;
    }
  }

  /** The closest fingerprint within `distance` (at most 3), the newest of equals; null when there is none. */
  find(hash: SimHash, distance: number = MAX_NEAR_DISTANCE): NearMatch | null {
    const { hi, lo } = hash;
    let best = Math.min(distance, MAX_NEAR_DISTANCE) + 1;
    let bestSerial = 0;
    const oldest = this.#inserted - this.#capacity;
    for (let quarter = 0; quarter < QUARTERS && best > 0; quarter++) {
      let serial = this.#heads[quarter * QUARTER_VALUES + quarterValue(hi, lo, quarter)]!;
      for (let steps = 0; serial > 0 && serial > oldest && steps < this.#chainLimit; steps++) {
        const place = (serial - 1) % this.#capacity;
        const difference = bitCount(this.#hi[place]! ^ hi) + bitCount(this.#lo[place]! ^ lo);
        if (difference < best || (difference === best && serial > bestSerial && bestSerial > 0)) {
          best = difference;
          bestSerial = serial;
          if (best === 0) break;
        }
        serial = this.#older[place * QUARTERS + quarter]!;
      }
    }
    return bestSerial === 0 ? null : { id: this.#ids[(bestSerial - 1) % this.#capacity]!, distance: best };
  }

  /** Looks for a near duplicate and adds the fingerprint, in this order. */
  findAndInsert(hash: SimHash, id: number, distance: number = MAX_NEAR_DISTANCE): NearMatch | null {
    const match = this.find(hash, distance);
    this.insert(hash, id);
    return match;
  }

  /** What is held, the oldest first: inserted in this order, another index finds the same. */
  *entries(): Generator<{ readonly hash: SimHash; readonly id: number }> {
    for (let serial = Math.max(1, this.#inserted - this.#capacity + 1); serial <= this.#inserted; serial++) {
      const place = (serial - 1) % this.#capacity;
      yield { hash: { hi: this.#hi[place]!, lo: this.#lo[place]! }, id: this.#ids[place]! };
    }
  }

  #grow(): void {
    this.#size = Math.min(this.#size * 2, this.#capacity);
    this.#hi = grown(this.#hi, this.#size);
    this.#lo = grown(this.#lo, this.#size);
    this.#ids = grown(this.#ids, this.#size);
    this.#older = grown(this.#older, this.#size * QUARTERS);
  }
}

function quarterValue(hi: number, lo: number, quarter: number): number {
  const half = quarter < 2 ? hi : lo;
  return (quarter & 1) === 0 ? (half >>> 16) & 0xffff : half & 0xffff;
}

/**
 * A 64-bit fingerprint of a string as two well-mixed 32-bit lanes, keyed by a seed that is drawn once for each journal: nobody who
 * writes links can choose two addresses that the frontier takes for one.
 *
 * The last result stays in `hi` and `lo`, so that the hot path allocates nothing.
 */
import { mix32 } from '../bytes/index.ts';
export class Fingerprint {
  hi = 0;
  lo = 0;
  readonly #seedA: number;
  readonly #seedB: number;

  constructor(seedA: number, seedB: number) {
    this.#seedA = seedA | 0;
    this.#seedB = seedB | 0;
  }

  of(text: string): void {
    const length = text.length;
    let a = this.#seedA ^ length;
    let b = this.#seedB;
    const even = length & ~1;
    for (let i = 0; i < even; i += 2) {
      const word = text.charCodeAt(i) | (text.charCodeAt(i + 1) << 16);
      // The shift carries high bits down: without it the low bits of a lane would be a small hash of their own.
      a = Math.imul(a ^ word, 0x9e3779b1);
      a ^= a >>> 15;
      b = Math.imul((b + word) | 0, 0x85ebca6b);
      b ^= b >>> 13;
    }
    if (length !== even) {
      const word = text.charCodeAt(length - 1);
      a = Math.imul(a ^ word, 0x9e3779b1);
      a ^= a >>> 15;
      b = Math.imul((b + word) | 0, 0x85ebca6b);
      b ^= b >>> 13;
    }
    // Each step is a bijection of the pair, so no entropy is lost while the lanes learn of each other.
    a = mix32((a + b) | 0);
    b = mix32((b + Math.imul(a, 5)) | 0);
    this.hi = a ^ (b >>> 7);
    this.lo = b;
  }
}

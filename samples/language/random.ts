/**
 * Random numbers that are a function of a seed and of names, so that every page of the sample web can be
 * made alone, in any order, and still be the same page.
 */

/** 32-bit FNV-1a with a final avalanche; good enough to spread names over 32 bits. */
export function hashText(text: string, seed = 0): number {
  let h = 0x811c9dc5 ^ seed;
  for (let i = 0; i < text.length; i++) {
    h ^= text.charCodeAt(i);
    h = Math.imul(h, 0x01000193);
  }
  return mix(h);
}

/** The finaliser of murmur3: every input bit reaches every output bit. */
export function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A stream of pseudo-random numbers (mulberry32). */
export class Random {
  #state: number;
  readonly #seed: number;

  constructor(seed: number, ...names: readonly (string | number)[]) {
    let state = mix(seed ^ 0x9e3779b9);
    for (const name of names) state = hashText(String(name), state);
    this.#seed = state;
    this.#state = state;
  }

  /** Another stream that depends on this one's seed (not on how far it was read) and on the names. */
  fork(...names: readonly (string | number)[]): Random {
    return new Random(this.#seed, ...names);
  }

  /** In [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** An integer from low to high, both included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.next() * items.length)]!;
  }

  shuffle<T>(items: readonly T[]): T[] {
    const out = items.slice();
    for (let i = out.length - 1; i > 0; i--) {
      const j = Math.floor(this.next() * (i + 1));
      const held = out[i]!;
      out[i] = out[j]!;
      out[j] = held;
    }
    return out;
  }

  /** `count` different items, in the order in which they stand. */
  sample<T>(items: readonly T[], count: number): T[] {
    const chosen = this.shuffle(items.map((_, i) => i)).slice(0, count);
    return chosen.sort((a, b) => a - b).map((i) => items[i]!);
  }
}

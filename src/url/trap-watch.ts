/**
 * Traps seen while crawling: many addresses of one pattern whose pages are nearly the same. An address alone may look innocent
 * (`/produto/17?ordem=2`); the ten-thousandth page of its pattern that repeats the others does not.
 *
 * Memory is fixed at birth. Patterns live in a table of typed arrays, four places to a bucket; when a bucket is full the pattern
 * with the least evidence gives way.
 */

import { fnv32, fnvStep, mix32 } from '../bytes/index.ts';
import { hammingDistance, type SimHash } from '../text/index.ts';
import { type TrapOptions, type TrapSignal, trapScore, trapSignals } from './trap-signals.ts';
import type { WebUrl } from './web-url.ts';

const WAYS = 4;
/** Fingerprints of recent pages kept for each pattern. */
const RECENT = 4;
/** Bits by which two pages of a pattern may differ and still repeat each other. */
const NEAR = 3;

export interface TrapWatchOptions extends TrapOptions {
  /** Patterns remembered; a power of two is taken. About 44 bytes each. */
  readonly patterns?: number;
  /** Pages of a pattern before it can be suspected. */
  readonly patience?: number;
}

export interface Suspicion {
  /** 0 … 1; see `TRAP_REFUSAL_SCORE`. */
  readonly score: number;
  readonly reasons: readonly TrapSignal[];
}

/** What the pages of one pattern have shown, for another watch. */
export interface PatternEvidence {
  /** `patternHash` of its addresses. */
  readonly pattern: number;
  readonly seen: number;
  readonly compared: number;
  readonly repeats: number;
  /** Fingerprints of recent pages: high and low half in turns. */
  readonly recent: readonly number[];
}

export class TrapWatch {
  readonly #options: TrapWatchOptions;
  readonly #patience: number;
  readonly #mask: number;
  readonly #hash: Uint32Array;
  readonly #seen: Uint32Array;
  readonly #compared: Uint32Array;
  readonly #repeats: Uint32Array;
  readonly #recent: Uint32Array;

  constructor(options: TrapWatchOptions = {}) {
    this.#options = options;
    this.#patience = Math.max(1, options.patience ?? 20);
    const places = 2 ** Math.ceil(Math.log2(Math.max(WAYS, Math.min(options.patterns ?? 32_768, 2 ** 22))));
    this.#mask = places / WAYS - 1;
    this.#hash = new Uint32Array(places);
    this.#seen = new Uint32Array(places);
    this.#compared = new Uint32Array(places);
    this.#repeats = new Uint32Array(places);
    this.#recent = new Uint32Array(places * RECENT * 2);
  }

  /** Notes a page that was fetched, and answers its pattern. Without a fingerprint it counts, but says nothing about repetition. */
  observe(url: WebUrl, simhash?: SimHash): number {
    const hash = patternHash(url);
    const place = this.#find(hash, true);
    if (simhash !== undefined) {
      const base = place * RECENT * 2;
      const known = Math.min(this.#compared[place]!, RECENT);
      let repeats = false;
      for (let i = 0; i < known && !repeats; i++) {
        const other = { hi: this.#recent[base + 2 * i]!, lo: this.#recent[base + 2 * i + 1]! };
        repeats = hammingDistance(simhash, other) <= NEAR;
      }
      const slot = this.#compared[place]! % RECENT;
      this.#recent[base + 2 * slot] = simhash.hi;
      this.#recent[base + 2 * slot + 1] = simhash.lo;
      this.#compared[place]!++;
      if (repeats) this.#repeats[place]!++;
    }
    this.#seen[place]!++;
    return hash;
  }

  /** What speaks against a pattern; null when it is not worth telling: too few pages, or most are unlike each other. */
  evidence(pattern: number): PatternEvidence | null {
    const place = this.#find(pattern, false);
    if (place === -1) return null;
    const compared = this.#compared[place]!;
    const repeats = this.#repeats[place]!;
    if (compared < this.#patience / 4 || repeats * 2 < compared) return null;
    const base = place * RECENT * 2;
    const recent = [...this.#recent.subarray(base, base + 2 * Math.min(compared, RECENT))];
    return { pattern, seen: this.#seen[place]!, compared, repeats, recent };
  }

  /** Takes what another watch has found, when it is more than what was found here. */
  learn({ pattern, seen, compared, repeats, recent }: PatternEvidence): void {
    const known = this.#find(pattern, false);
    if (known !== -1 && this.#compared[known]! >= compared) return;
    const place = known === -1 ? this.#find(pattern, true) : known;
    this.#seen[place] = Math.max(1, seen);
    this.#compared[place] = compared;
    this.#repeats[place] = Math.min(repeats, compared);
    this.#recent.fill(0, place * RECENT * 2, (place + 1) * RECENT * 2);
    this.#recent.set(recent.slice(0, RECENT * 2), place * RECENT * 2);
  }

  /** Everything that speaks against a URL: its address, and what its pattern led to so far. */
  suspicion(url: WebUrl): Suspicion {
    const reasons = trapSignals(url, this.#options);
    const place = this.#find(patternHash(url), false);
    if (place !== -1) {
      const weight = this.#weight(place);
      if (weight > 0) reasons.push({ name: 'pattern', weight });
    }
    return { score: trapScore(reasons), reasons };
  }

  /**
   * Rises from 0 at `patience` pages towards the share of pages that repeated others, squared so that a listing with some
   * repetition in it stays free.
   */
  #weight(place: number): number {
    const compared = this.#compared[place]!;
    if (compared < this.#patience) return 0;
    const share = this.#repeats[place]! / compared;
    return share * share * (1 - this.#patience / (2 * compared));
  }

  #find(hash: number, make: boolean): number {
    const base = (hash & this.#mask) * WAYS;
    let weakest = base;
    for (let place = base; place < base + WAYS; place++) {
      if (this.#hash[place] === hash && this.#seen[place]! > 0) return place;
      if (this.#seen[place]! < this.#seen[weakest]!) weakest = place;
    }
    if (!make) return -1;
    // What stays loses some weight, so that a bucket of old, large patterns does not close for ever.
    for (let place = base; place < base + WAYS; place++)
      if (place !== weakest) this.#seen[place]! -= this.#seen[place]! >> 4;
    this.#hash[weakest] = hash;
    this.#seen[weakest] = 0;
    this.#compared[weakest] = 0;
    this.#repeats[weakest] = 0;
    return weakest;
  }
}

const DIGITS = 0x4e;

/**
 * Hash of a URL's pattern: host, path with every run of digits as one sign (so dates and numbers fold), and the names of the
 * parameters without their values.
 */
export function patternHash(url: WebUrl): number {
  const { key, host } = url;
  let hash = fnv32(host);
  let digits = false;
  let value = false;
  for (let i = key.indexOf('//') + 2 + host.length; i < key.length; i++) {
    const c = key.charCodeAt(i);
    if (value) {
      if (c !== 0x26) continue;
      value = false;
    }
    if (isDigit(c)) {
      if (digits) continue;
      digits = true;
      hash = fnvStep(hash, DIGITS);
      continue;
    }
    digits = false;
    hash = fnvStep(hash, c);
    if (c === 0x3d) value = true;
  }
  return mix32(hash) >>> 0;
}

function isDigit(c: number): boolean {
  return c >= 0x30 && c <= 0x39;
}

/** Counts of pairs of years. The usual years have a counter each in one flat array; what lies outside is counted in a map. */
const FIRST_SPOKEN = 1400;
const SPOKEN = 700;
const FIRST_PUBLISHED = 1900;
const PUBLISHED = 200;

export class PairCounts {
  readonly #usual = new Uint32Array(SPOKEN * PUBLISHED);
  readonly #others = new Map<number, number>();

  add(spoken: number, published: number): void {
    const s = spoken - FIRST_SPOKEN;
    const p = published - FIRST_PUBLISHED;
    if (s >= 0 && s < SPOKEN && p >= 0 && p < PUBLISHED) this.#usual[s * PUBLISHED + p]!++;
    else {
      const pair = (spoken + 32_768) * 65_536 + published + 32_768;
      this.#others.set(pair, (this.#others.get(pair) ?? 0) + 1);
    }
  }

  /** Spoken year, published year, count; in that order. */
  result(): (readonly [number, number, number])[] {
    const found: (readonly [number, number, number])[] = [];
    for (let i = 0; i < this.#usual.length; i++)
      if (this.#usual[i] !== 0)
        found.push([
          FIRST_SPOKEN + Math.floor(i / PUBLISHED),
          FIRST_PUBLISHED + (i % PUBLISHED),
          this.#usual[i]!,
        ]);
    for (const [pair, count] of this.#others)
      found.push([Math.floor(pair / 65_536) - 32_768, (pair % 65_536) - 32_768, count]);
    return found.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  }
}

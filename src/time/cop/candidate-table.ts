/**
 * Counts of candidates in bounded memory. When there are more than the table holds, the rarest go; the greatest count that one of them
 * can have had is kept, so that a reader knows how far a frequency may be too low.
 */

export interface Candidate {
  readonly tokens: readonly string[];
  count: number;
  /** The tokens as the first occurrence wrote them. */
  readonly surface: readonly string[];
  /** Different wordings, the first ones met. */
  readonly examples: string[];
}

const LONGEST_EXAMPLE = 160;

export class CandidateTable {
  readonly #rows = new Map<string, Candidate>();
  readonly #limit: number;
  readonly #mostExamples: number;
  /** No dropped candidate had been seen more often than this. */
  errorBound = 0;
  dropped = 0;

  constructor(limit: number, mostExamples: number) {
    this.#limit = Math.max(1, limit);
    this.#mostExamples = mostExamples;
  }

  get size(): number {
    return this.#rows.size;
  }

  add(
    tokens: readonly string[],
    surface: () => { readonly tokens: readonly string[]; readonly text: string },
  ): void {
    const key = tokens.join(' ');
    const row = this.#rows.get(key);
    if (row === undefined) {
      if (this.#rows.size >= this.#limit) this.#makeRoom();
      const { tokens: words, text } = surface();
      this.#rows.set(key, {
        tokens: [...tokens],
        count: 1,
        surface: words,
        examples: text.length <= LONGEST_EXAMPLE ? [text] : [],
      });
      return;
    }
    row.count++;
    if (row.examples.length < this.#mostExamples) {
      const { text } = surface();
      if (text.length <= LONGEST_EXAMPLE && !row.examples.includes(text)) row.examples.push(text);
    }
  }

  /** Drops at least half: doing it for one row at a time would make every new candidate cost a walk over all. */
  #makeRoom(): void {
    const counts = [...this.#rows.values()].map((row) => row.count).sort((a, b) => a - b);
    const least = counts[Math.floor(counts.length / 2)]!;
    for (const [key, row] of this.#rows) {
      if (row.count > least) continue;
      this.#rows.delete(key);
      this.dropped++;
    }
    this.errorBound += least;
  }

  rows(): Candidate[] {
    return [...this.#rows.values()];
  }
}

/**
 * Counts by name, with bounded memory: servers choose some of the names (media types, charsets), and one that makes up a new one for
 * every answer must not fill the memory. Beyond the limit new names are counted together.
 */

/** The name under which everything beyond the limit is counted. */
export const OTHERS = '(…)';

const LONGEST_NAME = 120;

export class Tally {
  readonly #counts = new Map<string, number>();
  readonly #limit: number;

  constructor(limit = 1000) {
    this.#limit = limit;
  }

  add(name: string, count = 1): void {
    if (!(count > 0)) return;
    const short = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name;
    const before = this.#counts.get(short);
    if (before !== undefined) this.#counts.set(short, before + count);
    else if (this.#counts.size < this.#limit) this.#counts.set(short, count);
    else this.#counts.set(OTHERS, (this.#counts.get(OTHERS) ?? 0) + count);
  }

  get total(): number {
    let sum = 0;
    for (const count of this.#counts.values()) sum += count;
    return sum;
  }

  /** Greatest first; equal counts by name, so that the order is always the same. */
  ordered(): Count[] {
    return [...this.#counts]
      .map(([name, count]) => ({ name, count }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
  }
}

export interface Count {
  readonly name: string;
  readonly count: number;
}

/**
 * The remote reference list: how often each URL was referred to from inside the scope during the crawl. One vote for each page and target;
 * a page does not vote for itself, and does not vote again when it is fetched again.
 */

import { fnv53, withRow } from '../../bytes/index.ts';
import { KeyTable } from './key-table.ts';
import { toldVotes } from './witness.ts';

/** `floor(base / (count + 1))`: 0 is best. */
export function referencePriority(count: number, base = 100): number {
  return Math.floor(base / (count + 1));
}

const VOTED = 1;

export class RemoteReferences {
  readonly #table: KeyTable;
  #counts: Uint32Array;
  /** Whether the URL has voted as a page. */
  #flags: Uint8Array;

  constructor(table = new KeyTable(), counts = new Uint32Array(1024), flags = new Uint8Array(1024)) {
    this.#table = table;
    this.#counts = counts;
    this.#flags = flags;
  }

  /** URLs known. */
  get size(): number {
    return this.#table.size;
  }

  /** Those that the log of a crawl tells of. */
  static of(entries: Iterable<Uint8Array>): RemoteReferences {
    const counted = new RemoteReferences();
    for (const entry of entries) {
      const votes = toldVotes(entry);
      if (votes !== null) counted.voteHashed(votes.page, votes.targets);
    }
    return counted;
  }

  count(key: string): number {
    const row = this.#table.find(fnv53(key));
    return row < 0 ? 0 : this.#counts[row]!;
  }

  /**
   * The page votes for its targets; gives the new count of each, in order, 0 for itself. Targets must be references from inside the scope.
   * A page that voted before changes nothing, but a target without any vote counts as having its first.
   */
  vote(page: string, targets: readonly string[]): number[] {
    return this.voteHashed(
      fnv53(page),
      targets.map((key) => fnv53(key)),
    );
  }

  /** The same by the hashes of their keys. */
  voteHashed(own: number, targets: readonly number[]): number[] {
    const pageRow = this.#row(own);
    const again = (this.#flags[pageRow]! & VOTED) !== 0;
    this.#flags[pageRow]! |= VOTED;
    const voted = new Set<number>();
    return targets.map((hash) => {
      if (hash === own) return 0;
      const row = this.#row(hash);
      if (!voted.has(row) && (!again || this.#counts[row] === 0)) this.#counts[row]!++;
      voted.add(row);
      return this.#counts[row]!;
    });
  }

  save(): ReferencesState {
    const { size } = this.#table;
    return {
      hashes: this.#table.hashes(),
      counts: this.#counts.slice(0, size),
      flags: this.#flags.slice(0, size),
    };
  }

  static restore(state: ReferencesState): RemoteReferences {
    return new RemoteReferences(KeyTable.of(state.hashes), state.counts.slice(), state.flags.slice());
  }

  #row(hash: number): number {
    const row = this.#table.enter(hash);
    this.#counts = withRow(this.#counts, row);
    this.#flags = withRow(this.#flags, row);
    return row;
  }
}

export interface ReferencesState {
  readonly hashes: Float64Array;
  readonly counts: Uint32Array;
  readonly flags: Uint8Array;
}

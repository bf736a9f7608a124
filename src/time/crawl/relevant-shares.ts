/** What share of the pages seen of a site, or of a section of one, was relevant: by the hash of its name, with a number each. */
import { withRow } from '../../bytes/index.ts';
import { KeyTable } from './key-table.ts';

/** How many pages of average there are taken to have been before the first. */
const DOUBT = 3;

export interface RelevantSharesState {
  readonly hashes: Float64Array;
  readonly pages: Uint32Array;
  readonly relevant: Uint32Array;
}

export class RelevantShares {
  readonly #table: KeyTable;
  #pages: Uint32Array;
  #relevant: Uint32Array;

  constructor(state?: RelevantSharesState) {
    this.#table = state ? KeyTable.of(state.hashes) : new KeyTable();
    this.#pages = state?.pages.slice() ?? new Uint32Array(256);
    this.#relevant = state?.relevant.slice() ?? new Uint32Array(256);
  }

  number(hash: number): number {
    const number = this.#table.enter(hash);
    this.#pages = withRow(this.#pages, number);
    this.#relevant = withRow(this.#relevant, number);
    return number;
  }

  count(number: number, relevant: boolean): void {
    this.#pages[number]!++;
    if (relevant) this.#relevant[number]!++;
  }

  pages(number: number): number {
    return this.#pages[number]!;
  }

  /** As far as its own pages tell; `usual` is the share where nothing is known. */
  share(number: number, usual: number): number {
    return (this.#relevant[number]! + DOUBT * usual) / (this.#pages[number]! + DOUBT);
  }

  save(): RelevantSharesState {
    const { size } = this.#table;
    return {
      hashes: this.#table.hashes(),
      pages: this.#pages.slice(0, size),
      relevant: this.#relevant.slice(0, size),
    };
  }
}

/** Documents with what they were counted for, gathered from segments, in order of identity. */
import { withRow } from '../../../bytes/index.ts';
import type { Occurrences, OccurrencesWanted } from '../occurrences.ts';
import { UNKNOWN_NEIGHBOURS } from '../postings/neighbours.ts';
import type { Segment } from '../segments/segment.ts';

/** Room before anything was found. */
const FIRST = 1_024;

export class OccurrenceList {
  readonly #siteNames: readonly string[];
  #count = 0;
  #pages = new Float64Array(FIRST);
  #counts = new Uint32Array(FIRST);
  #published = new Int16Array(FIRST);
  #sites = new Uint32Array(FIRST);
  readonly #yearStarts: number[] = [0];
  readonly #years: number[] = [];
  readonly #withYears: boolean;
  readonly #neighbours: number[] | null;
  /** Of the texts, in the order of the documents taken; none where nobody gave any. */
  #words = new Uint32Array(0);
  #worded = 0;
  #ascending = true;
  #total = 0;

  constructor(siteNames: readonly string[], { years = false, neighbours = false }: OccurrencesWanted) {
    this.#siteNames = siteNames;
    this.#withYears = years;
    this.#neighbours = neighbours ? [] : null;
  }

  /** Takes the documents of a segment; with `doubtful`, years of publication with weak evidence too. */
  from(
    segment: Segment,
    doubtful: boolean,
  ): (document: number, times: number, beside: ArrayLike<number> | null) => void {
    const ids = segment.column('ids');
    const published = segment.publishedYears(doubtful);
    const sites = segment.column('sites');
    const starts = this.#withYears ? segment.column('yearStarts') : null;
    const years = this.#withYears ? segment.column('years') : new Int16Array(0);
    return (document, times, beside) => {
      const id = ids[document]!;
      const row = this.#count++;
      if (row === this.#pages.length) this.#grow(row);
      if (row > 0 && this.#pages[row - 1]! > id) this.#ascending = false;
      this.#pages[row] = id;
      this.#counts[row] = times;
      this.#total += times;
      if (this.#neighbours !== null)
        for (let i = 0; i < times; i++) this.#neighbours.push(beside?.[i] ?? UNKNOWN_NEIGHBOURS);
      this.#published[row] = published[document]!;
      this.#sites[row] = sites[document]!;
      if (starts === null) return;
      for (let y = starts[document]!; y < starts[document + 1]!; y++) this.#years.push(years[y]!);
      this.#yearStarts.push(this.#years.length);
    };
  }

  /** How many words the documents have that were taken since the last call. */
  takeWords(words: Uint32Array): void {
    if (words.length === 0) return;
    this.#words = withRow(this.#words, this.#worded + words.length - 1);
    this.#words.set(words, this.#worded);
    this.#worded += words.length;
  }

  #grow(row: number): void {
    this.#pages = withRow(this.#pages, row);
    this.#counts = withRow(this.#counts, row);
    this.#published = withRow(this.#published, row);
    this.#sites = withRow(this.#sites, row);
  }

  result(exact: boolean): Occurrences {
    const count = this.#count;
    const [pages, counts] = [this.#pages.subarray(0, count), this.#counts.subarray(0, count)];
    const [published, sites] = [this.#published.subarray(0, count), this.#sites.subarray(0, count)];
    const words = this.#worded === 0 ? null : this.#words.subarray(0, count);
    const common = { total: this.#total, exact, siteNames: this.#siteNames };
    // Nobody asked for years: none has any.
    const starts = this.#withYears ? Uint32Array.from(this.#yearStarts) : new Uint32Array(count + 1);
    if (this.#ascending)
      return {
        ...common,
        pages,
        counts,
        published,
        sites,
        words,
        yearStarts: starts,
        years: Int16Array.from(this.#years),
        neighbours: this.#neighbours === null ? null : Uint32Array.from(this.#neighbours),
      };
    const order = Uint32Array.from(pages, (_, i) => i).sort((a, b) => pages[a]! - pages[b]!);
    const yearStarts = new Uint32Array(count + 1);
    const years = new Int16Array(this.#years.length);
    for (let i = 0; i < count; i++) {
      const from = starts[order[i]!]!;
      const to = starts[order[i]! + 1]!;
      for (let y = from; y < to; y++) years[yearStarts[i]! + y - from] = this.#years[y]!;
      yearStarts[i + 1] = yearStarts[i]! + to - from;
    }
    return {
      ...common,
      pages: Float64Array.from(order, (i) => pages[i]!),
      counts: Uint32Array.from(order, (i) => counts[i]!),
      published: Int16Array.from(order, (i) => published[i]!),
      sites: Uint32Array.from(order, (i) => sites[i]!),
      words: words === null ? null : Uint32Array.from(order, (i) => words[i]!),
      yearStarts,
      years,
      neighbours: this.#neighbours === null ? null : this.#ordered(this.#neighbours, counts, order),
    };
  }

  #ordered(neighbours: readonly number[], counts: Uint32Array, order: Uint32Array): Uint32Array {
    const starts = new Uint32Array(counts.length);
    for (let i = 1; i < starts.length; i++) starts[i] = starts[i - 1]! + counts[i - 1]!;
    const out = new Uint32Array(neighbours.length);
    let at = 0;
    for (const i of order)
      for (let n = starts[i]!; n < starts[i]! + counts[i]!; n++) out[at++] = neighbours[n]!;
    return out;
  }
}

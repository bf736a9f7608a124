/** Documents with what they were counted for, gathered from segments, in order of identity. */
import type { Occurrences, OccurrencesWanted } from '../occurrences.ts';
import { UNKNOWN_NEIGHBOURS } from '../postings/neighbours.ts';
import type { Segment } from '../segments/segment.ts';

export class OccurrenceList {
  readonly #siteNames: readonly string[];
  readonly #pages: number[] = [];
  readonly #counts: number[] = [];
  readonly #published: number[] = [];
  readonly #sites: number[] = [];
  readonly #yearStarts: number[] = [0];
  readonly #years: number[] = [];
  readonly #withYears: boolean;
  readonly #neighbours: number[] | null;
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
      if (this.#pages.length > 0 && this.#pages.at(-1)! > id) this.#ascending = false;
      this.#pages.push(id);
      this.#counts.push(times);
      this.#total += times;
      if (this.#neighbours !== null)
        for (let i = 0; i < times; i++) this.#neighbours.push(beside?.[i] ?? UNKNOWN_NEIGHBOURS);
      this.#published.push(published[document]!);
      this.#sites.push(sites[document]!);
      if (starts !== null)
        for (let y = starts[document]!; y < starts[document + 1]!; y++) this.#years.push(years[y]!);
      this.#yearStarts.push(this.#years.length);
    };
  }

  result(exact: boolean): Occurrences {
    const common = { total: this.#total, exact, siteNames: this.#siteNames };
    if (this.#ascending)
      return {
        ...common,
        pages: Float64Array.from(this.#pages),
        counts: Uint32Array.from(this.#counts),
        published: Int16Array.from(this.#published),
        sites: Uint32Array.from(this.#sites),
        yearStarts: Uint32Array.from(this.#yearStarts),
        years: Int16Array.from(this.#years),
        neighbours: this.#neighbours === null ? null : Uint32Array.from(this.#neighbours),
      };
    const order = Uint32Array.from(this.#pages, (_, i) => i).sort(
      (a, b) => this.#pages[a]! - this.#pages[b]!,
    );
    const yearStarts = new Uint32Array(order.length + 1);
    const years = new Int16Array(this.#years.length);
    for (let i = 0; i < order.length; i++) {
      const from = this.#yearStarts[order[i]!]!;
      const to = this.#yearStarts[order[i]! + 1]!;
      for (let y = from; y < to; y++) years[yearStarts[i]! + y - from] = this.#years[y]!;
      yearStarts[i + 1] = yearStarts[i]! + to - from;
    }
    return {
      ...common,
      pages: Float64Array.from(order, (i) => this.#pages[i]!),
      counts: Uint32Array.from(order, (i) => this.#counts[i]!),
      published: Int16Array.from(order, (i) => this.#published[i]!),
      sites: Uint32Array.from(order, (i) => this.#sites[i]!),
      yearStarts,
      years,
      neighbours: this.#neighbours === null ? null : this.#ordered(this.#neighbours, order),
    };
  }

  #ordered(neighbours: readonly number[], order: Uint32Array): Uint32Array {
    const starts = new Uint32Array(this.#counts.length);
    for (let i = 1; i < starts.length; i++) starts[i] = starts[i - 1]! + this.#counts[i - 1]!;
    const out = new Uint32Array(neighbours.length);
    let at = 0;
    for (const i of order)
      for (let n = starts[i]!; n < starts[i]! + this.#counts[i]!; n++) out[at++] = neighbours[n]!;
    return out;
  }
}

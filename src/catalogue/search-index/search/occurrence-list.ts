/** Documents with what they were counted for, gathered from segments, in order of identity. */
import type { Occurrences } from '../occurrences.ts';
import type { Segment } from '../segments/segment.ts';

export class OccurrenceList {
  readonly #siteNames: readonly string[];
  readonly #pages: number[] = [];
  readonly #counts: number[] = [];
  readonly #published: number[] = [];
  readonly #sites: number[] = [];
  readonly #yearStarts: number[] = [0];
  readonly #years: number[] = [];
  #ascending = true;
  #total = 0;

  constructor(siteNames: readonly string[]) {
    this.#siteNames = siteNames;
  }

  /** Takes the documents of a segment. */
  from(segment: Segment): (document: number, times: number) => void {
    const ids = segment.column('ids');
    const published = segment.column('publishedYears');
    const sites = segment.column('sites');
    const starts = segment.column('yearStarts');
    const years = segment.column('years');
    return (document, times) => {
      const id = ids[document]!;
      if (this.#pages.length > 0 && this.#pages.at(-1)! > id) this.#ascending = false;
      this.#pages.push(id);
      this.#counts.push(times);
      this.#total += times;
      this.#published.push(published[document]!);
      this.#sites.push(sites[document]!);
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
    };
  }
}

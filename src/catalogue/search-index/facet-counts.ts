/** How the matches are spread over years, places, sites, kinds and languages: counters in flat arrays, one pass over the matches for each. */
import { KINDS } from './columns.ts';
import { NO_YEAR } from './measures.ts';
import { LANGUAGES, type Names, PLACES, SITES } from './names.ts';
import type { IndexFacets } from './port.ts';
import type { Segment } from './segment.ts';

/** Values of a facet that are told, the most frequent first. Years are all told. */
export const MOST_FACET_VALUES = 500;

export class FacetCounts {
  readonly #names: Names;
  readonly #years = new YearCounts();
  readonly #published = new YearCounts();
  readonly #places: Uint32Array;
  readonly #sites: Uint32Array;
  readonly #languages: Uint32Array;
  readonly #kinds = new Uint32Array(256);

  constructor(names: Names) {
    this.#names = names;
    this.#places = new Uint32Array(names.list(PLACES).length);
    this.#sites = new Uint32Array(names.list(SITES).length);
    this.#languages = new Uint32Array(names.list(LANGUAGES).length);
  }

  count(segment: Segment, matches: Uint32Array, count: number): void {
    countLists(matches, count, segment.column('yearStarts'), segment.column('years'), this.#years);
    const { counts } = this.#published;
    const years = segment.column('publishedYears');
    for (let i = 0; i < count; i++) counts[years[matches[i]!]! + 32_768]!++;
    const starts = segment.column('placeStarts');
    const places = segment.column('places');
    const placeCounts = this.#places;
    for (let i = 0; i < count; i++) {
      const d = matches[i]!;
      for (let p = starts[d]!; p < starts[d + 1]!; p++) placeCounts[places[p]!]!++;
    }
    countCodes(matches, count, segment.column('sites'), this.#sites);
    countCodes(matches, count, segment.column('languages'), this.#languages);
    countCodes(matches, count, segment.column('kinds'), this.#kinds);
  }

  result(): IndexFacets {
    return {
      years: this.#years.result(),
      publishedYears: this.#published.result(),
      places: named(this.#places, this.#names.list(PLACES)),
      sites: named(this.#sites, this.#names.list(SITES)),
      kinds: KINDS.map((kind, i) => [kind, this.#kinds[i]!] as const)
        .filter(([, count]) => count > 0)
        .sort((a, b) => b[1] - a[1]),
      languages: named(this.#languages, this.#names.list(LANGUAGES)),
    };
  }
}

class YearCounts {
  readonly counts = new Uint32Array(65_536);

  result(): (readonly [number, number])[] {
    const found: (readonly [number, number])[] = [];
    for (let i = NO_YEAR + 32_768 + 1; i < this.counts.length; i++)
      if (this.counts[i] !== 0) found.push([i - 32_768, this.counts[i]!]);
    return found;
  }
}

function countLists(
  matches: Uint32Array,
  count: number,
  starts: Uint32Array,
  values: Int16Array,
  into: YearCounts,
): void {
  const { counts } = into;
  for (let i = 0; i < count; i++) {
    const d = matches[i]!;
    const end = starts[d + 1]!;
    for (let v = starts[d]!; v < end; v++) counts[values[v]! + 32_768]!++;
  }
}

function countCodes(
  matches: Uint32Array,
  count: number,
  codes: Uint8Array | Uint16Array | Uint32Array,
  counts: Uint32Array,
): void {
  for (let i = 0; i < count; i++) counts[codes[matches[i]!]!]!++;
}

function named(counts: Uint32Array, names: readonly string[]): (readonly [string, number])[] {
  const found: (readonly [string, number])[] = [];
  // 0 is the name of what has none.
  for (let i = 1; i < counts.length; i++) if (counts[i] !== 0) found.push([names[i]!, counts[i]!]);
  found.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return found.length > MOST_FACET_VALUES ? found.slice(0, MOST_FACET_VALUES) : found;
}

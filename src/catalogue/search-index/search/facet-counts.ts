/** How the matches are spread over years, places, sites, kinds and languages: counters in flat arrays, one pass over the matches for each. */
import { KINDS } from '../columns/columns.ts';
import { LANGUAGES, type Names, PLACES, SITES } from '../columns/names.ts';
import type { IndexFacets } from '../port.ts';
import { NO_YEAR } from '../postings/measures.ts';
import type { Segment } from '../segments/segment.ts';

/** Values of a facet that are told, the most frequent first. Years are all told. */
const MOST_FACET_VALUES = 500;

export class FacetCounts {
  readonly #names: Names;
  readonly #doubtful: boolean;
  readonly #years: YearCounts;
  readonly #decades: YearCounts;
  readonly #published: YearCounts;
  readonly #places: Uint32Array;
  readonly #sites: Uint32Array;
  readonly #languages: Uint32Array;
  readonly #kinds = new Uint32Array(256);

  /** `doubtful`: years of publication with weak evidence count too. */
  constructor(names: Names, segments: readonly Segment[], doubtful: boolean) {
    this.#names = names;
    this.#doubtful = doubtful;
    let first = 32_767;
    let last = NO_YEAR;
    for (const segment of segments) {
      first = Math.min(first, segment.yearRange[0]);
      last = Math.max(last, segment.yearRange[1]);
    }
    // From the decade of the first year on.
    first = Math.floor(first / 10) * 10;
    this.#years = new YearCounts(first, last);
    this.#decades = new YearCounts(first, last);
    this.#published = new YearCounts(first, last);
    this.#places = new Uint32Array(names.list(PLACES).length);
    this.#sites = new Uint32Array(names.list(SITES).length);
    this.#languages = new Uint32Array(names.list(LANGUAGES).length);
  }

  count(segment: Segment, matches: Uint32Array, count: number): void {
    countYears(
      matches,
      count,
      segment.column('yearStarts'),
      segment.column('years'),
      this.#years,
      this.#decades,
    );
    const { counts, first } = this.#published;
    const years = segment.publishedYears(this.#doubtful);
    const none = NO_YEAR;
    for (let i = 0; i < count; i++) {
      const year = years[matches[i]!]!;
      if (year !== none) counts[year - first + 1]!++;
    }
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
      decades: this.#decades.result(),
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
  /** The year of the first counter; the one before it stands for "none". */
  readonly first: number;
  readonly counts: Uint32Array;

  constructor(first: number, last: number) {
    this.first = first;
    this.counts = new Uint32Array(Math.max(0, last - first + 1) + 1);
  }

  result(): (readonly [number, number])[] {
    const found: (readonly [number, number])[] = [];
    for (let i = 1; i < this.counts.length; i++)
      if (this.counts[i] !== 0) found.push([this.first + i - 1, this.counts[i]!]);
    return found;
  }
}

/** The years of a document are ascending: a decade is new when the one before has ended. */
function countYears(
  matches: Uint32Array,
  count: number,
  starts: Uint32Array,
  values: Int16Array,
  byYear: YearCounts,
  byDecade: YearCounts,
): void {
  const years = byYear.counts;
  const decades = byDecade.counts;
  const base = 1 - byYear.first;
  const none = NO_YEAR;
  for (let i = 0; i < count; i++) {
    const d = matches[i]!;
    const end = starts[d + 1]!;
    let decadeEnd = none;
    for (let v = starts[d]!; v < end; v++) {
      const year = values[v]!;
      years[year + base]!++;
      if (year >= decadeEnd) {
        const decade = Math.floor(year / 10) * 10;
        decades[decade + base]!++;
        decadeEnd = decade + 10;
      }
    }
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
  // 0 is the name of what has none.
  let used = 0;
  for (let i = 1; i < counts.length; i++) if (counts[i] !== 0) used++;
  let least = 1;
  if (used > MOST_FACET_VALUES) {
    // Numbers sort ten times faster than names: only what can be among the first is named.
    const sorted = counts.slice(1).sort();
    least = sorted[sorted.length - MOST_FACET_VALUES]!;
  }
  const found: (readonly [string, number])[] = [];
  for (let i = 1; i < counts.length; i++) if (counts[i]! >= least) found.push([names[i]!, counts[i]!]);
  found.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return found.length > MOST_FACET_VALUES ? found.slice(0, MOST_FACET_VALUES) : found;
}

/** Counts of several collections added up. A page that two of them have counts in both. */
import type { CataloguePlace, FacetCount, Facets, Timeline } from '../../catalogue/index.ts';

/** Values of a facet that each collection tells, and that are told of all. */
export const VALUES_ASKED = 500;
const VALUES_TOLD = 50;

export function mergedFacets(all: readonly Facets[]): Facets {
  const years = (of: (facets: Facets) => readonly FacetCount<number>[]): FacetCount<number>[] =>
    summed(all.map(of), String).sort((a, b) => a.value - b.value);
  const largest = <T>(
    of: (facets: Facets) => readonly FacetCount<T>[],
    key: (value: T) => string,
  ): FacetCount<T>[] =>
    summed(all.map(of), key)
      .sort((a, b) => b.count - a.count || (key(a.value) < key(b.value) ? -1 : 1))
      .slice(0, VALUES_TOLD);
  // What one of them did not tell of its long list is missing in the sums.
  const cut = all.some(({ places, sites }) => Math.max(places.length, sites.length) >= VALUES_ASKED);
  return {
    years: years((facets) => facets.years),
    decades: years((facets) => facets.decades),
    publishedYears: years((facets) => facets.publishedYears),
    places: largest(
      (facets) => facets.places,
      (place: CataloguePlace) => place.key,
    ),
    sites: largest((facets) => facets.sites, String),
    kinds: largest((facets) => facets.kinds, String),
    languages: largest((facets) => facets.languages, String),
    bounded: cut || all.some(({ bounded }) => bounded),
  };
}

function summed<T>(lists: readonly (readonly FacetCount<T>[])[], key: (value: T) => string): FacetCount<T>[] {
  const sums = new Map<string, { readonly value: T; count: number }>();
  for (const { value, count } of lists.flat()) {
    const known = sums.get(key(value));
    if (known === undefined) sums.set(key(value), { value, count });
    else known.count += count;
  }
  return [...sums.values()];
}

export function mergedTimeline(all: readonly Timeline[]): Timeline {
  const add = <K extends readonly number[]>(
    rows: readonly (readonly [...K, number])[],
  ): (readonly [...K, number])[] => {
    const sums = new Map<string, number[]>();
    for (const row of rows) {
      const key = row.slice(0, -1).join(' ');
      const known = sums.get(key);
      if (known === undefined) sums.set(key, [...row]);
      else known[known.length - 1]! += row.at(-1)!;
    }
    const inOrder = [...sums.values()].sort((a, b) => a[0]! - b[0]! || a[1]! - b[1]!);
    return inOrder as unknown as (readonly [...K, number])[];
  };
  return {
    spoken: add<[number]>(all.flatMap(({ spoken }) => spoken)),
    published: add<[number]>(all.flatMap(({ published }) => published)),
    cross: add<[number, number]>(all.flatMap(({ cross }) => cross)),
    bounded: all.some(({ bounded }) => bounded),
  };
}

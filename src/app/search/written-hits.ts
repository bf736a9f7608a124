/** Hits and counts of a search as others read them: objects for JSON Lines, columns for CSV. */
import type { Facets } from '../../catalogue/index.ts';
import { type Column, dayText } from '../../collection/export/index.ts';
import type { FoundHit } from '../../collection/index.ts';

export { printPeriod } from '../../catalogue/index.ts';
export { csvHead, csvLine } from '../../collection/export/index.ts';

/** A hit with its place in the answer. */
export interface RankedHit {
  /** From 1. */
  readonly rank: number;
  readonly hit: FoundHit;
}

const daysOf = ({ from, to }: { readonly from: number; readonly to: number }) => ({
  from: dayText(from),
  to: dayText(to),
});

/** `explain`: also why it answers. */
export function hitObject({ rank, hit }: RankedHit, explain: boolean): object {
  const { collection, parts, why, snippets, periods, places, placeEvidence, fetchedAt, ...facts } = hit;
  return {
    collection,
    rank,
    ...facts,
    fetchedAt: fetchedAt === null ? null : new Date(fetchedAt).toISOString(),
    passages: snippets.map(({ text, matches, periods }) => ({ text, matches, periods: periods.map(daysOf) })),
    periods: periods.map(({ share, written, ...period }) => ({ ...daysOf(period), share, written })),
    places: places.map(({ key, name, kind, state, country, lat, lon }, i) => ({
      key,
      name,
      kind,
      state,
      country,
      lat,
      lon,
      evidence: placeEvidence[i],
    })),
    ...(explain
      ? {
          why: {
            ...why,
            period: why.period === null ? null : daysOf(why.period),
            place: why.place?.name ?? null,
            parts,
          },
        }
      : {}),
  };
}

export const HIT_COLUMNS: readonly Column<RankedHit>[] = [
  { name: 'collection', type: 'text', cell: ({ hit }) => hit.collection },
  { name: 'rank', type: 'integer', cell: ({ rank }) => rank },
  { name: 'kind', type: 'text', cell: ({ hit }) => hit.kind },
  { name: 'id', type: 'integer', cell: ({ hit }) => hit.id },
  { name: 'title', type: 'text', cell: ({ hit }) => hit.title },
  { name: 'site', type: 'text', cell: ({ hit }) => hit.site },
  { name: 'url', type: 'text', cell: ({ hit }) => hit.url },
  { name: 'published', type: 'text', cell: ({ hit }) => hit.published },
  { name: 'published_confidence', type: 'real', cell: ({ hit }) => hit.publishedConfidence },
  { name: 'published_source', type: 'text', cell: ({ hit }) => hit.publishedEvidence?.source ?? null },
  { name: 'fetched_at', type: 'time', cell: ({ hit }) => hit.fetchedAt },
  {
    name: 'speaks_of',
    type: 'text',
    cell: ({ hit }) =>
      hit.periods.map(({ from, to }) => `${dayText(from)}..${dayText(to)}`).join('; ') || null,
  },
  { name: 'places', type: 'text', cell: ({ hit }) => hit.places.map(({ name }) => name).join('; ') || null },
  { name: 'tables', type: 'text', cell: ({ hit }) => hit.tables.join('; ') || null },
  { name: 'passage', type: 'text', cell: ({ hit }) => hit.snippets.map(({ text }) => text).join(' … ') },
  { name: 'score', type: 'real', cell: ({ hit }) => hit.score },
];

export const FACETS = ['years', 'places', 'sites', 'kinds'] as const;

/** How many documents have a value. */
export interface FacetRow {
  /** Of several the names, with commas between them. */
  readonly collection: string;
  readonly facet: (typeof FACETS)[number];
  readonly value: string | number;
  readonly documents: number;
}

export function facetRows(collection: string, facets: Facets): FacetRow[] {
  return FACETS.flatMap((facet) =>
    facets[facet].map(({ value, count }) => ({
      collection,
      facet,
      value: typeof value === 'object' ? value.name : value,
      documents: count,
    })),
  );
}

export const FACET_COLUMNS: readonly Column<FacetRow>[] = [
  { name: 'collection', type: 'text', cell: ({ collection }) => collection },
  { name: 'facet', type: 'text', cell: ({ facet }) => facet },
  { name: 'value', type: 'text', cell: ({ value }) => String(value) },
  { name: 'documents', type: 'integer', cell: ({ documents }) => documents },
];

/** From a question to what the index is asked: chips become filters, and the place asked for becomes weights of the collection's places. */

import { type BoundingBox, checkedBox, union } from '../../geo/box.ts';
import { words as wordsOf } from '../../text/index.ts';
import type { CataloguePlace, Period } from '../ports/index.ts';
import type { Clause, Query, QueryChip, SearchOptions, WhereChip } from '../ports/question.ts';
import type { DoubtfulPhrases } from '../search-index/doubtful-phrases.ts';
import type { IndexRequest } from '../search-index/port.ts';
import { placeWeights } from './place-weights.ts';
import { printPeriod } from './print-period.ts';
import { RANK_WEIGHTS } from './ranking.ts';

const DEFAULT_LIMIT = 10;
const MOST_HITS = 100;
/** A chip that excludes a place excludes what lies in it, not what holds it. */
const EXCLUDED_FROM = 0.5;

export type RequestOptions = SearchOptions & {
  readonly offset?: number | undefined;
  /** Those whose words and period do not meet, instead of those where they do. */
  readonly apart?: boolean | undefined;
  /** Phrases stand as they are written, as far as this knows; absent: as far as their terms say. */
  readonly quoted?: DoubtfulPhrases | undefined;
};

/** `places`: those that documents of the collection speak of. */
export function indexRequest(
  query: Query,
  options: RequestOptions,
  places: ReadonlyMap<string, CataloguePlace>,
): IndexRequest {
  const of = <K extends QueryChip['kind']>(kind: K, negated: boolean) =>
    query.chips.filter(
      (chip): chip is Extract<QueryChip, { kind: K }> => chip.kind === kind && chip.negated === negated,
    );
  const where = of('where', false);
  const notWhere = of('where', true);
  const prefer = preferredWords(query);
  const { bound } = options;
  return {
    clause: query.clause,
    ...(prefer !== null && { prefer }),
    ...(options.quoted !== undefined && { quoted: options.quoted }),
    ...list('when', periodsOf(of('when', false))),
    ...(query.clause !== null &&
      of('when', false).length > 0 && { meeting: options.apart === true ? 'apart' : 'together' }),
    ...list('notWhen', periodsOf(of('when', true))),
    ...list('published', periodsOf(of('published', false))),
    ...list('notPublished', periodsOf(of('published', true))),
    ...((options.dates === 'all' || of('dates', false).length > 0) && { doubtful: true }),
    ...(where.length > 0 && { places: weightsOf(where, places), area: areaOf(where) }),
    ...(notWhere.length > 0 && { notPlaces: excluded(notWhere, places) }),
    ...list(
      'sites',
      of('site', false).map((chip) => chip.site),
    ),
    ...list(
      'notSites',
      of('site', true).map((chip) => chip.site),
    ),
    ...list(
      'kinds',
      of('kind', false).map((chip) => chip.value),
    ),
    ...list(
      'notKinds',
      of('kind', true).map((chip) => chip.value),
    ),
    ...list(
      'languages',
      of('language', false).map((chip) => chip.value),
    ),
    ...list(
      'notLanguages',
      of('language', true).map((chip) => chip.value),
    ),
    order: options.order ?? 'relevance',
    offset: Math.max(0, Math.trunc(options.offset ?? 0)),
    limit: Math.min(MOST_HITS, Math.max(0, Math.trunc(options.limit ?? DEFAULT_LIMIT))),
    facets: options.facets ?? true,
    ...(bound !== undefined && { bound }),
    weights: RANK_WEIGHTS,
    ...(options.statistics !== undefined && { statistics: options.statistics }),
  };
}

function list<K extends string, T>(name: K, values: readonly T[]): { readonly [N in K]?: readonly T[] } {
  return (values.length === 0 ? {} : { [name]: values }) as { readonly [N in K]?: readonly T[] };
}

function periodsOf(chips: readonly { readonly period: Period }[]): Period[] {
  return chips.map((chip) => chip.period);
}

function weightsOf(
  chips: readonly WhereChip[],
  places: ReadonlyMap<string, CataloguePlace>,
): ReadonlyMap<string, number> {
  if (chips.length === 1) return placeWeights(chips[0]!, places);
  const weights = new Map<string, number>();
  for (const chip of chips)
    for (const [key, weight] of placeWeights(chip, places))
      if (weight > (weights.get(key) ?? 0)) weights.set(key, weight);
  return weights;
}

function excluded(
  chips: readonly WhereChip[],
  places: ReadonlyMap<string, CataloguePlace>,
): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const [key, weight] of weightsOf(chips, places)) if (weight >= EXCLUDED_FROM) keys.add(key);
  return keys;
}

function areaOf(chips: readonly WhereChip[]): BoundingBox {
  const box = chips.map((chip) => chip.box).reduce(union);
  return checkedBox(box) ?? box;
}

/**
 * What names a period or a place is still looked for as words: a page that has `Porto Alegre` in its title is more about it than one that
 * says it in passing. It is no condition, since a page may speak of 1941 without the number.
 */
function preferredWords(query: Query): Clause | null {
  const clauses: Clause[] = [];
  for (const chip of query.chips) {
    if (chip.negated) continue;
    const parts = wordsOf(namedBy(chip)).slice(0, 16);
    if (parts.length === 1) clauses.push({ kind: 'word', text: parts[0]! });
    else if (parts.length > 1) clauses.push({ kind: 'phrase', text: parts.join(' ') });
  }
  if (clauses.length === 0) return null;
  return clauses.length === 1 ? clauses[0]! : { kind: 'or', clauses };
}

function namedBy(chip: QueryChip): string {
  if (chip.kind === 'where') return chip.place?.name ?? '';
  if (chip.kind !== 'when') return '';
  if (chip.implied) return chip.instead;
  const years = /^\d{4}$/.exec(printPeriod(chip.period));
  return years === null ? '' : years[0];
}

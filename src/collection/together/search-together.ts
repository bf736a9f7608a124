/**
 * One line asked of several collections, and one answer. Words are weighed by how common they are in all of them together, so that a score
 * means the same everywhere and the hits are in one order; totals and counts are added up. A page that two collections have is found in both.
 */

import { fnv47 } from '../../bytes/index.ts';
import type {
  CatalogueSearch,
  Facets,
  Missing,
  OtherAnswers,
  Query,
  SearchAnswer,
  SearchOptions,
  Timeline,
  WordStatistics,
} from '../../catalogue/index.ts';
import { readCursor, writeCursor } from '../../catalogue/index.ts';
import { TarrafaError } from '../../errors.ts';
import { mergedFacets, mergedTimeline, VALUES_ASKED } from './merged-counts.ts';
import { type FoundHit, firstOf, hitOrder } from './together-order.ts';

/** What is asked of a collection. */
export interface SearchedCollection {
  readonly name: string;
  readonly catalogue: Pick<CatalogueSearch, 'search' | 'everyHit' | 'wordStatistics' | 'timeline' | 'places'>;
  parseLine(line: string): Promise<Query>;
}

export type TogetherOptions = Pick<SearchOptions, 'cursor' | 'limit' | 'order' | 'facets' | 'dates'>;

export interface TogetherAnswer extends Omit<SearchAnswer, 'hits' | 'others'> {
  readonly hits: readonly FoundHit[];
  readonly others: readonly (Omit<OtherAnswers, 'hits'> & { readonly hits: readonly FoundHit[] })[];
  /** How much each collection has of `total`, in the order in which they were asked. */
  readonly collections: readonly {
    readonly name: string;
    readonly total: number;
    readonly bounded: boolean;
  }[];
}

/** Every hit of several collections: the answer without them, and they in their order, some at a time. */
export interface EveryHit {
  readonly answer: Omit<TogetherAnswer, 'hits' | 'next'>;
  readonly hits: AsyncIterable<readonly FoundHit[]>;
}

const HITS = 10;
const MOST_HITS = 100;
/** How far a result list can be paged. */
const DEEPEST = 10_000;
const CURSOR = 'together';
/** In a cursor: which list goes on, the results or what lacks something. */
const RESULTS = 'results';

export async function searchTogether(
  collections: readonly SearchedCollection[],
  line: string,
  options: TogetherOptions = {},
): Promise<TogetherAnswer> {
  const asked = fingerprint(collections, line, options);
  if (options.cursor === undefined) {
    const first = await firstAnswer(collections, line, options);
    return { ...first, next: nextOf(asked, first, first.taken), others: othersOf(asked, first) };
  }
  const [of, list, corrected, places] = readCursor(CURSOR, options.cursor, [0, '', 0, ''] as const);
  const positions = places.split(' ');
  if (of !== asked || positions.length !== collections.length) throw wrongCursor(options.cursor);
  // What was meant is found out in the same way again.
  const meant =
    corrected === 1 ? await firstAnswer(collections, line, { ...options, limit: 1, facets: false }) : null;
  const told = meant?.didYouMean ?? line;
  const query = await parsedTogether(collections, line);
  const searched = meant === null ? query : await parsedTogether(collections, told);
  const weighed = await weighing(collections, searched, options);
  if (list !== RESULTS) {
    const more = await Promise.all(
      collections.map(async ({ name, catalogue }, i) => {
        const cursor = positions[i]!;
        if (cursor === '-') return [];
        const { others } = await catalogue.search(searched, { ...weighed, facets: false, cursor });
        return others.map((other) => ({ name, other }));
      }),
    );
    const answer = { query, searched, corrected: meant !== null, names: collections.map(({ name }) => name) };
    return {
      ...NOTHING,
      query,
      corrected: answer.corrected,
      didYouMean: meant?.didYouMean ?? null,
      collections: collections.map(({ name }) => ({ name, total: 0, bounded: false })),
      others: mergedOthers(asked, answer.corrected, answer.names, more.flat(), order(options, searched)),
    };
  }
  const offsets = positions.map(Number);
  if (!offsets.every((offset) => Number.isInteger(offset) && offset >= 0 && offset <= DEEPEST))
    throw wrongCursor(options.cursor);
  const answers = await Promise.all(
    collections.map(({ catalogue }, i) =>
      catalogue.search(searched, { ...weighed, facets: false, offset: offsets[i]! }),
    ),
  );
  const merged = mergedAnswers(collections, answers.map(asAsked), offsets, searched, options);
  return {
    ...merged,
    query,
    corrected: meant !== null,
    didYouMean: meant?.didYouMean ?? null,
    next: nextOf(asked, { ...merged, corrected: meant !== null }, merged.taken),
    others: [],
  };
}

/** Every hit, however many: the collections stay open while they are taken. */
export async function everyHitTogether(
  collections: readonly SearchedCollection[],
  line: string,
  options: Pick<TogetherOptions, 'order' | 'facets' | 'dates' | 'limit'> = {},
): Promise<EveryHit> {
  const { hits: _, next: __, taken: ___, ...answer } = await firstAnswer(collections, line, options);
  const asked = fingerprint(collections, line, options);
  const searched = answer.searched;
  const weighed = await weighing(collections, searched, options);
  const having = collections.filter((__, i) => answer.collections[i]!.total > 0);
  const lists = having.map(({ catalogue }) => oneByOne(catalogue.everyHit(searched, weighed)));
  const inOrder = order(options, searched);
  const hits = async function* (): AsyncGenerator<readonly FoundHit[]> {
    const heads = await Promise.all(lists.map(async (list) => (await list.next()).value));
    let part: FoundHit[] = [];
    for (let i = firstOf(heads, inOrder); i >= 0; i = firstOf(heads, inOrder)) {
      part.push({ ...heads[i]!, collection: having[i]!.name });
      heads[i] = (await lists[i]!.next()).value;
      if (part.length < MOST_HITS) continue;
      yield part;
      part = [];
    }
    if (part.length > 0) yield part;
  };
  return { answer: { ...answer, others: othersOf(asked, answer) }, hits: hits() };
}

export async function timelineTogether(
  collections: readonly SearchedCollection[],
  line: string,
  options: Pick<SearchOptions, 'dates'> = {},
): Promise<Timeline> {
  const query = await parsedTogether(collections, line);
  return mergedTimeline(
    await Promise.all(collections.map(({ catalogue }) => catalogue.timeline(query, options))),
  );
}

/** The line as one question to all: places are those of the first collection that speaks of them. */
async function parsedTogether(collections: readonly SearchedCollection[], line: string): Promise<Query> {
  let first: Query | null = null;
  for (const collection of collections) {
    const query = await collection.parseLine(line);
    first ??= query;
    const named = query.chips.flatMap((chip) =>
      chip.kind === 'where' && chip.place !== null ? [chip.place.key] : [],
    );
    if (named.length === 0) return query;
    const places = await collection.catalogue.places();
    if (named.every((key) => places.has(key))) return query;
  }
  return first!;
}

interface First extends Omit<TogetherAnswer, 'others' | 'next'> {
  readonly next: null;
  readonly searched: Query;
  /** How far each collection's list was taken. */
  readonly taken: readonly number[];
  readonly parts: readonly SearchAnswer[];
}

async function firstAnswer(
  collections: readonly SearchedCollection[],
  line: string,
  options: TogetherOptions,
): Promise<First> {
  const query = await parsedTogether(collections, line);
  const ask = async (searched: Query): Promise<SearchAnswer[]> => {
    const weighed = await weighing(collections, searched, options);
    return Promise.all(
      collections.map(({ catalogue }) =>
        catalogue.search(searched, { ...weighed, facets: options.facets ?? true, facetValues: VALUES_ASKED }),
      ),
    );
  };
  const answers = await ask(query);
  const nothing = collections.map(() => 0);
  const asIs = answers.map(asAsked);
  if (asIs.some(({ total }) => total > 0)) {
    const merged = mergedAnswers(collections, asIs, nothing, query, options);
    const didYouMean = asIs.find((one) => one.total > 0 && one.didYouMean !== null)?.didYouMean ?? null;
    // What has only a part is told when nothing has it all, but for what only does not meet.
    const parts = asIs.map((one) => ({
      ...one,
      others: one.others.filter(({ missing }) => missing === 'meeting'),
    }));
    return { ...merged, query, searched: query, next: null, didYouMean, corrected: false, parts };
  }
  // Nothing has what was typed: the line that was meant where most was found.
  const [meant] = answers
    .filter(({ corrected }) => corrected)
    .sort((a, b) => b.total - a.total)
    .flatMap(({ didYouMean }) => didYouMean ?? []);
  const searched = meant === undefined ? query : await parsedTogether(collections, meant);
  const again = meant === undefined ? answers : (await ask(searched)).map(asAsked);
  const merged = mergedAnswers(collections, again, nothing, searched, options);
  return {
    ...merged,
    query,
    searched,
    next: null,
    didYouMean: meant ?? null,
    corrected: meant !== undefined,
    parts: again,
  };
}

/** What a collection answers to another line than the one that was asked is nothing. */
const asAsked = (answer: SearchAnswer): SearchAnswer =>
  answer.corrected
    ? {
        ...answer,
        total: 0,
        bounded: false,
        hits: [],
        next: null,
        others: [],
        facets: answer.facets === null ? null : mergedFacets([]),
      }
    : answer;

/** How a question is put to each, so that their scores can be compared. */
async function weighing(
  collections: readonly SearchedCollection[],
  query: Query,
  { order, limit, dates }: TogetherOptions,
): Promise<SearchOptions> {
  const options = { order, dates, limit: clamped(limit) };
  if (collections.length < 2) return options;
  const all = await Promise.all(collections.map(({ catalogue }) => catalogue.wordStatistics(query)));
  return { ...options, statistics: summedStatistics(all) };
}

function summedStatistics(all: readonly WordStatistics[]): WordStatistics {
  const having = new Map<string, number>();
  for (const one of all)
    for (const [term, count] of one.having) having.set(term, (having.get(term) ?? 0) + count);
  return {
    documents: all.reduce((sum, { documents }) => sum + documents, 0),
    having,
    lengths: (all[0]?.lengths ?? []).map((_, i) => all.reduce((sum, { lengths }) => sum + lengths[i]!, 0)),
  };
}

function mergedAnswers(
  collections: readonly SearchedCollection[],
  answers: readonly SearchAnswer[],
  offsets: readonly number[],
  searched: Query,
  options: TogetherOptions,
): Pick<First, 'total' | 'bounded' | 'hits' | 'facets' | 'collections' | 'taken'> {
  const inOrder = order(options, searched);
  const most = clamped(options.limit);
  const at = answers.map(() => 0);
  const hits: FoundHit[] = [];
  while (hits.length < most) {
    const i = firstOf(
      answers.map((answer, k) => answer.hits[at[k]!]),
      inOrder,
    );
    if (i < 0) break;
    hits.push({ ...answers[i]!.hits[at[i]!++]!, collection: collections[i]!.name });
  }
  // A document that went away between two looks is no reason to ask for its place for ever.
  const taken = answers.map((answer, i) =>
    at[i] === answer.hits.length
      ? Math.max(offsets[i]!, Math.min(answer.total, offsets[i]! + most))
      : offsets[i]! + at[i]!,
  );
  const facets = answers.flatMap((answer): Facets[] => (answer.facets === null ? [] : [answer.facets]));
  return {
    total: answers.reduce((sum, { total }) => sum + total, 0),
    bounded: answers.some(({ bounded }) => bounded),
    hits,
    facets: facets.length === 0 ? null : mergedFacets(facets),
    collections: answers.map(({ total, bounded }, i) => ({ name: collections[i]!.name, total, bounded })),
    taken,
  };
}

function order(options: TogetherOptions, searched: Query) {
  const doubtful = options.dates === 'all' || searched.chips.some(({ kind }) => kind === 'dates');
  return hitOrder(options.order, doubtful);
}

function nextOf(
  asked: number,
  { total, corrected }: Pick<First, 'total' | 'corrected'>,
  taken: readonly number[],
): string | null {
  const shown = taken.reduce((sum, count) => sum + count, 0);
  if (shown >= total || shown > DEEPEST) return null;
  return writeCursor(CURSOR, [asked, RESULTS, corrected ? 1 : 0, taken.join(' ')]);
}

function othersOf(
  asked: number,
  {
    parts,
    collections,
    corrected,
    searched,
  }: Pick<First, 'parts' | 'collections' | 'corrected' | 'searched'>,
): TogetherAnswer['others'] {
  const names = collections.map(({ name }) => name);
  const all = parts.flatMap(({ others }, i) => others.map((other) => ({ name: names[i]!, other })));
  return mergedOthers(asked, corrected, names, all, order({}, searched));
}

/** What lacks the same is told together; each collection goes on from where it is. */
function mergedOthers(
  asked: number,
  corrected: boolean,
  names: readonly string[],
  all: readonly { readonly name: string; readonly other: OtherAnswers }[],
  inOrder: ReturnType<typeof hitOrder>,
): TogetherAnswer['others'] {
  const kinds = [...new Set(all.map(({ other }) => other.missing))];
  return kinds.map((missing: Missing) => {
    const of = all.filter(({ other }) => other.missing === missing);
    const cursors = names.map((name) => of.find((one) => one.name === name)?.other.next ?? '-');
    return {
      missing,
      total: of.reduce((sum, { other }) => sum + other.total, 0),
      bounded: of.some(({ other }) => other.bounded),
      hits: of
        .flatMap(({ name, other }) => other.hits.map((hit) => ({ ...hit, collection: name })))
        .sort(inOrder),
      next: cursors.every((cursor) => cursor === '-')
        ? null
        : writeCursor(CURSOR, [asked, missing, corrected ? 1 : 0, cursors.join(' ')]),
    };
  });
}

function fingerprint(
  collections: readonly SearchedCollection[],
  line: string,
  { order, dates }: TogetherOptions,
): number {
  const names = collections.map(({ name }) => name);
  return fnv47(JSON.stringify([names, line, order ?? 'relevance', dates ?? 'sure']));
}

async function* oneByOne<T>(parts: AsyncIterable<readonly T[]>): AsyncGenerator<T, undefined> {
  for await (const part of parts) yield* part;
  return undefined;
}

const clamped = (limit: number | undefined): number =>
  Math.max(1, Math.min(MOST_HITS, Math.floor(limit ?? HITS)));

const wrongCursor = (cursor: string): TarrafaError =>
  new TarrafaError('TRF_CURSOR_INVALID', [cursor.slice(0, 80)]);

const NOTHING = { total: 0, bounded: false, hits: [], next: null, facets: null } as const;

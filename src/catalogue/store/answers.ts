/** Answers to questions: what the index finds, told with titles, passages, periods and places; suggestions, facets and timelines. */

import { fnv47 } from '../../bytes/index.ts';
import { TarrafaError } from '../../errors.ts';
import type { Gazetteer } from '../../geo/gazetteer/index.ts';
import { foldWords } from '../../text/index.ts';
import type { CataloguePlace, Day, StoredEntity, Timeline } from '../ports/index.ts';
import type {
  FacetCount,
  Facets,
  FoundDocument,
  OtherAnswers,
  Query,
  SearchAnswer,
  SearchHit,
  SearchOptions,
  Suggestion,
  WordStatistics,
} from '../ports/question.ts';
import {
  apartWay,
  bothChipsWay,
  chipWays,
  correctedLines,
  didYouMean,
  indexRequest,
  isDoubtful,
  type Passages,
  parseLine,
  passagesIn,
  RANK_WEIGHTS,
  type ReasonContext,
  type ReasonSource,
  reasonContext,
  reasonsOf,
  suggestLine,
  type Way,
  wordWays,
} from '../query/index.ts';
import type { DoubtfulPhrases } from '../search-index/doubtful-phrases.ts';
import type { Occurrences, OccurrencesWanted, WordPattern, WordTotals } from '../search-index/occurrences.ts';
import type { IndexAnswer, IndexFacets, IndexHit, IndexRequest, SearchIndex } from '../search-index/port.ts';
import { clampedLimit, readCursor, writeCursor } from './cursor.ts';
import {
  addressWords,
  boxOf,
  entityDocument,
  geoDocument,
  geoTitle,
  mainPlaces,
  periodShares,
  placeShares,
} from './documents.ts';
import type { KeptGeo } from './geo.ts';
import { periodWritten, placeEvidence } from './hit-evidence.ts';
import type { PageText } from './page-content.ts';

export interface AnswerParts {
  readonly index: SearchIndex;
  readonly places: { all(): ReadonlyMap<string, CataloguePlace> };
  readonly gazetteer: Gazetteer | null;
  readonly now: () => number;
}

/** A document as it is shown among the answers. */
export type ShownDocument =
  | {
      readonly kind: 'page';
      readonly url: string;
      readonly site: string;
      readonly fetchedAt: number;
      readonly published: string | null;
      readonly language: string | null;
      readonly content: PageText;
    }
  | { readonly kind: 'entity'; readonly entity: StoredEntity }
  | { readonly kind: 'geo'; readonly kept: KeptGeo };

/** What the index found: which documents are shown, and how. They are read before they are told. */
export interface Found {
  /** What was searched in the end: the question, or the line that was meant. */
  readonly searched: Query;
  readonly hits: readonly IndexHit[];
  readonly answer: Omit<SearchAnswer, 'hits' | 'others'>;
  readonly others: readonly {
    readonly searched: Query;
    readonly hits: readonly IndexHit[];
    readonly answer: Omit<OtherAnswers, 'hits'>;
  }[];
}

/** The documents that an answer shows. */
export function shownIds({ hits, others }: Found): number[] {
  return [...new Set([...hits, ...others.flatMap((other) => other.hits)].map(({ id }) => id))];
}

/** What is suggested and stands in tables. */
export interface SuggestedRows {
  /** The title of a page. */
  title(id: number): string;
  sites(prefix: string, most: number): readonly string[];
}

const HITS = 10;
const MOST_HITS = 100;
/** Of those who take every hit. */
export const HITS_AT_ONCE = 100;
/** How far a result list can be paged. */
const DEEPEST = 10_000;
const PERIODS_OF_HIT = 5;
const PLACES_OF_HIT = 10;
const USUAL_FACETS = 50;
const MOST_FACETS = 500;
const SUGGESTIONS = 8;
const MOST_SUGGESTIONS = 20;
/** Titles looked at for a suggestion, and matches scored for them. */
const TITLES_ASKED = 30;
const TITLES_BOUND = 20_000;
/** Hits of each kind of others that are shown at first. */
const OTHER_HITS = 5;
/** Numbers of the kinds of others in cursors: what does not meet, without chips, and from the last on without words. */
const APART = 1;
const CHIP_WAYS = 2;
const WORD_WAYS = 10;
const LAST_WAY = 30;
const DAY_MS = 86_400_000;

/** A line in place of what was typed. */
interface MeantLine {
  readonly line: string;
  /** Something has all that it asks for. */
  readonly whole: boolean;
}

export class Answers {
  readonly #parts: AnswerParts;
  /** Places by how many documents speak of them, for suggestions. */
  #spokenOf: { readonly documents: number; readonly places: readonly CataloguePlace[] } | null = null;

  constructor(parts: AnswerParts) {
    this.#parts = parts;
  }

  forget(): void {
    this.#spokenOf = null;
  }

  /**
   * Asks the index; `tell` makes the answer, once the documents that it found are at hand. What `quoted` has not read by then is to be read, and asked
   * for again.
   */
  find(query: Query, options: SearchOptions, quoted: DoubtfulPhrases): Found {
    const limit = clampedLimit(options.limit, HITS, MOST_HITS);
    const asked = fingerprint(query, options);
    let offset = Math.max(0, Math.min(DEEPEST, Math.trunc(options.offset ?? 0) || 0));
    let way = 0;
    let searched = query;
    let mended: string | null = null;
    let corrected = false;
    if (options.cursor !== undefined) {
      const [of, at, number, meant] = readCursor('search', options.cursor, [0, 0, 0, 0] as const);
      if (of !== asked || !within(at, DEEPEST) || !within(number, LAST_WAY) || !within(meant, 1))
        throw new TarrafaError('TRF_CURSOR_INVALID', [options.cursor.slice(0, 80)]);
      [offset, way] = [at, number];
      if (meant === 1) {
        mended = this.#corrected(query, quoted)?.line ?? null;
        corrected = true;
      }
      if (mended !== null) searched = this.#parsed(mended);
    }
    const ask = (
      of: Query,
      how: { offset: number; limit: number; facets: boolean; apart?: true },
    ): IndexAnswer =>
      this.#parts.index.search(indexRequest(of, { ...options, ...how, quoted }, this.#parts.places.all()));
    const results = { offset: way === 0 ? offset : 0, limit: way === 0 ? limit : 0 };
    let answer = ask(searched, { ...results, facets: options.facets ?? true });
    const first = options.cursor === undefined && offset === 0;
    let meant: MeantLine | null = null;
    if (first) {
      meant = answer.total === 0 ? this.#corrected(query, quoted) : null;
      mended = meant?.line ?? (answer.total === 0 ? null : this.#mended(query, quoted));
      if (meant?.whole === true) {
        searched = this.#parsed(meant.line);
        corrected = true;
        answer = ask(searched, { ...results, facets: options.facets ?? true });
      }
    }
    const cursor = (at: number, of: number, hits: number, total: number, most: number): string | null =>
      hits === most && at + hits < total && at + hits <= DEEPEST
        ? writeCursor('search', [asked, at + hits, of, corrected ? 1 : 0])
        : null;
    const others: Found['others'][number][] = [];
    const take = (number: number, { missing, query: of, apart }: Way, at: number, most: number): boolean => {
      const found = ask(of, { offset: at, limit: most, facets: false, ...(apart && { apart }) });
      if (found.total === 0) return false;
      const next = cursor(at, number, found.hits.length, found.total, most);
      const { total, hits } = found;
      const bounded = found.bounded || quoted.bounded;
      others.push({ searched: of, hits, answer: { missing, total, bounded, next } });
      return true;
    };
    if (way > 0) {
      const asked = wayOf(searched, way);
      if (asked !== null) take(way, asked, offset, limit);
    } else if (first) {
      const most = Math.min(limit, OTHER_HITS);
      const less = (of: Query): void => {
        const apart = apartWay(of);
        if (apart !== null) take(APART, apart, 0, most);
        if (answer.total === 0) this.#relax(of, (number, weaker) => take(number, weaker, 0, most));
      };
      less(searched);
      // A line that would answer a part of the question is offered. It takes the place of what was asked only where that finds nothing at all.
      if (meant !== null && !corrected && others.length === 0) {
        searched = this.#parsed(meant.line);
        corrected = true;
        less(searched);
      }
    }
    return {
      searched,
      hits: answer.hits,
      others,
      answer: {
        query,
        total: answer.total,
        bounded: answer.bounded || quoted.bounded,
        next: way === 0 ? cursor(offset, 0, answer.hits.length, answer.total, limit) : null,
        facets:
          answer.facets === null ? null : this.#facets(answer.facets, answer.bounded, options.facetValues),
        didYouMean: mended,
        corrected,
      },
    };
  }

  /** Asks for less: without the period or the place; when that finds nothing, without some of the words, and without both. */
  #relax(query: Query, take: (number: number, way: Way) => boolean): void {
    const chips = chipWays(query).map((way, i) => take(CHIP_WAYS + i, way));
    if (chips.includes(true)) return;
    wordWays(query).some((way, i) => take(WORD_WAYS + i, way));
    const both = bothChipsWay(query);
    if (both !== null) take(CHIP_WAYS + 2, both);
  }

  tell(found: Found, document: (id: number) => ShownDocument | null): SearchAnswer {
    return {
      ...found.answer,
      hits: this.tellHits(found, document),
      others: found.others.map((other) => ({ ...other.answer, hits: this.tellHits(other, document) })),
    };
  }

  tellHits(
    { hits, searched }: Pick<Found, 'hits' | 'searched'>,
    document: (id: number) => ShownDocument | null,
  ): SearchHit[] {
    const context = reasonContext(searched, this.#parts.places.all());
    return hits.flatMap((hit) => {
      const shown = document(hit.id);
      return shown === null ? [] : this.#hit(hit, shown, searched, context);
    });
  }

  /** Every result in its order, to be told part by part: as many as `find` counts, of the line that was meant where that one has none. */
  findAll(
    query: Query,
    options: Pick<SearchOptions, 'order' | 'dates' | 'statistics'>,
    quoted: DoubtfulPhrases,
  ): Pick<Found, 'hits' | 'searched'> {
    const { searched, answer } = this.find(query, { ...options, limit: 1, facets: false }, quoted);
    if (answer.total === 0) return { searched, hits: [] };
    const places = this.#parts.places.all();
    const asked = { ...options, limit: 1, facets: false, offset: 0, quoted };
    const request = indexRequest(searched, asked, places);
    return { searched, hits: this.#parts.index.search({ ...request, limit: answer.total }).hits };
  }

  #hit(
    { id, score, parts }: IndexHit,
    shown: ShownDocument,
    query: Query,
    context: ReasonContext,
  ): SearchHit {
    const places = this.#parts.places.all();
    const why = (passages: Passages, source: Omit<ReasonSource, 'forms'>) =>
      reasonsOf(context, { ...source, forms: passages.forms }, parts, places);
    if (shown.kind === 'page') {
      const { content } = shown;
      const passages = passagesIn(content, query);
      const named = placeShares(content.places, content.text.length)
        .slice(0, PLACES_OF_HIT)
        .flatMap(({ place }) => places.get(place) ?? []);
      const main = mainPlaces(content.places);
      return {
        id,
        kind: 'page',
        url: shown.url,
        site: shown.site,
        title: content.title,
        fetchedAt: shown.fetchedAt,
        published: shown.published,
        publishedConfidence: content.published?.confidence ?? null,
        publishedDoubtful: isDoubtful(content.published),
        publishedEvidence: evidenceOf(content.published),
        language: shown.language,
        snippets: passages.snippets,
        periods: periodShares(content.text, content.segments)
          .slice(0, PERIODS_OF_HIT)
          .map((period) => ({ ...period, written: periodWritten(content, period) })),
        places: named,
        placeEvidence: named.map(({ key }) => ({
          ...placeEvidence(content.text, content.places, key),
          main: main.has(key),
        })),
        box: null,
        tables: [],
        score,
        parts,
        why: why(passages, {
          title: content.title,
          address: addressWords(shown.url),
          byline: content.byline,
          segments: content.segments,
          periods: [],
          places: content.places,
        }),
      };
    }
    if (shown.kind === 'entity') {
      const { entity } = shown;
      const { text, periods } = entityDocument(id, entity);
      const passages = passagesIn({ text, segments: [] }, query);
      return {
        id,
        kind: 'entity',
        url: entity.url,
        site: entity.site,
        title: entity.name,
        fetchedAt: null,
        published: null,
        publishedConfidence: null,
        publishedDoubtful: false,
        publishedEvidence: null,
        language: null,
        snippets: passages.snippets,
        periods: periods.slice(0, PERIODS_OF_HIT).map((period) => ({ ...period, written: null })),
        places: [],
        placeEvidence: [],
        box: null,
        tables: entity.tables,
        score,
        parts,
        why: why(passages, { ...NO_SOURCE, title: entity.name, periods }),
      };
    }
    const { file, kind } = shown.kept;
    const passages = passagesIn({ text: geoDocument(id, kind, file).text, segments: [] }, query);
    return {
      id,
      kind,
      url: file.url,
      site: file.site,
      title: geoTitle(file),
      fetchedAt: null,
      published: null,
      publishedConfidence: null,
      publishedDoubtful: false,
      publishedEvidence: null,
      language: null,
      snippets: passages.snippets,
      periods: [],
      places: [],
      placeEvidence: [],
      box: boxOf(file),
      tables: [],
      score,
      parts,
      why: why(passages, { ...NO_SOURCE, title: geoTitle(file) }),
    };
  }

  #facets(facets: IndexFacets, bounded: boolean, asked?: number): Facets {
    const places = this.#parts.places.all();
    const mostValues = clampedLimit(asked, USUAL_FACETS, MOST_FACETS);
    const counted = <T>(pairs: readonly (readonly [T, number])[], most = mostValues): FacetCount<T>[] =>
      pairs.slice(0, most).map(([value, count]) => ({ value, count }));
    const inOrder = (pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] =>
      [...pairs].sort((a, b) => a[0] - b[0]);
    return {
      years: counted(inOrder(facets.years), Number.POSITIVE_INFINITY),
      decades: counted(inOrder(facets.decades ?? []), Number.POSITIVE_INFINITY),
      publishedYears: counted(inOrder(facets.publishedYears), Number.POSITIVE_INFINITY),
      places: facets.places
        .flatMap(([key, count]) => {
          const value = places.get(key);
          return value === undefined ? [] : [{ value, count }];
        })
        .slice(0, mostValues),
      sites: counted(facets.sites),
      kinds: counted(facets.kinds),
      languages: counted(facets.languages),
      bounded,
    };
  }

  #parsed(line: string): Query {
    const places = this.#parts.places.all();
    return parseLine(line, {
      gazetteer: this.#parts.gazetteer,
      today: this.#today(),
      known: (key) => places.has(key),
    });
  }

  #finds(query: Query, quoted: DoubtfulPhrases): boolean {
    const places = this.#parts.places.all();
    return (
      this.#parts.index.search(indexRequest(query, { facets: false, limit: 0, quoted }, places)).total > 0
    );
  }

  /** The line that was meant, when nothing has what was typed: with places mended, with words mended, with both; whether it is answered. */
  #corrected(query: Query, quoted: DoubtfulPhrases): MeantLine | null {
    const { index } = this.#parts;
    const placed = didYouMean(query, index);
    const mended = correctedLines(query, index, true);
    const both = placed === null ? [] : [placed, ...correctedLines(this.#parsed(placed), index, true)];
    const meant = [...new Set([...both, ...mended])]
      .filter((line) => line !== query.line)
      .map((line) => this.#parsed(line));
    const whole = meant.find((one) => this.#finds(one, quoted));
    // Else one that lacks only what was not misspelt: the period or the place beside a word, words beside a place.
    const found =
      whole ??
      meant.find((one) =>
        [
          ...(mended.includes(one.line) ? chipWays(one) : []),
          ...(both.includes(one.line) ? wordWays(one) : []),
        ].some((way) => this.#finds(way.query, quoted)),
      );
    return found === undefined ? null : { line: found.line, whole: whole !== undefined };
  }

  /** The line that was perhaps meant, though something has what was typed. */
  #mended(query: Query, quoted: DoubtfulPhrases): string | null {
    const { index } = this.#parts;
    const placed = didYouMean(query, index);
    for (const line of placed === null ? correctedLines(query, index, false).slice(0, 1) : [placed])
      if (line !== query.line && this.#finds(this.#parsed(line), quoted)) return line;
    return null;
  }

  #today(): Day {
    return Math.floor(this.#parts.now() / DAY_MS);
  }

  suggest(text: string, limit: number | undefined, rows: SuggestedRows): readonly Suggestion[] {
    return suggestLine(text, clampedLimit(limit, SUGGESTIONS, MOST_SUGGESTIONS), {
      words: (prefix, most) => this.#parts.index.words(prefix, most),
      places: this.#placesSpokenOf(),
      sites: (prefix, most) => rows.sites(prefix, most),
      titles: (prefix, most) => this.#titles(prefix, most, rows),
      gazetteer: this.#parts.gazetteer,
      frequency: (word) => this.#parts.index.frequency(word),
      today: this.#today(),
    });
  }

  #everything(clause: IndexRequest['clause'], limit: number, facets: boolean): IndexRequest {
    return { clause, order: 'relevance', offset: 0, limit, facets, weights: RANK_WEIGHTS };
  }

  /** Those that most documents speak of first. */
  #placesSpokenOf(): readonly CataloguePlace[] {
    const { documents } = this.#parts.index;
    const known = this.#spokenOf;
    // The order changes slowly: a tenth more documents is soon enough to look again.
    if (known !== null && documents >= known.documents && documents <= known.documents * 1.1)
      return known.places;
    const all = new Map(this.#parts.places.all());
    const places: CataloguePlace[] = [];
    for (const [key] of this.#parts.index.search(this.#everything(null, 1, true)).facets?.places ?? []) {
      const place = all.get(key);
      if (place === undefined) continue;
      places.push(place);
      all.delete(key);
    }
    places.push(...all.values());
    this.#spokenOf = { documents, places };
    return places;
  }

  /** Titles that have these words, the last perhaps unfinished. */
  #titles(prefix: string, most: number, rows: SuggestedRows): string[] {
    const wanted = foldWords(prefix);
    if (wanted.length < 3) return [];
    const whole = wanted.split(' ');
    if (whole.length > 1) whole.pop();
    const completed = whole.length === 1 && !wanted.includes(' ') ? this.#parts.index.words(wanted, 3) : [];
    const words = completed.length > 0 ? completed.map((found) => found.word) : whole;
    const clauses = words.map((text) => ({ kind: 'word', text }) as const);
    const clause = { kind: completed.length > 0 ? 'or' : 'and', clauses } as const;
    const weights = { ...RANK_WEIGHTS, text: 0, anchors: 0 };
    const found = this.#parts.index.search({
      ...this.#everything(clause, TITLES_ASKED, false),
      kinds: ['page'],
      weights,
      bound: TITLES_BOUND,
    });
    const titles = new Set<string>();
    for (const { id } of found.hits) {
      const title = rows.title(id);
      if (` ${foldWords(title)}`.includes(` ${wanted}`)) titles.add(title);
      if (titles.size >= most) break;
    }
    return [...titles];
  }

  matches(query: Query, quoted: DoubtfulPhrases): readonly FoundDocument[] {
    const asked = { limit: 1, facets: false, offset: 0, quoted };
    const request = indexRequest(query, asked, this.#parts.places.all());
    return this.#parts.index.matches({ ...request, bound: Number.POSITIVE_INFINITY });
  }

  occurrences(query: Query, pattern: WordPattern, wanted: OccurrencesWanted): Occurrences {
    return this.#parts.index.occurrences(this.#pagesOf(query), pattern, wanted);
  }

  wordTotals(query: Query, years: boolean): WordTotals {
    return this.#parts.index.wordTotals(this.#pagesOf(query), years);
  }

  termCounts(query: Query, terms: readonly string[]): readonly number[] {
    return this.#parts.index.termCounts(this.#pagesOf(query), terms);
  }

  /** Every page that answers; of other kinds of documents none, whatever the question says. */
  #pagesOf(query: Query): IndexRequest {
    const request = indexRequest(query, { limit: 1, facets: false, offset: 0 }, this.#parts.places.all());
    const others = (['entity', 'geo-file', 'service'] as const).filter(
      (kind) => !request.notKinds?.includes(kind),
    );
    return {
      ...request,
      notKinds: [...(request.notKinds ?? []), ...others],
      bound: Number.POSITIVE_INFINITY,
    };
  }

  wordStatistics(query: Query): WordStatistics {
    return this.#parts.index.statistics(
      indexRequest(query, { limit: 1, facets: false, offset: 0 }, this.#parts.places.all()),
    );
  }

  facets(query: Query, options: Pick<SearchOptions, 'dates'>, quoted: DoubtfulPhrases): Facets {
    const request = indexRequest(
      query,
      { ...options, limit: 1, facets: true, offset: 0, quoted },
      this.#parts.places.all(),
    );
    const { facets, bounded } = this.#parts.index.search(request);
    return this.#facets(facets ?? NO_FACETS, bounded || quoted.bounded);
  }

  timeline(query: Query, options: Pick<SearchOptions, 'dates'>, quoted: DoubtfulPhrases): Timeline {
    const request = indexRequest(
      query,
      { ...options, limit: 1, facets: true, offset: 0, quoted },
      this.#parts.places.all(),
    );
    const { facets, bounded } = this.#parts.index.search(request);
    const cross = this.#parts.index.cross(request);
    return {
      spoken: [...(facets?.years ?? [])].sort((a, b) => a[0] - b[0]),
      published: [...(facets?.publishedYears ?? [])].sort((a, b) => a[0] - b[0]),
      cross: cross.pairs,
      bounded: bounded || cross.bounded || quoted.bounded,
    };
  }
}

const NO_FACETS: IndexFacets = {
  years: [],
  decades: [],
  publishedYears: [],
  places: [],
  sites: [],
  kinds: [],
  languages: [],
};

/** Says which question a cursor belongs to. */
function fingerprint(query: Query, { order, dates }: SearchOptions): number {
  const all = dates === 'all' ? ['all'] : [];
  return fnv47(JSON.stringify([query.clause, query.chips, order ?? 'relevance', ...all]));
}

/** The way of asking for less that a cursor names; null when the question has none of that number. */
function wayOf(query: Query, number: number): Way | null {
  if (number === APART) return apartWay(query);
  if (number === CHIP_WAYS + 2) return bothChipsWay(query);
  return (
    (number >= WORD_WAYS ? wordWays(query)[number - WORD_WAYS] : chipWays(query)[number - CHIP_WAYS]) ?? null
  );
}

const evidenceOf = (date: PageText['published']): SearchHit['publishedEvidence'] =>
  date === null ? null : { source: date.source, where: date.where, text: date.text };

const NO_SOURCE: Omit<ReasonSource, 'forms' | 'title'> = {
  address: '',
  byline: '',
  segments: [],
  periods: [],
  places: [],
};

const within = (value: number, most: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= most;

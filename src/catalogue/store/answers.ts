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
  Query,
  SearchAnswer,
  SearchHit,
  SearchOptions,
  Suggestion,
} from '../ports/question.ts';
import {
  didYouMean,
  indexRequest,
  makeSnippets,
  parseLine,
  RANK_WEIGHTS,
  relaxations,
  suggestLine,
} from '../query/index.ts';
import type { Occurrences, WordPattern, WordTotals } from '../search-index/occurrences.ts';
import type { IndexFacets, IndexHit, IndexRequest, SearchIndex } from '../search-index/port.ts';
import { clampedLimit, readCursor, writeCursor } from './cursor.ts';
import { boxOf, entityDocument, geoDocument, geoTitle, periodShares, placeShares } from './documents.ts';
import type { KeptGeo } from './geo.ts';
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
  readonly query: Query;
  /** What was searched in the end: the question, or a weaker form of it. */
  readonly searched: Query;
  readonly hits: readonly IndexHit[];
  readonly answer: Omit<SearchAnswer, 'hits'>;
}

/** What is suggested and stands in tables. */
export interface SuggestedRows {
  /** The title of a page. */
  title(id: number): string;
  sites(prefix: string, most: number): readonly string[];
}

const HITS = 10;
const MOST_HITS = 100;
/** How far a result list can be paged. */
const DEEPEST = 10_000;
const PERIODS_OF_HIT = 5;
const PLACES_OF_HIT = 10;
const MOST_FACETS = 50;
const SUGGESTIONS = 8;
const MOST_SUGGESTIONS = 20;
/** Titles looked at for a suggestion, and matches scored for them. */
const TITLES_ASKED = 30;
const TITLES_BOUND = 20_000;
/** Weaker forms of a question that are tried when nothing answers all of it. */
const MOST_RELAXATIONS = 12;
const DAY_MS = 86_400_000;

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

  /** Asks the index; `tell` makes the answer, once the documents that it found are at hand. */
  find(query: Query, options: SearchOptions): Found {
    const { index } = this.#parts;
    const limit = clampedLimit(options.limit, HITS, MOST_HITS);
    const asked = fingerprint(query, options.order);
    let offset = 0;
    let way = 0;
    if (options.cursor !== undefined) {
      const [of, at, relaxed] = readCursor('search', options.cursor, [0, 0, 0] as const);
      if (of !== asked || !within(at, DEEPEST) || !within(relaxed, MOST_RELAXATIONS))
        throw new TarrafaError('TRF_CURSOR_INVALID', [options.cursor.slice(0, 80)]);
      offset = at;
      way = relaxed;
    }
    const request = (of: Query): IndexRequest =>
      indexRequest(
        of,
        { ...options, limit, facets: options.facets ?? true, offset },
        this.#parts.places.all(),
      );
    let searched = way === 0 ? query : (relaxations(query)[way - 1] ?? query);
    let answer = index.search(request(searched));
    const strict = way === 0 ? answer.total : 0;
    if (options.cursor === undefined && strict === 0)
      for (const [number, weaker] of relaxations(query).slice(0, MOST_RELAXATIONS).entries()) {
        const found = index.search(request(weaker));
        if (found.total === 0) continue;
        [searched, answer, way] = [weaker, found, number + 1];
        break;
      }
    const more = offset + answer.hits.length;
    return {
      query,
      searched,
      hits: answer.hits,
      answer: {
        query,
        total: answer.total,
        bounded: answer.bounded,
        next:
          answer.hits.length === limit && more < answer.total && more <= DEEPEST
            ? writeCursor('search', [asked, more, way])
            : null,
        facets: answer.facets === null ? null : this.#facets(answer.facets, answer.bounded),
        ...(way > 0 ? { relaxed: true } : {}),
        didYouMean: offset > 0 ? null : this.#mended(query),
      },
    };
  }

  tell({ hits, searched, answer }: Found, document: (id: number) => ShownDocument | null): SearchAnswer {
    return {
      ...answer,
      hits: hits.flatMap((hit) => {
        const shown = document(hit.id);
        return shown === null ? [] : this.#hit(hit, shown, searched);
      }),
    };
  }

  #hit({ id, score, parts }: IndexHit, shown: ShownDocument, query: Query): SearchHit {
    if (shown.kind === 'page') {
      const { content } = shown;
      const places = this.#parts.places.all();
      return {
        id,
        kind: 'page',
        url: shown.url,
        site: shown.site,
        title: content.title,
        fetchedAt: shown.fetchedAt,
        published: shown.published,
        language: shown.language,
        snippets: makeSnippets(content, query),
        periods: periodShares(content.text, content.segments).slice(0, PERIODS_OF_HIT),
        places: placeShares(content.places, content.text.length)
          .slice(0, PLACES_OF_HIT)
          .flatMap(({ place }) => places.get(place) ?? []),
        box: null,
        score,
        parts,
      };
    }
    if (shown.kind === 'entity') {
      const { entity } = shown;
      const { text, periods } = entityDocument(id, entity);
      return {
        id,
        kind: 'entity',
        url: entity.url,
        site: entity.site,
        title: entity.name,
        fetchedAt: null,
        published: null,
        language: null,
        snippets: makeSnippets({ text, segments: [] }, query),
        periods: periods.slice(0, PERIODS_OF_HIT),
        places: [],
        box: null,
        score,
        parts,
      };
    }
    const { file, kind } = shown.kept;
    return {
      id,
      kind,
      url: file.url,
      site: file.site,
      title: geoTitle(file),
      fetchedAt: null,
      published: null,
      language: null,
      snippets: makeSnippets({ text: geoDocument(id, kind, file).text, segments: [] }, query),
      periods: [],
      places: [],
      box: boxOf(file),
      score,
      parts,
    };
  }

  #facets(facets: IndexFacets, bounded: boolean): Facets {
    const places = this.#parts.places.all();
    const counted = <T>(pairs: readonly (readonly [T, number])[], most = MOST_FACETS): FacetCount<T>[] =>
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
        .slice(0, MOST_FACETS),
      sites: counted(facets.sites),
      kinds: counted(facets.kinds),
      languages: counted(facets.languages),
      bounded,
    };
  }

  /** The line with misspelt places mended, when that finds something. */
  #mended(query: Query): string | null {
    const { index, gazetteer, places } = this.#parts;
    const line = didYouMean(query, { frequency: (word) => index.frequency(word) });
    if (line === null || gazetteer === null) return line;
    const meant = parseLine(line, { gazetteer, today: this.#today() });
    const ways = [meant, ...relaxations(meant).slice(0, MOST_RELAXATIONS)];
    const finds = (way: Query): boolean =>
      index.search(indexRequest(way, { limit: 1, facets: false, offset: 0 }, places.all())).total > 0;
    return ways.some(finds) ? line : null;
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

  matches(query: Query): readonly FoundDocument[] {
    const request = indexRequest(query, { limit: 1, facets: false, offset: 0 }, this.#parts.places.all());
    return this.#parts.index.matches({ ...request, bound: Number.POSITIVE_INFINITY });
  }

  occurrences(query: Query, pattern: WordPattern): Occurrences {
    return this.#parts.index.occurrences(this.#pagesOf(query), pattern);
  }

  wordTotals(query: Query): WordTotals {
    return this.#parts.index.wordTotals(this.#pagesOf(query));
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

  facets(query: Query): Facets {
    const request = indexRequest(query, { limit: 1, facets: true, offset: 0 }, this.#parts.places.all());
    const { facets, bounded } = this.#parts.index.search(request);
    return this.#facets(facets ?? NO_FACETS, bounded);
  }

  timeline(query: Query): Timeline {
    const request = indexRequest(query, { limit: 1, facets: true, offset: 0 }, this.#parts.places.all());
    const { facets, bounded } = this.#parts.index.search(request);
    const cross = this.#parts.index.cross(request);
    return {
      spoken: [...(facets?.years ?? [])].sort((a, b) => a[0] - b[0]),
      published: [...(facets?.publishedYears ?? [])].sort((a, b) => a[0] - b[0]),
      cross: cross.pairs,
      bounded: bounded || cross.bounded,
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
function fingerprint(query: Query, order: SearchOptions['order']): number {
  return fnv47(JSON.stringify([query.clause, query.chips, order ?? 'relevance']));
}

const within = (value: number, most: number): boolean =>
  Number.isInteger(value) && value >= 0 && value <= most;

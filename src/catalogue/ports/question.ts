/**
 * A question put to the catalogue, and the answer: plain data. A line that a person typed becomes a `Query` in `query/`; programs may
 * build one themselves.
 */
import type { BoundingBox } from '../../geo/index.ts';
import type { CataloguePlace, Period } from './index.ts';

/** What kinds of things are found. */
export type DocumentKind = 'page' | 'entity' | 'geo-file' | 'service';

/** Where words must stand when they may not stand anywhere: in the title, or in the names of those who wrote the page. */
export type WordField = 'title' | 'author';

/** Words as a person wrote them; the index folds, stems and drops stop words. */
export type Clause =
  | { readonly kind: 'word'; readonly text: string; readonly field?: WordField }
  | { readonly kind: 'phrase'; readonly text: string; readonly field?: WordField }
  | { readonly kind: 'and'; readonly clauses: readonly Clause[] }
  | { readonly kind: 'or'; readonly clauses: readonly Clause[] }
  | { readonly kind: 'not'; readonly clause: Clause };

interface Chip {
  /** As it stands in the line, so that a page can take it out again: offsets of the whole chip. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /**
   * What stands there instead once a person takes the chip out: nothing for one with a prefix, the words in quotes for one that was
   * recognised in plain words, since quoted words are never taken for a period or a place.
   */
  readonly instead: string;
  /** Recognised in plain words (`em 1941`) rather than written with a prefix. */
  readonly implied: boolean;
  readonly negated: boolean;
}

export interface WhenChip extends Chip {
  readonly kind: 'when';
  readonly period: Period;
}
export interface PublishedChip extends Chip {
  readonly kind: 'published';
  readonly period: Period;
}
export interface WhereChip extends Chip {
  readonly kind: 'where';
  /** A place of the gazetteer, or a box. */
  readonly place: CataloguePlace | null;
  readonly box: BoundingBox;
  /** Other places of that name, likeliest first. */
  readonly others: readonly CataloguePlace[];
  /** Of a box: the places that it covers, the best fitting first, so that it can be called by a name. */
  readonly covers?: readonly CataloguePlace[];
}
export interface SiteChip extends Chip {
  readonly kind: 'site';
  readonly site: string;
}
export interface KindChip extends Chip {
  readonly kind: 'kind';
  readonly value: DocumentKind;
}
export interface LanguageChip extends Chip {
  readonly kind: 'language';
  readonly value: string;
}
/** Dates of publication with weak evidence count too: `datas:todas`. */
export interface DatesChip extends Chip {
  readonly kind: 'dates';
  readonly value: 'all';
}
export type QueryChip = WhenChip | PublishedChip | WhereChip | SiteChip | KindChip | LanguageChip | DatesChip;

/** How common words are in all that is searched. */
export interface WordStatistics {
  readonly documents: number;
  /** Documents that have each term. */
  readonly having: ReadonlyMap<string, number>;
  /** Sums of the lengths of titles, texts and anchors, and how many documents have each. */
  readonly lengths: readonly number[];
}

export interface Query {
  /** The line as it was given. */
  readonly line: string;
  /** Null: everything. */
  readonly clause: Clause | null;
  /** All must hold; several of one kind (two sites) are alternatives, except negated ones. */
  readonly chips: readonly QueryChip[];
  /** Names that no place has and that were meant for one, with the places that were meant perhaps, likeliest first. */
  readonly unknownPlaces: readonly UnknownPlace[];
}

export interface UnknownPlace {
  /** Offsets of the name in the line, without prefix and quotes. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly meant: readonly CataloguePlace[];
  /** Without a prefix: it only looks like a misspelt place, and is searched as plain words. */
  readonly implied: boolean;
}

export interface SearchOptions {
  readonly cursor?: string | undefined;
  /** Default 10, at most 100. */
  readonly limit?: number | undefined;
  /** Default true. */
  readonly facets?: boolean | undefined;
  /** `relevance` (default), `newest`, `oldest` by publication. */
  readonly order?: 'relevance' | 'newest' | 'oldest' | undefined;
  /** Most documents that are scored and counted; beyond it totals and facets are lower bounds. */
  readonly bound?: number | undefined;
  /** `all`: dates of publication of weak evidence count too, as `datas:todas` says in a line. */
  readonly dates?: 'sure' | 'all' | undefined;
  /** Results before it are left out; in the place of a cursor, and of its check. What has a part of the question is not asked for then. */
  readonly offset?: number | undefined;
  /** Values of a facet; default 50, at most 500. Years are all told. */
  readonly facetValues?: number | undefined;
  /** Words are weighed by these instead of the catalogue's own: scores of catalogues that are weighed alike can be compared. */
  readonly statistics?: WordStatistics | undefined;
}

/** The parts of a score: they add up to it. */
export interface ScoreParts {
  readonly title: number;
  readonly text: number;
  readonly anchors: number;
  readonly period: number;
  readonly place: number;
  readonly links: number;
  /** How near to each other the words stand; of the best hits only. */
  readonly near: number;
}

/** What a date of publication rests on. */
export interface DateEvidence {
  readonly source: string;
  readonly where: string;
  readonly text: string;
}

/** What says that a page speaks of a place. */
export interface PlaceEvidence {
  /** The surest mention, with some of the words around it. */
  readonly written: string | null;
  readonly confidence: number | null;
  readonly mentions: number;
  /** Whether the page is about it, and does not merely name it. */
  readonly main: boolean;
}

/** A passage of the text, with the words that matched. Offsets are inside `text`. */
export interface Snippet {
  readonly text: string;
  readonly matches: readonly (readonly [start: number, end: number])[];
  /** Where it stands in the content. */
  readonly at: number;
  /** What the segment that it stands in speaks of; empty: undated. */
  readonly periods: readonly Period[];
}

export interface SearchHit {
  readonly id: number;
  readonly kind: DocumentKind;
  readonly url: string;
  readonly site: string;
  readonly title: string;
  /** ms since 1970; null for what was not fetched as a page. */
  readonly fetchedAt: number | null;
  readonly published: string | null;
  /** How sure the date of publication is, 0 to 1; null without one. */
  readonly publishedConfidence: number | null;
  /** The evidence is weak: the date is told as a guess, and counts nowhere unless `dates` asks for it. */
  readonly publishedDoubtful: boolean;
  /** What the date was read from (`json-ld`, `url`, `visible` …), where, and the words; null without one. */
  readonly publishedEvidence: DateEvidence | null;
  readonly language: string | null;
  readonly snippets: readonly Snippet[];
  /** The days that most of its text speaks of, by share, at most five. */
  readonly periods: readonly (Period & {
    readonly share: number;
    /** The words that say so, with some around them; null where the document is no text. */
    readonly written: string | null;
  })[];
  readonly places: readonly CataloguePlace[];
  /** Of each of `places`. */
  readonly placeEvidence: readonly PlaceEvidence[];
  readonly box: BoundingBox | null;
  /** Of a thing, the tables that have a row of it. */
  readonly tables: readonly string[];
  readonly score: number;
  readonly parts: ScoreParts;
  readonly why: Reasons;
}

/** Where a word was found. */
export type WordPlace = 'title' | 'text' | 'anchors' | 'address' | 'author';

/** Why a document was found, in what a person can check. */
export interface Reasons {
  readonly words: readonly {
    /** As it was asked for. */
    readonly word: string;
    /** What it is compared by: words of one stem are one. */
    readonly stem: string;
    /** How the document writes it, at most five. */
    readonly forms: readonly string[];
    readonly in: readonly WordPlace[];
  }[];
  /** What the document speaks of, of the days asked for; null when none were, or it does not. */
  readonly period: Period | null;
  /** The place of the document that answers the one asked for best. */
  readonly place: CataloguePlace | null;
}

/** A document that answers, and no more. */
export interface FoundDocument {
  readonly id: number;
  readonly kind: DocumentKind;
}

export interface FacetCount<T> {
  readonly value: T;
  readonly count: number;
}

export interface Facets {
  /** Years that matching documents speak of, in order; `decades` the same by decade. */
  readonly years: readonly FacetCount<number>[];
  readonly decades: readonly FacetCount<number>[];
  readonly publishedYears: readonly FacetCount<number>[];
  readonly places: readonly FacetCount<CataloguePlace>[];
  readonly sites: readonly FacetCount<string>[];
  readonly kinds: readonly FacetCount<DocumentKind>[];
  readonly languages: readonly FacetCount<string>[];
  /** True: the counts are lower bounds, to be shown with "≥". */
  readonly bounded: boolean;
}

/**
 * What a document lacks that has not all of the question: its words stand elsewhere than where it speaks of the period (`meeting`), it does not
 * speak of the period, of the place, of either, or it lacks some of the words.
 */
export type Missing = 'meeting' | 'period' | 'place' | 'period-and-place' | 'words';

/** Documents that have a part of the question: no results, and not counted among them. */
export interface OtherAnswers {
  readonly missing: Missing;
  readonly total: number;
  readonly bounded: boolean;
  readonly hits: readonly SearchHit[];
  /** Asked for with the same question, it answers with further ones of this kind. */
  readonly next: string | null;
}

export interface SearchAnswer {
  readonly query: Query;
  /** Documents that have all that was asked for. */
  readonly total: number;
  /** True: `total` is a lower bound. */
  readonly bounded: boolean;
  readonly hits: readonly SearchHit[];
  readonly next: string | null;
  readonly facets: Facets | null;
  /** What has a part of the question, by what it lacks. */
  readonly others: readonly OtherAnswers[];
  /** The line with misspelt words and place names mended, when it would find anything; null otherwise. */
  readonly didYouMean: string | null;
  /** True: nothing has what was asked for as it is spelt, and what is told is the answer to `didYouMean`. */
  readonly corrected: boolean;
}

export interface Suggestion {
  /** What the line would become. */
  readonly line: string;
  /** What is shown. */
  readonly text: string;
  readonly kind: 'word' | 'place' | 'site' | 'title' | 'period';
}

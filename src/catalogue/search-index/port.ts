/**
 * The index behind the search: which documents match, in which order, and how they are spread over years, places, sites and kinds. It
 * knows terms and numbers, no texts to show; `query/` makes its questions and the catalogue shows its answers.
 */
import type { BoundingBox } from '../../geo/index.ts';
import type { Period } from '../ports/index.ts';
import type { Clause, DocumentKind, FoundDocument, ScoreParts, WordStatistics } from '../ports/question.ts';
import type { DoubtfulPhrases } from './doubtful-phrases.ts';
import type { Occurrences, OccurrencesWanted, WordPattern, WordTotals } from './occurrences.ts';

/** A document as the index takes it. Texts are as written: the index folds, stems and drops stop words. */
export interface IndexedDocument {
  /** Identity in the catalogue, above 0. A document of an identity that is known replaces it. */
  readonly id: number;
  readonly kind: DocumentKind;
  readonly site: string;
  readonly language: string | null;
  readonly title: string;
  readonly text: string;
  /** What links to it say. */
  readonly anchors: string;
  /** Words of its address; they count as words of the text that stand apart from it. */
  readonly address: string;
  /** Who wrote it, as the page says. */
  readonly byline: string;
  /** First day of the publication; null when unknown. */
  readonly published: number | null;
  /** The evidence of that day is weak: it counts only where `doubtful` is asked for. */
  readonly doubtful: boolean;
  /** What its text speaks of; `share` is the part of the text, 0 … 1. */
  readonly periods: readonly (Period & { readonly share: number })[];
  /** What its title names, of days. */
  readonly titlePeriods: readonly Period[];
  /** Which parts of its text speak of which days; null: all of it speaks of all its periods. */
  readonly spans: readonly DatedSpan[] | null;
  readonly places: readonly { readonly place: string; readonly share: number }[];
  /** Extent of a geographic file. */
  readonly box: BoundingBox | null;
  /** Evidence of links, 0 … 1. */
  readonly authority: number;
}

/** A part of a text that speaks of some days; offsets are UTF-16. */
export interface DatedSpan extends Period {
  readonly start: number;
  readonly end: number;
}

/** What links say of a document. */
export interface LinkEvidence {
  readonly anchors: string;
  readonly authority: number;
}

export interface IndexRequest {
  readonly clause: Clause | null;
  /** Every word of a phrase must stand as it is written, and this knows what only texts can tell; absent: stop words only keep a place free. */
  readonly quoted?: DoubtfulPhrases;
  /** Need not match: where its words stand in a document that matches, they add to its score. A phrase counts as its words. */
  readonly prefer?: Clause | null;
  /** Alternatives; a document matches when it speaks of a day of one of them. */
  readonly when?: readonly Period[];
  /**
   * Of the documents that have the words and speak of the period: `together`, those whose words stand in a part of the text that speaks of
   * it; `apart`, the others; both when absent. A title speaks for the page where the period takes a quarter of what the page dates.
   */
  readonly meeting?: 'together' | 'apart';
  readonly notWhen?: readonly Period[];
  readonly published?: readonly Period[];
  readonly notPublished?: readonly Period[];
  /** Days of publication with weak evidence count too; otherwise they are as none. */
  readonly doubtful?: boolean;
  /** How well each place of the collection answers the place asked for, 0 … 1; a document that has none of them does not match. */
  readonly places?: ReadonlyMap<string, number>;
  readonly notPlaces?: ReadonlySet<string>;
  /** The area asked for: documents with a box match by overlap. */
  readonly area?: BoundingBox;
  /** A site matches itself and its subdomains. */
  readonly sites?: readonly string[];
  readonly notSites?: readonly string[];
  readonly kinds?: readonly DocumentKind[];
  readonly notKinds?: readonly DocumentKind[];
  readonly languages?: readonly string[];
  readonly notLanguages?: readonly string[];
  readonly order: 'relevance' | 'newest' | 'oldest';
  readonly offset: number;
  readonly limit: number;
  readonly facets: boolean;
  /** Most documents scored; infinite when absent. */
  readonly bound?: number;
  readonly weights: RankWeights;
  /** How common words are in all that is searched; in this index when absent, and for terms that it lacks. */
  readonly statistics?: WordStatistics;
}

/** How the parts of a score are weighed; see `query/ranking.ts` for the reasons. */
export interface RankWeights {
  readonly title: number;
  readonly text: number;
  readonly anchors: number;
  readonly period: number;
  readonly place: number;
  readonly links: number;
  readonly near: number;
}

export interface IndexHit {
  readonly id: number;
  readonly score: number;
  readonly parts: ScoreParts;
}

export interface IndexFacets {
  readonly years: readonly (readonly [number, number])[];
  /** A document counts once in a decade, however many of its years it speaks of. */
  readonly decades: readonly (readonly [number, number])[];
  readonly publishedYears: readonly (readonly [number, number])[];
  readonly places: readonly (readonly [string, number])[];
  readonly sites: readonly (readonly [string, number])[];
  readonly kinds: readonly (readonly [DocumentKind, number])[];
  readonly languages: readonly (readonly [string, number])[];
}

export interface IndexAnswer {
  readonly total: number;
  /** True: not every match was looked at. */
  readonly bounded: boolean;
  readonly hits: readonly IndexHit[];
  readonly facets: IndexFacets | null;
}

export interface NearWord {
  /** As people write it. */
  readonly word: string;
  readonly documents: number;
  /** Letters put in, left out, changed or exchanged. */
  readonly distance: number;
}

export interface SearchIndex {
  /** Inside the caller's transaction. */
  add(documents: readonly IndexedDocument[]): void;
  remove(ids: readonly number[]): void;
  /** New link evidence of documents, without indexing them again. */
  setAuthority(authority: ReadonlyMap<number, number>): void;
  /**
   * New texts of links, and link evidence, of documents whose other words stay as they are. Answers those that are too few in their
   * part of the index for it to be written anew: they are left as they were, and are to be added again.
   */
  setAnchors(evidence: ReadonlyMap<number, LinkEvidence>): readonly number[];
  /** Merges what is cheap to merge; everything with `all`. */
  merge(all?: boolean): void;
  search(request: IndexRequest): IndexAnswer;
  /** How common the words of a request are. */
  statistics(request: IndexRequest): WordStatistics;
  /** Every document that matches, by identity; nothing is scored. */
  matches(request: IndexRequest): readonly FoundDocument[];
  /** Pairs of a year spoken of and a year of publication over the matches. */
  cross(request: IndexRequest): {
    readonly pairs: readonly (readonly [number, number, number])[];
    readonly bounded: boolean;
  };
  /** Where words stand in the texts of the documents that match. */
  occurrences(request: IndexRequest, pattern: WordPattern, wanted?: OccurrencesWanted): Occurrences;
  /** How many words the texts of the documents that match have; with `years`, by years too. */
  wordTotals(request: IndexRequest, years?: boolean): WordTotals;
  /** How often terms stand in the texts of the documents that match. */
  termCounts(request: IndexRequest, terms: readonly string[]): readonly number[];
  /** Words as people write them (the commonest form of each stem), by prefix, commonest first. */
  words(prefix: string, limit: number): readonly { readonly word: string; readonly documents: number }[];
  /** Documents that have a word; 0 when none. */
  frequency(word: string): number;
  /** Words of the index that a misspelt one may stand for, the likeliest first: the nearest, and of these the commonest. */
  near(word: string, limit: number): readonly NearWord[];
  readonly documents: number;
  /** Forgets what is kept in memory. Never needed for answers to be right; it lets memory go. */
  refresh(): void;
}

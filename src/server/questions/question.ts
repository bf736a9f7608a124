/** Questions to a catalogue that may be long: what a thread is asked, and what it answers. Plain data, so that it can cross threads. */
import type { ArchivePlace, Catalogue, PageCorrection } from '../../catalogue/index.ts';
import type { SharedPlace } from '../../catalogue/postgres/index.ts';
import type { CollectionPlace, RecordPlace } from '../../collection/index.ts';
import type { ErrorCode, ErrorValue } from '../../errors.ts';

/** Everything that looks at more than a row. What looks at one is answered where it is asked. */
export const QUESTIONS = [
  'search',
  'facets',
  'timeline',
  'wordStatistics',
  'suggest',
  'concordance',
  'wordYears',
  'collocations',
  'geoSearch',
  'sites',
  'entities',
  'entityTypes',
  'entityView',
  'linksFrom',
  'linksTo',
  'producers',
] as const satisfies readonly (keyof Catalogue)[];

/**
 * What else a thread does, because a page may be of megabytes. `blocks`: those of a page, taken from the archive and extracted again; its number is
 * asked for, or its record (`BlocksOfRecord`). `computedFacts`: what analysis says of the same page by itself. `rewrite`: the page analysed again
 * and written anew, with what a person says of it. `difference`: of two captures of a page. `matches`: the words of a question in the text of one. `citedItems`, `itemsToAdd`: of a dossier, whose pages are read whole for what is said of them.
 */
const TASKS = [
  'blocks',
  'computedFacts',
  'rewrite',
  'difference',
  'matches',
  'citedItems',
  'itemsToAdd',
] as const;

export type PageTask = (typeof TASKS)[number];
export type Question = (typeof QUESTIONS)[number] | PageTask;

export const isPageTask = (question: Question): question is PageTask =>
  (TASKS as readonly string[]).includes(question);

/** A catalogue that several machines share: threads open it by its address, and know its password as this process does. */
export interface SharedQuestions {
  readonly shared: SharedPlace;
  /** The folder of the copies of its search index. */
  readonly copies: string;
}

/** The record of a page that the thread need not look for. */
export interface BlocksOfRecord {
  readonly url: string;
  readonly record: RecordPlace;
  readonly archive: ArchivePlace;
  /** What a person says of the page. */
  readonly correction: PageCorrection | null;
}

export interface QuestionTask {
  readonly place: CollectionPlace | SharedQuestions;
  /** Changes when another file has taken its place: it is then opened anew. */
  readonly opening: number;
  readonly question: Question;
  readonly values: readonly unknown[];
}

export type QuestionAnswer =
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly values: readonly ErrorValue[] }
  | { readonly kind: 'fault'; readonly message: string; readonly stack: string | undefined }
  /** To `null`: everything is closed, and the thread may end. */
  | { readonly kind: 'closed' };

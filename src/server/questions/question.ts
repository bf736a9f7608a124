/** Questions to a catalogue that may be long: what a thread is asked, and what it answers. Plain data, so that it can cross threads. */
import type { Catalogue } from '../../catalogue/index.ts';
import type { CollectionPlace } from '../../collection/index.ts';
import type { ErrorCode, ErrorValue } from '../../errors.ts';

/** Everything that looks at more than a row. What looks at one is answered where it is asked. */
export const QUESTIONS = [
  'search',
  'facets',
  'timeline',
  'suggest',
  'geoSearch',
  'sites',
  'entities',
  'entityTypes',
  'linksFrom',
  'linksTo',
  'producers',
] as const satisfies readonly (keyof Catalogue)[];

/** `blocks`: those of a page, taken from the archive and extracted again. */
export type Question = (typeof QUESTIONS)[number] | 'blocks';

export interface QuestionTask {
  readonly place: CollectionPlace;
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

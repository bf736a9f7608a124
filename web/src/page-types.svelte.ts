/** Kinds of pages in the reader's language. */
import { PAGE_TYPE_WORDS } from '../../src/words/page-types.ts';
import { session } from './session.svelte.ts';

export const PAGE_TYPES = Object.keys(PAGE_TYPE_WORDS.en) as readonly (keyof typeof PAGE_TYPE_WORDS.en)[];

export function pageTypeName(type: string): string {
  const known = PAGE_TYPES.find((name) => name === type);
  return known === undefined ? type : PAGE_TYPE_WORDS[session.language][known];
}

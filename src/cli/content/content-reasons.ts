/** Why a block stayed or went, and what kind of page it is, in words. */
import type { MemoryReason, PageReason, PageType } from '../../content/index.ts';
import { BLOCK_REASON_WORDS, blockReason } from '../../words/block-reasons.ts';
import type { Language } from '../../words/index.ts';
import { PAGE_TYPE_WORDS } from '../../words/page-types.ts';

type Reason = Exclude<MemoryReason, 'page'> | PageReason;

// No reason and no type without its words.
BLOCK_REASON_WORDS satisfies Readonly<Record<Language, Readonly<Record<Reason, string>>>>;
const TYPES: Readonly<Record<Language, Readonly<Record<PageType, string>>>> = PAGE_TYPE_WORDS;

export function typeText(type: PageType, language: Language): string {
  return TYPES[language][type];
}

export const reasonText = blockReason;

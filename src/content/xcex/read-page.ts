/** A page of the site under analysis, as it comes in and as its blocks are read. */
import type { FlatDocument } from '../../html/index.ts';
import { readBlocks, type XcexBlock } from './block.ts';
import { commentRows } from './comment-regions.ts';
import type { XcexParameters } from './parameters.ts';
import { stopWordsOf } from './stop-lists.ts';

/** A page of `tarrafa/page` has both: what it is in bytes, and in which language, is read there and nowhere else. */
export interface SitePage {
  readonly id: string;
  readonly document: FlatDocument;
  /** Of its words, as a tag; null when nothing says. */
  readonly language: string | null;
}

export interface SiteWarning {
  readonly kind: 'too-few-pages' | 'no-stop-words' | 'live-coverage' | 'page-limit';
  readonly pageId: string | null;
  readonly detail: string;
}

export interface ReadPage {
  readonly id: string;
  readonly blocks: readonly XcexBlock[];
  readonly wordless: number;
  readonly language: string;
  /** Null when there is no list for the language. */
  readonly stopWords: ReadonlySet<string> | null;
  /** Blocks in a region of comments, when they are filtered. */
  readonly comments: ReadonlySet<number>;
}

/** Of the parameters, what reading needs. */
export type ReadingParameters = Pick<
  XcexParameters,
  'tagList' | 'requireText' | 'extractionFallbacks' | 'commentFilter' | 'stopWords' | 'contentMeasure'
>;

/** The tag of a language that nobody knows. */
const UNDETERMINED = 'und';

export function readPage(page: SitePage, parameters: ReadingParameters, warnings: SiteWarning[]): ReadPage {
  const { document: doc } = page;
  const { blocks, wordless, leftOut } = readBlocks(doc, parameters.tagList, {
    pageId: page.id,
    requireText: parameters.requireText,
    fallbacks: parameters.extractionFallbacks,
  });
  if (leftOut > 0) {
    warnings.push({ kind: 'page-limit', pageId: page.id, detail: `${leftOut} blocks left out` });
  }
  const language = page.language ?? UNDETERMINED;
  const stopWords = stopWordsOf(language, parameters.stopWords);
  if (stopWords === null && parameters.contentMeasure === 'cosine') {
    warnings.push({ kind: 'no-stop-words', pageId: page.id, detail: language });
  }
  const comments = new Set<number>();
  if (parameters.commentFilter) {
    const inside = commentRows(doc);
    for (const block of blocks) if (inside[block.node] === 1) comments.add(block.indexInPage);
  }
  return { id: page.id, blocks, wordless, language, stopWords, comments };
}

/** A page of the site under analysis, as it comes in and as its blocks are read. */
import { language as declaredLanguage, decodeHtml, FlatDocument, parseHtml } from '../../html/index.ts';
import { detectLanguage } from '../../text/index.ts';
import { readBlocks, type XcexBlock } from './block.ts';
import { commentRows } from './comment-regions.ts';
import type { XcexParameters } from './parameters.ts';
import { stopWordsOf } from './stop-lists.ts';

export interface SitePage {
  readonly id: string;
  /** Text, bytes as received, or a page already parsed. */
  readonly html: string | Uint8Array | FlatDocument;
  /** With bytes: the header that came with them. */
  readonly contentType?: string | null;
  /** Of its words, as a tag; else what the page declares, else what it looks like. */
  readonly language?: string;
}

export interface SiteWarning {
  readonly kind: 'too-few-pages' | 'no-stop-words' | 'live-coverage' | 'page-limit';
  readonly pageId: string | null;
  readonly detail: string;
}

export interface ReadPage {
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

/** Sample of a page's text by which its language is told when the page does not declare one. */
const LANGUAGE_SAMPLE = 4000;

export function readPage(page: SitePage, parameters: ReadingParameters, warnings: SiteWarning[]): ReadPage {
  const doc = documentOf(page);
  const { blocks, wordless, leftOut } = readBlocks(doc, parameters.tagList, {
    pageId: page.id,
    requireText: parameters.requireText,
    fallbacks: parameters.extractionFallbacks,
  });
  if (leftOut > 0) {
    warnings.push({ kind: 'page-limit', pageId: page.id, detail: `${leftOut} blocks left out` });
  }
  const language = languageOf(page, doc, blocks);
  const stopWords = stopWordsOf(language, parameters.stopWords);
  if (stopWords === null && parameters.contentMeasure === 'cosine') {
    warnings.push({ kind: 'no-stop-words', pageId: page.id, detail: language });
  }
  const comments = new Set<number>();
  if (parameters.commentFilter) {
    const inside = commentRows(doc);
    for (const block of blocks) if (inside[block.node] === 1) comments.add(block.indexInPage);
  }
  return { blocks, wordless, language, stopWords, comments };
}

export function documentOf({ html, contentType }: SitePage): FlatDocument {
  if (html instanceof FlatDocument) return html;
  return parseHtml(typeof html === 'string' ? html : decodeHtml(html, contentType ?? null).text);
}

function languageOf(page: SitePage, doc: FlatDocument, blocks: readonly XcexBlock[]): string {
  const told = page.language ?? declaredLanguage(doc);
  if (told !== null && told !== '') return told;
  let sample = '';
  for (const { text } of blocks) {
    if (sample.length >= LANGUAGE_SAMPLE) break;
    sample += `${text}\n`;
  }
  const guess = detectLanguage(sample);
  return guess.reliable ? guess.language : 'und';
}

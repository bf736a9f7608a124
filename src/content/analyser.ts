/**
 * Content as an analyser of a crawl: the thread that parsed a page makes the compact facts of its blocks, and the thread that remembers
 * the site judges with them (`SiteMemory.learn`, `SiteMemory.judge`). The shapes are those of the crawl's port, declared here because
 * this room does not know the crawl.
 */
import type { FlatDocument } from '../html/index.ts';
import { analysePage } from './extract-content.ts';
import type { PageType } from './extract-page.ts';
import { keptBlocks } from './kept-blocks.ts';
import type { PageBlockFacts } from './page-block-facts.ts';
import { pageByline } from './page-byline.ts';

/** What crosses from the analysis thread; survives a structured clone. */
export interface ContentFacts {
  readonly title: string;
  readonly byline: string;
  readonly type: PageType;
  /** Words that the page-level answer keeps, and all. */
  readonly words: number;
  readonly pageWords: number;
  readonly blocks: PageBlockFacts;
}

/** Name of the analyser: its facts are at `more[CONTENT_FACTS]`. */
export const CONTENT_FACTS = 'content';

/** Where a crawl loads it from, in whatever form it was built. */
export const CONTENT_ANALYSER_MODULE = import.meta.url;

export interface ContentAnalyser {
  readonly name: string;
  analyse(document: FlatDocument, context: { readonly url: string }): ContentFacts;
}

export function createAnalyser(_options: unknown = null): ContentAnalyser {
  return {
    name: CONTENT_FACTS,
    analyse(document, context) {
      const { judgement, title, metas, facts } = analysePage(document, { url: context.url });
      let pageWords = 0;
      for (let i = 0; i < facts.count; i++) pageWords += facts.words[i]!;
      return {
        title: title.text,
        byline: pageByline(document, judgement, title, context.url, metas),
        type: judgement.type,
        words: keptBlocks(facts, null).words,
        pageWords,
        blocks: facts,
      };
    },
  };
}

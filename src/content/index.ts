/**
 * What a page says without its boilerplate: from the page alone, and better from its site, which betrays its template by repeating it.
 *
 * ```ts
 * const memory = new SiteMemory();
 * for (const { html, url } of pagesOfOneSite) {
 *   const page = analysePage(parseHtml(html), { url });
 *   const counted = memory.learn(page.facts);
 *   const { title, text, markdown, blocks } = extractContent(page, { memory, counted });
 * }
 * writeFileSync('site.memory', memory.save());
 * ```
 */
export {
  CONTENT_ANALYSER_MODULE,
  CONTENT_FACTS,
  type ContentAnalyser,
  type ContentFacts,
  createAnalyser,
} from './analyser.ts';
export {
  type BlockCounts,
  type BlockScores,
  blockScores,
  type EvaluatedPage,
  evaluateBlocks,
  type TextScores,
  textScores,
} from './block-scores.ts';
export * from './content-extractor/index.ts';
export { type ChosenContent, contentOfElements } from './content-of-elements.ts';
export type { ContentPart, Run } from './content-parts.ts';
export {
  type AnalysedPage,
  type AnalyseOptions,
  analysePage,
  type Content,
  type ContentBlock,
  contentBlocks,
  type ExtractOptions,
  extractContent,
  type JudgedPage,
  judgeContent,
  type Verdict,
} from './extract-content.ts';
export { judgePage, type PageJudgement, type PageType } from './extract-page.ts';
export { type KeptBlocks, keptBlocks } from './kept-blocks.ts';
export { blockFacts, type PageBlockFacts } from './page-block-facts.ts';
export { blockText, type PageBlocks, readPageBlocks } from './page-blocks.ts';
export { pageByline } from './page-byline.ts';
export { FEATURES, type PageModel } from './page-model.ts';
export { PAGE_MODEL } from './page-model-data.ts';
export { SiteMemories } from './site-memories.ts';
export {
  MEMORY_FORMAT,
  type MemoryJudgement,
  type MemoryReason,
  SiteMemory,
  type SiteMemoryOptions,
} from './site-memory.ts';
export { pathPrefix } from './template-clusters.ts';
export { FEWEST_PAGES, type TrainedModel, type TrainingSite, trainPageModel } from './train-page-model.ts';
export type { PageReason } from './verdict-reasons.ts';
export { toHtml, toMarkdown, toText } from './written-forms.ts';
export * from './xcex/index.ts';

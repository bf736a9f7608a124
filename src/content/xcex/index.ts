/**
 * X-CEX: the content of a site's pages, told from the template by comparing the pages with each other. Blocks that recur are template;
 * no rule for any site, no trained model, any language.
 */
export { countSimilarPagesByAllPairs, type SimilarPages } from './all-pairs.ts';
export {
  analyseSite,
  type BlockReason,
  type JudgedBlock,
  type JudgedPage,
  judgeSite,
  type RunReport,
  type SiteRead,
  type SiteResult,
  type XcexOptions,
} from './analyse-site.ts';
export { extractBlocks, readBlocks, wordCount, type XcexBlock, type XcexBlockOptions } from './block.ts';
export { getBlockSet } from './block-set.ts';
export { type Collection, collectionOf } from './collection.ts';
export { commentRows } from './comment-regions.ts';
export { EXACT_COPY_IBDF, ibdf, isContent, pageLimit } from './ibdf.ts';
export { isTimeStamped, liveCoveragePages } from './live-coverage.ts';
export {
  type ContentMeasure,
  type ExactRule,
  type GriazevCosts,
  PRESETS,
  type PresetName,
  type StyleMeasure,
  TAG_LISTS,
  type Tokenizer,
  type XcexParameters,
  xcexParameters,
} from './parameters.ts';
export {
  type ReadingParameters,
  type ReadPage,
  readPage,
  type SitePage,
  type SiteWarning,
} from './read-page.ts';
export { countSimilarPages } from './similar-pages.ts';
export { type Similarity, similarity } from './similarity.ts';
export { asciiTokens, termsOf, unicodeTokens } from './terms.ts';

/** Descriptions of geographic files, kept, searched and ranked. */
export { type FoldedFile, foldLayers, isSameFile, type LayerVariant } from './fold-layers.ts';
export { GeoIndex, type GeoIndexOptions, type IndexedFile, type Producer } from './geo-index.ts';
export { addJsonLines, GEO_INDEX_FILE, toJsonLines } from './json-lines.ts';
export {
  type BrokenLinkRules,
  type CheckOutcome,
  COMPAT_BROKEN,
  hasChanged,
  isGone,
  type LinkCheck,
  MODERN_BROKEN,
  noteCheck,
  pagesDue,
} from './maintenance.ts';
export {
  type ParsedQuery,
  parseOperators,
  parseQuery,
  type QueryTerm,
  resolvePlace,
  type SpatialRelation,
} from './query.ts';
export {
  type FileState,
  type GeoAnchor,
  type GeoDataset,
  type GeoFile,
  type GeoLinkRecord,
  type GeoPageRecord,
  type GeoRecord,
  newFile,
} from './record.ts';
export {
  type AreaFilter,
  foldResults,
  RANK_WEIGHTS,
  type RankWeights,
  type SearchAnswer,
  type SearchOptions,
  type SearchResult,
  search,
} from './search.ts';

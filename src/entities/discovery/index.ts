/** Finding the entity-pages of a site from one example (docs/methods.md, "ORION"). */
export {
  type DiscoveredPage,
  type DiscoverOptions,
  type Discovery,
  type DiscoveryWarning,
  discover,
} from './discover.ts';
export { ExamplePath, type PathEnd } from './example-path.ts';
export { type AddressGroup, type FilterTrace, filterGroups, groupByAddress } from './group-filter.ts';
export { findIndex, type Pointer, pointerTo } from './index-finder.ts';
export { jaccard, type LinkedPage, type PageLink } from './linked-page.ts';
export { PageReader, type ReadFailure, type StoredPage } from './page-reader.ts';
export {
  DISCOVERY_MODERN,
  DISCOVERY_SOURCE,
  type DiscoveryProfile,
  type DiscoverySettings,
} from './profile.ts';
export { type HeldPage, StoredPages } from './stored-pages.ts';
export { TermWeights } from './term-weights.ts';
export { urlTerms, urlTokens } from './url-terms.ts';

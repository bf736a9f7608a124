/** Producers of geographic data: which site an address belongs to, and how much a site is linked to. */
export { type Bm25Options, bm25, bm25Idf, type Edges, hits, pageRank } from './link-analysis.ts';
export {
  compareProducers,
  producerScores,
  type RankedProducer,
  type ScoreOptions,
  type SiteLink,
} from './score.ts';
export { siteOf } from './site.ts';

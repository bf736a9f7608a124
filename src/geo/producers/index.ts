/** Producers of geographic data: which site an address belongs to, and how much a site is linked to. */
export { type Edges, hits } from './hubs-and-authorities.ts';
export {
  compareProducers,
  producerScores,
  type RankedProducer,
  type ScoreOptions,
  type SiteLink,
} from './score.ts';
export { siteOf } from './site.ts';

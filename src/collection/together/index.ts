/** Several collections asked at once. */
export {
  type EveryHit,
  everyHitTogether,
  type SearchedCollection,
  searchTogether,
  type TogetherAnswer,
  type TogetherOptions,
  timelineTogether,
} from './search-together.ts';
export type { FoundHit } from './together-order.ts';

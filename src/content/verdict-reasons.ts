/** Why a block has its verdict, in one word each, from the page alone. */
import * as e from './element-evidence.ts';
import type { PageBlocks } from './page-blocks.ts';
import type { PageRegions } from './page-regions.ts';

export type PageReason =
  | 'prose'
  | 'context'
  | 'headline'
  | 'navigation'
  | 'footer'
  | 'sidebar'
  | 'share'
  | 'related'
  | 'advert'
  | 'consent'
  | 'comments'
  | 'subscribe'
  | 'popup'
  | 'byline'
  | 'search'
  | 'hidden'
  | 'tags'
  | 'form'
  | 'credit'
  | 'links'
  | 'outside-main'
  | 'short'
  /** In the page's structured data, and shown only by a script. */
  | 'stated'
  /** Of which a person decided. */
  | 'corrected'
  /** Kept because the page has nothing better. */
  | 'nothing-else';

/** In the order in which they explain best. */
const AGAINST: readonly (readonly [flag: number, reason: PageReason])[] = [
  [e.CONSENT, 'consent'],
  [e.COMMENTS, 'comments'],
  [e.ADVERT, 'advert'],
  [e.NAVIGATION, 'navigation'],
  [e.FOOTER, 'footer'],
  [e.SHARE, 'share'],
  [e.RELATED | e.TEASER, 'related'],
  [e.SUBSCRIBE, 'subscribe'],
  [e.POPUP, 'popup'],
  [e.TAGS, 'tags'],
  [e.SEARCH, 'search'],
  [e.SIDE, 'sidebar'],
  [e.CAPTION_CREDIT, 'credit'],
  [e.BYLINE, 'byline'],
  [e.FORM, 'form'],
  [e.UNSEEN, 'hidden'],
];

export function pageReason(
  blocks: PageBlocks,
  regions: PageRegions,
  block: number,
  content: boolean,
  score: number,
  headline: number,
): PageReason {
  if (block === headline) return 'headline';
  const words = blocks.words[block]!;
  if (content) return score >= 1 && words >= 8 ? 'prose' : 'context';
  const flags = regions.above[blocks.node[block]!]! | regions.line[block]!;
  for (const [flag, reason] of AGAINST) if ((flags & flag) !== 0) return reason;
  if (blocks.linkWords[block]! > words * 0.5) return 'links';
  return score > 0 ? 'outside-main' : 'short';
}

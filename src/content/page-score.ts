/** The evidence for a block, as log-odds: of its own shape, and of the elements it stands in. */
import * as e from './element-evidence.ts';
import {
  CAPTION,
  DEFINITION,
  LIST_ITEM,
  PARAGRAPH,
  type PageBlocks,
  PLAIN,
  PREFORMATTED,
  QUOTE,
  TABLE_ROW,
  TITLE_LINE,
} from './page-blocks.ts';
import { modelScores } from './page-model.ts';
import { PAGE_MODEL } from './page-model-data.ts';
import type { PageRegions } from './page-regions.ts';

/** Of the learned part: what repetition shows is not quite what a reader wants, so it is one voice among others. */
const LEARNED_WEIGHT = 0.4;

const KIND_WEIGHT: Readonly<Record<number, number>> = {
  [PLAIN]: -0.4,
  [PARAGRAPH]: 0.7,
  [TITLE_LINE]: 0.2,
  [LIST_ITEM]: -0.2,
  [TABLE_ROW]: 0,
  [PREFORMATTED]: 1.5,
  [CAPTION]: 0.2,
  [QUOTE]: 0.9,
  [DEFINITION]: 0.2,
};

/** Log-odds lost when all words are in links, and by evidence: what differs between kinds of pages. */
export interface ScoreProfile {
  readonly link: number;
  readonly comments: number;
  readonly card: number;
  readonly byline: number;
  readonly rating: number;
  readonly base: number;
  readonly side: number;
  readonly widget: number;
  readonly search: number;
  /** Of what stands outside the `main` of a page that has one. */
  readonly outside: number;
  readonly main: number;
  /** Of what readers wrote of a product, unless the page is about reviews. */
  readonly reviews: number;
  /** On a forum, of what stands in no posting. */
  readonly unposted: number;
}

/** A `main` with less of the page's words was left empty for a script to fill. */
const MAIN_SHARE = 0.2;
/** Above this share the page is about reviews. */
const MOSTLY_REVIEWS = 0.3;
/** Shorter ones are the stars and their count. */
const REVIEW_WORDS = 12;
const POSTED = e.POSTING | e.COMMENTS | e.ARTICLE;

export const ARTICLE_PROFILE: ScoreProfile = {
  link: 4,
  comments: -8,
  card: -1.2,
  byline: -7,
  rating: -1,
  base: 0,
  side: -4,
  widget: -1.5,
  search: -1.5,
  outside: -3,
  main: 0.4,
  reviews: -3,
  unposted: 0,
};
/** Lists, front pages and pages of services. */
export const LIST_PROFILE: ScoreProfile = {
  link: 0,
  comments: -5,
  card: 1.0,
  byline: 0,
  rating: 0,
  base: 0.4,
  side: -2.5,
  widget: -0.5,
  search: 0,
  outside: -3,
  main: 1,
  reviews: -4,
  unposted: 0,
};
export const FORUM_PROFILE: ScoreProfile = {
  link: 3,
  comments: 0.5,
  card: 0,
  byline: -2,
  rating: 0,
  base: 0,
  side: -2.5,
  widget: -0.5,
  search: -1.5,
  outside: -3,
  main: 0.4,
  reviews: 0,
  unposted: -4,
};
export const PRODUCT_PROFILE: ScoreProfile = {
  link: 3.5,
  comments: -6,
  card: -0.8,
  byline: -1,
  rating: -2.5,
  base: 0.2,
  side: -3,
  widget: -1.5,
  search: -1.5,
  outside: -3,
  main: 1.2,
  reviews: -4,
  unposted: 0,
};

/** Weight of each evidence of the elements above. */
function weightsOf(profile: ScoreProfile): readonly (readonly [flag: number, weight: number])[] {
  return [
    [e.NAVIGATION, -4],
    [e.FOOTER, -5],
    [e.SIDE, profile.side],
    [e.SHARE, -5],
    [e.RELATED, -3.5],
    [e.ADVERT, -4],
    [e.CONSENT, -6],
    [e.COMMENTS, profile.comments],
    [e.SUBSCRIBE, -5],
    [e.POPUP, -5],
    [e.BYLINE, profile.byline],
    [e.SEARCH, profile.search],
    [e.UNSEEN, -0.3],
    [e.HEADER, -0.8],
    [e.TAGS, -4],
    [e.FORM, -2],
    [e.CARD, profile.card],
    [e.RATING, profile.rating],
    [e.WIDGET, profile.widget],
    [e.TEASER, -5],
    [e.CAPTION_CREDIT, -0.5],
    [e.CONTENT, 0.2],
    [e.MAIN, profile.main],
    [e.ARTICLE, 0.8],
    [e.BODY, 0.6],
  ];
}

const LINE_WEIGHTS: readonly (readonly [flag: number, weight: number])[] = [
  [e.RELATED, -2.5],
  [e.COMMENTS, -2.5],
  [e.SHARE, -4],
  [e.SUBSCRIBE, -3],
  [e.ADVERT, -6],
  [e.CONSENT, -5],
  [e.FOOTER, -4],
  [e.TAGS, -3],
  [e.BYLINE, -2],
  [e.CAPTION_CREDIT, -2.5],
  [e.FORM, -3],
];

export function scoreBlocks(blocks: PageBlocks, regions: PageRegions, profile: ScoreProfile): Float64Array {
  const weights = weightsOf(profile);
  const z = new Float64Array(blocks.count);
  let inMain = 0;
  let posted = 0;
  let rated = 0;
  for (let i = 0; i < blocks.count; i++) {
    const flags = regions.above[blocks.node[i]!]!;
    if ((flags & e.MAIN) !== 0) inMain += blocks.words[i]!;
    if ((flags & POSTED) !== 0) posted += blocks.words[i]!;
    if ((flags & e.RATING) !== 0) rated += blocks.words[i]!;
  }
  const reviews = rated < regions.total * MOSTLY_REVIEWS ? profile.reviews : 0;
  const unposted = posted > regions.total * MAIN_SHARE ? profile.unposted : 0;
  const outside = inMain > regions.total * MAIN_SHARE ? profile.outside : 0;
  const learned = modelScores(PAGE_MODEL, blocks, regions);
  for (let i = 0; i < blocks.count; i++) {
    const words = blocks.words[i]!;
    const linkShare = words === 0 ? 0 : Math.min(1, blocks.linkWords[i]! / words);
    const controlShare = words === 0 ? 0 : Math.min(1, blocks.controlWords[i]! / words);
    let score = profile.base + KIND_WEIGHT[blocks.kind[i]!]!;
    score += Math.max(-1.2, Math.min(2.2, 0.9 * Math.log((words + 0.5) / 8)));
    score -= profile.link * linkShare * (words > 40 ? 0.6 : 1) + 2.5 * controlShare;
    score += 0.25 * Math.min(4, blocks.commas[i]! + blocks.stops[i]!) + (blocks.ends[i] === 1 ? 0.5 : 0);
    const above = regions.above[blocks.node[i]!]!;
    for (let k = 0; k < weights.length; k++) if ((above & weights[k]![0]) !== 0) score += weights[k]![1];
    if ((above & e.MAIN) === 0) score += outside;
    if ((above & POSTED) === 0) score += unposted;
    if ((above & e.RATING) !== 0 && words >= REVIEW_WORDS) score += reviews;
    const line = regions.line[i]!;
    if (line !== 0) for (const [flag, weight] of LINE_WEIGHTS) if ((line & flag) !== 0) score += weight;
    if (isAddress(blocks, i)) score -= 4;
    z[i] = score + LEARNED_WEIGHT * learned[i]!;
  }
  return z;
}

/** Whether the block is an address and nothing else, as scripts leave them in a page: it is meant for machines. */
function isAddress(blocks: PageBlocks, block: number): boolean {
  const row = blocks.from[block]!;
  if (blocks.to[block]! !== row + 1 || blocks.linkWords[block]! > 0 || blocks.words[block]! > LONGEST_ADDRESS)
    return false;
  const { html, start, stop } = blocks.doc;
  return /^\s*https?:\/\/\S+\s*$/.test(html.slice(start[row]!, stop[row]!));
}
const LONGEST_ADDRESS = 60;

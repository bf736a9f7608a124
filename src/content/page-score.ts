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
}

/** A `main` with less of the page's words was left empty for a script to fill. */
const MAIN_SHARE = 0.2;

export const ARTICLE_PROFILE: ScoreProfile = {
  link: 4,
  comments: -8,
  card: -1.2,
  byline: -2.5,
  rating: -1,
  base: 0,
  side: -3,
  widget: -1.5,
  search: -1.5,
  outside: 0,
};
export const GENERAL_PROFILE: ScoreProfile = {
  link: 3,
  comments: -8,
  card: 0,
  byline: -1,
  rating: -0.5,
  base: 0,
  side: -3,
  widget: -1.5,
  search: -1.5,
  outside: 0,
};
export const LIST_PROFILE: ScoreProfile = {
  link: 0,
  comments: -5,
  card: 0.3,
  byline: 0,
  rating: 0,
  base: 0.4,
  side: -2.5,
  widget: -0.5,
  search: 0,
  outside: 0,
};
export const FORUM_PROFILE: ScoreProfile = {
  link: 3,
  comments: 0.5,
  card: 0,
  byline: 0,
  rating: 0,
  base: 0,
  side: -2.5,
  widget: -0.5,
  search: -1.5,
  outside: 0,
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
  outside: 0,
};

/** Weight of each evidence of the elements above. */
export const W: any = {};
function weightsOf(profile: ScoreProfile): readonly (readonly [flag: number, weight: number])[] {
  return [
    [e.NAVIGATION, -4 + (W.NAVIGATION ?? 0)],
    [e.FOOTER, -5 + (W.FOOTER ?? 0)],
    [e.SIDE, profile.side],
    [e.SHARE, -5 + (W.SHARE ?? 0)],
    [e.RELATED, -3.5 + (W.RELATED ?? 0)],
    [e.ADVERT, -4 + (W.ADVERT ?? 0)],
    [e.CONSENT, -6 + (W.CONSENT ?? 0)],
    [e.COMMENTS, profile.comments],
    [e.SUBSCRIBE, -5 + (W.SUBSCRIBE ?? 0)],
    [e.POPUP, -5 + (W.POPUP ?? 0)],
    [e.BYLINE, profile.byline],
    [e.SEARCH, profile.search],
    [e.UNSEEN, -1 + (W.UNSEEN ?? 0)],
    [e.HEADER, -0.8 + (W.HEADER ?? 0)],
    [e.TAGS, -4 + (W.TAGS ?? 0)],
    [e.FORM, -2 + (W.FORM ?? 0)],
    [e.CARD, profile.card],
    [e.RATING, profile.rating],
    [e.WIDGET, profile.widget],
    [e.CAPTION_CREDIT, -0.5 + (W.CAPTION_CREDIT ?? 0)],
    [e.CONTENT, 0.2 + (W.CONTENT ?? 0)],
    [e.MAIN, 0.4 + (W.MAIN ?? 0)],
    [e.ARTICLE, 0.8 + (W.ARTICLE ?? 0)],
    [e.BODY, 0.6 + (W.BODY ?? 0)],
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
];

export function scoreBlocks(blocks: PageBlocks, regions: PageRegions, profile: ScoreProfile): Float64Array {
  const weights = weightsOf(profile);
  const z = new Float64Array(blocks.count);
  let inMain = 0;
  for (let i = 0; i < blocks.count; i++)
    if ((regions.above[blocks.node[i]!]! & e.MAIN) !== 0) inMain += blocks.words[i]!;
  const outside = inMain > regions.total * MAIN_SHARE ? profile.outside + (W.OUT ?? 0) : 0;
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
    const line = regions.line[i]!;
    if (line !== 0) for (const [flag, weight] of LINE_WEIGHTS) if ((line & flag) !== 0) score += weight;
    z[i] = score + LEARNED_WEIGHT * learned[i]!;
  }
  return z;
}

/**
 * A small learned part of the page-level score: how a block that is new on every page differs from one that its site repeats, in shape
 * and neighbours. Learned without hand labels from sites whose repetition tells the two apart (Kolcz & Yih 2007): see
 * `trainPageModel`, and `PAGE_MODEL` for the one that is shipped.
 */
import * as e from './element-evidence.ts';
import {
  CAPTION,
  DEFINITION,
  LIST_ITEM,
  PARAGRAPH,
  type PageBlocks,
  PREFORMATTED,
  QUOTE,
  TABLE_ROW,
  TITLE_LINE,
} from './page-blocks.ts';
import type { PageRegions } from './page-regions.ts';

export interface PageModel {
  /** Names of the features, in the order of the weights. */
  readonly features: readonly string[];
  readonly weights: readonly number[];
  readonly trainedOn: readonly {
    readonly material: string;
    readonly licence: string;
    readonly sites: number;
    readonly pages: number;
  }[];
  readonly command: string;
}

const KINDS: readonly (readonly [number, string])[] = [
  [PARAGRAPH, 'paragraph'],
  [TITLE_LINE, 'heading'],
  [LIST_ITEM, 'item'],
  [TABLE_ROW, 'row'],
  [PREFORMATTED, 'preformatted'],
  [CAPTION, 'caption'],
  [QUOTE, 'quote'],
  [DEFINITION, 'definition'],
];
const FLAGS: readonly (readonly [number, string])[] = [
  [e.NAVIGATION, 'navigation'],
  [e.FOOTER, 'footer'],
  [e.SIDE, 'side'],
  [e.SHARE, 'share'],
  [e.RELATED, 'related'],
  [e.ADVERT, 'advert'],
  [e.SUBSCRIBE, 'subscribe'],
  [e.POPUP, 'popup'],
  [e.BYLINE, 'byline'],
  [e.SEARCH, 'search'],
  [e.HEADER, 'header'],
  [e.FORM, 'form'],
  [e.CONTENT, 'content'],
  [e.BODY, 'body'],
];

export const FEATURES: readonly string[] = [
  'bias',
  'words',
  'links',
  'link count',
  'controls',
  'punctuation',
  'ends',
  'digits',
  'early',
  'late',
  ...KINDS.map(([, name]) => name),
  ...FLAGS.map(([, name]) => name),
];

/** Writes the features of a block into `into`. */
export function blockFeatures(blocks: PageBlocks, regions: PageRegions, i: number, into: Float64Array): void {
  const words = blocks.words[i]!;
  const place = blocks.count < 2 ? 0.5 : i / (blocks.count - 1);
  into.fill(0);
  into[0] = 1;
  into[1] = Math.min(3, Math.log1p(words) / 1.5);
  into[2] = words === 0 ? 0 : Math.min(1, blocks.linkWords[i]! / words);
  into[3] = Math.min(1, blocks.links[i]! / 4);
  into[4] = words === 0 ? 0 : Math.min(1, blocks.controlWords[i]! / words);
  into[5] = Math.min(1, (blocks.commas[i]! + blocks.stops[i]!) / 5);
  into[6] = blocks.ends[i]!;
  into[7] = blocks.chars[i] === 0 ? 0 : blocks.digits[i]! / blocks.chars[i]!;
  into[8] = Math.max(0, 1 - place * 4);
  into[9] = Math.max(0, place * 4 - 3);
  let at = 10;
  for (const [kind] of KINDS) into[at++] = blocks.kind[i] === kind ? 1 : 0;
  const above = regions.above[blocks.node[i]!]! | regions.line[i]!;
  for (const [flag] of FLAGS) into[at++] = (above & flag) !== 0 ? 1 : 0;
}

/** Log-odds of each block being new on its page rather than repeated by its site, between -4 and 4. */
export function modelScores(model: PageModel, blocks: PageBlocks, regions: PageRegions): Float64Array {
  const scores = new Float64Array(blocks.count);
  const features = new Float64Array(FEATURES.length);
  const { weights } = model;
  for (let i = 0; i < blocks.count; i++) {
    blockFeatures(blocks, regions, i, features);
    let sum = 0;
    for (let k = 0; k < features.length; k++) sum += features[k]! * (weights[k] ?? 0);
    scores[i] = Math.max(-4, Math.min(4, sum));
  }
  return scores;
}

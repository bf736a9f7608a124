/**
 * What a site's memory needs of one page: fingerprints of its blocks by text and by place, and what the page alone said of them. Plain
 * typed arrays: they cross from the thread that parsed the page to the one that remembers.
 */

import { fnv32 } from '../bytes/index.ts';
import { tagId } from '../html/index.ts';
import { foldWords, simhash64 } from '../text/index.ts';
import { readPlaces } from './block-places.ts';
import { AGAINST } from './element-evidence.ts';
import type { PageJudgement } from './extract-page.ts';
import { blockText, type PageBlocks, rowsText, TITLE_LINE } from './page-blocks.ts';
import { HEADLESS, headingText, MOST_HEADINGS } from './page-title.ts';
import { textKey, titleKeys } from './title-parts.ts';
import { isTimeStamped } from './xcex/live-coverage.ts';

export interface PageBlockFacts {
  readonly url: string;
  readonly count: number;
  /** Text fingerprints: high and low halves. */
  readonly textHi: Uint32Array;
  readonly textLo: Uint32Array;
  /** Place fingerprints, with and without ordinals. */
  readonly exact: Uint32Array;
  readonly loose: Uint32Array;
  readonly words: Uint16Array;
  /** Log-odds of the page-level answer, in tenths. */
  readonly scores: Int8Array;
  /** 1 where the page-level answer is content. */
  readonly labels: Uint8Array;
  /** The words before a colon at the start of a short block, 0 without one: "Vídeo: …". */
  readonly leads: Uint32Array;
  /** The block that opens the small box in which the block stands, -1 without one. */
  readonly openers: Int32Array;
  /** The first and the last block of the element in which the block stands beside others; a list or table is part of what it stands in. */
  readonly boxFrom: Int32Array;
  readonly boxTo: Int32Array;
  /** The block that is the title of the page, -1 without one, and the headline that stands over its content, which may be another. */
  readonly title: number;
  readonly headline: number;
  /** Of the title, its first and its last part, as numbers (`titleKeys`). */
  readonly titleKeys: Uint32Array;
  /** Of each heading, its text as a number (`textKey`); 0 for what is none. */
  readonly headings: Uint32Array;
  /** Of each block, what its place says of it: `TITLE_AGAIN`, `FURNITURE`, `HEADLINE_FURNITURE`. */
  readonly marks: Uint8Array;
  /** Whether the page has next to nothing to read and states its text for machines. */
  readonly stated: boolean;
  /** Blocks of content that begin with the time of day or the minute of play. */
  readonly stamps: number;
  /** Whether the page-level answer is one piece of prose, and not a list or a front page with all its parts. */
  readonly whole: boolean;
  readonly sketch: Uint32Array;
  /** Fingerprint of the content, null when there is too little of it. */
  readonly likeness: { readonly hi: number; readonly lo: number } | null;
}

/** The title, or a line that says it once more, for wide and for narrow screens. */
export const TITLE_AGAIN = 1;
/** In a menu, a footer, a sidebar …: what every page of a site has. */
export const FURNITURE = 2;
/** In such a part that a headline is never in. */
export const HEADLINE_FURNITURE = 4;

/** Words below which two pages cannot be told apart by their content. */
const FEW_WORDS = 40;
const LONGEST_SAMPLE = 20_000;

export interface TitleFacts {
  readonly text: string;
  readonly block: number;
}

export function blockFacts(
  page: PageJudgement,
  url = '',
  title: TitleFacts = { text: '', block: -1 },
  stated = false,
): PageBlockFacts {
  const { blocks, labels } = page;
  const { count } = blocks;
  const places = readPlaces(blocks);
  const words = new Uint16Array(count);
  const scores = new Int8Array(count);
  let text = '';
  let kept = 0;
  for (let i = 0; i < count; i++) {
    words[i] = Math.min(0xffff, Math.round(blocks.words[i]!));
    scores[i] = Math.max(-127, Math.min(127, Math.round(page.scores[i]! * 10)));
    if (labels[i] === 1) {
      kept += blocks.words[i]!;
      if (text.length < LONGEST_SAMPLE)
        text += `${rowsText(blocks.doc, blocks.from[i]!, blocks.to[i]!, LONGEST_SAMPLE)}\n`;
    }
  }
  return {
    url,
    count,
    textHi: blocks.hashHi.slice(),
    textLo: blocks.hashLo.slice(),
    exact: places.exact,
    loose: places.loose,
    words,
    scores,
    labels: labels.slice(),
    leads: leadsOf(page),
    openers: openersOf(page),
    ...boxesOf(page),
    title: title.block,
    titleKeys: titleKeys(title.text),
    headings: headingsOf(blocks),
    stated,
    headline: page.headline,
    marks: marksOf(page, title.block),
    stamps: stampsOf(page),
    whole: page.type === 'article' || page.type === 'documentation',
    sketch: places.sketch,
    likeness: kept < FEW_WORDS ? null : simhash64(text),
  };
}

function headingsOf(blocks: PageBlocks): Uint32Array {
  const headings = new Uint32Array(blocks.count);
  let seen = 0;
  for (let i = 0; i < blocks.count && seen < MOST_HEADINGS; i++) {
    if (blocks.kind[i] !== TITLE_LINE) continue;
    seen++;
    headings[i] = textKey(headingText(blocks, i));
  }
  return headings;
}

/** The same facts of a page whose title is another block. */
export function retitled(facts: PageBlockFacts, page: PageJudgement, title: number): PageBlockFacts {
  return { ...facts, title, marks: marksOf(page, title) };
}

function marksOf({ blocks, regions }: PageJudgement, title: number): Uint8Array {
  const marks = new Uint8Array(blocks.count);
  for (let i = 0; i < blocks.count; i++) {
    const above = regions.above[blocks.node[i]!]!;
    let mark = ((above | regions.line[i]!) & AGAINST) === 0 ? 0 : FURNITURE;
    if ((above & HEADLESS) !== 0) mark |= HEADLINE_FURNITURE;
    if (title >= 0 && (i === title || saysAgain(blocks, i, title))) mark |= TITLE_AGAIN;
    marks[i] = mark;
  }
  return marks;
}

function saysAgain(blocks: PageBlocks, block: number, title: number): boolean {
  return (
    blocks.kind[block] === TITLE_LINE &&
    blocks.hashHi[block] === blocks.hashHi[title] &&
    blocks.hashLo[block] === blocks.hashLo[title]
  );
}

const LONGEST_LEAD_WORDS = 40;
const LONGEST_OPENER_WORDS = 6;
/** A box with more of the page's words than this is a section of the content. */
const SMALL_BOX = 0.2;
const LONGEST_BOXED = 60;
const BOX_DEPTH = 3;

function leadsOf({ blocks }: PageJudgement): Uint32Array {
  const leads = new Uint32Array(blocks.count);
  for (let i = 0; i < blocks.count; i++) {
    if (blocks.words[i]! > LONGEST_LEAD_WORDS || blocks.stops[i] === 0) continue;
    const lead = /^([^:：.!?]{2,24})[:：]\s?\S/.exec(blockText(blocks, i, 40))?.[1];
    if (lead === undefined) continue;
    leads[i] = fnv32(foldWords(lead)) >>> 0;
  }
  return leads;
}

const LONGEST_STAMP = 24;
const MOST_STAMP_WORDS = 3;

/** The time may stand in a block of its own, before what happened. Entries that are links are a list of other pages. */
function stampsOf({ blocks, labels }: PageJudgement): number {
  let stamps = 0;
  for (let i = 0; i < blocks.count; i++) {
    const said = blocks.words[i]! <= MOST_STAMP_WORDS ? i + 1 : i;
    if (said >= blocks.count || labels[said] !== 1) continue;
    if (blocks.linkWords[said]! > blocks.words[said]! * 0.5) continue;
    if (isTimeStamped(blockText(blocks, i, LONGEST_STAMP))) stamps++;
  }
  return stamps;
}

function openersOf({ blocks, regions }: PageJudgement): Int32Array {
  const openers = new Int32Array(blocks.count).fill(-1);
  const { parent } = blocks.doc;
  for (let i = 0; i < blocks.count; i++) {
    if (blocks.words[i]! > LONGEST_BOXED) continue;
    let row = blocks.node[i]!;
    for (let depth = 0; depth < BOX_DEPTH && row > 0; depth++, row = parent[row]!) {
      const first = regions.firstBlock[row]!;
      if (first === i) continue;
      if (regions.words[row]! > regions.total * SMALL_BOX) break;
      if (opens(blocks, first)) openers[i] = first;
      break;
    }
  }
  return openers;
}

const LISTS = new Set(['ul', 'ol', 'dl', 'table', 'thead', 'tbody', 'tfoot', 'tr'].map(tagId));
/** Lists in lists would be climbed again for each of their items. */
const LIST_DEPTH = 32;

function boxesOf({ blocks, regions }: PageJudgement): Pick<PageBlockFacts, 'boxFrom' | 'boxTo'> {
  const { doc, count } = blocks;
  const lastBlock = new Int32Array(doc.count).fill(-1);
  for (let i = 0; i < count; i++) lastBlock[blocks.node[i]!] = i;
  for (let row = doc.count - 1; row > 0; row--) {
    const up = doc.parent[row]!;
    if (lastBlock[row]! > lastBlock[up]!) lastBlock[up] = lastBlock[row]!;
  }
  const boxFrom = new Int32Array(count);
  const boxTo = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    let row = blocks.node[i]!;
    let lists = 0;
    while (row > 0) {
      const isList = LISTS.has(doc.tag[row]!) && ++lists <= LIST_DEPTH;
      if (!isList && lastBlock[row]! > regions.firstBlock[row]!) break;
      row = doc.parent[row]!;
    }
    boxFrom[i] = Math.max(0, regions.firstBlock[row]!);
    boxTo[i] = Math.max(i, lastBlock[row]!);
  }
  return { boxFrom, boxTo };
}

function opens(blocks: PageBlocks, block: number): boolean {
  return (
    blocks.words[block]! <= LONGEST_OPENER_WORDS ||
    (blocks.kind[block] === TITLE_LINE && blocks.words[block]! <= 10)
  );
}

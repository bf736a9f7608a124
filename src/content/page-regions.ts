/**
 * The evidence of elements, handed down to the blocks below them, with one reservation: an element that holds most of the page's
 * words is the page, and what its class says against it ("with-sidebar", "ad-free", "has-nav") is not believed. Lines that say what
 * they are ("Leia também") speak for the section they open.
 */
import { TEXT, tagId } from '../html/index.ts';
import {
  ADVERT,
  AGAINST,
  ARTICLE,
  BYLINE,
  CAPTION_CREDIT,
  CARD,
  COMMENTS,
  CONSENT,
  evidenceOfElement,
  FOOTER,
  FORM,
  HEADER,
  MAIN,
  NAVIGATION,
  POPUP,
  RELATED,
  SEARCH,
  SHARE,
  SIDE,
  SUBSCRIBE,
  TAGS,
  UNSEEN,
  WIDGET,
} from './element-evidence.ts';
import { blockText, PARAGRAPH, type PageBlocks, TITLE_LINE } from './page-blocks.ts';
import {
  asksConsent,
  evidenceOfLead,
  evidenceOfLine,
  LONGEST_CONSENT_WORDS,
  LONGEST_PHRASE_WORDS,
} from './phrases.ts';

export interface PageRegions {
  /** By row: the element's own evidence, as far as it is believed. */
  readonly own: Uint32Array;
  /** By row: own evidence and that of all above. */
  readonly above: Uint32Array;
  /** By block: what its own line says. */
  readonly line: Uint32Array;
  /** By row: words, and words in links, below. */
  readonly words: Float64Array;
  readonly linkWords: Float64Array;
  /** By row: index of the first block at or below the row, -1 without one. */
  readonly firstBlock: Int32Array;
  readonly total: number;
}

/** An element with more of the page's words than this is not what its class says against it. */
const MOST_OF_PAGE = 0.4;
/** Nor is one with more than this a byline or a card. */
const MUCH_OF_PAGE = 0.2;
/** Words of plain prose after which a section opened by a phrase is taken to have ended. */
const PROSE = 60;
/** An element with more than this is the page whatever its tag is. */
const NEARLY_ALL = 0.85;
/** Words of prose that no entry of a menu has. */
const MENU_PROSE = 20;
/** Nor has a menu this many words of which few are links. */
const LARGEST_MENU_OF_LABELS = 150;
const NOT_ABOVE_HEADLINE =
  SIDE |
  RELATED |
  ADVERT |
  COMMENTS |
  SUBSCRIBE |
  POPUP |
  SEARCH |
  TAGS |
  SHARE |
  WIDGET |
  CARD |
  BYLINE |
  UNSEEN;
const LONGEST_LEAD_WORDS = 40;
const SECTION_FLAGS = RELATED | COMMENTS | SUBSCRIBE;
const H1 = tagId('h1');
const ARTICLE_TAG = tagId('article');
const MAIN_TAG = tagId('main');
const NAV_TAG = tagId('nav');
const FOOTER_TAG = tagId('footer');
const H6 = tagId('h6');

/** `headline`: row of a headline that is sure, -1 without one. `ignored`: evidence that is not believed on this page. */
export function readRegions(blocks: PageBlocks, headline = -1, ignored = 0): PageRegions {
  const { doc } = blocks;
  const { count, tag, parent, end } = doc;
  const words = new Float64Array(count);
  const linkWords = new Float64Array(count);
  const firstBlock = new Int32Array(count).fill(-1);
  /** By row: words of the longest piece of plain prose below. */
  const longestProse = new Float32Array(count);
  let total = 0;
  for (let i = blocks.count - 1; i >= 0; i--) {
    const row = blocks.node[i]!;
    words[row]! += blocks.words[i]!;
    linkWords[row]! += blocks.linkWords[i]!;
    firstBlock[row] = i;
    if (blocks.linkWords[i]! < blocks.words[i]! * 0.2 && blocks.words[i]! > longestProse[row]!)
      longestProse[row] = blocks.words[i]!;
    total += blocks.words[i]!;
  }
  for (let row = count - 1; row > 0; row--) {
    if (tag[row] === TEXT) continue;
    const up = parent[row]!;
    words[up]! += words[row]!;
    linkWords[up]! += linkWords[row]!;
    if (longestProse[row]! > longestProse[up]!) longestProse[up] = longestProse[row]!;
    const first = firstBlock[row]!;
    if (first >= 0 && (firstBlock[up]! < 0 || first < firstBlock[up]!)) firstBlock[up] = first;
  }
  const own = new Uint32Array(count);
  for (let row = 1; row < count; ) {
    if (tag[row] === TEXT) {
      row++;
      continue;
    }
    if (words[row] === 0 && firstBlock[row]! < 0) {
      // Nothing to read below; blocks are held by block-level elements, so no block is missed.
      row = end[row]!;
      continue;
    }
    let flags = evidenceOfElement(doc, row) & ~ignored;
    if (flags !== 0) {
      // The class list of an article names what it has: `comments-open`, `category-news`, `has-sidebar`.
      if (tag[row] === ARTICLE_TAG || tag[row] === MAIN_TAG) flags &= ~(AGAINST | BYLINE);
      if (words[row]! > total * MOST_OF_PAGE) {
        // A menu or a foot by its tag can have more words than the rest of the page; a class is not believed so far.
        const tagged =
          words[row]! < total * NEARLY_ALL &&
          (tag[row] === FOOTER_TAG || (tag[row] === NAV_TAG && linkWords[row]! > words[row]! * 0.5));
        flags &= ~(AGAINST | HEADER | FORM) | (tagged ? NAVIGATION | FOOTER : 0);
      }
      if (words[row]! > total * MUCH_OF_PAGE) flags &= ~(BYLINE | CARD | CAPTION_CREDIT | SEARCH | WIDGET);
      // A menu is made of links: prose under a class with `nav` or `menu` in it is a section that a menu leads to.
      if (
        (flags & NAVIGATION) !== 0 &&
        tag[row] !== NAV_TAG &&
        (longestProse[row]! >= MENU_PROSE || words[row]! > LARGEST_MENU_OF_LABELS) &&
        linkWords[row]! < words[row]! * 0.35
      )
        flags &= ~NAVIGATION;
      // What holds the headline is the page and not a box of it.
      if (headline > row && headline < end[row]!) flags &= ~NOT_ABOVE_HEADLINE;
    }
    own[row] = flags;
    row++;
  }
  const line = new Uint32Array(blocks.count);
  for (let i = 0; i < blocks.count; i++) {
    const size = blocks.words[i]!;
    if (size > LONGEST_PHRASE_WORDS && size <= LONGEST_CONSENT_WORDS && mentionsCookies(blocks, i)) {
      if (asksConsent(blockText(blocks, i))) line[i] = CONSENT;
    }
    if (size > LONGEST_LEAD_WORDS || size === 0) continue;
    if (blocks.words[i]! > LONGEST_PHRASE_WORDS || blocks.kind[i] === PARAGRAPH) {
      if (blocks.stops[i]! > 0) line[i] = evidenceOfLead(blockText(blocks, i, 40));
      if (line[i] !== 0 || blocks.words[i]! > LONGEST_PHRASE_WORDS) continue;
    }
    const flag = evidenceOfLine(blockText(blocks, i, 200));
    if (flag === 0) continue;
    line[i] = flag;
    if ((flag & SECTION_FLAGS) !== 0 && (blocks.kind[i] === TITLE_LINE || blocks.words[i]! <= 5))
      markSection(blocks, i, flag, own, words, firstBlock, longestProse, total);
  }
  const above = new Uint32Array(count);
  for (let row = 1; row < count; row++) {
    if (tag[row] === TEXT) continue;
    const inherited = above[parent[row]!]!;
    // The header of an article or a section has its title and its lead, not the site's menu.
    if ((own[row]! & HEADER) !== 0 && (inherited & (ARTICLE | MAIN)) !== 0) own[row]! &= ~HEADER;
    above[row] = inherited | own[row]!;
  }
  return { own, above, line, words, linkWords, firstBlock, total };
}

/** Whether the source of a block has the word, looked for before any text is made. */
function mentionsCookies(blocks: PageBlocks, block: number): boolean {
  const { doc } = blocks;
  for (let row = blocks.from[block]!; row < blocks.to[block]!; row++)
    if (doc.tag[row] === TEXT && /cookie/i.test(doc.html.slice(doc.start[row]!, doc.stop[row]!))) return true;
  return false;
}

/** Gives the flag of a heading line to what it opens: the element it is the first line of, or what follows it beside. */
function markSection(
  blocks: PageBlocks,
  block: number,
  flag: number,
  own: Uint32Array,
  words: Float64Array,
  firstBlock: Int32Array,
  longestProse: Float32Array,
  total: number,
): void {
  const { doc } = blocks;
  const { parent, end, tag } = doc;
  let row = blocks.node[block]!;
  const alone = (at: number): boolean => words[at]! <= blocks.words[block]! + 0.5;
  // Up to the largest element that begins with this line and is not most of the page.
  while (row > 0) {
    const up = parent[row]!;
    if (up === 0 || firstBlock[up] !== block || words[up]! > total * MUCH_OF_PAGE * 1.5) break;
    if ((flag & COMMENTS) === 0 && longestProse[up]! > PROSE) break;
    row = up;
  }
  own[row]! |= flag;
  if (!alone(row)) return;
  // The heading stands alone: what follows it, up to the next heading of its rank or a long piece of prose.
  const rank = headingRank(tag[blocks.node[block]!]!);
  const stop = end[parent[row]!]!;
  let marked = 0;
  for (let next = end[row]!; next < stop; next = end[next]!) {
    if (tag[next] === TEXT || firstBlock[next]! < 0) continue;
    const other = headingRank(tag[blocks.node[firstBlock[next]!]!]!);
    if (other <= rank && other < 7) break;
    if ((flag & COMMENTS) === 0 && longestProse[next]! > PROSE) break;
    marked += words[next]!;
    if (marked > total * MOST_OF_PAGE) break;
    own[next]! |= flag;
  }
}

/** 1 … 6, or 7 for what is no heading. */
function headingRank(tag: number): number {
  return tag >= H1 && tag <= H6 ? tag - H1 + 1 : 7;
}

/** What a page alone shows: verdicts on its blocks. */
import { type FlatDocument, parseHtml, TEXT, tagId, title } from '../html/index.ts';
import { foldWords } from '../text/index.ts';
import {
  ADVERT,
  AGAINST,
  BYLINE,
  CARD,
  COMMENTS,
  CONSENT,
  FOOTER,
  FORM,
  HEADER,
  NAVIGATION,
  POPUP,
  RATING,
  RELATED,
  SEARCH,
  SIDE,
  SUBSCRIBE,
  TAGS,
  TEASER,
  WIDGET,
} from './element-evidence.ts';
import { listedItems } from './listed-items.ts';
import {
  blockText,
  DEFINITION,
  LIST_ITEM,
  type PageBlocks,
  PLAIN,
  PREFORMATTED,
  readPageBlocks,
  TABLE_ROW,
  TITLE_LINE,
} from './page-blocks.ts';
import {
  pageHints,
  SAYS_ARTICLE,
  SAYS_DOCUMENTATION,
  SAYS_FORUM,
  SAYS_FRONT,
  SAYS_LIST,
  SAYS_PRODUCT,
} from './page-hints.ts';
import { type PageRegions, readRegions } from './page-regions.ts';
import {
  ARTICLE_PROFILE,
  FORUM_PROFILE,
  LIST_PROFILE,
  PRODUCT_PROFILE,
  type ScoreProfile,
  scoreBlocks,
} from './page-score.ts';
import { type TeaserGroup, teaserGroups } from './teaser-groups.ts';
import { labelTree } from './tree-labels.ts';

export type PageType = 'article' | 'listing' | 'forum' | 'product' | 'documentation' | 'front' | 'service';

export interface PageJudgement {
  readonly blocks: PageBlocks;
  readonly regions: PageRegions;
  readonly type: PageType;
  /** Log-odds. */
  readonly scores: Float64Array;
  readonly labels: Uint8Array;
  /** Block of the headline, -1 without one. */
  readonly headline: number;
}

const CUT = 6;
const FEW_WORDS = 60;
const NOSCRIPT = tagId('noscript');
const TR = tagId('tr');
const UL = tagId('ul');
const OL = tagId('ol');

/**
 * The document to read. Forums and shops that are drawn by scripts leave their text in a `noscript`: when nothing else is there to
 * read, that is the page.
 */
function readableDocument(doc: FlatDocument, blocks: PageBlocks): FlatDocument {
  let words = 0;
  for (let i = 0; i < blocks.count; i++) words += blocks.words[i]!;
  if (words > FEW_WORDS) return doc;
  let longest = -1;
  let length = 400;
  for (let row = 1; row < doc.count; row++) {
    if (doc.tag[row] !== NOSCRIPT || doc.end[row]! !== row + 2 || doc.tag[row + 1] !== TEXT) continue;
    const size = doc.stop[row + 1]! - doc.start[row + 1]!;
    if (size > length) {
      longest = row + 1;
      length = size;
    }
  }
  return longest < 0 ? doc : parseHtml(doc.text(longest));
}

function findHeadline(doc: FlatDocument, blocks: PageBlocks): { headline: number; sure: boolean } {
  const whole = foldWords(title(doc).slice(0, 400));
  let best = -1;
  let bestScore = 0;
  let seen = 0;
  for (let i = 0; i < blocks.count && seen < 60; i++) {
    if (blocks.kind[i] !== TITLE_LINE) continue;
    seen++;
    const isFirst = blocks.doc.tagName(blocks.node[i]!) === 'h1';
    const words = foldWords(blockText(blocks, i, 300));
    let score = isFirst ? 3 : 0;
    if (words.length >= 6 && whole.includes(words)) score += 4 + (20 * words.length) / whole.length;
    else if (words.length >= 24 && whole.includes(words.slice(0, 24))) score += 8;
    if (score > bestScore) {
      best = i;
      bestScore = score;
    }
  }
  // Sure when the title of the page says so.
  return { headline: best, sure: bestScore >= 7 };
}

function votesOf(blocks: PageBlocks, scores: Float64Array): Float64Array {
  const votes = new Float64Array(blocks.count);
  for (let i = 0; i < blocks.count; i++)
    votes[i] = Math.tanh(scores[i]! / 2) * Math.max(0.3, blocks.words[i]!);
  return votes;
}

function judge(
  blocks: PageBlocks,
  regions: PageRegions,
  profile: ScoreProfile,
  forum: boolean,
): { scores: Float64Array; labels: Uint8Array } {
  const scores = scoreBlocks(blocks, regions, profile);
  const against =
    (AGAINST & ~(forum ? COMMENTS : 0) & ~(profile.search === 0 ? SEARCH : 0)) |
    (profile.byline <= -2 ? BYLINE : 0) |
    RATING |
    TEASER |
    CARD;
  // A line that says what it is can be cut out of what stands around it.
  const spoken = new Set<number>();
  for (let i = 0; i < blocks.count; i++) if (regions.line[i] !== 0) spoken.add(blocks.node[i]!);
  const costOf = (row: number): number =>
    (regions.own[row]! & against) !== 0 ? 0.5 : spoken.has(row) ? 1 : CUT;
  const labels = labelTree(blocks, votesOf(blocks, scores), costOf, CUT);
  return { scores, labels };
}

/**
 * The element that holds the most evidence of content, what speaks against it counted in: with a sidebar of teasers the column of the
 * article has more of it than the page.
 */
function coreOf(blocks: PageBlocks, votes: Float64Array): number {
  const { doc } = blocks;
  const mass = new Float64Array(doc.count);
  for (let i = 0; i < blocks.count; i++)
    mass[blocks.node[i]!]! += votes[i]! > 0 ? votes[i]! : votes[i]! * AGAINST_SHARE;
  for (let row = doc.count - 1; row > 0; row--) mass[doc.parent[row]!]! += mass[row]!;
  let core = 0;
  for (let row = 0; row < doc.count; row++)
    if (doc.tag[row] !== TEXT && mass[row]! > mass[core]! * CLOSER) core = row;
  return core;
}
/** An element inside another must have this much more to be preferred. */
const CLOSER = 1.02;
/** A list of links in an article weighs against its element, but less than as much prose for it. */
const AGAINST_SHARE = 0.4;

/** The element that holds the core and the headline, when little else is in it: the lead stands beside the headline. */
function withHeadline(blocks: PageBlocks, labels: Uint8Array, core: number, headline: number): number {
  if (headline < 0 || core === 0) return core;
  const { parent, end } = blocks.doc;
  const row = blocks.node[headline]!;
  let outer = core;
  while (outer > 0 && (row < outer || row >= end[outer]!)) outer = parent[outer]!;
  if (outer === core || outer === 0) return core;
  let inside = 0;
  let outside = 0;
  for (let i = 0; i < blocks.count; i++) {
    const at = blocks.node[i]!;
    if (labels[i] !== 1 || at < outer || at >= end[outer]!) continue;
    if (at >= core && at < end[core]!) inside += blocks.words[i]!;
    else outside += blocks.words[i]!;
  }
  return outside <= inside * LITTLE_ELSE ? outer : core;
}
const LITTLE_ELSE = 0.3;

function keepInside(blocks: PageBlocks, labels: Uint8Array, core: number): void {
  const end = blocks.doc.end[core]!;
  for (let i = 0; i < blocks.count; i++) {
    const row = blocks.node[i]!;
    if (row < core || row >= end) labels[i] = 0;
  }
}

export function judgePage(page: FlatDocument, context: { readonly url?: string } = {}): PageJudgement {
  let blocks = readPageBlocks(page);
  const doc = readableDocument(page, blocks);
  if (doc !== page) blocks = readPageBlocks(doc);
  const { headline, sure } = findHeadline(page, blocks);
  let regions = readRegions(blocks, sure ? blocks.node[headline]! : -1);
  const hints = pageHints(page, context.url);
  // Looked for where they matter: of a front page, and on an article.
  let found: readonly TeaserGroup[] | null = null;
  const { words } = regions;
  const teasers = (): readonly TeaserGroup[] => {
    found ??= teaserGroups(blocks, words, context.url ?? '');
    return found;
  };
  const type = typeOf(hints, blocks, regions, teasers);
  if (type === 'article') markTeasers(blocks, regions, teasers());
  else if (PROFILES[type] === LIST_PROFILE) markItems(blocks, regions);
  let { scores, labels } = judge(blocks, regions, PROFILES[type], type === 'forum');
  if (type === 'article' || type === 'documentation')
    keepInside(
      blocks,
      labels,
      withHeadline(blocks, labels, coreOf(blocks, votesOf(blocks, scores)), headline),
    );
  if (type !== 'forum') keepEnclosed(blocks, regions, labels);
  dropLineNumbers(blocks, labels);
  const body = bodyWords(blocks, regions);
  const least =
    PROFILES[type] === LIST_PROFILE ? Math.max(NEXT_TO_NOTHING, body * LEAST_OF_LIST) : NEXT_TO_NOTHING;
  if (body >= ENOUGH_WORDS && wordsOf(blocks, labels) < least) {
    // The names of the elements misled: on a page of classifieds `anuncios` are the items. Read again without the doubtful ones.
    regions = readRegions(blocks, sure ? blocks.node[headline]! : -1, DOUBTFUL);
    ({ scores, labels } = judge(blocks, regions, LIST_PROFILE, false));
  }
  if (headline >= 0 && type !== 'listing') labels[headline] = 0;
  dropCopies(blocks, labels);
  return { blocks, regions, type, scores, labels, headline };
}

/**
 * Lists, tables and code between two pieces of the text are part of it, however short their lines are: ingredients, steps, a schedule. So are lists of
 * links that stand beside its paragraphs, in no element of their own, and one that ends it.
 */
function keepEnclosed(blocks: PageBlocks, regions: PageRegions, labels: Uint8Array): void {
  const { end, parent } = blocks.doc;
  let before = -1;
  for (let after = 0; after < blocks.count; after++) {
    if (labels[after] !== 1) continue;
    if (before >= 0 && after - before > 1 && after - before <= LONGEST_ENCLOSED) {
      let home = blocks.node[before]!;
      while (blocks.node[after]! >= end[home]!) home = parent[home]!;
      for (let i = before + 1; i < after; i++) {
        const row = blocks.node[i]!;
        const isInside = row >= home && row < end[home]!;
        if (isInside && !isFurniture(regions, row, i) && isDataLine(blocks, i, before)) labels[i] = 1;
      }
    }
    before = after;
  }
  if (before < 0) return;
  for (let i = before + 1; i < blocks.count && i - before <= LONGEST_ENCLOSED; i++) {
    if (isFurniture(regions, blocks.node[i]!, i)) break;
    if (!isListedBeside(blocks, i, before) || !isDataLine(blocks, i, before)) break;
    labels[i] = 1;
  }
}
/** More blocks than this are no interruption. */
const LONGEST_ENCLOSED = 200;

function isFurniture({ above, line }: PageRegions, row: number, block: number): boolean {
  return ((above[row]! | line[block]!) & (AGAINST | BYLINE | RATING | TEASER | FORM)) !== 0;
}

/** A line of a list, a table or code. */
function isDataLine(blocks: PageBlocks, block: number, before: number): boolean {
  const kind = blocks.kind[block]!;
  if (kind !== LIST_ITEM && kind !== TABLE_ROW && kind !== DEFINITION && kind !== PREFORMATTED) return false;
  return (
    blocks.controlWords[block] === 0 &&
    (blocks.linkWords[block]! <= blocks.words[block]! * 0.5 || isListedBeside(blocks, block, before))
  );
}

/** Whether the block is of a list that stands in the same element as the block `before`. */
function isListedBeside(blocks: PageBlocks, block: number, before: number): boolean {
  const { parent, tag } = blocks.doc;
  let row = blocks.node[block]!;
  for (let up = 0; up < ITEM_DEPTH && row > 0; up++) {
    row = parent[row]!;
    if (tag[row] === UL || tag[row] === OL) return parent[row] === parent[blocks.node[before]!];
  }
  return false;
}
const ITEM_DEPTH = 3;

/** Code in a table has the numbers of its lines in a cell of their own. */
function dropLineNumbers(blocks: PageBlocks, labels: Uint8Array): void {
  const { tag, end, parent } = blocks.doc;
  for (let i = 0; i + 1 < blocks.count; i++) {
    if (labels[i] !== 1 || blocks.chars[i] !== blocks.digits[i] || blocks.kind[i + 1] !== PREFORMATTED)
      continue;
    let row = blocks.node[i]!;
    for (let up = 0; up < CELL_DEPTH && row > 0 && tag[row] !== TR; up++) row = parent[row]!;
    if (tag[row] !== TR || blocks.node[i + 1]! >= end[row]!) continue;
    if (countsUp(blockText(blocks, i))) labels[i] = 0;
  }
}
const CELL_DEPTH = 4;

function countsUp(text: string): boolean {
  const numbers = text.trim().split(/\s+/).map(Number);
  return numbers.every((n, i) => n === numbers[0]! + i);
}

/** Articles and the like have one column; of all others nearly everything is read that is not a menu, a filter, a foot or a box. */
const PROFILES: Readonly<Record<PageType, ScoreProfile>> = {
  article: ARTICLE_PROFILE,
  documentation: ARTICLE_PROFILE,
  listing: LIST_PROFILE,
  service: LIST_PROFILE,
  front: LIST_PROFILE,
  forum: FORUM_PROFILE,
  product: PRODUCT_PROFILE,
};

/** Teasers with so many times the words of the prose beside them are the text: a round-up of links with an introduction. */
const ROUND_UP = 1.25;

/** On an article they present others; on other kinds of pages they are what the page is about. */
function markTeasers(blocks: PageBlocks, regions: PageRegions, groups: readonly TeaserGroup[]): void {
  const { above, own } = regions;
  const { end, tag } = blocks.doc;
  if (groups.length === 0) return;
  const inside = new Uint8Array(blocks.doc.count);
  for (const { rows } of groups) for (const row of rows) inside.fill(1, row, end[row]!);
  let beside = 0;
  for (let i = 0; i < blocks.count; i++) {
    const row = blocks.node[i]!;
    if (inside[row] === 0 && isProse(blocks, i) && (above[row]! & AGAINST) === 0) beside += blocks.words[i]!;
  }
  for (const group of groups) {
    if (group.words > beside * ROUND_UP) continue;
    for (const row of group.rows) {
      own[row]! |= TEASER;
      for (let at = row; at < end[row]!; at++) if (tag[at] !== TEXT) above[at]! |= TEASER;
    }
  }
}

const NOT_ITEMS = NAVIGATION | FOOTER | CONSENT | POPUP | COMMENTS;

/** What the names of the parts of a listed item say against them is not believed: `asideInfo` has its price. */
function markItems(blocks: PageBlocks, regions: PageRegions): void {
  const { above, own } = regions;
  const { end, tag, parent } = blocks.doc;
  for (const row of listedItems(blocks.doc, regions, NOT_ITEMS)) {
    for (let at = row; at < end[row]!; at++) {
      if (tag[at] === TEXT) continue;
      own[at]! &= ~DOUBTFUL;
      const inherited = above[parent[at]!]!;
      above[at] = (at === row ? (inherited & ~DOUBTFUL) | CARD : inherited) | own[at]!;
    }
  }
}

/** Words of a page of which something must be content, and words that are no answer to it. */
const ENOUGH_WORDS = 150;
const NEXT_TO_NOTHING = 25;
/** Nor is so small a part of a list. */
const LEAST_OF_LIST = 0.06;
/** Evidence of names that can mean the content itself. */
const DOUBTFUL = ADVERT | RELATED | SEARCH | SUBSCRIBE | TAGS | SIDE | FORM | WIDGET | HEADER;

function wordsOf(blocks: PageBlocks, labels: Uint8Array): number {
  let words = 0;
  for (let i = 0; i < blocks.count; i++) if (labels[i] === 1) words += blocks.words[i]!;
  return words;
}

/** Words outside menus, foot and banners. */
function bodyWords(blocks: PageBlocks, regions: PageRegions): number {
  let words = 0;
  for (let i = 0; i < blocks.count; i++)
    if ((regions.above[blocks.node[i]!]! & (NAVIGATION | FOOTER | CONSENT | POPUP)) === 0)
      words += blocks.words[i]!;
  return words;
}

/** Words from which a text is hardly said twice by chance. */
const COPY_WORDS = 12;
/** Of a line's characters: with more digits it is data, such as a price that several items have. */
const DATA_DIGITS = 0.15;

/**
 * Pages that suit all screens carry a text twice, once for wide and once for narrow ones, carousels repeat their first slides, and lists
 * a notice under each item. The first copy is read. Lines that repeat side by side (the chorus of a song) stay, and data does unless
 * the line before it is the same too.
 */
function dropCopies(blocks: PageBlocks, labels: Uint8Array): void {
  const { parent } = blocks.doc;
  const seen = new Map<number, number>();
  for (let i = 0; i < blocks.count; i++) {
    if (labels[i] !== 1 || blocks.words[i]! < COPY_WORDS || blocks.kind[i] === PREFORMATTED) continue;
    const key = blocks.hashHi[i]! * 0x100000 + (blocks.hashLo[i]! & 0xfffff);
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, i);
      continue;
    }
    if (parent[blocks.node[i]!] === parent[blocks.node[first]!]) continue;
    const data = blocks.digits[i]! > blocks.chars[i]! * DATA_DIGITS;
    if (!data || (first > 0 && blockText(blocks, i - 1, 300) === blockText(blocks, first - 1, 300)))
      labels[i] = 0;
  }
}

/** Words from which a block is prose and not a label. */
const PROSE_WORDS = 12;

/** Of the prose of a front page, what is in teasers. */
const FRONT_TEASERS = 0.3;

function isProse(blocks: PageBlocks, block: number): boolean {
  const words = blocks.words[block]!;
  return words >= PROSE_WORDS && blocks.linkWords[block]! < words * 0.4;
}

function typeOf(
  hints: number,
  blocks: PageBlocks,
  regions: PageRegions,
  teasers: () => readonly TeaserGroup[],
): PageType {
  const { doc } = blocks;
  // Prose that stands side by side in one element is an article; prose in many small elements is a page of services or a list.
  const together = new Float64Array(doc.count);
  let most = 0;
  let prose = 0;
  let links = 0;
  for (let i = 0; i < blocks.count; i++) {
    const words = blocks.words[i]!;
    const row = blocks.node[i]!;
    if ((regions.above[row]! & AGAINST) !== 0) continue;
    const linked = blocks.linkWords[i]!;
    if (isProse(blocks, i)) {
      prose += words;
      const home = blocks.kind[i] === PLAIN ? row : doc.parent[row]!;
      together[home]! += words;
      most = Math.max(most, together[home]!);
    } else if (linked > words * 0.6) links += words;
  }
  if ((hints & SAYS_FORUM) !== 0) return 'forum';
  if ((hints & SAYS_FRONT) !== 0) {
    let presented = 0;
    for (const group of teasers()) presented += group.words;
    if (presented > prose * FRONT_TEASERS) return 'front';
  }
  const listed = (hints & SAYS_LIST) !== 0;
  const said = (hints & SAYS_ARTICLE) !== 0;
  const one = most >= 80 && most >= prose * 0.4;
  if ((hints & SAYS_PRODUCT) !== 0 && !listed && !(said && one)) return 'product';
  if ((hints & SAYS_DOCUMENTATION) !== 0 && prose > links) return 'documentation';
  if (!listed && ((said && most >= 40 && prose > links * 0.5) || (one && (hints & SAYS_FRONT) === 0)))
    return 'article';
  if (said && one) return 'article';
  if (prose < links * 1.5) return 'listing';
  if ((hints & SAYS_FRONT) !== 0) return 'front';
  return 'service';
}

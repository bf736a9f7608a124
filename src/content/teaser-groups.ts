/**
 * Groups of teasers: elements of one make that stand side by side, each with a linked title of its own and a few words about the page
 * it leads to. Under an article they present other articles, whatever the classes of the site are called, and their summaries are prose
 * that nothing else tells from the article's.
 */
import { type FlatDocument, TEXT, tagId } from '../html/index.ts';
import { linkTarget } from './link-target.ts';
import { type PageBlocks, TITLE_LINE } from './page-blocks.ts';

export interface TeaserGroup {
  readonly rows: readonly number[];
  readonly words: number;
}

/** Fewer can be two parts of an article, each with a linked heading. */
const FEWEST_TEASERS = 3;
/** Longer ones are entries of the page itself: a list of the ten best of something. */
const LONGEST_TEASER = 110;
/** A linked line that is no heading is a title from this many words on; shorter ones are names of authors and sections. */
const TITLE_WORDS = 4;
/** Words beside the title that make a summary. */
const SUMMARY_WORDS = 6;
const LINKED = 0.8;

const ANCHOR = tagId('a');
/** A row of a table is data. */
const TR = tagId('tr');
const TD = tagId('td');

const NONE = 0;
const SEVERAL = -1;

interface TitleLink {
  readonly block: number;
  readonly target: string;
  readonly host: string;
}

/** `words`: by row, words below. A teaser leads to a page of the same site; a list of links to others is somebody's choice. */
export function teaserGroups(blocks: PageBlocks, words: Float64Array, url: string): TeaserGroup[] {
  const titles = titleLinks(blocks);
  if (titles.length < FEWEST_TEASERS) return [];
  const home = hostOf(url) || commonest(titles);
  const headings = new Int32Array(blocks.doc.count);
  const lines = new Int32Array(blocks.doc.count);
  const titleWords = new Float32Array(blocks.doc.count);
  const known = new Map<string, number>();
  for (const { block, target, host } of titles) {
    if (!isOfSite(host, home)) continue;
    let id = known.get(target);
    if (id === undefined) known.set(target, (id = known.size + 1));
    const row = blocks.node[block]!;
    merge(blocks.kind[block] === TITLE_LINE ? headings : lines, row, id);
    titleWords[row]! += blocks.words[block]!;
  }
  if (known.size < FEWEST_TEASERS) return [];
  const { parent } = blocks.doc;
  for (let row = blocks.doc.count - 1; row > 0; row--) {
    merge(headings, parent[row]!, headings[row]!);
    merge(lines, parent[row]!, lines[row]!);
    titleWords[parent[row]!]! += titleWords[row]!;
  }
  // Where titles are headings, a linked line is a part of the summary.
  const byHeading = groupsOf(blocks.doc, headings, words, titleWords);
  return byHeading.length > 0 ? byHeading : groupsOf(blocks.doc, lines, words, titleWords);
}

function titleLinks(blocks: PageBlocks): TitleLink[] {
  const titles: TitleLink[] = [];
  for (let i = 0; i < blocks.count; i++) {
    const size = blocks.words[i]!;
    if (size === 0 || blocks.linkWords[i]! < size * LINKED) continue;
    if (blocks.kind[i] !== TITLE_LINE && size < TITLE_WORDS) continue;
    const target = targetOf(blocks.doc, blocks.from[i]!, blocks.to[i]!, blocks.node[i]!);
    if (target !== '') titles.push({ block: i, target, host: hostOf(target) });
  }
  return titles;
}

/** The host most titles lead to: where the address of a page is not known, its own. */
function commonest(titles: readonly TitleLink[]): string {
  const counts = new Map<string, number>();
  let best = '';
  for (const { host } of titles) {
    if (host === '') continue;
    const count = (counts.get(host) ?? 0) + 1;
    counts.set(host, count);
    if (count > (counts.get(best) ?? 0)) best = host;
  }
  return best;
}

function merge(targets: Int32Array, row: number, id: number): void {
  if (id === NONE || targets[row] === id) return;
  targets[row] = targets[row] === NONE ? id : SEVERAL;
}

function groupsOf(
  doc: FlatDocument,
  targets: Int32Array,
  words: Float64Array,
  titleWords: Float32Array,
): TeaserGroup[] {
  const { tag, end } = doc;
  const groups: TeaserGroup[] = [];
  for (let row = 1; row < doc.count; row++) {
    if (tag[row] === TEXT || targets[row] !== SEVERAL) continue;
    // Its children that lead to one page each.
    const rows: number[] = [];
    let sum = 0;
    let summaries = 0;
    for (let child = row + 1; child < end[row]!; child = end[child]!) {
      if (targets[child]! <= NONE || words[child]! > LONGEST_TEASER) continue;
      if (tag[child] === TEXT || tag[child] === TR || tag[child] === TD) continue;
      if (rows.length > 0 && tag[child] !== tag[rows[0]!]) continue;
      rows.push(child);
      sum += words[child]!;
      if (words[child]! - titleWords[child]! >= SUMMARY_WORDS) summaries++;
    }
    if (rows.length >= FEWEST_TEASERS && summaries * 2 >= rows.length) groups.push({ rows, words: sum });
  }
  return groups;
}

/** Where the first link of a block leads, or the link that the block stands in; a place on the page itself is no other page. */
function targetOf(doc: FlatDocument, from: number, to: number, holder: number): string {
  let link = -1;
  for (let row = from; row > 0 && row > holder - MOST_ABOVE; row = doc.parent[row]!)
    if (doc.tag[row] === ANCHOR) {
      link = row;
      break;
    }
  for (let row = from; link < 0 && row < to; row++) if (doc.tag[row] === ANCHOR) link = row;
  if (link < 0) return '';
  const target = linkTarget(doc, link);
  return /^\s*(?:#|mailto:|tel:|javascript:)/i.test(target) ? '' : target;
}
/** Rows; a link stands near what it holds. */
const MOST_ABOVE = 40;

function hostOf(address: string): string {
  return (HOST.exec(address)?.[1] ?? '').toLowerCase();
}
const HOST = /^\s*(?:https?:)?\/\/(?:www\.)?([^/?#:]{1,255})/i;

function isOfSite(host: string, home: string): boolean {
  return (
    host === '' || (home !== '' && (host === home || host.endsWith(`.${home}`) || home.endsWith(`.${host}`)))
  );
}

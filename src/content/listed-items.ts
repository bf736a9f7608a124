/**
 * The items of a list page: children of one element that are made alike, each with a link and some words of its own (a price, a date, a
 * summary), which the entries of a menu do not have.
 */
import { attributeId, type FlatDocument, TEXT, tagId } from '../html/index.ts';
import { linkTarget } from './link-target.ts';
import type { PageRegions } from './page-regions.ts';

/** Fewer are boxes beside a text. */
const FEWEST_ITEMS = 5;
/** Longer ones are sections. */
const LONGEST_ITEM = 150;
/** Words of its own that an item has at least, in the mean. */
const OWN_WORDS = 2;

/** Of the page's words: a smaller group is a box, and the page about something else. */
const LEAST_SHARE = 0.25;

const CLASS = attributeId('class');
/** What is an item by its tag, whatever its class. */
const ITEM_TAGS = new Set(['li', 'article', 'dd'].map(tagId));
const TR = tagId('tr');
const ANCHOR = tagId('a');

/** Rows of the largest group of items outside the elements that have one of the flags `outside`; none is an empty array. */
export function listedItems(doc: FlatDocument, regions: PageRegions, outside: number): readonly number[] {
  const { tag, end, count } = doc;
  const { words, linkWords, above } = regions;
  let best: readonly number[] = [];
  let most = regions.total * LEAST_SHARE;
  for (let row = 1; row < count; row++) {
    // Nothing below it can be larger than the best so far.
    if (tag[row] === TEXT || words[row]! <= most || (above[row]! & outside) !== 0) continue;
    const groups = new Map<string, { rows: number[]; words: number; linked: number }>();
    for (let child = row + 1; child < end[row]!; child = end[child]!) {
      if (tag[child] === TEXT || tag[child] === TR) continue;
      if (words[child]! > LONGEST_ITEM || linkWords[child]! === 0) continue;
      const name = nameOf(doc, child);
      let group = groups.get(name);
      if (group === undefined) groups.set(name, (group = { rows: [], words: 0, linked: 0 }));
      group.rows.push(child);
      group.words += words[child]!;
      group.linked += linkWords[child]!;
    }
    for (const group of groups.values())
      if (
        group.rows.length >= FEWEST_ITEMS &&
        group.words > most &&
        group.words - group.linked >= group.rows.length * OWN_WORDS &&
        leadApart(doc, group.rows)
      ) {
        best = group.rows;
        most = group.words;
      }
  }
  return best;
}

/** Whether the first links of most items lead to different places: a notice under each of many lines leads to one. */
function leadApart(doc: FlatDocument, rows: readonly number[]): boolean {
  const targets = new Set<string>();
  for (const row of rows)
    for (let at = row; at < doc.end[row]!; at++) {
      if (doc.tag[at] !== ANCHOR) continue;
      const target = linkTarget(doc, at);
      if (target === '') continue;
      targets.add(target);
      break;
    }
  return targets.size * 2 > rows.length;
}

/** Tag and first class: the others say `first`, `odd`, `sold-out`. */
function nameOf(doc: FlatDocument, row: number): string {
  const kind = doc.tag[row]!;
  if (ITEM_TAGS.has(kind)) return String(kind);
  const at = doc.attributeAt(row, CLASS);
  if (at < 0) return String(kind);
  const from = doc.attributes[at + 2]!;
  const value = doc.html.slice(from, Math.min(doc.attributes[at + 3]!, from + 80));
  return `${kind} ${/\S+/.exec(value)?.[0] ?? ''}`;
}

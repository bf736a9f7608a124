/** Lines of a concordance, cut from the text of a page, and what they are sorted by. */
import { fold } from '../../text/index.ts';
import type { ConcordanceLine, LineOrder, LinesAsked } from '../ports/index.ts';
import { neighboursOf } from '../search-index/index.ts';
import type { Matched } from './pattern.ts';
import type { ConcordancePage } from './source.ts';

const CHARACTERS = 60;
const MOST_CHARACTERS = 1_000;
const MOST_CONTEXT_WORDS = 100;
/** Words of one side that lines are sorted by. */
const SORTED_WORDS = 3;
/** Words of one text part from each other by this in keys: no word has it, and it is before all that have. */
const BETWEEN = '\0';
/** No word counts beyond this, as in the index. */
const LONGEST_WORD = 48;

export function cutLine(
  page: ConcordancePage,
  { text, offsets }: Matched,
  hit: number,
  /** Words of the key. */
  words: number,
  year: number | null,
  context: LinesAsked['context'],
): ConcordanceLine {
  const start = offsets[hit * 2]!;
  const end = offsets[(hit + words - 1) * 2 + 1]!;
  const total = offsets.length >> 1;
  let from: number;
  let to: number;
  if (context !== undefined && 'words' in context) {
    const wide = bounded(context.words, MOST_CONTEXT_WORDS);
    from = wide === 0 ? start : offsets[Math.max(0, hit - wide) * 2]!;
    to = wide === 0 ? end : offsets[(Math.min(total, hit + words + wide) - 1) * 2 + 1]!;
  } else {
    const wide = bounded(context?.characters ?? CHARACTERS, MOST_CHARACTERS);
    // No word is cut in two.
    let first = hit;
    while (first > 0 && offsets[(first - 1) * 2]! >= start - wide) first--;
    let last = hit + words - 1;
    while (last + 1 < total && offsets[(last + 1) * 2 + 1]! <= end + wide) last++;
    from = first === hit ? start : offsets[first * 2]!;
    to = last === hit + words - 1 ? end : offsets[last * 2 + 1]!;
    // What stands between the words and behind the last one belongs to them: a full stop, a closing quotation mark.
    if (last + 1 < total || to < text.length) to = Math.min(to + trail(text, to), end + wide);
    if (to < end) to = end;
  }
  return {
    left: oneLine(text.slice(from, start)),
    key: oneLine(text.slice(start, end)),
    right: oneLine(text.slice(end, to)),
    page: page.id,
    url: page.url,
    title: page.title,
    site: page.site,
    year,
    start,
    end,
  };
}

const bounded = (value: number, most: number): number => (value > 0 ? Math.min(most, Math.floor(value)) : 0);

/** How many characters behind a word belong to it: up to the next white space. */
function trail(text: string, at: number): number {
  const read = /^[^\s\p{L}\p{N}]{0,3}/u.exec(text.slice(at, at + 4));
  return read === null ? 0 : read[0].length;
}

/** Line breaks of the text are blanks of a line. Nothing is trimmed: what is left between the parts joins them again. */
const oneLine = (text: string): string => text.replace(/\s+/gu, ' ');

/** By what lines are sorted: texts that compare as the lines do. */
export function sortKey(
  orders: readonly LineOrder[],
  page: { readonly year: number | null; readonly site: string },
  matched: Matched,
  hit: number,
  words: number,
): string {
  const side = (distance: number): string => {
    const at = distance < 0 ? hit + distance : hit + words - 1 + distance;
    return wordAt(matched, at);
  };
  const part = (order: LineOrder): string => {
    switch (order) {
      case 'left':
      case 'right': {
        const sign = order === 'left' ? -1 : 1;
        return Array.from({ length: SORTED_WORDS }, (_, i) => side(sign * (i + 1))).join(BETWEEN);
      }
      case 'key': {
        const { text, offsets } = matched;
        const key = oneLine(text.slice(offsets[hit * 2]!, offsets[(hit + words - 1) * 2 + 1]!));
        return `${fold(key)}${BETWEEN}${key}`;
      }
      case 'year':
        return yearKey(page.year);
      case 'site':
        return page.site;
      default:
        return side((order[0] === 'l' ? -1 : 1) * Number(order[1]));
    }
  };
  return orders.map(part).join(BETWEEN);
}

export const yearKey = (year: number | null): string => (year === null ? '99999' : String(year + 40_000));

/** What stands beside a hit, as the index would say it. */
export function hitNeighbours(matched: Matched, hit: number, words: number): number {
  return neighboursOf((distance) =>
    wordAt(matched, distance < 0 ? hit + distance : hit + words - 1 + distance),
  );
}

/** A word of the text, folded; empty where the text has none. */
function wordAt({ text, offsets }: Matched, at: number): string {
  if (at < 0 || at * 2 >= offsets.length) return '';
  return fold(text.slice(offsets[at * 2]!, Math.min(offsets[at * 2 + 1]!, offsets[at * 2]! + LONGEST_WORD)));
}

/**
 * The leaf of a calendar beside a headline, `12 mar`, as many themes of blogs have it: its year is that of the address (`/2019/03/ponte-nova/`),
 * whose month must be the same.
 */
import type { FlatDocument, TextBlocks } from '../../html/index.ts';
import { civilDay } from '../calendar.ts';
import type { DateCandidate } from './candidate.ts';
import { readDate } from './date-text.ts';
import { monthOf } from './month-names.ts';
import { IS_DATE, NEAR_DATE_CLASS, type PageLayout } from './page-layout.ts';
import type { UrlDate } from './url-date.ts';

const LONGEST = 32;
const MOST = 8;
const DAY_MONTH =
  /^[^\p{L}\d]{0,3}(?:(?:\p{L}{3,7}(?:-feira)?,?|em|a|dia|no dia)\s)?(\d{1,2})[\s./-]{0,3}(?:de\s)?(\p{L}{3,9})\.?[^\p{L}\d]{0,3}$/iu;
const MONTH_DAY = /^[^\p{L}\d]{0,3}(\p{L}{3,9})\.?[\s./-]{0,3}(\d{1,2})[^\p{L}\d]{0,3}$/u;

/** Also where day and month are a block each. */
function leafAt(blocks: TextBlocks, block: number): { readonly day: number; readonly month: number } | null {
  const text = blocks.text[block]!;
  if (text.length > LONGEST) return null;
  const next = /^\d{1,2}$/.test(text.trim()) ? (blocks.text[block + 1] ?? '') : '';
  const whole = next !== '' && next.length <= LONGEST ? `${text} ${next}` : text;
  const first = DAY_MONTH.exec(whole);
  if (first !== null) return { day: Number(first[1]), month: monthOf(first[2]!.toLowerCase()) };
  const second = MONTH_DAY.exec(whole);
  return second === null ? null : { day: Number(second[2]), month: monthOf(second[1]!.toLowerCase()) };
}

/** `address`: a month or a year in the address of the page. */
export function leavesOf(
  doc: FlatDocument,
  blocks: TextBlocks,
  layout: PageLayout,
  address: UrlDate,
): DateCandidate[] {
  const { year, month } = civilDay(address.day);
  const found: DateCandidate[] = [];
  for (let i = 0; i < blocks.count && found.length < MOST; i++) {
    const leaf = leafAt(blocks, i);
    if (leaf === null || leaf.month === 0 || (address.precision === 'month' && leaf.month !== month))
      continue;
    const day = readDate(year, leaf.month, leaf.day);
    if (day === null) continue;
    const node = blocks.node[i]!;
    const marks = layout.marks(node);
    found.push({
      source: 'visible',
      role: 'unknown',
      where: `${doc.tagName(node)} and address`,
      text: blocks.text[i]!,
      day,
      precision: 'day',
      time: null,
      alternative: null,
      node,
      block: i,
      weight:
        (address.precision === 'month' ? 1 : 0.5) + ((marks & (IS_DATE | NEAR_DATE_CLASS)) === 0 ? 0 : 0.5),
    });
  }
  return found;
}

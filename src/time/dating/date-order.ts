/** Whether `03/04/2021` on this page is the third of April or the fourth of March. */
import { type FlatDocument, language } from '../../html/index.ts';
import type { DateOrder } from './date-text.ts';

const LONGEST = 400_000;
const NUMBERS = /(?<![\d/.-])(\d{1,2})([/-])(\d{1,2})\2(?:19|20)\d\d(?!\d)/g;
/** Registered in the United States by rule. */
const AMERICAN_HOST = /\.(?:gov|mil|edu|us)$/i;

/**
 * Month first only where the page is of the United States (its language tag, or a domain only Americans get) or where its own dates
 * cannot be read otherwise (`03/25/2021`); day first everywhere else.
 */
export function dateOrder(doc: FlatDocument, hostname: string): DateOrder {
  let dayFirst = 0;
  let monthFirst = 0;
  NUMBERS.lastIndex = 0;
  const text = doc.html.length > LONGEST ? doc.html.slice(0, LONGEST) : doc.html;
  for (let i = 0; i < 200; i++) {
    const m = NUMBERS.exec(text);
    if (m === null) break;
    if (Number(m[1]) > 12) dayFirst++;
    else if (Number(m[3]) > 12) monthFirst++;
  }
  if (monthFirst > 0 && dayFirst === 0) return 'month-first';
  if (dayFirst > 0) return 'day-first';
  const tag = language(doc);
  if (tag === 'en-us') return 'month-first';
  return (tag === null || tag === 'en') && AMERICAN_HOST.test(hostname) ? 'month-first' : 'day-first';
}

/** Whether `03/04/2021` on this page is the third of April or the fourth of March. */
import { type FlatDocument, language, type TextBlocks, tagId } from '../../html/index.ts';
import type { DateOrder } from './date-text.ts';

const HTML = tagId('html');
const LONGEST = 400_000;
const NUMBERS = /(?<![\d/.-])(\d{1,2})([/-])(\d{1,2})\2(?:19|20)\d\d(?!\d)/g;
/** Registered in the United States by rule. */
const AMERICAN_HOST = /\.(?:gov|mil|edu|us)$/i;

/**
 * Month first only where the page is of the United States (its language tag, or a domain only Americans get) or where its own dates
 * cannot be read otherwise (`03/25/2021`); day first everywhere else.
 */
export function dateOrder(doc: FlatDocument, blocks: TextBlocks, hostname: string): DateOrder {
  let dayFirst = 0;
  let monthFirst = 0;
  let read = 0;
  for (let i = 0; i < blocks.count && read < LONGEST; i++) {
    const text = blocks.text[i]!;
    read += text.length;
    if (!/[/-](?:19|20)\d\d/.test(text)) continue;
    NUMBERS.lastIndex = 0;
    for (let n = 0; n < 50; n++) {
      const m = NUMBERS.exec(text);
      if (m === null) break;
      if (Number(m[1]) > 12) dayFirst++;
      else if (Number(m[3]) > 12) monthFirst++;
    }
  }
  if (monthFirst > 0 && dayFirst === 0) return 'month-first';
  if (dayFirst > 0) return 'day-first';
  const html = doc.find(HTML);
  const stated = html < 0 ? null : doc.attribute(html, 'lang');
  // `language` reads the metas too: only when the element does not say.
  const tag = stated ? stated.trim().replaceAll('_', '-').toLowerCase() : language(doc);
  if (tag === 'en-us') return 'month-first';
  return (tag === null || tag === 'en') && AMERICAN_HOST.test(hostname) ? 'month-first' : 'day-first';
}

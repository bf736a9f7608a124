/** The words of the page of the crawls, in the reader's language. */
import { CRAWL_PAGE_WORDS, type CrawlPageWords } from '../../../src/words/crawl-page.ts';
import { type Amount, amount, type Speaker, speaker } from '../../../src/words/index.ts';
import { formatNumber } from '../numbers.ts';
import { session } from '../session.svelte.ts';

export const ct: Speaker<CrawlPageWords> = (key, ...values) =>
  speaker(CRAWL_PAGE_WORDS[session.language])(key, ...values);

/** What is looked up by a name of the server; one that is not known here is itself. */
export function named(table: 'ends' | 'runs' | 'stages' | 'outcomes', name: string): string {
  const words: Readonly<Record<string, string>> = CRAWL_PAGE_WORDS[session.language][table];
  return Object.hasOwn(words, name) ? words[name]! : name;
}

/** A number that its words agree with. */
export const many = (n: number) => amount(n, session.language, formatNumber(n, session.language, 0));

/** For a word that stands below its number as its name: `0` over `páginas`, though in a sentence Brazil says `0 página`. */
export const below = (n: number): Amount => ({ shown: '', one: n === 1 });

/** `segunda-feira`: 1 is Monday. */
export function weekdayName(day: number, form: 'long' | 'short' = 'long'): string {
  // 1 January 2024 was a Monday.
  return new Date(Date.UTC(2024, 0, day)).toLocaleDateString(session.language, {
    weekday: form,
    timeZone: 'UTC',
  });
}

/** A moment as clocks of a zone show it. */
export function momentIn(zone: string, moment: string): string {
  return new Date(moment).toLocaleString(session.language, {
    timeZone: zone,
    weekday: 'short',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
}

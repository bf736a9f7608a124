/**
 * Which pages speak of a period, judged without anything that a crawl judges by: those that name a year of it, or an event or person of a
 * list, three times, or in their title. Those that name one at all are told apart from the rest too. The text is the one that is known of the
 * page (gold), and what a reader sees where none is known.
 */
import { EVENTS_1964_1985 } from './events-1964-1985.ts';

export interface PeriodYears {
  readonly from: number;
  readonly to: number;
}

export interface SpokenPage {
  readonly title: string;
  readonly text: string;
}

export interface PeriodRelevance {
  /** Three times, or in the title. */
  readonly speaks: boolean;
  /** At all. */
  readonly names: boolean;
}

const LEAST_NAMED = 3;
/** Periods that have a list; of others years alone count. */
const LISTS: ReadonlyMap<string, readonly string[]> = new Map([['1964..1985', EVENTS_1964_1985]]);

export function hasList(when: string): boolean {
  return LISTS.has(when);
}

/** `null` for what is not two years. */
export function periodYears(when: string): PeriodYears | null {
  const [, from, to = from] = /^(\d{4})(?:\.\.(\d{4}))?$/.exec(when) ?? [];
  return from === undefined ? null : { from: Number(from), to: Number(to) };
}

export function relevanceOf(when: string, { from, to }: PeriodYears): (page: SpokenPage) => PeriodRelevance {
  const names = LISTS.get(when) ?? [];
  const listed =
    names.length === 0
      ? null
      : new RegExp(
          `(?<![\\p{L}\\p{N}])(?:${names.map(plain).sort(longestFirst).map(escaped).join('|')})(?![\\p{L}\\p{N}])`,
          'gu',
        );
  const named = (text: string): number => {
    let count = 0;
    for (const [year] of text.matchAll(YEAR)) if (Number(year) >= from && Number(year) <= to) count++;
    if (listed !== null) for (const _ of plain(text).matchAll(listed)) count++;
    return count;
  };
  return ({ title, text }) => {
    const inTitle = named(title) > 0;
    const inText = named(text);
    return { speaks: inTitle || inText >= LEAST_NAMED, names: inTitle || inText > 0 };
  };
}

/** Four figures that stand alone: no part of a longer number, of a code or of a sum. */
const YEAR = /(?<![\p{L}\p{N}]|\p{N},)[12]\p{Nd}{3}(?![\p{L}\p{N}]|[.,]\p{N})/gu;

const longestFirst = (a: string, b: string): number => b.length - a.length;

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[\s\u00a0]+/gu, ' ')
    .replace(/[\u2010-\u2015]/gu, '-')
    .toLowerCase();
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

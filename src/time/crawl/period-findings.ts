/** What an analysis thread finds out about a page for the crawl along a period: small, and plain enough to cross threads. */
import { fnv53 } from '../../bytes/index.ts';
import { localeOf } from '../default-locale.ts';
import type { TemporalScope } from '../scope.ts';
import { type JudgedLink, type PageJudgement, type PageTotals, pageTotals } from './page-judgement.ts';
import type { TemporalPolicy } from './policy.ts';

/**
 * In what kind of place a link stands, by the dates of its segment: inside the scope, by dates of its own paragraph or by those of one
 * before it; with some dates inside; up to `nearDays` before or after
 * it; up to `midDays`; farther; without a date; in the page's frame or among its references. 0: nowhere in the text.
 */
export const PLACE = {
  none: 0,
  inside: 1,
  heir: 2,
  mixed: 3,
  nearBefore: 4,
  nearAfter: 5,
  midBefore: 6,
  midAfter: 7,
  distant: 8,
  undated: 9,
  frame: 10,
} as const;
export const PLACES = 11;

/** Whether a place lies in a segment inside the scope. */
export function isInside(place: number | undefined): boolean {
  return place === PLACE.inside || place === PLACE.heir;
}

/** What the words and the address of a link say of the target's year. */
export const YEAR = { none: 0, inside: 1, outside: 2 } as const;

export const WORDS_PER_LINK = 8;

export interface PeriodFindings extends PageTotals {
  /** Columns by the index of the link in `links(document)`. Occurrences of one address all carry the best of them. */
  readonly place: Uint8Array;
  readonly year: Uint8Array;
  /** `WORDS_PER_LINK` hashed words a link, 0 for none. */
  readonly words: Uint16Array;
}

/** `rows` gives the index in `links(document)` of each link of the judgement; `count` how many that list has. */
export function periodFindings(
  judged: PageJudgement,
  rows: readonly number[],
  count: number,
  scope: TemporalScope,
  policy: TemporalPolicy,
  words: Uint16Array = policy.prediction ? linkWords(judged.links, rows, count, policy) : NO_WORDS,
): PeriodFindings {
  const place = new Uint8Array(count);
  const year = new Uint8Array(count);
  const { nearDays, midDays } = policy.prediction ?? { nearDays: 0, midDays: 0 };
  const best = new Map<string, number>();
  judged.links.forEach((each) => {
    const { link } = each;
    const here = placeOf(each, nearDays, midDays);
    const before = best.get(link.url);
    if (before === undefined || here < before) best.set(link.url, here);
  });
  judged.links.forEach(({ link }, i) => {
    const row = rows[i]!;
    if (row < 0 || row >= count) return;
    place[row] = best.get(link.url)!;
    if (policy.prediction)
      year[row] = yearSaid(`${link.anchorText.slice(0, LONGEST_NAME)} ${lastPart(link.url)}`, scope);
  });
  return { ...pageTotals(judged), place, year, words };
}

const NO_WORDS = new Uint16Array(0);

/** `WORDS_PER_LINK` hashed words of each link, of its address and of what it says; the same for every scope. */
export function linkWords(
  judged: readonly JudgedLink[],
  rows: readonly number[],
  count: number,
  policy: Pick<TemporalPolicy, 'profile'>,
): Uint16Array {
  const { fillers } = localeOf(policy.profile);
  const words = new Uint16Array(count * WORDS_PER_LINK);
  judged.forEach(({ link }, i) => {
    const row = rows[i]!;
    if (row >= 0 && row < count)
      hashWords(addressWords(link.url), link.anchorText, fillers, words, row * WORDS_PER_LINK);
  });
  return words;
}

function placeOf({ segment, link, dated }: JudgedLink, nearDays: number, midDays: number): number {
  const { verdict, distance, apart } = segment;
  if (verdict.inScope) return dated ? PLACE.inside : PLACE.heir;
  if (link.boilerplate || apart) return PLACE.frame;
  if (distance === null) return PLACE.undated;
  if (verdict.k > 0 || distance === 0) return PLACE.mixed;
  const away = Math.abs(distance);
  if (away <= nearDays) return distance < 0 ? PLACE.nearBefore : PLACE.nearAfter;
  if (away <= midDays) return distance < 0 ? PLACE.midBefore : PLACE.midAfter;
  return PLACE.distant;
}

const LONGEST_NAME = 200;

/** The last part of an address, as written. */
function lastPart(url: string): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  const slash = path.lastIndexOf('/', path.length - 2);
  return path.slice(slash + 1, slash + 1 + LONGEST_NAME);
}

/** The same as words: `/wiki/Batalha_de_Kursk` → `Batalha de Kursk`. */
function addressWords(url: string): string {
  const last = lastPart(url);
  let name = last;
  try {
    name = decodeURIComponent(last);
  } catch {
    // An escape that is none stays as it is written.
  }
  return name.replace(/[_+.-]+/g, ' ');
}

/** Four figures that can be a year, standing alone (an underscore, as addresses have it, stands for a space). */
const YEAR_LIKE = /(?<![\p{L}\p{N}%])(1[0-9]{3}|20[0-9]{2})(?![\p{L}\p{N}])/gu;

function yearSaid(text: string, { range }: TemporalScope): number {
  let said: number = YEAR.none;
  for (const m of text.matchAll(YEAR_LIKE)) {
    const from = Math.floor((Number(m[1]) - 1970) * 365.2425);
    if (from + 366 >= range.start && from <= range.end) return YEAR.inside;
    said = YEAR.outside;
  }
  return said;
}

const WORD = /[\p{L}]{3,}/gu;

/** Words met lately with their hashes: most are met again on the next page. */
const met = new Map<string, number>();
const MOST_MET = 20_000;

/** 1…65535. */
function wordHash(word: string): number {
  let hash = met.get(word);
  if (hash === undefined) {
    hash = (fnv53(word) % 65_535) + 1;
    if (met.size >= MOST_MET) met.clear();
    met.set(word, hash);
  }
  return hash;
}

/** The first words of the name, then those of the anchor, each once, as 16 bits. */
function hashWords(
  name: string,
  anchor: string,
  fillers: ReadonlySet<string>,
  into: Uint16Array,
  at: number,
): void {
  let n = 0;
  for (const text of [name, anchor]) {
    for (const m of text.slice(0, LONGEST_NAME).toLowerCase().matchAll(WORD)) {
      if (n === WORDS_PER_LINK) return;
      if (fillers.has(m[0])) continue;
      const hash = wordHash(m[0]);
      let known = false;
      for (let i = 0; i < n; i++) if (into[at + i] === hash) known = true;
      if (!known) into[at + n++] = hash;
    }
  }
}

/** Texts, numbers and dates in the reader's language; they change where they stand when it does. */

import { BROWSER_WORDS, type BrowserWords, type CountKey, type MessageKey } from '../../src/words/browser.ts';
import { amount, type Speaker, say, speaker } from '../../src/words/index.ts';
import type { DocumentKind, Period } from './api/shapes.ts';
import { formatDate, formatMoment, formatMomentFully, formatPeriod, formatYear } from './days.ts';
import { formatBytes, formatCount, formatNumber, formatShare } from './numbers.ts';
import { session } from './session.svelte.ts';

export const t: Speaker<BrowserWords> = (key, ...values) =>
  speaker(BROWSER_WORDS[session.language])(key, ...values);

export const counted = (key: CountKey, n: number, bounded = false): string =>
  say(BROWSER_WORDS[session.language][key], {
    n: amount(n, session.language, formatCount(n, bounded, session.language)),
  });

export const number = (value: number, digits = 0): string => formatNumber(value, session.language, digits);
export const count = (value: number, bounded: boolean): string =>
  formatCount(value, bounded, session.language);
export const bytes = (value: number): string => formatBytes(value, session.language);
export const share = (value: number): string => formatShare(value, session.language);
export const period = (value: Period): string => formatPeriod(value, session.language);
export const year = (value: number): string => formatYear(value, session.language);
export const date = (value: string): string => formatDate(value, session.language);
export const moment = (ms: number): string => formatMoment(ms, session.language);
export const momentFully = (ms: number): string => formatMomentFully(ms, session.language);

const KINDS: Readonly<Record<DocumentKind, MessageKey>> = {
  page: 'kindPage',
  entity: 'kindEntity',
  'geo-file': 'kindGeoFile',
  service: 'kindService',
};

export const kindName = (kind: DocumentKind): string => t(KINDS[kind] ?? 'kindPage');

/** `pt` → `português`. */
export function languageName(code: string): string {
  try {
    return new Intl.DisplayNames(session.language, { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/** Figures, days and periods as a person reads them. */
import type { Period } from '../../catalogue/index.ts';
import { formatDate, formatNumber, type Language } from '../../words/index.ts';
import { PLAIN_PAGE_WORDS } from '../../words/plain-pages.ts';

const DAY = 86_400_000;

export function spelledNumber(value: number, language: Language): string {
  return formatNumber(value, language);
}

/** Size in kilobytes, as catalogues of files have always shown it: `591 kb`. */
export function spelledSize(bytes: number | null): string | null {
  if (bytes === null || !Number.isFinite(bytes) || bytes < 0) return null;
  return `${bytes === 0 ? 0 : Math.max(1, Math.round(bytes / 1024))} kb`;
}

/** `05/06/2006`: day, month, year. */
export function spelledDay(at: number): string {
  const iso = new Date(at).toISOString();
  return `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}`;
}

export function spelledDate(at: number, language: Language): string {
  return formatDate(at, language, 'long');
}

function year(at: Date, language: Language): string {
  const value = at.getUTCFullYear();
  return value > 0 ? String(value) : `${1 - value} ${PLAIN_PAGE_WORDS[language].bc}`;
}

/** The shortest words for a run of days: a year, years, a month, a day, or both its ends. */
export function spelledPeriod(period: Period, language: Language): string {
  const from = new Date(period.from * DAY);
  const to = new Date(period.to * DAY);
  const after = new Date((period.to + 1) * DAY);
  if (Number.isNaN(from.getTime()) || Number.isNaN(after.getTime())) return '…';
  const wholeYears =
    from.getUTCMonth() === 0 &&
    from.getUTCDate() === 1 &&
    after.getUTCMonth() === 0 &&
    after.getUTCDate() === 1;
  if (wholeYears || from.getUTCFullYear() <= 0) {
    const [a, b] = [year(from, language), year(to, language)];
    return a === b ? a : `${a}–${b}`;
  }
  if (from.getUTCDate() === 1 && after.getUTCDate() === 1) {
    const [a, b] = [formatDate(from, language, 'month'), formatDate(to, language, 'month')];
    return a === b ? a : `${a} – ${b}`;
  }
  const [a, b] = [formatDate(from, language, 'medium'), formatDate(to, language, 'medium')];
  return a === b ? a : `${a} – ${b}`;
}

/** Numbers and quantities as a person reads them. */
import type { Language } from '../../src/words/index.ts';

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(language: Language, digits: number): Intl.NumberFormat {
  const key = `${language} ${digits}`;
  let found = formats.get(key);
  if (!found) formats.set(key, (found = new Intl.NumberFormat(language, { maximumFractionDigits: digits })));
  return found;
}

export function formatNumber(value: number, language: Language, digits = 0): string {
  return numberFormat(language, digits).format(value);
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

export function formatBytes(bytes: number, language: Language): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${formatNumber(value, language, value < 10 && unit > 0 ? 1 : 0)} ${UNITS[unit]}`;
}

export function formatShare(share: number, language: Language): string {
  return `${formatNumber(share * 100, language, 0)}%`;
}

/** A count that may be a lower bound. */
export function formatCount(count: number, bounded: boolean, language: Language): string {
  return `${bounded ? '≥ ' : ''}${formatNumber(count, language)}`;
}

/** `1 h 05 min`, `3 min 20 s`, `12 s`. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (hours > 0) return `${hours} h ${String(minutes).padStart(2, '0')} min`;
  return minutes > 0 ? `${minutes} min ${String(seconds % 60).padStart(2, '0')} s` : `${seconds} s`;
}

/** Numbers and sizes as a person of a language reads them; for commands, reports and the page in the browser. */
import type { Language } from './language.ts';

const formats = new Map<string, Intl.NumberFormat>();

/** Making a format takes longer than a thousand uses of it. */
function numberFormat(language: Language, least: number, most: number): Intl.NumberFormat {
  const key = `${language} ${least} ${most}`;
  let found = formats.get(key);
  if (found === undefined) {
    found = new Intl.NumberFormat(language, { minimumFractionDigits: least, maximumFractionDigits: most });
    formats.set(key, found);
  }
  return found;
}

/** At most so many digits behind the point. */
export function formatNumber(value: number, language: Language, digits = 0): string {
  return numberFormat(language, 0, digits).format(value);
}

/** Exactly so many digits behind the point: for columns, and for figures that change before the eye. */
export function formatFixed(value: number, language: Language, digits: number): string {
  return numberFormat(language, digits, digits).format(value);
}

/** So many digits that count, wherever the point is: for measures that may be tiny. */
export function formatDigits(value: number, language: Language, digits: number): string {
  return value.toLocaleString(language, { maximumSignificantDigits: digits });
}

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const;

/** `577 B`, `1.5 MB`, `120 GB`: what would be rounded to a thousand of a unit is one of the next. */
export function formatBytes(bytes: number, language: Language): string {
  let unit = 0;
  let size = bytes;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${formatNumber(size, language, unit === 0 || size >= 99.5 ? 0 : 1)} ${UNITS[unit]}`;
}

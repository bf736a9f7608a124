/** Days as a person of a language reads them, for pages and reports. */
import type { Language } from './language.ts';

const STYLES = {
  /** `8 de maio de 1941` */
  long: { dateStyle: 'long', timeZone: 'UTC' },
  /** `8 de mai. de 1941` */
  medium: { dateStyle: 'medium', timeZone: 'UTC' },
  /** `maio de 1941` */
  month: { month: 'long', year: 'numeric', timeZone: 'UTC' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateStyle = keyof typeof STYLES;

const formats = new Map<string, Intl.DateTimeFormat>();

/** A format holds memory that the collector of garbage does not see, and is never in a hurry to give back: there is one of each kind. */
export function formatDate(at: number | Date, language: Language, style: DateStyle): string {
  const key = `${language} ${style}`;
  let found = formats.get(key);
  if (found === undefined) formats.set(key, (found = new Intl.DateTimeFormat(language, STYLES[style])));
  return found.format(at);
}

/** Fingerprint of lexicon and patterns, stored with a run: it changes whenever a word or a pattern of the language does. */
import { fnv53 } from '../../bytes/index.ts';
import { localeOf } from '../default-locale.ts';
import type { Locale } from '../locale.ts';

const versions = new WeakMap<Locale, string>();

export function lexiconVersion(locale: Locale = localeOf()): string {
  let version = versions.get(locale);
  if (version === undefined) {
    const { name, grammar, lexicon } = locale;
    version = `${name.split('-', 1)[0]!}-${fnv53(JSON.stringify([grammar, lexicon])).toString(16)}`;
    versions.set(locale, version);
  }
  return version;
}

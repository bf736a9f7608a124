/** Mined patterns that are news to a language, taken into its grammar. */
import { TarrafaError } from '../../errors.ts';
import { reason } from '../../words/why.ts';
import { type Annotator, annotatorOf } from '../annotate.ts';
import type { Locale } from '../locale.ts';
import type { Pattern } from '../pattern.ts';
import { compareWithGrammar } from './known-patterns.ts';
import type { ReadPattern } from './mined-file.ts';

/** Of mined patterns those that the annotator does not read yet: a mined pattern never takes the place of one that was written by hand. */
export function newPatterns(patterns: readonly ReadPattern[], using: Annotator): Pattern[] {
  return compareWithGrammar(patterns, using)
    .filter(({ known }) => known === null)
    .flatMap(({ mined }) => mined.patterns);
}

/**
 * A language that also reads the patterns, which were found to be news to it. Throws TRF_TIME_PATTERNS, with the name of where they are
 * from, when one of them cannot be compiled.
 */
export function localeWith(patterns: readonly Pattern[], locale: Locale, name: string): Locale {
  if (patterns.length === 0) return locale;
  const { grammar } = locale;
  const more: Locale = { ...locale, grammar: { ...grammar, atoms: [...grammar.atoms, ...patterns] } };
  try {
    annotatorOf(more);
  } catch (cause) {
    throw new TarrafaError('TRF_TIME_PATTERNS', [name, reason('patterns-do-not-compile')], { cause });
  }
  return more;
}

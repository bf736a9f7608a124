/**
 * The pattern miner of the time room: reads a corpus once and gives patterns in the annotator's own form, with how often each was seen
 * and in which words. Portuguese unless another language is given.
 *
 * ```ts
 * const cop = new Cop();
 * for (const text of ['No ano passado…', 'No ano seguinte…']) cop.add(text);
 * cop.result().patterns[0]?.text; // 'No ano (passado|seguinte)'
 * ```
 */
import type { Annotator as LocaleAnnotator } from '../annotate.ts';
import { localeOf } from '../default-locale.ts';
import type { Locale } from '../locale.ts';
import { PT_MINING } from '../locales/pt/mining/mining.ts';
import type { Pattern } from '../pattern.ts';
import { annotator } from '../reading.ts';
import * as known from './known-patterns.ts';
import { readMined } from './mined-file.ts';
import { type CopOptions, type MinedPattern, Miner } from './miner.ts';
import type { Mining } from './mining.ts';
import { newPatterns } from './with-mined.ts';

export type { CopOptions, CopResult, MinedPattern } from './miner.ts';
export type { Mining } from './mining.ts';
export { localeWith } from './with-mined.ts';

/** A language to mine in. */
export interface MinedLanguage {
  readonly locale: Locale;
  readonly mining: Mining;
}

/** The Co-Occurrence Processor. */
export class Cop extends Miner {
  constructor(
    options: CopOptions = {},
    { locale, mining }: MinedLanguage = { locale: localeOf(), mining: PT_MINING },
  ) {
    super(locale, mining, options);
  }
}

/** Looks each example up in the grammar; one is known when an expression reaches its end. */
export function compareWithGrammar(
  mined: readonly MinedPattern[],
  using: LocaleAnnotator = annotator(),
): known.Comparison[] {
  return known.compareWithGrammar(mined, using);
}

/** The patterns of a file of `tarrafa time mine` that a language does not read yet, for `localeWith`. Throws TRF_TIME_PATTERNS. */
export function newsOf(text: string, name: string, locale: Locale = localeOf()): Pattern[] {
  return newPatterns(readMined(text, name, locale), annotator(locale));
}

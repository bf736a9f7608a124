/**
 * The pattern miner of the time room: reads a corpus once and gives patterns in the annotator's own form, with how often each was seen
 * and in which words. Portuguese unless another language is given.
 *
 * ```ts
 * const { patterns } = await mine(['No ano passado…', 'No ano seguinte…']);
 * patterns[0]?.text; // 'No ano (passado|seguinte)'
 * new Annotator(withMined(patterns));
 * ```
 */
import type { Annotator as LocaleAnnotator } from '../annotate.ts';
import { localeOf } from '../default-locale.ts';
import type { Grammar, Locale } from '../locale.ts';
import { PT_GRAMMAR } from '../locales/pt/grammar.ts';
import { PT_MINING } from '../locales/pt/mining/mining.ts';
import { Annotator, annotator } from '../reading.ts';
import * as known from './known-patterns.ts';
import { type CopOptions, type CopResult, type MinedPattern, Miner } from './miner.ts';
import type { Mining } from './mining.ts';

export { PT_MARKERS } from '../locales/pt/mining/markers.ts';

export { COP_DEFAULTS, type CopOptions, type CopResult, type MinedPattern } from './miner.ts';
export type { Mining } from './mining.ts';

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

/** Mines a corpus, one text after the other; nothing of a text is kept but what was counted. */
export async function mine(
  corpus: AsyncIterable<string> | Iterable<string>,
  options: CopOptions = {},
): Promise<CopResult> {
  const cop = new Cop(options);
  for await (const text of corpus) cop.add(text);
  return cop.result();
}

/** Looks each example up in the grammar; one is known when an expression reaches its end. */
export function compareWithGrammar(
  mined: readonly MinedPattern[],
  using: LocaleAnnotator = annotator(),
): known.Comparison[] {
  return known.compareWithGrammar(mined, using);
}

/** The grammar with what it does not read yet added to it: a mined pattern never takes the place of one that was written by hand. */
export function withMined(patterns: readonly MinedPattern[], grammar: Grammar = PT_GRAMMAR): Grammar {
  return known.withMined(patterns, grammar === PT_GRAMMAR ? annotator() : new Annotator(grammar));
}

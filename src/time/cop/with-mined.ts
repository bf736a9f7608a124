/** Mined patterns that are news to a grammar, taken into it. */
import type { Annotator } from '../annotate.ts';
import type { Grammar } from '../locale.ts';
import { compareWithGrammar } from './known-patterns.ts';
import type { MinedPattern } from './miner.ts';

/** The grammar of an annotator with what it does not read yet added to it: a mined pattern never takes the place of one that was written by hand. */
export function withMined(patterns: readonly MinedPattern[], using: Annotator): Grammar {
  const { grammar } = using.locale;
  const news = compareWithGrammar(patterns, using).filter(({ known }) => known === null);
  return { ...grammar, atoms: [...grammar.atoms, ...news.flatMap(({ mined }) => mined.patterns)] };
}

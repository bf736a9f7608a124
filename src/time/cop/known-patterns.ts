/** Mined patterns beside the grammar in use: which of them it already reads, and which are news. */
import type { Annotator } from '../annotate.ts';
import type { Grammar } from '../locale.ts';
import type { MinedPattern } from './miner.ts';

export interface Comparison {
  readonly mined: MinedPattern;
  /** The pattern that reads the examples now; `null` when none reads them to their end. */
  readonly known: string | null;
}

/** Looks each example up in the grammar; one is known when an expression reaches its end. */
export function compareWithGrammar(mined: readonly MinedPattern[], using: Annotator): Comparison[] {
  return mined.map((pattern) => {
    let known: string | null = null;
    for (const example of pattern.examples) {
      const found = using.annotate(example);
      const last = found[found.length - 1];
      if (found.length === 1 && last!.end === example.length) {
        known = last!.patternId;
        break;
      }
    }
    return { mined: pattern, known };
  });
}

/** The grammar of an annotator with what it does not read yet added to it: a mined pattern never takes the place of one that was written by hand. */
export function withMined(patterns: readonly MinedPattern[], using: Annotator): Grammar {
  const { grammar } = using.locale;
  const news = compareWithGrammar(patterns, using).filter(({ known }) => known === null);
  return { ...grammar, atoms: [...grammar.atoms, ...news.flatMap(({ mined }) => mined.patterns)] };
}

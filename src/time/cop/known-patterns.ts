/** Mined patterns beside the grammar in use: which of them it already reads. */
import type { Annotator } from '../annotate.ts';
import type { MinedPattern } from './miner.ts';

export interface Comparison<Mined = MinedPattern> {
  readonly mined: Mined;
  /** The pattern that reads the examples now; `null` when none reads them to their end. */
  readonly known: string | null;
}

/** Looks each example up in the grammar; one is known when an expression reaches its end. */
export function compareWithGrammar<Mined extends Pick<MinedPattern, 'examples'>>(
  mined: readonly Mined[],
  using: Annotator,
): Comparison<Mined>[] {
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

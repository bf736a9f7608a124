/** Damage of an input, which is told and never stops the reading. */
import type { Why } from '../../words/why.ts';

export interface InputProblem {
  readonly path: string;
  /** Byte of the file where it is; null when it is of the whole file. */
  readonly offset: number | null;
  readonly why: Why;
}

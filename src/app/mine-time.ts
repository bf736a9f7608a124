/**
 * The patterns in which the texts of a collection speak of time, mined from what stands beside its words of time, and which of them the
 * grammar reads already.
 *
 * ```ts
 * const { patterns } = await mineTime(['coleta'], { limit: 10_000 });
 * for (const { text, frequency, known } of patterns) console.log(frequency, text, known ?? 'new');
 * ```
 */
import type { CopResult, MinedPattern } from '../time/cop/index.ts';
import type { InputProblem } from './input/input-problem.ts';

/** Between what the numbers of a wish may be chosen, and what holds without a choice. */
export const MINING_LIMITS = {
  window: { least: 1, most: 5, usual: 2 },
  minFrequency: { least: 1, usual: 2 },
} as const;

/** Numbers as `MINING_LIMITS` allows them. */
export interface MineTimeOptions {
  /** Words before and after a marker. */
  readonly window?: number | undefined;
  /** Least frequency of a pattern. */
  readonly minFrequency?: number | undefined;
  /** Only the patterns that the grammar does not read yet. */
  readonly onlyNew?: boolean | undefined;
  /** Documents read at most. */
  readonly limit?: number | undefined;
  /** Ends it with what there is. */
  readonly signal?: AbortSignal | undefined;
  /** Told how many documents were read. */
  readonly onProgress?: ((documents: number) => void) | undefined;
  /** Told of damage, which never stops the reading. */
  readonly onProblem?: ((problem: InputProblem) => void) | undefined;
}

export interface MinedTimePattern extends MinedPattern {
  /** The pattern of the grammar that reads it; null when none does. */
  readonly known: string | null;
}

export interface MinedTime extends Omit<CopResult, 'patterns'> {
  /** Most frequent first. */
  readonly patterns: readonly MinedTimePattern[];
  /** All patterns, of which `patterns` has the new ones only when that was asked for. */
  readonly found: number;
}

/** `inputs`: folders of crawls, archives, collections in XML, records of WPT, JSON Lines, texts. */
export async function mineTime(inputs: readonly string[], options: MineTimeOptions = {}): Promise<MinedTime> {
  const { limit = Number.POSITIVE_INFINITY, onlyNew = false, signal, onProgress, onProblem } = options;
  const [{ Cop, compareWithGrammar }, { collectionDocuments }] = await Promise.all([
    import('../time/cop/index.ts'),
    import('./input/collection-documents.ts'),
  ]);
  const { window = MINING_LIMITS.window.usual, minFrequency = MINING_LIMITS.minFrequency.usual } = options;
  const cop = new Cop({ window, minFrequency });
  let read = 0;
  for await (const { blocks } of collectionDocuments(inputs, onProblem === undefined ? {} : { onProblem })) {
    for (const { text } of blocks) cop.add(text);
    read++;
    onProgress?.(read);
    if (read >= limit || signal?.aborted === true) break;
  }
  const { patterns, ...counts } = cop.result();
  const compared = compareWithGrammar(patterns).filter(({ known }) => !onlyNew || known === null);
  return {
    ...counts,
    found: patterns.length,
    patterns: compared.map(({ mined, known }) => ({ ...mined, known })),
  };
}

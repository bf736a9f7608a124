/** The codes by which words of running texts are looked up: of folded letters, and of words one behind another. */
import { FNV_SEED, fnvStep } from '../../../bytes/index.ts';

export const NO_WORD = FNV_SEED;

/** The code of a folded word. */
export function wordHash(folded: string): number {
  let hash = NO_WORD;
  for (let i = 0; i < folded.length; i++) hash = fnvStep(hash, folded.charCodeAt(i));
  return hash;
}

/** The code of words, from that of the words before and of one more. */
export function joinedHash(before: number, word: number): number {
  const mixed = Math.imul(before ^ word, 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 15), 0x9e3779b1);
}

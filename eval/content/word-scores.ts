/**
 * Text-level scores: precision, recall and F of the multiset of words, as the public benchmarks of content extraction count them (a word
 * is a run of letters, digits and `_`, in lower case).
 */
export interface WordScore {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

const WORD = /[\p{L}\p{N}_]+/gu;

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}

export function wordScore(answer: string, gold: string): WordScore {
  const answered = wordsOf(answer);
  const wanted = wordsOf(gold);
  if (wanted.length === 0 || answered.length === 0) {
    const right = wanted.length === answered.length ? 1 : 0;
    return { precision: right, recall: right, f1: right };
  }
  const left = new Map<string, number>();
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of answered) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    shared++;
  }
  const precision = shared / answered.length;
  const recall = shared / wanted.length;
  return { precision, recall, f1: shared === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

/** How well returned blocks agree with the truth: by block as published, and by text (docs/methods.md, "X-CEX"). */
import { unicodeTokens } from './xcex/index.ts';

export interface BlockCounts {
  /** Returned and content. */
  readonly tp: number;
  /** Returned and not content. */
  readonly fp: number;
  /** Content blocks in all. */
  readonly truth: number;
  /** Candidate blocks in all. */
  readonly candidates: number;
  /** Content blocks that never were candidates. */
  readonly fnOutsideCandidates?: number;
}

export interface BlockScores {
  readonly tp: number;
  readonly fp: number;
  /** Content blocks not returned, whether or not they were candidates. */
  readonly fn: number;
  readonly fnOutsideCandidates: number;
  readonly tn: number;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
  /** (tp + tn) over the candidates. */
  readonly accuracy: number;
  /** 1 − fp over the candidates, which is what the published tables print: misses count as right. Never to rank by. */
  readonly accuracyAsPrinted: number;
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);

/** Nothing returned scores 0, never a division by nothing. */
export function blockScores(counts: BlockCounts): BlockScores {
  const { tp, fp, truth, candidates, fnOutsideCandidates = 0 } = counts;
  const fn = truth - tp;
  const tn = candidates - tp - fp - (fn - fnOutsideCandidates);
  const precision = share(tp, tp + fp);
  const recall = share(tp, truth);
  return {
    tp,
    fp,
    fn,
    fnOutsideCandidates,
    tn,
    precision,
    recall,
    f1: share(2 * precision * recall, precision + recall),
    accuracy: share(tp + tn, candidates),
    accuracyAsPrinted: candidates === 0 ? 0 : 1 - fp / candidates,
  };
}

export interface EvaluatedPage {
  readonly id: string;
  readonly blocks: readonly { readonly text: string; readonly verdict: 'content' | 'non-content' }[];
}

const normal = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();

/** A multiset of texts, from which each can be taken as often as it is there. */
class Texts {
  readonly #left = new Map<string, number>();

  constructor(texts: readonly string[]) {
    for (const text of texts) this.#left.set(normal(text), (this.#left.get(normal(text)) ?? 0) + 1);
  }

  take(text: string): boolean {
    const left = this.#left.get(normal(text)) ?? 0;
    if (left > 0) this.#left.set(normal(text), left - 1);
    return left > 0;
  }
}

export interface EvaluateOptions {
  /** Texts of a page that count neither way when returned (bylines, dates, credits). */
  readonly neutral?: Readonly<Record<string, readonly string[]>>;
}

/** Matches by page and equal text with white space collapsed, one to one. Pages without an entry have no content. */
export function evaluateBlocks(
  pages: readonly EvaluatedPage[],
  truth: Readonly<Record<string, readonly string[]>>,
  options: EvaluateOptions = {},
): BlockScores {
  let tp = 0;
  let fp = 0;
  let candidates = 0;
  let outside = 0;
  let all = 0;
  for (const page of pages) {
    const wanted = Object.hasOwn(truth, page.id) ? truth[page.id]! : [];
    const neutral = Object.hasOwn(options.neutral ?? {}, page.id) ? options.neutral![page.id]! : [];
    all += wanted.length;
    const unfound = new Texts(wanted);
    const unscored = new Texts(neutral);
    const scored = page.blocks.filter(({ text }) => !unscored.take(text));
    candidates += scored.length;
    for (const { text, verdict } of scored) {
      if (verdict !== 'content') continue;
      if (unfound.take(text)) tp++;
      else fp++;
    }
    const candidate = new Texts(scored.map(({ text }) => text));
    for (const text of wanted) if (!candidate.take(text)) outside++;
  }
  return blockScores({ tp, fp, truth: all, candidates, fnOutsideCandidates: outside });
}

export interface TextScores {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** Precision, recall and F of two texts as multisets of words. Two texts without a word agree. */
export function textScores(returned: string, truth: string): TextScores {
  const got = unicodeTokens(returned);
  const wanted = unicodeTokens(truth);
  if (got.length === 0 && wanted.length === 0) return { precision: 1, recall: 1, f1: 1 };
  const left = new Texts(wanted);
  let shared = 0;
  for (const word of got) if (left.take(word)) shared++;
  const precision = share(shared, got.length);
  const recall = share(shared, wanted.length);
  return { precision, recall, f1: share(2 * precision * recall, precision + recall) };
}

/** The scores of methods on sites, as numbers; and as the table that can be set beside the source's. */
import { csvLine } from '../../formats/index.ts';

export interface Measured {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

export interface ContentScore {
  readonly site: string;
  readonly method: string;
  readonly pages: number;
  readonly blocks: number;
  readonly truth: number;
  /** Null where the truth is of words alone. */
  readonly byBlock:
    | (Measured & {
        readonly tp: number;
        readonly fp: number;
        readonly fn: number;
        readonly fnOutsideCandidates: number;
        readonly accuracy: number;
        readonly accuracyAsPrinted: number;
      })
    | null;
  readonly byWord: Measured;
  readonly seconds: number;
  /** As the source prints it. */
  readonly time: string;
}

export type ContentScores = readonly ContentScore[];

const two = (value: number): string => value.toFixed(2);

/** First the columns of the source's tables, in their order, then what it did not print. */
export function scoresCsv(scores: ContentScores): string {
  const header =
    'config site blocks precision recall f1 accuracy_as_printed time_printed time_seconds pages truth tp fp fn fn_outside_candidates accuracy word_precision word_recall word_f1';
  return [
    csvLine(header.split(' ')),
    ...scores.map(({ site, method, pages, blocks, truth, byBlock, byWord, seconds, time }) =>
      csvLine([
        method,
        site,
        blocks,
        ...(byBlock === null
          ? [null, null, null, null]
          : [byBlock.precision, byBlock.recall, byBlock.f1, byBlock.accuracyAsPrinted].map(two)),
        time,
        Number(seconds.toFixed(3)),
        pages,
        truth,
        ...(byBlock === null
          ? [null, null, null, null, null]
          : [byBlock.tp, byBlock.fp, byBlock.fn, byBlock.fnOutsideCandidates, two(byBlock.accuracy)]),
        ...[byWord.precision, byWord.recall, byWord.f1].map(two),
      ]),
    ),
  ].join('');
}

/** The mean over sites of each method, in the order in which they come. */
export function meanScores(scores: ContentScores): {
  readonly method: string;
  readonly sites: number;
  readonly byBlock: Measured | null;
  readonly byWord: Measured;
}[] {
  return [...new Set(scores.map(({ method }) => method))].map((method) => {
    const mine = scores.filter((score) => score.method === method);
    const blocks = mine.map(({ byBlock }) => byBlock).filter((each) => each !== null);
    return {
      method,
      sites: mine.length,
      byBlock: blocks.length === 0 ? null : meanOf(blocks),
      byWord: meanOf(mine.map(({ byWord }) => byWord)),
    };
  });
}

function meanOf(list: readonly Measured[]): Measured {
  const mean = (pick: (score: Measured) => number): number =>
    list.reduce((sum, score) => sum + pick(score), 0) / list.length;
  return { precision: mean((s) => s.precision), recall: mean((s) => s.recall), f1: mean((s) => s.f1) };
}

import { describe, expect, it } from 'vitest';
import { blockScores, evaluateBlocks, textScores } from './block-scores.ts';
import { runContentExtractor } from './content-extractor/index.ts';
import { FIXTURE_A, FIXTURE_A_TRUTH, NO_STOP_WORDS } from './xcex/fixture-a.suite.ts';
import { analyseSite } from './xcex/index.ts';

const two = (value: number) => Number(value.toFixed(2));
const four = (value: number) => Number(value.toFixed(4));

describe('scores', () => {
  it('[X-A34] scores as the specification says, and so do the three runs of X-CEX', () => {
    const row = (pages: Parameters<typeof evaluateBlocks>[0]) => {
      const s = evaluateBlocks(pages, FIXTURE_A_TRUTH);
      return [s.tp, s.fp, s.fn, ...[s.precision, s.recall, s.f1, s.accuracy, s.accuracyAsPrinted].map(four)];
    };
    const xcex = (changes: Parameters<typeof analyseSite>[1]) =>
      row(analyseSite(FIXTURE_A, { ...NO_STOP_WORDS, ...changes }).pages);
    expect(xcex({})).toEqual([20, 4, 0, 0.8333, 1, 0.9091, 0.9184, 0.9184]);
    expect(xcex({ exactRule: 'off' })).toEqual([20, 6, 0, 0.7692, 1, 0.8696, 0.8776, 0.8776]);
    expect(xcex({ contentImportance: 0.6, structureImportance: 0.4 })).toEqual([
      10, 4, 10, 0.7143, 0.5, 0.5882, 0.7143, 0.9184,
    ]);
    expect(row(runContentExtractor(FIXTURE_A, NO_STOP_WORDS).pages)).toEqual([
      20, 19, 0, 0.5128, 1, 0.678, 0.7246, 0.7246,
    ]);
  });

  it('[X-A35] counts content that never was a candidate as missed', () => {
    const s = blockScores({ tp: 75, fp: 0, candidates: 81, truth: 112, fnOutsideCandidates: 31 });
    expect([two(s.precision), two(s.recall), two(s.f1), s.fn]).toEqual([1, 0.67, 0.8, 37]);
    const page = { id: 'a', blocks: [{ text: 'um', verdict: 'content' as const }] };
    const missed = evaluateBlocks([page], { a: ['O título', 'um'] });
    expect([missed.recall, missed.fn, missed.fnOutsideCandidates, missed.accuracy]).toEqual([0.5, 1, 1, 1]);
  });

  it('[X-A36] scores 84 right and 100 wrong of 184 candidates', () => {
    const s = blockScores({ tp: 84, fp: 100, candidates: 184, truth: 85 });
    expect([s.precision, s.recall, s.f1, s.accuracyAsPrinted].map(two)).toEqual([0.46, 0.99, 0.62, 0.46]);
  });

  it('[X-A37] tells the true accuracy from the printed one', () => {
    const s = blockScores({ tp: 25, fp: 24, candidates: 184, truth: 85, fnOutsideCandidates: 1 });
    expect([s.precision, s.recall, s.f1, s.accuracyAsPrinted, s.accuracy].map(two)).toEqual([
      0.51, 0.29, 0.37, 0.87, 0.55,
    ]);
  });

  it('[X-A38] is 0, not NaN, when nothing is returned', () => {
    const none = blockScores({ tp: 0, fp: 0, candidates: 5, truth: 3 });
    expect([none.precision, none.recall, none.f1]).toEqual([0, 0, 0]);
    const empty = blockScores({ tp: 0, fp: 0, candidates: 0, truth: 0 });
    expect(Object.values(empty).every((value) => Number.isFinite(value))).toBe(true);
  });

  it('matches one to one, by page, with white space collapsed, and leaves neutral blocks out', () => {
    const content = (text: string) => ({ text, verdict: 'content' as const });
    const pages = [
      { id: 'a', blocks: [content('um  dois'), content('um dois'), content('Por Ana'), content('menu')] },
      { id: 'b', blocks: [content('três')] },
    ];
    const s = evaluateBlocks(pages, { a: ['um dois', 'três'], b: [] }, { neutral: { a: ['Por Ana'] } });
    expect([s.tp, s.fp, s.fn]).toEqual([1, 3, 1]);
  });

  it('compares texts as multisets of words', () => {
    const { precision, recall, f1 } = textScores('A bola rola', 'a bola, a bola');
    expect([precision, recall, f1].map(four)).toEqual([0.6667, 0.5, 0.5714]);
    expect(textScores('', '')).toEqual({ precision: 1, recall: 1, f1: 1 });
    expect(textScores('', 'a')).toEqual({ precision: 0, recall: 0, f1: 0 });
  });
});

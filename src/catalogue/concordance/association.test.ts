import { describe, expect, it } from 'vitest';
import { logDice, logLikelihood, mutualInformation } from './association.ts';

describe('association', () => {
  // T. Dunning (1993), table 1: pairs of words of 30,000 words of a Swiss bank's reports.
  it.each([
    ['the swiss', 110, 2442, 111, 29114, 270.72],
    ['can be', 29, 13, 123, 31612, 263.9],
    ['previous year', 31, 23, 139, 31584, 256.84],
    ['mineral water', 10, 0, 3, 31764, 167.23],
  ])('has the log-likelihood that Dunning gives for %s', (_, both, firstOnly, secondOnly, neither, value) => {
    expect(logLikelihood({ both, firstOnly, secondOnly, neither })).toBeCloseTo(value, 1);
  });

  it('is nothing where words are as near as by chance', () => {
    expect(logLikelihood({ both: 10, firstOnly: 90, secondOnly: 90, neither: 810 })).toBeCloseTo(0, 10);
  });

  it('has the logDice of its definition: 14 for words that are always together, one less for half as often', () => {
    expect(logDice(50, 50, 50)).toBe(14);
    expect(logDice(25, 50, 50)).toBe(13);
    // 2 · 20 / (100 + 60) is a quarter.
    expect(logDice(20, 100, 60)).toBe(12);
    // The same shares in a corpus a thousand times as large.
    expect(logDice(20_000, 100_000, 60_000)).toBe(12);
  });

  it('has the mutual information of its definition', () => {
    expect(mutualInformation(8, 1)).toBe(3);
    expect(mutualInformation(1, 4)).toBe(-2);
  });
});

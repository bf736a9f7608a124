import { describe, expect, it } from 'vitest';
import { RatioEstimate } from './ratio-estimate.ts';
import { drawnNumbers, draws } from './sampling.ts';

/** Pages of very different lengths, in which about one word in seven is the one looked for. */
function pages(count: number): { readonly words: number; readonly hits: number }[] {
  const draw = draws(11);
  return Array.from({ length: count }, () => {
    const words = 20 + Math.floor(2_000 * draw() ** 3);
    let hits = 0;
    for (let i = 0; i < words; i++) if (draw() < 1 / 7) hits++;
    return { words, hits };
  });
}

describe('a total told from some pages', () => {
  const all = pages(4_000);
  const [known, met] = [
    all.reduce((sum, one) => sum + one.words, 0),
    all.reduce((sum, one) => sum + one.hits, 0),
  ];
  const drawn = (seed: number, size: number): RatioEstimate => {
    const estimate = new RatioEstimate();
    for (const at of drawnNumbers(size, all.length, draws(seed))) estimate.add(all[at]!.words, all[at]!.hits);
    return estimate;
  };

  it('is as near as it says, in about 95 of 100 samples', () => {
    let within = 0;
    for (let seed = 1; seed <= 400; seed++) {
      const estimate = drawn(seed, 100);
      const off = Math.abs(estimate.total(known) - met) / met;
      if (off <= estimate.error(all.length)) within++;
    }
    expect(within / 400).toBeGreaterThan(0.92);
    expect(within / 400).toBeLessThan(0.985);
  });

  it('is much nearer than the mean of the pages would bring it, where their sizes are known', () => {
    const off = (of: (seed: number) => number): number => {
      let squares = 0;
      for (let seed = 1; seed <= 200; seed++) squares += ((of(seed) - met) / met) ** 2;
      return Math.sqrt(squares / 200);
    };
    const byMean = off((seed) => {
      let hits = 0;
      for (const at of drawnNumbers(100, all.length, draws(seed))) hits += all[at]!.hits;
      return (hits * all.length) / 100;
    });
    expect(off((seed) => drawn(seed, 100).total(known))).toBeLessThan(byMean / 5);
  });

  it('of all pages is the sum itself, and of none says nothing', () => {
    const whole = drawn(1, all.length);
    expect(whole.total(known)).toBeCloseTo(met, 6);
    expect(whole.error(all.length)).toBe(0);
    expect(new RatioEstimate().total(known)).toBe(0);
    const nothing = new RatioEstimate();
    for (let i = 0; i < 50; i++) nothing.add(10, 0);
    expect([nothing.total(known), nothing.error(1_000)]).toEqual([0, 1]);
  });
});

import { describe, expect, it } from 'vitest';
import { communicationOverhead, coverage, overlap, quality } from './crawl-metrics.ts';

describe('metrics of a parallel crawl', () => {
  it('N = 100, I = 80, U = 200, M = 50', () => {
    expect(overlap(100, 80)).toBeCloseTo(0.25, 12);
    expect(coverage(80, 200)).toBeCloseTo(0.4, 12);
    expect(communicationOverhead(50, 100)).toBeCloseTo(0.5, 12);
  });

  it('quality: the share of the most important pages that was downloaded', () => {
    expect(quality(2, 4)).toBe(0.5);
    expect(quality(0, 0)).toBe(0);
  });

  it('a crawl that downloaded nothing has metrics too', () => {
    expect([overlap(0, 0), coverage(0, 0), communicationOverhead(0, 0)]).toEqual([0, 0, 0]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatBytes, formatFixed, formatNumber } from './quantities.ts';

describe('sizes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [999.6, '1 kB'],
    [1_234_567, '1.2 MB'],
    [99_400_000, '99.4 MB'],
    [99_600_000, '100 MB'],
    [999_600_000, '1 GB'],
    [2e18, '2,000 PB'],
  ])('of %d bytes are %s', (bytes, written) => {
    expect(formatBytes(bytes, 'en')).toBe(written);
  });

  it('are written with the marks of the language', () => {
    expect(formatBytes(1_540_000, 'pt-BR')).toBe('1,5 MB');
  });

  it('have at most three digits before the point, up to the last unit', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 8 }), (n, power) => {
        expect(formatBytes(n * 10 ** power, 'en')).toMatch(/^\d{1,3}(?:\.\d)? (?:[kMGTP])?B$/);
      }),
    );
  });
});

describe('numbers', () => {
  it('have no more digits than asked for, or exactly as many', () => {
    expect(formatNumber(1234.5, 'pt-BR')).toMatch(/^1\.23[45]$/);
    expect(formatNumber(1.5, 'en', 2)).toBe('1.5');
    expect(formatFixed(1.5, 'en', 2)).toBe('1.50');
  });
});

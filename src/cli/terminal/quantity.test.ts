import { describe, expect, it } from 'vitest';
import { parseBytes, parseCount, parseDuration } from '../../app/input/quantity.ts';
import { formatBytes } from '../../words/index.ts';
import { formatDuration } from './quantity.ts';

describe('quantities', () => {
  it.each([
    ['1000', 1000],
    ['2MB/s', 2_000_000],
    ['500 kB', 500_000],
    ['1,5 GiB', 1.5 * 2 ** 30],
    ['10g', 10e9],
    ['MB', null],
    ['-1', null],
    ['1e9', null],
  ])('size %s', (text, bytes) => expect(parseBytes(text)).toBe(bytes));

  it.each([
    ['30', 30_000],
    ['30s', 30_000],
    ['1.5s', 1_500],
    ['200ms', 200],
    ['5min', 300_000],
    ['2h', 7_200_000],
    ['1d', 86_400_000],
    ['0', 0],
    ['ontem', null],
  ])('time %s', (text, ms) => expect(parseDuration(text)).toBe(ms));

  it.each([
    ['5000', 5000],
    ['10k', 10_000],
    ['1.5M', 1_500_000],
    ['1.5', null],
    ['', null],
  ])('count %s', (text, count) => expect(parseCount(text)).toBe(count));

  it('are written as people of the language write them', () => {
    expect(formatBytes(1_234_567, 'pt-BR')).toBe('1,2 MB');
    expect(formatBytes(999, 'en')).toBe('999 B');
    expect(formatDuration(3_723_000)).toBe('1h02min');
    expect(formatDuration(65_000)).toBe('1min05s');
  });
});

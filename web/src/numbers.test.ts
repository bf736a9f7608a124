import { describe, expect, it } from 'vitest';
import { formatBytes, formatCount, formatShare } from './numbers.ts';

describe('numbers', () => {
  it('says bytes in the unit that fits', () => {
    expect(formatBytes(577, 'pt-BR')).toBe('577 B');
    expect(formatBytes(1_540_000, 'pt-BR')).toBe('1,5 MB');
    expect(formatBytes(1_540_000, 'en')).toBe('1.5 MB');
  });

  it('marks lower bounds', () => {
    expect(formatCount(12_000, true, 'pt-BR')).toBe('≥ 12.000');
    expect(formatCount(12, false, 'en')).toBe('12');
  });

  it('says shares', () => {
    expect(formatShare(0.937, 'en')).toBe('94%');
  });
});

import { describe, expect, it } from 'vitest';
import { GenerationalCache, ownCopy } from './generational-cache.ts';

describe('generational cache', () => {
  it('keeps what is asked for, forgets what is not, and stays bounded', () => {
    const cache = new GenerationalCache<number>(10);
    for (let i = 0; i < 100; i++) {
      cache.set(`k${i}`, i);
      expect(cache.get('k0')).toBe(0);
      expect(cache.size).toBeLessThanOrEqual(10);
    }
    expect(cache.get('k99')).toBe(99);
    expect(cache.get('k1')).toBe(undefined);
  });

  it('copies faithfully', () => {
    for (const text of ['', 'abc', 'ção', '😀', '\ud800', '\u0000']) expect(ownCopy(text)).toBe(text);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './strict-json.ts';

const filler = `"${'x'.repeat(70_000)}"`;

describe('JSON of strangers', () => {
  it('is what the platform reads, however long', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const long = `[${json},${filler}]`;
        expect(parseJson(long)).toEqual(JSON.parse(long));
        expect(parseJson(json)).toEqual(JSON.parse(json));
      }),
      { numRuns: 200, seed: 3 },
    );
  });

  it('of too many levels is refused before anything is built, whatever stands in its strings', () => {
    const nested = (levels: number) => `[${filler},${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}]`;
    // The process has other tests: what it has taken before is theirs.
    const before = process.resourceUsage().maxRSS;
    expect(parseJson(nested(512))).toHaveLength(2);
    expect(() => parseJson(nested(513))).toThrow('levels');
    expect(() => parseJson('['.repeat(60_000_000))).toThrow('levels');
    for (const text of ['[[['.repeat(400), '\\"[[['.repeat(400), '\\\\'.repeat(400)])
      expect(parseJson(`[${filler},"${text}"]`)).toHaveLength(2);
    expect(() => parseJson(`"${'['.repeat(100_000)}`)).toThrow(SyntaxError);
    expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(500);
  });
});

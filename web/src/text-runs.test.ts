import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paragraphs, textRuns } from './text-runs.ts';

describe('text runs', () => {
  it('cuts a text at its marks', () => {
    expect(textRuns('em 1941 choveu', [{ start: 3, end: 7 }]).map((r) => [r.text, r.mark !== null])).toEqual([
      ['em ', false],
      ['1941', true],
      [' choveu', false],
    ]);
  });

  it('loses and repeats nothing, whatever the marks', () => {
    const span = fc.record({
      start: fc.integer({ min: -5, max: 60 }),
      end: fc.integer({ min: -5, max: 60 }),
    });
    fc.assert(
      fc.property(fc.string({ maxLength: 50 }), fc.array(span), (text, marks) => {
        expect(
          textRuns(text, marks)
            .map((run) => run.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });

  it('finds paragraphs', () => {
    const text = 'um\n\n dois \n\ntrês';
    expect(paragraphs(text).map((p) => text.slice(p.start, p.end))).toEqual(['um', ' dois ', 'três']);
    expect(paragraphs('')).toEqual([]);
  });
});

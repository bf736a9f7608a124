import { describe, expect, it } from 'vitest';
import { annotateText, parseDct } from './index.ts';
import { DOCUMENT_DATE, SENTENCES } from './sentences.suite.ts';

const dct = parseDct(DOCUMENT_DATE);

/** `Nasceu [em 1939]{1939}.` → the text, and the expressions expected in it. */
function read(fixture: string): {
  text: string;
  expected: { start: number; text: string; value: string | undefined }[];
} {
  const expected: { start: number; text: string; value: string | undefined }[] = [];
  let text = '';
  let at = 0;
  for (const m of fixture.matchAll(/\[([^\]]+)\](?:\{([^}]+)\})?/g)) {
    text += fixture.slice(at, m.index);
    expected.push({ start: text.length, text: m[1]!, value: m[2] });
    text += m[1];
    at = m.index + m[0].length;
  }
  return { text: text + fixture.slice(at), expected };
}

describe('sentences', () => {
  it('has at least three hundred sentences, none twice', () => {
    expect(SENTENCES.length).toBeGreaterThanOrEqual(300);
    expect(new Set(SENTENCES).size).toBe(SENTENCES.length);
  });

  it.each(SENTENCES)('%s', (fixture) => {
    const { text, expected } = read(fixture);
    const found = annotateText(text, { dct });
    // The extent written in the sentence is the one with its preposition, or the one without it.
    const got = found.map((t, i) => {
      const want = expected[i];
      const core = want !== undefined && want.start === t.coreStart;
      return {
        start: core ? t.coreStart : t.start,
        text: core ? t.coreText : t.text,
        value: want?.value === undefined ? undefined : t.timex3.value,
      };
    });
    expect(got).toEqual(expected);
  });
});

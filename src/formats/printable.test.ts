import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, printableLines } from './index.ts';

describe('text fit for a terminal', () => {
  it('commands nothing and reorders nothing', () => {
    expect(printable('\u001b[2Ja\u009bb\r\nc\u202ed\u2066e\ud800f😀ção')).toBe('�[2Ja�b��c�d�e�f😀ção');
    expect(printableLines('a\tb\nc\rd\u001be')).toBe('a\tb\nc�d�e');
  });

  it('keeps its length, is well-formed, and stays when it is done twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const made of [printable(text), printableLines(text)]) {
          expect(made).toHaveLength(text.length);
          expect(made.isWellFormed()).toBe(true);
          expect(made.replace(/[\n\t]/g, '')).not.toMatch(/\p{Cc}/u);
        }
        expect(printable(printable(text))).toBe(printable(text));
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STOP_WORDS, stem, tokenOffsets, tokens, words } from './index.ts';

const EXAMPLE =
  'Capítulo 1\nIntrodução\n1.1. A política de revisita é necessária devido à natureza dinâmica da web. À medida que o rastreador percorre a web, ' +
  'vários eventos, tais como inclusões, atualizações e exclusões, modificam os recursos existentes.';

describe('tokens', () => {
  it('are the words of the worked example, 37 of them, 24 without stop words', () => {
    const all = words(EXAMPLE).map((word) => word.toLowerCase());
    expect(all.join(' ')).toBe(
      'capítulo 1 introdução 1 1 a política de revisita é necessária devido à natureza dinâmica da web à medida que o rastreador percorre a web vários eventos tais como inclusões atualizações e exclusões modificam os recursos existentes',
    );
    expect(all).toHaveLength(37);
    const telling = all.filter((word) => !STOP_WORDS.has(word));
    expect(telling.join(' ')).toBe(
      'capítulo 1 introdução 1 1 política revisita necessária devido natureza dinâmica web medida rastreador percorre web vários eventos inclusões atualizações exclusões modificam recursos existentes',
    );
    expect(telling).toHaveLength(24);
  });

  it('carry their places', () => {
    expect([...tokens('d’água: 3,5 m')]).toEqual([
      { text: 'd', start: 0, end: 1 },
      { text: 'água', start: 2, end: 6 },
      { text: '3', start: 8, end: 9 },
      { text: '5', start: 10, end: 11 },
      { text: 'm', start: 12, end: 13 },
    ]);
  });

  it('are all there in texts of any length made of short words', () => {
    for (let count = 1; count < 400; count++) {
      const text = 'é '.repeat(count) + 'x'.repeat(count % 7);
      expect([...tokens(text)].map((token) => token.text)).toEqual(words(text));
    }
  });

  it('are what a regular expression finds, for any text', () => {
    const unit = fc.constantFrom(
      'a',
      'É',
      '\u0301',
      '9',
      ' ',
      '-',
      '😀',
      '𝐀',
      '\ud835',
      '\udc00',
      '日',
      '🇧🇷',
      '٣',
      '_',
      "'",
      '½',
      'ª',
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit }), fc.string({ unit: 'binary' })), (text) => {
        const expected = [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map((match) => ({
          text: match[0],
          start: match.index,
          end: match.index + match[0].length,
        }));
        expect([...tokens(text)]).toEqual(expected);
        expect([...tokenOffsets(text)]).toEqual(expected.flatMap(({ start, end }) => [start, end]));
        expect(words(text)).toEqual(expected.map((token) => token.text));
      }),
      { numRuns: 5000, seed: 5 },
    );
  });
});

describe('stem', () => {
  it('brings the forms of a word together', () => {
    for (const forms of [
      ['coletor', 'coletores', 'COLETORES'],
      ['navegação', 'navegações'],
      ['menino', 'meninos', 'menina'],
      ['político', 'política', 'políticos'],
    ]) {
      expect(new Set(forms.map(stem)).size).toBe(1);
    }
    expect(stem('casa')).not.toBe(stem('carro'));
  });

  it('takes anything, and remembers without changing its mind', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (word) => {
        const first = stem(word);
        expect(stem(word)).toBe(first);
      }),
      { numRuns: 1000, seed: 6 },
    );
    expect(stem('x'.repeat(100_000))).toHaveLength(100_000);
    expect(stem('constructor')).toBe(stem('constructor'));
    expect(stem('__proto__')).toBeTypeOf('string');
  });
});

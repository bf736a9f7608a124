import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldBySteps } from './characters.ts';
import { fold, foldedHash, foldWords } from './index.ts';

/** Every kind of character the fast way treats apart. */
const piece = fc.oneof(
  fc.constantFrom(
    'São',
    'JOSÉ',
    'a\u0303',
    'ﬁ',
    'ß',
    'ẞ',
    'İ',
    'ı',
    'Ł',
    'Ǆ',
    'ŉ',
    'ǰ',
    'Å',
    'K',
    '“x”',
    '–',
    '…',
    '€',
    '😀',
    '👨‍👩‍👧',
    '\ud83d',
    '\ude00',
    '\ud800',
    '\udc00',
    'Σας',
    'ΣΑΣ',
    'Москва',
    '日本',
    '각',
    '\u1100\u1161',
    'עִבְ',
    '\u0345',
    ' ',
    '\n',
    '→',
    '↛',
    '≠',
    '★',
    'ẤỴ',
    '𝐀',
    '\u0958',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.string({ maxLength: 8 }),
);
const anyText = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));

describe('fold', () => {
  it('takes off case and accents, and leaves the rest in place', () => {
    expect(fold('São JOSÉ dos Campos — “coração”')).toBe('sao jose dos campos — “coracao”');
    expect(fold('já minúsculo')).toBe('ja minusculo');
    expect(fold('ascii')).toBe('ascii');
    expect(fold('')).toBe('');
  });

  it('is the same as folding step by step, for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fold(text)).toBe(foldBySteps(text));
      }),
      { numRuns: 5000, seed: 1 },
    );
  });

  it('is the same for long texts, whatever falls on a seam', () => {
    const long = 'Ação e reação, às vezes não. '.repeat(10_000);
    expect(fold(long)).toBe(foldBySteps(long));
    for (const shift of [0, 1, 2]) {
      const text = `${'x'.repeat(65_535 - shift)}é\u0303😀ção`;
      expect(fold(text)).toBe(foldBySteps(text));
    }
  });

  it('has nothing left to fold the second time', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const once = fold(text);
        expect(fold(once)).toBe(once);
      }),
      { numRuns: 3000, seed: 2 },
    );
  });
});

describe('foldWords', () => {
  it('brings everything between words down to one space', () => {
    for (const text of ['São Paulo', 'SAO PAULO', 'são  paulo', ' São\tPaulo! ', 'Sa\u0303o-Paulo'])
      expect(foldWords(text)).toBe('sao paulo');
    expect(foldWords('d’água, 2024')).toBe('d agua 2024');
    expect(foldWords('Москва 東京')).toBe('москва 東京');
    expect(foldWords('…')).toBe('');
  });

  it('is what the definition says, for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(foldWords(text)).toBe(
          foldBySteps(text)
            .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
            .trim(),
        );
      }),
      { numRuns: 3000, seed: 3 },
    );
  });
});

describe('foldedHash', () => {
  it('gives the published vectors', () => {
    for (const [text, hash] of [
      ['', 'cbf29ce484222325'],
      ['a', 'af63dc4c8601ec8c'],
      ['mapa', '1f4255a2ce850ed0'],
      ['São Paulo', '83c50d82680f6375'],
      ['SAO PAULO', '83c50d82680f6375'],
      ['São José dos Campos', 'bab3b7f0d4428e8e'],
      ['shapefile', 'eea0e714e8a8fa60'],
      ['aerial photography', 'fc948aa22170271c'],
      ['município', 'b792a44337293a36'],
    ] as const) {
      expect([text, foldedHash(text)]).toEqual([text, hash]);
    }
  });

  it('is FNV-1a of 64 bits', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        let hash = 0xcbf29ce484222325n;
        for (const byte of Buffer.from(foldWords(text)))
          hash = ((hash ^ BigInt(byte)) * 0x100000001b3n) & 0xffffffffffffffffn;
        expect(foldedHash(text)).toBe(hash.toString(16).padStart(16, '0'));
      }),
      { numRuns: 500, seed: 4 },
    );
  });
});

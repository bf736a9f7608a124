import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { porterStem } from './porter-stem.ts';
import { madeWords, snowball } from './snowball.suite.ts';

const judge = snowball('porter');

/** Words made of real beginnings and the endings that the rules know. */
const BEGINNINGS =
  'a e o y al am be by ca con cr dis ec el ex fa fly ge gu hap hom hop fil in jo ly mo nat ob pe pl pol qu rel rol sen sk soc st tan tr un val vi x yel'.split(
    ' ',
  );
const ENDINGS =
  's es ies sses ss ed eed ing y ying ied ational tional enci anci izer abli alli entli eli ousli ization ation ator alism iveness fulness ousness aliti iviti biliti icate ative alize iciti ical ful ness al ance ence er ic able ible ant ement ment ent sion tion ion ou ism ate iti ous ive ize e ll lle se tted bbing pped zzed ated bled ized lled eeded nesses ities ally iously'.split(
    ' ',
  );

describe('porterStem', () => {
  it('gives the stems of the reference implementation', () => {
    let changed = 0;
    for (const word of madeWords(BEGINNINGS, ENDINGS, 11)) {
      const expected = judge(word);
      if (porterStem(word) !== expected) expect([word, porterStem(word)]).toEqual([word, expected]);
      if (expected !== word) changed++;
    }
    expect(changed).toBeGreaterThan(5000);
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyzaeiouyyedinglst'), maxLength: 16 }),
        (word) => {
          expect(porterStem(word)).toBe(judge(word));
        },
      ),
      { numRuns: 2000, seed: 7 },
    );
  });

  it('has the stems of the words that name places', () => {
    for (const [word, stem] of [
      ['city', 'citi'],
      ['cities', 'citi'],
      ['county', 'counti'],
      ['country', 'countri'],
      ['village', 'villag'],
      ['municipality', 'municip'],
      ['province', 'provinc'],
      ['location', 'locat'],
      ['locality', 'local'],
      ['name', 'name'],
      ['pais', 'pai'],
    ] as const)
      expect(porterStem(word)).toBe(stem);
  });
});

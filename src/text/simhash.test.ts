import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fnv32, mix32 } from '../bytes/index.ts';
import {
  fold,
  hammingDistance,
  parseSimhash,
  printSimhash,
  type SimHash,
  simhash64,
  words,
} from './index.ts';
import { SHINGLE, shingleHash } from './simhash.ts';

/** The definition, counted bit by bit with big integers. */
function reference(folded: readonly string[]): bigint {
  const hashes = folded.map((word) => mix32(fnv32(word)));
  const votes: bigint[] = [];
  const join = ({ hi, lo }: SimHash) => (BigInt(hi) << 32n) | BigInt(lo);
  for (let i = SHINGLE - 1; i < hashes.length; i++)
    votes.push(join(shingleHash(hashes[i - 2]!, hashes[i - 1]!, hashes[i]!)));
  if (hashes.length === 1) return join(shingleHash(0, 0, hashes[0]!));
  if (hashes.length === 2) return join(shingleHash(0, hashes[0]!, hashes[1]!));
  let result = 0n;
  for (let bit = 0n; bit < 64n; bit++) {
    const count = votes.filter((vote) => ((vote >> bit) & 1n) === 1n).length;
    if (count * 2 > votes.length) result |= 1n << bit;
  }
  return result;
}

const asBigInt = ({ hi, lo }: SimHash) => (BigInt(hi) << 32n) | BigInt(lo);
const vocabulary = [
  'casa',
  'não',
  'São',
  'Paulo',
  'a',
  'de',
  'coração',
  '2024',
  'É',
  'rio',
  'mapa',
  'ônibus',
  'x',
];
const prose = fc.array(fc.constantFrom(...vocabulary), { maxLength: 400 });

/** A long text from a seed. */
function text(seed: number, length: number): string[] {
  let state = seed >>> 0;
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return `palavra${state % 5000}`;
  });
}

describe('simhash', () => {
  it('is the majority of the runs of three words, bit by bit', () => {
    fc.assert(
      fc.property(prose, fc.constantFrom(' ', ', ', '\n', ' — '), (list, separator) => {
        expect(asBigInt(simhash64(list.join(separator)))).toBe(reference(list.map(fold)));
      }),
      { numRuns: 500, seed: 1 },
    );
    const long = text(1, 20_000);
    expect(asBigInt(simhash64(long.join(' ')))).toBe(reference(long));
  });

  it('does not see case, accents, punctuation and white space', () => {
    const a = simhash64('A política de revisita é necessária, devido à natureza dinâmica da Web.');
    const b = simhash64('a POLITICA de\nrevisita e   necessaria devido a natureza dinamica da web');
    const c = simhash64(
      'a poli\u0301tica de revisita e\u0301 necessa\u0301ria devido a\u0300 natureza dina\u0302mica da web',
    );
    expect(b).toEqual(a);
    expect(c).toEqual(a);
  });

  it('moves little when a page changes little, and far when it is another', () => {
    const original = text(7, 2000);
    const changed = [...original];
    changed[1000] = 'outra';
    const near = hammingDistance(simhash64(original.join(' ')), simhash64(changed.join(' ')));
    const far = hammingDistance(simhash64(original.join(' ')), simhash64(text(8, 2000).join(' ')));
    expect(near).toBeLessThanOrEqual(3);
    expect(far).toBeGreaterThan(15);
    // The order of words counts.
    expect(
      hammingDistance(simhash64(original.join(' ')), simhash64([...original].reverse().join(' '))),
    ).toBeGreaterThan(15);
  });

  it('of nothing is zero; of a word is not', () => {
    expect(simhash64('')).toEqual({ hi: 0, lo: 0 });
    expect(simhash64(' … ')).toEqual({ hi: 0, lo: 0 });
    expect(simhash64('casa')).not.toEqual(simhash64('rio'));
    expect(simhash64('casa rio')).not.toEqual(simhash64('rio casa'));
  });

  it('takes any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (any) => {
        const { hi, lo } = simhash64(any);
        expect(hi >>> 0).toBe(hi);
        expect(lo >>> 0).toBe(lo);
        if (words(any).length > 3) expect(simhash64(`${any} `)).toEqual({ hi, lo });
      }),
      { numRuns: 1000, seed: 2 },
    );
  });

  it('is printed and read back', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), fc.nat(0xffffffff), (hi, lo) => {
        const printed = printSimhash({ hi, lo });
        expect(printed).toMatch(/^[0-9a-f]{16}$/);
        expect(parseSimhash(printed)).toEqual({ hi, lo });
      }),
      { numRuns: 300, seed: 3 },
    );
    for (const wrong of ['', 'xyz', '0123456789abcde', '0123456789abcdef0', '0123456789abcdeg'])
      expect(parseSimhash(wrong)).toBe(null);
  });

  it('distance counts the differing bits', () => {
    fc.assert(
      fc.property(
        fc.nat(0xffffffff),
        fc.nat(0xffffffff),
        fc.nat(0xffffffff),
        fc.nat(0xffffffff),
        (a, b, c, d) => {
          const bits = (
            (asBigInt({ hi: a, lo: b }) ^ asBigInt({ hi: c, lo: d })).toString(2).match(/1/g) ?? []
          ).length;
          expect(hammingDistance({ hi: a, lo: b }, { hi: c, lo: d })).toBe(bits);
        },
      ),
      { numRuns: 300, seed: 4 },
    );
  });
});

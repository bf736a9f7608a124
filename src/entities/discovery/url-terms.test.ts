import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toySite } from '../../../samples/entity-sites/index.ts';
import { TermWeights } from './term-weights.ts';
import { sameForm, urlTerms } from './url-terms.ts';

const terms = (url: string) => [...urlTerms(url)].sort();

describe('terms of an address', () => {
  it('[O-AC-01] gives the seven terms of the example of the specification', () => {
    expect(terms('site/jogadores/2015/jogador02.htm')).toEqual(
      ['pos1_site', 'pos2_jogadores', 'pos3_2015', 'pos4_jogador', 'pos4_02', 'pos4_htm', 'size_4'].sort(),
    );
  });

  it('[O-AC-02] splits letters from digits, starts tokens at ? and &, and keeps places apart', () => {
    expect(terms('https://www.gp2series.com/Drivers/driver.php?id=12&lang=en-US')).toEqual(
      [
        'pos1_www',
        'pos1_gp',
        'pos1_2',
        'pos1_series',
        'pos1_com',
        'pos2_Drivers',
        'pos3_driver',
        'pos3_php',
        'pos4_id',
        'pos4_12',
        'pos5_lang',
        'pos5_en',
        'pos5_US',
        'size_5',
      ].sort(),
    );
    const a = urlTerms('site/a/b');
    const b = urlTerms('site/b/a');
    expect(a.has('pos2_a') && b.has('pos3_a') && !a.has('pos3_a') && !b.has('pos2_a')).toBe(true);
  });

  it('[O-AC-03] does not change with a trailing slash, a fragment or the scheme, and counts a sub-token once a token', () => {
    const plain = terms('site/jogadores/2015');
    for (const same of [
      'http://site/jogadores/2015',
      'https://site/jogadores/2015/',
      'site/jogadores/2015#topo',
      'http://SITE//jogadores/2015/',
    ])
      expect(terms(same)).toEqual(plain);
    expect(terms('site/a-a-a')).toEqual(['pos1_site', 'pos2_a', 'size_2']);
  });

  it('reads escapes and letters with accents', () => {
    expect(terms('site/Not%C3%ADcias')).toContain('pos2_Notícias');
    expect(terms('site/%E0%A4%A')).toContain('size_2');
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const found = urlTerms(text);
        expect([...found].filter((term) => term.startsWith('size_'))).toHaveLength(1);
        expect(sameForm(text, text)).toBe(!found.has('size_0') && !found.has('size_1'));
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});

describe('weights of terms', () => {
  const site = toySite();
  const of = (id: string) => urlTerms(site.address.get(id)!);
  // Page 2/0: two link-paths, NAV to 3/0 and DIV to 3/1, 3/2, 3/3.
  const NAV = 1;
  const DIV = 2;
  const paths = new Map([
    [NAV, [of('3/0')]],
    [DIV, [of('3/1'), of('3/2'), of('3/3')]],
  ]);
  const weights = new TermWeights(of('3/2'), paths, DIV, Math.log2);

  it('[O-AC-04] are those of the toy site, sum 16', () => {
    const expected = {
      pos2_jogadores: 3,
      pos3_2015: 3,
      pos4_jogador: 3,
      pos4_htm: 3,
      size_4: 3,
      pos4_02: 1,
      pos1_site: 0,
    };
    expect(Object.fromEntries(weights.weights)).toEqual(expected);
    expect(weights.total).toBe(16);
  });

  it('[O-AC-05] give the scores of the toy site', () => {
    const exact = {
      '3/1': 0.9375,
      '3/2': 1,
      '3/3': 0.9375,
      '3/4': 0.75,
      '3/5': 0.75,
      '3/6': 0.5625,
      '3/7': 0.625,
    };
    for (const [id, score] of Object.entries(exact))
      expect(Math.abs(weights.likeness(of(id)) - score)).toBeLessThan(1e-9);
    const printed = { '3/1': 0.94, '3/3': 0.94, '3/5': 0.75, '3/6': 0.56, '3/7': 0.62 };
    for (const [id, score] of Object.entries(printed))
      expect(Math.abs(weights.likeness(of(id)) - score)).toBeLessThan(0.006);
  });

  it('[O-AC-06] do not depend on the base of the logarithm', () => {
    for (const log of [Math.log, Math.log2, Math.log10, (x: number) => Math.log(x) / Math.log(1.1)]) {
      const other = new TermWeights(of('3/2'), paths, DIV, log);
      for (const id of site.address.keys())
        expect(other.likeness(of(id))).toBeCloseTo(weights.likeness(of(id)), 12);
    }
  });

  it('[O-AC-07] fall back to frequency when the index-page has one link-path', () => {
    const one = new TermWeights(of('1/0'), new Map([[1, [of('1/0'), of('1/1')]]]), 1);
    expect(one.byFrequency).toBe(true);
    expect(one.likeness(of('1/1'))).toBeCloseTo(0.8, 12);
    expect(one.likeness(of('1/0'))).toBe(1);
  });

  it('[O-AC-08] make a likeness that is not symmetric, and 1 for equal terms', () => {
    const back = new TermWeights(of('3/7'), paths, DIV);
    expect(back.likeness(of('3/2'))).not.toBeCloseTo(weights.likeness(of('3/7')), 3);
    expect(weights.likeness(urlTerms('https://site/jogadores/2015/jogador02.htm#x'))).toBe(1);
  });

  it('stay between 0 and 1 for any addresses', () => {
    const address = fc
      .array(fc.constantFrom('a', 'b', '1', '2', 'x-1'), { minLength: 1, maxLength: 4 })
      .map((p) => `http://h/${p.join('/')}`);
    fc.assert(
      fc.property(
        fc.array(fc.array(address, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
        address,
        (lists, other) => {
          const byPath = new Map(lists.map((list, i) => [i, list.map(urlTerms)]));
          const w = new TermWeights(urlTerms(lists[0]![0]!), byPath, 0);
          const likeness = w.likeness(urlTerms(other));
          expect(likeness).toBeGreaterThanOrEqual(0);
          expect(likeness).toBeLessThanOrEqual(1 + 1e-12);
          expect(w.likeness(urlTerms(lists[0]![0]!))).toBeCloseTo(1, 12);
        },
      ),
      { seed: 7, numRuns: 200 },
    );
  });
});

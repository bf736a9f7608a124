import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { robotsMeta } from './page-directives.ts';

const meta = (content: string, name = 'robots') => robotsMeta({ metas: [{ name, content }] }, 'GeoDiscover');
const header = (...headers: string[]) => robotsMeta({ headers }, 'GeoDiscover');
const said = ({ index, follow }: { index: boolean; follow: boolean }) => [index, follow];

describe('meta robots', () => {
  it('[G-AC-013] the four combinations', () => {
    expect(said(meta('index, follow'))).toEqual([true, true]);
    expect(said(meta('noindex, nofollow'))).toEqual([false, false]);
    expect(said(meta('noindex, follow'))).toEqual([false, true]);
    expect(said(meta('index, nofollow'))).toEqual([true, false]);
  });

  it('[G-AC-014] the crawler’s own name counts, another’s does not', () => {
    expect(said(meta('noindex', 'geodiscover'))).toEqual([false, true]);
    expect(said(meta('noindex', 'GEODISCOVER '))).toEqual([false, true]);
    for (const name of ['google', 'googlebot', 'description', 'geodiscovery', ''])
      expect(said(meta('noindex, nofollow', name))).toEqual([true, true]);
  });

  it('[G-AC-015] values in any case, with any blanks, as an analyser hands them over', () => {
    expect(said(meta('noindex,nofollow', 'Robots'))).toEqual([false, false]);
    expect(said(meta('  NOINDEX ,\n NoFollow  '))).toEqual([false, false]);
    expect(said(meta('noindex nofollow'))).toEqual([false, false]);
    expect(said(meta('noindex;nofollow'))).toEqual([false, false]);
  });

  it('none, all, noarchive, and words nobody knows', () => {
    expect(said(meta('none'))).toEqual([false, false]);
    expect(said(meta('all'))).toEqual([true, true]);
    expect(meta('noarchive')).toEqual({ index: true, follow: true, archive: false });
    expect(said(meta('noodp, max-snippet:-1, max-image-preview:large'))).toEqual([true, true]);
    expect(said(meta('no-index, unindex, noindexx'))).toEqual([true, true]);
  });

  it('the strictest of several wins', () => {
    const metas = [
      { name: 'robots', content: 'index, follow' },
      { name: 'robots', content: 'nofollow' },
      { name: 'geodiscover', content: 'all' },
    ];
    expect(said(robotsMeta({ metas, headers: ['noindex'] }, 'GeoDiscover'))).toEqual([false, false]);
    expect(robotsMeta({}, 'GeoDiscover')).toEqual({ index: true, follow: true, archive: true });
  });
});

describe('X-Robots-Tag', () => {
  it('for everyone, for this crawler, for another', () => {
    expect(said(header('noindex, nofollow'))).toEqual([false, false]);
    expect(said(header('geodiscover: noindex'))).toEqual([false, true]);
    expect(said(header('GeoDiscover : noindex, nofollow'))).toEqual([false, false]);
    expect(said(header('otherbot: noindex, nofollow'))).toEqual([true, true]);
    expect(said(header('otherbot: noindex', 'nofollow'))).toEqual([true, false]);
    expect(said(header('otherbot: noindex, geodiscover: nofollow'))).toEqual([true, false]);
    expect(said(header('nofollow, otherbot: noindex'))).toEqual([true, false]);
  });

  it('unavailable_after with its colons and commas', () => {
    const at = Date.UTC(2010, 5, 25, 15, 0, 0);
    expect(header('unavailable_after: 25 Jun 2010 15:00:00 GMT')).toEqual({
      index: true,
      follow: true,
      archive: true,
      unavailableAfter: '25 Jun 2010 15:00:00 GMT',
      unavailableAfterMs: at,
    });
    expect(header('geodiscover: unavailable_after: 2010-06-25T15:00:00Z, noarchive')).toMatchObject({
      archive: false,
      unavailableAfterMs: at,
    });
    expect(meta('unavailable_after: Fri, 25 Jun 2010 15:00:00 GMT, nofollow')).toMatchObject({
      follow: false,
      unavailableAfter: 'Fri, 25 Jun 2010 15:00:00 GMT',
      unavailableAfterMs: at,
    });
    expect(header('otherbot: unavailable_after: 25 Jun 2010').unavailableAfter).toBeUndefined();
    expect(header('unavailable_after: some day')).toMatchObject({ unavailableAfter: 'some day' });
    expect(header('unavailable_after: some day').unavailableAfterMs).toBeUndefined();
  });

  it('never throws', () => {
    const text = fc.string({
      unit: fc.constantFrom(':', ',', ';', ' ', 'noindex', 'unavailable_after', 'fri', 'x', '\u0130'),
    });
    fc.assert(
      fc.property(fc.array(text), text, text, (headers, name, token) => {
        expect(typeof robotsMeta({ headers, metas: [{ name, content: headers.join() }] }, token).index).toBe(
          'boolean',
        );
      }),
      { numRuns: 500, seed: 2 },
    );
    expect(said(header(`${'a:'.repeat(100_000)}noindex`))).toEqual([true, true]);
  });
});

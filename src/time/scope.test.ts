import { describe, expect, it } from 'vitest';
import { TarrafaError } from '../errors.ts';
import {
  analysePage,
  annotateDocument,
  annotateText,
  exceeds,
  formatScope,
  inside,
  judge,
  parseChronon,
  parseScope,
  rangeOfChronon,
  segment,
  type TextBlock,
  TIME_MODERN,
  TIME_THESIS,
  type TimeProfile,
} from './index.ts';

const WAR = parseScope('1939..1945');
const within = (chronon: string, scope = WAR, match: TimeProfile['scopeMatch'] = 'contain'): boolean =>
  inside(rangeOfChronon(parseChronon(chronon)!)!, scope.range, match);

function verdict(text: string, profile: TimeProfile, scope = WAR): boolean {
  const blocks: TextBlock[] = [{ index: 0, text, docOffset: 0, sectionId: 0, boilerplate: false, links: [] }];
  const timexes = annotateText(text, { profile });
  const [only] = segment(blocks, timexes, profile);
  return judge(only!, scope, new Map(timexes.map((t) => [t.id, t])), profile).inScope;
}

describe('scope', () => {
  it('[T-SCO-1] the bounds are inside', () => {
    for (const c of ['1939-09-01', '1945-XX-XX', '1945-12-31']) expect(within(c)).toBe(true);
    for (const c of ['1938-12-31', '1946-01-01']) expect(within(c)).toBe(false);
  });
  it('[T-SCO-2] 1900..1910 holds 1905', () => {
    expect(within('1905-XX-XX', parseScope('1900..1910'))).toBe(true);
  });
  it('[T-SCO-3] the ratio is strict', () => {
    const cases: [number, number, boolean][] = [
      [99, 100, false],
      [100, 101, true],
      [1, 1, true],
      [1, 2, false],
      [0, 0, false],
    ];
    for (const [k, n, expected] of cases) expect(exceeds(k, n, 0.99)).toBe(expected);
  });
  it('[T-SCO-4] a year is not inside a day, but overlaps it', () => {
    const day = parseScope('2001-09-11');
    expect(within('2001-XX-XX', day)).toBe(false);
    expect(within('2001-XX-XX', day, 'overlap')).toBe(true);
  });
  it('[T-SCO-5] a date without a year counts against, or not at all', () => {
    expect(verdict('a 1 de Maio', TIME_MODERN)).toBe(false);
    expect(verdict('a 1 de Maio', TIME_THESIS)).toBe(false);
    const modern = { ...TIME_MODERN, yearFromText: false };
    expect(verdict('A 1 de Maio falou; a 22 de Junho de 1941 atacou.', modern)).toBe(true);
    expect(verdict('A 1 de Maio falou; a 22 de Junho de 1941 atacou.', TIME_THESIS)).toBe(false);
  });
  it('[T-SCO-6, T-SCO-7] intervals that reach out of the scope are out in both profiles', () => {
    for (const profile of [TIME_MODERN, TIME_THESIS]) {
      expect(verdict('entre 1914 e 1950', profile)).toBe(false);
      expect(verdict('entre 1918 e 1939', profile)).toBe(false);
      expect(verdict('entre 1940 e 1944', profile)).toBe(true);
    }
  });
  it('[T-SCO-8, T-SCO-9] a link of a valid segment is kept once, others are not', () => {
    const link = (url: string, blockIndex: number) => ({
      rawHref: url,
      url,
      blockIndex,
      start: 0,
      end: 1,
      anchorText: '',
      boilerplate: false,
    });
    const texts = ['Em 1940 caiu.', 'Em 1950 abriu.', 'Nada.'];
    const links = [['a', 'b', 'a'], ['b', 'c'], ['d']];
    const blocks = texts.map(
      (text, index): TextBlock => ({
        index,
        text,
        docOffset: index * 40,
        sectionId: index,
        boilerplate: false,
        links: links[index]!.map((u) => link(u, index)),
      }),
    );
    const result = analysePage(blocks, annotateDocument(blocks), WAR);
    expect(result.validLinks.map((l) => l.url)).toEqual(['a', 'b']);
    expect(result.relevant).toBe(true);
  });
  it.each([
    ['2001', '2001-01-01..2001-12-31'],
    ['1939..1945', '1939-01-01..1945-12-31'],
    ['2001-09..2001-12', '2001-09-01..2001-12-31'],
    ['2001-09-11', '2001-09-11..2001-09-11'],
    ['2012-02', '2012-02-01..2012-02-29'],
    ['século XIX', '1801-01-01..1900-12-31'],
    ['anos 40', '1940-01-01..1949-12-31'],
    ['entre 1939 e 1945', '1939-01-01..1945-12-31'],
    ['25 de Abril de 1974', '1974-04-25..1974-04-25'],
  ])('[T-SCO-10] %s is %s', (text, range) => {
    expect(formatScope(parseScope(text))).toBe(range);
  });
  it.each([
    '',
    '   ',
    '1945..1939',
    '2001-12..2001-09',
    'ontem',
    'governo Dilma',
    '1..2..3',
    '2001-13',
    '2001-02-30',
    '11 de Setembro',
    'x'.repeat(300),
  ])('[T-SCO-10] %j is refused', (text) => {
    expect(() => parseScope(text)).toThrow(TarrafaError);
  });
  it('takes a name that was given a period', () => {
    expect(formatScope(parseScope('governo Dilma', { names: { 'Governo Dilma': '2011..2016' } }))).toBe(
      '2011-01-01..2016-12-31',
    );
  });
  it('judges by publication when asked', () => {
    const scope = parseScope('2001', { target: 'publication' });
    const blocks: TextBlock[] = [
      {
        index: 0,
        text: 'Nada.',
        docOffset: 0,
        sectionId: 0,
        boilerplate: false,
        links: [
          { rawHref: 'a', url: 'a', blockIndex: 0, start: 0, end: 1, anchorText: 'N', boilerplate: false },
        ],
      },
    ];
    expect(analysePage(blocks, [], scope, TIME_MODERN, parseChronon('2001-05-05')).validLinks).toHaveLength(
      1,
    );
    expect(analysePage(blocks, [], scope, TIME_MODERN, null).relevant).toBe(false);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  normaliseUrl,
  TRAP_REFUSAL_SCORE,
  TRAP_SIGNALS,
  trapScore,
  trapSignals,
  type WebUrl,
} from './index.ts';
import { LONGEST_PERIOD, longestRepetition } from './trap-signals.ts';

const YEAR = { year: 2024 };

function url(link: string): WebUrl {
  const result = normaliseUrl(link, 'http://a.br/');
  if (result.kind !== 'url') throw new Error(`${link}: ${result.reason}`);
  return result;
}

const names = (link: string) => trapSignals(url(link), YEAR).map((signal) => signal.name);
const score = (link: string) => trapScore(trapSignals(url(link), YEAR));

/** The obvious way: every group at every place, counted by hand. */
function repetitionBySearch(segments: readonly string[]): number {
  let most = segments.length === 0 ? 0 : 1;
  for (let from = 0; from < segments.length; from++) {
    for (let size = 1; size <= LONGEST_PERIOD && from + 2 * size <= segments.length; size++) {
      const group = segments.slice(from, from + size).join('/');
      let times = 1;
      while (
        segments.slice(from + times * size, from + (times + 1) * size).join('/') === group &&
        from + (times + 1) * size <= segments.length
      )
        times++;
      most = Math.max(most, times);
    }
  }
  return most;
}

describe('trap signals', () => {
  it('are silent for ordinary addresses', () => {
    for (const link of [
      '/',
      '/noticias/2024/05/17/reforma-e-votada-no-mes-de-maio.html',
      '/1998/04/artigo',
      '/busca?q=casa&pagina=2',
      '/wiki/Segunda_Guerra_Mundial',
      '/a/b/c/d',
      '/historia/1939/09/01/invasao',
      '/carros/marca/1/modelo/2/cor/0/porta/0',
      '/evento-de-2019-reune-milhares-de-pessoas',
    ]) {
      expect([link, names(link)]).toEqual([link, []]);
    }
  });

  it('repeating path segments, ever stronger', () => {
    expect(names('/a/a/a')).toContain('repeating-path');
    expect(names('/x/a/b/a/b/a/b/y')).toContain('repeating-path');
    expect(names('/a/a')).toEqual([]);
    const scores = [3, 4, 5, 8].map((times) => score(`/x${'/a/b'.repeat(times)}`));
    expect(scores).toEqual([...scores].sort((a, b) => a - b));
    expect(scores[0]).toBeLessThan(TRAP_REFUSAL_SCORE);
    expect(scores[3]).toBeGreaterThanOrEqual(TRAP_REFUSAL_SCORE);
    expect(names('/a/x/a/y/a/z')).toContain('recurring-segment');
  });

  it('repetition is counted as by the obvious search', () => {
    const segments = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 40 });
    const planted = fc
      .tuple(
        segments,
        fc.array(fc.constantFrom('a', 'b'), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 6 }),
        segments,
      )
      .map(([head, group, times, tail]) => [
        ...head,
        ...Array.from({ length: times }, () => group).flat(),
        ...tail,
      ]);
    fc.assert(
      fc.property(fc.oneof(segments, planted), (path) => {
        expect(longestRepetition(path)).toBe(repetitionBySearch(path));
      }),
      { numRuns: 2000, seed: 9 },
    );
  });

  it('calendars: near ones lower the priority, far ones are all but refused', () => {
    for (const link of [
      '/agenda/2024/05',
      '/calendario.php?mes=5&ano=2024',
      '/eventos?data=2024-05-01',
      '/events?view=calendar&d=20240501',
      '/agenda-2023',
    ]) {
      expect([link, names(link)]).toEqual([link, ['calendar']]);
    }
    for (const link of [
      '/agenda/2031/05',
      '/calendario?ano=2190&mes=5',
      '/calendar/1823/01',
      '/eventos/mes/9999-01',
    ]) {
      expect([link, names(link)]).toEqual([link, ['calendar-far']]);
    }
    expect(score('/calendario?ano=2190&mes=5')).toBeGreaterThan(score('/calendario?ano=2024&mes=5'));
  });

  it('sessions, parameters, facets, nested addresses, length and depth', () => {
    expect(names('/x?sid=77')).toContain('session');
    expect(names('/0123456789abcdef0123456789abcdef/x')).toContain('session');
    expect(names(`/x?${Array.from({ length: 8 }, (_, i) => `p${i}=1`).join('&')}`)).toContain(
      'many-parameters',
    );
    expect(names('/x?f=1&f=2&f=3')).toContain('repeated-parameter');
    expect(names('/x?ordem=1&filtro=2&limit=3')).toContain('facets');
    expect(names('/entrar?volta=http%3A%2F%2Fa.br%2Fx')).toEqual(['nested-address']);
    expect(names(`/${'x'.repeat(600)}`)).toContain('long-url');
    expect(names('/a/b/c/d/e/f/g/h/i/j/k/l/m/n')).toContain('deep-path');
  });

  it('weights lie between 0 and 1, names are known, for any address', () => {
    const piece = fc.constantFrom(
      '/',
      '?',
      '&',
      '=',
      'a',
      'agenda',
      'mes',
      '2024',
      '99999999',
      'http://',
      'f[]',
      'sid',
      '%20',
      'abcdef0123456789abcdef0123456789',
      '-',
      'calendario',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const result = normaliseUrl(`/${pieces.join('')}`, 'http://a.br/');
        if (result.kind === 'refused') return;
        const signals = trapSignals(result, YEAR);
        for (const { name, weight } of signals) {
          expect(TRAP_SIGNALS[name]).toBeTypeOf('string');
          expect(weight).toBeGreaterThan(0);
          expect(weight).toBeLessThan(1);
        }
        expect(trapScore(signals)).toBeLessThanOrEqual(1);
        expect(new Set(signals.map((s) => s.name)).size).toBe(signals.length);
      }),
      { numRuns: 2000, seed: 8 },
    );
  });

  it('evidence combines and never exceeds certainty', () => {
    expect(trapScore([])).toBe(0);
    expect(
      trapScore([
        { name: 'calendar', weight: 0.5 },
        { name: 'facets', weight: 0.5 },
      ]),
    ).toBeCloseTo(0.75);
  });
});

import { describe, expect, it } from 'vitest';
import { Forgotten, isBlanked, readTarget } from './forgotten.ts';

const FACTS = {
  at: '2026-11-18T00:00:00.000Z',
  reason: 'a pedido',
  by: null,
  removed: { captures: 0, pages: 0, bytes: 0, files: 0 },
  state: 'done',
} as const;
const rules = (...targets: string[]): Forgotten =>
  targets.reduce((so, text) => so.with(readTarget(text), FACTS), Forgotten.NOTHING.salted('modern'));

describe('what a collection was asked to forget', () => {
  it('knows an address again in each of its forms, and does not say it', () => {
    const one = rules('https://www.exemplo.pt/Pessoas/ana/');
    for (const url of ['http://www.exemplo.pt/Pessoas/ana', 'https://www.exemplo.pt/Pessoas/ana/#topo'])
      expect([url, one.hasUrl(url)]).toEqual([url, true]);
    for (const url of ['http://www.exemplo.pt/Pessoas/anabela', 'http://www.exemplo.pt/Pessoas/', 'nada'])
      expect([url, one.hasUrl(url)]).toEqual([url, false]);
    expect(JSON.stringify(one.rules)).not.toMatch(/ana|exemplo/i);
  });

  it('takes a site with the hosts below it, and no other', () => {
    const one = rules('site:exemplo.pt');
    expect(['http://exemplo.pt/', 'https://www.exemplo.pt:8080/x'].every((url) => one.hasUrl(url))).toBe(
      true,
    );
    expect(['http://maisexemplo.pt/', 'http://exemplo.pt.br/'].some((url) => one.hasUrl(url))).toBe(false);
  });

  it('takes what begins alike, whole folders included', () => {
    const one = rules('http://exemplo.pt/pessoas/*');
    expect(
      ['http://exemplo.pt/pessoas/', 'https://exemplo.pt/pessoas/ana?x=1'].every((url) => one.hasUrl(url)),
    ).toBe(true);
    expect(
      ['http://exemplo.pt/pessoas-2', 'http://outro.pt/pessoas/ana'].some((url) => one.hasUrl(url)),
    ).toBe(false);
  });

  it.each(['', 'exemplo', 'ftp://exemplo.pt/', 'http://*', 'http://exemplo.pt/*/a', 'site:', 'site:a b'])(
    'refuses %j',
    (text) => expect(() => readTarget(text)).toThrow(/TRF_FORGET_TARGET|nothing to be forgotten|esquecer/),
  );

  it('blanks addresses to the length asked for, keeping hosts, and the same one to the same', () => {
    const one = rules('http://exemplo.pt/pessoas/*');
    const url = 'http://exemplo.pt/pessoas/ana-maria-da-silva';
    expect(one.blanked(url, url.length)).toHaveLength(url.length);
    expect(one.blanked(url, 25)).toHaveLength(25);
    expect(one.blanked(url)).toBe(one.blanked(url));
    expect(isBlanked(one.blanked(url, url.length)) && isBlanked(one.blanked(url))).toBe(true);
    expect(isBlanked(url)).toBe(false);
    expect([one.blanked(url), 'https://outro.pt/%3Ca'].some((other) => one.hasUrl(other))).toBe(false);
    const told = { seeds: [url, 'http://exemplo.pt/'], more: { why: `de ${url}, ontem` } };
    const now = one.blankedJson(told);
    expect(JSON.stringify(now)).not.toContain('ana-maria');
    expect(now.seeds[1]).toBe('http://exemplo.pt/');
    expect(one.blankedJson(now)).toBe(now);
  });
});

import { describe, expect, it } from 'vitest';
import { longDate, onWeekday, shortDate, utc } from './language/dates.ts';
import { expand } from './language/expand.ts';
import { decimal, grouped, inWords, money, roman } from './language/numbers.ts';
import { Random } from './language/random.ts';
import { slug } from './language/slug.ts';
import { STORY_BANKS, story } from './language/story.ts';
import { chooseSites } from './sites.ts';

/** Contractions that Portuguese requires, and marks that templates leave behind when they go wrong. */
const WRONG =
  /\b(?:de|em) (?:o|a|os|as)\b|\b(?:de|em) (?:este|esta|ele|ela)\b|\bpor (?:o|a|os|as)\b| a (?:o|os) |[{}[\]|]|\ufffd| {2}|undefined|NaN| [,.;:!?]|\.\.|,,/;

describe('the Portuguese of the sample web', () => {
  it('has no broken template, missing contraction or doubled space in any content, for several seeds', () => {
    const wrong: string[] = [];
    for (const seed of [1, 2, 3]) {
      for (const site of chooseSites('gentle', { seed, origin: (h) => `http://${h.host}` })) {
        for (const resource of site.resources.values()) {
          for (const text of resource.facts?.content?.() ?? []) {
            if (WRONG.test(text) || text.trim() !== text)
              wrong.push(`${site.host.host}${resource.path}: ${text}`);
          }
          if (/[{}[\]]|undefined|NaN| {2}/.test(resource.facts?.title ?? ''))
            wrong.push(`${site.host.host}${resource.path}: title`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  it('ends every paragraph with a full stop or its like', () => {
    const wrong: string[] = [];
    for (const site of chooseSites('gentle', { seed: 1, origin: (h) => `http://${h.host}` })) {
      for (const resource of site.resources.values()) {
        // The first entry is a title; headings are short.
        const paragraphs = (resource.facts?.content?.() ?? []).slice(1).filter((t) => t.length > 60);
        for (const text of paragraphs)
          if (!/[.!?…”»)]$/.test(text)) wrong.push(`${site.host.host}${resource.path}: ${text}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('writes stories of 200 to 900 words, with quotation and dates', () => {
    for (const spelling of ['br', 'pt'] as const) {
      for (let i = 0; i < 60; i++) {
        const one = story(new Random(7, spelling, i), spelling, utc(2024, 3, 1 + (i % 28)));
        const words = one.paragraphs.join(' ').split(' ').length;
        expect(words).toBeGreaterThanOrEqual(200);
        expect(words).toBeLessThanOrEqual(900);
        expect(one.paragraphs.join(' ')).toMatch(spelling === 'br' ? /“[^”]+”/ : /«[^»]+»/);
        expect(one.times.length).toBeGreaterThan(0);
        for (const t of one.times) expect(one.paragraphs.join('\n')).toContain(t.text);
      }
    }
  });

  it('fills every template of the banks', () => {
    for (const bank of Object.values(STORY_BANKS)) {
      const all = [
        ...bank.generic,
        ...bank.quotes,
        ...bank.closings,
        ...bank.topics.flatMap((t) => [
          ...t.angles.flatMap((a) => [a.headline, a.summary, a.lead]),
          ...t.body,
        ]),
      ];
      for (const template of all) {
        expect(template).toMatch(/^[\p{Lu}[“«{]/u);
        expect(template.split('{').length).toBe(template.split('}').length);
      }
      for (const template of [...bank.generic, ...bank.quotes, ...bank.closings])
        expect(template).toMatch(/[.]$/);
    }
  });

  it('keeps the spelling of each country', () => {
    const text = (spelling: 'br' | 'pt') =>
      Array.from({ length: 80 }, (_, i) =>
        story(new Random(i, spelling), spelling, utc(2023, 5, 9)).paragraphs.join(' '),
      ).join(' ');
    expect(text('br')).not.toMatch(/\b(autocarros?|equipa|golos?|autarquia|contactad[oa]|quilómetros?)\b/);
    expect(text('pt')).not.toMatch(/\b(ônibus|gols?|prefeit[oa]|quilômetros?|bonde)\b/);
  });
});

describe('small parts of the language', () => {
  it('writes dates, numbers and slugs as Portuguese pages do', () => {
    expect(longDate(utc(2024, 5, 1))).toBe('1º de maio de 2024');
    expect(longDate(utc(2024, 5, 1), 'pt')).toBe('1 de maio de 2024');
    expect(shortDate(utc(1987, 6, 24))).toBe('24/06/1987');
    expect(onWeekday(utc(2024, 6, 15))).toBe('no sábado');
    expect(grouped(1234567)).toBe('1.234.567');
    expect(grouped(1234, 'pt')).toBe('1234');
    expect(money(1234.5)).toBe('1.234,50');
    expect(decimal(9)).toBe('9');
    expect(decimal(3.4)).toBe('3,4');
    expect(inWords(2, 'f')).toBe('duas');
    expect(roman(19)).toBe('XIX');
    expect(slug('Ação é ótima: não?')).toBe('acao-e-otima-nao');
  });

  it('refuses a template whose slot nobody gave', () => {
    expect(() => expand('Em [cidade].', {}, new Random(1))).toThrow(/cidade/);
    expect(expand('[Nome] {foi|foi} a [nome].', { nome: 'ouro' }, new Random(1))).toBe('Ouro foi a ouro.');
  });
});

import { describe, expect, it } from 'vitest';
import { detectLanguage } from '../text/index.ts';
import { pageLanguage, statedLanguage } from './page-language.ts';

const SHORT = 'A prefeitura informa que as aulas de hoje foram canceladas por causa da chuva.';
const LONG = `${SHORT} Os alunos voltam na segunda-feira, e as provas que estavam marcadas serão dadas na semana seguinte, em dia e hora que a escola vai dizer por carta.`;
const of = (text: string, declared: string | null = null, title = '') =>
  pageLanguage({ text, title, declared: () => declared }, detectLanguage);

describe('the language of a page', () => {
  it('is that in which it is written, whatever it declares', () => {
    for (const declared of [null, 'en', 'en-US', 'es', 'br', 'pt-br'])
      for (const text of [SHORT, LONG]) expect([declared, of(text, declared)]).toEqual([declared, 'pt']);
    expect(of('The schools stay closed today because of the heavy rain in the whole city.', 'pt-br')).toBe(
      'en',
    );
  });

  it('is that of its sentences, not that of its menu', () => {
    const menu =
      'Home\nAbout us\nContact\nSearch this site\nPrivacy Policy\nTerms of Service\nSubscribe to our newsletter\n';
    expect(of(`${menu.repeat(4)}${LONG}\nAll rights reserved`, 'en')).toBe('pt');
  });

  it('is what it declares where too little is written to tell', () => {
    expect(of('2.341', 'pt-br')).toBe('pt');
    expect(of('', 'fr')).toBe('fr');
    expect(of('', 'xx')).toBeNull();
    expect(of('2.341')).toBeNull();
    expect(of('')).toBeNull();
  });

  it('is read from the title where there is nothing else', () => {
    expect(of('', null, 'Notícias da Câmara Municipal de Vereadores')).toBe('pt');
  });
});

describe('what a tag means', () => {
  it.each([
    ['pt-br', 'pt'],
    ['pt_BR', 'pt'],
    ['PT', 'pt'],
    ['br', 'pt'],
    ['por', 'pt'],
    ['en-us', 'en'],
    ['eng', 'en'],
    ['xx', null],
    ['x-default', null],
    ['portuguese', null],
    ['', null],
    [null, null],
  ])('%j: %j', (tag, language) => {
    expect(statedLanguage(tag)).toBe(language);
  });
});

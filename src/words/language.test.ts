import { describe, expect, it } from 'vitest';
import { acceptedLanguage, recogniseLanguage } from './index.ts';

describe('a language', () => {
  it.each([
    ['pt', 'pt-BR'],
    ['pt_BR.UTF-8', 'pt-BR'],
    ['pt-AO', 'pt-BR'],
    ['pt_PT.UTF-8', 'pt-PT'],
    ['pt-pt', 'pt-PT'],
    ['PT-PT', 'pt-PT'],
    ['en', 'en'],
    ['en_GB', 'en'],
    ['C', null],
    ['ptx', null],
    ['enm', null],
    ['', null],
    [undefined, null],
  ])('%s is recognised as %s', (tag, language) => {
    expect(recogniseLanguage(tag)).toBe(language);
  });

  it('that a browser accepts is the best of those we speak', () => {
    expect(acceptedLanguage('fr, pt-PT;q=0.8, en;q=0.3', 'pt-BR')).toBe('pt-PT');
    expect(acceptedLanguage('en, pt', 'pt-BR')).toBe('en');
    expect(acceptedLanguage('ja', 'pt-PT')).toBe('pt-PT');
    expect(acceptedLanguage('en;q=0', 'pt-BR')).toBe('pt-BR');
    expect(acceptedLanguage(undefined, 'en')).toBe('en');
  });
});

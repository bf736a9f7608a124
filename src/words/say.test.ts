import { describe, expect, it } from 'vitest';
import { inLanguages } from './in-languages.ts';
import { amount, say } from './index.ts';

const WORDS = inLanguages(
  {
    found: '{pages} {pages|página achada|páginas achadas} em {folder}',
    about: 'lê páginas',
    kinds: { file: 'arquivo {name}', page: 'página' },
    yes: ['s', 'sim'],
  },
  {
    found: '{pages} {pages|página encontrada|páginas encontradas} em {folder}',
    kinds: { file: 'ficheiro {name}' },
  },
  {
    found: '{pages} {pages|page|pages} found in {folder}',
    about: 'reads pages',
    kinds: { file: 'file {name}', page: 'page' },
    yes: ['y', 'yes'],
  },
);

describe('saying', () => {
  it('puts values by name and chooses the words by number', () => {
    const { found } = WORDS.en;
    expect(say(found, { pages: 1, folder: 'x' })).toBe('1 page found in x');
    expect(say(found, { pages: 2, folder: 'x' })).toBe('2 pages found in x');
    expect(say(found, { pages: amount(1200, 'en', '≥ 1,200'), folder: 'x' })).toBe(
      '≥ 1,200 pages found in x',
    );
  });

  it('takes no thousand for one, however it is written', () => {
    expect(say(WORDS['pt-BR'].found, { pages: '1.000', folder: 'x' })).toBe('1.000 páginas achadas em x');
    expect(say(WORDS.en.found, { pages: '1', folder: 'x' })).toBe('1 page found in x');
  });

  it('follows the rules of number of each language', () => {
    const none = (language: 'pt-BR' | 'pt-PT' | 'en') =>
      say(WORDS[language].found, { pages: amount(0, language), folder: 'x' });
    expect(none('pt-BR')).toBe('0 página achada em x');
    expect(none('pt-PT')).toBe('0 páginas encontradas em x');
    expect(none('en')).toBe('0 pages found in x');
  });

  it('does not read places out of values', () => {
    expect(say(WORDS.en.found, { pages: 2, folder: '{pages} $& $1' })).toBe('2 pages found in {pages} $& $1');
  });

  it('states Portuguese of Portugal over that of Brazil, tables too', () => {
    expect(WORDS['pt-PT'].about).toBe('lê páginas');
    expect(say(WORDS['pt-PT'].kinds.file, { name: 'x' })).toBe('ficheiro x');
    expect(WORDS['pt-PT'].kinds.page).toBe('página');
    expect(WORDS['pt-PT'].yes).toEqual(['s', 'sim']);
  });

  it('without its values, or with a message unsaid, does not compile', () => {
    // @ts-expect-error a value is missing
    expect(say(WORDS.en.found, { pages: 1 })).toContain('{folder}');
    // @ts-expect-error a message is no text before it is said
    const unsaid: string = WORDS.en.found;
    expect(unsaid).toContain('{folder}');
  });
});

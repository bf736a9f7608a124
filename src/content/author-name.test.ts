import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authorName, isLabel } from './author-name.ts';

describe('the names in a byline', () => {
  it.each([
    ['Por Ana Lima', 'Ana Lima'],
    ['POR ANA LIMA', 'ANA LIMA'],
    ['Por: Ana Lima e Rui de Sá', 'Ana Lima e Rui de Sá'],
    ['By Ana Lima and Rui Sá', 'Ana Lima and Rui Sá'],
    ['ByAna Lima', 'Ana Lima'],
    ['Written by: Ana Lima', 'Ana Lima'],
    ['Texto de Ana Lima', 'Ana Lima'],
    ['De Ana Lima', 'Ana Lima'],
    ['De Souza', 'De Souza'],
    ['Por Ana Lima, da Agência Brasil', 'Ana Lima'],
    ['Ana Lima, especial para o Jornal', 'Ana Lima'],
    ['Ana Lima, Staff Writer', 'Ana Lima'],
    ['Ana Lima, USA TODAY', 'Ana Lima'],
    ['Ana Lima, Rui Sá', 'Ana Lima, Rui Sá'],
    ['Rui Sá, Jr.', 'Rui Sá, Jr.'],
    ['Por Ana Lima — 12/03/2021 às 10h', 'Ana Lima'],
    ['Por Ana Lima em 12 de março de 2021', 'Ana Lima'],
    ['Ana Lima | 3 days ago', 'Ana Lima'],
    ['Ana Lima Jun 2, 2021', 'Ana Lima'],
    ['Ana Lima <ana@jornal.exemplo>', 'Ana Lima'],
    ['5 min de leitura · Por Ana Lima', 'Ana Lima'],
    ['Por Redação', 'Redação'],
    ['Da Redação', 'Da Redação'],
    ['Da redação, em São Paulo', 'Da redação'],
    ['João Conceição d’Ávila', 'João Conceição d’Ávila'],
    ['作者：裴鈺', '裴鈺'],
  ])('«%s» is %s', (written, name) => {
    expect(authorName(written)).toBe(name);
  });

  it.each([
    'By',
    'Written by',
    'Posted by:',
    'Escrito por:',
    'Autores',
    'undefined',
    'null',
    'admin',
    'Name (required):',
    'page.head.extra.author',
    '{{ post.author }}',
    '[object Object]',
    'Jun 2',
    '12/03/2021',
    'Sat',
    ', USA TODAY'.slice(0, 2),
    'redacao@jornal.exemplo',
    'https://www.facebook.com/jornal',
    'jornal.com.br',
    'Anonymous',
    'Comment',
    'A ponte nova fica pronta antes do prazo, diz a prefeitura',
    'Um homem. Uma cidade.',
    'A',
    '',
  ])('«%s» names nobody', (written) => {
    expect(authorName(written)).toBe('');
  });

  it('lets the users of a forum be called anything but nothing', () => {
    expect(authorName('Klaustrophobia', true)).toBe('Klaustrophobia');
    expect(authorName('chunix64', true)).toBe('chunix64');
    expect(authorName('By: sean_g', true)).toBe('sean_g');
    expect(authorName('Author', true)).toBe('');
  });

  it('knows labels that stand alone', () => {
    for (const label of ['Por', 'By:', 'Written by', 'Autor', 'Escrito por:'])
      expect(isLabel(label)).toBe(true);
    for (const line of ['Por Ana', 'Ana', 'A ponte', '']) expect(isLabel(line)).toBe(false);
  });

  it('never gives a long text, nor one with line breaks, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: 'binary' }), fc.lorem({ maxCount: 60 })),
        fc.boolean(),
        (text, user) => {
          const name = authorName(`Por ${text}`, user);
          expect(name.length).toBeLessThanOrEqual(160);
          expect(name).not.toMatch(/[\n\t]/);
        },
      ),
      { seed: 11, numRuns: 500 },
    );
  });
});

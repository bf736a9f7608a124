/** What looks like a date and is none, and dates that hardly look like one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { annotateText, parseDct, TIME_THESIS } from './index.ts';

const dct = parseDct('2013-01-21');
const read = (text: string): readonly string[] =>
  annotateText(text, { dct }).map(({ text: extent, timex3 }) => `${extent} = ${timex3.value}`);

describe('what is no date', () => {
  it.each([
    ['a size', 'A tela tem 1600 x 900 pontos.'],
    ['another size', 'Imagem de 1024 × 768'],
    ['a model and its number', 'Comprou um Dell XPS 18 (1810).'],
    ['a count of another language', '1500 Points'],
    ['pages of pages', '1 - 3 of 2030'],
    ['a DOI', 'doi:10.1016/j.cell.2019.05.031'],
    ['a version', 'Instale o pycharm-2020.3.3.'],
    ['the year of a school', 'As crianças do ano 2 cantaram.'],
    ['the year of a journal', 'Revista da Casa, Ano 34, n.º 2'],
    ['a station', 'A estação Campo 24 de Agosto reabriu.'],
    ['a verse', 'Lemos em João 3:16 a promessa.'],
    ['a verse of a numbered book', '1 Coríntios 12:20'],
    ['a day that no calendar has', 'Em 31/02 nada.'],
    ['a day that no year has', 'No dia 31 de fevereiro de 2014 nada.'],
    ['a leap day of another year', '29 Fevereiro 2014'],
    ['a score', 'Venceu por 3-2.'],
    ['the place of a book', 'Rio de Janeiro: Record.'],
    ['a drawing', 'Desenho em 2D e 3D'],
    ['an exhibition', 'Bienal Internacional do Livro'],
  ])('%s: %s', (_what, text) => {
    expect(read(text)).toEqual([]);
  });

  it('beside what is one', () => {
    expect(read('Foi às 3:16 do dia 5 de maio de 2010.')).toEqual([
      'às 3:16 do dia 5 de maio de 2010 = 2010-05-05T03:16',
    ]);
    expect(read('No ano 33 morreu.')).toEqual(['No ano 33 = 0033']);
    expect(read('Rio de Janeiro, 1989.')).toEqual(['1989 = 1989']);
    expect(read('A exposição de 1600 abriu.')).toEqual(['1600 = 1600']);
  });
});

describe('dates in odd clothes', () => {
  it.each([
    ['Lisboa, MDCCCLXXXVIII', 'MDCCCLXXXVIII = 1888'],
    ['No ano de MCMLXXIV', 'No ano de MCMLXXIV = 1974'],
    ['Apr 19, 2018', 'Apr 19, 2018 = 2018-04-19'],
    ['Mon 15 August 2022', 'Mon 15 August 2022 = 2022-08-15'],
    ['Posted March 3rd, 2020', 'March 3rd, 2020 = 2020-03-03'],
    ['Postado15/06/2010', '15/06/2010 = 2010-06-15'],
    ['Publicado em 12/03/2020às 14h', 'em 12/03/2020às 14h = 2020-03-12T14'],
    ['Arquivo: 2017/12', '2017/12 = 2017-12'],
    ['nos anos de 1960', 'nos anos de 1960 = 196'],
    ['os anos 290 a.C.', 'os anos 290 a.C. = BC29'],
  ])('%s', (text, expected) => {
    expect(read(text)).toEqual([expected]);
  });

  it('two dates between which a page lost its space', () => {
    expect(read('16 de fevereiro de 201422 de julho de 2017')).toEqual([
      '16 de fevereiro de 2014 = 2014-02-16',
      '22 de julho de 2017 = 2017-07-22',
    ]);
  });

  it('an amount of thousands of years', () => {
    expect(read('Viveu há 60 mil anos.')).toEqual(['há 60 mil anos = BC57988']);
  });
});

describe('an event that is called by its day', () => {
  it('is the event, with an article and a capital', () => {
    expect(read('O 25 de Abril mudou o país.')).toEqual(['O 25 de Abril = 1974-04-25']);
    expect(read('Depois do 11 de Setembro tudo mudou.')).toEqual(['Depois do 11 de Setembro = 2001-09-11']);
  });
  it('is a day of some year otherwise', () => {
    expect(read('A festa é em 25 de abril.')).toEqual(['em 25 de abril = 2013-04-25']);
    expect(read('No feriado do 25 de Abril fecha.')).toEqual(['25 de Abril = 2013-04-25']);
    const thesis = annotateText('O 25 de Abril mudou o país.', { dct, profile: TIME_THESIS });
    expect(thesis[0]!.timex3.value).toBe('2013-04-25');
  });
});

it('extents stay inside the text and in order, whatever stands in it', () => {
  const piece = fc.constantFrom(
    ...'MCMXCIX 201422 de maio x 1600 900 , ( ) / - h 2h às das a até dom seg. toda todo útil úteis dias 3 5.º semana Natal depois antes Apr 19th em há mil'.split(
      ' ',
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), fc.constantFrom(' ', ''), (words, gap) => {
      const text = words.join(gap);
      let end = 0;
      for (const t of annotateText(text, { dct })) {
        expect(t.start).toBeGreaterThanOrEqual(end);
        expect(t.end).toBeGreaterThan(t.start);
        expect(t.end).toBeLessThanOrEqual(text.length);
        end = t.end;
      }
    }),
    { numRuns: 400, seed: 20130121 },
  );
});

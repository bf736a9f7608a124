import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { abntText, authorsOf, bibtex, type CitedPage, cslItem, titleEntry } from './citation.ts';

const page = (more: Partial<CitedPage> = {}): CitedPage => ({
  url: 'https://www.jornal.com.br/noticias/ponte',
  site: 'jornal.com.br',
  title: 'Ponte sobre o Guaíba é inaugurada',
  byline: '',
  published: { date: '2021-03-12', confidence: 0.9, source: 'meta', where: '', text: '' },
  fetchedAt: Date.UTC(2024, 4, 3, 23, 30),
  language: 'pt',
  ...more,
});

describe('a citation by ABNT NBR 6023:2018', () => {
  it('begins with the author, and says when the page was fetched', () => {
    expect(abntText(page({ byline: 'Maria da Silva' }))).toBe(
      'SILVA, Maria da. Ponte sobre o Guaíba é inaugurada. jornal.com.br, [S. l.], 12 mar. 2021. Disponível em: https://www.jornal.com.br/noticias/ponte. Acesso em: 3 maio 2024.',
    );
  });

  it('begins with the title when nobody is named, its first word in capitals', () => {
    expect(abntText(page())).toMatch(/^PONTE sobre o Guaíba é inaugurada\. jornal/);
    expect(titleEntry('A enchente de 1941')).toBe('A ENCHENTE de 1941');
    expect(titleEntry('O que se sabe da queda')).toBe('O QUE SE SABE da queda');
    expect(titleEntry('Água')).toBe('ÁGUA');
    expect(titleEntry('')).toBe('');
  });

  it('says that there is no date, and that one is only likely', () => {
    expect(abntText(page({ published: null }))).toContain(', [s. d.]. Disponível');
    const guess = { date: '2019-01-01', confidence: 0.3, source: 'url', where: '', text: '' };
    expect(abntText(page({ published: guess }))).toContain(', [2019?]. Disponível');
  });

  it('says that there is no title', () => {
    expect(abntText(page({ title: '' }))).toMatch(/^\[SEM título\]\. jornal/);
    expect(abntText(page({ title: ' ', byline: 'Ana Lima' }))).toMatch(
      /^LIMA, Ana\. \[Sem título\]\. jornal/,
    );
  });

  it('does not end a title twice', () => {
    expect(abntText(page({ title: 'Quem paga a conta?' }))).toMatch(/^QUEM paga a conta\? jornal/);
  });

  it('names up to three, and of more the first', () => {
    expect(abntText(page({ byline: 'Ana Lima, Rui Costa Neto e Zé Sá' }))).toMatch(
      /^LIMA, Ana; COSTA NETO, Rui; SÁ, Zé\. /,
    );
    expect(abntText(page({ byline: 'Ana Lima, Rui Costa, Zé Sá, Eva Reis' }))).toMatch(/^LIMA, Ana et al\. /);
  });

  it('names a body as a whole', () => {
    expect(authorsOf('Agência Brasil')).toEqual([{ literal: 'Agência Brasil' }]);
    expect(abntText(page({ byline: 'Prefeitura de Porto Alegre' }))).toMatch(
      /^PREFEITURA DE PORTO ALEGRE\. /,
    );
    expect(authorsOf('Folha')).toEqual([{ literal: 'Folha' }]);
  });
});

describe('a citation for programs', () => {
  it('is BibTeX that no letter of the page breaks', () => {
    const text = bibtex(
      page({ byline: 'Ana Lima', title: '50% & {mais} \\ de #1_a' }),
      new Set(['lima2021']),
    );
    expect(text).toContain('@online{lima2021-2,');
    expect(text).toContain('title = {{50\\% \\& \\{mais\\} \\textbackslash{} de \\#1\\_a}},');
    expect(text).toContain('date = {2021-03-12},');
    expect(text).toContain('urldate = {2024-05-03},');
  });

  it('is CSL-JSON', () => {
    expect(cslItem(page({ byline: 'Maria da Silva' }))).toEqual({
      id: 'silva2021',
      type: 'webpage',
      title: 'Ponte sobre o Guaíba é inaugurada',
      author: [{ family: 'Silva', given: 'Maria da' }],
      'container-title': 'jornal.com.br',
      issued: { 'date-parts': [[2021, 3, 12]] },
      accessed: { 'date-parts': [[2024, 5, 3]] },
      URL: 'https://www.jornal.com.br/noticias/ponte',
      language: 'pt',
    });
    expect(cslItem(page({ published: null }))).not.toHaveProperty('issued');
  });

  it('closes every brace that it opens, whatever the page says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (title, byline, path) => {
        const url = `https://a.br/${path}`;
        const bare = bibtex(page({ title, byline, url })).replace(/\\[{}]/g, '');
        let depth = 0;
        let least = 0;
        for (const letter of bare) {
          depth += letter === '{' ? 1 : letter === '}' ? -1 : 0;
          least = Math.min(least, depth);
        }
        expect(least).toBe(0);
        expect(depth).toBe(0);
        expect(abntText(page({ title, byline, url }))).toMatch(/Acesso em: 3 maio 2024\.$/);
      }),
      { numRuns: 60, seed: 5 },
    );
  });
});

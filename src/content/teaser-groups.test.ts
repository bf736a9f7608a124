import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../html/index.ts';
import { analysePage, extractContent } from './extract-content.ts';
import { readPageBlocks } from './page-blocks.ts';
import { readRegions } from './page-regions.ts';
import { teaserGroups } from './teaser-groups.ts';

const URL = 'https://www.exemplo.br/noticias/2024/05/o-relato-do-porto';
const sentence = (topic: string, n: number): string =>
  `O relato número ${n} sobre ${topic} foi publicado na manhã de ontem, com detalhes que ninguém conhecia até agora.`;
const prose = (topic: string, count: number): string =>
  Array.from({ length: count }, (_, n) => `<p>${sentence(topic, n)}</p>`).join('');
const teaser = (n: number, target: string): string =>
  `<div class="c${n}"><h3><a href="${target}">Outra notícia número ${n} da cidade</a></h3><p>${sentence('a outra', n)}</p></div>`;
const teasers = (count: number, to = (n: number): string => `/noticias/outra-${n}`): string =>
  `<div>${Array.from({ length: count }, (_, n) => teaser(n, to(n))).join('')}</div>`;
const groups = (body: string, url = URL) => {
  const blocks = readPageBlocks(parseHtml(body));
  return teaserGroups(blocks, readRegions(blocks).words, url);
};
const read = (body: string, url = URL): string =>
  extractContent(
    analysePage(parseHtml(`<html><head><title>O relato do porto</title></head><body>${body}</body></html>`), {
      url,
    }),
  ).text;

describe('teasers', () => {
  it('under an article are not its text, without a class or a heading that says so', () => {
    const text = read(
      `<div><div><h1>O relato do porto</h1>${prose('o cais', 5)}</div><div>${teasers(4)}</div></div>`,
    );
    expect(text).toContain('sobre o cais');
    expect(text).not.toContain('a outra');
  });

  it('are the text of a page that has little else', () => {
    const text = read(
      `<main><h1>Resumo da semana</h1><p>${sentence('a semana', 1)}</p>${teasers(9)}</main>`,
      'https://www.exemplo.br/noticias/2024/05/resumo-da-semana',
    );
    expect(text).toContain('número 8 sobre a outra');
  });

  it('are told by titles that lead to pages of the site', () => {
    expect(groups(teasers(4)).map((group) => group.rows.length)).toEqual([4]);
    expect(groups(teasers(4, (n) => `https://exemplo.br/n/${n}`))).toHaveLength(1);
    expect(groups(teasers(4, (n) => `https://fotos.exemplo.br/n/${n}`))).toHaveLength(1);
    expect(groups(teasers(4, (n) => `https://outro.pt/n/${n}`))).toHaveLength(0);
    expect(groups(teasers(4, (n) => `#parte-${n}`))).toHaveLength(0);
    expect(groups(teasers(4, () => '/a-mesma'))).toHaveLength(0);
  });

  it('are three or more, short, with words of their own', () => {
    expect(groups(teasers(2))).toHaveLength(0);
    const titles = Array.from(
      { length: 5 },
      (_, n) => `<li><a href="/n/${n}">Outra notícia número ${n}</a></li>`,
    );
    expect(groups(`<ul>${titles.join('')}</ul>`)).toHaveLength(0);
    const long = Array.from(
      { length: 4 },
      (_, n) =>
        `<section><h2><a href="/cursos/${n}">Curso número ${n}</a></h2>${prose('o curso', 8)}</section>`,
    );
    expect(groups(`<div>${long.join('')}</div>`)).toHaveLength(0);
  });

  it('are not the rows of a table', () => {
    const rows = Array.from(
      { length: 6 },
      (_, n) =>
        `<tr><td><a href="/concurso/${n}">Prefeitura de Maringá do Sul ${n}</a></td><td>${n} vagas até R$ 6866,28 para vários cargos de nível médio</td></tr>`,
    );
    expect(groups(`<table><tbody>${rows.join('')}</tbody></table>`)).toHaveLength(0);
  });

  it('have authors and sections beside their titles', () => {
    const items = Array.from(
      { length: 3 },
      (_, n) =>
        `<article><a href="/secao/economia-e-negocios-do-norte">Economia e negócios do norte</a><h2><a href="/n/${n}">Título ${n}</a></h2><p>${sentence('a safra', n)}</p></article>`,
    );
    expect(groups(`<div>${items.join('')}</div>`).map((group) => group.rows.length)).toEqual([3]);
  });

  it('never throw, and are elements of the page', () => {
    const piece = fc.constantFrom(
      '<div>',
      '</div>',
      '<a href="/a">',
      '<a href="//x.br/b">',
      '</a>',
      '<h2>',
      '</h2>',
      '<p>',
      '</p>',
      'duas ou três palavras a mais ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 80 }), (pieces) => {
        const doc = parseHtml(pieces.join(''));
        const blocks = readPageBlocks(doc);
        for (const { rows } of teaserGroups(blocks, readRegions(blocks).words, URL)) {
          expect(rows.length).toBeGreaterThanOrEqual(3);
          expect(new Set(rows.map((row) => doc.parent[row])).size).toBe(1);
        }
      }),
      { seed: 11, numRuns: 300 },
    );
  });
});

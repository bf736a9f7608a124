import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../html/index.ts';
import { NAVIGATION } from './element-evidence.ts';
import { analysePage, extractContent } from './extract-content.ts';
import { listedItems } from './listed-items.ts';
import { readPageBlocks } from './page-blocks.ts';
import { readRegions } from './page-regions.ts';

const items = (body: string): readonly number[] => {
  const doc = parseHtml(body);
  return listedItems(doc, readRegions(readPageBlocks(doc)), NAVIGATION);
};
const many = (count: number, item: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => item(n)).join('');
const phone = (n: number): string =>
  `<li class="unit"><div><a href="/celular-${n}">Celular número ${n} desbloqueado</a></div><div class="asideInfo"><div class="price">a partir de: <a href="/celular-${n}">R$ 1.${n}99,65</a></div></div></li>`;

describe('items of a list', () => {
  it('are read with their prices, whatever their parts are called', () => {
    const html = `<html><head><title>Celulares</title></head><body>
      <div class="filtros"><ul>${many(20, (n) => `<li><a href="/marca/${n}">Marca número ${n}</a></li>`)}</ul></div>
      <h1>Celulares</h1><ul>${many(12, phone)}</ul></body></html>`;
    const { text } = extractContent(
      analysePage(parseHtml(html), { url: 'https://precos.exemplo.br/categoria/celulares' }),
    );
    expect(text).toContain('Celular número 7 desbloqueado');
    expect(text).toContain('R$ 1.799,65');
  });

  it('are five or more, with words that are no link, and lead to different places', () => {
    expect(items(`<ul>${many(6, phone)}</ul>`)).toHaveLength(6);
    expect(items(`<ul>${many(4, phone)}</ul>`)).toHaveLength(0);
    expect(
      items(`<ul>${many(9, (n) => `<li><a href="/s/${n}">Seção número ${n} do portal</a></li>`)}</ul>`),
    ).toHaveLength(0);
    expect(
      items(
        `<div>${many(9, (n) => `<p class="n">Entrega grátis acima de ${n}00 reais, veja <a href="/frete">as condições</a></p>`)}</div>`,
      ),
    ).toHaveLength(0);
    const prose = `<p>${'Um relato que fala do cais, do farol e do porto velho. '.repeat(16)}</p>`;
    expect(items(`<ul>${many(9, phone)}</ul>${prose}`)).toHaveLength(9);
    expect(items(`<nav><ul>${many(9, phone)}</ul></nav>${prose}`)).toHaveLength(0);
  });

  it('are told by tag and first class', () => {
    const cards = many(
      8,
      (n) =>
        `<div class="card ${n % 2 === 0 ? 'par' : 'impar'}"><a href="/p/${n}">Panela número ${n}</a> feita de barro em Goiabeiras</div>`,
    );
    expect(
      items(`<div>${cards}<div class="banner"><a href="/promo">Promoção</a> da semana inteira</div></div>`),
    ).toHaveLength(8);
  });

  it('are the larger group of two, and a large part of the page', () => {
    const small = many(5, (n) => `<li><a href="/v/${n}">Visto ${n}</a> ontem às ${n} horas</li>`);
    const large = many(15, phone);
    expect(items(`<ul>${small}</ul><ul>${large}</ul>`)).toHaveLength(15);
    const prose = many(
      30,
      (n) => `<p>O relato número ${n} do cais foi publicado ontem, com detalhes que ninguém conhecia.</p>`,
    );
    expect(items(`<div>${prose}</div><ul>${small}</ul>`)).toHaveLength(0);
  });

  it('never throw, and are children of one element', () => {
    const piece = fc.constantFrom(
      '<ul>',
      '</ul>',
      '<li>',
      '<div class="a b">',
      '</div>',
      '<a href="/a">',
      '<a href="/b">',
      '</a>',
      'palavras soltas ',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 90 }), (pieces) => {
        const doc = parseHtml(pieces.join(''));
        const rows = listedItems(doc, readRegions(readPageBlocks(doc)), NAVIGATION);
        expect(new Set(rows.map((row) => doc.parent[row])).size).toBeLessThanOrEqual(1);
      }),
      { seed: 5, numRuns: 300 },
    );
  });
});

describe('lines for machines', () => {
  it('do not count as prose: an address that a script left', () => {
    const { text } = extractContent(
      analysePage(
        parseHtml(
          `<html><body><main><h1>Réguas</h1><div>https://static.exemplo.br/imagens/br/loja/janela_carregando_grande.gif</div><ul>${many(8, phone)}</ul></main></body></html>`,
        ),
        { url: 'https://loja.exemplo.br/categoria/reguas' },
      ),
    );
    expect(text).not.toContain('janela_carregando');
  });

  it('have no class that speaks against code', () => {
    const { text } = extractContent(
      analysePage(
        parseHtml(
          `<html><body><article><h1>Instalar o pacote</h1>${many(5, (n) => `<p>O passo número ${n} instala o pacote na pasta do projeto, sem pedir licença de administrador.</p>`)}<pre class="language-toml menu"><code>[dependencies]\npacote = "1.4"</code></pre></article></body></html>`,
        ),
        { url: 'https://blog.exemplo.br/2024/05/instalar-o-pacote' },
      ),
    );
    expect(text).toContain('pacote = "1.4"');
  });
});

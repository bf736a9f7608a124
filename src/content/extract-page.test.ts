import { describe, expect, it } from 'vitest';
import { parseHtml } from '../html/index.ts';
import { analysePage, extractContent } from './extract-content.ts';
import { SiteMemory } from './site-memory.ts';

const sentence = (topic: string, n: number): string =>
  `O relato número ${n} sobre ${topic} foi publicado na manhã de ontem, com detalhes que ninguém conhecia até agora.`;
const prose = (topic: string, count: number): string =>
  Array.from({ length: count }, (_, n) => `<p>${sentence(topic, n)}</p>`).join('');
const read = (
  body: string,
  url = 'https://exemplo.br/noticias/2024/05/o-relato-do-porto',
  title = 'O relato do porto',
) =>
  extractContent(
    analysePage(parseHtml(`<html><head><title>${title}</title></head><body>${body}</body></html>`), { url }),
  );

describe('parts that are hidden when the page is sent', () => {
  it('reads what React streams to its place', () => {
    const { text } = read(
      `<main><template id="B:0"></template></main><div hidden id="S:0"><article>${prose('o cais', 5)}</article></div>`,
    );
    expect(text).toContain('relato número 4 sobre o cais');
  });

  it('reads panels of tabs and folded answers, not dialogs, menus or forms', () => {
    const { text } = read(
      `<main><h1>O relato do porto</h1>${prose('o cais', 4)}
      <div role="tabpanel" hidden><p>${sentence('a ficha técnica', 1)}</p></div>
      <div class="faq-answer" style="display: none"><p>${sentence('as dúvidas', 1)}</p></div>
      <div class="modal" style="display:none"><p>${sentence('o convite', 1)}</p></div>
      <div class="panel" hidden><form><p>${sentence('o formulário', 1)}</p><input></form></div>
      <div style="display:none"><p>${sentence('o invisível', 1)}</p></div></main>`,
    );
    expect(text).toContain('a ficha técnica');
    expect(text).toContain('as dúvidas');
    for (const not of ['o convite', 'o formulário', 'o invisível']) expect(text).not.toContain(not);
  });
});

describe('names that mislead', () => {
  it('keeps prose under a class with a menu in its name, and drops the menu', () => {
    const { text } = read(
      `<div class="menu"><ul>${Array.from({ length: 12 }, (_, n) => `<li><a href="/s${n}">Seção ${n} do portal</a></li>`).join('')}</ul></div>
      <h1>O relato do porto</h1><div class="section lm-nav">${prose('o cais', 3)}</div><div class="section lm-nav">${prose('o farol', 3)}</div>`,
    );
    expect(text).toContain('sobre o cais');
    expect(text).toContain('sobre o farol');
    expect(text).not.toContain('Seção 3');
  });

  it('does not take the column of the headline for a sidebar', () => {
    const { text } = read(
      `<div class="left"><p>Galeria de fotos do porto e da cidade</p></div>
      <div class="right-column sidebar"><h1>O relato do porto</h1><div>${prose('o cais', 2)}</div></div>
      <div class="body"><div>${prose('o leilão', 4)}</div></div>`,
    );
    expect(text).toContain('sobre o cais');
  });

  it('does not believe in a foot less because it is long', () => {
    const { text } = read(
      `<main><h1>O relato do porto</h1>${prose('o cais', 4)}</main><footer>${prose('as condições', 8)}</footer>`,
    );
    expect(text).toContain('sobre o cais');
    expect(text).not.toContain('as condições');
  });

  it('finds the offers of a page of classifieds, whose class says advertisement', () => {
    const offers = Array.from(
      { length: 14 },
      (_, n) =>
        `<li class="anuncio"><a href="/imovel/${n}"><h2>Apartamento ${n} na rua das Acácias</h2><p>Dois quartos, sala, cozinha e vaga, a ${n} minutos da praia</p></a><span>R$ ${n}50.000</span></li>`,
    ).join('');
    const { text } = read(
      `<div class="topo"><ul class="menu"><li><a href="/">Início</a></li><li><a href="/vender">Vender</a></li></ul></div>
      <div class="lista-anuncios"><ul>${offers.slice(0, offers.length / 2)}</ul></div><div class="lista-anuncios"><ul>${offers.slice(offers.length / 2)}</ul></div>`,
      'https://imoveis.exemplo.br/busca?cidade=florianopolis',
      'Imóveis em Florianópolis',
    );
    expect(text).toContain('Apartamento 3 na rua das Acácias');
    expect(text).toContain('minutos da praia');
  });
});

describe('copies', () => {
  const refrain = 'Quando a maré subir de novo no cais eu volto para a casa onde nasci e cresci.';

  it('reads once what the page carries for wide and for narrow screens', () => {
    const { text } = read(
      `<main><h1>O relato do porto</h1><div class="desktop">${prose('o cais', 4)}</div><div class="mobile">${prose('o cais', 4)}</div></main>`,
    );
    expect(text.split('relato número 2 sobre o cais')).toHaveLength(2);
  });

  it('knows a copy that is written with other references and blanks', () => {
    const lines = Array.from(
      { length: 4 },
      (_, n) => `No dia ${n} de maio de 1998, às 14h, o cais do porto velho reabriu para os barcos de pesca.`,
    );
    const paragraphs = (of: readonly string[]): string => of.map((line) => `<p>${line}</p>`).join('');
    const written = lines.map((line) => line.replaceAll(' de ', ' de&nbsp;').replace('à', '&#224;'));
    const { text } = read(
      `<main><h1>O relato do porto</h1><div>${paragraphs(written)}</div><div id="impressao">${paragraphs(lines)}</div></main>`,
    );
    for (let n = 0; n < 4; n++) expect(text.match(new RegExp(`No dia ${n} `, 'g'))).toHaveLength(1);
  });

  it('reads a copy once with the memory of the site too', () => {
    const memory = new SiteMemory();
    const pages = Array.from({ length: 12 }, (_, n) => {
      const body = prose(`o cais ${n}`, 4);
      const html = `<html><head><title>O relato ${n}</title></head><body><main><h1>O relato ${n}</h1><div class="desktop">${body}</div><div class="mobile">${body}</div></main></body></html>`;
      const page = analysePage(parseHtml(html), { url: `https://exemplo.br/noticias/2024/05/relato-${n}` });
      return { page, counted: memory.learn(page.facts) };
    });
    const { page, counted } = pages[5]!;
    const { text } = extractContent(page, { memory, counted });
    expect(text.split('relato número 2 sobre o cais 5')).toHaveLength(2);
  });

  it('leaves a price that several items have, and reads a notice under each of them once', () => {
    const items = Array.from(
      { length: 8 },
      (_, n) =>
        `<li><h3>Panela de barro número ${n}, feita em Goiabeiras</h3><div><p>de R$ 69,90 por R$ 54,90 em até 5x de R$ 10,98 sem juros</p></div><div><p>A entrega leva alguns dias e o frete depende do endereço que se escreve no pedido.</p></div></li>`,
    ).join('');
    const { text } = read(
      `<main><h1>Panelas</h1><ul>${items}</ul></main>`,
      'https://loja.exemplo.br/categoria/panelas',
      'Panelas',
    );
    expect(text.match(/R\$ 54,90/g)).toHaveLength(8);
    expect(text.match(/o frete depende/g)).toHaveLength(1);
  });

  it('leaves what a text repeats side by side', () => {
    const { text } = read(
      `<main><article><h1>O relato do porto</h1>${prose('o cais', 3)}<p>${refrain}</p>${prose('o farol', 2)}<p>${refrain}</p></article></main>`,
    );
    expect(text.split('Quando a maré subir')).toHaveLength(3);
  });
});

describe('kinds of pages', () => {
  it('drops the lines about the author from an article', () => {
    const { text } = read(
      `<main><article><h1>O relato do porto</h1>${prose('o cais', 6)}<div class="author-bio"><p>Ana Lima escreve sobre o mar há vinte anos, é autora de três livros e mora em Santos, com dois gatos.</p></div></article></main>`,
    );
    expect(text).toContain('sobre o cais');
    expect(text).not.toContain('dois gatos');
  });

  it('knows a product by its microdata, and leaves out what buyers wrote', () => {
    const content = read(
      `<main itemscope itemtype="https://schema.org/Product"><h1>Cafeteira do cais</h1><div class="product-description">${prose('a cafeteira', 8)}</div>
      <div class="reviews">${Array.from({ length: 2 }, (_, n) => `<div class="review"><p>Comprei ${n} vezes e gostei muito, chegou antes do prazo e veio bem embalada, recomendo.</p></div>`).join('')}</div></main>`,
      'https://loja.exemplo.br/cafeteira',
      'Cafeteira do cais',
    );
    expect(content.type).toBe('product');
    expect(content.text).toContain('sobre a cafeteira');
    expect(content.text).not.toContain('chegou antes do prazo');
  });

  it('does not read the values of a field', () => {
    const { blocks } = read(
      `<main><h1>O relato do porto</h1>${prose('o cais', 3)}<div><select><optgroup label="x"><option>Bahia</option><option>Ceará</option></optgroup></select></div></main>`,
    );
    expect(blocks.some((block) => block.text.includes('Bahia'))).toBe(false);
    expect(blocks.reduce((sum, block) => sum + (block.text === '' ? block.words : 0), 0)).toBe(0);
  });
});

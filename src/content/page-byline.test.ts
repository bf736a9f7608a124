import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../html/index.ts';
import { analysePage, type Content, extractContent } from './extract-content.ts';

const URL = 'https://jornal.exemplo.br/noticia/ponte-nova-12345';
const paragraph = (n: number): string =>
  `<p>No dia ${n}, a câmara aprovou, em segunda votação, o projeto que muda o trânsito do centro; a obra número ${n} começa em breve e deve durar um ano inteiro.</p>`;
const PROSE = [1, 2, 3, 4].map(paragraph).join('');
const ld = (value: unknown): string => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;

function read(head: string, body: string, url = URL): Content {
  return extractContent(
    analysePage(
      parseHtml(
        `<html lang="pt-BR"><head><title>Ponte nova fica pronta</title>${head}</head><body>${body}</body></html>`,
      ),
      { url },
    ),
  );
}
const article = (line: string, after = ''): string =>
  `<article><h1>Ponte nova fica pronta</h1>${line}${PROSE}</article>${after}`;
const stated = (value: unknown, line = ''): string => read(ld(value), article(line)).byline;
const meta = (name: string, content: string): string => `<meta name="${name}" content="${content}">`;
const COMMENTS =
  '<div id="comentarios"><h3>Comentários</h3><div class="comment"><span class="comment-author" itemprop="author">Leitor Zangado</span><p>Gostei muito da notícia, parabéns ao jornal.</p></div></div>';

describe('the author that a page states', () => {
  it('is read from JSON-LD as PHP writes it, and is not a commenter', () => {
    const json =
      '{"@type":"NewsArticle","comment":[{"@type":"Comment","author":{"@type":"Person","name":"Leitor Zangado"}}],"author":{"@type":"Person","name":"Jo\\u00e3o Concei\\u00e7\\u00e3o"}}';
    expect(read(`<script type="application/ld+json">${json}</script>`, article('', COMMENTS)).byline).toBe(
      'João Conceição',
    );
    const nobody =
      '{"@type":"NewsArticle","comment":[{"@type":"Comment","author":{"@type":"Person","name":"Leitor Zangado"}}]}';
    expect(read(`<script type="application/ld+json">${nobody}</script>`, article('', COMMENTS)).byline).toBe(
      '',
    );
  });

  it.each<[string, unknown, string]>([
    ['a text', { '@type': 'Article', author: 'Ana Lima' }, 'Ana Lima'],
    [
      'several',
      { '@type': 'BlogPosting', author: [{ name: 'Ana Lima' }, { name: 'Rui Sá' }, 'Eva Luz'] },
      'Ana Lima, Rui Sá, Eva Luz',
    ],
    [
      'an id',
      {
        '@graph': [
          { '@type': 'Article', author: { '@id': '#a' } },
          { '@type': 'Person', '@id': '#a', name: 'Ana Lima' },
        ],
      },
      'Ana Lima',
    ],
    ['a name in two', { '@type': 'Article', author: { givenName: 'Ana', familyName: 'Lima' } }, 'Ana Lima'],
    ['with references', { '@type': 'Article', author: { name: 'Ana &amp; Rui S&aacute;' } }, 'Ana & Rui Sá'],
    [
      'a type with its address',
      { '@type': 'https://schema.org/NewsArticle', author: { name: 'Ana Lima' } },
      'Ana Lima',
    ],
    ['a placeholder', { '@type': 'Article', author: { name: 'undefined' } }, ''],
    ['an address', { '@type': 'Article', author: 'https://www.facebook.com/jornal' }, ''],
    [
      'of a product',
      { '@type': 'Product', author: { name: 'Ana Lima' }, review: [{ author: { name: 'Rui Sá' } }] },
      '',
    ],
  ])('may be %s', (_, value, name) => {
    expect(stated(value)).toBe(name);
  });

  it('is that of the object that is this page', () => {
    const one = (name: string, headline: string, url: string): object => ({
      '@type': 'NewsArticle',
      headline,
      url,
      author: { name },
    });
    const other = one('Rui Sá', 'Chove no sertão', 'https://jornal.exemplo.br/noticia/chuva-1');
    expect(stated([other, one('Ana Lima', 'Outro título', URL)])).toBe('Ana Lima');
    expect(
      stated([other, { '@type': 'NewsArticle', headline: 'Ponte nova fica pronta', author: 'Ana Lima' }]),
    ).toBe('Ana Lima');
    expect(stated([other, one('Eva Luz', 'Feira abre', 'https://jornal.exemplo.br/noticia/feira-2')])).toBe(
      '',
    );
  });

  it('is the newsroom only when nobody else signs', () => {
    const newsroom = { '@type': 'NewsArticle', author: { '@type': 'Organization', name: 'Redação Jornal' } };
    expect(stated(newsroom)).toBe('Redação Jornal');
    expect(stated(newsroom, '<p class="byline">Por Ana Lima</p>')).toBe('Ana Lima');
    expect(read(ld(newsroom) + meta('author', 'Ana Lima'), article('')).byline).toBe('Ana Lima');
  });

  it.each([
    [meta('author', 'Ana Lima'), 'Ana Lima'],
    [meta('article:author', 'https://www.facebook.com/jornal') + meta('author', 'Ana Lima'), 'Ana Lima'],
    [meta('article:author', 'https://www.facebook.com/jornal'), ''],
    [meta('author', 'page.head.extra.author'), ''],
    [meta('author', 'redacao@jornal.exemplo.br'), ''],
    [meta('citation_author', 'Lima, Ana') + meta('citation_author', 'Sá, Rui'), 'Ana Lima, Rui Sá'],
    [meta('twitter:label1', 'Escrito por') + meta('twitter:data1', 'Ana Lima'), 'Ana Lima'],
    [meta('twitter:label1', 'Tempo de leitura') + meta('twitter:data1', 'Cinco Minutos'), ''],
  ])('in %s is «%s»', (head, name) => {
    expect(read(head, article('')).byline).toBe(name);
  });
});

describe('the byline that a reader sees', () => {
  it.each([
    ['<p class="byline">Por Ana Lima</p>', 'Ana Lima'],
    [
      '<div class="post-meta"><span>Por</span> <a rel="author" href="/autor/ana">Ana Lima</a> <time>12/03/2021</time></div>',
      'Ana Lima',
    ],
    ['<div itemprop="author" itemscope><span itemprop="name">Ana Lima</span></div>', 'Ana Lima'],
    ['<p>Por Ana Lima, da Agência Brasil</p>', 'Ana Lima'],
    ['<p>Da Redação</p>', 'Da Redação'],
    ['<div><div>Por</div><div>Ana Lima</div><div>12/03/2021</div></div>', 'Ana Lima'],
    [
      '<div class="authors"><a href="/autor/ana">Ana Lima</a> e <a href="/autor/rui">Rui Sá</a></div>',
      'Ana Lima, Rui Sá',
    ],
    [
      '<div class="author-box"><span class="author-role">Repórter Especial</span><span class="author-name">Ana Lima</span></div>',
      'Ana Lima',
    ],
    ['<p class="author">Publicado por</p>', ''],
    ['<p class="byline">Jun 2</p>', ''],
    ['<p>Por Brasília, a semana começou assim e ninguém soube dizer como é que ela acabaria</p>', ''],
  ])('%s', (line, name) => {
    expect(read('', article(line)).byline).toBe(name);
  });

  it('is the one beside the headline though the number of comments stands there too', () => {
    const line =
      '<div class="article__meta"><p>12/03/2021</p><p>Por Ana Lima</p><p><a href="#comentarios">0 comentários</a></p></div>';
    expect(read('', article(line, COMMENTS)).byline).toBe('Ana Lima');
  });

  it('is not that of comments, of other articles or of a form', () => {
    const related =
      '<div class="related"><h3>Leia também</h3><div><a href="/x">Chove no sertão</a><span class="author">Rui Sá</span></div></div>';
    const form =
      '<form id="respond"><label class="comment-form-author">Nome (obrigatório):</label><input></form>';
    expect(read('', article('', COMMENTS + related + form)).byline).toBe('');
  });

  it('is looked for below the article when there is none above', () => {
    const box =
      '<div class="author-box"><h4>Sobre a autora</h4><a rel="author" href="/autor/ana">Ana Lima</a></div>';
    expect(read('', article('', box)).byline).toBe('Ana Lima');
  });

  it('is nobody on a product, whoever reviews it', () => {
    const product = ld({
      '@type': 'Product',
      name: 'Rede',
      review: [{ '@type': 'Review', author: { name: 'Rui Sá' } }],
    });
    const body =
      '<main><h1>Rede de algodão</h1><p>R$ 189,90 à vista ou em três vezes sem juros no cartão.</p><div class="reviews"><div><span class="author">Rui Sá</span><p>Gostei muito da rede, é macia e chegou antes do prazo.</p></div></div></main>';
    const content = read(product, body, 'https://loja.exemplo.br/produto/rede');
    expect(content.type).toBe('product');
    expect(content.byline).toBe('');
  });

  it('is who began the thread on a forum', () => {
    const post = (user: string, n: number): string =>
      `<div class="post"><a class="username" href="/members/${user}.${n}/">${user}</a><div class="messageText">O meu motor falha quando está frio; alguém sabe o que pode ser? Já troquei a peça ${n}.</div></div>`;
    const content = read(
      '',
      `<div id="thread"><h1>Motor falha</h1>${post('rui_67', 1)}${post('ana_9', 2)}${post('eva', 3)}</div>`,
      'https://forum.exemplo.br/threads/motor-falha.12/',
    );
    expect(content.type).toBe('forum');
    expect(content.byline).toBe('rui_67');
  });

  it('is bounded and free of exceptions, whatever the page', () => {
    const piece = fc.constantFrom(
      '<p class="author">',
      '<a rel="author">',
      '</p>',
      '<div itemprop="author">',
      'Por ',
      'Ana Lima',
      '</div>',
      '<h1>Ponte nova',
      '</h1>',
      PROSE,
      'x'.repeat(500),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.json(), (pieces, json) => {
        const content = read(
          `<script type="application/ld+json">{"@type":"Article","author":${json}}</script>`,
          pieces.join(''),
        );
        expect(content.byline.length).toBeLessThanOrEqual(160);
      }),
      { seed: 9, numRuns: 150 },
    );
  });
});

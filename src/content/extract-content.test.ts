import { describe, expect, it } from 'vitest';
import { decodeHtml, parseHtml, visibleText } from '../html/index.ts';
import { analysePage, type Content, extractContent } from './index.ts';

function extract(html: string, url = 'https://jornal.exemplo.br/noticia/1'): Content {
  return extractContent(analysePage(parseHtml(html), { url }), { published: '2024-03-12' });
}

const paragraph = (n: number): string =>
  `<p>No dia ${n}, a câmara aprovou, em segunda votação, o projeto que muda o trânsito do centro; a obra número ${n} começa em breve e deve durar um ano inteiro.</p>`;

const ARTICLE = `<html lang="pt-BR"><head><title>Ponte nova - Jornal</title><meta name="author" content="Ana Lima"></head><body>
<nav><ul><li><a href="/a">Política</a></li><li><a href="/b">Esportes</a></li></ul></nav>
<div id="cookie-banner"><p>Este site usa cookies para melhorar a sua experiência de navegação, de acordo com a nossa política.</p></div>
<article><h1>Ponte nova</h1><p class="subtitulo">A travessia fica pronta antes do prazo, diz a prefeitura.</p>
${paragraph(1)}<p>Continua após a publicidade</p>${paragraph(2)}
<h2>O que muda</h2><ul><li>A rua principal passa a ter <a href="/rua">mão única</a> durante toda a obra.</li><li>O ônibus 12 desvia pela avenida, com três novas paradas.</li></ul>
<table><tr><th>Ano</th><th>Custo</th></tr><tr><td>2023</td><td>10 milhões</td></tr></table>
<blockquote><p>“É uma obra necessária”, disse a secretária, que prometeu novidades em breve.</p></blockquote>
${paragraph(3)}<p>Foto: João Silva / Divulgação</p><div class="compartilhe"><p>Compartilhe</p><a href="#">Facebook</a></div>
<div><h3>Leia também</h3><ul><li><a href="/x">Outra notícia da cidade</a></li><li><a href="/y">Mais uma notícia</a></li></ul></div>
</article>
<div id="comentarios"><h3>Comentários</h3><div><p>Gostei muito da notícia, parabéns ao jornal pela cobertura.</p></div><div><p>Já não era sem tempo, a ponte velha estava caindo.</p></div></div>
<footer><p>© 2024 Jornal. Todos os direitos reservados.</p></footer></body></html>`;

describe('the page-level answer', () => {
  const content = extract(ARTICLE);

  it('keeps the article with its lists, tables and quotations', () => {
    expect(content.type).toBe('article');
    expect(content.title).toBe('Ponte nova');
    expect(content.byline).toBe('Ana Lima');
    expect(content.published).toBe('2024-03-12');
    expect(content.text).toContain('A travessia fica pronta');
    for (const n of [1, 2, 3]) expect(content.text).toContain(`obra número ${n}`);
    expect(content.text).toContain('O que muda');
    expect(content.text).toContain('mão única');
    expect(content.text).toContain('2023 | 10 milhões');
    expect(content.text).toContain('obra necessária');
  });

  it.each([
    ['Continua após a publicidade', 'advert'],
    ['Foto: João Silva / Divulgação', 'credit'],
    ['Compartilhe', 'share'],
    ['Leia também', 'related'],
    ['Outra notícia da cidade', 'related'],
    ['© 2024 Jornal. Todos os direitos reservados.', 'footer'],
    ['Política', 'navigation'],
  ])('drops «%s» because of %s', (text, reason) => {
    const block = content.blocks.find((b) => b.text === text)!;
    expect(block.verdict).toBe('boilerplate');
    expect(block.reason).toBe(reason);
    expect(content.text).not.toContain(text);
  });

  it('[X-A50] keeps reader comments apart from the content', () => {
    expect(content.text).not.toContain('Gostei muito');
    expect(content.comments).toEqual([
      'Gostei muito da notícia, parabéns ao jornal pela cobertura.',
      'Já não era sem tempo, a ponte velha estava caindo.',
    ]);
    expect(content.blocks.find((b) => b.text.startsWith('Gostei'))!.verdict).toBe('comment');
  });

  it('drops the consent banner', () => {
    expect(content.blocks.find((b) => b.text.includes('cookies'))!.reason).toBe('consent');
  });

  it('gives every block a verdict, a score and a reason, and counts words', () => {
    for (const block of content.blocks) {
      expect(block.score).toBeGreaterThanOrEqual(0);
      expect(block.score).toBeLessThanOrEqual(1);
      expect(block.reason).not.toBe('');
      expect(block.path).toMatch(/^html\/body/);
    }
    expect(content.words).toBeGreaterThan(80);
    expect(content.words).toBeLessThan(content.pageWords);
  });

  it('writes Markdown with headings, lists, links, tables and quotations', () => {
    expect(content.markdown).toContain('## O que muda');
    expect(content.markdown).toContain(
      '- A rua principal passa a ter [mão única](https://jornal.exemplo.br/rua) durante toda a obra.',
    );
    expect(content.markdown).toContain('| Ano | Custo |\n| --- | --- |\n| 2023 | 10 milhões |');
    expect(content.markdown).toContain('> “É uma obra necessária”');
  });

  it('writes clean HTML that parses to the same words', () => {
    expect(content.html).toContain('<ul>\n<li>A rua principal');
    expect(content.html).toContain('<tr><th>Ano</th><th>Custo</th></tr>');
    const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
    expect(words(visibleText(parseHtml(content.html))).join(' ')).toBe(
      words(content.text.replaceAll('|', ' ')).join(' '),
    );
  });
});

describe('everything of the page is escaped', () => {
  it('in HTML and Markdown, whatever the text and the addresses', () => {
    const content = extract(
      `<title>x</title><article><h1>Título</h1>${paragraph(1)}<p>O comando &lt;script&gt;alert(1)&lt;/script&gt; e <a href="javascript:alert(1)">este *elo*, longo o bastante</a>, com [colchetes](http://mau) e mais palavras de um texto comum.</p>${paragraph(2)}<p>Um <a href='https://exemplo.br/"onmouseover=x'>elo com aspas</a>, para ver se alguma coisa escapa do atributo em que está.</p></article>`,
    );
    expect(content.html).not.toMatch(/<script|javascript:/i);
    expect(content.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(content.html).not.toMatch(/"onmouseover/);
    expect(content.markdown).toContain('\\[colchetes\\](http://mau)');
    expect(content.markdown).not.toContain('javascript:');
    expect(content.markdown).toContain('\\*elo\\*');
  });
});

describe('pages of other kinds', () => {
  it('a list keeps its items, though they are links', () => {
    const items = Array.from(
      { length: 30 },
      (_, i) => `<li><a href="/p/${i}">Receita número ${i} de bolo de milho da vovó</a></li>`,
    );
    const content = extract(
      `<title>Receitas</title><nav><a href="/">Início</a></nav><main><h1>Receitas</h1><ul>${items.join('')}</ul></main><footer><p>Copyright 2024</p></footer>`,
      'https://exemplo.br/receitas',
    );
    expect(content.type).toBe('listing');
    expect(content.text).toContain('Receita número 7');
    expect(content.text).toContain('Receita número 29');
    expect(content.text).not.toContain('Copyright');
  });

  it('a forum keeps the posts of the thread, though its classes speak of comments', () => {
    const posts = Array.from(
      { length: 6 },
      (_, i) =>
        `<div class="comment"><div class="comment-body"><p>Resposta ${i}: eu também tive esse problema, e resolvi trocando a peça, que estava gasta.</p></div></div>`,
    );
    const content = extract(
      `<title>Motor falha</title><div id="thread"><h1>Motor falha</h1><p>O meu motor falha quando está frio; alguém sabe o que pode ser?</p>${posts.join('')}</div>`,
      'https://forum.exemplo.br/t/motor-falha/123',
    );
    expect(content.type).toBe('forum');
    for (let i = 0; i < 6; i++) expect(content.text).toContain(`Resposta ${i}`);
  });

  it('a page drawn by a script is read from its noscript', () => {
    const content = extract(
      `<title>Tópico</title><div id="app"></div><noscript><main>${paragraph(1)}${paragraph(2)}${paragraph(3)}</main></noscript>`,
    );
    expect(content.text).toContain('obra número 2');
  });

  it('documentation keeps its code, line breaks and all', () => {
    const content = extract(
      `<title>Guia</title><main><h1>Guia</h1>${paragraph(1)}<pre><code>if (a &lt; b) {\n  troca();\n}</code></pre>${paragraph(2)}</main>`,
      'https://docs.exemplo.br/guia',
    );
    expect(content.markdown).toContain('```\nif (a < b) {\n  troca();\n}\n```');
    expect(content.html).toContain('<pre><code>if (a &lt; b) {\n  troca();\n}</code></pre>');
  });
});

describe('charset', () => {
  it('[X-A12] UTF-8 is decoded, and a declared charset that differs is respected', () => {
    const html = `<html><head><meta charset="CHARSET"><title>Ação</title></head><body><article><h1>Ação</h1><p>A construção da estação começa amanhã, às três, diz a secretária Conceição; é a décima obra do ano.</p></article></body></html>`;
    const utf8 = decodeHtml(Buffer.from(html.replace('CHARSET', 'utf-8'), 'utf8'), null).text;
    const latin = decodeHtml(Buffer.from(html.replace('CHARSET', 'iso-8859-1'), 'latin1'), null).text;
    for (const text of [utf8, latin])
      expect(extract(text).text).toContain('A construção da estação começa amanhã, às três');
  });
});

describe('hostile and empty pages', () => {
  it.each([
    ['empty', ''],
    ['no text', '<html><body><img src=x></body></html>'],
    ['one word', '<p>Oi'],
    ['a text without tags', 'só texto, sem marca nenhuma'],
  ])('%s', (_, html) => {
    const content = extract(html);
    expect(content.html).not.toContain('undefined');
    expect(content.blocks.length).toBeLessThan(3);
  });

  it('100,000 nested elements', () => {
    const content = extract(`${'<div>'.repeat(100_000)}<p>fundo do poço</p>`);
    expect(content.blocks).toHaveLength(1);
  });

  it('a page with very many blocks stops at a bound', () => {
    const content = analysePage(parseHtml('<p>a'.repeat(70_000)));
    expect(content.judgement.blocks.count).toBe(60_000);
  });
});

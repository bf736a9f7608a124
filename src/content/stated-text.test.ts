import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../html/index.ts';
import { analysePage, extractContent } from './extract-content.ts';

const DESCRIPTION =
  'Rede de algodão cru, tecida à mão no sertão da Paraíba, com varandas de crochê e punhos reforçados que aguentam cento e vinte quilos.';
const ld = (value: unknown): string =>
  `<script type="application/ld+json">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
const read = (head: string, body: string, url = 'https://loja.exemplo.br/produto/rede-de-algodao') =>
  extractContent(
    analysePage(parseHtml(`<html><head><title>Rede</title>${head}</head><body>${body}</body></html>`), {
      url,
    }),
  );
const SHOWN = `<main><h1>Rede de algodão</h1><p>R$ 189,90 à vista ou em três vezes sem juros no cartão.</p>
  <p>O prazo de entrega depende do endereço e é calculado no fechamento do pedido, junto com o frete.</p></main>`;

describe('text that a page states and does not show', () => {
  it('is the description of a product, behind what can be seen', () => {
    const product = ld({
      '@graph': [
        { '@type': 'Product', name: 'Rede', description: `<p>${DESCRIPTION}</p><script>x()</script>` },
      ],
    });
    const { text, html, blocks } = read(product, SHOWN);
    expect(text).toContain(DESCRIPTION);
    expect(text.indexOf('prazo de entrega')).toBeLessThan(text.indexOf('sertão'));
    expect(html).not.toContain('x()');
    expect(blocks.at(-1)).toMatchObject({ verdict: 'content', reason: 'stated', text: DESCRIPTION });
  });

  it('is read when it was escaped like an address', () => {
    const { text } = read(ld({ '@type': 'Product', description: encodeURIComponent(DESCRIPTION) }), SHOWN);
    expect(text).toContain(DESCRIPTION);
    const cut = `${encodeURIComponent(DESCRIPTION)}%C3`;
    expect(read(ld({ '@type': 'Product', description: cut }), SHOWN).text).toContain('prazo de entrega');
  });

  it('is not said twice', () => {
    const { text } = read(
      ld({ '@type': 'Product', description: DESCRIPTION }),
      `<main><h1>Rede</h1><p>${DESCRIPTION}</p></main>`,
    );
    expect(text.split('sertão')).toHaveLength(2);
  });

  it('is the body of an article of which nothing can be seen, and no more than a page that can be read needs', () => {
    const body = `${DESCRIPTION} Foi o que contou a artesã, que aprendeu o ofício com a avó e hoje ensina as vizinhas.`;
    const article = ld({ '@type': 'NewsArticle', articleBody: body, description: 'Curto.' });
    const url = 'https://jornal.exemplo.br/noticias/2024/05/a-rede';
    expect(read(article, '<div id="app"></div>', url).text).toContain('a artesã');
    const prose = Array.from(
      { length: 6 },
      (_, n) =>
        `<p>A feira do bairro número ${n} abriu cedo e vendeu tudo antes do meio-dia, como sempre.</p>`,
    ).join('');
    expect(read(article, `<article><h1>A feira</h1>${prose}</article>`, url).text).not.toContain('a artesã');
  });

  it('never throws on anything that stands in the place of JSON-LD', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (json) => {
        const page = `<script type="application/ld+json">${json}</script><div itemtype="http://schema.org/Product"></div>`;
        expect(typeof extractContent(analysePage(parseHtml(page))).text).toBe('string');
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});

describe('labels', () => {
  it('of buttons under the items of a list are no content', () => {
    const items = Array.from(
      { length: 8 },
      (_, n) =>
        `<li><h3>Panela de barro número ${n}, feita em Goiabeiras</h3><p>R$ ${n + 40},00</p><p>Adicionar ao carrinho</p><p>Ver detalhes</p></li>`,
    ).join('');
    const { text } = read(
      '',
      `<main><h1>Panelas</h1><ul>${items}</ul></main>`,
      'https://loja.exemplo.br/categoria/panelas',
    );
    expect(text).toContain('Panela de barro número 3');
    expect(text).not.toContain('carrinho');
    expect(text).not.toContain('Ver detalhes');
  });

  it('of postings say who and when, not what', () => {
    const posts = Array.from(
      { length: 5 },
      (_, n) =>
        `<div class="post"><div>ana${n} · 03/03/2024 20:0${n}</div><div>${n + 2} curtidas</div><p>A poda da goiabeira número ${n} se faz no inverno, depois da colheita, sem tirar mais que um terço dos ramos.</p></div>`,
    ).join('');
    const { text } = read('', `<main><h1>Poda</h1>${posts}</main>`, 'https://forum.exemplo.br/topic/poda');
    expect(text).toContain('goiabeira número 4');
    expect(text).not.toContain('curtidas');
    expect(text).not.toContain('20:03');
  });
});

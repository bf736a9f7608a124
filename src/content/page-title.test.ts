import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../html/index.ts';
import { analysePage, type Content, extractContent } from './extract-content.ts';

const paragraph = (n: number): string =>
  `<p>No dia ${n}, a câmara aprovou, em segunda votação, o projeto que muda o trânsito do centro; a obra número ${n} começa em breve e deve durar um ano inteiro.</p>`;
const PROSE = [1, 2, 3, 4].map(paragraph).join('');

function read(
  head: string,
  body: string,
  url = 'https://www.jornaldacidade.exemplo.br/noticia/ponte-nova-12345',
): Content {
  return extractContent(
    analysePage(parseHtml(`<html><head>${head}</head><body>${body}</body></html>`), { url }),
  );
}
const title = (head: string, heading = '', url?: string): string =>
  read(head, `${heading}<article>${PROSE}</article>`, url).title;
const article = (headline: string, head: string): Content =>
  read(head, `<article><h1>${headline}</h1>${PROSE}</article>`);

describe('the title of a page', () => {
  it('is the headline, when the title says it in other words', () => {
    const content = article(
      'Ponte nova fica pronta seis meses antes do prazo',
      '<title>Nova ponte: obra pronta antes do prazo | Jornal</title><meta property="og:title" content="Veja como ficou a ponte nova da cidade">',
    );
    expect(content.title).toBe('Ponte nova fica pronta seis meses antes do prazo');
    expect(content.text).not.toContain('seis meses antes');
    expect(content.blocks.find(({ verdict }) => verdict === 'headline')?.text).toBe(content.title);
  });

  it('is the only headline of an article, when the title has no word of it', () => {
    const content = article(
      'Ponte nova fica pronta antes do prazo',
      '<title>Blog >> Visite a nossa página</title><meta property="og:title" content="Blog >> Visite a nossa página">',
    );
    expect(content.title).toBe('Ponte nova fica pronta antes do prazo');
  });

  it('is what the head says when the headline is a slogan, which is then kept in the text', () => {
    const boxes = Array.from(
      { length: 6 },
      (_, n) =>
        `<section><div><h2>Serviço ${n}</h2><p>A nossa equipe cuida do seu jardim número ${n} com toda a atenção que ele merece, sempre.</p></div></section>`,
    ).join('');
    const content = read(
      '<title>Jardinagem e paisagismo em Olinda | Verde Vivo</title><meta property="og:site_name" content="Verde Vivo">',
      `<main><h1>A vida é bela</h1>${boxes}</main>`,
      'https://verdevivo.exemplo.br/servicos/jardim',
    );
    expect(content.title).toBe('Jardinagem e paisagismo em Olinda');
    expect(content.text).toContain('A vida é bela');
  });

  it('is not the logo, nor the name of the site in a heading', () => {
    const head = '<title>Ponte nova fica pronta - Jornal da Cidade</title>';
    const logo = '<header><h1><a href="/">Jornal da Cidade</a></h1></header>';
    const content = read(head, `${logo}<article><h2>Ponte nova fica pronta</h2>${PROSE}</article>`);
    expect(content.title).toBe('Ponte nova fica pronta');
    expect(content.text).not.toContain('Ponte nova fica pronta');
  });

  it('is not the headline of a list of other pages', () => {
    const content = read(
      '<title>Ponte nova fica pronta</title>',
      `<article><h2>Ponte nova fica pronta</h2>${PROSE}</article><div class="related"><h1>Leia também</h1><ul><li><a href="/x">Outra notícia</a></li></ul></div>`,
    );
    expect(content.title).toBe('Ponte nova fica pronta');
  });

  it('set in any element is taken out of the text', () => {
    const content = read(
      '<title>Ponte nova fica pronta antes do prazo</title>',
      `<article><div class="titulo">Ponte nova fica pronta antes do prazo</div>${PROSE}</article>`,
    );
    expect(content.title).toBe('Ponte nova fica pronta antes do prazo');
    expect(content.text).not.toContain('antes do prazo');
    expect(content.text).toContain('obra número 1');
  });

  it('is taken out of the text once for each screen', () => {
    const content = read(
      '<title>Ponte nova fica pronta</title>',
      `<article><h1 class="so-desktop">Ponte nova fica pronta</h1><h1 class="so-celular">Ponte nova fica pronta</h1>${PROSE}</article>`,
    );
    expect(content.text).not.toContain('fica pronta');
  });

  it('has no sign for the link to itself', () => {
    expect(article('Ponte nova<a href="#x">¶</a>', '<title>Ponte nova</title>').title).toBe('Ponte nova');
  });

  it('is empty when there is none', () => {
    expect(read('', '<p>Só um parágrafo.</p>').title).toBe('');
  });

  it('never throws and is bounded, whatever stands in the head', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.array(fc.constantFrom(' | ', ' - ', '»', 'Jornal', 'x'.repeat(300))),
        (text, parts) => {
          const said = (text + parts.join('')).replace(/[<>"&]/g, '');
          const content = read(
            `<title>${said}</title><meta property="og:site_name" content="${said}">`,
            `<h1>${said}</h1>${PROSE}`,
          );
          expect(content.title.length).toBeLessThanOrEqual(400);
        },
      ),
      { seed: 3, numRuns: 100 },
    );
  });
});

describe('the name of the site in a title', () => {
  it('is not that of a page that the page says it is part of, nor that of an app called like the page', () => {
    const linked = (type: string): string =>
      `<script type="application/ld+json">{"@type":"BlogPosting","headline":"#012 - Kubernetes","isPartOf":{"@type":"${type}","name":"#012 - Kubernetes"}}</script>`;
    expect(article('#012 - Kubernetes', `<title>#012 - Kubernetes</title>${linked('WebPage')}`).title).toBe(
      '#012 - Kubernetes',
    );
    const whole = 'Loja Técnica - iOS - Vamos falar de arquitetura';
    expect(
      article(
        'iOS - Vamos falar de arquitetura',
        `<title>${whole}</title><meta property="og:title" content="${whole}"><meta name="apple-mobile-web-app-title" content="${whole}"><meta property="og:site_name" content="Loja Técnica">`,
      ).title,
    ).toBe('iOS - Vamos falar de arquitetura');
  });

  it('is left whole where it has two parts itself', () => {
    expect(title('<title>PCI - Concursos</title>', '', 'https://www.pciconcursos.com.br/')).toBe(
      'PCI - Concursos',
    );
  });

  it.each([
    ['Ponte nova | Jornal da Cidade', 'Ponte nova'],
    ['Ponte nova – jornaldacidade.exemplo.br', 'Ponte nova'],
    ['Ponte nova — Jornal', 'Ponte nova'],
    ['Jornal da Cidade » Ponte nova', 'Ponte nova'],
    ['Ponte nova :: Política · Jornal da Cidade Online', 'Ponte nova :: Política'],
    ['Ponte nova - o que muda', 'Ponte nova - o que muda'],
    ['Ponte Rio-Niterói', 'Ponte Rio-Niterói'],
    ['Início | Jornal da Cidade', 'Jornal da Cidade'],
    ['Jornal da Cidade', 'Jornal da Cidade'],
    [
      'O Jornal da Cidade que eu li quando era menino na casa da avó | Crônica',
      'O Jornal da Cidade que eu li quando era menino na casa da avó | Crônica',
    ],
  ])('«%s» is %s, by the host', (written, expected) => {
    expect(title(`<title>${written}</title>`)).toBe(expected);
  });

  it('is told by og:site_name and by the publisher of the JSON-LD', () => {
    const written = '<title>Ponte nova | Folha do Vale</title>';
    expect(title(written, '', '')).toBe('Ponte nova | Folha do Vale');
    expect(title(`${written}<meta property="og:site_name" content="Folha do Vale">`, '', '')).toBe(
      'Ponte nova',
    );
    const ld = (value: unknown): string =>
      `${written}<script type="application/ld+json">${JSON.stringify(value)}</script>`;
    expect(
      title(
        ld({ '@type': 'NewsArticle', publisher: { '@type': 'Organization', name: 'Folha do Vale' } }),
        '',
        '',
      ),
    ).toBe('Ponte nova');
    expect(
      title(
        ld({
          '@graph': [
            { '@type': 'Article', publisher: { '@id': '#p' } },
            { '@id': '#p', name: 'Folha do Vale' },
          ],
        }),
        '',
        '',
      ),
    ).toBe('Ponte nova');
  });

  it('is not cut from the headline itself', () => {
    const content = article('Ponte nova - Jornal da Cidade', '<title>Ponte nova - Jornal da Cidade</title>');
    expect(content.title).toBe('Ponte nova - Jornal da Cidade');
  });

  it('is the title of its front page', () => {
    const links = Array.from(
      { length: 12 },
      (_, n) =>
        `<article><h2><a href="/n/${n}">Notícia número ${n} da cidade de hoje</a></h2><p>O resumo da notícia número ${n}, com o que aconteceu ontem e o que se espera de amanhã no bairro.</p></article>`,
    ).join('');
    expect(
      read(
        '<title>Jornal da Cidade - Notícias do interior</title>',
        `<main>${links}</main>`,
        'https://jornaldacidade.exemplo.br/',
      ).title,
    ).toBe('Jornal da Cidade - Notícias do interior');
  });
});

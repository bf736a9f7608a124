import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../flat-document.ts';
import { structuredData } from './structured-data.ts';

const script = (json: string) => `<script type="application/ld+json">${json}</script>`;
const pairs = (html: string) =>
  Object.fromEntries(structuredData(parseHtml(html)).pairs.map((p) => [p.name, p.value]));

describe('structured data of a page', () => {
  it('reads JSON-LD with graph, nested objects, arrays and values', () => {
    const html = script(
      JSON.stringify({
        '@context': 'https://schema.org',
        '@graph': [
          { '@type': 'WebSite', name: 'Loja' },
          {
            '@type': ['Product', 'Thing'],
            name: 'Rede',
            offers: { '@type': 'Offer', price: 123.5, priceCurrency: 'BRL' },
            color: ['azul', 'verde'],
            description: { '@value': 'de algodão' },
          },
        ],
      }),
    );
    const data = structuredData(parseHtml(html));
    expect(data.pairs.map((p) => [p.type, p.name, p.value])).toEqual([
      ['Product', 'name', 'Rede'],
      ['Product', 'offers.price', '123.5'],
      ['Product', 'offers.priceCurrency', 'BRL'],
      ['Product', 'color', 'azul'],
      ['Product', 'color', 'verde'],
      ['Product', 'description', 'de algodão'],
    ]);
  });

  it('reads microdata, with items inside items and references', () => {
    expect(
      pairs(`<div itemscope itemtype="https://schema.org/Person" itemref="mais"><h1 itemprop="name">Ana
        Prado</h1><div itemprop="address" itemscope itemtype="https://schema.org/PostalAddress"><span itemprop="postalCode">01310-100</span></div>
        <time itemprop="birthDate" datetime="1970-05-01">1º de maio</time><meta itemprop="gender" content="f"><a itemprop="url" href="/ana">x</a></div>
        <p id="mais"><b itemprop="telephone">(11) 3555-1234</b></p>`),
    ).toEqual({
      name: 'Ana Prado',
      'address.postalCode': '01310-100',
      birthDate: '1970-05-01',
      gender: 'f',
      url: '/ana',
      telephone: '(11) 3555-1234',
    });
  });

  it('reads RDFa and Open Graph', () => {
    expect(
      pairs(
        '<div vocab="https://schema.org/" typeof="Book"><span property="name">O caminho</span><span property="author" typeof="Person"><b property="name">Rui</b></span><meta property="isbn" content="9788535902778"></div>',
      ),
    ).toEqual({ name: 'O caminho', 'author.name': 'Rui', isbn: '9788535902778' });
    expect(
      pairs(
        '<meta property="og:title" content="Rede"><meta property="product:price:amount" content="10.00"><meta name="viewport" content="x">',
      ),
    ).toEqual({
      'og:title': 'Rede',
      'product:price:amount': '10.00',
    });
  });

  it('loses one broken block, not the others', () => {
    const html = `${script('{"@type":"Person", "name": ')}${script('')}${script('isto não é JSON')}${script('{"@type":"Person","name":"Ana"}')}<div itemscope><i itemprop="email">a@b.br</i></div>`;
    expect(pairs(html)).toMatchObject({ name: 'Ana', email: 'a@b.br' });
  });

  it('never throws, whatever the page', () => {
    const part = fc.constantFrom(
      '<div itemscope>',
      '<div itemscope itemref="a b">',
      '<p id=a itemprop=x>',
      '</div>',
      '<b typeof=T property=p>',
      '<script type="application/ld+json">',
      '{"@graph":[{"a":',
      '</script>',
      'texto',
      '<meta property=og:x content=y>',
      '<span itemprop="a b c" itemscope id=b>',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        expect(Array.isArray(structuredData(parseHtml(parts.join(''))).pairs)).toBe(true);
      }),
      { seed: 9, numRuns: 300 },
    );
  });

  it('is read as it was meant: escaped once or twice, with lengths of time that a form left half empty', () => {
    const [item] = structuredData(
      parseHtml(
        `<script type="application/ld+json">${JSON.stringify({
          '@context': 'https://schema.org',
          '@graph': [
            {
              '@type': 'Recipe',
              name: 'P&amp;atilde;o de queijo &amp; caf&eacute;',
              url: 'https://a.br/?a=1&copy=2',
              prepTime: 'PTH30MS',
              cookTime: 'PTHMS',
            },
          ],
        })}</script>`,
      ),
    ).items;
    expect(Object.fromEntries(item!.properties)).toEqual({
      name: ['Pão de queijo & café'],
      url: ['https://a.br/?a=1&copy=2'],
      prepTime: ['PT30M'],
    });
  });
});

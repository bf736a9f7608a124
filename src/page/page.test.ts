import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDocument, readPage } from './read-page.ts';

const HTML = `<!doctype html><html lang="en"><head><meta charset="iso-8859-1"><title> Aulas
 canceladas | Prefeitura </title><base href="/noticias/"><meta name="robots" content="nofollow">
<link rel="canonical" href="/noticias/aulas"></head><body><p>A prefeitura informa que as aulas de hoje foram canceladas por causa da
chuva, e que os alunos voltam na segunda-feira, com as provas que estavam marcadas, em dia e hora que a escola dirá.</p>
<p>Quem não puder vir deve avisar. <a href="mapa?rua=S\u00e3o">Mapa</a></p></body></html>`;

const page = (
  html: string | Uint8Array,
  contentType: string | null = 'text/html',
  url = 'http://www.a.br/x/y',
) => readPage({ url, contentType, bytes: typeof html === 'string' ? Buffer.from(html, 'latin1') : html });

describe('a page', () => {
  it('says what it is, what it is called and what it is written in', () => {
    const read = page(HTML);
    expect(read.facts).toEqual({
      media: 'html',
      charset: 'windows-1252',
      title: 'Aulas canceladas | Prefeitura',
      language: 'pt',
      simhash: expect.stringMatching(/^[0-9a-f]{16}$/),
      textLength: read.text.length,
      scriptOnly: false,
      softNotFound: false,
    });
    expect(read.canonical).toBe('/noticias/aulas');
    expect(read.metas).toContainEqual({ name: 'robots', content: 'nofollow' });
  });

  it('leads where a browser would go: from its base, its query in its charset', () => {
    const read = page(HTML);
    expect(read.base).toBe('http://www.a.br/noticias/');
    const links = read.links!;
    const mapa = Array.from({ length: links.count }, (_, i) => i).find(
      (i) => links.kind(i) === 'navigation',
    )!;
    expect(read.address(links, mapa)).toBe('mapa?rua=S%E3o');
    for (const base of ['javascript:0', 'http://[', 'ftp://a.br/', 'data:,'])
      expect(page(`<base href="${base}"><a href=z>`).base).toBe('http://www.a.br/x/y');
  });

  it('is parsed once, however often it is asked', () => {
    const read = page(HTML);
    expect(read.document).toBe(read.document);
    expect(read.links).toBe(read.links);
    expect(read.metas).toBe(read.metas);
  });

  it('tells an error page and one that is nothing without its scripts', () => {
    expect(page('<title>Erro 404</title><p>Página não encontrada').softNotFound).toBe(true);
    expect(page(HTML).softNotFound).toBe(false);
    expect(page('<div id=root></div><script src=a.js></script>').scriptOnly).toBe(true);
  });

  it('of another kind has the facts that its kind can have', async () => {
    const text = page(
      Buffer.from('Ata da reunião de hoje, em que se falou da água e da luz de todos.'),
      'text/plain',
    );
    expect([text.media, text.document, text.links, text.charset, text.language]).toEqual([
      'text',
      null,
      null,
      'utf-8',
      'pt',
    ]);
    expect(page('\x89PNG', 'image/png').facts).toMatchObject({
      media: 'other',
      charset: null,
      language: null,
    });
    const pdf = await readDocument({
      url: 'http://a.br/a.pdf',
      contentType: 'text/html',
      bytes: Buffer.from('%PDF-1.4\nnada'),
    });
    expect([pdf.media, pdf.pdfProblem, pdf.text, pdf.title]).toEqual(['pdf', 'unreadable', '', '']);
  });

  it('says what it states for machines, asked once', () => {
    const shop = page(
      '<script type="application/ld+json">{"@type":"Product","name":"Rede"}</script><p itemscope><b itemprop=sku>7</b>',
    );
    expect(shop.structuredData.pairs.map(({ syntax, name, value }) => [syntax, name, value])).toEqual([
      ['json-ld', 'name', 'Rede'],
      ['microdata', 'sku', '7'],
    ]);
    expect(shop.structuredData).toBe(shop.structuredData);
    expect(page('{"@type":"Product"}', 'text/plain').structuredData).toEqual({ items: [], pairs: [] });
  });

  it('never throws, whatever its bytes', () => {
    const type = fc.constantFrom(
      null,
      '',
      'text/html',
      'text/plain',
      'text/html; charset=x',
      'a/b',
      'text/xml',
    );
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .string({ maxLength: 300 })
        .map((text) => Buffer.from(`<html lang=pt><base href="${text}"><p>${text}`)),
    );
    fc.assert(
      fc.property(type, bytes, fc.webUrl(), (contentType, body, url) => {
        const read = readPage({ url, contentType, bytes: body });
        expect(read.facts.textLength).toBe(read.text.length);
        expect(typeof read.base).toBe('string');
      }),
      { numRuns: 500, seed: 3 },
    );
  });
});

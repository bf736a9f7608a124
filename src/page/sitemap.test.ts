import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unescapeXml } from '../formats/escape.ts';
import { parseFeed } from './feed.ts';
import { parseSitemap } from './sitemap.ts';
import { styleLinks } from './style-links.ts';

describe('sitemaps', () => {
  it('gives the pages of a urlset with their dates', () => {
    const xml = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      <url><loc>https://a.br/?x=1&amp;y=2</loc><lastmod>2024-03-01</lastmod></url>
      <url><loc><![CDATA[https://a.br/notícia]]></loc></url></urlset>`;
    expect(parseSitemap(xml)).toEqual([
      { url: 'https://a.br/?x=1&y=2', lastmod: '2024-03-01', sitemap: false },
      { url: 'https://a.br/notícia', lastmod: null, sitemap: false },
    ]);
  });

  it('tells an index from pages, and pictures from both', () => {
    const index = '<sitemapindex><sitemap><loc>https://a.br/s1.xml.gz</loc></sitemap></sitemapindex>';
    expect(parseSitemap(index)).toEqual([{ url: 'https://a.br/s1.xml.gz', lastmod: null, sitemap: true }]);
    const images =
      '<urlset><url><loc>https://a.br/p</loc><image:image><image:loc>https://a.br/i.png</image:loc></image:image></url></urlset>';
    expect(parseSitemap(images).map((entry) => entry.url)).toEqual(['https://a.br/p']);
  });

  it('reads what it can of a sitemap cut short', () => {
    expect(
      parseSitemap('<urlset><url><loc>https://a.br/1</loc></url><url><loc>https://a.br/2').map((e) => e.url),
    ).toEqual(['https://a.br/1', 'https://a.br/2']);
  });

  it('takes a plain list of addresses', () => {
    expect(parseSitemap('https://a.br/1\r\n\nlixo\nhttps://a.br/2\n').map((e) => e.url)).toEqual([
      'https://a.br/1',
      'https://a.br/2',
    ]);
  });
});

describe('feeds', () => {
  it('reads RSS: link, and the permanent guid where there is none', () => {
    const rss = `<rss version="2.0"><channel><link>https://a.br/</link>
      <item><title>Um</title><link>https://a.br/1</link><pubDate>Mon, 01 Jan 2024 10:00:00 GMT</pubDate></item>
      <item><guid>https://a.br/2</guid></item>
      <item><guid isPermaLink="false">https://a.br/3</guid></item></channel></rss>`;
    expect(parseFeed(rss)).toEqual([
      { url: 'https://a.br/1', published: 'Mon, 01 Jan 2024 10:00:00 GMT' },
      { url: 'https://a.br/2', published: null },
    ]);
  });

  it('reads Atom: the alternate link of each entry', () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><link href="https://a.pt/"/>
      <entry><link rel="edit" href="https://a.pt/e"/><link rel='alternate' href='https://a.pt/1'/><published>2024-01-01</published></entry></feed>`;
    expect(parseFeed(atom)).toEqual([{ url: 'https://a.pt/1', published: '2024-01-01' }]);
  });
});

describe('style sheets', () => {
  it('gives what a replay will ask for', () => {
    const css = `@import "base.css"; @import url('x.css'); a{background:url( "a b.png" )} b{src:url(data:font/woff;base64,AA==)} c{mask:url(#m)}`;
    expect(styleLinks(css)).toEqual(['base.css', 'x.css', 'a b.png']);
  });
});

it('no text makes the readers fail, and entities outside Unicode stay as they are', () => {
  const pieces = fc.constantFrom(
    '<url>',
    '</url>',
    '<loc>',
    '</loc>',
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<item',
    ' href="',
    "'",
    '>',
    '&#x110000;',
    '&amp;',
    'url(',
    'é',
    '<',
    '/>',
    '<?xml',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      const text = `<urlset>${parts.join('')}`;
      expect(Array.isArray(parseSitemap(text))).toBe(true);
      expect(Array.isArray(parseFeed(text))).toBe(true);
      expect(Array.isArray(styleLinks(text))).toBe(true);
    }),
  );
  expect(unescapeXml('&#x110000; &#0; &#233; &eacute;')).toBe('&#x110000; &#0; é &eacute;');
});

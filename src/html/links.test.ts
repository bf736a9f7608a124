import { describe, expect, it } from 'vitest';
import { normaliseUrl } from '../url/index.ts';
import { parseHtml } from './flat-document.ts';
import { linkPath, links } from './links.ts';
import { baseHref } from './self-description.ts';

const list = (html: string): string[] =>
  [...links(parseHtml(html))].map(({ kind, href }) => `${kind} ${href}`);
const numbered = (letter: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => `${letter}${String(from + i).padStart(2, '0')}`);

describe('links', () => {
  it('[T-URL-11] relative links resolve against <base href>', () => {
    const doc = parseHtml(
      '<base target=_top><base href="/jornal/2012/"><base href="/outra/"><a href="../capa.html">x</a>',
    );
    const page = 'http://www.exemplo.com.br/a/b.html';
    const base = new URL(baseHref(doc)!, page).href;
    const resolved = normaliseUrl(links(doc).href(0), base);
    expect(resolved.kind === 'url' && resolved.fetch).toBe('http://www.exemplo.com.br/jornal/capa.html');
    expect(baseHref(parseHtml('<base target=x><a href=y>'))).toBeNull();
  });

  it('finds every address and says what it is for', () => {
    expect(
      list(`<head><link rel=canonical href=/c><link rel="alternate" type="application/rss+xml" href=/rss>
        <link rel=alternate hreflang=en href=/en><link rel="stylesheet" href=/s.css><link rel="shortcut icon" href=/i.ico>
        <link rel=next href=/2><link rel=dns-prefetch href=//cdn><link rel=describedby href=/m.xml><script src=/j.js></script></head>
        <body background=/b.png><a href="/a?x=1&amp;y=2"> t </a><a name=q>n</a><map><area href=/r></map><iframe src=/f></iframe>
        <img src=/p.jpg srcset="/p1.jpg 1x, /p2.jpg 2x" data-src=/lazy.jpg><picture><source srcset="/w,h.webp 2x"></picture>
        <video src=/v.mp4 poster=/v.jpg><source src=/v.webm></video><embed src=/e.swf><object data=/o.swf></object>
        <form action=/busca><input type=image src=/ok.gif></form><svg><a xlink:href=/svg>s</a></svg>`),
    ).toEqual([
      'canonical /c',
      'feed /rss',
      'alternate /en',
      'asset /s.css',
      'asset /i.ico',
      'navigation /2',
      'related /m.xml',
      'asset /j.js',
      'asset /b.png',
      'navigation /a?x=1&y=2',
      'navigation /r',
      'frame /f',
      'asset /p.jpg',
      'asset /p1.jpg',
      'asset /p2.jpg',
      'asset /lazy.jpg',
      'asset /w,h.webp',
      'asset /v.mp4',
      'asset /v.jpg',
      'asset /v.webm',
      'asset /e.swf',
      'asset /o.swf',
      'form /busca',
      'asset /ok.gif',
      'navigation /svg',
    ]);
    expect(list('<frameset><frame src=menu.html><frame src=corpo.html></frameset>')).toEqual([
      'frame menu.html',
      'frame corpo.html',
    ]);
  });

  it('decodes references as attributes do', () => {
    expect(list('<a href="?a=1&copy=2&amp;lt=3&lt;4&reg5">')).toEqual(['navigation ?a=1&copy=2&lt=3<4&reg5']);
    expect(list('<a href="\n /x y \t">')).toEqual(['navigation /x y']);
  });

  it('reads rel', () => {
    const all = links(
      parseHtml('<a href=1 rel="External NoFollow">a</a><a href=2 rel=ugc>b</a><a href=3>c</a>'),
    );
    expect([all.rel(0), all.isNofollow(0)]).toEqual([['external', 'nofollow'], true]);
    expect([all.isNofollow(1), all.isNofollow(2), all.rel(2)]).toEqual([false, false, []]);
  });

  it('reads the anchor text, or the alt of the image when there is none', () => {
    const anchor = (html: string): string => links(parseHtml(html)).anchor(0);
    expect(anchor('<a href="arquivo.zip">mapa da cidade de São José dos Campos na escala 1:20.000</a>')).toBe(
      'mapa da cidade de São José dos Campos na escala 1:20.000',
    );
    expect(anchor('<a href=x><b>ma</b>pa&nbsp;<i>da</i>\n cidade<script>x()</script><!-- c --></a>')).toBe(
      'mapa da cidade',
    );
    expect(anchor('<a href=x><img alt="mapa  geral"></a>')).toBe('mapa geral');
    expect(anchor('<a href=x><img alt=y>texto</a>')).toBe('texto');
    expect(anchor('<a href=x></a>')).toBe('');
  });

  it('reads 20 words before and after', () => {
    const html = `<body>${numbered('w', 1, 25).join(' ')} <a href=f.zip>mapa da cidade</a> ${numbered('x', 1, 25).join(' ')}`;
    expect(links(parseHtml(html)).context(0)).toEqual({
      before: numbered('w', 6, 25),
      after: numbered('x', 1, 20),
    });
    const few =
      '<p>um dois três</p><table><tr><td><a href=f.zip></a></table><script>não</script><p>quatro <a href=g>cinco</a>';
    const all = links(parseHtml(few));
    expect(all.context(0)).toEqual({ before: ['um', 'dois', 'três'], after: ['quatro', 'cinco'] });
    expect(all.context(1).before).toEqual(['um', 'dois', 'três', 'quatro']);
  });

  it('does not join the words of a link with those beside it', () => {
    const all = links(parseHtml('<p>(<a href=x>mapa</a>)fim <b>ne</b>gro'));
    expect(all.anchor(0)).toBe('mapa');
    expect(all.context(0)).toEqual({ before: ['('], after: [')fim', 'negro'] });
  });

  it('writes link-paths in the three notations', () => {
    const doc = parseHtml('<body class=k><ul><li><a href=x class=y>z</a></ul>');
    const { node } = [...links(doc)][0]!;
    expect(linkPath(doc, node)).toBe('HTML-BODY-UL-LI-A');
    expect(linkPath(doc, node, 'TAG+AN')).toBe('HTML-BODY[class]-UL-LI-A[href][class]');
    expect(linkPath(doc, node, 'TAG+AN+AV')).toBe('HTML-BODY[class=k]-UL-LI-A[href=x][class=y]');
  });
});

import { describe, expect, it } from 'vitest';
import { parseHtml } from './flat-document.ts';
import { canonical, language, meta, metas, refresh, title } from './self-description.ts';

describe('what a page says about itself', () => {
  it('title', () => {
    expect(title(parseHtml('<title>\n Not&iacute;cias &amp; mais\u00a0</title>'))).toBe('Notícias & mais');
    expect(title(parseHtml('<svg><title>d</title></svg><p>x'))).toBe('');
    expect(title(parseHtml('<title>a</title><title>b</title>'))).toBe('a');
  });

  it('metas, in any case, order and quoting, with Portuguese names', () => {
    const doc =
      parseHtml(`<META content="mapa, carta" name=Keywords><meta name="Descrição" content='Mapas do IBGE'>
      <meta property="og:title" content=T><meta http-equiv=Content-Language content=pt><meta name=x><meta charset=utf-8>
      <meta content=palavra NAME="Palavras-Chave">`);
    expect(metas(doc)).toEqual([
      { name: 'keywords', content: 'mapa, carta' },
      { name: 'description', content: 'Mapas do IBGE' },
      { name: 'og:title', content: 'T' },
      { name: 'content-language', content: 'pt' },
      { name: 'keywords', content: 'palavra' },
    ]);
    expect(meta(doc, 'description')).toBe('Mapas do IBGE');
    expect(meta(doc, 'author')).toBeNull();
    expect(meta(parseHtml('<meta name=descricao content=d>'), 'description')).toBe('d');
  });

  it('canonical address', () => {
    expect(canonical(parseHtml('<link rel="nofollow Canonical" href=" /p?a=1&amp;b=2 ">'))).toBe(
      '/p?a=1&b=2',
    );
    expect(canonical(parseHtml('<link rel=canonical href=""><link rel=stylesheet href=x>'))).toBeNull();
  });

  it('language', () => {
    expect(language(parseHtml('<html lang=pt-BR>'))).toBe('pt-br');
    expect(language(parseHtml('<html xml:lang="pt">'))).toBe('pt');
    expect(language(parseHtml('<html lang=""><meta http-equiv=content-language content="pt-PT, en">'))).toBe(
      'pt-pt',
    );
    expect(language(parseHtml('<meta property=og:locale content=pt_BR>'))).toBe('pt-br');
    expect(language(parseHtml('<html lang="{{lang}}">'))).toBeNull();
  });

  it('refresh', () => {
    const of = (content: string): unknown =>
      refresh(parseHtml(`<meta http-equiv=Refresh content="${content}">`));
    expect(of('0; url=/novo')).toEqual({ seconds: 0, href: '/novo' });
    expect(of("5;URL='/a b'x")).toEqual({ seconds: 5, href: '/a b' });
    expect(of('3,http://a.pt/')).toEqual({ seconds: 3, href: 'http://a.pt/' });
    expect(of('30')).toEqual({ seconds: 30, href: null });
    expect(of('abc')).toBeNull();
    expect(refresh(parseHtml('<meta name=refresh content="0;url=x">'))).toBeNull();
  });
});

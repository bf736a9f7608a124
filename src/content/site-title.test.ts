import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../html/index.ts';
import { analysePage, extractContent } from './extract-content.ts';
import { SiteMemory } from './site-memory.ts';
import { titleKeys, titleParts } from './title-parts.ts';

const THINGS = ['a ponte', 'a escola', 'a feira', 'a praça', 'o mercado', 'o museu', 'o porto', 'o teatro'];
const prose = (n: number): string =>
  Array.from(
    { length: 4 },
    (_, k) =>
      `<p>No dia ${n + k}, a câmara discutiu ${THINGS[(n + k) % 8]} e ${THINGS[(n * 3 + k) % 8]}, em segunda votação, e a obra número ${n * 7 + k} começa em breve, com apoio dos moradores.</p>`,
  ).join('');

interface Made {
  readonly title: string;
  readonly body: string;
}

/** The titles of the pages of one site, each with the memory of all. */
function titles(pages: readonly Made[], url = (n: number) => `https://cm.exemplo.br/pagina-${n}`): string[] {
  const memory = new SiteMemory();
  const read = pages.map(({ title, body }, n) => {
    const page = analysePage(
      parseHtml(
        `<html><head><title>${title}</title></head><body><div class="m"><a href="/">Início</a> <a href="/c">Contato</a></div>${body}</body></html>`,
      ),
      { url: url(n) },
    );
    return { page, counted: memory.learn(page.facts) };
  });
  return read.map(({ page, counted }) => extractContent(page, { memory, counted }).title);
}

const heading = (n: number): string => `Sobre ${THINGS[n % 8]}`;

describe('the title of a page whose site is known', () => {
  it('is its own heading where all pages have the same title', () => {
    const pages = Array.from({ length: 8 }, (_, n) => ({
      title: 'Câmara Municipal de Vila Nova',
      body: `<h1>Câmara Municipal de Vila Nova</h1><article><h2>${heading(n)}</h2>${prose(n)}</article>`,
    }));
    expect(titles(pages)).toEqual(pages.map((_, n) => heading(n)));
  });

  it('is its own heading though all pages name it in a menu', () => {
    const menu = `<ul>${THINGS.map((_, n) => `<li><a href="/p/${n}">${heading(n)}</a></li>`).join('')}</ul>`;
    const pages = Array.from({ length: 8 }, (_, n) => ({
      title: 'Curso de história',
      body: `<nav>${menu}</nav><main><section><h2>${heading(n)}</h2>${prose(n)}</section></main>`,
    }));
    expect(titles(pages)).toEqual(pages.map((_, n) => heading(n)));
  });

  it('and text have the heading once', () => {
    const memory = new SiteMemory();
    const pages = Array.from({ length: 6 }, (_, n) => {
      const page = analysePage(
        parseHtml(
          `<title>Câmara Municipal</title><h1>Câmara Municipal</h1><article><h2>${heading(n)}</h2>${prose(n)}</article>`,
        ),
        { url: `https://cm.exemplo.br/${n}` },
      );
      return { page, counted: memory.learn(page.facts) };
    });
    const { page, counted } = pages[2]!;
    const content = extractContent(page, { memory, counted });
    expect(content.title).toBe(heading(2));
    expect(content.text).not.toContain(heading(2));
    expect(content.text).not.toContain('Câmara Municipal');
    expect(content.blocks.find(({ text }) => text === heading(2))?.verdict).toBe('headline');
  });

  it('has no ending that most titles of the site have', () => {
    const pages = Array.from({ length: 8 }, (_, n) => ({
      title: `${heading(n)} | Blog do Frois`,
      body: `<div class="c">${prose(n)}</div>`,
    }));
    expect(titles(pages)).toEqual(pages.map((_, n) => heading(n)));
  });

  it('keeps the beginning that a series has, and the ending of one page', () => {
    const pages = Array.from({ length: 8 }, (_, n) => ({
      title: n < 5 ? `Viagem ao Sul - ${heading(n)}` : `${heading(n)} - parte ${n}`,
      body: `<div class="c">${prose(n)}</div>`,
    }));
    expect(titles(pages)).toEqual(pages.map(({ title }) => title));
  });

  it('is the one heading over a list', () => {
    const pages = Array.from({ length: 8 }, (_, n) => ({
      title: 'Curso de história',
      body: `<h1>Curso de história</h1><main><h1>${n + 1}. ${heading(n)}</h1><ul>${Array.from({ length: 6 }, (_, k) => `<li><a href="/a/${n}-${k}">Aula ${k} do curso ${n}</a></li>`).join('')}</ul></main>`,
    }));
    expect(titles(pages)).toEqual(pages.map((_, n) => `${n + 1}. ${heading(n)}`));
  });

  it('stays as it is where no heading is the page’s own, where there are several, and on lists', () => {
    const several = (n: number): string =>
      `<section><h2>${heading(n)}</h2><p>Fale com a secretaria ${n}.</p></section><section><h2>${heading(n + 1)}</h2><p>Fale com a ouvidoria ${n}.</p></section>`;
    const items = (n: number): string =>
      `<ul>${Array.from({ length: 12 }, (_, k) => `<li><h3><a href="/n/${n}-${k}">${heading(k)} ${n}</a></h3></li>`).join('')}</ul>`;
    for (const body of [several, items, (n: number) => `<p>${n}</p>`]) {
      const pages = Array.from({ length: 6 }, (_, n) => ({
        title: 'Câmara Municipal',
        body: `<main>${body(n)}</main>`,
      }));
      expect(titles(pages)).toEqual(pages.map(() => 'Câmara Municipal'));
    }
  });

  it('is that of the page alone while too few pages are known', () => {
    const pages = Array.from({ length: 3 }, (_, n) => ({
      title: 'Câmara Municipal',
      body: `<h1>Câmara Municipal</h1><article><h2>${heading(n)}</h2>${prose(n)}</article>`,
    }));
    expect(titles(pages)).toEqual(pages.map(() => 'Câmara Municipal'));
  });
});

describe('the parts of a title', () => {
  it('are the first and the last, none in a title of one', () => {
    expect(titleParts('Obras | Cidade | Jornal')).toMatchObject({ first: 'Obras', last: 'Jornal' });
    expect(titleParts('| Jornal')).toMatchObject({ first: '', last: '' });
    expect(titleParts('Vila-Nova')).toMatchObject({ first: '', last: '' });
  });

  it('are told by letters and digits, whatever the text', () => {
    expect(titleKeys('Ópera | Jornal')[2]).toBe(titleKeys('Outra » JORNAL!')[2]);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        expect(titleKeys(text)).toHaveLength(3);
        expect(titleKeys(`A ${text} | Jornal`)[2]).toBe(titleKeys('Jornal')[0]);
      }),
      { seed: 19 },
    );
  });
});

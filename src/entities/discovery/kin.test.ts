import { describe, expect, it } from 'vitest';
import { discover } from './discover.ts';
import { StoredPages } from './stored-pages.ts';

/** Pages of an archive, which can say what it holds. */
class Archive extends StoredPages {
  readonly #addresses: readonly string[];

  constructor(pages: readonly { readonly url: string; readonly body: string }[]) {
    super(pages);
    this.#addresses = pages.map(({ url }) => url);
  }

  async held(_url: string, most: number): Promise<readonly string[]> {
    return this.#addresses.slice(0, most);
  }
}

const SITE = 'https://www.adega-exemplo.com.br';
const frame = (body: string) =>
  `<body><div id="topo"><ul class="menu"><li><a href="/contato">Contato</a></ul></div>${body}<footer><p>Adega Exemplo</p></footer></body>`;

const wine = (n: number) =>
  frame(
    `<main class="produto"><h1>Vinho ${n}</h1><span class="preco">R$ ${20 + n},90</span><table class="ficha"><tr><th>Uva</th><td>Uva ${n % 7}</td></tr><tr><th>País</th><td>País ${n % 5}</td></tr></table>${
      n % 3 === 0 ? '<div class="oferta"><b>Oferta</b></div>' : ''
    }</main>`,
  );
const article = (n: number) =>
  frame(
    `<article class="texto"><h2>Notícia ${n}</h2><p class="data">${n}/3/2020</p><p>Um texto.</p></article>`,
  );
const WINES = Array.from({ length: 40 }, (_, n) => ({
  url: `${SITE}/${n % 2 ? 'tinto' : 'branco'}-${n}.html`,
  body: wine(n),
}));
const ARTICLES = Array.from({ length: 25 }, (_, n) => ({
  url: `${SITE}/noticia-${n}.html`,
  body: article(n),
}));

const found = async (pages: readonly { readonly url: string; readonly body: string }[], example: string) =>
  (await discover(new Archive(pages), example, { now: () => 0 })).pages.map(({ url }) => url).sort();

describe('pages of the kind in an archive without its lists', () => {
  it('are told from those of another template by what they share beyond the frame of the site', async () => {
    const urls = WINES.map(({ url }) => url).sort();
    expect(await found([...ARTICLES, ...WINES], WINES[7]!.url)).toEqual(urls);
    expect(await found([...ARTICLES, ...WINES], ARTICLES[3]!.url)).toEqual(
      ARTICLES.map(({ url }) => url).sort(),
    );
  });

  it('are all pages of an archive that has one template only', async () => {
    expect(await found(ARTICLES, ARTICLES[0]!.url)).toHaveLength(ARTICLES.length);
  });

  it('are those of the folder of the example when nearly all stand there', async () => {
    const books = Array.from({ length: 20 }, (_, n) => ({ url: `${SITE}/livros/livro-${n}`, body: wine(n) }));
    const digest = { url: `${SITE}/resumos/livro-1`, body: wine(1) };
    expect(await found([...books, digest], books[2]!.url)).toEqual(books.map(({ url }) => url).sort());
  });

  it('are none in an archive of a few pages, which show no frame that could be told from the kind', async () => {
    const few = [...ARTICLES.slice(0, 8), ...WINES.slice(0, 8)];
    expect(await found(few, ARTICLES[0]!.url)).toEqual([ARTICLES[0]!.url]);
  });

  it('are none where the example has nothing in common with any other page', async () => {
    const alone = {
      url: `${SITE}/sobre/nos/quem-somos`,
      body: '<section id="a"><dl><dt>x</dt></dl></section>',
    };
    expect(await found([...ARTICLES, alone], alone.url)).toEqual([alone.url]);
  });
});

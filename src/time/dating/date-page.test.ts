import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseHtml } from '../../html/index.ts';
import { dayNumber } from '../calendar.ts';
import type { PageDateContext } from './candidate.ts';
import { datePage, type PageDates } from './index.ts';

const FETCHED = Date.UTC(2022, 5, 15, 12);

function date(html: string, more: Partial<PageDateContext> = {}): PageDates {
  return datePage(parseHtml(html), { fetchedAt: FETCHED, ...more });
}

/** A Portuguese page with something below its headline. */
function article(line: string, head = '', after = ''): string {
  return `<!doctype html><html lang="pt-BR"><head><title>Câmara aprova obra - Jornal</title>${head}</head><body><h1>Câmara aprova obra</h1>${line}<p>${'A câmara aprovou a obra. '.repeat(20)}</p>${after}</body></html>`;
}

describe('visible lines in Portuguese', () => {
  const cases: readonly (readonly [line: string, published: string | null, modified?: string])[] = [
    ['<p>Publicado em 12/03/2021 às 10h30</p>', '2021-03-12'],
    ['<p>Publicada às 10h30 de 12 de março de 2021</p>', '2021-03-12'],
    ['<p>Postado em 1º de Abril de 2021 por Ana</p>', '2021-04-01'],
    ['<p>Por Ana Maria Braga em 12 de março de 2021</p>', '2021-03-12'],
    ['<p>12 mar 2021 • 10h30</p>', '2021-03-12'],
    ['<p>12 mar. 2021 às 10:30</p>', '2021-03-12'],
    ['<p>12.03.2021 | 10h30</p>', '2021-03-12'],
    ['<p>05/04/2021</p>', '2021-04-05'],
    ['<p>Sexta-feira, 12 de Março de 2021</p>', '2021-03-12'],
    ['<p>12-mar-2021</p>', '2021-03-12'],
    ['<p>Criado em 12/03/21</p>', '2021-03-12'],
    ['<dl><dt>Data de publicação:</dt><dd>12/03/2021</dd></dl>', '2021-03-12'],
    ['<p>Publicado em 12/03/2021 10h30 - Atualizado em 14/03/2021 08h00</p>', '2021-03-12', '2021-03-14'],
    ['<p>Publicado: 12/03/2021<br>Última atualização: 14/03/2021</p>', '2021-03-12', '2021-03-14'],
    ['<p><span>12</span> <span>de março</span> <span>de 2021</span></p>', '2021-03-12'],
    ['<p>Lisboa, 12 de Março de 2021</p>', '2021-03-12'],
    ['<p>31/02/2021</p>', null],
    ['<p>99/99/2021</p>', null],
  ];
  for (const [line, published, modified] of cases) {
    it(line.replace(/<[^>]+>/g, ' ').trim(), () => {
      const dates = date(article(line));
      expect(dates.published?.date ?? null).toBe(published);
      if (modified !== undefined) expect(dates.modified?.date).toBe(modified);
    });
  }

  it('does not count back from today on a page that was saved nobody knows when', () => {
    const dates = date(article('<p>Publicado há 3 dias</p>'), { saved: true });
    expect(dates.published).toBeNull();
    expect(dates.candidates.some(({ source }) => source === 'relative')).toBe(false);
    // A date that the page gives itself needs no other, and no page is from after the day it was given.
    const line = '<p>Publicado em 12/03/2021, há 3 dias</p><p>Volta em 12/03/2031</p>';
    expect(date(article(line), { saved: true }).published?.date).toBe('2021-03-12');
  });

  it('counts "há 3 dias" and "há 20 horas" back from the fetch', () => {
    expect(date(article('<p>Publicado há 3 dias</p>')).published).toMatchObject({
      date: '2022-06-12',
      source: 'relative',
    });
    expect(date(article('<p>há 20 horas</p>')).published?.date).toBe('2022-06-14');
  });

  it('takes a line "Atualizado em" alone as the publication only with doubt', () => {
    const dates = date(article('<p>Atualizado em 14/03/2021</p>'));
    expect(dates.modified?.date).toBe('2021-03-14');
    expect(dates.published).toMatchObject({ date: '2021-03-14', role: 'modified' });
    expect(dates.published!.confidence).toBeLessThan(
      date(article('<p>Publicado em 14/03/2021</p>')).published!.confidence,
    );
  });

  it('keeps the clock and the text of the evidence', () => {
    const { published } = date(article('<p class="data">Publicado em 12/03/2021 às 10h30</p>'));
    expect(published).toMatchObject({
      source: 'visible',
      role: 'published',
      chronon: { hour: 10, minute: 30 },
    });
    expect(published!.text).toContain('12/03/2021');
    expect(published!.block).toBeGreaterThan(0);
    expect(published!.node).toBeGreaterThan(0);
  });
});

describe('dates of other things', () => {
  it('of comments', () => {
    const comments =
      '<div class="comments"><p>Publicado em 01/01/2022</p><p>Publicado em 02/01/2022</p></div>';
    expect(date(article('<p>12/03/2021</p>', '', comments)).published?.date).toBe('2021-03-12');
  });
  it('of related items', () => {
    const related =
      '<ul class="relacionadas">' +
      ['01', '02', '03'].map((d) => `<li><time datetime="2022-01-${d}">x</time></li>`).join('') +
      '</ul>';
    expect(date(article('<p>12/03/2021</p>', '', related)).published?.date).toBe('2021-03-12');
  });
  it('of the day, above the headline', () => {
    const html = article('<p>Publicado em 12/03/2021</p>').replace(
      '<body>',
      '<body><div class="top">Quarta-feira, 15 de junho de 2022</div>',
    );
    expect(date(html).published?.date).toBe('2021-03-12');
  });
  it('of events to come', () => {
    expect(
      date(article('<p>Inscrições até 30/04/2021</p><p>Publicado em 12/03/2021</p>')).published?.date,
    ).toBe('2021-03-12');
  });
  it('after the fetch', () => {
    expect(date(article('<p>Publicado em 12/03/2031</p>')).published).toBeNull();
    expect(
      date(article('', '<meta property="article:published_time" content="2031-03-12">')).published,
    ).toBeNull();
  });
  it('before the Web', () => {
    expect(date(article('<p>Publicado em 12/03/1975</p>')).published).toBeNull();
  });
  it('in running text, against the line below the headline', () => {
    const text = `<p>${'Palavras. '.repeat(30)} A lei foi aprovada em 5 de maio de 2019 pela câmara. ${'Palavras. '.repeat(30)}</p>`;
    expect(date(article('<p>12/03/2021</p>', '', text)).published?.date).toBe('2021-03-12');
  });
});

describe('what is said of a date', () => {
  const published = (line: string, more: Partial<PageDateContext> = {}) =>
    date(article(line), more).published;

  it('is of something else', () => {
    for (const line of [
      'Data de nascimento: 12/03/2021',
      'Expira em 12/03/2021',
      'Vencimento: 12/03/2021',
      'Status: ENCERRADO em: 12/03/2021',
      'Última resposta: 12/03/2021',
      'Last post: 12/03/2021',
      'Archived from the original on 12 March 2021',
      'Data as of March 12, 2021',
      'Version 3, 12 March 2021',
      'Release date: 12 March 2021',
      'De 11 a 20 de novembro de 2021',
      'Data: 19 e 20 de junho de 2021',
      'versão de 7 ago. 2021',
      'A discussão termina a 14 de Fevereiro 2021',
      'Incluído pela MPV nº 1.890-67, de 22.10.1999',
      'No dia 12 de março de 2021 nasceu a família.',
      'Lei nº 8.666, de 21 de junho de 1993',
      'Resolução no. 33, de 22 de março de 2018',
    ])
      expect(published(`<p>${line}</p>`)?.confidence ?? 0, line).toBeLessThan(0.5);
  });

  it('a label of the day itself, just before it', () => {
    for (const line of ['Data: 12/03/2021', 'Datum: 12.03.2021', 'Fecha 12/03/2021', 'Date – 12 March 2021'])
      expect(published(`<p>${line}</p>`), line).toMatchObject({ date: '2021-03-12', role: 'published' });
    for (const line of ['Start date: 12 March 2021', 'Na data 12/03/2021'])
      expect(published(`<p>${line}</p>`)?.role ?? 'unknown', line).toBe('unknown');
  });

  it('stands behind it, where the verb does', () => {
    const line =
      'Dieser Text wurde am 12. März 2021 um 15:21 von Anna Berg in der Rubrik Wein veröffentlicht.';
    const dates = date(article(`<p>${line}</p>`));
    const alone = date(article(`<p>${line.replace(' veröffentlicht', '')}</p>`));
    expect(dates.published?.date).toBe('2021-03-12');
    expect(dates.candidates[0]!.weight).toBeGreaterThan(alone.candidates[0]!.weight);
  });

  it('stands before the element that holds it', () => {
    const html =
      '<p><em>Última atualização em <b><time datetime="2021-03-14T10:00:00Z">14/03</time></b></em></p>';
    expect(date(article(html)).modified).toMatchObject({ date: '2021-03-14', source: 'time-element' });
    expect(published('<p>Publicado em <time datetime="2021-03-12">12/03</time></p>')?.role).toBe('published');
  });

  it('in a table whose columns have names is of a row, and in code an example', () => {
    const rows = '<tr><td>12/03/2021</td><td>1.0</td><td>Criação</td></tr>';
    const table = `<table><thead><tr><th>Data</th><th>Versão</th><th>Descrição</th></tr></thead>${rows}</table>`;
    const labels = '<table><tr><th>Publicado em</th><td>12/03/2021</td></tr></table>';
    expect(published(table)?.confidence ?? 0).toBeLessThan(0.5);
    expect(published(labels)?.confidence).toBeGreaterThanOrEqual(0.5);
    for (const code of [
      '<pre>{ "issued": "2021-03-12" }</pre>',
      '<div class="prism-code">date = 2021-03-12</div>',
    ])
      expect(published(code)?.confidence ?? 0).toBeLessThan(0.5);
  });
});

describe('the last change', () => {
  const stated = (published: string, modified: string) =>
    `<meta property="article:published_time" content="${published}T10:00:00-03:00"><meta property="article:modified_time" content="${modified}T11:00:00-03:00">`;

  it('is not the publication that metadata state earlier, though it alone is shown', () => {
    for (const line of [
      '<p>Atualizado em 14/06/2021</p>',
      '<p class="post-date">14/06/2021</p>',
      '<time class="entry-date published" datetime="2021-06-14">14/06/2021</time>',
    ]) {
      const dates = date(article(line, stated('2021-03-12', '2021-06-14')));
      expect(dates.published?.date, line).toBe('2021-03-12');
      expect(dates.modified?.date, line).toBe('2021-06-14');
    }
  });

  it('alone is a guess of the publication, and never shown as a fact', () => {
    for (const line of ['<p>Atualizado em 14/06/2021</p>', '<p class="updated">14/06/2021</p>'])
      expect(date(article(line)).published).toMatchObject({ role: 'modified', date: '2021-06-14' });
    const both =
      '<meta property="article:modified_time" content="2021-06-14"><p>Atualizado em 14/06/2021</p>';
    expect(date(article('', both)).published!.confidence).toBeLessThan(0.5);
  });

  it('of the file, or in a sitemap, dates nothing', () => {
    for (const known of [
      { lastModified: 'Sun, 14 Mar 2021 10:00:00 GMT' },
      { sitemapLastmod: '2021-03-14' },
    ]) {
      const dates = date(article('<p>A obra custa muito.</p>'), known);
      expect(dates.published).toBeNull();
      expect(dates.modified?.date).toBe('2021-03-14');
      expect(dates.interval?.latest).toBe('2021-03-14');
    }
  });
});

describe('teasers', () => {
  const teaser = (n: number) =>
    `<article class="card"><h2><a href="/noticia/${n}">Notícia ${n}</a></h2><time datetime="2022-05-0${n}">0${n}/05/2022</time><p>Resumo da notícia ${n}.</p></article>`;
  const listing = (items: readonly number[], head = '', own = '') =>
    `<html lang="pt"><head><title>Jornal da Serra</title>${head}</head><body><h1>Jornal da Serra</h1>${own}<main>${items.map(teaser).join('')}</main></body></html>`;

  it('give a front page no date of its own, not even a single one', () => {
    for (const url of ['https://jornal.br/', 'https://jornal.br', 'https://jornal.br/index.html']) {
      expect(date(listing([1, 2, 3, 4]), { url }).published).toBeNull();
      expect(date(listing([1]), { url }).published).toBeNull();
    }
  });

  it('give a listing none, wherever it stands', () => {
    const { published, candidates } = date(listing([1, 2, 3, 4]), { url: 'https://jornal.br/noticias/' });
    expect(published).toBeNull();
    expect(candidates.length).toBeGreaterThan(3);
  });

  it('leave what the page says of itself', () => {
    const head = '<meta property="article:published_time" content="2019-03-02">';
    for (const url of ['https://jornal.br/', 'https://jornal.br/noticias/'])
      expect(date(listing([1, 2, 3], head), { url }).published?.date).toBe('2019-03-02');
    const own = '<p>Última atualização em 14/06/2022</p>';
    const dates = date(listing([1, 2, 3], '', own), { url: 'https://jornal.br/' });
    expect(dates.modified?.date).toBe('2022-06-14');
    expect(dates.published?.confidence ?? 0).toBeLessThan(0.5);
  });

  it('are all there is on a page that its address says to be a list', () => {
    const head =
      '<script type="application/ld+json">{"@type":"Article","datePublished":"2022-05-01"}</script>';
    for (const path of [
      'tag/obras/',
      'categoria/politica',
      'archives.html',
      'categoria/brasil/santa-catarina/',
      'page/3/',
      '2022/05/',
      'autor/ana.html',
      'noticias/page/2',
      '?s=ponte',
    ]) {
      const { published, holds } = date(listing([1], head), { url: `https://jornal.br/${path}` });
      expect(holds, path).toBe('listing');
      expect(published?.confidence ?? 0, path).toBeLessThan(0.5);
    }
    for (const path of [
      'categoria/ponte-nova-reabre-depois-da-obra/',
      '2022/05/12/',
      'obra/?page=2',
      'archives/1234',
    ]) {
      const own = date(article('<p>Publicado em 12/03/2021</p>'), { url: `https://jornal.br/${path}` });
      expect(own.holds, path).toBeNull();
      expect(own.published!.confidence, path).toBeGreaterThanOrEqual(0.5);
    }
  });

  it('are not the posts of a thread, which stand under its own address', () => {
    const url = 'https://forum.br/t/como-trocar-a-bomba-de-agua/73409';
    const post = (n: number) =>
      `<article><h3><a href="${url}/${n}">#${n}</a></h3><time class="published" datetime="2022-05-0${n}">0${n}/05/2022</time><p>Resposta.</p></article>`;
    const html = `<html lang="pt"><title>Como trocar a bomba de água?</title><h1>Como trocar a bomba de água?</h1>${[1, 2, 3, 4].map(post).join('')}</html>`;
    expect(date(html, { url })).toMatchObject({ holds: null, published: { date: '2022-05-01' } });
  });

  it('below an article leave it its own', () => {
    const html = `<html lang="pt"><head><title>Ponte reabre - Jornal</title></head><body><article><h1>Ponte reabre</h1><p class="data">Publicado em 10/06/2022</p><p>${'A ponte reabriu hoje. '.repeat(10)}</p></article><section>${[1, 2, 3].map(teaser).join('')}</section></body></html>`;
    expect(date(html, { url: 'https://jornal.br/ponte' }).published?.date).toBe('2022-06-10');
  });
});

describe('metadata', () => {
  const cases: readonly (readonly [name: string, head: string, published: string | null])[] = [
    [
      'article:published_time',
      '<meta property="article:published_time" content="2021-03-12T10:30:00-03:00">',
      '2021-03-12',
    ],
    ['sailthru.date', '<meta name="sailthru.date" content="2021-03-12 10:30:00">', '2021-03-12'],
    ['dc.date.issued', '<meta name="DC.Date.Issued" content="2021-03-12">', '2021-03-12'],
    [
      'citation_publication_date',
      '<meta name="citation_publication_date" content="2021/03/12">',
      '2021-03-12',
    ],
    ['citation date in words', '<meta name="citation_publication_date" content="2021 Mar 12">', '2021-03-12'],
    ['parsely-pub-date', '<meta name="parsely-pub-date" content="2021-03-12T13:30:00Z">', '2021-03-12'],
    [
      'parsely-page',
      `<meta name="parsely-page" content='{"title":"x","pub_date":"2021-03-12T13:30:00Z"}'>`,
      '2021-03-12',
    ],
    ['itemprop', '<meta itemprop="datePublished" content="2021-03-12">', '2021-03-12'],
    ['compact', '<meta name="pubdate" content="20210312">', '2021-03-12'],
    ['RFC 2822', '<meta name="pubdate" content="Fri, 12 Mar 2021 13:30:00 GMT">', '2021-03-12'],
    ['Java', '<meta name="publish-date" content="Fri Mar 12 10:30:00 BRT 2021">', '2021-03-12'],
    ['epoch', '<meta name="publish_date" content="1615555800">', '2021-03-12'],
    ['expiry is none', '<meta name="expires" content="2021-03-12">', null],
    ['publisher is none', '<meta property="article:publisher" content="2021-03-12">', null],
    [
      'JSON-LD',
      '<script type="application/ld+json">{"@type":"NewsArticle","datePublished":"2021-03-12T10:30:00-03:00"}</script>',
      '2021-03-12',
    ],
    [
      'JSON-LD graph',
      '<script type="application/ld+json">{"@graph":[{"@type":"WebSite"},{"@type":"Article","datePublished":"2021-03-12"}]}</script>',
      '2021-03-12',
    ],
    [
      'JSON-LD broken by a trailing comma',
      '<script type="application/ld+json">{"@type":"NewsArticle","datePublished":"2021-03-12",}</script>',
      '2021-03-12',
    ],
    [
      'JSON-LD with a line break in a string',
      '<script type="application/ld+json">{"@type":"NewsArticle","headline":"a\nb","datePublished":"2021-03-12"}</script>',
      '2021-03-12',
    ],
    [
      'JSON-LD in a comment',
      '<script type="application/ld+json"><!-- {"@type":"NewsArticle","datePublished":"2021-03-12"} --></script>',
      '2021-03-12',
    ],
    [
      'JSON-LD in CDATA',
      '<script type="application/ld+json">//<![CDATA[\n{"@type":"NewsArticle","datePublished":"2021-03-12"}\n//]]></script>',
      '2021-03-12',
    ],
    [
      'JSON-LD, two objects',
      '<script type="application/ld+json">{"@type":"WebSite","name":"x"}{"@type":"NewsArticle","datePublished":"2021-03-12"}</script>',
      '2021-03-12',
    ],
    [
      'JSON-LD cut off',
      '<script type="application/ld+json">{"@type":"NewsArticle","datePublished":"2021-03-12","author":{"name":"A</script>',
      '2021-03-12',
    ],
    ['state in a script', '<script>window.x={"publishedAt":"2021-03-12T10:30:00Z"}</script>', '2021-03-12'],
  ];
  for (const [name, head, published] of cases) {
    it(name, () => expect(date(article('', head)).published?.date ?? null).toBe(published));
  }

  it('takes the main entity of JSON-LD, not what hangs on it', () => {
    const ld = {
      '@type': 'NewsArticle',
      comment: [{ '@type': 'Comment', dateCreated: '2021-05-01', datePublished: '2021-05-01' }],
      hasPart: { '@type': 'Article', datePublished: '2018-01-01' },
      datePublished: '2021-03-12',
      dateModified: '2021-03-14',
      video: { '@type': 'VideoObject', uploadDate: '2019-01-01' },
    };
    const dates = date(article('', `<script type="application/ld+json">${JSON.stringify(ld)}</script>`));
    expect(dates.published).toMatchObject({
      date: '2021-03-12',
      source: 'json-ld',
      where: '$.datePublished',
    });
    expect(dates.modified).toMatchObject({ date: '2021-03-14', where: '$.dateModified' });
  });

  it('prefers the entity with the address of the page', () => {
    const list = ['a', 'b', 'c'].map((p, i) => ({
      '@type': 'NewsArticle',
      url: `https://j.example/${p}`,
      datePublished: `2021-03-1${i}`,
    }));
    const html = article('', `<script type="application/ld+json">${JSON.stringify(list)}</script>`);
    expect(date(html, { url: 'https://j.example/b' }).published?.date).toBe('2021-03-11');
  });

  it('reads time, microformats and data attributes', () => {
    expect(date(article('<time datetime="2021-03-12T10:30" pubdate>ontem</time>')).published?.date).toBe(
      '2021-03-12',
    );
    expect(
      date(article('<abbr class="published" title="2021-03-12T10:30:00-03:00">sexta</abbr>')).published?.date,
    ).toBe('2021-03-12');
    expect(
      date(
        article(
          '<time class="dt-published" datetime="2021-03-12">x</time><time class="dt-updated" datetime="2021-03-14">x</time>',
        ),
      ),
    ).toMatchObject({
      published: { date: '2021-03-12' },
      modified: { date: '2021-03-14' },
    });
    expect(date(article('<span class="post-date" data-date="2021-03-12">sexta</span>')).published?.date).toBe(
      '2021-03-12',
    );
  });

  it('gains confidence where sources agree', () => {
    const meta = '<meta name="date" content="2021-03-12">';
    const alone = date(article('', meta)).published!;
    const together = date(article('<p>Publicado em 12/03/2021</p>', meta)).published!;
    expect(together.confidence).toBeGreaterThanOrEqual(alone.confidence);
    expect(together.agreeing.length).toBe(1);
  });
});

describe('other languages', () => {
  const page = (lang: string, line: string) =>
    `<html lang="${lang}"><title>Headline here</title><h1>Headline here</h1><p>${line}</p>`;
  const cases: readonly (readonly [string, string, string])[] = [
    ['en-US', 'Posted on 03/04/2021', '2021-03-04'],
    ['en-GB', 'Posted on 03/04/2021', '2021-04-03'],
    ['pt', '03/04/2021', '2021-04-03'],
    ['en', 'March 12th, 2021', '2021-03-12'],
    ['de', '12. März 2021', '2021-03-12'],
    ['de', '3. August 2021', '2021-08-03'],
    ['fr', 'Publié le 1er août 2021', '2021-08-01'],
    ['es', '12 de marzo de 2021', '2021-03-12'],
    ['it', 'Pubblicato il 12 settembre 2021', '2021-09-12'],
    ['nl', '12 maart 2021', '2021-03-12'],
    ['pl', '12 października 2021', '2021-10-12'],
    ['ja', '2021年3月12日', '2021-03-12'],
    ['ru', '12 марта 2021', '2021-03-12'],
  ];
  for (const [lang, line, expected] of cases)
    it(`${lang}: ${line}`, () => expect(date(page(lang, line)).published?.date).toBe(expected));

  it('learns the order from the page itself', () => {
    const html = `<html lang="en"><title>Headline here</title><h1>Headline here</h1><p>03/04/2021</p><p>${'x '.repeat(90)} since 02/25/2020 ${'x '.repeat(90)}</p>`;
    expect(date(html).published?.date).toBe('2021-03-04');
  });

  it('takes the other reading when the metadata are for it', () => {
    const html = article(
      '<p>03/04/2021</p>',
      '<meta property="article:published_time" content="2021-03-04">',
    );
    expect(date(html).published).toMatchObject({ date: '2021-03-04', agreeing: ['visible'] });
  });
});

describe('address and context', () => {
  it('takes the date of the address, and of the local day against UTC', () => {
    expect(date(article(''), { url: 'https://j.example/2021/03/12/obra' }).published).toMatchObject({
      date: '2021-03-12',
      source: 'url',
    });
    const head = '<meta property="article:published_time" content="2021-03-13T02:10:00Z">';
    expect(
      date(article('<p>12/03/2021</p>', head), { url: 'https://j.example/2021/03/12/obra' }).published?.date,
    ).toBe('2021-03-12');
  });
  it('takes a feed date, and Last-Modified and lastmod as changes', () => {
    const dates = date(article(''), {
      feedDate: 'Fri, 12 Mar 2021 10:00:00 -0300',
      lastModified: 'Sun, 14 Mar 2021 10:00:00 GMT',
    });
    expect(dates.published).toMatchObject({ date: '2021-03-12', source: 'feed' });
    expect(dates.modified).toMatchObject({ date: '2021-03-14', source: 'header' });
    expect(date(article(''), { sitemapLastmod: '2021-03-14' }).modified?.source).toBe('sitemap');
  });
  it('[COL-6] refuses a Last-Modified of 1975 or of more than a day after the fetch', () => {
    expect(date(article(''), { lastModified: 'Sun, 14 Mar 1975 10:00:00 GMT' })).toMatchObject({
      published: null,
      modified: null,
    });
    expect(date(article(''), { lastModified: 'Fri, 17 Jun 2022 13:00:00 GMT' })).toMatchObject({
      published: null,
      modified: null,
    });
  });
  it('never takes the fetch for the date', () => {
    expect(date(article('')).published).toBeNull();
    expect(date(article('')).interval).toBeNull();
  });
  it('bounds the date by the month of the address', () => {
    expect(date(article(''), { url: 'https://j.example/2021/02/obra' })).toMatchObject({
      published: null,
      interval: { earliest: '2021-02-01', latest: '2021-02-28' },
    });
  });
  it('bounds the date by the years of the copyright line', () => {
    const foot = (text: string) => article('', '', `<footer>${text}</footer>`);
    expect(date(foot('© 2005-2012 Jornal')).interval).toMatchObject({
      earliest: '2005-01-01',
      latest: '2012-12-31',
    });
    expect(date(foot('Copyright 2012 Jornal')).interval).toMatchObject({
      earliest: null,
      latest: '2012-12-31',
    });
    expect(date(foot('© 2022 Jornal')).interval).toBeNull();
  });
});

describe('hostile pages', () => {
  it('a JSON-LD of two megabytes, of a hundred thousand brackets, of a hundred thousand dates', () => {
    for (const ld of [
      `{"datePublished":"2021-03-12","x":"${'a'.repeat(2e6)}"}`,
      `${'['.repeat(1e5)}`,
      `{"a":${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}, "datePublished":"2021-03-12",}`,
      `[${'{"datePublished":"2021-03-12"},'.repeat(1e5)}]`,
    ])
      expect(() => date(article('', `<script type="application/ld+json">${ld}</script>`))).not.toThrow();
  });
  it('elements a hundred thousand deep, with a date at the bottom', () => {
    expect(() => date(`${'<div class="a b">'.repeat(1e5)}12/03/2021`)).not.toThrow();
  });
  it('a hundred thousand dates', () => {
    expect(date(article(`<p>${'12/03/2021 '.repeat(1e5)}</p>`)).candidates.length).toBeLessThanOrEqual(32);
    expect(date(article('<p class="date">12/03/2021</p>'.repeat(2e4))).candidates.length).toBeLessThanOrEqual(
      32,
    );
  });
  it('a hundred thousand time elements without a date, side by side', () => {
    expect(date(article(`<p>${'<time></time>'.repeat(1e5)}</p>`)).published).toBeNull();
  });
  it('years 0 and 9999, and a fetch at no time at all', () => {
    for (const value of ['0000-01-01', '9999-12-31', '2021-00-00', '2021-13-45', '99999999999999'])
      expect(
        date(article('', `<meta property="article:published_time" content="${value}">`)).published,
      ).toBeNull();
    for (const fetchedAt of [Number.NaN, Number.POSITIVE_INFINITY, -8.64e15, 8.64e15])
      expect(() => date(article('<p>há 3 horas, em 12/03/2021</p>'), { fetchedAt })).not.toThrow();
  });
});

describe('properties', () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(
      '<p>',
      '</p>',
      '<time datetime="',
      '">',
      '<h1>',
      'Publicado em ',
      '12/03/2021',
      '2021',
      ' de março de ',
      '31',
      '/',
      '-',
      '2021-02-30',
      '<meta name="date" content="',
      '<script type="application/ld+json">',
      '{"datePublished":"',
      '"}',
      '</script>',
      'há 3 dias',
      '©',
      '<div class="comments">',
      '</div>',
      '9999',
      '0000',
    ),
  );
  it('never throws, and answers within the bounds', () => {
    const first = dayNumber(1990, 1, 1);
    const last = Math.floor(FETCHED / 86_400_000) + 1;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.string({ maxLength: 40 }), (pieces, tail) => {
        const dates = date(pieces.join(''), {
          url: `https://j.example/${tail}`,
          lastModified: tail,
          feedDate: tail,
        });
        for (const c of dates.candidates) {
          expect(c.day).toBeGreaterThanOrEqual(first);
          expect(c.day).toBeLessThanOrEqual(last);
          expect(c.text.length).toBeLessThanOrEqual(120);
        }
        for (const answer of [dates.published, dates.modified]) {
          if (answer === null) continue;
          expect(answer.confidence).toBeGreaterThanOrEqual(0);
          expect(answer.confidence).toBeLessThan(1);
          expect(answer.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
          expect(new Date(answer.date).toISOString().slice(0, 10)).toBe(answer.date);
        }
        if (dates.published !== null) expect(dates.interval).toBeNull();
      }),
      { numRuns: 300, seed: 7 },
    );
  });
});

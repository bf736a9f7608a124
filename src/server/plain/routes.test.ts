import type { FastifyInstance } from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { EmbeddedCatalogue, parseLine } from '../../catalogue/index.ts';
import { escapeHtml } from '../../formats/index.ts';
import { PLAIN_PAGE_WORDS } from '../../words/plain-pages.ts';
import { CENSUS, dataset, geoFile } from '../ogc/geo-catalogue.suite.ts';
import { appOf, collectionOf, collectionsOf } from '../replay/collection.suite.ts';
import { isRobot } from './download.ts';
import { html, Markup, webAddress } from './markup.ts';
import { pageRecord } from './page-record.suite.ts';
import { plainRoutes } from './routes.ts';
import { lineWithout, lineWithPlace } from './search-page.ts';
import { spelledDay, spelledPeriod, spelledSize } from './spelling.ts';

const DAY = 86_400_000;
const day = (year: number, month = 1, date = 1): number => Date.UTC(year, month - 1, date) / DAY;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

const FLOOD =
  'A enchente de maio de 1941 cobriu o centro de Porto Alegre.\nMilhares de pessoas deixaram as suas casas.';

let app: FastifyInstance;
let catalogue: EmbeddedCatalogue;

async function ask(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  return app.inject({ method, url, headers: { host: '127.0.0.1:8730', 'user-agent': BROWSER, ...headers } });
}

/** The text of a piece of HTML, its tags taken for spaces. */
function textOf(body: string): string {
  return body
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/\s+/g, ' ');
}

/** Values of a definition list by their names. */
function facts(body: string): Record<string, string> {
  return Object.fromEntries(
    [...body.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/gs)].map((m) => [
      textOf(m[1]!).trim(),
      textOf(m[2]!).trim(),
    ]),
  );
}

beforeAll(async () => {
  catalogue = EmbeddedCatalogue.open(':memory:');
  const files = [
    geoFile({
      url: 'http://www.census.gov/geo/cob/bdy/vt/vt00shp/vt46_d00_shp.zip',
      size: 605_184,
      downloads: 1,
      datasets: [dataset({ licence: 'CC0' })],
      anchors: [{ page: CENSUS.url, text: 'South Dakota', before: [], after: [] }],
    }),
    geoFile({
      url: 'http://www.census.gov/geo/cob/bdy/vt/vt00shp/vt27_d00_shp.zip',
      name: '/vt27_d00_shp.zip',
      downloads: 2,
      datasets: [dataset()],
      anchors: [
        {
          page: CENSUS.url,
          text: 'Minnesota',
          before: ['Voting', 'districts', 'of'],
          after: ['Saint', 'Paul'],
        },
      ],
    }),
    geoFile({
      url: 'http://www.census.gov/geo/cob/bdy/vt/vt00shp/vt56_d00_shp.zip',
      name: '/vt56_d00_shp.zip',
      datasets: [dataset()],
      anchors: [{ page: CENSUS.url, text: 'Wyoming', before: [], after: [] }],
    }),
    geoFile({ url: 'javascript:alert(1)', name: 'mau.zip', type: 'zip', datasets: [dataset()], anchors: [] }),
    ...Array.from({ length: 45 }, (_, i) =>
      geoFile({
        url: `http://www.census.gov/geo/municipio-${i}.zip`,
        datasets: [dataset()],
        anchors: [{ page: CENSUS.url, text: 'municípios', before: [], after: [] }],
      }),
    ),
  ];
  await catalogue.write({
    producers: [{ ...CENSUS, files: 52, downloads: 5 }],
    geo: files.map((file) => ({ file, thumbnail: new Uint8Array([137, 80, 78, 71]), preview: null })),
    pages: [
      pageRecord({
        url: 'http://jornal.br/enchente',
        title: 'A grande enchente',
        text: FLOOD,
        marks: [
          {
            start: 14,
            end: 26,
            type: 'DATE',
            value: '1941-05',
            period: { from: day(1941, 5), to: day(1941, 5, 31) },
          },
        ],
        segments: [{ start: 0, end: FLOOD.length, periods: [{ from: day(1941, 5), to: day(1941, 5, 31) }] }],
        published: { date: '2021-05-01', confidence: 1, source: 'meta', where: '', text: '' },
        links: [{ url: 'http://jornal.br/outra', text: 'Outra notícia' }],
        entities: [
          {
            url: 'http://jornal.br/enchente',
            site: 'jornal.br',
            type: 'Event',
            name: 'Enchente de 1941',
            values: [{ attribute: 'local', value: 'Porto Alegre', normal: null, provenance: 'json-ld' }],
            table: null,
          },
        ],
      }),
      pageRecord({
        url: 'http://jornal.br/outra',
        title: 'Outra enchente',
        text: 'Uma enchente de 1967 em Lisboa.',
      }),
      ...Array.from({ length: 24 }, (_, i) =>
        pageRecord({
          url: `http://jornal.br/chuva-${i}`,
          title: `Chuva ${i}`,
          text: `Notícia sobre chuva número ${i}.`,
        }),
      ),
    ],
  });
  await catalogue.settle();
  const gazetteer = null;
  app = appOf(
    collectionsOf(
      collectionOf({
        name: 'teste',
        title: 'Teste',
        catalogue,
        parseLine: async (line) => parseLine(line, { gazetteer, today: day(2024) }),
      }),
    ),
    plainRoutes,
  );
});

describe('geographic data without script', () => {
  it('[G-AC-133] answers a search without result with a warning, 200 and an empty list', async () => {
    for (const mode of ['', '&mode=expanded']) {
      const answer = await ask(`/simples/geo?q=atl%C3%A2ntida${mode}&lang=en`);
      expect(answer.statusCode).toBe(200);
      expect(textOf(answer.body)).toContain('No geographic file was found.');
      expect(answer.body).toContain('class="warning"');
      expect(answer.body).not.toContain('<li class="geo">');
    }
    expect(textOf((await ask('/simples/geo?q=atl%C3%A2ntida')).body)).toContain(
      'Nenhum arquivo geográfico foi encontrado.',
    );
    expect(textOf((await ask('/simples/geo?q=atl%C3%A2ntida&lang=pt-PT')).body)).toContain(
      'Nenhum ficheiro geográfico foi encontrado.',
    );
  });

  it('[G-AC-134] shows of each file thumbnail, name, type, downloads, details, and of its producer title, description, address, files and the way to them', async () => {
    const { body } = await ask('/simples/geo?q=minnesota&lang=en');
    const items = body.split('<li class="geo">').slice(1);
    expect(items).toHaveLength(1);
    const item = items[0]!;
    const id = /\/simples\/geo\/teste\/(\d+)/.exec(item)![1];
    expect(item).toContain(`src="/api/v1/collections/teste/geo/${id}/thumbnail"`);
    // The picture leads to the details too.
    expect(item).toMatch(new RegExp(`<a href="/simples/geo/teste/${id}\\?lang=en"[^>]*><img `));
    expect(facts(item)).toMatchObject({
      Name: '/vt27_d00_shp.zip',
      Type: 'zip',
      Downloads: '2',
      Producer: 'Census 2000 Voting Districts Cartographic Boundary Files - ...',
      Address: 'http://www.census.gov/geo/www/cob/vt2000.html',
      'Downloads from the producer': '5',
    });
    expect(Number(facts(item)['Geographic files on the site'])).toBeGreaterThan(0);
    expect(facts(item).Details).toMatch(
      /^Cartographic Boundary Files, ARC\/INFO Export \.e00, e00, shape, Arcview Shapefile, and Ungenerate \/ Generate \(ASCII\)/,
    );
    expect(textOf(item)).toContain('More Details');
    const files = /<a href="(\/simples\/geo\?[^"]*producer=[^"]*)"[^>]*>View Files<\/a>/.exec(item)![1]!;
    const all = await ask(files.replace(/&amp;/g, '&'));
    expect(textOf(all.body)).toMatch(/4\d results/);
    expect(item).toContain(`href="${CENSUS.url}"`);
  });

  it('[G-AC-135] shows of one file name, type, date, downloads, size and the link to it', async () => {
    const list = await ask('/simples/geo?q=south%20dakota&lang=en');
    const path = /href="(\/simples\/geo\/teste\/\d+)\?lang=en" aria-label="More Details/.exec(list.body)![1]!;
    const answer = await ask(`${path}?lang=en`);
    expect(answer.statusCode).toBe(200);
    expect(facts(answer.body)).toMatchObject({
      Name: 'vt46_d00_shp.zip',
      Type: 'zip',
      'Date Extract': '05/06/2006',
      Downloads: '1',
      Size: '591 kb',
      Licence: 'CC0',
      'Coordinate system': 'EPSG:4674',
    });
    expect(answer.body).toContain(`href="${path}/download"`);
    expect(textOf(answer.body)).toContain('Click here to Download File');
    expect(textOf((await ask(`${path}?lang=pt-BR`)).body)).toContain('Clique aqui para baixar o arquivo');
  });

  it('[G-AC-136] counts a download once for each visitor and day, and redirects to the producer', async () => {
    const list = await ask('/simples/geo?q=wyoming&lang=en');
    const path = /(\/simples\/geo\/teste\/\d+)\?lang=en/.exec(list.body)![1]!;
    const id = Number(/\d+$/.exec(path)![0]);
    const count = async (): Promise<number> => (await catalogue.geo(id))!.downloads;
    expect(await count()).toBe(0);
    const click = await ask(`${path}/download`);
    expect(click.statusCode).toBe(302);
    expect(click.headers.location).toBe('http://www.census.gov/geo/cob/bdy/vt/vt00shp/vt56_d00_shp.zip');
    expect(click.headers['referrer-policy']).toBe('no-referrer');
    expect(await count()).toBe(1);
    expect((await ask(`${path}/download`)).statusCode).toBe(302);
    expect(await count()).toBe(1);
    await ask(`${path}/download`, { 'user-agent': 'Mozilla/5.0 (Macintosh) Safari/605.1' });
    expect(await count()).toBe(2);
    // Programs, questions about the file and looks ahead of a click are sent on, but not counted.
    const uncounted: Record<string, string>[] = [
      { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' },
      { 'user-agent': 'curl/8.5.0' },
      { 'user-agent': 'outro', 'sec-purpose': 'prefetch' },
    ];
    for (const headers of uncounted) expect((await ask(`${path}/download`, headers)).statusCode).toBe(302);
    expect((await ask(`${path}/download`, { 'user-agent': 'outro' }, 'HEAD')).statusCode).toBe(302);
    expect(await count()).toBe(2);
    expect(facts((await ask(`${path}?lang=en`)).body).Downloads).toBe('2');
  });

  it('redirects to addresses of the Web only', async () => {
    const list = await ask('/simples/geo?q=mau');
    const path = /(\/simples\/geo\/teste\/\d+)/.exec(list.body)![1]!;
    expect((await ask(`${path}/download`)).statusCode).toBe(404);
    const details = await ask(path);
    expect(details.body).not.toMatch(/href="javascript/i);
    expect(details.body).not.toContain('/download"');
    expect((await ask('/simples/geo/teste/999999/download')).statusCode).toBe(404);
    expect((await ask('/simples/geo/nenhuma/1/download')).statusCode).toBe(404);
  });

  it('finds in expanded search what the direct one does not look at', async () => {
    const direct = await ask('/simples/geo?q=voting%20districts&lang=en');
    expect(direct.body).not.toContain('<li class="geo">');
    const link = /<a href="([^"]+)">Expanded Search<\/a>/.exec(direct.body)![1]!.replace(/&amp;/g, '&');
    expect((await ask(link)).body).toContain('<li class="geo">');
    // The same from the form, whose second button sends the mode.
    expect(direct.body).toMatch(
      /<button type="submit" class="link" name="mode" value="expanded">Expanded Search<\/button>/,
    );
  });

  it('pages by twenty', async () => {
    const seen = new Set<string>();
    let path: string | null = '/simples/geo?q=munic%C3%ADpios&lang=en';
    const sizes: number[] = [];
    while (path !== null && sizes.length < 9) {
      const { body } = await ask(path);
      const names = [...body.matchAll(/<dt>Name<\/dt><dd>(.*?)<\/dd>/g)].map((m) => m[1]!);
      sizes.push(names.length);
      for (const name of names) seen.add(name);
      path = /<a rel="next" href="([^"]+)"/.exec(body)?.[1]?.replace(/&amp;/g, '&') ?? null;
    }
    expect(sizes).toEqual([20, 20, 5]);
    expect(seen.size).toBe(45);
  });
});

describe('search without script', () => {
  it('[G-AC-140] works with a form, links and nothing else', async () => {
    const empty = await ask('/simples');
    expect(empty.statusCode).toBe(200);
    const form = /<form class="ask" action="([^"]+)" method="get"[^>]*>(.*?)<\/form>/s.exec(empty.body)!;
    const field = /<input id="(\w+)" name="(\w+)"/.exec(form[2]!)!;
    expect(form[2]).toContain(`<label for="${field[1]}">`);
    expect(form[2]).toContain('<button type="submit">');
    const answer = await ask(`${form[1]}?${field[2]}=enchente`);
    expect(answer.statusCode).toBe(200);
    expect(textOf(answer.body)).toContain('3 resultados');
    const link = /<h3><a href="([^"]+)">A grande enchente<\/a>/.exec(answer.body)![1]!;
    const view = await ask(link);
    expect(view.statusCode).toBe(200);
    expect(textOf(view.body)).toContain('Milhares de pessoas deixaram as suas casas.');
    for (const path of [
      '/simples',
      '/simples?q=enchente',
      link,
      '/simples/geo',
      '/simples/geo?q=minnesota',
      '/simples/geo/teste/1',
    ]) {
      const { body, headers } = await ask(path);
      // Nothing to run, and a policy under which nothing would.
      expect(body).not.toMatch(/<script|\son\w+=|javascript:/i);
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
      expect(body).toMatch(/^<!DOCTYPE html>\n<html lang="pt-BR">/);
      expect(body).toContain('<a class="skip" href="#conteudo">');
      // Nothing takes the keyboard out of its order.
      expect(body).not.toMatch(/tabindex="[1-9]/);
    }
  });

  it('shows snippet, period, publication and the archived copy of a result', async () => {
    const { body } = await ask('/simples?q=enchente%20milhares');
    expect(body).toMatch(/<mark>enchente<\/mark>/);
    expect(facts(body)).toMatchObject({ 'Fala de': 'maio de 1941', 'Publicado em': '2021-05-01' });
    expect(body).toContain('/replay/teste/20240506120000/http://jornal.br/enchente');
  });

  it('shows what was understood as chips, and a link that takes each out', async () => {
    const { body } = await ask('/simples?q=enchente%20quando:1941%20site:jornal.br');
    const chips = /<ul class="chips"[^>]*>(.*?)<\/ul>/s.exec(body)![1]!;
    expect(textOf(chips)).toContain('fala de: 1941');
    expect(textOf(chips)).toContain('site: jornal.br');
    const links = [...chips.matchAll(/href="([^"]+)"/g)].map((m) => m[1]!.replace(/&amp;/g, '&'));
    expect(links).toEqual(['/simples?q=enchente+site%3Ajornal.br', '/simples?q=enchente+quando%3A1941']);
    expect(textOf((await ask(links[0]!)).body)).toContain('3 resultados');
    expect(textOf(body)).toContain('1 resultado');
  });

  it('refines by links to facets, and pages by links', async () => {
    const first = await ask('/simples?q=chuva');
    expect(textOf(first.body)).toContain('24 resultados');
    expect(first.body).toContain('q=chuva+site%3Ajornal.br');
    const seen = new Set<string>();
    let path: string | null = '/simples?q=chuva';
    for (let n = 0; path !== null && n < 9; n++) {
      const { body } = await ask(path);
      for (const m of body.matchAll(/<h3><a href="\/simples\/pagina\/teste\/(\d+)"/g)) seen.add(m[1]!);
      path = /<a rel="next" href="([^"]+)"/.exec(body)?.[1]?.replace(/&amp;/g, '&') ?? null;
    }
    expect(seen.size).toBe(24);
  });

  it('says in words that there is nothing, and what to do', async () => {
    const answer = await ask('/simples?q=zzzzzz');
    expect(answer.statusCode).toBe(200);
    expect(textOf(answer.body)).toContain('Nada foi encontrado. Tire um filtro');
  });

  it('tells a wrong cursor, and what is not there, as a page', async () => {
    const wrong = await ask('/simples?q=chuva&cursor=%00%ff');
    expect([200, 400]).toContain(wrong.statusCode);
    expect(wrong.headers['content-type']).toContain('text/html');
    for (const path of [
      '/simples/pagina/teste/999',
      '/simples/pagina/teste/x',
      '/simples/pagina/nada/1',
      '/simples/pagina/teste?url=http://nada/',
      '/simples/geo/teste/0',
      '/simples/geo/teste/1e9',
    ])
      expect((await ask(path)).statusCode, path).toBe(404);
  });

  it('shows a page with its times, what it states and its links', async () => {
    const { body } = await ask('/simples/pagina/teste?url=http://jornal.br/enchente');
    expect(body).toContain('<mark title="maio de 1941">maio de 1941</mark>');
    expect(textOf(body)).toContain('Event: Enchente de 1941');
    expect(textOf(body)).toContain('local Porto Alegre');
    expect(body).toMatch(/<a href="\/simples\/pagina\/teste\/\d+">Outra notícia<\/a>/);
  });

  it('speaks three languages, by the address before the browser', async () => {
    const title = async (path: string, accepted: string): Promise<string> =>
      /<html lang="([^"]+)"/.exec((await ask(path, { 'accept-language': accepted })).body)![1]!;
    expect(await title('/simples', 'pt-PT,pt;q=0.9')).toBe('pt-PT');
    expect(await title('/simples', 'fr, en;q=0.5')).toBe('en');
    expect(await title('/simples', 'ja')).toBe('pt-BR');
    expect(await title('/simples?lang=en', 'pt-BR')).toBe('en');
    const english = await ask('/simples?lang=en&q=enchente');
    expect(english.body).toContain('<input type="hidden" name="lang" value="en">');
    expect(english.body).toMatch(/<h3><a href="[^"]*lang=en"/);
    expect(Object.keys(PLAIN_PAGE_WORDS.en)).toEqual(Object.keys(PLAIN_PAGE_WORDS['pt-BR']));
  });
});

describe('what the pages are written with', () => {
  it('markup that shows as text whatever is put into it', () => {
    const hostile = `<script>alert("1")</script>'&\u0000`;
    expect(html`<p title="${hostile}">${hostile}</p>`.toString()).toBe(
      '<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;">&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;</p>',
    );
    expect(html`${[html`<b>`, 'a<b', null, false, 7]}`.toString()).toBe('<b>a&lt;b7');
    expect(new Markup('<i>').toString()).toBe('<i>');
    expect(escapeHtml('a\ud800b')).toBe('a\ufffdb');
  });

  it('links to the Web only', () => {
    expect(webAddress('http://a.pt/x')).toBe('http://a.pt/x');
    for (const bad of [
      'javascript:alert(1)',
      ' JaVaScRiPt:x',
      'data:text/html,x',
      'file:///etc/passwd',
      'vbscript:x',
      '',
      '//a.pt',
      'x',
    ])
      expect(webAddress(bad), bad).toBeNull();
  });

  it('robots known by what they call themselves', () => {
    for (const robot of [
      undefined,
      '',
      'curl/8',
      'Wget/1.21',
      'python-requests/2',
      'Mozilla/5.0 (compatible; bingbot/2.0)',
      'Tarrafa/1.0',
      'Mozilla/5.0 (compatible; AhrefsBot/7.0)',
      'facebookexternalhit/1.1 preview',
    ])
      expect(isRobot(robot), robot).toBe(true);
    for (const person of [
      BROWSER,
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15',
      'Opera/9.80',
      'Mozilla/5.0 (Linux; Android 13; Cubot P80)',
    ])
      expect(isRobot(person), person).toBe(false);
  });

  it('sizes, days and periods as people write them', () => {
    expect(spelledSize(605_184)).toBe('591 kb');
    expect(spelledSize(1)).toBe('1 kb');
    expect(spelledSize(0)).toBe('0 kb');
    expect(spelledSize(null)).toBeNull();
    expect(spelledDay(Date.UTC(2006, 5, 5))).toBe('05/06/2006');
    expect(spelledPeriod({ from: day(1939), to: day(1946) - 1 }, 'pt-BR')).toBe('1939–1945');
    expect(spelledPeriod({ from: day(1941), to: day(1942) - 1 }, 'en')).toBe('1941');
    expect(spelledPeriod({ from: day(1941, 5), to: day(1941, 5, 31) }, 'en')).toBe('May 1941');
    expect(spelledPeriod({ from: day(1941, 4), to: day(1941, 5, 31) }, 'pt-BR')).toBe(
      'abril de 1941 – maio de 1941',
    );
    expect(spelledPeriod({ from: day(1941, 5, 8), to: day(1941, 5, 8) }, 'pt-BR')).toMatch(/8 de mai/);
    expect(spelledPeriod({ from: -800_000, to: -799_000 }, 'pt-BR')).toMatch(/a\.C\.$/);
    expect(spelledPeriod({ from: -1e12, to: 1e12 }, 'en')).toBe('…');
  });

  it('lines without a chip, and with another place', () => {
    expect(lineWithout('a quando:1941 b', { start: 2, end: 13, instead: '' })).toBe('a b');
    expect(lineWithout('cheia em 1941', { start: 6, end: 13, instead: '"em 1941"' })).toBe('cheia "em 1941"');
    expect(lineWithPlace('onde:"sao palo"', { start: 6, end: 14, implied: false }, 'São Paulo, SP')).toBe(
      'onde:"São Paulo, SP"',
    );
    expect(lineWithPlace('onde:saopalo x', { start: 5, end: 12, implied: false }, 'São Paulo')).toBe(
      'onde:"São Paulo" x',
    );
    expect(lineWithPlace('mapa saopalo', { start: 5, end: 12, implied: true }, 'São Paulo')).toBe(
      'mapa onde:"São Paulo"',
    );
  });
});

/**
 * A small web of pages that were written by hand, crawled for geographic data by the built command: how `tarrafa geo judge` says that each was
 * judged, what the web was asked for, and what the served collection answers.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  citiesZip,
  dbfOf,
  NAME_COLUMN,
  pointRecord,
  shpOf,
  zipOf,
} from '../../src/geo/readers/sample-files.suite.ts';
import type { GeoAnswer } from '../../src/server/schemas/answers.ts';
import { type ServedProcess, serveWith } from '../served-collection.ts';
import { spawnTarrafa } from '../tarrafa-process.ts';
import type { Answer } from '../tiny-web.ts';
import { type CrawledVisit, type CrawledWeb, crawledWeb } from './crawled-web.ts';

interface JudgedLink {
  readonly url: string;
  readonly class: string;
  readonly because: string;
  readonly anchor: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly scale: number | null;
  readonly kinds: readonly string[];
}

interface Judged {
  readonly page: string;
  readonly title: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly verdict: string;
  readonly score: number;
  readonly words: readonly { readonly term: string; readonly weight: number }[];
  readonly links: readonly JudgedLink[];
}

const HOST = 'www.paginas.test';
const PUBLISHER = 'www.dados.test';
const UNWANTED = 'pdf doc txt css ico gif jpg'.split(' ');
const numbered = (letter: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => `${letter}${String(i + 1).padStart(2, '0')}`);
const window = (before: number, after: number, file: string): string =>
  `${numbered('w', before).join(' ')} <a href="/${file}">mapa da cidade</a> ${numbered('x', after).join(' ')}`;
const archive = (name: string): string => `<a href="/${name}.zip">baixar</a>`;

/** Words of `<body>`, and what stands before it. */
const BODIES: Readonly<Record<string, string | readonly [body: string, head: string]>> = {
  '/indesejados': [
    ...UNWANTED.flatMap((one) => [`/a.${one}`, `/b.${one.toUpperCase()}`, `/c.${one}?x=1&amp;y=2`]),
    '/a.html',
  ]
    .map((href) => `<a href="${href}">mapa</a>`)
    .join(' '),
  '/dpi': [
    'fotos',
    `<title>DPI - Divisão de Processamento de Imagens</title>
<META content="A Divisão de Processamento de Imagens (DPI) faz parte da Coordenação" name="Descrição">
<META content="Ciência da Geoinformação, Geoprocessamento, GIS, SIG, Bancos de Dados Geográficos" name=Keywords>`,
  ],
  '/escondidas': [
    `<!-- shapefile mapa --><noscript>mapa</noscript><p>fotos</p>${archive('escondida')}`,
    '<style>.mapa{}</style><script>var shapefile = "mapa geoprocessamento";</script>',
  ],
  '/classes': `fotos ${[
    '/PC_FLU_Shape_020106.zip',
    '/VT01D00SHP.zip',
    'http://ross.urs-tally.com/docs/shapefiles/tracklines.zip',
    'http://www.ibge.com.br/imagens/saopaulo.shp',
    'http://www.census.gov/geo/img/florida.zip',
    'http://www.census.gov/geo/img/vt02_shp.zip',
    'http://www.dpi.inpe.br',
    'http://www.census.gov/geo/www/cob/new_buttons/images/button.gif',
    'http://www.census.gov/geo/www/cob/vt2000.html',
  ]
    .map((href) => `<a href="${href}">ver</a>`)
    .join(' ')}`,
  '/censo': 'census <a href="http://www.census.gov/geo/img/florida.zip">ver</a>',
  '/outras': `fotos ${[
    'http://shapeways.example/models/x.zip',
    '/get?file=bairros_shp.zip',
    '/get.php?file=bairros_shp.zip',
    '/get?file=bairros_shp',
    '/a.SHP',
    '/readme.txt',
    'mailto:a@b.c',
    'javascript:void(0)',
  ]
    .map((href) => `<a href="${href}">ver</a>`)
    .join(' ')}`,
  '/ancora': 'fotos <a href="/ancora.zip">mapa da cidade</a>',
  '/titulo': [`fotos ${archive('titulo')}`, '<title>Cartografia</title>'],
  '/meta': [
    `fotos ${archive('meta')}`,
    '<meta name=description content="cartografia"><meta name=keywords content="mapa">',
  ],
  '/frase': `low aerial photography of the coast ${archive('frase')}`,
  '/sem-frase': `an aerial view, and photography ${archive('sem-frase')}`,
  '/acento': `o município de lá ${archive('acento')}`,
  '/sem-acento': `o municipio de lá ${archive('sem-acento')}`,
  '/maiusculas': `o MUNICÍPIO de lá ${archive('maiusculas')}`,
  '/plural': `mapas ${archive('plural')}`,
  '/longa': `a long story ${archive('longa')}`,
  '/escala': '<a href="arquivo.zip">mapa da cidade de São José dos Campos na escala 1:20.000</a>',
  '/janela': window(25, 25, 'janela.zip'),
  '/curta': window(3, 25, 'curta.zip'),
  '/inicio': window(0, 2, 'inicio.zip'),
  '/fim': window(2, 0, 'fim.zip'),
  '/vizinhas':
    'antes <a href="/um.zip">mapa um</a> entre <a href="/dois.zip">mapa dois</a> depois <script>oculto()</script> fim',
};
/** Of a site that publishes: there an archive would be looked into for that alone. */
const PUBLISHED: Readonly<Record<string, string>> = {
  '/imagem':
    'Veja a planta: <a href="/imagem.zip"><img src="/botao.gif" alt="mapa do litoral de Ubatuba"></a> aqui',
  // Both lead to one file, whose table has São Paulo and São José dos Campos.
  '/uma': '<p>Perto da serra fica tudo. <a href="/comum_shp.zip">carta paulista</a> com ruas antigas.</p>',
  '/outra': `<p>Um texto da ilha grande que fica longe ${numbered('palavra', 30).join(' ')} do link:</p><a href="/comum_shp.zip">mapa municipal</a>`,
};
const html = (body: string, head = ''): string =>
  `<!DOCTYPE html><html><head>${head}</head><body>${body}</body></html>`;
const pagesOf = (bodies: typeof BODIES): Readonly<Record<string, Answer>> =>
  Object.fromEntries(
    Object.entries(bodies).map(([path, page]) => [
      path,
      typeof page === 'string' ? html(page) : html(...page),
    ]),
  );
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const CHARSETS: Readonly<Record<string, Answer>> = {
  '/iso': {
    headers: { 'Content-Type': 'text/html; charset=ISO-8859-1' },
    body: latin(html('fotos', '<title>São de um</title>')),
  },
  '/windows': {
    headers: { 'Content-Type': 'text/html' },
    body: latin(html('fotos', '<meta charset="windows-1252"><title>São \x93dois\x94</title>')),
  },
  '/utf8': {
    headers: { 'Content-Type': 'text/html' },
    body: Buffer.from(html('fotos', '<meta charset="utf-8"><title>São de três</title>')),
  },
};
const zip = (body: Buffer): Answer => ({ headers: { 'Content-Type': 'application/zip' }, body });
const coast = zipOf([
  { name: 'costa.shp', bytes: shpOf(1, [-45.1, -23.4, -45.1, -23.4], [pointRecord(-45.1, -23.4)]).shp },
  { name: 'costa.shx', bytes: shpOf(1, [-45.1, -23.4, -45.1, -23.4], [pointRecord(-45.1, -23.4)]).shx },
  { name: 'costa.dbf', bytes: dbfOf([NAME_COLUMN], [['pedra']]) },
]);

let crawled: CrawledWeb;
let served: ServedProcess;
let modern: Map<string, Judged>;
let compat: Map<string, Judged>;

async function judged(...words: string[]): Promise<Map<string, Judged>> {
  const { stdout, stderr, status } = await spawnTarrafa(['geo', 'judge', crawled.folder, '--json', ...words]);
  expect(status, stderr).toBe(0);
  const pages = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Judged);
  return new Map(pages.map((page) => [new URL(page.page).pathname, page]));
}

beforeAll(async () => {
  const door = (pages: Readonly<Record<string, Answer>>): string =>
    html(
      `<p>casa</p>${Object.keys(pages)
        .map((path) => `<a href="${path}">sala</a>`)
        .join(' ')}`,
    );
  const pages = { ...pagesOf(BODIES), ...CHARSETS };
  const published = pagesOf(PUBLISHED);
  crawled = await crawledWeb(
    {
      [HOST]: { '/': door(pages), ...pages },
      [PUBLISHER]: {
        '/': door(published),
        ...published,
        '/comum_shp.zip': zip(citiesZip()),
        '/imagem.zip': zip(coast),
      },
      'www.fechado.test': {
        '/robots.txt': {
          headers: { 'Content-Type': 'text/plain' },
          body: 'User-agent: *\nDisallow: /dados/',
        },
        '/': html('<a href="/dados/mapa_shp.zip">mapa</a> <a href="/livre_shp.zip">mapa</a>'),
        '/dados/mapa_shp.zip': zip(citiesZip()),
        '/livre_shp.zip': zip(citiesZip()),
      },
    },
    [HOST, PUBLISHER, 'www.fechado.test'].map((host) => `http://${host}/`),
    ['--geo', '--contact', 'https://eu.example/', '--workers', '0'],
  );
  expect(crawled.ended.status, crawled.ended.stderr).toBe(0);
  [modern, compat, served] = await Promise.all([
    judged(),
    judged('--profile', 'compat'),
    serveWith([crawled.folder]),
  ]);
}, 120_000);
afterAll(async () => {
  await served.stop();
  await crawled.close();
});

const BOTH = () => [modern, compat];
const links = (pages: Map<string, Judged>, path: string): readonly JudgedLink[] => pages.get(path)!.links;
const classOf = (pages: Map<string, Judged>, path: string): string => links(pages, path)[0]!.class;
/** Whether the crawl asked for an archive of the pages. */
const asked = (name: string): boolean => crawled.asked.some((one) => one === `${HOST}/${name}.zip`);
const found = async (q: string, mode: 'direct' | 'expanded' = 'direct'): Promise<GeoAnswer> => {
  const query = new URLSearchParams({ q, mode, fold: 'false' });
  return (await (await fetch(`${served.origin}/api/v1/collections/coleta/geo?${query}`)).json()) as GeoAnswer;
};
const names = async (q: string, mode?: 'direct' | 'expanded'): Promise<string[]> =>
  (await found(q, mode)).items.map(({ geo }) => geo.file.url.replace(/^http:\/\//, '')).sort();

describe('pages that were judged', () => {
  it('[G-AC-032] no document, style or picture is reported or asked for, in any case, with any query', () => {
    for (const pages of BOTH())
      expect(links(pages, '/indesejados').map(({ url }) => url)).toEqual([`http://${HOST}/a.html`]);
    expect(crawled.asked).toContain(`${HOST}/a.html`);
    expect(crawled.asked.filter((one) => /\/[abc]\.(?!html)/i.test(one) && !one.endsWith('.SHP'))).toEqual(
      [],
    );
  });

  it('[G-AC-033] title, description and keywords are told, however their names are written', () => {
    for (const pages of BOTH())
      expect(pages.get('/dpi')).toMatchObject({
        title: 'DPI - Divisão de Processamento de Imagens',
        description: expect.stringMatching(/^A Divisão de Processamento de Imagens \(DPI\) faz parte da/),
        keywords: [
          'Ciência da Geoinformação',
          'Geoprocessamento',
          'GIS',
          'SIG',
          'Bancos de Dados Geográficos',
        ],
      });
  });

  it('[G-AC-034] scripts, styles and comments have no geographic words, and make no archive one', () => {
    for (const pages of BOTH()) {
      expect(pages.get('/escondidas')).toMatchObject({ words: [], score: 0, verdict: 'none' });
      expect(classOf(pages, '/escondidas')).toBe('ARCHIVE_REJECTED');
    }
    expect(asked('escondida')).toBe(false);
  });

  it('[G-AC-040, G-AC-041, G-AC-042, G-AC-043, G-AC-044, G-AC-045, G-AC-046, G-AC-047, G-AC-048, G-AC-049] each address of the source has its class', () => {
    for (const pages of BOTH()) {
      expect(Object.fromEntries(links(pages, '/classes').map((link) => [link.url, link.class]))).toEqual({
        [`http://${HOST}/PC_FLU_Shape_020106.zip`]: 'GEO_NAMED',
        [`http://${HOST}/VT01D00SHP.zip`]: 'GEO_NAMED',
        'http://ross.urs-tally.com/docs/shapefiles/tracklines.zip': 'GEO_NAMED',
        'http://www.ibge.com.br/imagens/saopaulo.shp': 'GEO_EXPLICIT',
        'http://www.census.gov/geo/img/florida.zip': 'ARCHIVE_REJECTED',
        'http://www.census.gov/geo/img/vt02_shp.zip': 'GEO_NAMED',
        'http://www.dpi.inpe.br/': 'PAGE',
        'http://www.census.gov/geo/www/cob/vt2000.html': 'PAGE',
      });
      expect(classOf(pages, '/censo')).toBe('GEO_CONTEXT');
    }
    for (const address of ['ross.urs-tally.com/docs/shapefiles/tracklines.zip', 'www.dpi.inpe.br/'])
      expect(crawled.asked).toContain(address);
    expect(crawled.asked.filter((one) => one.endsWith('button.gif'))).toEqual([]);
  });

  it('[G-AC-057] a needle in the host is none, download scripts are files, capitals count, other schemes are nothing', () => {
    for (const pages of BOTH())
      expect(links(pages, '/outras').map((link) => [link.url, link.class])).toEqual([
        ['http://shapeways.example/models/x.zip', 'ARCHIVE_REJECTED'],
        [`http://${HOST}/get?file=bairros_shp.zip`, 'GEO_NAMED'],
        [`http://${HOST}/get.php?file=bairros_shp.zip`, 'GEO_NAMED'],
        [`http://${HOST}/get?file=bairros_shp`, 'PAGE'],
        [`http://${HOST}/a.SHP`, 'GEO_EXPLICIT'],
      ]);
    expect(crawled.asked.some((one) => one.startsWith('shapeways.example'))).toBe(false);
    expect(crawled.asked).toContain(`${HOST}/get?file=bairros_shp.zip`);
  });

  it('[G-AC-050] a geographic word in the anchor alone is enough', () => {
    for (const pages of BOTH())
      expect(links(pages, '/ancora')[0]).toMatchObject({ class: 'GEO_CONTEXT', because: 'anchor' });
    expect(asked('ancora')).toBe(true);
  });

  it('[G-AC-051] one in the title counts; one in a meta only today', () => {
    for (const pages of BOTH()) expect(classOf(pages, '/titulo')).toBe('GEO_CONTEXT');
    expect(classOf(compat, '/meta')).toBe('ARCHIVE_REJECTED');
    expect(classOf(modern, '/meta')).toBe('GEO_CONTEXT');
    expect([asked('titulo'), asked('meta')]).toEqual([true, true]);
  });

  it('[G-AC-052] a phrase counts as a phrase', () => {
    for (const pages of BOTH()) {
      expect(pages.get('/frase')!.words).toEqual([{ term: 'aerial photography', weight: 1 }]);
      expect(classOf(pages, '/frase')).toBe('GEO_CONTEXT');
      expect(pages.get('/sem-frase')!.words).toEqual([]);
      expect(classOf(pages, '/sem-frase')).toBe('ARCHIVE_REJECTED');
    }
    expect([asked('frase'), asked('sem-frase')]).toEqual([true, false]);
  });

  it('[G-AC-053] accents and case do not count', () => {
    for (const pages of BOTH())
      for (const path of ['/acento', '/sem-acento', '/maiusculas']) {
        expect(pages.get(path)!.words).toEqual([{ term: 'município', weight: 1 }]);
        expect(classOf(pages, path)).toBe('GEO_CONTEXT');
      }
  });

  it('[G-AC-054] today plurals count and a lone common word proves nothing; as in 2006 it is the other way', () => {
    expect([classOf(modern, '/plural'), classOf(modern, '/longa')]).toEqual([
      'GEO_CONTEXT',
      'ARCHIVE_REJECTED',
    ]);
    expect([classOf(compat, '/plural'), classOf(compat, '/longa')]).toEqual([
      'ARCHIVE_REJECTED',
      'GEO_CONTEXT',
    ]);
    expect(modern.get('/longa')).toMatchObject({ words: [{ term: 'long', weight: 0.25 }], score: 0.25 });
    expect([asked('plural'), asked('longa')]).toEqual([true, false]);
  });

  it('[G-AC-023] ISO-8859-1, windows-1252 and UTF-8 all give São', () => {
    const titles = ['São de um', 'São “dois”', 'São de três'];
    expect(['/iso', '/windows', '/utf8'].map((path) => modern.get(path)!.title)).toEqual(titles);
    expect(
      crawled
        .visits()
        .flatMap(({ title }) => (titles.includes(String(title)) ? [title] : []))
        .sort(),
    ).toEqual([...titles].sort());
  });
});

describe('links that were judged', () => {
  it('[G-AC-060] the published anchor gives its target, its exact text, its scale and its kind', () => {
    for (const pages of BOTH())
      expect(links(pages, '/escala')).toMatchObject([
        {
          url: `http://${HOST}/arquivo.zip`,
          anchor: 'mapa da cidade de São José dos Campos na escala 1:20.000',
          scale: 20000,
          kinds: ['map'],
        },
      ]);
  });

  it('[G-AC-061] have twenty words each side, fewer where there are fewer', () => {
    for (const pages of BOTH()) {
      const around = (path: string) => {
        const [{ before, after }] = links(pages, path) as [JudgedLink];
        return [before, after];
      };
      expect(around('/janela')).toEqual([numbered('w', 25).slice(5), numbered('x', 20)]);
      expect(around('/curta')).toEqual([numbered('w', 3), numbered('x', 20)]);
      expect(around('/inicio')).toEqual([[], numbered('x', 2)]);
      expect(around('/fim')).toEqual([numbered('w', 2), []]);
    }
  });

  it('[G-AC-062] do not have their own words around them, but those of other links', () => {
    for (const pages of BOTH())
      expect(
        links(pages, '/vizinhas').map(({ before, after }) => [before.join(' '), after.join(' ')]),
      ).toEqual([
        ['antes', 'entre mapa dois depois fim'],
        ['antes mapa um entre', 'depois fim'],
      ]);
  });

  it('[G-AC-064] a picture speaks by its alt, and is found by it', async () => {
    for (const pages of BOTH())
      expect(links(pages, '/imagem')[0]).toMatchObject({
        class: 'GEO_CONTEXT',
        because: 'anchor',
        anchor: 'mapa do litoral de Ubatuba',
      });
    expect(await names('litoral de ubatuba')).toEqual([`${PUBLISHER}/imagem.zip`]);
  });

  it('[G-AC-063] two pages that link to one file keep two anchors, and it is found by both', async () => {
    const { items } = await found('carta paulista');
    expect(items).toHaveLength(1);
    const { anchors } = items[0]!.geo.file;
    expect(anchors.map(({ page, text }) => [new URL(page).pathname, text]).sort()).toEqual([
      ['/outra', 'mapa municipal'],
      ['/uma', 'carta paulista'],
    ]);
    expect(await names('mapa municipal')).toEqual([`${PUBLISHER}/comum_shp.zip`]);
  });

  it('[G-AC-017] files obey the robots file like pages', () => {
    const of = crawled.asked.filter((one) => one.startsWith('www.fechado.test'));
    expect(of).toContain('www.fechado.test/livre_shp.zip');
    expect(of.filter((one) => one.includes('/dados/'))).toEqual([]);
  });
});

describe('what was crawled, served', () => {
  const CITIES = [`${PUBLISHER}/comum_shp.zip`, 'www.fechado.test/livre_shp.zip'];

  it('[G-AC-002] São Paulo is one name, however it is written', async () => {
    for (const query of ['São Paulo', 'SAO PAULO', 'são  paulo', 'Sa\u0303o Paulo'])
      expect(await names(query)).toEqual(CITIES);
  });

  it('[G-AC-130, G-AC-132] direct looks at places, anchors and names of files; expanded also around links and in pages', async () => {
    expect(await names('são josé dos campos')).toEqual(CITIES);
    expect(await names('comum')).toEqual([`${PUBLISHER}/comum_shp.zip`]);
    // Beside the link, and far from it.
    for (const words of ['ruas antigas', 'ilha grande']) {
      expect(await names(words)).toEqual([]);
      expect(await names(words, 'expanded')).toEqual([`${PUBLISHER}/comum_shp.zip`]);
    }
    const by = async (words: string): Promise<Record<string, number>> => {
      const search = ['geo', 'search', words, '--in', crawled.folder, '--expanded', '--explain', '--json'];
      return JSON.parse((await spawnTarrafa(search)).stdout).by;
    };
    expect(await by('ruas antigas')).toMatchObject({ extended: 0.5, context: 0.25 });
    expect(await by('ilha grande')).not.toHaveProperty('extended');
  });

  it('[G-AC-131] direct answers are among the expanded ones, whatever is asked', async () => {
    const words = new Set(
      Object.values({ ...BODIES, ...PUBLISHED })
        .flat()
        .join(' ')
        .replace(/<[^>]*>/g, ' ')
        .split(/[^\p{L}]+/u)
        .filter((word) => word.length > 2),
    );
    const list = [...words, 'são paulo', 'carta paulista', 'litoral de ubatuba'];
    let compared = 0;
    for (let i = 0; i < list.length; i++) {
      const query = i % 3 === 0 ? `${list[i]} OU ${list[(i * 7 + 1) % list.length]}` : list[i]!;
      const [direct, expanded] = await Promise.all([names(query), names(query, 'expanded')]);
      expect(direct.filter((name) => !expanded.includes(name))).toEqual([]);
      compared += direct.length;
    }
    expect(compared).toBeGreaterThan(20);
  });
});

describe('addresses of a network that is not the Web', () => {
  const reasons = (visits: readonly CrawledVisit[]) =>
    new Map(visits.map(({ url, outcome, reason }) => [url, `${outcome} ${reason}`]));

  it('[G-AC-027] are never asked, as they are written, by their name or behind a redirect, nor are other schemes, nor for files', async () => {
    const host = 'www.geodados-exemplo.gov.br';
    // The sample web says of it that its address is one of a private network.
    const inside = 'intranet-exemplo.com.br';
    const web = await crawledWeb(
      {
        [host]: {
          '/': html(
            ['/desvio', '/arquivo', '/mapa_shp.zip', `ftp://${host}/x`, `http://${inside}/dados_shp.zip`]
              .map((href) => `<a href="${href}">mapa</a>`)
              .join(' '),
          ),
          '/desvio': { status: 302, headers: { Location: `http://${inside}/segredo` } },
          '/arquivo': { status: 302, headers: { Location: 'file:///etc/passwd' } },
          '/mapa_shp.zip': { status: 302, headers: { Location: `http://${inside}/mapa_shp.zip` } },
        },
        [inside]: { '/segredo': html('segredo') },
      },
      [`http://${host}/`],
      ['--geo', '--workers', '0'],
    );
    expect(web.ended.status, web.ended.stderr).toBe(0);
    const outcomes = reasons(web.visits());
    expect(outcomes.get(`http://${inside}/segredo`)).toBe('refused private-address');
    expect(web.visits().find(({ url }) => url.endsWith('/arquivo'))?.refused).toEqual({ scheme: 1 });
    expect(outcomes.get(`http://${host}/mapa_shp.zip`)).toBeDefined();
    expect(new Set(web.requests.map((request) => request.host))).toEqual(new Set([host]));

    // Written as numbers, in any notation, nobody is asked whose they are.
    const { port } = web.web;
    const before = web.requests.length;
    const folder = `${web.folder}-2`;
    const literals = [`http://127.0.0.1:${port}/`, `http://0x7f000001:${port}/`, `http://[::1]:${port}/`];
    const { status, stderr } = await spawnTarrafa([
      ...[
        'crawl',
        ...literals,
        'http://169.254.169.254/latest/',
        '--out',
        folder,
        '--delay',
        '0',
        '--retries',
      ],
      ...['0', '--contact', 'https://eu.example/', '--workers', '0', '--quiet'],
    ]);
    expect(status, stderr).toBe(0);
    const refused = readFileSync(join(folder, 'visits.jsonl'), 'utf8').trim().split('\n');
    const told = reasons(refused.map((line) => JSON.parse(line) as CrawledVisit));
    expect(new Set(told.values())).toEqual(new Set(['refused private-address']));
    expect([...told.keys()]).toContain('http://169.254.169.254/latest/');
    expect(web.requests).toHaveLength(before);
    await web.close();
  });
});

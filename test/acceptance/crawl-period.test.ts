/** A crawl along a period by the built command: which links it follows, in which order, and what it says of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIXTURES, P1, P2 } from '../../src/time/crawl/small-crawl.suite.ts';
import { spawnTarrafa } from '../tarrafa-process.ts';
import { type CrawledWeb, crawledWeb } from './crawled-web.ts';

const ALONG = ['--when', '1939..1945', '--workers', '0', '--concurrency', '1'];
const THESIS = [...ALONG, '--when-profile', 'thesis'];
const page = (body: string): string =>
  `<!doctype html><html lang="pt"><head><meta charset="utf-8"><title>Página</title></head><body><main><article><h1>Página</h1>${body}</article></main></body></html>`;

describe('the two pages of the source', () => {
  const at = (url: string): string => url.replace('https://', 'http://');
  const { hostname, pathname } = new URL(P1);
  const site = {
    [pathname]: FIXTURES[P1]!,
    [new URL(P2).pathname]: FIXTURES[P2]!,
  };
  const WIKI = `http://${hostname}/wiki/`;
  let thesis: CrawledWeb;
  let general: CrawledWeb;
  beforeAll(async () => {
    thesis = await crawledWeb({ [hostname]: site }, [at(P1), at(P2)], THESIS);
    general = await crawledWeb({ [hostname]: site }, [at(P1)], [...ALONG, '--when-profile', 'general']);
  });
  afterAll(async () => {
    await thesis.close();
    await general.close();
  });
  const explained = async (url: string) => JSON.parse(await thesis.explained(url));

  it('[T-E2E-1, T-E2E-2, T-PRI-4, T-FRO-2, T-FRO-5, T-SCO-9] three links of the first are followed, and the one that the second refers to as well comes first', () => {
    expect(thesis.web.paths(hostname)).toEqual([
      ...[pathname, new URL(P2).pathname],
      ...['/wiki/Segunda_Guerra_Mundial', '/wiki/Invas%C3%A3o_da_Pol%C3%B4nia', '/wiki/Neutralidade'],
    ]);
  });

  it('[T-NFR-4] of each it is told how often it was referred to, how urgent that made it, and by which page, segment and dates', async () => {
    const war = await explained(`${WIKI}Segunda_Guerra_Mundial`);
    expect(war.references).toBe(2);
    expect(JSON.stringify(war.events)).toContain('"priority":33');
    const neutral = await explained(`${WIKI}Neutralidade`);
    expect(neutral.references).toBe(1);
    expect(JSON.stringify(neutral.events)).toContain('"priority":50');
    expect(JSON.stringify(neutral.period)).toContain('Entre 1939 e 1945');
    expect(neutral.period).toMatchObject([
      { page: at(P1), inside: 2, counted: 2, ratio: 1, dates: ['1939-XX-XX', '1945-XX-XX'] },
    ]);
  });

  it('[T-E2E-3] the general crawl, which goes by no period, takes all eight', () => {
    expect(new Set(general.web.paths(hostname)).size).toBe(9);
  });
});

/** A section each, so that no date is the context of another. */
const section = (link: string, text: string, n: number): string =>
  `<h2>Parte ${'abcdefghijklmnopqrstuvwxyz'[n % 26]}</h2><p>${text} a <a href="${link}">obra</a>.</p>`;
const sections = (list: readonly (readonly [link: string, text: string])[]): string =>
  page(list.map(([link, text], n) => section(link, text, n)).join('\n'));

describe('a segment is in the period', () => {
  const HOST = 'periodo.exemplo.com';
  const many = (inside: number): string =>
    `${Array.from({ length: inside }, () => 'em 1941').join(', ')} e em 1960`;
  const BOUNDS = [
    ['/primeiro-dia', 'Em 1 de setembro de 1939 abriu'],
    ['/ultimo-ano', 'Em 1945 abriu'],
    ['/ultimo-dia', 'Em 31 de dezembro de 1945 abriu'],
    ['/antes', 'Em 31 de dezembro de 1938 abriu'],
    ['/depois', 'Em 1 de janeiro de 1946 abriu'],
    ['/metade', 'Em 1941 e em 1960 abriu'],
    ['/noventa-e-nove', `Abriu, ${many(99)},`],
    ['/cem', `Abriu, ${many(100)},`],
    ['/sem-data', 'Abriu'],
    ['/maior', 'Entre 1914 e 1950 abriu'],
    ['/meio', 'Entre 1918 e 1939 abriu'],
    ['/dentro', 'Entre 1940 e 1944 abriu'],
    ['/sem-ano', 'A 1 de maio abriu'],
    ['/duas', 'Em 1960 abriu'],
    ['/duas#parte', 'Em 1941 abriu'],
  ] as const;
  const DAYS = [
    ['/ano', 'Em 2001 abriu'],
    ['/dia', 'Em 11 de setembro de 2001 abriu'],
    ['/novecentos', 'Em 1905 abriu'],
  ] as const;
  const followed = async (
    list: readonly (readonly [string, string])[],
    words: readonly string[],
  ): Promise<string[]> => {
    const crawled = await crawledWeb(
      { [HOST]: { '/': sections(list) } },
      [`http://${HOST}/`],
      [...words, ...['--workers', '0']],
    );
    const paths = crawled.web.paths(HOST).slice(1);
    await crawled.close();
    return paths.sort();
  };

  it('[T-SCO-1, T-SCO-3, T-SCO-6, T-SCO-7, T-SCO-8] with its bounds, by more than 99 of a hundred of its dates, and whole', async () => {
    const inside = ['/cem', '/dentro', '/duas', '/primeiro-dia', '/ultimo-ano', '/ultimo-dia'];
    for (const profile of ['thesis', 'modern'])
      expect([profile, await followed(BOUNDS, ['--when', '1939..1945', '--when-profile', profile])]).toEqual([
        profile,
        inside,
      ]);
  });

  it('[T-SCO-5] a date without a year says nothing by itself; beside one inside it counts against in the published method, and not at all in the modern one', async () => {
    const list = [
      ['/sem-ano', 'A 1 de maio abriu'],
      ['/com-outra', 'A 1 de maio, e depois em 22 de junho de 1941, abriu'],
      ['/so-outra', 'Em 22 de junho de 1941 abriu'],
    ] as const;
    const along = (profile: string) => ['--when', '1939..1945', '--when-profile', profile];
    expect(await followed(list, along('thesis'))).toEqual(['/so-outra']);
    expect(await followed(list, along('modern'))).toEqual(['/com-outra', '/so-outra']);
  });

  it('[T-SCO-2, T-SCO-4] as a decade, or as a day, which a year only touches', async () => {
    expect(await followed(DAYS, ['--when', '1900..1910'])).toEqual(['/novecentos']);
    expect(await followed(DAYS, ['--when', '2001-09-11'])).toEqual(['/dia']);
    expect(await followed(DAYS, ['--when', '2001-09-11', '--when-match', 'overlap'])).toEqual([
      '/ano',
      '/dia',
    ]);
  });

  it('[T-SCO-10] given as a year, years, months, days or a century; backwards it is refused', async () => {
    const told = async (when: string) =>
      spawnTarrafa([
        'crawl',
        'http://exemplo.com/',
        '--when',
        when,
        '--explain',
        '--lang',
        'en',
        '--allow-private',
      ]);
    for (const [when, from, to] of [
      ['2001', '2001-01-01', '2001-12-31'],
      ['2001-09..2001-12', '2001-09-01', '2001-12-31'],
      ['século XIX', '1801-01-01', '1900-12-31'],
    ] as const) {
      const { status, stdout } = await told(when);
      expect([when, status]).toEqual([when, 0]);
      expect(stdout).toContain(from);
      expect(stdout).toContain(to);
    }
    expect(await told('1945..1939')).toMatchObject({ status: 2 });
  });
});

describe('the order of a crawl along a period', () => {
  const HOST = 'ordem.exemplo.com';
  const seeds = (...paths: string[]): string[] => paths.map((path) => `http://${HOST}${path}`);
  const inside = (...links: string[]): string =>
    `<p>Em 1941 vieram ${links.map((link) => `a <a href="${link}">obra</a>`).join(' e ')}.</p>`;

  it('[T-FRO-3] of what is as urgent the less deep comes first, then what was found first', async () => {
    const crawled = await crawledWeb(
      { [HOST]: { '/': page(inside('/muito/fundo/x', '/fundo/b', '/z', '/fundo/a', '/y')) } },
      seeds('/'),
      THESIS,
    );
    expect(crawled.web.paths(HOST)).toEqual(['/', '/z', '/y', '/fundo/b', '/fundo/a', '/muito/fundo/x']);
    await crawled.close();
  });

  it('[T-FRO-9] five thousand that wait do not keep one out that is more urgent: the budget is one of asking', async () => {
    const many = Array.from({ length: 5000 }, (_, n) => `/p${n}`);
    const crawled = await crawledWeb(
      {
        [HOST]: {
          '/a': page(inside(...many)),
          '/b': page(inside('/novo')),
          '/c': page(inside('/novo')),
          '/novo': page('<p>Em 1941 acabou.</p>'),
          '/p0': page('<p>Em 1942 acabou.</p>'),
        },
      },
      seeds('/a', '/b', '/c'),
      [...THESIS, '--max-pages', '5'],
    );
    expect(crawled.web.paths(HOST)).toEqual(['/a', '/b', '/c', '/novo', '/p0']);
    const status = JSON.parse((await crawled.run(['status', '--json'])).stdout);
    expect(status).toMatchObject({ reason: 'page-budget', figures: { pages: 5, queued: 4999 } });
    await crawled.close();
  });

  it('[T-PRI-6] a page that is asked for again does not refer twice; what it did not link to before has its first reference', async () => {
    let isLater = false;
    const crawled = await crawledWeb(
      {
        [HOST]: {
          '/': (_, response) => {
            const links = isLater ? ['/alvo', '/novo'] : ['/alvo'];
            response
              .writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' })
              .end(page(inside(...links)));
          },
          '/alvo': page('<p>Em 1941 acabou.</p>'),
          '/novo': page('<p>Em 1942 acabou.</p>'),
        },
      },
      seeds('/'),
      [...THESIS, '--revisit', 'fixed-interval', '--max-pages', '2'],
    );
    isLater = true;
    await crawled.again(['--max-pages', '5'], { TARRAFA_SHIFTED_CLOCK: String(2 * 86_400_000) });
    expect(crawled.web.paths(HOST).filter((path) => path === '/')).toHaveLength(2);
    const told = async (path: string) => JSON.parse(await crawled.explained(`http://${HOST}${path}`));
    expect([(await told('/alvo')).references, (await told('/novo')).references]).toEqual([1, 1]);
    await crawled.close();
  });
});

describe('a site with planted periods', () => {
  const HOST = 'plantada.exemplo.com';
  const PAGES = 24;
  /** A page speaks of the war and links on to the war; a section before it speaks of today, and links to what does. */
  const planted = (n: number): string =>
    page(
      `<h2>Hoje</h2><p>Em 1990 abriram a <a href="/hoje-${n}">ponte</a> e a <a href="/hoje-${n + 1}">praça</a>.</p>
<h2>Guerra</h2><p>Em 194${n % 5} vieram a <a href="/guerra-${(n + 1) % PAGES}">fome</a> e a <a href="/guerra-${(n + 3) % PAGES}">peste</a>.</p>`,
    );
  const site = {
    '/': planted(0),
    ...Object.fromEntries(Array.from({ length: PAGES }, (_, n) => [`/guerra-${n}`, planted(n)])),
    ...Object.fromEntries(
      Array.from({ length: PAGES + 1 }, (_, n) => [
        `/hoje-${n}`,
        page(`<p>Em 1990 abriu a ponte, e em 1991 a <a href="/hoje-${(n + 5) % PAGES}">rua</a>.</p>`),
      ]),
    ),
  };

  it('[T-EVA-3, T-EVA-6] a page counts by one segment inside, whoever crawled it; the crawls along the period have more of them at every number of pages beyond the seeds', async () => {
    const crawls: Record<string, CrawledWeb> = {};
    for (const profile of ['general', 'thesis', 'modern'])
      crawls[profile] = await crawledWeb(
        { [HOST]: site },
        [`http://${HOST}/`],
        [...ALONG, ...['--when-profile', profile, '--max-pages', '20']],
      );
    const { general } = crawls;
    const judged = Object.fromEntries(
      general!.visits().map(({ url, policy }) => [new URL(url).pathname, policy as Record<string, unknown>]),
    );
    // One segment in two is inside; of the others none.
    expect(judged['/']).toMatchObject({ relevant: true, segments: 2, segmentsInScope: 1 });
    expect(judged['/hoje-0']).toMatchObject({ relevant: false, segmentsInScope: 0 });
    for (const profile of ['thesis', 'modern']) {
      const { stdout } = await spawnTarrafa([
        ...[
          'compare',
          general!.folder,
          crawls[profile]!.folder,
          '--when',
          '1939..1945',
          '--json',
          '--lang',
          'en',
        ],
      ]);
      const [all, along] = JSON.parse(stdout).crawls as {
        pages: number;
        relevant: number;
        curve: { pages: number[]; precision: number[] };
      }[];
      // By the pages themselves, and not by what the crawl thought of them.
      expect(all!.relevant).toBe(Object.values(judged).filter(({ relevant }) => relevant).length);
      const at = (run: typeof all, k: number): number => run!.curve.precision[run!.curve.pages.indexOf(k)]!;
      expect(along!.pages).toBe(20);
      for (let k = 2; k <= along!.pages; k++)
        expect([profile, k, at(along, k) > at(all, k)]).toEqual([profile, k, true]);
    }
    for (const crawled of Object.values(crawls)) await crawled.close();
  });
});

describe('references', () => {
  it('[T-PRI-1, T-PRI-3, T-PRI-5, T-PRI-7] count once a page, not to itself, only from inside the period, and make what waits more urgent: 50, 33, 25', async () => {
    const HOST = 'referencias.exemplo.com';
    const seeds = ['/a', '/b', '/c'].map((path) => `http://${HOST}${path}`);
    const inside = (...links: string[]): string =>
      `<p>Em 1941 vieram ${links.map((link) => `a <a href="${link}">obra</a>`).join(' e ')}.</p>`;
    const outside = (link: string): string =>
      `<h2>Hoje</h2><p>Em 1960 veio a <a href="${link}">outra</a>.</p>`;
    const crawled = await crawledWeb(
      {
        [HOST]: {
          '/a': page(inside('/alvo', '/alvo#parte', '/a')),
          '/b': page(inside('/alvo') + outside('/outro')),
          '/c': page(inside('/alvo', '/outro', '/a')),
          '/alvo': page('<p>Em 1941 acabou.</p>'),
        },
      },
      seeds,
      THESIS,
    );
    const told = async (path: string) => JSON.parse(await crawled.explained(`http://${HOST}${path}`));
    const target = await told('/alvo');
    expect(target.references).toBe(3);
    const priorities = (target.events as { detail: { priority?: number } }[]).flatMap(
      ({ detail }) => detail.priority ?? [],
    );
    expect(priorities).toEqual([50, 33, 25]);
    expect((await told('/outro')).references).toBe(1);
    // What was read before is counted, and not asked for again.
    expect((await told('/a')).references).toBe(1);
    expect(crawled.web.paths(HOST)).toEqual(['/a', '/b', '/c', '/alvo', '/outro']);
    await crawled.close();
  });
});

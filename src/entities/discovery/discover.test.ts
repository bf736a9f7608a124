import { beforeEach, describe, expect, it } from 'vitest';
import { toySite } from '../../../samples/entity-sites/index.ts';
import type { Ask, Fetched, Fetcher, NotFetched } from '../../fetcher.ts';
import type { WebUrl } from '../../url/index.ts';
import { addressOf } from './address.ts';
import { discover } from './discover.ts';
import { findIndex } from './index-finder.ts';
import { jaccard, type LinkedPage } from './linked-page.ts';
import { PageReader } from './page-reader.ts';
import { DISCOVERY_MODERN, DISCOVERY_SOURCE, type DiscoveryProfile } from './profile.ts';
import { StoredPages } from './stored-pages.ts';

const toy = toySite();
const idOf = new Map([...toy.address].map(([id, url]) => [(addressOf(url) as WebUrl).key, id]));
const id = (url: string) => idOf.get((addressOf(url) as WebUrl).key) ?? url;
const ids = (urls: readonly string[]) => urls.map(id).sort();

const held = (pages: Iterable<readonly [string, string]>) =>
  new StoredPages([...pages].map(([url, body]) => ({ url, body })));
const find = (fetcher: Fetcher, profile: Partial<DiscoveryProfile>, sample = toy.sample) =>
  discover(fetcher, sample, { profile, now: () => 0 });

const LIKE = ['3/1', '3/2', '3/3', '3/4', '3/5'];

describe('likeness of pages', () => {
  it('[O-AC-09] is the share of link-paths in common', () => {
    const set = (...n: number[]) => Int32Array.from(n);
    const range = (from: number, to: number) => Int32Array.from({ length: to - from }, (_, i) => from + i);
    const L = range(1, 18);
    const X = [101, 102, 103];
    const with3 = (n: number) => Int32Array.from([...range(1, n + 1), ...X]);
    expect(jaccard(L, L)).toBe(1);
    expect(jaccard(set(1, 2), set(3, 4))).toBe(0);
    expect(jaccard(L, with3(17))).toBe(17 / 20);
    expect(jaccard(L, with3(15))).toBe(15 / 20);
    expect(jaccard(L, range(1, 15))).toBe(14 / 17);
    expect(jaccard(L, with3(9))).toBe(9 / 20);
    expect(jaccard(L, with3(8))).toBe(8 / 20);
    expect(jaccard(set(), set())).toBe(1);
    expect(jaccard(set(), set(1))).toBe(0);
  });

  it('the toy site realises those of the specification', async () => {
    const reader = new PageReader(held(toy.pages), addressOf(toy.sample) as WebUrl, DISCOVERY_SOURCE);
    const page = async (which: string) =>
      (await reader.read((addressOf(toy.address.get(which)!) as WebUrl).key))!;
    // A reader learns addresses from links; here they are told.
    for (const url of toy.address.values()) reader.introduce(addressOf(url) as WebUrl);
    const sample = await page('3/2');
    const likeness = async (which: string) => jaccard(sample.linkPaths, (await page(which)).linkPaths);
    expect(await likeness('3/1')).toBeCloseTo(0.85, 9);
    expect(await likeness('3/3')).toBeCloseTo(0.75, 9);
    expect(await likeness('3/4')).toBeCloseTo(12 / 17, 9);
    expect(await likeness('3/5')).toBeCloseTo(14 / 17, 9);
    expect(await likeness('3/6')).toBeCloseTo(0.45, 9);
    expect(await likeness('3/7')).toBeCloseTo(0.4, 9);
  });

  it('[O-AC-10] knows three notations of link-paths', async () => {
    const page = (body: string, cell: string) =>
      `<html><body class="country ${body} klp"><table><tr><td ${cell}><a href="/x">x</a></td></tr></table></body></html>`;
    const site = held([
      ['http://a.br/1', page('PageID30785', 'colspan=2')],
      ['http://a.br/2', page('PageID30999', 'colspan=2')],
      ['http://a.br/3', page('PageID30785', 'rowspan=2')],
    ]);
    const likeness = async (htmlNotation: DiscoveryProfile['htmlNotation'], a: string, b: string) => {
      const reader = new PageReader(site, addressOf(a) as WebUrl, { ...DISCOVERY_SOURCE, htmlNotation });
      reader.introduce(addressOf(b) as WebUrl);
      const [one, other] = (await reader.readAll(
        [a, b].map((u) => (addressOf(u) as WebUrl).key),
      )) as LinkedPage[];
      return jaccard(one!.linkPaths, other!.linkPaths);
    };
    expect(await likeness('TAG+AN+AV', 'http://a.br/1', 'http://a.br/2')).toBe(0);
    expect(await likeness('TAG+AN', 'http://a.br/1', 'http://a.br/2')).toBe(1);
    expect(await likeness('TAG+AN', 'http://a.br/1', 'http://a.br/3')).toBe(0);
    expect(await likeness('TAG', 'http://a.br/1', 'http://a.br/3')).toBe(1);
  });
});

describe('index-finder', () => {
  const lazy = { ...DISCOVERY_MODERN, maxPerLinkPath: 5 };
  const search = async (profile: DiscoveryProfile, which: string) => {
    const start = addressOf(toy.address.get(which)!) as WebUrl;
    const reader = new PageReader(held(toy.pages), start, profile);
    const goal = (await reader.read(start.key))!;
    const pointer = await findIndex(reader, goal, profile);
    return pointer === null
      ? null
      : { id: id(pointer.index.url), score: pointer.score, path: reader.indexPaths.name(pointer.path) };
  };

  it('[O-AC-11] finds 2/0, 1/0 and 0/0 with the scores of the toy site', async () => {
    expect(await search(DISCOVERY_SOURCE, '3/2')).toEqual({
      id: '2/0',
      score: 2.875,
      path: 'HTML-BODY-DIV-A',
    });
    const second = (await search(DISCOVERY_SOURCE, '2/0'))!;
    expect([second.id, second.path]).toEqual(['1/0', 'HTML-BODY-UL-LI-A']);
    expect(second.score).toBeCloseTo(2.7143, 4);
    const third = (await search(DISCOVERY_SOURCE, '1/0'))!;
    expect(third.id).toBe('0/0');
    expect(third.score).toBeCloseTo(1.8, 12);
  });

  it('[O-AC-12] needs the second hop for 1/0, and is the same lazy and eager', async () => {
    const without = (await search({ ...DISCOVERY_SOURCE, secondHop: false }, '2/0'))!;
    expect(['3/1', '3/2', '3/3']).toContain(without.id);
    expect(without.score).toBe(1);
    for (const [goal, index] of [
      ['3/2', '2/0'],
      ['2/0', '1/0'],
      ['1/0', '0/0'],
    ] as const) {
      expect((await search(DISCOVERY_SOURCE, goal))!.id).toBe(index);
      expect((await search(lazy, goal))!.id).toBe(index);
    }
  });

  it('[O-AC-13] gives null when nothing links back, and discovery says so', async () => {
    const pages = new Map([
      ['http://a.br/', '<a href="/lista">lista</a>'],
      ['http://a.br/lista', '<a href="/outra">outra</a>'],
      ['http://a.br/pessoa/1', '<a href="/">início</a>'],
      ['http://a.br/outra', 'nada'],
    ]);
    for (const profile of [DISCOVERY_SOURCE, DISCOVERY_MODERN]) {
      const found = await find(held(pages), profile, 'http://a.br/pessoa/1');
      expect(found.pages.map((p) => p.url)).toEqual(['http://a.br/pessoa/1']);
      expect(found.end).toBe('no-index');
      expect(found.warnings).toContain('no-index');
    }
    // One level can be climbed, the next cannot: what the shorter path gives is returned.
    pages.set('http://a.br/pessoa/1', '<a href="/lista">lista</a>');
    pages.set('http://a.br/lista', '<ul><li><a href="/pessoa/1">1</a><li><a href="/pessoa/2">2</a></ul>');
    pages.set('http://a.br/pessoa/2', '<a href="/lista">lista</a>');
    pages.delete('http://a.br/');
    const shorter = await find(held(pages), { ...DISCOVERY_SOURCE, height: 3 }, 'http://a.br/pessoa/1');
    expect(shorter.pages.map((p) => p.url)).toEqual(['http://a.br/pessoa/1', 'http://a.br/pessoa/2']);
    expect(shorter.height).toBeLessThan(3);
  });
});

describe('the published method on the toy site', () => {
  let site: StoredPages;
  beforeEach(() => {
    site = held(toy.pages);
  });

  it('[O-AC-14] climbs 3/2, 2/0, 1/0, 0/0 and stops where the path would repeat', async () => {
    const three = await find(site, { ...DISCOVERY_SOURCE, height: 3 });
    expect(three.examplePath.map((step) => id(step.url))).toEqual(['0/0', '1/0', '2/0', '3/2']);
    const four = await find(held(toy.pages), { ...DISCOVERY_SOURCE, height: 4 });
    expect(four.examplePath.map((step) => id(step.url))).toEqual(['0/0', '1/0', '2/0', '3/2']);
    expect(four.end).toBe('cycle');
    // A ring of pages, each leading to the next and the one before.
    const ring = held(
      Array.from(
        { length: 6 },
        (_, i) =>
          [
            `http://r.br/p/${i}`,
            `<a href="/p/${(i + 1) % 6}">a</a><a href="/p/${(i + 5) % 6}">b</a>`,
          ] as const,
      ),
    );
    for (const profile of [DISCOVERY_SOURCE, DISCOVERY_MODERN]) {
      const found = await find(ring, { ...profile, height: 5 }, 'http://r.br/p/0');
      expect(found.pages.length).toBeLessThanOrEqual(6);
      expect(found.downloads).toBeLessThanOrEqual(6);
    }
  });

  it('[O-AC-15] filters level 3 state by state', async () => {
    const { levels } = await find(site, { ...DISCOVERY_SOURCE, height: 3 });
    expect(levels).toHaveLength(3);
    const trace = levels[2]!;
    // 3/0 and 3/8 fell to the index-path; the sample is no member of a group.
    expect(
      trace.groups.map((group) => [Math.round(group.likeness * 10_000) / 10_000, ids(group.keys)]),
    ).toEqual([
      [0.9375, ['3/1', '3/3']],
      [0.75, ['3/4', '3/5']],
      [0.625, ['3/7']],
      [0.5625, ['3/6']],
    ]);
    expect(trace.htmlThreshold).toBeCloseTo(0.75, 9);
    expect(trace.accepted.map(id)).toEqual(['3/2', '3/1', '3/3', '3/4', '3/5']);
    expect(trace.urlThreshold).toBeCloseTo(0.62, 2);
    expect(levels[0]!.accepted.map(id).sort()).toEqual(['1/0', '1/1']);
    expect(levels[1]!.accepted.map(id).sort()).toEqual(['2/0', '2/1', '2/2', '2/3']);
    expect(levels[1]!.groups.map((group) => Math.round(group.likeness * 1000) / 1000)).toEqual([
      0.857, 0.571,
    ]);
  });

  it('[O-AC-16] accepts a page below the threshold for the sake of its group', async () => {
    const found = await find(site, { ...DISCOVERY_SOURCE, height: 3 });
    expect(found.thresholds.html).toBeCloseTo(0.75, 9);
    expect(ids(found.pages.map((p) => p.url))).toContain('3/4');
  });

  it('[O-AC-17] stops at the first group that fails, whatever comes after', async () => {
    const entity = (links: string) => `<header><a href="/l">lista</a></header>${links}`;
    const same = '<nav><a href="#">a</a></nav><p><a href="#">b</a></p>';
    const pages = held([
      [
        'http://a.br/l',
        '<nav><a href="/contato">c</a></nav><ul><li><a href="/p/x/1">1</a><li><a href="/p/x/2">2</a><li><a href="/p/y/3">3</a><li><a href="/q/z/4">4</a></ul>',
      ],
      ['http://a.br/contato', 'nada'],
      ['http://a.br/p/x/1', entity(same)],
      ['http://a.br/p/x/2', entity(same)],
      ['http://a.br/p/y/3', entity('<div><b><a href="#">outra coisa</a></b></div>')],
      ['http://a.br/q/z/4', entity(same)],
    ]);
    const found = await find(pages, { ...DISCOVERY_SOURCE, height: 1 }, 'http://a.br/p/x/1');
    expect(found.pages.map((p) => p.url)).toEqual(['http://a.br/p/x/1', 'http://a.br/p/x/2']);
  });

  it('[O-AC-18] never fetches pages of another index-path, nor those after the break', async () => {
    for (const height of [1, 2, 3, 4]) {
      const fetcher = held(toy.pages);
      const found = await find(fetcher, { ...DISCOVERY_SOURCE, height });
      expect(ids(fetcher.asked)).not.toContain('3/6');
      expect(ids(fetcher.asked)).not.toContain('3/8');
      expect(found.downloads).toBe([7, 11, 14, 15][height - 1]);
    }
  });

  it('[O-AC-19] returns the sample when it is alone behind its link-path', async () => {
    const pages = held([
      ['http://a.br/l', '<nav><a href="/n">n</a></nav><ul><li><a href="/p/1">1</a></ul>'],
      ['http://a.br/n', 'nada'],
      ['http://a.br/p/1', '<a href="/l">l</a>'],
    ]);
    for (const profile of [{ ...DISCOVERY_SOURCE, height: 1 }, DISCOVERY_MODERN]) {
      const found = await find(pages, profile, 'http://a.br/p/1');
      expect(found.pages.map((p) => p.url)).toEqual(['http://a.br/p/1']);
      expect(found.warnings).toContain('alone');
    }
  });

  it('[O-AC-20] finds three players with one level and five with more', async () => {
    for (const [height, expected] of [
      [1, ['3/1', '3/2', '3/3']],
      [2, LIKE],
      [3, LIKE],
      [4, LIKE],
      ['auto', LIKE],
    ] as const) {
      const found = await find(held(toy.pages), { ...DISCOVERY_SOURCE, height });
      expect(ids(found.pages.map((p) => p.url))).toEqual(expected);
    }
  });

  it('finds the same five in the usual profile, and asks for fewer pages', async () => {
    const found = await find(site, DISCOVERY_MODERN);
    expect(ids(found.pages.map((p) => p.url))).toEqual(LIKE);
    expect(found.downloads).toBeLessThanOrEqual(15);
    expect(ids(site.asked)).not.toContain('3/8');
  });

  it('[O-AC-25] reports downloads and seconds for each page found', async () => {
    let clock = 1000;
    const found = await discover(site, toy.sample, {
      profile: { ...DISCOVERY_SOURCE, height: 2 },
      now: () => (clock += 5000),
    });
    expect(found.pages).toHaveLength(5);
    expect(found.downloads).toBe(11);
    expect(found.downloadsPerPage).toBeCloseTo(11 / 5, 12);
    expect(found.seconds).toBe(5);
    expect(found.secondsPerPage).toBe(1);
  });
});

/** A list page and pages of people, in mark-up that differs where told. */
function people(
  paths: readonly string[],
  item: (path: string, i: number) => string,
  back = '/lista',
): [string, string][] {
  const pages: [string, string][] = [
    ['http://a.br/', '<nav><a href="/lista">Pessoas</a> <a href="/sobre">Sobre</a></nav><h1>Início</h1>'],
    ['http://a.br/sobre', '<nav><a href="/lista">Pessoas</a> <a href="/sobre">Sobre</a></nav><p>Texto</p>'],
    [
      'http://a.br/lista',
      `<nav><a href="/">Início</a> <a href="/sobre">Sobre</a></nav><ul>${paths.map(item).join('')}</ul>`,
    ],
  ];
  paths.forEach((path, i) => {
    pages.push([
      `http://a.br${path}`,
      `<header><a href="${back}">Voltar</a></header><h1>Pessoa ${i}</h1><dl><dt>Cargo</dt><dd>c${i}</dd><dt>Sala</dt><dd>s${i}</dd></dl><footer><a href="/sobre">Sobre</a></footer>`,
    ]);
  });
  return pages;
}
const numbered = (n: number) => Array.from({ length: n }, (_, i) => `/pessoa/${i + 1}`);

describe('what sites are like', () => {
  it('[O-AC-21] counts a page once, and lets it pass by any of its index-paths', async () => {
    const paths = numbered(5);
    const pages = people(paths, (path, i) =>
      i === 2
        ? `<li><b><a href="${path}">foto</a></b></li><li><a href="${path}">nome</a></li>`
        : `<li><a href="${path}">nome</a></li>`,
    );
    pages.push(['http://a.br/outra-lista', '<ul><li><a href="/pessoa/1">1</a></li></ul>']);
    for (const profile of [{ ...DISCOVERY_SOURCE, height: 1 }, DISCOVERY_MODERN]) {
      const found = await find(held(pages), profile, 'http://a.br/pessoa/1');
      expect(found.pages.map((p) => p.url)).toEqual(paths.map((p) => `http://a.br${p}`));
    }
    // Two index-pages of the toy site's level 2 that both name 3/4.
    const both = new Map(toy.pages);
    const two = toy.address.get('2/2')!;
    both.set(two, both.get(two)!.replace('</div>', `<a href="${toy.address.get('3/4')}">3/4</a></div>`));
    const found = await find(held(both), { ...DISCOVERY_SOURCE, height: 2 });
    expect(ids(found.pages.map((p) => p.url))).toEqual(LIKE);
  });

  it('[O-AC-22] one sample finds its own tree, two find both', async () => {
    const active = people(numbered(4), (path) => `<li><a href="${path}">nome</a></li>`);
    const former = Array.from({ length: 3 }, (_, i) => `/antigos/${i + 1}`);
    const pages: [string, string][] = [
      ...active.filter(([url]) => url !== 'http://a.br/sobre'),
      [
        'http://a.br/sobre',
        `<h2>Antigos</h2><ol>${former.map((path) => `<li><a href="${path}">nome</a></li>`).join('')}</ol>`,
      ],
      ...former.map((path, i): [string, string] => [
        `http://a.br${path}`,
        `<h1>Antigo ${i}</h1><table><tr><th>Cargo</th><td>${i}</td></tr></table><a href="/sobre">Antigos</a>`,
      ]),
    ];
    const urls = (list: readonly { url: string }[]) => list.map((p) => new URL(p.url).pathname);
    for (const profile of [{ ...DISCOVERY_SOURCE, height: 1 }, DISCOVERY_MODERN]) {
      const one = await find(held(pages), profile, 'http://a.br/pessoa/1');
      expect(urls(one.pages)).toEqual(numbered(4));
      const two = await discover(held(pages), ['http://a.br/pessoa/1', 'http://a.br/antigos/1'], { profile });
      expect(urls(two.pages)).toEqual([...former, ...numbered(4)].sort());
    }
  });

  it('[O-AC-23] misses links wrapped in one tag more when strict, finds them when flexible', async () => {
    const paths = numbered(12);
    const pages = people(paths, (path, i) =>
      i % 4 === 3 ? `<li><p><a href="${path}">nome</a></p></li>` : `<li><a href="${path}">nome</a></li>`,
    );
    const strict = await find(held(pages), { ...DISCOVERY_SOURCE, height: 1 }, 'http://a.br/pessoa/1');
    expect(strict.pages).toHaveLength(9);
    const flexible = await find(
      held(pages),
      { ...DISCOVERY_MODERN, flexibleLinkPaths: true },
      'http://a.br/pessoa/1',
    );
    expect(flexible.pages).toHaveLength(12);
    // And on the toy site nothing is fetched that the strict way would not have fetched.
    const fetcher = held(toy.pages);
    await find(fetcher, {
      ...DISCOVERY_SOURCE,
      height: 2,
      indexSearch: 'lazy',
      judge: 'template',
      flexibleLinkPaths: true,
    });
    expect(ids(fetcher.asked)).not.toContain('3/6');
    expect(ids(fetcher.asked)).not.toContain('3/8');
  });

  it('follows no link out of the site, no mail, no script, no file, and asks for no page twice', async () => {
    const paths = numbered(4);
    const pages = people(paths, (path) => `<li><a href="${path}">nome</a></li>`).map(
      ([url, html]): [string, string] => [
        url,
        `${html}<p><a href="http://b.com.br/x">fora</a> <a href="mailto:a@a.br">correio</a> <a href="javascript:void(0)">script</a> <a href="/lei.pdf">lei</a> <a href="/foto.jpg">foto</a> <a href="tel:123">tel</a></p>`,
      ],
    );
    for (const profile of [DISCOVERY_SOURCE, DISCOVERY_MODERN]) {
      const fetcher = held(pages);
      await find(fetcher, profile, 'http://a.br/pessoa/1');
      expect(
        fetcher.asked.filter((url) => !url.startsWith('http://a.br/') || /\.(pdf|jpg)$/.test(url)),
      ).toEqual([]);
      expect(new Set(fetcher.asked).size).toBe(fetcher.asked.length);
    }
  });

  it('keeps its budget, asks for a few pages at once at most, and leaves out what it may not read', async () => {
    const paths = numbered(40);
    const pages = held(people(paths, (path) => `<li><a href="${path}">nome</a></li>`));
    let open = 0;
    let most = 0;
    const polite: Fetcher = {
      async fetch(ask: Ask): Promise<Fetched | NotFetched> {
        if (ask.url.endsWith('/7'))
          return { kind: 'not-fetched', url: ask.url, reason: 'robots', message: 'robots.txt' };
        most = Math.max(most, ++open);
        await Promise.resolve();
        const answer = await pages.fetch(ask);
        open--;
        return answer;
      },
    };
    const found = await find(polite, DISCOVERY_MODERN, 'http://a.br/pessoa/1');
    expect(found.pages).toHaveLength(39);
    expect(found.failures).toEqual([
      { url: 'http://a.br/pessoa/7', reason: 'robots', message: 'robots.txt' },
    ]);
    expect(most).toBeLessThanOrEqual(DISCOVERY_MODERN.parallel);
    const little = await find(
      held(people(paths, (path) => `<li><a href="${path}">nome</a></li>`)),
      { ...DISCOVERY_MODERN, maxFetches: 12 },
      'http://a.br/pessoa/1',
    );
    expect(little.downloads).toBe(12);
    expect(little.warnings).toContain('budget');
  });

  it('follows the further pages of a list, however many', async () => {
    const paths = numbered(35);
    const pages = people([], () => '', '/lista?page=4').filter(([url]) => url !== 'http://a.br/lista');
    for (let n = 1; n <= 7; n++) {
      const pager = `${n > 1 ? `<a href="/lista${n === 2 ? '' : `?page=${n - 1}`}">Anterior</a>` : ''}${n < 7 ? `<a href="/lista?page=${n + 1}">Próxima</a>` : ''}`;
      pages.push([
        `http://a.br/lista${n === 1 ? '' : `?page=${n}`}`,
        `<ul>${paths
          .slice((n - 1) * 5, n * 5)
          .map((p) => `<li><a href="${p}">x</a></li>`)
          .join('')}</ul><div>${pager}</div>`,
      ]);
    }
    for (const [url, html] of people(paths, () => '')) if (url.includes('/pessoa/')) pages.push([url, html]);
    // Back links lead to the first page only, and the sample stands on the fourth.
    const found = await find(held(pages), DISCOVERY_MODERN, 'http://a.br/pessoa/18');
    expect(found.pages).toHaveLength(35);
    expect(found.downloadsPerPage).toBeLessThan(1.4);
  });

  it('keeps one of two addresses of a page, by its canonical link, and follows redirects', async () => {
    const paths = numbered(5);
    const pages = people(paths, (path) => `<li><a href="${path}">nome</a></li>`);
    const list = pages.find(([url]) => url.endsWith('/lista'))!;
    list[1] = list[1].replace('</ul>', '<li><a href="/pessoa/3?origem=lista">de novo</a></li></ul>');
    const third = pages.find(([url]) => url.endsWith('/pessoa/3'))!;
    const named = third[1].replace('<header>', '<link rel="canonical" href="/pessoa/3"><header>');
    third[1] = named;
    pages.push(['http://a.br/pessoa/3?origem=lista', named]);
    const found = await find(held(pages), DISCOVERY_MODERN, 'http://a.br/pessoa/1');
    expect(found.pages.map((p) => p.url)).toEqual(paths.map((p) => `http://a.br${p}`));

    const store = held(people(paths, (path) => `<li><a href="${path}">nome</a></li>`));
    const moved: Fetcher = {
      async fetch(ask) {
        const answer = await store.fetch({ ...ask, url: ask.url.replace('/velha/', '/pessoa/') });
        return answer;
      },
    };
    const after = await find(moved, DISCOVERY_MODERN, 'http://a.br/velha/1');
    expect(after.pages.map((p) => p.url)).toEqual(paths.map((p) => `http://a.br${p}`));
  });

  it('refuses an example that is no address, is not there, or is of another site', async () => {
    await expect(find(held([]), DISCOVERY_MODERN, 'nada disso')).rejects.toMatchObject({
      code: 'TRF_URL_MALFORMED',
    });
    await expect(find(held([]), DISCOVERY_MODERN, 'http://a.br/x')).rejects.toMatchObject({
      code: 'TRF_INPUT_MISSING',
    });
    await expect(discover(held(toy.pages), [toy.sample, 'http://a.br/x'])).rejects.toMatchObject({
      code: 'TRF_URL_MALFORMED',
    });
  });

  it('ends on a site made to run it away', async () => {
    const endless: Fetcher = {
      async fetch(ask) {
        const n = Number(/(\d+)$/.exec(ask.url)?.[1] ?? 0);
        const body = Buffer.from(
          `${'<div>'.repeat(300)}${Array.from({ length: 40 }, (_, i) => `<a href="/x/${n * 40 + i}">x</a>`).join('')}<a href="/x/0">0</a>`,
        );
        return {
          kind: 'fetched',
          url: ask.url,
          status: 200,
          header: () => 'text/html',
          body,
          complete: true,
          at: 0,
        };
      },
    };
    const found = await find(endless, { ...DISCOVERY_MODERN, maxFetches: 300 }, 'http://a.br/x/0');
    expect(found.downloads).toBeLessThanOrEqual(300);
  });
});

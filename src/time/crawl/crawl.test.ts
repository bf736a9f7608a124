import { afterEach, describe, expect, it } from 'vitest';
import { parseHtml } from '../../html/index.ts';
import { parseScope } from '../reading.ts';
import { judgeLinks } from './judge-links.ts';
import {
  GENERAL_CRAWL,
  MODERN_CRAWL,
  TEMPORAL_POLICIES,
  type TemporalPolicy,
  THESIS_CRAWL,
} from './policy.ts';
import { FIXTURES, keyOf, P1, P2, SmallCrawl } from './small-crawl.suite.ts';
import { TemporalSteering } from './steering.ts';

const crawls: SmallCrawl[] = [];
function crawl(...args: ConstructorParameters<typeof SmallCrawl>): SmallCrawl {
  const made = new SmallCrawl(...args);
  crawls.push(made);
  return made;
}
afterEach(() => {
  for (const each of crawls.splice(0)) each.remove();
});

const WIKI = 'https://pt.example.test/wiki/';
const WAR = `${WIKI}Segunda_Guerra_Mundial`;
const POLAND = `${WIKI}Invas%C3%A3o_da_Pol%C3%B4nia`;
const NEUTRAL = `${WIKI}Neutralidade`;

describe('a page and its links', () => {
  it('[T-E2E-1] the fixture has three valid links, each with count 1 and priority 50, and is relevant', () => {
    const c = crawl(FIXTURES, '1939..1945', THESIS_CRAWL, [P1, P2]);
    c.step();
    expect(c.given).toEqual([
      [WAR, 50],
      [POLAND, 50],
      [NEUTRAL, 50],
    ]);
    expect(c.steering.references(keyOf(WAR))).toBe(1);
    expect(c.facts.get(P1)).toMatchObject({
      relevant: true,
      datedSegments: 4,
      segmentsInScope: 2,
      segments: 7,
    });
  });

  it('[T-E2E-1] modern follows the same links', () => {
    const c = crawl(FIXTURES, '1939..1945', MODERN_CRAWL, [P1, P2]);
    c.step();
    expect(c.given.map(([url]) => url)).toEqual([WAR, POLAND, NEUTRAL]);
  });

  it('[T-E2E-2, T-PRI-4] after the second page the war has count 2, priority 33, and comes next', () => {
    const c = crawl(FIXTURES, '1939..1945', THESIS_CRAWL, [P1, P2]);
    c.step();
    c.step();
    expect(c.steering.references(keyOf(WAR))).toBe(2);
    expect(c.given.at(-1)).toEqual([WAR, 33]);
    expect(c.run().order).toEqual([P1, P2, WAR, POLAND, NEUTRAL]);
  });

  it('[T-E2E-3] the general crawl queues all eight', () => {
    const c = crawl(FIXTURES, '1939..1945', GENERAL_CRAWL, [P1]);
    c.step();
    expect(new Set(c.given.map(([url]) => url)).size).toBe(8);
    expect(c.queued()).toBe(8);
  });

  it('[T-E2E-4] two crawls of the same pages with one worker go the same way', () => {
    for (const policy of Object.values(TEMPORAL_POLICIES)) {
      const [one, two] = [0, 1].map(() => crawl(PLANTED, '1939..1945', policy, SEEDS).run().order);
      expect(one!.length).toBeGreaterThan(4);
      expect(two).toEqual(one);
    }
  });

  it('[T-NFR-4, T-SCO-9] says of every link why: page, segment, dates, ratio', () => {
    const verdicts = judgeLinks({ document: parseHtml(FIXTURES[P1]!), url: P1 }, parseScope('1939..1945'), {
      policy: THESIS_CRAWL,
    });
    expect(verdicts.links).toHaveLength(8);
    const of = (end: string) => verdicts.links.find((l) => l.url.endsWith(end))!;
    expect(of('Neutralidade')).toMatchObject({
      follow: true,
      why: { segment: 5, dates: ['1939-XX-XX', '1945-XX-XX'], inside: 2, counted: 2, ratio: 1 },
    });
    expect(of('Neutralidade').why.text).toContain('Entre 1939 e 1945');
    expect(of('Barbarossa')).toMatchObject({ follow: false, why: { inside: 1, counted: 2, ratio: 0.5 } });
    expect(of('Ajuda')).toMatchObject({ follow: false, inScope: false, why: { dates: [], ratio: 0 } });
  });

  it('[T-SCO-8] a link of a valid and of an invalid segment is followed, once', () => {
    const page = 'https://exemplo.pt/';
    const html =
      '<p>Em 1960, a <a href="/x">obra</a>.</p><h2>B</h2><p>Em 1941, a <a href="/x#parte">obra</a>.</p>';
    const c = crawl({ [page]: html }, '1939..1945', THESIS_CRAWL, [page]);
    c.step();
    expect(c.given).toEqual([['https://exemplo.pt/x', 50]]);
  });
});

describe('steering', () => {
  const page = (n: number, html: string): [string, string] => [`https://exemplo.pt/p${n}`, html];

  it('[T-PRI-5] references from outside the scope do not count', () => {
    const c = crawl({}, '1939..1945', THESIS_CRAWL, []);
    c.visit(...page(1, '<p>Em 1960, a <a href="/x">obra</a>.</p>'));
    c.visit(...page(2, '<p>Sem data, a <a href="/x">obra</a>.</p>'));
    expect([c.steering.references(keyOf('https://exemplo.pt/x')), c.queued()]).toEqual([0, 0]);
    c.visit(...page(3, '<p>Em 1941, a <a href="/x">obra</a>.</p>'));
    expect([c.steering.references(keyOf('https://exemplo.pt/x')), c.queued()]).toEqual([1, 1]);
  });

  it('[T-PRI-7] a reference to a fetched URL raises its count and queues nothing', () => {
    for (const policy of [THESIS_CRAWL, MODERN_CRAWL]) {
      const c = crawl({}, '1939..1945', policy, []);
      c.visit(...page(1, '<p>Em 1941, nada.</p>'));
      c.visit(...page(2, '<p>Em 1941, a <a href="/p1">obra</a>.</p>'));
      expect([c.steering.references(keyOf('https://exemplo.pt/p1')), c.queued(), c.given]).toEqual([
        1,
        0,
        [],
      ]);
    }
  });

  it('[T-PRI-6] a page fetched again does not count twice', () => {
    const c = crawl({}, '1939..1945', THESIS_CRAWL, []);
    c.visit(...page(1, '<p>Em 1941, a <a href="/x">obra</a>.</p>'));
    c.visit(...page(1, '<p>Em 1941, a <a href="/x">obra</a>.</p>'));
    expect(c.steering.references(keyOf('https://exemplo.pt/x'))).toBe(1);
  });

  it('on the unchanged base crawler (G-14) nothing moves up, and nothing is queued beyond the budget', () => {
    const base: TemporalPolicy = { ...THESIS_CRAWL, decreaseKey: false, mostScheduled: 2, take: 50 };
    const c = crawl({}, '1939..1945', base, []);
    c.visit(...page(1, '<p>Em 1941: <a href="/a">a</a>, <a href="/b">b</a>, <a href="/c">c</a>.</p>'));
    c.visit(...page(2, '<p>Em 1941: <a href="/a">a</a>.</p>'));
    expect(c.given).toEqual([
      ['https://exemplo.pt/a', 50],
      ['https://exemplo.pt/b', 50],
    ]);
  });

  it('says nothing of a page that could not be read', () => {
    const steering = new TemporalSteering({ policy: MODERN_CRAWL });
    expect(steering.visited({ key: 'p', facts: null }, [{ key: 'x', link: 0 }])).toEqual([null]);
    expect(steering.status()).toMatchObject({ pages: 0, precision: 0 });
  });

  it('learns: what is referred to only from the period comes before what is referred to from everywhere', () => {
    const c = crawl({}, '1939..1945', MODERN_CRAWL, []);
    for (let n = 0; n < 60; n++) {
      const inside = `Em 1941, a <a href="/so-${n % 3}">obra</a> e o <a href="/rio">rio</a>.`;
      const outside = `Em 1820, o <a href="/rio">rio</a> e o <a href="/monte-${n}">monte</a>.`;
      c.visit(...page(n, `<p>${n % 3 === 0 ? inside : outside}</p>`));
    }
    const score = (path: string) => c.steering.scoreOf(keyOf(`https://exemplo.pt/${path}`))!;
    expect(score('so-0')).toBeGreaterThan(score('rio') + 1);
    expect(score('rio')).toBeGreaterThan(score('monte-1'));
  });

  it('a link that nothing speaks for is held back, and followed behind everything else; thesis refuses it', () => {
    const home = 'https://exemplo.pt/';
    const site = {
      [home]: '<p><a href="/guerra">A guerra</a> e <a href="/rio">o rio</a>.</p>',
      'https://exemplo.pt/guerra':
        '<p>Em 1941, a <a href="/cerco">queda</a>.</p><h2>B</h2><p><a href="/lago">Lago</a>.</p>',
      'https://exemplo.pt/rio': '<p>Em 1820, o <a href="/lago">lago</a>.</p>',
    };
    const modern = crawl(site, '1939..1945', MODERN_CRAWL, [home]).run();
    expect(modern.order).toEqual([home, ...['guerra', 'cerco', 'rio', 'lago'].map((path) => home + path)]);
    expect(modern.given.find(([url]) => url === `${home}rio`)![1]).toBeGreaterThan(50);
    expect(crawl(site, '1939..1945', THESIS_CRAWL, [home]).run().order).toEqual([home]);
    const refusing = { ...MODERN_CRAWL, prediction: { ...MODERN_CRAWL.prediction!, sites: null } };
    // Without a budget only the seed is a gate: the river, which says nothing of the period either, leads nowhere.
    const gated = crawl(site, '1939..1945', refusing, [home]).run();
    expect(gated.given).toContainEqual([`${home}rio`, 100]);
    expect(gated.order).toEqual([home, ...['guerra', 'cerco', 'rio'].map((path) => home + path)]);
  });

  it('a site is known by its own pages: the rest of one about the period comes before the rest of another', () => {
    const links = (n: number) => Array.from({ length: n }, (_, i) => `<a href="/p${i}">página</a>`).join(' ');
    const pages: Record<string, string> = {};
    const sites = ['a', 'b', 'c', 'd', 'e', 'f'];
    for (const site of sites) {
      pages[`https://${site}.pt/`] = `<p>${links(12)}</p>`;
      for (let i = 0; i < 12; i++)
        pages[`https://${site}.pt/p${i}`] = site === 'e' ? '<p>Em 1942, nada.</p>' : '<p>Em 1820, nada.</p>';
    }
    const seeds = sites.map((site) => `https://${site}.pt/`);
    const { order } = crawl(pages, '1939..1945', MODERN_CRAWL, seeds).run(40);
    const of = (site: string) => order.filter((url) => url.startsWith(`https://${site}.pt/p`));
    expect(of('e')).toHaveLength(12);
    // All were tried, and none of the others was emptied first.
    for (const site of sites)
      expect([of(site).length > 0, site === 'e' || of(site).length < 8]).toEqual([true, true]);
  });

  it('goes on from a saved state as if it had never stopped', () => {
    for (const policy of Object.values(TEMPORAL_POLICIES)) {
      const whole = crawl(PLANTED, '1939..1945', policy, SEEDS).run();
      const facts = (url: string) => whole.facts.get(url)!;
      const links = (url: string) =>
        [...(PLANTED[url] ?? '').matchAll(/href="([^"]+)"/g)].map(([, href], link) => ({
          key: keyOf(new URL(href!, url).href),
          link,
        }));
      const visits = whole.order.map((url) => [{ key: keyOf(url), facts: facts(url) }, links(url)] as const);
      const one = new TemporalSteering({ policy, seed: 5 });
      let two = new TemporalSteering({ policy, seed: 5 });
      for (const [visit, targets] of visits) {
        const expected = one.visited(visit, targets, targets);
        two = new TemporalSteering({ policy, seed: 5, state: structuredClone(two.save()) });
        expect(two.visited(visit, targets, targets)).toEqual(expected);
        expect([two.raised, two.taken]).toEqual([one.raised, one.taken]);
      }
      expect(two.release()).toEqual(one.release());
      expect(two.status()).toEqual(one.status());
    }
  });
});

describe('a site with planted periods', () => {
  it('[T-EVA-6] the temporal crawls beat the general one at every cut-off beyond the seeds', () => {
    const relevant = (url: string) => url.includes('/dentro-');
    const precision = (order: readonly string[], k: number) => order.slice(0, k).filter(relevant).length / k;
    const general = crawl(PLANTED, '1939..1945', GENERAL_CRAWL, SEEDS).run().order;
    for (const policy of [THESIS_CRAWL, MODERN_CRAWL]) {
      const temporal = crawl(PLANTED, '1939..1945', policy, SEEDS).run().order;
      expect(temporal.length).toBeGreaterThan(30);
      // What is held back comes when all of the period is found, and then both have everything.
      const found = 1 + temporal.findLastIndex(relevant);
      expect(temporal.slice(0, found).filter(relevant)).toHaveLength(found);
      for (let k = SEEDS.length + 1; k <= temporal.length; k++)
        if (k <= found) expect(precision(temporal, k)).toBeGreaterThan(precision(general, k));
        else expect(precision(temporal, k)).toBeGreaterThanOrEqual(precision(general, k));
    }
  });

  it('[T-EVA-3] a page is relevant by one segment inside the scope, in the general crawl too', () => {
    const c = crawl(PLANTED, '1939..1945', GENERAL_CRAWL, SEEDS).run();
    for (const [url, facts] of c.facts)
      expect([url, facts.relevant]).toEqual([url, url.includes('/dentro-')]);
    expect(c.steering.status().relevant).toBe(c.order.filter((url) => url.includes('/dentro-')).length);
  });
});

/** Twenty pairs of pages: `dentro` speaks of the war and links to `dentro` in its dated text, and to `fora`, which speaks of other years. */
const PLANTED: Record<string, string> = {};
const COUNT = 40;
for (let i = 0; i < COUNT; i++) {
  const url = (kind: string, n: number) => `https://exemplo.pt/${kind}-${((n % COUNT) + COUNT) % COUNT}`;
  const a = (kind: string, n: number) => `<a href="${url(kind, n)}">artigo</a>`;
  PLANTED[url('dentro', i)] =
    `<p>Em ${1960 + (i % 30)}, ${a('fora', i)} e ${a('fora', i + 7)}.</p><h2>Guerra</h2><p>Em ${1939 + (i % 7)}, ${a('dentro', i + 1)} e ${a('dentro', 3 * i + 2)}.</p>`;
  PLANTED[url('fora', i)] =
    `<p>Em ${1850 + i}, ${a('fora', i + 1)} e ${a('fora', 5 * i)}.</p><h2>Outros</h2><p>Em 1990, ${a('dentro', i)}.</p>`;
}
const SEEDS = ['https://exemplo.pt/dentro-0', 'https://exemplo.pt/dentro-20'];

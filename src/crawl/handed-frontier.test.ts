/** A crawl on a frontier that it is handed, and that answers later, as one on another machine does. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { page, type TinyWeb, tinyWeb } from '../../test/tiny-web.ts';
import { EmbeddedFrontier, type Frontier, type FrontierOptions, type LeaseEnd } from '../frontier/index.ts';
import { LateFrontier } from '../frontier/late-frontier.suite.ts';
import { readWarc } from '../warc/index.ts';
import { Crawl } from './crawl.ts';
import type { CrawlEnvironment } from './crawl-environment.ts';
import { type CrawlSettings, completeSettings } from './settings.ts';
import { readVisits, type Visit } from './visit-log.ts';

const HOSTS = ['a.br', 'b.br', 'c.br', 'd.br', 'e.br', 'f.br'];
const PAGES = 6;

/** Each crawl waits more than it reckons: all at once, on a web of their own. */
const webs: TinyWeb[] = [];
afterAll(async () => {
  for (const web of webs) await web.close();
});

/** Every page links to all pages of its host and to the first of all others. */
async function manyHosts(): Promise<TinyWeb> {
  const first = HOSTS.map((host) => `http://${host}/`);
  const links = (host: string) => [
    ...Array.from({ length: PAGES }, (_, i) => `http://${host}/${i}`),
    ...first,
  ];
  const web = await tinyWeb(
    Object.fromEntries(
      HOSTS.map((host) => [
        host,
        Object.fromEntries(
          ['', ...Array.from({ length: PAGES }, (_, i) => String(i))].map((name) => [
            `/${name}`,
            page(links(host)),
          ]),
        ),
      ]),
    ),
  );
  webs.push(web);
  return web;
}

const ALL = HOSTS.length * (PAGES + 1);

const SETTINGS: Partial<CrawlSettings> = {
  seeds: ['http://a.br/'],
  scope: 'any',
  policy: 'breadth-first',
  politeness: 'host',
  delay: 0,
  addressDelay: 0,
  workers: 0,
  concurrency: 8,
};

function open(web: TinyWeb, out: string, environment: CrawlEnvironment): Promise<Crawl> {
  return Crawl.open(out, completeSettings(SETTINGS), { resolver: web.resolver, ...environment });
}

async function visitsOf(out: string): Promise<Visit[]> {
  const visits: Visit[] = [];
  for await (const visit of readVisits(join(out, 'visits.jsonl'))) visits.push(visit);
  return visits;
}

/** How often each address was archived as the answer to a visit. */
async function archivedIn(out: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const folder = join(out, 'archive');
  for (const name of readdirSync(folder).filter((each) => each.endsWith('.warc.gz')))
    for await (const { fields } of readWarc(join(folder, name))) {
      const url = fields.get('WARC-Target-URI') ?? '';
      const type = fields.get('WARC-Type');
      if ((type === 'response' || type === 'revisit') && fields.get('Tarrafa-Record') !== null)
        counts.set(url, (counts.get(url) ?? 0) + 1);
    }
  return counts;
}

const freshFolder = () => mkdtempSync(join(tmpdir(), 'tarrafa-handed-'));

describe.concurrent('a crawl on a frontier that answers later', () => {
  it('visits everything once, and its visits are numbered as they end', async () => {
    const web = await manyHosts();
    const out = freshFolder();
    let asked: FrontierOptions | null = null;
    let late: LateFrontier | null = null;
    const crawl = await open(web, out, {
      async frontier(options) {
        asked = options;
        late = new LateFrontier(await EmbeddedFrontier.open(join(out, 'frontier'), options));
        return late;
      },
    });
    const { pages, reason } = await crawl.run();
    expect({ pages, reason }).toEqual({ pages: ALL, reason: 'frontier-empty' });
    expect(asked).toMatchObject({ policy: 'breadth-first', delay: 0, addressDelay: 0 });
    // Visits did end while others were on their way into the frontier.
    expect(late!.mostEnding).toBeGreaterThan(1);
    const visits = await visitsOf(out);
    expect(visits.map(({ n }) => n)).toEqual(visits.map((_, i) => i + 1));
    expect(new Set(visits.map(({ url }) => url)).size).toBe(visits.length);
    expect(Math.max(...(await archivedIn(out)).values())).toBe(1);
  });

  it('stops cleanly in the middle, gives back what it holds, and goes on', async () => {
    const web = await manyHosts();
    const out = freshFolder();
    const handed: CrawlEnvironment = {
      frontier: async (options) =>
        new LateFrontier(await EmbeddedFrontier.open(join(out, 'frontier'), options)),
    };
    let sessions = 0;
    for (let ended = false; !ended; sessions++) {
      const crawl = await open(web, out, handed);
      const run = crawl.run();
      // Stopped while the frontier is still being asked for the first leases, then later and later.
      for (let turn = 0; turn < 40 * sessions; turn++) await new Promise((resolve) => setImmediate(resolve));
      crawl.stop();
      ended = (await run).reason === 'frontier-empty';
    }
    expect(sessions).toBeGreaterThan(2);
    const visits = await visitsOf(out);
    expect(visits.filter(({ outcome }) => outcome === 'analysed')).toHaveLength(ALL);
    expect(new Set(visits.map(({ url }) => url)).size).toBe(visits.length);
  });

  it.each([0, 1, 5, 17])(
    'that is lost after %d ends of visits: nothing is lost, visited or archived twice',
    async (lost) => {
      const web = await manyHosts();
      const out = freshFolder();
      const crawl = await open(web, out, {
        frontier: async (options) =>
          new LostFrontier(await EmbeddedFrontier.open(join(out, 'frontier'), options), lost),
      });
      await expect(crawl.run()).rejects.toThrow('the frontier is gone');
      expect((await visitsOf(out)).length).toBeLessThanOrEqual(lost + 1);
      const { reason } = await (await open(web, out, {})).run();
      expect(reason).toBe('frontier-empty');
      const visits = await visitsOf(out);
      expect(visits.filter(({ outcome }) => outcome === 'analysed')).toHaveLength(ALL);
      expect(visits.map(({ n }) => n)).toEqual(visits.map((_, i) => i + 1));
      expect(new Set(visits.map(({ url }) => url)).size).toBe(visits.length);
      expect(Math.max(...(await archivedIn(out)).values())).toBe(1);
    },
  );
});

/** After so many ends, sealed as they may be, nothing arrives any more. */
class LostFrontier extends LateFrontier {
  #left: number;
  readonly #inner: Frontier;

  constructor(inner: Frontier, ends: number) {
    super(inner);
    this.#inner = inner;
    this.#left = ends;
  }

  override end(ends: readonly LeaseEnd[]): Promise<void> {
    if (this.#left-- > 0) return super.end(ends);
    const last = this.#left === -1;
    return this.inTurn(async () => {
      // Of the last one the links came in and the visit was sealed; its end did not arrive.
      for (const end of last ? ends : [])
        if (end.kind === 'complete') end.seal(await this.#inner.schedule(end.links));
      throw new Error('the frontier is gone');
    });
  }
}

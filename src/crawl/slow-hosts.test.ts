/** Hosts that take their time do not take that of others. */
import { mkdtempSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Answer, page, type TinyWeb, tinyWeb } from '../../test/tiny-web.ts';
import { Crawl, type CrawlResult } from './crawl.ts';
import type { CrawlEnvironment } from './crawl-environment.ts';
import type { CrawlStatus } from './crawl-status.ts';
import { type CrawlSettings, completeSettings } from './settings.ts';

/** They wait for ticks of a second and hardly reckon: all at once, each on a web of its own. */
const webs: TinyWeb[] = [];
afterAll(async () => {
  for (const web of webs) await web.close();
});
async function startWeb(hosts: Parameters<typeof tinyWeb>[0]): Promise<TinyWeb> {
  const web = await tinyWeb(hosts);
  webs.push(web);
  return web;
}

const folder = () => mkdtempSync(join(tmpdir(), 'tarrafa-slow-'));

/** A clock that the ticks of a crawl, one in a second, move on by more than that. */
function fastClock(step: number): { now: () => number; pass: () => void } {
  let ahead = 0;
  return { now: () => Date.now() + ahead, pass: () => void (ahead += step) };
}

async function crawl(
  web: TinyWeb,
  settings: Partial<CrawlSettings>,
  environment: CrawlEnvironment,
  out = folder(),
): Promise<CrawlResult> {
  const run = await Crawl.open(
    out,
    completeSettings({
      policy: 'breadth-first',
      delay: 0,
      addressDelay: 0,
      workers: 0,
      retries: 0,
      timeouts: { connect: 5_000, headers: 50_000, body: 50_000, total: 55_000 },
      ...settings,
    }),
    { resolver: web.resolver, ...environment },
  );
  return run.run();
}

/** A byte, and then nothing until it is told. */
function drip(open: Set<ServerResponse>): Answer {
  return (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.write('<');
    open.add(response);
  };
}

describe.concurrent('hosts that drip', () => {
  it('hold no place among the requests that are to be under way', { timeout: 20_000 }, async () => {
    const dripping = new Set<ServerResponse>();
    const slow = Array.from({ length: 12 }, (_, i) => `lento${i}.br`);
    const quick = Array.from({ length: 20 }, (_, i) => `vivo${i}.br`);
    const web = await startWeb({
      ...Object.fromEntries(slow.map((host) => [host, { '/': drip(dripping) }])),
      ...Object.fromEntries(quick.map((host) => [host, { '/': page([]) }])),
    });
    const { now, pass } = fastClock(6_000);
    let most = 0;
    const seeds = [...slow, ...quick].map((host) => `http://${host}/`);
    const result = await crawl(
      web,
      { seeds, concurrency: 4 },
      {
        now,
        onProgress: ({ pages, inFlight }) => {
          pass();
          most = Math.max(most, inFlight);
          if (pages === quick.length) for (const response of dripping) response.end('html></html>');
        },
      },
    );
    expect(dripping.size).toBe(slow.length);
    expect(most).toBeGreaterThanOrEqual(slow.length);
    expect(result).toMatchObject({ reason: 'frontier-empty', pages: slow.length + quick.length });
  });

  it('do not keep a crawl beyond its time: they have some seconds, and their URLs go back', {
    timeout: 20_000,
  }, async () => {
    const dripping = new Set<ServerResponse>();
    let answers: Answer = drip(dripping);
    const web = await startWeb({
      'a.br': {
        '/': (request, response) => (typeof answers === 'function' ? answers(request, response) : undefined),
      },
      'b.br': { '/': page([]) },
    });
    const out = folder();
    const settings = { seeds: ['http://a.br/', 'http://b.br/', 'http://sem-nome.br/'] };
    const { now, pass } = fastClock(2_000);
    // A name server that does not answer is not waited for either.
    const resolver = {
      ...web.resolver,
      resolve: (name: string, port: number) =>
        name === 'sem-nome.br' ? new Promise<never>(() => {}) : web.resolver.resolve(name, port),
    };
    const first = await crawl(
      web,
      { ...settings, maxTime: 5_000 },
      {
        now,
        resolver,
        onProgress: pass,
      },
      out,
    );
    expect(first).toMatchObject({ reason: 'time-budget', pages: 1 });
    // By its own clock: its five seconds and ten of grace, looked at every three, on a machine that may be late.
    expect(first.elapsed).toBeGreaterThanOrEqual(14_000);
    expect(first.elapsed).toBeLessThan(20_000);
    answers = (_, response) => void response.writeHead(200, { 'Content-Type': 'text/html' }).end(page([]));
    expect(await crawl(web, settings, {}, out)).toMatchObject({ reason: 'frontier-empty', pages: 2 });
  });
});

describe.concurrent('a crawl in which nothing moves for a minute', () => {
  it('says what it waits for: the answer of a host, or that hosts have rested', {
    timeout: 20_000,
  }, async () => {
    const dripping = new Set<ServerResponse>();
    const web = await startWeb({
      'a.br': {
        '/robots.txt': { headers: { 'Content-Type': 'text/plain' }, body: 'User-agent: *\nCrawl-delay: 200' },
        '/': drip(dripping),
      },
    });
    const { now, pass } = fastClock(70_000);
    const said: NonNullable<CrawlStatus['waiting']>[] = [];
    const { reason } = await crawl(
      web,
      { seeds: ['http://a.br/'] },
      {
        now,
        onProgress: ({ waiting }) => {
          pass();
          if (waiting === undefined) return;
          said.push(waiting);
          if (waiting.on === 'answer') for (const response of dripping) response.end('html></html>');
        },
      },
    );
    expect(reason).toBe('frontier-empty');
    expect([...new Set(said.map(({ on }) => on))]).toEqual(['rest', 'answer']);
    const [rest] = said;
    const answer = said.find(({ on }) => on === 'answer');
    expect(rest).toMatchObject({ url: null, visits: 0, until: expect.any(Number) });
    expect(rest!.ms).toBeGreaterThanOrEqual(60_000);
    expect(answer).toMatchObject({ url: 'http://a.br/', visits: 1, until: null });
  });

  it('but for one that nobody asks for anything says nothing', { timeout: 20_000 }, async () => {
    const web = await startWeb({});
    const { now, pass } = fastClock(70_000);
    const said: unknown[] = [];
    let ticks = 0;
    const run = await Crawl.open(folder(), completeSettings({ workers: 0 }), {
      resolver: web.resolver,
      asked: true,
      now,
      onProgress: ({ waiting }) => {
        pass();
        if (waiting) said.push(waiting);
        if (++ticks === 4) run.stop();
      },
    });
    await run.run();
    expect(said).toEqual([]);
  });
});

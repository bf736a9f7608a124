/** What a host asks for holds from the moment in which it arrives: its folder is copied there, as a process that is killed leaves it. */
import { cpSync, mkdtempSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { page, type TinyWeb, tinyWeb } from '../../test/tiny-web.ts';
import { EmbeddedFrontier, type Frontier } from '../frontier/index.ts';
import { LateFrontier } from '../frontier/late-frontier.suite.ts';
import { Crawl } from './crawl.ts';
import { completeSettings } from './settings.ts';

let web: TinyWeb | null = null;
afterEach(async () => {
  await web?.close();
  web = null;
});

const folder = () => mkdtempSync(join(tmpdir(), 'tarrafa-wishes-'));
const SECONDS = 2;

/** Tells of each call that it has done, or is about to do. */
class WatchedFrontier extends LateFrontier {
  onRest: () => void = () => {};
  beforeDelay: () => Promise<void> = async () => {};

  override async restUntil(queue: string, time: number): Promise<void> {
    await super.restUntil(queue, time);
    this.onRest();
  }

  override async setDelay(queue: string, delay: number): Promise<void> {
    await this.beforeDelay();
    await super.setDelay(queue, delay);
  }
}

function died(out: string): string {
  const copy = folder();
  cpSync(out, copy, { recursive: true, filter: (path) => !path.endsWith('/lock') });
  return copy;
}

async function crawl(
  out: string,
  watch?: (frontier: WatchedFrontier, stop: () => void) => void,
): Promise<number> {
  const settings = completeSettings({
    seeds: ['http://a.br/'],
    policy: 'breadth-first',
    delay: 20,
    addressDelay: 0,
    workers: 0,
    retries: 2,
    retryDelay: 1,
  });
  const frontier = async (
    ...[options]: Parameters<NonNullable<Parameters<typeof Crawl.open>[2]>['frontier'] & {}>
  ) => {
    const made = new WatchedFrontier(await EmbeddedFrontier.open(join(out, 'frontier'), options));
    watch?.(made, () => {
      run.stop();
      run.stop();
    });
    return made as Frontier;
  };
  const run: Crawl = await Crawl.open(out, settings, { resolver: web!.resolver, frontier });
  return (await run.run()).pages;
}

describe('a process that dies as a host asks for something', () => {
  it('keeps Retry-After though nothing but the head of the answer has come, of a page and of a robots file', async () => {
    for (const path of ['/', '/robots.txt']) {
      const answered: number[] = [];
      let open: ServerResponse | null = null;
      web = await tinyWeb({
        'a.br': {
          '/': page([]),
          [path]: (_, response) => {
            answered.push(performance.now());
            if (answered.length > 1) return void response.writeHead(path === '/' ? 200 : 404).end(page([]));
            response.writeHead(503, { 'Retry-After': String(SECONDS), 'Content-Length': 2 });
            response.flushHeaders();
            open = response;
            setTimeout(() => response.end('ok'), 1_000).unref();
          },
        },
      });
      const out = folder();
      let copy: string | null = null;
      await crawl(out, (frontier, stop) => {
        frontier.onRest = () => {
          if (copy !== null) return;
          copy = died(out);
          expect(open?.writableEnded).toBe(false);
          stop();
        };
      });
      const asked = web.requests.length;
      expect(await crawl(copy!)).toBe(1);
      const again = web.requests[asked]!.startedAt;
      expect(again - answered[0]!).toBeGreaterThanOrEqual(SECONDS * 1000 - 5);
      await web.close();
    }
  });

  it('keeps the Crawl-delay of a robots file that it had read and not yet told the frontier', async () => {
    web = await tinyWeb({
      'a.br': {
        '/robots.txt': {
          headers: { 'Content-Type': 'text/plain' },
          body: `User-agent: *\nCrawl-delay: ${SECONDS}`,
        },
        '/': page([]),
      },
    });
    const out = folder();
    let copy: string | null = null;
    await crawl(out, (frontier) => {
      frontier.beforeDelay = async () => {
        if (copy !== null) return;
        // The state of a crawl is written a moment after it changed.
        await new Promise((resolve) => setTimeout(resolve, 700));
        copy = died(out);
      };
    });
    const asked = web.requests.length;
    const opened = performance.now();
    expect(await crawl(copy!)).toBe(1);
    expect(web.requests.slice(asked).map(({ path }) => path)).toEqual(['/']);
    expect(web.requests[asked]!.startedAt - opened).toBeGreaterThanOrEqual(SECONDS * 1000 - 5);
  });
});

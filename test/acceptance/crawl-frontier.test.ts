/** Order, budgets, ends and stubborn servers, as a crawl by the built command meets them. */
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { nationalHost } from '../../samples/national-hosts.ts';
import { page } from '../tiny-web.ts';
import { type CrawledWeb, crawledWeb } from './crawled-web.ts';

const HOST = 'www.exemplo.com';
const leaf = (about: string, links: readonly string[] = []): string =>
  page(links, `Uma página sobre ${about}, com palavras bastantes para que alguém a leia até ao fim.`);
const leaves = (paths: readonly string[]) => Object.fromEntries(paths.map((path) => [path, leaf(path)]));
const INSIDE = ['--workers', '0'];

let crawled: CrawledWeb;
afterEach(() => crawled.close());

describe('a crawl of one site', () => {
  it('[T-FRO-1, T-FRO-4, T-FRO-6, T-FRO-11, T-E2E-4] breadth-first asks in the order of discovery, each once, tells them in that order with their times, and ends when nothing is left', async () => {
    const first = ['/c', '/a', '/b'];
    const second = ['/z', '/y', '/x'];
    const site = {
      '/': leaf('tudo', [...first, '/a', '/a#topo']),
      '/c': leaf('c', [second[0]!, '/a', '/']),
      '/a': leaf('a', [second[1]!, '/b']),
      '/b': leaf('b', [second[2]!]),
      ...leaves(second),
    };
    const order = ['/', ...first, ...second];
    crawled = await crawledWeb(
      { [HOST]: site },
      [`http://${HOST}/`],
      [...INSIDE, '--policy', 'breadth-first'],
    );
    expect(crawled.web.paths(HOST)).toEqual(order);
    expect(crawled.record().sessions).toMatchObject([{ reason: 'frontier-empty', pages: 7 }]);
    const visits = crawled.visits();
    expect(visits.map(({ url }) => new URL(url).pathname)).toEqual(order);
    const times = visits.map(({ at }) => at as number);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    // Once more from nothing: the same order.
    expect((await crawled.again(['--fresh', '--yes'])).status).toBe(0);
    expect(crawled.visits().map(({ url }) => new URL(url).pathname)).toEqual(order);
    expect(crawled.web.paths(HOST)).toEqual([...order, ...order]);
  });

  it('[T-FRO-7, T-FRO-8, T-FRO-15] a budget of five pages ends it after five that were read: what is missing, moved or closed does not count', async () => {
    const pages = Array.from({ length: 20 }, (_, n) => `/p${String(n).padStart(2, '0')}`);
    crawled = await crawledWeb(
      {
        [HOST]: {
          '/robots.txt': {
            headers: { 'Content-Type': 'text/plain' },
            body: 'User-agent: *\nDisallow: /fechado\n',
          },
          '/': leaf('vinte', ['/nada', '/movida', '/fechado/x', ...pages]),
          '/movida': { status: 301, headers: { Location: '/p00' } },
          ...leaves(pages),
        },
      },
      [`http://${HOST}/`],
      [...INSIDE, '--policy', 'breadth-first', '--max-pages', '5'],
    );
    expect(crawled.record().sessions).toMatchObject([{ reason: 'page-budget', pages: 5 }]);
    expect(crawled.web.paths(HOST)).toEqual(['/', '/nada', '/movida', '/p00', '/p01', '/p02', '/p03']);
    expect(crawled.visits().filter(({ outcome }) => outcome === 'analysed')).toHaveLength(5);
    // The limit is on asking: all that was found waits for the next session.
    await crawled.again(['--max-pages', '100']);
    expect(crawled.web.paths(HOST).sort()).toEqual(['/', '/nada', '/movida', ...pages].sort());
  });

  it('[T-FRO-10] a scope is never left', async () => {
    crawled = await crawledWeb(
      {
        [HOST]: {
          '/': leaf('dentro', ['/a', 'http://fora.org/', 'http://blog.exemplo.com/']),
          '/a': leaf('a'),
        },
      },
      [`http://${HOST}/`],
      [...INSIDE, '--scope', `=${HOST}`],
    );
    expect(crawled.asked).toEqual([`${HOST}/`, `${HOST}/a`]);
  });

  it('[T-FRO-14] of ten megabytes and more only so much is read, and marked so', async () => {
    const head = '<!DOCTYPE html><html lang="pt"><head><title>Grande</title></head><body>';
    const endless = (_: IncomingMessage, response: ServerResponse): void => {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
      response.write(head);
      const paragraph = `<p>${'palavras de uma página que não acaba '.repeat(1700)}</p>`;
      const more = (): void => {
        while (!response.destroyed && response.write(paragraph)) {}
      };
      response.on('drain', more);
      more();
    };
    crawled = await crawledWeb({ [HOST]: { '/': endless } }, [`http://${HOST}/`], INSIDE);
    const [visit] = crawled.visits();
    expect(visit).toMatchObject({ outcome: 'analysed', title: 'Grande' });
    expect(visit!.bytes).toBeLessThanOrEqual(10 * 1024 * 1024);
    const { file } = visit!.warc as { file: string };
    const archive = gunzipSync(readFileSync(join(crawled.folder, 'archive', file))).toString('latin1');
    expect(archive).toContain('\r\nWARC-Truncated: length\r\n');
  });
});

describe('a crawl of several sites', () => {
  it('[T-FRO-13] gives a server up that never answers, and reads the others', async () => {
    const [silent, other] = [nationalHost(2), nationalHost(4)];
    crawled = await crawledWeb(
      {
        [silent]: { '/': () => {} },
        [other]: { '/': leaf('outra', ['/a']), '/a': leaf('a') },
      },
      [`http://${silent}/`, `http://${other}/`],
      [...INSIDE, '--timeout', '1s'],
    );
    expect(crawled.ended.status).toBe(0);
    const outcomes = Object.fromEntries(crawled.visits().map(({ url, outcome }) => [url, outcome]));
    expect(outcomes).toEqual({
      [`http://${silent}/`]: 'failed',
      [`http://${other}/`]: 'analysed',
      [`http://${other}/a`]: 'analysed',
    });
    expect(crawled.record().sessions.at(-1).reason).toBe('frontier-empty');
  });

  it('[H-2] horizontal asks for the shallower first, and where they are as deep for the site with fewer waiting', async () => {
    const [many, few, seed] = [nationalHost(2), nationalHost(4), nationalHost(5)];
    const of = (host: string, ...paths: string[]): string[] => paths.map((path) => `http://${host}${path}`);
    crawled = await crawledWeb(
      {
        [seed]: {
          '/': leaf('sementes', [
            ...of(many, '/fundo/muito/dentro', '/um', '/dois', '/tres'),
            ...of(few, '/so-uma'),
          ]),
        },
        [many]: leaves(['/fundo/muito/dentro', '/um', '/dois', '/tres']),
        [few]: leaves(['/so-uma']),
      },
      [`http://${seed}/`],
      [...INSIDE, '--concurrency', '1', '--delay', '20ms'],
    );
    const order = crawled.asked.map((each) => each.slice(each.indexOf('/')));
    expect(order.slice(0, 2)).toEqual(['/', '/so-uma']);
    expect(order.at(-1)).toBe('/fundo/muito/dentro');
    expect(order).toHaveLength(6);
  });

  it('[H-3] a full queue drops the worst, never the best, and says how many', async () => {
    const pages = Array.from({ length: 40 }, (_, n) => `/${'fundo/'.repeat(n % 5)}p${n}`);
    crawled = await crawledWeb(
      { [HOST]: { '/': leaf('muitas', pages), ...leaves(pages) } },
      [`http://${HOST}/`],
      [...INSIDE, '--frontier-capacity', '10'],
    );
    const asked = crawled.web.paths(HOST).filter((path) => path !== '/');
    expect(asked.length).toBeLessThan(40);
    const end = JSON.parse(crawled.ended.stdout.trim().split('\n').at(-1)!) as { dropped: number };
    expect(end.dropped).toBe(40 - asked.length);
    // All that lies at the root was kept.
    for (const path of pages.filter((each) => !each.includes('fundo'))) expect(asked).toContain(path);
  });
});

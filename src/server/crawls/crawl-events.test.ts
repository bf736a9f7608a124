import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { collectionsOf } from '../small-collection.suite.ts';
import { CrawlDesk } from './crawl-desk.ts';
import type { Ticker } from './crawl-events.ts';
import { lock, progress, temporaryFolder, unlock, writeCrawl } from './crawl-folder.suite.ts';

let root: string;
let folder: string;
let app: FastifyInstance;
let base: string;
const ticks = new Set<() => void>();
const ticker: Ticker = (_, work) => {
  ticks.add(work);
  return () => void ticks.delete(work);
};
const tick = () => {
  for (const work of [...ticks]) work();
};

beforeEach(async () => {
  root = temporaryFolder();
  folder = join(root, 'cheias');
  writeCrawl(folder, { endedAt: null, reason: null });
  lock(folder);
  progress(folder, 1);
  const crawls = new CrawlDesk({
    folder: root,
    run: () => {
      throw new Error('not here');
    },
    readSeed: (text) => text,
  });
  app = createApp({ collections: collectionsOf(), version: '1', crawls, ticker });
  await app.listen({ host: '127.0.0.1', port: 0 });
  base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1/crawls/cheias/events`;
});
afterEach(async () => {
  await app.close();
  rmSync(root, { recursive: true, force: true });
});

/** Reads event after event; what is not an event (a heartbeat) is given as it is. */
async function follow(signal?: AbortSignal) {
  const response = await fetch(base, signal === undefined ? {} : { signal });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  return {
    response,
    async next(): Promise<{ event: string; data: Record<string, unknown> } | string | null> {
      for (;;) {
        const at = rest.indexOf('\n\n');
        if (at >= 0) {
          const text = rest.slice(0, at);
          rest = rest.slice(at + 2);
          const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(text) ?? [];
          return event === undefined ? text : { event, data: JSON.parse(data!) };
        }
        const { done, value } = await reader.read();
        if (done) return null;
        rest += value;
      }
    },
  };
}

const until = async (test: () => boolean) => {
  for (let i = 0; i < 500 && !test(); i++) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(test()).toBe(true);
};

describe('events of a crawl', () => {
  it('come when something has changed, and end with the crawl', async () => {
    const events = await follow();
    expect(events.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(events.response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await events.next()).toMatchObject({
      event: 'crawl',
      data: { state: 'running', figures: { pages: 10 } },
    });
    tick();
    progress(folder, 2);
    tick();
    expect(await events.next()).toMatchObject({ event: 'crawl', data: { figures: { pages: 20 } } });
    writeCrawl(folder, { endedAt: '2026-01-31T12:00:05Z', reason: 'frontier-empty' });
    unlock(folder);
    tick();
    expect(await events.next()).toMatchObject({
      event: 'end',
      data: { state: 'ended', reason: 'frontier-empty' },
    });
    expect(await events.next()).toBeNull();
    expect(ticks.size).toBe(0);
  });

  it('keep a quiet stream alive with a heartbeat', async () => {
    const events = await follow();
    await events.next();
    for (let second = 0; second < 15; second++) tick();
    expect(await events.next()).toBe(': ');
  });

  it('stop being made when the reader goes away', async () => {
    const away = new AbortController();
    const events = await follow(away.signal);
    await events.next();
    expect(ticks.size).toBe(1);
    away.abort();
    await until(() => ticks.size === 0);
  });

  it('are for a bounded number of readers', async () => {
    const away = new AbortController();
    const open = await Promise.all(Array.from({ length: 32 }, () => follow(away.signal)));
    expect(open.every(({ response }) => response.status === 200)).toBe(true);
    const one = await fetch(base);
    expect(one.status).toBe(429);
    expect(one.headers.get('retry-after')).toBe('2');
    away.abort();
    await until(() => ticks.size === 0);
    const again = new AbortController();
    expect((await follow(again.signal)).response.status).toBe(200);
    again.abort();
  });

  it('end with the server', async () => {
    const events = await follow();
    await events.next();
    await app.close();
    expect(await events.next()).toBeNull();
  });
});

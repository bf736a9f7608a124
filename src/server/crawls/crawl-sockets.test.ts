/** What is done with crawls over real sockets: who may, what is refused, and that answers are what their schemas say. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../app.ts';
import { opened } from '../over-sockets.suite.ts';
import { CrawlActivity, CrawlInfo, CrawlList, CrawlOrder, Deleted, RecentVisits } from '../schemas/crawls.ts';
import { CrawlDesk } from './crawl-desk.ts';
import { type Pretended, pretending, STARTED, writeCrawl } from './crawl-folder.suite.ts';

const TOKEN = 'token-of-the-tests';

let root: string;
let runs: Pretended[];
let app: FastifyInstance;
let port: number;

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'tarrafa-crawls-'));
  runs = [];
  const crawls = new CrawlDesk({
    folder: root,
    run: (folder, ...rest) => ({
      ...pretending(runs)(folder, ...rest),
      atWork: async () => ({
        at: STARTED,
        underWay: 1,
        visits: [{ url: 'https://a.br/x', stage: 'answer', since: STARTED }],
        queues: [{ queue: 'a.br', queued: 3, nextAt: STARTED, inFlight: true }],
      }),
    }),
    readSeed: (text) => text,
    now: () => STARTED + 60_000,
  });
  app = createApp({
    collections: { list: () => [], get: () => null },
    version: '1',
    access: { token: TOKEN, everything: false, hosts: [] },
    crawls,
  });
  port = await opened(app);
});
afterEach(async () => {
  await app.close();
  rmSync(root, { recursive: true, force: true });
});

async function ask(path: string, body?: unknown, { token = TOKEN as string | null, method = '' } = {}) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/crawls${path}`, {
    method: method || (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || body === null ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined || body === null ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, never> };
}
const holds = (schema: TSchema, answer: { status: number; json: unknown }, status = 200) => {
  expect(answer.status).toBe(status);
  expect(Check(schema, answer.json), JSON.stringify(answer.json)).toBe(true);
};
const SEEDS = ['https://a.br/'];

describe('crawls over the API', () => {
  it('are begun, watched, ended, changed, gone through again, scheduled and taken away', async () => {
    holds(CrawlInfo, await ask('', { name: 'cheias', seeds: SEEDS, maxPages: 9, contact: 'eu@a.br' }), 201);
    const activity = await ask('/cheias/activity', undefined, { token: null });
    holds(CrawlActivity, activity);
    expect(activity.json).toMatchObject({ now: { underWay: 1 }, counted: 0 });
    runs[0]!.end('page-budget');
    writeFileSync(
      join(root, 'cheias', 'visits.jsonl'),
      ['a.br', 'b.br', 'a.br']
        .map((queue, i) =>
          JSON.stringify({
            n: i + 1,
            url: `https://${queue}/${i}`,
            at: STARTED,
            outcome: i === 1 ? 'gone' : 'analysed',
            reason: i === 1 ? 'http-404' : undefined,
            status: i === 1 ? 404 : 200,
            bytes: 1,
            ms: 1,
            queue,
          }),
        )
        .join('\n')
        .concat('\n'),
    );
    const recent = await ask('/cheias/recent?limit=2', undefined, { token: null });
    holds(RecentVisits, recent);
    expect(recent.json).toMatchObject({
      visits: [{ n: 3 }, { n: 2, why: 'HTTP 404' }],
      next: expect.any(String),
    });
    const rest = await ask(`/cheias/recent?limit=2&cursor=${String(recent.json.next)}`);
    expect(rest.json).toMatchObject({ visits: [{ n: 1 }], next: null });
    expect((await ask('/cheias/recent?outcome=gone&host=B.br')).json).toMatchObject({ visits: [{ n: 2 }] });
    expect((await ask('/cheias/activity')).json).toMatchObject({
      now: null,
      counted: 3,
      errors: [{ why: 'HTTP 404', count: 1 }],
    });
    holds(CrawlOrder, await ask('/cheias/order'));
    const edited = await ask('/cheias/edit', { maxPages: 50, contact: null });
    holds(CrawlInfo, edited);
    expect(edited.json).toMatchObject({ mayResume: true, maxPages: 50 });
    const scheduled = await ask('/cheias/schedule', {
      at: '2026-02-01T03:00',
      zone: 'Europe/Lisbon',
      repeat: 'month',
    });
    holds(CrawlInfo, scheduled);
    expect(scheduled.json).toMatchObject({ schedule: { next: '2026-02-01T03:00:00.000Z' } });
    holds(CrawlList, await ask(''));
    const round = await ask('/cheias/round', null, { method: 'POST' });
    holds(CrawlInfo, round, 202);
    expect(round.json).toMatchObject({ state: 'running', round: { pages: 0 } });
    expect((await ask('/cheias/delete', { name: 'cheias' })).status).toBe(409);
    runs[1]!.end('frontier-empty');
    holds(CrawlInfo, await ask('/cheias/unschedule', null, { method: 'POST' }), 202);
    expect((await ask('/cheias/delete', { name: 'outra' })).json).toMatchObject({
      error: { code: 'TRF_CRAWL_UNCHANGED' },
    });
    holds(Deleted, await ask('/cheias/delete', { name: 'cheias' }));
    expect(existsSync(join(root, 'cheias'))).toBe(false);
    expect((await ask('/cheias/activity')).status).toBe(404);
  });

  it('are changed and taken away by nobody without the token, who may not see what was asked either', async () => {
    await ask('', { name: 'cheias', seeds: SEEDS });
    runs[0]!.end('frontier-empty');
    for (const [path, body] of [
      ['/cheias/edit', { maxPages: 1 }],
      ['/cheias/delete', { name: 'cheias' }],
      ['/cheias/schedule', { at: '2026-02-01T03:00' }],
      ['/cheias/unschedule', null],
      ['/cheias/round', null],
      ['/cheias/mend', null],
    ] as const)
      for (const token of [null, 'another-token-of-some-kind'])
        expect((await ask(path, body, { token, method: 'POST' })).status).toBe(401);
    expect((await ask('/cheias/order', undefined, { token: null })).status).toBe(401);
    expect(existsSync(join(root, 'cheias'))).toBe(true);
    expect(runs).toHaveLength(1);
  });

  it.each([
    ['/cheias/edit', { when: '1941' }, 400],
    ['/cheias/edit', { policy: 'priority' }, 400],
    ['/cheias/edit', { maxPages: 0 }, 400],
    ['/cheias/edit', { delay: 'soon' }, 400],
    ['/cheias/schedule', { at: '2026-02-01' }, 400],
    ['/cheias/schedule', { at: '2026-02-30T03:00' }, 422],
    ['/cheias/schedule', { at: '2026-02-01T03:00', zone: 'Lua/Mar' }, 422],
    ['/cheias/schedule', { at: '2020-02-01T03:00' }, 422],
    ['/cheias/schedule', { at: '2026-02-01T03:00', repeat: 'week', days: [0] }, 400],
    ['/cheias/delete', {}, 400],
    ['/cheias/delete', { name: '' }, 422],
    ['/nenhuma/delete', { name: 'nenhuma' }, 404],
    ['/..%2Fx/delete', { name: '../x' }, 400],
    ['/cheias/mend', {}, 409],
    ['', { name: 'nova', seeds: SEEDS, schedule: { at: 'x' } }, 400],
    ['', { name: 'nova', seeds: SEEDS, schedule: { at: '2020-02-01T03:00', zone: 'UTC' } }, 422],
  ])('are left as they are by a post to %s of %o: %i', async (path, body, status) => {
    await ask('', { name: 'cheias', seeds: SEEDS });
    runs[0]!.end('frontier-empty');
    expect((await ask(path, body)).status).toBe(status);
    expect(runs).toHaveLength(1);
    expect(existsSync(join(root, 'nova'))).toBe(false);
  });

  it('show no more of their visits than there is, whatever the cursor', async () => {
    writeCrawl(join(root, 'x'), { endedAt: null, reason: null });
    for (const cursor of ['0', '-1', 'x', '1e3', '99999999999999999'])
      expect((await ask(`/x/recent?cursor=${cursor}`)).status).toBe(400);
    expect((await ask('/x/recent?cursor=123')).json).toMatchObject({ visits: [], looked: 0, next: null });
    expect((await ask('/x/recent?limit=201')).status).toBe(400);
    expect((await ask('/x/recent?outcome=eaten')).status).toBe(400);
  });
});

/** The short form of `npm run soak -- server`. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onOneCore } from './one-core.ts';
import { type MadeCollection, makeCollection, type ServedProcess, serveFolder } from './served-collection.ts';
import { nameOf } from './server-soak/asking.ts';
import { everyRoute } from './server-soak/every-route.ts';
import { answersOf, holdingRoutes, notAsked } from './server-soak/holding-routes.ts';
import { REPLAY_BOUND, replayHostilePages } from './server-soak/hostile-replay.ts';
import { memoryOver } from './server-soak/memory-over.ts';

/**
 * ms. A bound of blocking, and no figure of speed: only what the server computes itself counts, whatever else the machine does, and a page as
 * large as the one here takes twice as long in the thread that answers. The 100 ms that are promised are held in the long form.
 */
const CLEARLY_HELD = 400;

/** On a machine that does much else besides. */
const TIMEOUT = 240_000;

let folder: string;
let made: MadeCollection;
let served: ServedProcess;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tarrafa-soak-server-'));
  made = makeCollection(folder, { pages: 100, largest: 8_000_000, visits: 50_000 });
  served = await serveFolder(folder);
}, TIMEOUT);
afterAll(async () => {
  await served.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('large inputs on every route are answered, none by a fault of ours, and none holds the server up', {
  timeout: TIMEOUT,
}, async () => {
  expect(await holdingRoutes(served, made, { longest: CLEARLY_HELD, lines: 2 }, () => {})).toEqual([]);
});

it('a route that nobody thought of is told', async () => {
  const routes = await everyRoute();
  const answered = new Map(
    routes.map(({ method, path }) => [
      `${method} ${path}`,
      new Map([
        [200, 1],
        [404, 1],
      ]),
    ]),
  );
  expect(notAsked(routes, answered)).toEqual([]);
  answered.set('GET /metrics', new Map([[404, 1]]));
  const [first] = routes;
  answered.delete(`${first!.method} ${first!.path}`);
  expect(notAsked([...routes, { method: 'POST', path: '/nova/:c' }], answered)).toEqual([
    `${first!.method} ${first!.path} was never asked`,
    'GET /metrics answered nothing but 404',
    'POST /nova/:c was never asked',
  ]);
});

it('a server that has answered everything many times, archived pages too, holds no more memory than before', async () => {
  const replayed = async () => (await answersOf(served.origin)).get('GET /replay/:c/:ts/*');
  const before = await replayed();
  expect(await memoryOver(served, made, { requests: 1_200, connections: 8 }, () => {})).toEqual([]);
  const after = await replayed();
  // Shown, and not only led to.
  expect(after!.get(200)! - (before?.get(200) ?? 0)).toBe(150);
  expect(after!.get(302)).toBe(before?.get(302));
});

it('archived pages of strangers that are as large as they can be hold the server within a bound, which answers others meanwhile', {
  timeout: TIMEOUT,
}, async () => {
  const archive = mkdtempSync(join(tmpdir(), 'tarrafa-soak-replay-'));
  try {
    const { peak, unexpected, meanwhile } = await replayHostilePages(archive, { bytes: 3 << 20, readers: 2 });
    expect(unexpected).toEqual([]);
    expect(peak).toBeLessThan(REPLAY_BOUND);
    // In the thread that answers one would come between two pages.
    expect(meanwhile).toBeGreaterThan(4);
  } finally {
    rmSync(archive, { recursive: true, force: true });
  }
});

const ONE_CORE = onOneCore();
it.skipIf(ONE_CORE === null)('on one core questions are answered in a thread too', async () => {
  const small = mkdtempSync(join(tmpdir(), 'tarrafa-soak-core-'));
  makeCollection(small, { pages: 3 });
  const one = await serveFolder(small, ['--no-analyse'], ONE_CORE!);
  try {
    const threads = () =>
      Number(/^Threads:\s+(\d+)/m.exec(readFileSync(`/proc/${one.pid}/status`, 'latin1'))?.[1]);
    const before = threads();
    const asked = await fetch(`${one.origin}/api/v1/collections/${await nameOf(one.origin)}/search?q=ponte`);
    expect(asked.status).toBe(200);
    expect(threads()).toBeGreaterThan(before);
  } finally {
    await one.stop();
    rmSync(small, { recursive: true, force: true });
  }
});

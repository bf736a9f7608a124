/** The short form of `npm run soak -- server`. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MadeCollection, makeCollection, type ServedProcess, serveFolder } from './served-collection.ts';
import { everyRoute } from './server-soak/every-route.ts';
import { answersOf, holdingRoutes, notAsked } from './server-soak/holding-routes.ts';
import { memoryOver } from './server-soak/memory-over.ts';

/**
 * No figure of speed: what is done in the thread that answers, of a page as large as the one here, takes several times as long on any machine.
 * The bound that is promised is held in the long form, on a machine that does nothing else.
 */
const CLEARLY_HELD = 500;

let folder: string;
let made: MadeCollection;
let served: ServedProcess;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tarrafa-soak-server-'));
  made = makeCollection(folder, { pages: 100, largest: 8_000_000, visits: 50_000 });
  served = await serveFolder(folder);
});
afterAll(async () => {
  await served.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('large inputs on every route are answered, none by a fault of ours, and none holds the server up', async () => {
  expect(await holdingRoutes(served, made, CLEARLY_HELD, () => {})).toEqual([]);
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

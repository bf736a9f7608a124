/** The short form of `npm run soak -- server`. Time is not asserted here. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCollection, type ServedProcess, serveFolder } from './served-collection.ts';
import { holdingRoutes } from './server-soak/holding-routes.ts';
import { memoryOver } from './server-soak/memory-over.ts';

let folder: string;
let served: ServedProcess;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tarrafa-soak-server-'));
  makeCollection(folder, { pages: 300, largest: 500_000 });
  served = await serveFolder(folder);
});
afterAll(async () => {
  await served.stop();
  rmSync(folder, { recursive: true, force: true });
});

it('large inputs on every route are answered, and none by a fault of ours', async () => {
  expect(await holdingRoutes(served, Number.POSITIVE_INFINITY, () => {})).toEqual([]);
});

it('a server that has answered everything many times holds no more memory than before', async () => {
  expect(await memoryOver(served, { requests: 1_200, connections: 8 }, () => {})).toEqual([]);
});

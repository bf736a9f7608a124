/** `npm run soak -- server [requests] [connections]`: memory of a server over very many answers, and how long any route holds it up. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCollection, serveFolder } from './served-collection.ts';
import { holdingRoutes, LONGEST_HOLD } from './server-soak/holding-routes.ts';
import { REPLAY_BOUND, replayHostilePages } from './server-soak/hostile-replay.ts';
import { memoryOver } from './server-soak/memory-over.ts';

async function hostileReplay(tell: (text: string) => void): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-soak-replay-'));
  try {
    // Its name stands in every link, and a page of nothing but links becomes too long by a long one.
    const { peak, unexpected, meanwhile } = await replayHostilePages(join(folder, 'sitio'), {
      bytes: 15 << 20,
      readers: 6,
    });
    tell(`${peak} MB of ${REPLAY_BOUND} while pages of 15 MB are shown to 30 readers at once`);
    return [
      ...unexpected,
      ...(peak > REPLAY_BOUND ? [`replay took ${peak} MB of ${REPLAY_BOUND}`] : []),
      ...(meanwhile < 4 ? ['nobody else was answered during a replay'] : []),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const requests = Number(process.argv[2] ?? 100_000);
const connections = Number(process.argv[3] ?? 16);
const folder = mkdtempSync(join(tmpdir(), 'tarrafa-soak-server-'));
const problems: string[] = [];
try {
  const made = makeCollection(folder, { pages: 400, largest: 15_000_000, visits: 100_000 });
  const served = await serveFolder(folder);
  try {
    const tell = (text: string) => void process.stderr.write(`${text}\n`);
    problems.push(...(await holdingRoutes(served, made, { longest: LONGEST_HOLD }, tell)));
    problems.push(...(await hostileReplay(tell)));
    problems.push(...(await memoryOver(served, made, { requests, connections }, tell)));
  } finally {
    await served.stop();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) process.stdout.write(`${problem}\n`);
process.stdout.write(`${requests} requests, ${problems.length} problems\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { seededRandom } from '../../test/seeded-random.ts';
import { crawlPaths } from './crawl-folder.ts';
import { CrawlState } from './crawl-state.ts';
import { openState } from './open-state.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tarrafa-state-'));
});
afterEach(() => {
  rmSync(root, { recursive: true, force: true });
});

function filled(): Buffer {
  const { state: folder } = crawlPaths(root);
  mkdirSync(folder, { recursive: true });
  const state = CrawlState.open(folder)!;
  for (let i = 0; i < 400; i++) {
    state.rememberRobots(`http://h${i}.br`, { value: 'x'.repeat(i), expires: i });
    state.rememberCapture(`sha1:${i}`, { url: `http://h${i}.br/`, date: i, file: 'a.warc.gz', offset: i });
  }
  state.close();
  return readFileSync(join(folder, 'state.db'));
}

it('a whole store is opened as it is', async () => {
  filled();
  const { state, mended } = await openState(crawlPaths(root));
  expect(mended).toEqual([]);
  expect(state.robots('http://h7.br')).toEqual({ value: 'xxxxxxx', expires: 7 });
  state.close();
});

it('a damaged one is moved aside and told, and learned again from the visits', async () => {
  const whole = filled();
  const paths = crawlPaths(root);
  const warc = { file: 'a.warc.gz', offset: 77 };
  writeFileSync(
    paths.visits,
    `${JSON.stringify({ n: 1, url: 'http://h1.br/', at: 5, status: 200, digest: 'sha1:A', warc })}\n`,
  );
  const random = seededRandom(4);
  const spoilt = Buffer.from(whole);
  for (let i = 8192; i < spoilt.length; i++) if (random() < 0.05) spoilt[i] = Math.floor(random() * 256);
  const cases = [spoilt, whole.subarray(0, 5_000), Buffer.from('nada'), Buffer.alloc(whole.length)];
  for (const [i, bytes] of cases.entries()) {
    rmSync(paths.state, { recursive: true });
    mkdirSync(paths.state);
    writeFileSync(join(paths.state, 'state.db'), bytes);
    const { state, mended } = await openState(paths);
    expect(mended, `case ${i}`).toMatchObject([{ reason: 'mended-state' }]);
    expect(readFileSync(join(`${paths.state}.damaged-${i + 1}`, 'state.db')).equals(bytes)).toBe(true);
    expect(state.capture('sha1:A')).toEqual({ url: 'http://h1.br/', date: 5, ...warc });
    expect(state.robots('http://h7.br')).toBeUndefined();
    state.close();
  }
});

it('one of an earlier version is passed over and told', async () => {
  const paths = crawlPaths(root);
  mkdirSync(paths.state, { recursive: true });
  writeFileSync(join(paths.state, 'data.mdb'), 'o que uma versão anterior guardou');
  const { state, mended } = await openState(paths);
  expect(mended).toMatchObject([{ reason: 'mended-state-earlier' }]);
  state.rememberRobots('http://a.br', { value: 'a', expires: 1 });
  state.close();
  const again = await openState(paths);
  expect([again.mended, again.state.robots('http://a.br')]).toEqual([[], { value: 'a', expires: 1 }]);
  again.state.close();
});

/**
 * Opens the small state of a crawl, and what is damaged of it is moved aside. The store maps its file into memory: a page that is not what it
 * should be can end the whole process, which nothing can catch. So another process reads all of it first, and writes to a copy.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { storageError } from '../errors.ts';
import { type Reason, reason } from '../words/why.ts';
import type { CrawlPaths } from './crawl-folder.ts';
import { CrawlState, SHELVES } from './crawl-state.ts';
import { readVisits } from './visit-log.ts';

/** A copy that is written to is made up to this size, bytes; of a larger store everything is read. */
const MOST_COPIED = 64 * 2 ** 20;
/** Longer than reading takes of the largest store, ms. */
const PATIENCE = 600_000;

/** Exits with 0 when the store is whole. In plain words, because it runs in a process without anything of ours. */
const PROBE = `
const [store, path, copy, ...names] = process.argv.slice(1);
const { open } = require(store);
const fs = require('node:fs');
const read = (root) => {
  for (const name of names) {
    const shelf = root.openDB({ name, keyEncoding: 'binary' });
    if (shelf) for (const { value } of shelf.getRange({})) if (value === undefined) throw new Error(name);
  }
};
(async () => {
  const root = open({ path, maxDbs: 8, readOnly: true, noSubdir: false });
  read(root);
  await root.close();
  if (copy === '') return;
  fs.rmSync(copy, { recursive: true, force: true });
  fs.cpSync(path, copy, { recursive: true });
  try {
    const second = open({ path: copy, maxDbs: 8, noSync: true, noSubdir: false });
    const shelf = second.openDB({ name: names[0], keyEncoding: 'binary' });
    const keys = Array.from({ length: 300 }, (_, i) => Buffer.from('probe ' + i));
    await Promise.all(keys.map((key) => shelf.put(key, 'x'.repeat(3000))));
    await Promise.all(keys.map((key) => shelf.remove(key)));
    read(second);
    await second.close();
  } finally {
    fs.rmSync(copy, { recursive: true, force: true });
  }
})().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
`;

function isWhole(folder: string): boolean {
  const data = join(folder, 'data.mdb');
  if (!existsSync(data)) return true;
  const copy = statSync(data).size <= MOST_COPIED ? `${folder}-probe` : '';
  const store = createRequire(import.meta.url).resolve('lmdb');
  const words = ['-e', PROBE, store, folder, copy, ...SHELVES];
  // Twice, because a machine without memory to spare fails for reasons of its own.
  for (let attempt = 0; attempt < 2; attempt++) {
    const { status, error } = spawnSync(process.execPath, words, { timeout: PATIENCE, stdio: 'ignore' });
    // Where no process can be started nothing is known, and the store is believed.
    if (error !== undefined && (error as NodeJS.ErrnoException).code !== 'ETIMEDOUT') return true;
    if (status === 0) return true;
  }
  return false;
}

/** What is moved aside is told; what the visits say of it is learned again from them. */
export async function openState(
  paths: CrawlPaths,
): Promise<{ readonly state: CrawlState; readonly mended: readonly Reason[] }> {
  if (isWhole(paths.state)) return { state: CrawlState.open(paths.state), mended: [] };
  let aside = '';
  try {
    for (let n = 1; aside === '' || existsSync(aside); n++) aside = `${paths.state}.damaged-${n}`;
    renameSync(paths.state, aside);
    mkdirSync(paths.state);
  } catch (error) {
    throw storageError(paths.state, error);
  }
  const state = CrawlState.open(paths.state);
  for await (const { digest, warc, url, at, status } of readVisits(paths.visits))
    if (digest !== undefined && warc !== undefined && status === 200 && !state.capture(digest))
      state.rememberCapture(digest, { url, date: at, ...warc });
  return { state, mended: [reason('mended-state', { path: aside })] };
}

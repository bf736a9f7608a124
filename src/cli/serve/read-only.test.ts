/** Collections on a medium that takes nothing: shown as any other, and nothing is written. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeCollection, serveFolder } from '../../../test/served-collection.ts';
import { spawnTarrafa } from '../../../test/tarrafa-process.ts';

/** Runs what follows with a folder mounted so that nothing can be written into it. */
const onReadOnly = (folder: string) => [
  'unshare',
  '-rm',
  'sh',
  '-c',
  'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"',
  folder,
];

const possible = ((): boolean => {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-ro-'));
  const [command, ...words] = [...onReadOnly(folder), 'sh', '-c', `! touch ${folder}/x`];
  try {
    return spawnSync(command!, words, { stdio: 'ignore' }).status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
})();

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function collection(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-ro-'));
  folders.push(folder);
  makeCollection(folder, { pages: 12 });
  return folder;
}

const listed = (folder: string) =>
  execFileSync('ls', ['-lR', '--time-style=full-iso', folder], { encoding: 'utf8' });

describe.skipIf(!possible)('a collection on a read-only medium', () => {
  it.each([
    ['with its catalogue', true],
    ['that was never analysed', false],
  ])('%s is searched and replayed', async (_, analysed) => {
    const folder = collection();
    if (analysed) expect((await spawnTarrafa(['analyse', folder])).status).toBe(0);
    const before = listed(folder);
    const crawls = mkdtempSync(join(tmpdir(), 'tarrafa-ro-'));
    folders.push(crawls);
    const served = await serveFolder(folder, ['--crawls', crawls], onReadOnly(folder));
    try {
      const { collections } = (await (await fetch(`${served.origin}/api/v1/collections`)).json()) as {
        collections: { name: string; summary: { pages: number } }[];
      };
      expect(collections[0]!.summary.pages).toBe(12);
      const { name } = collections[0]!;
      const found = (await (
        await fetch(`${served.origin}/api/v1/collections/${name}/search?q=enchente`)
      ).json()) as { total: number };
      expect(found.total).toBe(12);
      const replayed = await fetch(
        `${served.origin}/replay/${name}/20240506120000/http://www.jornal0.br/noticias/0.html`,
      );
      expect([replayed.status, await replayed.text()]).toEqual([200, expect.stringContaining('Notícia 0')]);
    } finally {
      await served.stop();
    }
    expect(listed(folder)).toBe(before);
    // What was made for this server alone is gone with it.
    expect(readdirSync(crawls)).toEqual([]);
  });
});

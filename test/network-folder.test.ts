/** A folder on a file system of another machine, where the lock of a process may not hold: each command that takes it says so. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { HOSTS } from '../samples/hosts.ts';
import { spawnTarrafa } from './tarrafa-process.ts';
import { page, tinyWeb } from './tiny-web.ts';

const root = mkdtempSync(join(tmpdir(), 'tarrafa-network-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const LAYER = new URL('network-folder.mjs', import.meta.url).href;
const SAID = 'that no process of a third one works on it cannot be promised';

it('a crawl, an analysis and an import say that a folder of another machine may not be theirs alone, and nobody does of a local one', async () => {
  const host = HOSTS.blog.host;
  const web = await tinyWeb({ [host]: { '/': page([]) } });
  /** What the three say, over a layer that takes every folder for one of another machine, or without it. */
  const told = async (name: string, node: readonly string[]) => {
    const folder = join(root, name, 'c');
    const wacz = join(root, name, 'tudo.wacz');
    const pace = ['--delay', '1ms', '--workers', '1'];
    const commands = [
      ['crawl', `http://${host}/`, '--sample-web', String(web.port), ...pace, '--out', folder],
      ['analyse', folder, '--threads', '1'],
      ['import', wacz, '--out', join(root, name, 'i')],
    ];
    for (const words of commands) {
      if (words[0] === 'import')
        expect(await spawnTarrafa(['export', folder, '--out', wacz, '--json'])).toMatchObject({ status: 0 });
      const { status, stdout, stderr } = await spawnTarrafa([...words, '--lang', 'en'], { node });
      expect([words[0], status, (stdout + stderr).includes(SAID)]).toEqual([words[0], 0, node.length > 0]);
    }
  };
  await Promise.all([told('remote', ['--import', LAYER]), told('local', [])]);
  await web.close();
});

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { POSTGRES_BIN } from '../../../test/postgres-server.ts';
import { ask } from '../records.suite.ts';
import { SharedCatalogues } from './shared-catalogue.suite.ts';

const LOOP = fileURLToPath(new URL('./write-loop.suite.ts', import.meta.url));

/** A process that writes until it has told so many batches, and is killed then. */
function killedWriter(address: string, copies: string, name: string, turns: number): Promise<string | null> {
  const child = spawn(process.execPath, ['--import', 'tsx', LOOP, address, copies, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let lines = 0;
  child.stdout.on('data', (data: Buffer) => {
    lines += data.toString().split('\n').length - 1;
    if (lines >= turns) child.kill('SIGKILL');
  });
  return new Promise((resolve) => child.on('exit', (_, signal) => resolve(signal)));
}

describe.skipIf(POSTGRES_BIN === null)('a kill', () => {
  const shared = new SharedCatalogues();
  afterAll(() => shared.close());

  it('of two processes that write costs each at most a batch: marks, pages, entities, links and index agree', async () => {
    const address = await shared.fresh();
    const names = ['a', 'b'];
    for (const turns of [3, 8]) {
      const ends = await Promise.all(
        names.map((name, i) => killedWriter(address, shared.copies, name, turns + i)),
      );
      expect(ends).toEqual(['SIGKILL', 'SIGKILL']);
      const catalogue = await shared.open(address);
      const marks = await catalogue.marks();
      expect(marks.map((mark) => mark.file)).toEqual(['Aa.warc.gz', 'Ab.warc.gz']);
      const all = marks.reduce((sum, mark) => sum + mark.offset * 10, 0);
      expect(all).toBeGreaterThanOrEqual((2 * turns + 1) * 10);
      expect(await catalogue.summary()).toMatchObject({
        pages: all,
        versions: all,
        entities: all,
        links: all,
      });
      expect((await catalogue.search(ask('loteria tipo:page'))).total).toBe(all);
      expect((await catalogue.search(ask('tipo:entity'))).total).toBe(all);
      for (const [i, name] of names.entries()) {
        const { offset } = marks[i]!;
        expect(await catalogue.pageAt(`https://s0.br/${name}${offset - 1}-0`)).not.toBeNull();
        expect(await catalogue.pageAt(`https://s0.br/${name}${offset}-0`)).toBeNull();
      }
      await catalogue.close();
    }
  });
});

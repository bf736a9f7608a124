import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EmbeddedCatalogue } from '../catalogue/index.ts';
import { HOUR, NOW, page } from '../catalogue/records.suite.ts';
import { readFolderStatus } from './folder-status.ts';
import { emptyFolder, manifest } from './sample-crawl.suite.ts';
import { statusText } from './text-table.ts';

let folder: string;
beforeEach(() => {
  folder = emptyFolder();
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const write = (name: string, content: string): void => writeFileSync(join(folder, name), content);
const LINE = {
  at: 5000,
  pages: 1234,
  requests: 1300,
  bytes: 5_000_000,
  queues: 9,
  sites: 8,
  queued: 77,
  inFlight: 3,
  refused: 5,
  errors: 2,
  duplicates: 1,
  concurrency: 16,
};

describe('status of a folder', () => {
  it('ended: the last line of progress, also behind a torn one', async () => {
    write('crawl.json', JSON.stringify(manifest([{ startedAt: 0, endedAt: 9000, reason: 'page-budget' }])));
    write(
      'progress.jsonl',
      [
        ...Array<string>(2000).fill(JSON.stringify({ ...LINE, pages: 1 })),
        JSON.stringify(LINE),
        '{"at":60',
      ].join('\n'),
    );
    const status = await readFolderStatus(folder);
    expect(status).toMatchObject({ state: 'ended', reason: 'page-budget', sessions: 1, process: null });
    expect(status.figures).toMatchObject({ pages: 1234, queued: 77, concurrency: 16 });
    expect(status.at).toBe('1970-01-01T00:00:05.000Z');
    expect(statusText(status, 'pt-BR')).toContain('terminada (limite de páginas)');
    expect(statusText(status, 'en')).toMatch(/Pages fetched\s+1,234\n/);
    expect([status.analysed, statusText(status, 'en')]).toEqual([
      null,
      expect.not.stringContaining('Pages analysed'),
    ]);
  });

  it('tells the pages of its catalogue apart from those that were fetched', async () => {
    write('crawl.json', JSON.stringify(manifest([{ startedAt: 0, endedAt: 9000, reason: 'page-budget' }])));
    write('progress.jsonl', `${JSON.stringify(LINE)}\n`);
    const catalogue = EmbeddedCatalogue.open(join(folder, 'catalogue.db'));
    // Fetched twice, with another text the second time.
    await catalogue.write({ pages: [page('https://a.br/1'), page('https://a.br/2')] });
    await catalogue.write({
      pages: [page('https://a.br/1', { text: 'outro', digest: 'sha1:OUTRO', fetchedAt: NOW + HOUR })],
    });
    await catalogue.close();
    const status = await readFolderStatus(folder);
    expect(status.analysed).toEqual({ pages: 2, versions: 3 });
    expect(statusText(status, 'pt-BR')).toMatch(
      /Páginas baixadas +1\.234\n[\s\S]*Páginas analisadas +2\n +Capturas analisadas +3\n/,
    );
  });

  it('running: a living process holds the folder', async () => {
    write('crawl.json', JSON.stringify(manifest([{ startedAt: 0, endedAt: null }])));
    write('lock', `${process.pid} \n`);
    const status = await readFolderStatus(folder);
    expect(status).toMatchObject({ state: 'running', process: process.pid, figures: null });
    expect(statusText(status, 'pt-PT')).toContain(`em execução (processo ${process.pid})`);
  });

  it('interrupted: no end was written and nobody holds it; not started: no session', async () => {
    write('crawl.json', JSON.stringify(manifest([{ startedAt: 0, endedAt: null }])));
    expect((await readFolderStatus(folder)).state).toBe('interrupted');
    write('crawl.json', JSON.stringify(manifest([])));
    expect((await readFolderStatus(folder)).state).toBe('not-started');
  });

  it('no crawl', async () => {
    await expect(readFolderStatus(folder)).rejects.toMatchObject({ code: 'TRF_FOLDER_NOT_A_CRAWL' });
  });
});

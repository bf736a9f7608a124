import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { crawlFolder, newsPage } from '../collection/small-archive.suite.ts';
import { archivePaths } from '../warc/index.ts';
import { analyse, exportCollection, importArchives, search } from './index.ts';

let folder: string;
let root: string;
beforeAll(() => {
  folder = crawlFolder(Array.from({ length: 4 }, (_, n) => newsPage('jornal-exemplo.com.br', n)));
  root = mkdtempSync(join(tmpdir(), 'tarrafa-use-cases-'));
});
afterAll(() => {
  for (const made of [folder, root]) rmSync(made, { recursive: true, force: true });
});

/** Nothing that a program calls may speak for it. */
const spoken: unknown[] = [];
beforeEach(() => {
  spoken.length = 0;
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      spoken.push(text);
      return true;
    });
});
afterEach(() => {
  vi.restoreAllMocks();
  expect(spoken).toEqual([]);
  expect(process.exitCode ?? 0).toBe(0);
});

describe('a program that calls the use-cases', () => {
  it('analyses an archive, and is told how far it is and what there is', async () => {
    const phases = new Set<string>();
    const first = await analyse([folder], { threads: 0, onProgress: ({ phase }) => phases.add(phase) });
    expect(first).toMatchObject({
      folder,
      catalogue: join(folder, 'catalogue.db'),
      result: { interrupted: false, pages: 4 },
      summary: { pages: 4, sites: 1 },
    });
    expect(phases).toContain('reading');
    expect((await analyse([folder], { threads: 0 })).result.pages).toBe(0);
  });

  it('searches it with a line, and takes out what the line finds', async () => {
    const { total, hits } = await search([folder], 'site:jornal-exemplo.com.br', { limit: 2 });
    expect([total, hits.length]).toEqual([4, 2]);
    const out = join(root, 'paginas.jsonl');
    const { items } = await exportCollection(
      [folder],
      { format: 'jsonl', what: 'pages', out, line: 'site:jornal-exemplo.com.br' },
      {},
    );
    expect(items).toBe(4);
    expect(readFileSync(out, 'utf8').trim().split('\n')).toHaveLength(4);
    const ended = new AbortController();
    ended.abort();
    await expect(
      exportCollection([folder], { format: 'csv', out: join(root, 'x.csv') }, { signal: ended.signal }),
    ).rejects.toThrow();
    expect(existsSync(join(root, 'x.csv'))).toBe(false);
  });

  it('takes archives of others in, with or without their catalogue', async () => {
    const files = archivePaths([folder]);
    const stages = new Set<string>();
    const bare = await importArchives(join(root, 'bare'), files, { analyse: false });
    expect(bare).toMatchObject({ pages: null, already: 0 });
    const whole = await importArchives(join(root, 'whole'), files, {
      threads: 0,
      onProgress: (stage) => stages.add(stage),
    });
    expect(whole).toMatchObject({ pages: 4, captures: bare.captures });
    expect(stages).toContain('analysing');
  });
});

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCollection } from '../collection/index.ts';
import { crawlFolder, newsPage } from '../collection/small-archive.suite.ts';
import { StoredPages } from '../entities/index.ts';
import { archivePaths } from '../warc/index.ts';
import {
  analyse,
  collectedPages,
  entities,
  exportCollection,
  importArchives,
  keepEntities,
  report,
  search,
  status,
  statusText,
  studyTime,
} from './index.ts';
import { expectSilence } from './silent.suite.ts';

let folder: string;
let root: string;
beforeAll(() => {
  folder = crawlFolder(Array.from({ length: 4 }, (_, n) => newsPage('jornal-exemplo.com.br', n)));
  root = mkdtempSync(join(tmpdir(), 'tarrafa-use-cases-'));
});
afterAll(() => {
  for (const made of [folder, root]) rmSync(made, { recursive: true, force: true });
});

expectSilence();

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
    const csv = await exportCollection([folder], { out: join(root, 'paginas.csv') });
    expect([csv.format, csv.items]).toEqual(['csv', 4]);
    await expect(exportCollection([folder], { out: join(root, 'paginas.doc') })).rejects.toMatchObject({
      code: 'TRF_CONFIG_INVALID',
      values: ['format', { reason: 'name-of-no-format' }],
    });
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
      onProgress: ({ stage }) => stages.add(stage),
    });
    expect(whole).toMatchObject({ pages: 4, captures: bare.captures });
    expect(stages).toContain('analysing');
  });

  it('reads the report and the study as data, as files and as text in a language', async () => {
    const style = { heading: (text: string) => `# ${text}`, faint: (text: string) => text };
    const collection = join(root, 'whole');
    const told = await report(collection, { language: 'en', style });
    expect(told.text).toMatch(/^# .*import/i);
    expect(existsSync(told.page)).toBe(true);
    expect(await statusText(await status(collection), { language: 'en', style })).toMatch(/^# /m);
    const out = join(root, 'estudo');
    const study = await studyTime([folder], { language: 'en', out });
    expect(study.text).toContain('Documents with temporal information');
    expect(study.page).toBe(join(out, 'time.html'));
  });

  it('keeps a table of entities in the collection', async () => {
    const names = ['Ana Lima', 'Bruno Sá', 'Clara Dias', 'Davi Reis', 'Elisa Melo', 'Fábio Luz'];
    const at = (n: number): string => `http://www.liga-exemplo.com.br/jogadores/${n}.html`;
    const pages = [
      {
        url: 'http://www.liga-exemplo.com.br/jogadores/',
        body: `<h1>Jogadores</h1><ul>${names.map((name, n) => `<li><a href="${at(n)}">${name}</a></li>`).join('')}</ul>`,
      },
      ...names.map((name, n) => ({
        url: at(n),
        body: `<p><a href="/jogadores/">Jogadores</a></p><h1>${name}</h1><dl><dt>Clube</dt><dd>Clube ${n % 4}</dd><dt>Gols</dt><dd>${n * 3 + 1}</dd></dl>`,
      })),
    ];
    const table = await entities([at(0)], { fetcher: new StoredPages(pages) });
    await keepEntities([folder], 'Jogadores', table, { now: () => 7 });
    const collection = await openCollection([folder]);
    try {
      expect(await collection.catalogue.entityTables()).toMatchObject([
        { name: 'Jogadores', rows: table.table.rows.length },
      ]);
    } finally {
      await collection.close();
    }
  });

  it('reads which pages a crawl has, in order', async () => {
    const visit = (n: number, outcome: string) =>
      JSON.stringify({ n, url: `http://a.example/${n}`, outcome });
    const lines = [visit(1, 'analysed'), visit(2, 'failed'), visit(3, 'unchanged')];
    writeFileSync(join(root, 'visits.jsonl'), `${lines.join('\n')}\n`);
    const urls: string[] = [];
    for await (const { url } of collectedPages(root)) urls.push(url);
    expect(urls).toEqual(['http://a.example/1', 'http://a.example/3']);
  });
});

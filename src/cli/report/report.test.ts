import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { smallSource } from '../../collection/export/small-source.suite.ts';
import { importArchives } from '../../collection/import/index.ts';
import { openCollection } from '../../collection/index.ts';
import { type SampleCrawl, sampleCrawl } from '../../report/sample-crawl.suite.ts';
import { reportCommand, statusCommand } from './report.ts';

let crawl: SampleCrawl;
let printed: string;
beforeEach(() => {
  crawl = sampleCrawl(2, 150);
  vi.stubEnv('TARRAFA_OUTPUT', 'table');
  printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(crawl.folder, { recursive: true, force: true });
});

describe('tarrafa report', () => {
  it('[H-11] prints the table and writes JSON, plots and a page', async () => {
    await reportCommand().parseAsync([crawl.folder, '--lang', 'en'], { from: 'user' });
    expect(printed).toContain('Pages per domain');
    expect(printed).toContain(join(crawl.folder, 'report', 'report.html'));
    for (const name of [
      'report.json',
      'report.html',
      'speed.svg',
      'bandwidth.svg',
      'domains.svg',
      'pages-per-domain.svg',
      'refused.svg',
    ])
      expect(existsSync(join(crawl.folder, 'report', name))).toBe(true);
  });

  it('--json prints what report.json holds; --out chooses the folder; --lang the language', async () => {
    const out = join(crawl.folder, 'elsewhere');
    await reportCommand().parseAsync([crawl.folder, '--json', '--out', out, '--lang', 'pt-PT'], {
      from: 'user',
    });
    expect(JSON.parse(printed)).toEqual(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')));
    expect(JSON.parse(printed).totals.visits).toBe(150);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('<html lang="pt-PT">');
    expect(existsSync(join(crawl.folder, 'report'))).toBe(false);
  });

  it('a folder without a crawl is a clear error', async () => {
    await expect(reportCommand().parseAsync(['/no/such/folder'], { from: 'user' })).rejects.toMatchObject({
      code: 'TRF_FOLDER_NOT_A_CRAWL',
    });
  });
});

describe('tarrafa status', () => {
  it('says how the crawl stands: a table for people, JSON in a pipe and for who asks for it', async () => {
    await statusCommand().parseAsync([crawl.folder, '--lang', 'pt-BR'], { from: 'user' });
    expect(printed).toContain('terminada (interrompida)');
    printed = '';
    vi.stubEnv('TARRAFA_OUTPUT', '');
    await statusCommand().parseAsync([crawl.folder], { from: 'user' });
    expect(JSON.parse(printed)).toMatchObject({ state: 'ended' });
    printed = '';
    await statusCommand().parseAsync([crawl.folder, '--json'], { from: 'user' });
    expect(JSON.parse(printed)).toMatchObject({ state: 'ended', sessions: 2, figures: { queued: 78 } });
  });
});

describe('on a collection that was imported', () => {
  it('tells what it holds, before and after it was analysed', async () => {
    const source = await smallSource();
    const folder = join(crawl.folder, 'importada');
    try {
      await importArchives(source.files, folder, {
        software: 'Tarrafa/test',
        now: () => Date.UTC(2026, 5, 1),
      });
      await statusCommand().parseAsync([folder, '--lang', 'en'], { from: 'user' });
      expect(printed).toMatch(/State\s+imported\n/);
      expect(printed).toMatch(/Pages analysed\s+not analysed yet \(tarrafa analyse\)\n/);
      await (await openCollection(folder, { threads: 0, places: false })).close();
      printed = '';
      await statusCommand().parseAsync([folder, '--json'], { from: 'user' });
      expect(JSON.parse(printed)).toMatchObject({ kind: 'import', captures: 6, analysed: { pages: 5 } });
      printed = '';
      await reportCommand().parseAsync([folder, '--lang', 'pt-BR'], { from: 'user' });
      expect(printed).toContain('Coleção importada');
      expect(printed).toMatch(/Capturas\s+6\n/);
      expect(printed).toMatch(/Páginas analisadas\s+5\n/);
      expect(readFileSync(join(folder, 'report', 'report.html'), 'utf8')).toContain('Coleção importada');
      expect(JSON.parse(readFileSync(join(folder, 'report', 'report.json'), 'utf8'))).toMatchObject({
        kind: 'import',
        totals: { captures: 6, addresses: 5, revisits: 1 },
      });
    } finally {
      await source.close();
      rmSync(source.folder, { recursive: true, force: true });
    }
  });
});

import { spawn } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { WARCRecord, WARCSerializer } from 'warcio';
import type { ArchiveMark, Catalogue, CatalogueWriting } from '../catalogue/index.ts';
import { EmbeddedCatalogue } from '../catalogue/index.ts';
import { FolderLock } from '../crawl/folder-lock.ts';
import { newFile } from '../geo/index.ts';
import { type AnalyseOptions, analyseArchive } from './analyse-archive.ts';
import { collectionPlace } from './collection-place.ts';
import { RecordingCatalogue } from './recording-catalogue.suite.ts';
import { addPages, crawlFolder, NOON, newsPage, tempFolder } from './small-archive.suite.ts';

const SITE = 'jornal-exemplo.com.br';
const news = (from: number, to: number, site = SITE) =>
  Array.from({ length: to - from }, (_, i) => newsPage(site, from + i));
const PLAIN: AnalyseOptions = { threads: 0, places: false };

function analyse(
  inputs: string | readonly string[],
  catalogue: RecordingCatalogue,
  options: AnalyseOptions = {},
) {
  const place = collectionPlace(typeof inputs === 'string' ? [inputs] : inputs);
  return analyseArchive(place, catalogue, { ...PLAIN, ...options });
}

/** How far the archive files have been read. */
async function marksOf(catalogue: Pick<CatalogueWriting, 'marks'>): Promise<ArchiveMark[]> {
  return (await catalogue.marks()).filter(({ file }) => !file.startsWith('('));
}

function archiveOf(folder: string): string {
  return join(
    folder,
    'archive',
    readdirSync(join(folder, 'archive')).find((name) => name.endsWith('.warc.gz'))!,
  );
}

describe('an archive into its catalogue', () => {
  it('writes every document once, with where it stands, and the mark of the whole file', async () => {
    const folder = crawlFolder([
      ...news(0, 3),
      {
        url: `http://www.${SITE}/robots.txt`,
        rawHeaders: ['Content-Type', 'text/plain'],
        body: Buffer.from('User-agent: *'),
      },
      { url: `http://www.${SITE}/x.css`, rawHeaders: ['Content-Type', 'text/css'], body: Buffer.from('a{}') },
      { url: `http://www.${SITE}/nada`, status: 404, html: '<p>Página não encontrada</p>' },
      { url: `http://www.${SITE}/velho`, status: 301, rawHeaders: ['Location', '/'], html: '' },
    ]);
    const catalogue = new RecordingCatalogue();
    const result = await analyse(folder, catalogue);
    expect(result).toMatchObject({ pages: 3, same: 0, problems: 0, interrupted: false });
    expect(catalogue.pages.map(({ url }) => url)).toEqual(news(0, 3).map(({ url }) => url));
    const { size } = statSync(archiveOf(folder));
    expect(await marksOf(catalogue)).toMatchObject([{ offset: size }]);
    expect(catalogue.settled).toBe(1);
    const { file, offset, length } = catalogue.pages[1]!.archive!;
    expect(archiveOf(folder).endsWith(file)).toBe(true);
    expect(offset + length).toBeLessThan(size);
  });

  it('reads only what is new of a file that grew, and nothing when nothing is', async () => {
    const folder = crawlFolder(news(0, 2));
    const catalogue = new RecordingCatalogue();
    await analyse(folder, catalogue);
    const before = catalogue.batches.length;
    expect(await analyse(folder, catalogue)).toMatchObject({ pages: 0, bytes: 0 });
    expect(catalogue.batches.length).toBe(before);
    const old = statSync(archiveOf(folder)).size;
    // As a writer that goes on would leave it: more members at the end of the same file.
    const more = crawlFolder(news(2, 5));
    appendFileSync(archiveOf(folder), readFileSync(archiveOf(more)));
    const result = await analyse(folder, catalogue);
    expect(result).toMatchObject({ pages: 3, bytes: statSync(archiveOf(folder)).size - old });
    expect(catalogue.pages.map(({ url }) => url)).toEqual(news(0, 5).map(({ url }) => url));
    expect(
      Math.min(...catalogue.pages.slice(2).map(({ archive }) => archive!.offset)),
    ).toBeGreaterThanOrEqual(old);
  });

  it('leaves a record that is half written for the next time', async () => {
    const folder = crawlFolder(news(0, 3));
    const path = archiveOf(folder);
    const whole = readFileSync(path);
    const catalogue = new RecordingCatalogue();
    await analyse(crawlCopy(folder), catalogue);
    const last = catalogue.pages[2]!.archive!;
    const torn = new RecordingCatalogue();
    truncateSync(path, last.offset + 40);
    expect(await analyse(folder, torn)).toMatchObject({ pages: 2 });
    expect((await marksOf(torn))[0]!.offset).toBeLessThanOrEqual(last.offset);
    writeFileSync(path, whole);
    expect(await analyse(folder, torn)).toMatchObject({ pages: 1, problems: 0 });
    expect(torn.pages).toEqual(catalogue.pages);
  });

  it('does a file again that was replaced by another of its name', async () => {
    const folder = crawlFolder(news(0, 3));
    const catalogue = new RecordingCatalogue();
    await analyse(folder, catalogue);
    copyFileSync(archiveOf(crawlFolder(news(10, 16))), archiveOf(folder));
    expect(await analyse(folder, catalogue)).toMatchObject({ pages: 6 });
    expect(catalogue.pages.map(({ url }) => url)).toEqual(news(10, 16).map(({ url }) => url));
  });

  it('knows the same payload again: a revisit, the same address, another address', async () => {
    const [page] = news(0, 1);
    const folder = crawlFolder([
      page!,
      { ...page!, date: NOON + 60_000 },
      { ...page!, url: `http://${SITE}/copia`, date: NOON + 120_000 },
      { ...page!, date: NOON + 180_000, revisitOf: { url: page!.url, date: NOON } },
    ]);
    const catalogue = new RecordingCatalogue();
    expect(await analyse(folder, catalogue)).toMatchObject({ pages: 1, same: 3 });
    const digest = catalogue.pages[0]!.digest;
    expect(catalogue.same.map(({ url, fetchedAt }) => [url, fetchedAt - NOON])).toEqual([
      [page!.url, 60_000],
      [`http://${SITE}/copia`, 120_000],
      [page!.url, 180_000],
    ]);
    expect(catalogue.same.every((same) => same.digest === digest && same.archive !== null)).toBe(true);
    // Later, when it is in the catalogue and no longer on its way.
    addPages(folder, [{ ...page!, date: NOON + 240_000 }]);
    expect(await analyse(folder, catalogue)).toMatchObject({ pages: 0, same: 1 });
  });

  it('gives the same whether it is stopped and goes on, or not', async () => {
    const folder = crawlFolder([...news(0, 30), ...news(0, 30, 'outro-exemplo.pt'), ...news(5, 9)]);
    const once = new RecordingCatalogue();
    await analyse(folder, once);
    const often = new RecordingCatalogue();
    let rounds = 0;
    for (let interrupted = true; interrupted; rounds++) {
      const stop = new AbortController();
      let seen = 0;
      ({ interrupted } = await analyse(folder, often, {
        signal: stop.signal,
        onProgress: ({ phase }) => {
          if (phase === 'reading' && ++seen === 25) stop.abort();
        },
      }));
      expect(rounds).toBeLessThan(20);
    }
    expect(rounds).toBeGreaterThan(3);
    expect(often.pages).toEqual(once.pages);
    expect(often.same).toEqual(once.same);
    expect(await often.marks()).toEqual(await once.marks());
  });

  it('settles what an analysis wrote that died before it could', async () => {
    const folder = crawlFolder(news(0, 3));
    const catalogue = new RecordingCatalogue();
    catalogue.settle = () => {
      throw new Error('cai aqui');
    };
    await expect(analyse(folder, catalogue)).rejects.toThrow('cai aqui');
    let settled = 0;
    catalogue.settle = async () => {
      settled++;
    };
    expect(await analyse(folder, catalogue)).toMatchObject({ pages: 0 });
    expect(settled).toBe(1);
    await analyse(folder, catalogue);
    expect(settled).toBe(1);
  });

  it('judges the pages of a watched crawl again once it has ended and its sites are known', async () => {
    const folder = crawlFolder(news(0, 8));
    rmSync(join(folder, 'content'), { recursive: true });
    const catalogue = new RecordingCatalogue();
    const lock = FolderLock.take(folder);
    await analyse(folder, catalogue);
    expect(catalogue.pages[0]!.text).toContain('Assine o boletim');
    lock.release();
    await analyse(folder, catalogue);
    expect(catalogue.pages).toHaveLength(8);
    for (const page of catalogue.pages) {
      expect(page.text).not.toContain('Assine o boletim');
      expect(page.text).toContain('a prefeitura inaugurou');
    }
    expect(await analyse(folder, catalogue)).toMatchObject({ pages: 0, bytes: 0 });
  });

  it('takes the geographic files and producers of a crawl, and again when they change', async () => {
    const folder = crawlFolder(news(0, 1));
    const file = {
      ...newFile('http://geo.exemplo.br/a.geojson', 'geo.exemplo.br', 'a.geojson', 'geojson'),
      size: 10,
      bytesFetched: 10,
      indexedAt: NOON,
    };
    const path = join(folder, 'geo-index.jsonl');
    writeFileSync(path, `${JSON.stringify(file)}\n`);
    const catalogue = new RecordingCatalogue();
    expect(await analyse(folder, catalogue)).toMatchObject({ geo: 1 });
    expect([...catalogue.geo.keys()]).toEqual([file.url]);
    expect(catalogue.producers.map(({ site, files }) => [site, files])).toEqual([['geo.exemplo.br', 1]]);
    expect(await analyse(folder, catalogue)).toMatchObject({ geo: 0 });
    writeFileSync(path, `${JSON.stringify(file)}\n${JSON.stringify({ ...file, url: `${file.url}2` })}\n`);
    expect(await analyse(folder, catalogue)).toMatchObject({ geo: 2 });
    expect(catalogue.geo.size).toBe(2);
  });
});

function crawlCopy(folder: string): string {
  const copy = tempFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

/** An archive as another tool writes it. */
async function foreignWarc(
  path: string,
  pages: readonly { url: string; date?: number; html?: string }[],
  gzip = true,
): Promise<void> {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, '');
  for (const { url, date, html } of pages) {
    async function* content() {
      yield Buffer.from(html ?? '');
    }
    const record = WARCRecord.create(
      {
        url,
        date: new Date(date ?? NOON).toISOString(),
        type: 'response',
        warcVersion: 'WARC/1.0',
        httpHeaders: { 'Content-Type': 'text/html; charset=utf-8' },
        statusline: 'HTTP/1.1 200 OK',
      },
      content(),
    );
    appendFileSync(path, await WARCSerializer.serialize(record, { gzip }));
  }
}

describe("anybody's archives", () => {
  it.each([true, false])('are read and their boilerplate learned first (gzip: %s)', async (gzip) => {
    const path = join(tempFolder(), gzip ? 'a.warc.gz' : 'a.warc');
    await foreignWarc(path, [...news(0, 12), ...news(0, 12, 'outro-exemplo.pt')], gzip);
    const phases = new Set<string>();
    const catalogue = new RecordingCatalogue();
    await analyse([path], catalogue, { onProgress: ({ phase }) => phases.add(phase) });
    expect([...phases]).toEqual(['learning', 'reading', 'settling']);
    expect(catalogue.pages).toHaveLength(24);
    for (const page of catalogue.pages) {
      expect(page.text).toContain('a prefeitura inaugurou');
      expect(page.text).not.toContain('Assine o boletim');
      expect(page.digest).toMatch(/^sha(1|-?256):/);
      expect(page.published === null || page.marks.length > 0).toBe(true);
    }
    expect(existsSync(join(path, '..', 'catalogue-content', 'learned.json'))).toBe(true);
  });

  it('are learned from to where one was stopped, and further the next time, with the same outcome', async () => {
    const pages = [...news(0, 30), ...news(0, 30, 'outro-exemplo.pt')];
    const folder = tempFolder();
    await foreignWarc(join(folder, 'a.warc.gz'), pages);
    const whole = crawlCopy(folder);
    const once = new RecordingCatalogue();
    await analyse(whole, once);
    const often = new RecordingCatalogue();
    const learned = () => JSON.parse(readFileSync(join(folder, 'catalogue-content', 'learned.json'), 'utf8'));
    const offsets: number[] = [];
    for (const calls of [20, 20]) {
      const stop = new AbortController();
      let seen = 0;
      const options = { signal: stop.signal, onProgress: () => ++seen === calls && stop.abort() };
      expect(await analyse(folder, often, options)).toMatchObject({ interrupted: true, pages: 0 });
      offsets.push(learned().files['a.warc.gz'].offset);
    }
    expect(offsets[0]).toBeGreaterThan(0);
    expect(offsets[1]).toBeGreaterThan(offsets[0]!);
    await analyse(folder, often);
    expect(often.pages).toEqual(once.pages);
  });

  it('are learned from again when they grow', async () => {
    const folder = tempFolder();
    await foreignWarc(join(folder, 'a.warc.gz'), news(0, 2));
    const catalogue = new RecordingCatalogue();
    await analyse(folder, catalogue);
    expect(catalogue.pages[0]!.text).toContain('Assine o boletim');
    await foreignWarc(join(folder, 'b.warc.gz'), news(2, 12));
    await analyse(folder, catalogue);
    expect(catalogue.pages).toHaveLength(12);
    expect(catalogue.pages.at(-1)!.text).not.toContain('Assine o boletim');
    expect((await marksOf(catalogue)).map(({ file }) => file)).toEqual(['a.warc.gz', 'b.warc.gz']);
  });

  it('may be one gzip stream, whose records have no place of their own', async () => {
    const folder = tempFolder();
    await foreignWarc(join(folder, 'x.warc'), news(0, 3), false);
    writeFileSync(join(folder, 'a.warc.gz'), gzipSync(readFileSync(join(folder, 'x.warc'))));
    rmSync(join(folder, 'x.warc'));
    const catalogue = new RecordingCatalogue();
    expect(await analyse(folder, catalogue)).toMatchObject({ pages: 3 });
    expect(catalogue.pages.map(({ archive }) => archive)).toEqual([null, null, null]);
    expect(await analyse(folder, catalogue)).toMatchObject({ pages: 0, bytes: 0 });
  });

  it('may be damaged: what is whole is read, and the rest is told', async () => {
    const folder = crawlFolder(news(0, 6));
    const path = archiveOf(folder);
    const first = new RecordingCatalogue();
    await analyse(crawlCopy(folder), first);
    const bytes = readFileSync(path);
    const at = first.pages[2]!.archive!.offset + 60;
    bytes.fill(0, at, at + 30);
    writeFileSync(path, bytes);
    const problems: string[] = [];
    const catalogue = new RecordingCatalogue();
    await analyse(folder, catalogue, { onProblem: ({ where }) => problems.push(where) });
    expect(catalogue.pages.map(({ url }) => url)).toEqual(
      news(0, 6)
        .filter((_, i) => i !== 2)
        .map(({ url }) => url),
    );
    expect(problems.length).toBeGreaterThan(0);
    expect(await analyse(folder, catalogue)).toMatchObject({ pages: 0, bytes: 0 });
  });

  it('whose digests do not hold are told, and read all the same', async () => {
    const folder = crawlFolder([
      { url: 'http://a.pt/1', html: '<p>um texto de uma página em português</p>' },
      {
        url: 'http://a.pt/2',
        html: '<p>outro texto de uma página em português</p>',
        payloadDigest: `sha1:${'A'.repeat(32)}`,
      },
    ]);
    const problems: { where: string; reason: unknown }[] = [];
    const catalogue = new RecordingCatalogue();
    const result = await analyse(folder, catalogue, { onProblem: (problem) => problems.push(problem) });
    expect(result.pages).toBe(2);
    expect(problems).toMatchObject([
      { where: expect.stringMatching(/warc\.gz @\d+$/), reason: { reason: 'digest-differs' } },
    ]);
  });

  it('are refused clearly when they are none', () => {
    const folder = tempFolder();
    for (const [name, content, why] of [
      ['a.txt', 'bom dia', 'not a WARC'],
      ['b.wacz', 'PK\u0003\u0004', 'tarrafa import'],
      ['c.warc.gz', '', 'empty'],
    ] as const) {
      writeFileSync(join(folder, name), content);
      expect(() => collectionPlace([join(folder, name)])).toThrow(why);
    }
    expect(() => collectionPlace([join(folder, 'nada')])).toThrow('no such file');
    expect(() => collectionPlace([])).toThrow();
    const empty = tempFolder();
    expect(() => collectionPlace([empty])).toThrow('no .warc or .arc file');
  });
});

/** Everything that a catalogue says, for comparing. */
async function contentsOf(catalogue: Catalogue): Promise<object> {
  const pages = await Promise.all(
    (await catalogue.pages({ limit: 1000 })).items.map(async (page) => ({
      ...page,
      versions: await catalogue.versions(page.url),
      from: (await catalogue.linksFrom(page.id, { limit: 1000 })).items,
      to: (await catalogue.linksTo(page.url, { limit: 1000 })).items,
    })),
  );
  const { bytes: _, ...summary } = await catalogue.summary();
  return {
    pages,
    summary,
    sites: (await catalogue.sites({ limit: 1000 })).items,
    entities: (await catalogue.entities({}, { limit: 1000 })).items,
    marks: await marksOf(catalogue),
  };
}

const RUNNER = fileURLToPath(new URL('./analyse-in-child.suite.ts', import.meta.url));

/** How the child ended: killed in the middle of its n-th batch. */
function analyseAndDie(folder: string, batch: number): Promise<string | null> {
  const child = spawn(process.execPath, ['--import', 'tsx', RUNNER, folder, String(batch)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return new Promise((resolve) => child.on('close', (_, signal) => resolve(signal)));
}

describe('a kill', () => {
  it('in the middle of a batch leaves a catalogue that becomes the same as one made without', async () => {
    const folder = crawlFolder([...news(0, 60), ...news(0, 40, 'outro-exemplo.pt'), ...news(10, 20)]);
    const whole = crawlCopy(folder);
    const place = collectionPlace([whole]);
    const once = EmbeddedCatalogue.open(place.catalogue);
    await analyseArchive(place, once, PLAIN);
    const expected = await contentsOf(once);
    await once.close();

    let marked = 0;
    for (const batch of [2, 3]) {
      expect(await analyseAndDie(folder, batch)).toBe('SIGKILL');
      const half = EmbeddedCatalogue.open(collectionPlace([folder]).catalogue);
      const offset = (await marksOf(half))[0]!.offset;
      expect(offset).toBeGreaterThan(marked);
      expect(offset).toBeLessThan(statSync(archiveOf(folder)).size);
      // Of the batch that it died in there is nothing.
      expect((await half.summary()).versions % 20).toBe(0);
      marked = offset;
      await half.close();
    }
    const last = EmbeddedCatalogue.open(collectionPlace([folder]).catalogue);
    await analyseArchive(collectionPlace([folder]), last, PLAIN);
    expect(await contentsOf(last)).toEqual(expected);
    await last.close();
  });
});

import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeWholeFile } from '../../files/index.ts';
import { readCrawlReport } from '../../report/crawl-report.ts';
import { archivePaths, WarcArchive } from '../../warc/index.ts';
import { whyForPrograms } from '../../words/why.ts';
import { exportCollection } from '../export/index.ts';
import { type SmallSource, smallSource } from '../export/small-source.suite.ts';
import { ZipWriter } from '../export/zip-writer.ts';
import { openCollection } from '../index.ts';
import { type ImportProblem, importArchives } from './import.ts';

const root = mkdtempSync(join(tmpdir(), 'tarrafa-imports-'));
let source: SmallSource;
let wacz: string;
let folders = 0;
const NOW = Date.UTC(2026, 5, 1);
const options = { software: 'Tarrafa/test', now: () => NOW };
const fresh = (): string => join(root, `c${++folders}`);

beforeAll(async () => {
  source = await smallSource();
  wacz = join(root, 'pequena.wacz');
  await exportCollection(source, { format: 'wacz', out: wacz }, options);
});
afterAll(async () => {
  await source.close();
  rmSync(source.folder, { recursive: true, force: true });
  rmSync(root, { recursive: true, force: true });
});

async function imported(inputs: readonly string[], out: string, more: { readonly link?: boolean } = {}) {
  const problems: ImportProblem[] = [];
  const result = await importArchives(inputs, out, {
    ...options,
    ...more,
    onProblem: (problem) => problems.push(problem),
  });
  return { result, problems };
}

async function urlsOf(folder: string): Promise<string[]> {
  const archive = await WarcArchive.open([folder]);
  try {
    return source.pages.map(({ url }) => url).filter((url) => archive.lookup(url) !== null);
  } finally {
    archive.close();
  }
}

async function zipOf(entries: Readonly<Record<string, Buffer>>, deflate = false): Promise<string> {
  const path = join(root, `z${++folders}.wacz`);
  await writeWholeFile(path, async (file) => {
    const zip = new ZipWriter(file, { date: NOW });
    for (const name in entries) await zip.add(name, [entries[name]!], { deflate });
    await zip.finish();
  });
  return path;
}

const theWarc = (): string => source.files[0]!;

describe('an import', () => {
  it('of a WACZ that was exported gives the same pages, and a folder that reports and archives know', async () => {
    const out = fresh();
    const { result, problems } = await imported([wacz], out);
    expect(problems).toEqual([]);
    expect(result).toMatchObject({ already: 0, captures: 6, problems: 0 });
    expect(await urlsOf(out)).toHaveLength(5);
    const collection = await openCollection(out, { threads: 0, places: false });
    try {
      const pages = (await collection.catalogue.pages({ limit: 100 })).items;
      expect(pages.map(({ url }) => url).sort()).toEqual(source.pages.map(({ url }) => url).sort());
      expect(pages.every(({ title }) => /^Enchente \d$/.test(title))).toBe(true);
      // Page for page what the archive held: digests and times of capture.
      const facts = (list: readonly { url: string; digest: string }[]) =>
        list.map(({ url, digest }) => `${url} ${digest}`).sort();
      expect(facts(pages)).toEqual(facts(source.pages));
    } finally {
      await collection.close();
    }
    const manifest = JSON.parse(readFileSync(join(out, 'crawl.json'), 'utf8'));
    expect(manifest).toMatchObject({
      format: 1,
      policy: 'import',
      software: 'Tarrafa/test',
      imported: [{ from: expect.stringContaining('pequena.wacz#archive/'), bytes: statSync(theWarc()).size }],
    });
    expect((await readCrawlReport(out)).crawl.policy).toBe('import');
  });

  it('done again finds what is there; other files come beside', async () => {
    const out = fresh();
    await imported([wacz], out);
    expect((await imported([wacz], out)).result).toMatchObject({ files: [], already: 1 });
    // The same bytes under another name, and other bytes under the same name.
    const other = join(root, 'outros');
    mkdirSync(other, { recursive: true });
    const name = readdirSync(join(out, 'archive')).find((one) => one.endsWith('.warc.gz'))!;
    writeFileSync(join(other, 'copia.warc.gz'), readFileSync(theWarc()));
    const members = Buffer.concat([
      readFileSync(theWarc()),
      gzipSync(
        'WARC/1.1\r\nWARC-Type: metadata\r\nWARC-Target-URI: x:y\r\nWARC-Record-ID: <urn:x:1>\r\nWARC-Date: 2020-01-01T00:00:00Z\r\nContent-Length: 0\r\n\r\n\r\n\r\n',
      ),
    ]);
    writeFileSync(join(other, name), members);
    const { result } = await imported([join(other, 'copia.warc.gz'), join(other, name)], out);
    expect(result).toMatchObject({ already: 1, files: [{ file: `2-${name}` }] });
    expect(JSON.parse(readFileSync(join(out, 'crawl.json'), 'utf8')).imported).toHaveLength(2);
  });

  it('that was killed before it told of a file takes the file for its own', async () => {
    const out = fresh();
    await imported([theWarc()], out);
    const path = join(out, 'crawl.json');
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), imported: [] }));
    const { result } = await imported([theWarc()], out);
    expect(result.files).toHaveLength(1);
    expect(archivePaths([out])).toHaveLength(1);
  });

  it('links instead of copying when asked to', async () => {
    const out = fresh();
    const given = join(root, 'dada.warc.gz');
    writeFileSync(given, readFileSync(theWarc()));
    await imported([given], out, { link: true });
    expect(statSync(join(out, 'archive', 'dada.warc.gz')).ino).toBe(statSync(given).ino);
  });

  it('keeps what can be read of a damaged archive, and tells of the damage', async () => {
    const out = fresh();
    const bytes = readFileSync(theWarc());
    const middle = source.pages[1]!.archive!.offset + 40;
    bytes.fill(0x58, middle, middle + 20);
    const damaged = join(root, 'danificada.warc.gz');
    writeFileSync(damaged, bytes.subarray(0, bytes.length - 30));
    const { problems } = await imported([damaged], out);
    expect(problems.length).toBeGreaterThanOrEqual(2);
    expect(problems.every(({ where }) => where.startsWith('danificada.warc.gz @'))).toBe(true);
    // What was passed by stands in the manifest, once however often the index is made.
    const passed = () =>
      JSON.parse(readFileSync(join(out, 'crawl.json'), 'utf8')).passed as { count: number; of: string }[];
    const counted = () => passed().reduce((sum, { count }) => sum + count, 0);
    expect(counted()).toBe(problems.length);
    await imported([damaged], out);
    expect(counted()).toBe(problems.length);
    expect(passed().every(({ of }) => of === 'index')).toBe(true);
    const urls = await urlsOf(out);
    expect(urls).not.toContain(source.pages[1]!.url);
    expect(urls).toEqual([0, 2, 3, 4].map((i) => source.pages[i]!.url));
  });

  it('gives addresses to records that shared one gzip member, and reads plain files and ARC', async () => {
    const out = fresh();
    const plain = gunzipSync(readFileSync(theWarc()));
    writeFileSync(join(root, 'inteira.warc.gz'), gzipSync(plain));
    await imported([join(root, 'inteira.warc.gz')], out);
    expect(await urlsOf(out)).toHaveLength(5);
    const other = fresh();
    writeFileSync(join(root, 'simples.warc'), plain);
    await imported([join(root, 'simples.warc')], other);
    expect(await urlsOf(other)).toHaveLength(5);

    const arc = fresh();
    const html =
      'HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<title>Antiga</title><p>Página antiga de 2001.';
    const head = '1 0 Alexa Internet\nURL IP-address Archive-date Content-type Archive-length\n';
    writeFileSync(
      join(root, 'antiga.arc'),
      `filedesc://antiga.arc 0.0.0.0 20010203040506 text/plain ${head.length}\n${head}\nhttp://antiga.example/ 192.0.2.7 20010203040506 text/html ${Buffer.byteLength(html)}\n${html}\n`,
    );
    expect((await imported([join(root, 'antiga.arc')], arc)).result.captures).toBeGreaterThanOrEqual(1);
    const collection = await openCollection(arc, { threads: 0, places: false });
    try {
      expect((await collection.catalogue.pages()).items.map(({ title }) => title)).toEqual(['Antiga']);
      // What came as ARC leaves as WARC.
      const again = join(root, 'antiga.wacz');
      const all = { title: 'Antiga', catalogue: collection.catalogue, files: archivePaths([arc]) };
      await exportCollection(all, { format: 'wacz', out: again }, options);
      const back = fresh();
      expect((await imported([again], back)).problems).toEqual([]);
      expect(readdirSync(join(back, 'archive')).sort()).toEqual(['antiga.warc.gz', 'index.cdxj']);
    } finally {
      await collection.close();
    }
  });

  it('refuses paths that climb out, links, bombs and what is no archive, before anything is made', async () => {
    const warc = readFileSync(theWarc());
    const refused = { code: 'TRF_IMPORT_REFUSED' };
    const climbing = await zipOf({ 'archive/../../../../fora.warc.gz': warc });
    const absolute = await zipOf({ '/archive/fora.warc.gz': warc });
    const bomb = await zipOf({ 'archive/bomba.warc': Buffer.alloc(8 << 20) }, true);
    const nothing = await zipOf({ 'datapackage.json': Buffer.from('{}') });
    const link = await zipOf({ 'archive/a.warc.gz': Buffer.from('/etc/passwd') });
    // Mark the entry as a symbolic link, in the directory at the end.
    const bytes = readFileSync(link);
    bytes.writeUInt32LE((0o120777 << 16) >>> 0, bytes.indexOf(Buffer.from('504b0102', 'hex')) + 38);
    writeFileSync(link, bytes);
    writeFileSync(join(root, 'lixo.warc.gz'), 'nada');
    writeFileSync(join(root, 'vazia.warc'), '');
    for (const path of [
      climbing,
      absolute,
      bomb,
      nothing,
      link,
      join(root, 'lixo.warc.gz'),
      join(root, 'vazia.warc'),
    ]) {
      const out = fresh();
      await expect(importArchives([theWarc(), path], out, options), path).rejects.toMatchObject(refused);
      expect(existsSync(out)).toBe(false);
    }
    expect(existsSync(join(root, 'fora.warc.gz'))).toBe(false);
    await expect(importArchives([join(root, 'no.warc')], fresh(), options)).rejects.toMatchObject({
      code: 'TRF_INPUT_MISSING',
    });
    await expect(importArchives([root], fresh(), options)).rejects.toMatchObject(refused);
  });

  it('tells when a package is not what it says, and keeps it', async () => {
    const out = fresh();
    const name = 'archive/a.warc.gz';
    const datapackage = Buffer.from(
      JSON.stringify({ resources: [{ path: name, hash: `sha256:${'0'.repeat(64)}` }, null, 7] }),
    );
    const path = await zipOf({
      [name]: readFileSync(theWarc()),
      'datapackage.json': datapackage,
      'datapackage-digest.json': Buffer.from(JSON.stringify({ hash: `sha256:${'1'.repeat(64)}` })),
    });
    const { problems, result } = await imported([path], out);
    expect(problems.map(({ reason }) => whyForPrograms(reason))).toEqual([
      expect.stringContaining('datapackage-digest.json'),
      expect.stringContaining('not those that the package states'),
    ]);
    expect(result.captures).toBe(6);
  });

  it('leaves the folder of a crawl alone', async () => {
    const out = fresh();
    mkdirSync(join(out, 'archive'), { recursive: true });
    writeFileSync(join(out, 'crawl.json'), JSON.stringify({ format: 1, seeds: ['http://a.example/'] }));
    await expect(importArchives([theWarc()], out, options)).rejects.toMatchObject({
      code: 'TRF_IMPORT_REFUSED',
    });
    rmSync(join(out, 'crawl.json'));
    appendFileSync(join(out, 'archive', 'a.warc'), 'x');
    await expect(importArchives([theWarc()], out, options)).rejects.toMatchObject({
      code: 'TRF_IMPORT_REFUSED',
    });
  });

  it('that is stopped leaves no half of a file, and goes on when it is done again', async () => {
    const out = fresh();
    const stop = new AbortController();
    await expect(
      importArchives([wacz], out, { ...options, signal: stop.signal, onProgress: () => stop.abort() }),
    ).rejects.toThrow();
    expect(readdirSync(join(out, 'archive'))).toEqual([]);
    expect((await imported([wacz], out)).result.captures).toBe(6);
  });
});

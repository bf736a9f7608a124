import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TimeStudyResult } from '../../report/time/index.ts';
import { WarcWriter } from '../../warc/index.ts';
import { mineCommand } from '../cop/cop.ts';
import { reportTimeCommand } from './report-time.ts';

let folder: string;
let printed: string;
let complained: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tarrafa-study-'));
  vi.stubEnv('TARRAFA_OUTPUT', 'table');
  printed = '';
  complained = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    complained += String(text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const AT = Date.UTC(2024, 4, 6, 12);

interface Page {
  readonly path: string;
  readonly body: string;
  readonly headers?: readonly string[];
  readonly status?: number;
  readonly bytes?: Buffer;
}

/** A crawl's folder with these pages in its archive. */
function archive(pages: readonly Page[]): string {
  const where = join(folder, 'crawl');
  mkdirSync(join(where, 'archive'), { recursive: true });
  const writer = WarcWriter.open(join(where, 'archive'), { clock: () => AT });
  for (const { path, body, headers = [], status = 200, bytes } of pages) {
    writer.writeExchange({
      url: `http://exemplo.pt${path}`,
      date: AT,
      status,
      statusText: 'OK',
      httpVersion: '1.1',
      rawHeaders: ['Content-Type', 'text/html; charset=utf-8', ...headers],
      body: bytes ?? Buffer.from(`<!doctype html><title>Página</title><body>${body}</body>`),
      requestHead: `GET ${path} HTTP/1.1\r\nHost: exemplo.pt\r\n\r\n`,
      address: '192.0.2.7',
    });
  }
  writer.close();
  return where;
}

const PAGES: readonly Page[] = [
  {
    path: '/a',
    body: '<p>A guerra começou em 1 de setembro de 1939 e os homens da cidade partiram. <a href="/b#fim">Depois</a>.</p><p>No ano seguinte nada mudou.</p>',
    headers: ['Last-Modified', 'Mon, 05 Jun 2023 10:00:00 GMT'],
  },
  {
    path: '/b',
    body: '<p>A paz foi assinada em 1945 na cidade do Porto, todos os dias lembrada. <a href="http://fora.pt/">Fora</a> <a href="/a">antes</a> <a href="/b">aqui</a></p>',
    headers: ['Last-Modified', 'Thu, 01 Jan 1970 00:00:00 GMT'],
  },
  { path: '/c', body: '<p>Nada que diga quando foi que isto aconteceu na cidade.</p>' },
  { path: '/d', body: '<p>não encontrada em 1990</p>', status: 404 },
];

const study = async (...args: string[]): Promise<TimeStudyResult> => {
  printed = '';
  await reportTimeCommand().parseAsync([...args, '--json'], { from: 'user' });
  return JSON.parse(printed) as TimeStudyResult;
};

const rows = (result: TimeStudyResult, number: string): Record<string, number | null> =>
  Object.fromEntries(
    result.tables
      .find((table) => table.number === number)!
      .rows.map(({ name, values }) => [name, values[0]!]),
  );

describe('tarrafa report time', () => {
  it('[T-COL-5] studies a crawl: tables, JSON, plots and a page beside it', async () => {
    const where = archive(PAGES);
    const result = await study(where, '--creation', 'last-modified');
    expect(rows(result, '6.1')).toEqual({ all: 3, 'with-time': 2, 'with-placed-time': 2 });
    expect(rows(result, '6.2')).toEqual({
      'with-creation': 2,
      'without-creation': 1,
      'suspicious-creation': 1,
    });
    expect(rows(result, '6.4')).toMatchObject({ total: 4, resolved: 3 });
    expect(rows(result, '6.11')).toEqual({ inside: 2, outside: 1, total: 3 });
    expect(rows(result, '6.13')).toEqual({ 0: 1, 1: 1, 2: 1, 'at-least-3': 0 });
    expect(result.contentYears).toEqual([
      { year: 1939, count: 1 },
      { year: 1945, count: 1 },
    ]);
    expect(JSON.parse(readFileSync(join(where, 'report', 'time.json'), 'utf8'))).toEqual(result);
    for (const name of [
      'time.html',
      'time-content-time.svg',
      'time-granularity.svg',
      'time-segment-quartiles.svg',
      'time-creation-dates.svg',
    ])
      expect(existsSync(join(where, 'report', name))).toBe(true);
    printed = '';
    await reportTimeCommand().parseAsync([where, '--lang', 'pt-PT', '--out', join(folder, 'elsewhere')], {
      from: 'user',
    });
    expect(printed).toContain('Documentos pela data de criação\n');
    expect(printed).toMatch(/^ {2}3 documentos, cerca de 3 diferentes, 3 analisados\./m);
    expect(printed).not.toMatch(/\b6\.\d/);
    expect(printed).toContain(join(folder, 'elsewhere', 'time.html'));
  });

  it('takes the date a page states before that of its server', async () => {
    const stated = {
      path: '/e',
      body: '<p>Hoje choveu na cidade.</p><script type="application/ld+json">{"@type":"NewsArticle","datePublished":"2020-02-03"}</script>',
    };
    const result = await study(archive([...PAGES, stated]));
    expect(result.creationYears).toEqual(
      expect.arrayContaining([
        { year: 2020, count: 1 },
        { year: 2023, count: 1 },
      ]),
    );
    expect(rows(result, '6.2')['suspicious-creation']).toBe(1);
    expect(result.contentYears).toEqual(expect.arrayContaining([{ year: 2020, count: 1 }]));
  });

  it('converts to the XML form, and the study of that is the same', async () => {
    const where = archive(PAGES);
    const xml = join(folder, 'colecao.xml');
    const first = await study(
      where,
      '--creation',
      'last-modified',
      '--xml',
      xml,
      '--xml-links',
      '--out',
      join(folder, 'out'),
    );
    expect(readFileSync(xml, 'utf8')).toMatch(/^<colCHAVE>\n<DOC>\n {2}<DATE>20230605<\/DATE>/);
    const second = await study(xml);
    for (const number of ['6.1', '6.2', '6.3', '6.4', '6.5', '6.6', '6.8', '6.11', '6.12', '6.13'])
      expect([number, rows(second, number)]).toEqual([number, rows(first, number)]);
    writeFileSync(`${xml}.gz`, gzipSync(readFileSync(xml)));
    expect((await study(`${xml}.gz`)).counts).toEqual(second.counts);
  });

  it('reads WPT records and JSON Lines', async () => {
    writeFileSync(
      join(folder, 'wpt.txt'),
      '-----\nURL: http://a.pt/\n-----\n(Last-Modified, 30/08/2002)\n(dataRec, 21/03/2003)\n(language, portuguese)\n\nEm maio de 1974 choveu.\n',
    );
    writeFileSync(
      join(folder, 'textos.jsonl'),
      '{"id":1,"text":"Em 1974 choveu."}\nnão é JSON\n{"html":"<p>Em 1975 choveu.</p>"}\n',
    );
    const result = await study(join(folder, 'wpt.txt'), join(folder, 'textos.jsonl'));
    expect(result.contentYears).toEqual([
      { year: 1974, count: 2 },
      { year: 1975, count: 1 },
    ]);
    expect(complained).toContain('a linha 2 não é JSON');
  });

  it('hostile archives: damage is told, the rest is studied', async () => {
    const where = archive([
      ...PAGES,
      {
        path: '/bomb',
        body: '',
        headers: ['Content-Encoding', 'gzip'],
        bytes: Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0xff, 0xff, 0xff, 0x07]),
      },
      { path: '/deep', body: `${'<div>'.repeat(20_000)}em 1940` },
    ]);
    const [name] = readdirSync(join(where, 'archive')).filter((file) => file.endsWith('.warc.gz'));
    const path = join(where, 'archive', name!);
    writeFileSync(
      path,
      Buffer.concat([readFileSync(path), Buffer.from('lixo'), Buffer.from([0x1f, 0x8b, 8, 0, 0])]),
    );
    writeFileSync(join(where, 'archive', 'z.warc'), 'WARC/1.1\r\nContent-Length: 99999999999\r\n\r\n');
    const result = await study(where);
    expect(result.collection.documents).toBe(4);
    expect(complained).not.toBe('');
    expect(complained).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
  });

  it('a path that is not there, or holds nothing, is a clear error; a failed conversion leaves no file', async () => {
    const run = (...args: string[]): Promise<unknown> =>
      reportTimeCommand().parseAsync(args, { from: 'user' });
    await expect(run(join(folder, 'nada'))).rejects.toMatchObject({ code: 'TRF_INPUT_MISSING' });
    await expect(run(folder, '--xml', join(folder, 'x.xml'))).rejects.toMatchObject({
      code: 'TRF_INPUT_MISSING',
    });
    expect(readdirSync(folder)).toEqual([]);
    await expect(run(folder, '--xml', join(folder, 'no', 'such', 'x.xml'))).rejects.toMatchObject({
      code: 'TRF_STORAGE_DENIED',
    });
  });
});

describe('tarrafa time mine', () => {
  it('[T-COP-5] prints the patterns of an archive, most frequent first, and as JSON', async () => {
    const body = `${'<p>No ano passado choveu muito.</p><p>Em maio choveu.</p>'.repeat(4)}<p>Em abril choveu.</p>`;
    const where = archive([{ path: '/a', body }]);
    await mineCommand().parseAsync([where, '--lang', 'en'], { from: 'user' });
    const lines = printed.split('\n');
    expect(lines[0]).toContain('pattern');
    expect(lines[1]).toMatch(/^5 +Em tag_MONTH +CALENDAR_REF EXPLICIT +month/);
    expect(lines[2]).toMatch(/^4 +No ano passado +CALENDAR_REF DEICTIC +unit\.last/);
    printed = '';
    await mineCommand().parseAsync([where, '--json'], { from: 'user' });
    expect(JSON.parse(printed).patterns[1]).toMatchObject({
      frequency: 4,
      known: 'unit.last',
      patterns: [{ make: 'unit-of', forms: ['no < U:ano passado'], with: { n: -1, anchor: 'dct' } }],
    });
  });
});

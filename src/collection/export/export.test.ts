import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DOMParser } from '@xmldom/xmldom';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Query } from '../../catalogue/index.ts';
import { writeWholeFile } from '../../files/index.ts';
import { Budget, FileSource, openArchive } from '../../geo/index.ts';
import { checkWarc, parseCdxjLine, readRecordAt, readWarc, surt, type WarcRecord } from '../../warc/index.ts';
import type { Cell, ColumnType } from './columns.ts';
import { csvLine } from './csv.ts';
import { type ExportRequest, exportCollection } from './export.ts';
import type { ExportCatalogue } from './selection.ts';
import { HOSTILE, type SmallSource, smallSource } from './small-source.suite.ts';
import { timeMlOf } from './timex3.ts';
import { ZipWriter } from './zip-writer.ts';

const root = mkdtempSync(join(tmpdir(), 'tarrafa-exports-'));
let source: SmallSource;
let empty: SmallSource;
/** One page, which speaks of Rome's first year without kings and of a year of five digits. */
let ancient: SmallSource;

beforeAll(async () => {
  source = await smallSource();
  empty = await smallSource(0);
  ancient = await smallSource(1);
  const [republic, distant] = [-508, 12_026].map((year) =>
    Math.floor(new Date(0).setUTCFullYear(year, 0, 1) / DAY),
  );
  const [page] = ancient.pages;
  const end = page!.text.length;
  await ancient.catalogue.write({
    pages: [
      {
        ...page!,
        digest: 'sha1:OUTRO',
        segments: [
          { start: 0, end: 5, periods: [{ from: republic!, to: republic! }] },
          { start: 5, end, periods: [{ from: distant!, to: distant! }] },
        ],
      },
    ],
  });
});
afterAll(async () => {
  for (const one of [source, empty, ancient]) {
    await one.close();
    rmSync(one.folder, { recursive: true, force: true });
  }
  rmSync(root, { recursive: true, force: true });
});

const DAY = 86_400_000;

/** Rows of a statement, by a reader of Parquet that is not ours; null where its package has none for the machine. */
async function duckdb(): Promise<((sql: string) => Promise<unknown[]>) | null> {
  try {
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    await connection.run("set TimeZone = 'UTC'");
    return async (sql) => (await connection.runAndReadAll(sql)).getRowObjectsJson();
  } catch {
    return null;
  }
}

const options = { software: 'Tarrafa/test', now: () => Date.UTC(2026, 5, 1) };
let files = 0;

async function exported(
  request: Omit<ExportRequest, 'out'> & { readonly ending: string },
  from: SmallSource = source,
): Promise<{ readonly path: string; readonly items: number; readonly missing: number }> {
  const path = join(root, `${++files}${request.ending}`);
  const result = await exportCollection(from, { ...request, out: path }, options);
  expect(readFileSync(path).length).toBe(result.bytes);
  return { path, ...result };
}

/** RFC 4180. */
function csvRows(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (quoted === undefined && plain === '' && end === '') break;
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain!);
    if (end === '\r\n') rows.push([]);
  }
  return rows.filter((row) => row.length > 0);
}

describe('CSV', () => {
  it('has a row for each page, and no cell that a spreadsheet would run', async () => {
    const { path, items } = await exported({ format: 'csv', ending: '.csv' });
    expect(items).toBe(5);
    const [head, ...rows] = csvRows(readFileSync(path, 'utf8'));
    expect(rows.map((row) => row.length)).toEqual(Array(5).fill(head!.length));
    const cell = (row: number, name: string) => rows[row]![head!.indexOf(name)];
    expect(cell(0, 'published')).toBe('1991-05-08');
    expect([cell(0, 'speaks_from'), cell(0, 'speaks_to')]).toEqual(['1941-01-01', '1941-12-31']);
    expect(cell(0, 'places')).toBe('Porto Alegre');
    expect(cell(0, 'fetched_at')).toBe('2026-01-31T12:30:16.000Z');
    expect(cell(1, 'title')!.startsWith("'=HYPERLINK")).toBe(true);
    for (const row of rows) for (const value of row) expect(value).not.toMatch(/^[=@\t\r]|\0/);
  });

  it('leaves numbers with their sign, and disarms what only looks like one', () => {
    const csvCell = (value: Cell, type: ColumnType = 'text'): string =>
      csvLine([{ name: 'cell', type, cell: () => value }], null).trimEnd();
    expect(csvCell('-12,5')).toBe('"-12,5"');
    expect(csvCell('+351')).toBe('+351');
    expect(csvCell(-3, 'real')).toBe('-3');
    for (const text of ['=1+1', '+1+1', '-1+cmd|x', '@SUM(A1)', '\t=1', '－1'])
      expect(csvCell(text).replace(/^"/, '')[0]).toBe("'");
    expect(csvCell(null)).toBe('');
    expect(csvCell(Number.NaN, 'real')).toBe('');
  });

  it('of entities has a row for each value; of a table a column for each attribute', async () => {
    const long = csvRows(
      readFileSync((await exported({ format: 'csv', what: 'entities', ending: '.csv' })).path, 'utf8'),
    );
    expect(long[0]).toContain('attribute');
    expect(long.length - 1).toBe(5 * 2 + 2 * 2);
    const wide = csvRows(
      readFileSync((await exported({ format: 'csv', table: 'Jogadores', ending: '.csv' })).path, 'utf8'),
    );
    expect(wide).toEqual([
      ['site', 'page', 'nome', 'page 2'],
      ['exemplo.br', source.pages[0]!.url, "'-Fulana 0; F. 0", ''],
      ['exemplo.br', source.pages[1]!.url, "'-Fulana 1; F. 1", ''],
    ]);
  });

  it('of links, segments and geographic files', async () => {
    const rowsOf = async (what: 'links' | 'segments' | 'geo') =>
      csvRows(readFileSync((await exported({ format: 'csv', what, ending: '.csv' })).path, 'utf8'));
    const links = await rowsOf('links');
    expect(links.length - 1).toBe(5);
    expect(links[1]!.slice(1, 3)).toEqual([source.pages[0]!.url, source.pages[1]!.url]);
    const segments = await rowsOf('segments');
    expect(segments.length - 1).toBe(10);
    expect(segments[2]!.slice(4, 8)).toEqual(['1941-01-01', '1941', '1941-12-31', '1941']);
    const [head, row] = await rowsOf('geo');
    expect(Object.fromEntries(head!.map((name, i) => [name, row![i]]))).toMatchObject({
      url: 'https://geo.exemplo.br/solo.zip',
      features: '12',
      west: '-52',
      north: '-29',
      link_text: "'+solos",
    });
  });
});

describe('JSON Lines', () => {
  it('holds pages whole, with days as days and the values as they are', async () => {
    const { path } = await exported({ format: 'jsonl', ending: '.jsonl' });
    const pages = readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(pages).toHaveLength(5);
    expect(pages[0]).toMatchObject({
      url: source.pages[0]!.url,
      fetchedAt: '2026-01-31T12:30:16.000Z',
      marks: [{ text: '1941', value: '1941', period: { from: '1941-01-01', to: '1941-12-31' } }],
      places: [{ name: 'Porto Alegre', lat: -30.03 }],
      entities: [{ type: 'Person' }],
    });
    expect(pages[1].title.startsWith('=HYPERLINK')).toBe(true);
    expect(pages[0]).not.toHaveProperty('html');
  });
});

describe('Parquet', () => {
  it('has typed columns that are read back', async () => {
    const { path } = await exported({ format: 'parquet', ending: '.parquet' });
    const file = await asyncBufferFromFile(path);
    const { schema } = await parquetMetadataAsync(file);
    const types = Object.fromEntries(
      schema
        .slice(1)
        .map(({ name, type, converted_type }) => [name, converted_type ?? type] as const)
        // The fields of the places stand behind them.
        .reverse(),
    );
    expect(types).toMatchObject({
      id: 'INT64',
      published: 'DATE',
      fetched_at: 'TIMESTAMP_MILLIS',
      text: 'UTF8',
      published_confidence: 'DOUBLE',
    });
    const rows = await parquetReadObjects({ file });
    expect(rows).toHaveLength(5);
    expect(rows[0]).toMatchObject({ url: source.pages[0]!.url, status: 200n, byline: null });
    expect(rows[0]!.published).toEqual(new Date('1991-05-08T00:00:00Z'));
    expect(rows[0]).toMatchObject({ speaks_from: '1941-01-01', speaks_from_year: 1941n });
    expect(rows[0]!.places).toEqual([
      { id: expect.any(String), name: 'Porto Alegre', lat: -30.03, lon: -51.23, confidence: 0.9 },
    ]);
    expect(rows[1]!.places).toEqual([]);
    expect(rows[0]!.fetched_at).toEqual(new Date('2026-01-31T12:30:16Z'));
    expect(String(rows[1]!.title)).toContain('HYPERLINK');
  });

  it('is read by others whatever years the pages speak of, places by their fields', async (context) => {
    const { path } = await exported({ format: 'parquet', ending: '.parquet' }, ancient);
    const segments = await exported({ format: 'parquet', what: 'segments', ending: '.parquet' }, ancient);
    const ask = await duckdb();
    if (ask === null) context.skip('DuckDB has no package for this machine');
    const from = (file: string) => `from read_parquet('${file.replaceAll("'", "''")}')`;
    expect(
      await ask!(
        `select speaks_from, speaks_from_year, speaks_to_year, published::varchar as published, published_where, published_text,
           typeof(published) as type, fetched_at::varchar as fetched ${from(path)} order by id`,
      ),
    ).toEqual([
      {
        speaks_from: '-000508-01-01',
        speaks_from_year: '-508',
        speaks_to_year: '12026',
        published: '1991-05-08',
        published_where: 'meta',
        published_text: '1991-05-08',
        type: 'DATE',
        fetched: '2026-01-31 12:30:16',
      },
    ]);
    expect(
      await ask!(
        `select place.id as id, place.name as name, place.lat as lat, place.lon as lon, place.confidence as confidence
           from (select unnest(places) as place ${from(path)})`,
      ),
    ).toEqual([{ id: expect.any(String), name: 'Porto Alegre', lat: -30.03, lon: -51.23, confidence: 0.9 }]);
    expect(
      await ask!(`select "from", from_year, to_year ${from(segments.path)} where from_year < 0`),
    ).toEqual([{ from: '-000508-01-01', from_year: '-508', to_year: '-508' }]);
    const script = `import pandas, sys
frame = pandas.read_parquet(sys.argv[1])
print(frame.speaks_from_year[0], frame.published[0], frame.places[0][0]["name"])`;
    const pandas = spawnSync('python3', ['-c', script, path], { encoding: 'utf8' });
    // Where pandas is: not everybody has it, and then Python says so.
    if (!/ModuleNotFoundError|ImportError/.test(pandas.stderr ?? '') && pandas.error === undefined)
      expect(pandas.stdout.trim()).toBe('-508 1991-05-08 Porto Alegre');
  });

  it('of nothing is a table without rows', async () => {
    const { path, items } = await exported({ format: 'parquet', ending: '.parquet' }, empty);
    expect(items).toBe(0);
    expect(await parquetReadObjects({ file: await asyncBufferFromFile(path) })).toEqual([]);
  });
});

describe('GeoJSON', () => {
  it('of geographic files has their extents, of pages the places that they name', async () => {
    const read = async (what: 'geo' | 'pages') =>
      JSON.parse(
        readFileSync((await exported({ format: 'geojson', what, ending: '.geojson' })).path, 'utf8'),
      );
    const geo = await read('geo');
    expect(geo.features).toHaveLength(1);
    expect(geo.features[0]).toMatchObject({
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [-52, -31],
            [-50, -31],
            [-50, -29],
            [-52, -29],
            [-52, -31],
          ],
        ],
      },
      properties: { url: 'https://geo.exemplo.br/solo.zip', layers: [{ layer: 'solos', count: 12 }] },
    });
    const pages = await read('pages');
    expect(pages.features).toHaveLength(4);
    expect(pages.features[0]).toMatchObject({
      geometry: { type: 'Point', coordinates: [-51.23, -30.03] },
      properties: { place: 'Porto Alegre', mentions: 1, speaksFrom: '1941-01-01' },
    });
  });
});

describe('TIMEX3', () => {
  it('is well-formed whatever the pages say, and gives the text back', async () => {
    const { path } = await exported({ format: 'timex3', ending: '.xml' });
    const problems: string[] = [];
    const document = new DOMParser({
      onError: (level, message) => {
        if (level !== 'warning') problems.push(message);
      },
    }).parseFromString(readFileSync(path, 'utf8'), 'text/xml');
    expect(problems).toEqual([]);
    const texts = [...document.getElementsByTagName('TEXT')].map((one) => one.textContent);
    expect(texts).toHaveLength(5);
    expect(texts[0]).toBe(source.pages[0]!.text);
    expect(texts[1]).toBe(`Em 1941 ${HOSTILE.replace(/[\0\x07\ud800]/g, '\ufffd')}`);
    const [created, mark] = [...document.getElementsByTagName('TIMEX3')];
    expect([created!.getAttribute('functionInDocument'), created!.getAttribute('value')]).toEqual([
      'CREATION_TIME',
      '1991-05-08',
    ]);
    expect([mark!.getAttribute('value'), mark!.textContent]).toEqual(['1941', '1941']);
  });

  it('leaves marks out that overlap or lie outside', async () => {
    const page = {
      ...(await source.catalogue.page((await source.catalogue.pages()).items[0]!.id))!,
      text: 'de 1939 a 1945',
    };
    const mark = (start: number, end: number, value: string) => ({
      start,
      end,
      type: 'DATE' as const,
      value,
      period: null,
    });
    const xml = timeMlOf({
      ...page,
      marks: [
        mark(10, 14, '1945'),
        mark(3, 14, '1939/1945'),
        mark(3, 7, '"<'),
        mark(12, 99, 'x'),
        mark(5, 5, 'y'),
      ],
    });
    expect(xml.match(/<TIMEX3 tid="t[1-9]/g)).toHaveLength(1);
    expect(xml).toContain('value="1939/1945">1939 a 1945</TIMEX3>');
  });
});

describe('WARC', () => {
  it('has the records of the pages found as they were, with their requests, and says what it is', async () => {
    const { path, items, missing } = await exported({
      format: 'warc',
      query: source.query('parte'),
      ending: '.warc.gz',
    });
    expect([items, missing]).toEqual([4, 0]);
    const records: WarcRecord[] = [];
    for await (const record of readWarc(path, { strict: true, verify: true })) records.push(record);
    expect(records[0]!.type).toBe('warcinfo');
    expect(records[0]!.block.toString()).toContain('isPartOf: Pequena');
    expect(records[0]!.block.toString()).toContain('answers: parte');
    const by = (type: string) => records.filter((record) => record.type === type);
    const urls = (type: string) =>
      by(type)
        .map(({ url }) => url)
        .sort();
    const found = [0, 2, 3, 4].map((i) => source.pages[i]!.url);
    expect(urls('response')).toEqual(found);
    // The third page was captured twice: its revisit comes with what it refers to, and both with their requests.
    expect(urls('revisit')).toEqual([source.pages[2]!.url]);
    expect(urls('request')).toEqual([...found, source.pages[2]!.url].sort());
    for (const record of by('response'))
      expect(record.verdicts).toEqual({ block: 'match', payload: 'match' });
    const ids = new Set(records.map(({ id }) => id));
    for (const record of by('request')) expect(ids.has(record.field('WARC-Concurrent-To'))).toBe(true);
    const findings: string[] = [];
    await checkWarc([path], ({ code, message }) => findings.push(`${code} ${message}`));
    expect(findings).toEqual([]);
  });

  it('tells of pages whose record is gone, and copies the others', async () => {
    const gone = { ...source, files: [] };
    const { items, missing } = await exported({ format: 'warc', ending: '.warc.gz' }, gone);
    expect([items, missing]).toEqual([5, 5]);
  });
});

interface Unzipped {
  readonly names: readonly string[];
  readonly bytes: ReadonlyMap<string, Buffer>;
}

async function unzipped(path: string): Promise<Unzipped> {
  const file = new FileSource(path);
  const zip = await openArchive({ name: path, source: file }, new Budget());
  const bytes = new Map<string, Buffer>();
  for (const member of zip!.members) {
    expect(member.refused).toBeNull();
    const content = await member.open();
    bytes.set(member.name, Buffer.from(await content.read(0, member.size)));
  }
  return { names: zip!.members.map(({ name }) => name), bytes };
}

describe('WACZ', () => {
  it.each([
    ['of everything', false],
    ['of what a query finds', true],
  ])('%s follows its specification, and records are reached through its index', async (_, withQuery) => {
    const { path } = await exported({
      format: 'wacz',
      query: withQuery ? source.query('parte') : null,
      ending: '.wacz',
    });
    const { names, bytes } = await unzipped(path);
    const archive = names.filter((name) => name.startsWith('archive/'));
    expect(archive).toHaveLength(1);
    expect(names.slice(1)).toEqual([
      'indexes/index.cdx.gz',
      'indexes/index.idx',
      'pages/pages.jsonl',
      'datapackage.json',
      'datapackage-digest.json',
    ]);
    // The manifest: profile, version, and every file with its size and digest.
    const json = JSON.parse(bytes.get('datapackage.json')!.toString('utf8'));
    expect(json).toMatchObject({
      profile: 'data-package',
      wacz_version: '1.1.1',
      title: 'Pequena',
      software: 'Tarrafa/test',
      created: '2026-06-01T00:00:00.000Z',
    });
    const sha256 = (of: Buffer) => `sha256:${createHash('sha256').update(of).digest('hex')}`;
    expect(json.resources.map((one: { path: string }) => one.path).sort()).toEqual(
      names.filter((name) => !name.startsWith('datapackage')).sort(),
    );
    for (const resource of json.resources) {
      const content = bytes.get(resource.path)!;
      expect(resource).toEqual({
        name: resource.path.slice(resource.path.indexOf('/') + 1),
        path: resource.path,
        bytes: content.length,
        hash: sha256(content),
      });
    }
    expect(JSON.parse(bytes.get('datapackage-digest.json')!.toString('utf8'))).toEqual({
      path: 'datapackage.json',
      hash: sha256(bytes.get('datapackage.json')!),
    });
    // Pages: a head line, then one line a page.
    const [head, ...pages] = bytes
      .get('pages/pages.jsonl')!
      .toString('utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(head).toMatchObject({ format: 'json-pages-1.0', id: 'pages' });
    expect(pages).toHaveLength(withQuery ? 4 : 5);
    for (const page of pages) expect(page.ts).toBe(new Date(Date.parse(page.ts)).toISOString());
    expect(json.mainPageUrl).toBe(pages[0].url);
    // The index: sorted lines in gzip members that index.idx names.
    const index = bytes.get('indexes/index.cdx.gz')!;
    const idx = bytes.get('indexes/index.idx')!.toString('utf8').trimEnd().split('\n');
    expect(idx[0]).toBe('!meta 0 {"format": "cdxj-gzip-1.0", "filename": "index.cdx.gz"}');
    const lines = idx.slice(1).flatMap((line) => {
      const block = JSON.parse(line.slice(line.indexOf('{')));
      const packed = index.subarray(block.offset, block.offset + block.length);
      expect(block.digest).toBe(sha256(packed));
      const text = gunzipSync(packed).toString('latin1').trimEnd().split('\n');
      expect(text[0]!.startsWith(line.slice(0, line.indexOf('{')))).toBe(true);
      return text;
    });
    expect(lines).toEqual([...lines].sort());
    // Every page is found through it, in the archive as it stands inside the ZIP.
    const warc = join(root, 'inside.warc.gz');
    writeFileSync(warc, bytes.get(archive[0]!)!);
    expect(readFileSync(path).includes(bytes.get(archive[0]!)!)).toBe(true);
    const captures = lines.map((line) => parseCdxjLine(line)!);
    for (const page of pages) {
      const capture = captures.find(({ key, mime }) => key === surt(page.url) && mime !== 'warc/revisit')!;
      expect(capture.filename).toBe(archive[0]!.slice('archive/'.length));
      expect((await readRecordAt(warc, capture.offset, capture.length)).url).toBe(page.url);
    }
  });

  it('of everything has the records of the pages alone while something is being taken out', async () => {
    const { path } = await exported(
      { format: 'wacz', query: null, ending: '.wacz' },
      { ...source, forgetting: true },
    );
    const { names } = await unzipped(path);
    expect(names.filter((name) => name.startsWith('archive/'))).toEqual(['archive/data.warc.gz']);
  });

  it('of nothing found is a WACZ without pages', async () => {
    const { path, items } = await exported({
      format: 'wacz',
      query: source.query('inexistente'),
      ending: '.wacz',
    });
    expect(items).toBe(0);
    const { bytes } = await unzipped(path);
    expect(bytes.get('pages/pages.jsonl')!.toString().trimEnd().split('\n')).toHaveLength(1);
    expect(gunzipSync(bytes.get('indexes/index.cdx.gz')!)).toHaveLength(0);
  });
});

describe('a ZIP', () => {
  it('of sizes beyond the old limits is read back', async () => {
    const path = join(root, 'wide.zip');
    await writeWholeFile(path, async (file) => {
      const zip = new ZipWriter(file, { date: 0, wideFrom: 50 });
      await zip.add('pequeno', [Buffer.from('a')]);
      await zip.add('médio/ç.txt', [Buffer.alloc(60, 'b'), Buffer.alloc(40, 'c')], { deflate: true });
      await zip.add('vazio', []);
      await zip.add('fim', [Buffer.alloc(100, 'd')]);
      await zip.finish();
    });
    const { bytes } = await unzipped(path);
    expect([...bytes].map(([name, content]) => [name, content.toString()])).toEqual([
      ['pequeno', 'a'],
      ['médio/ç.txt', 'b'.repeat(60) + 'c'.repeat(40)],
      ['vazio', ''],
      ['fim', 'd'.repeat(100)],
    ]);
  });
});

describe('an export', () => {
  it('of an empty collection is whole and empty, in every format', async () => {
    const read = async (format: 'csv' | 'jsonl' | 'geojson' | 'timex3', ending: string) =>
      readFileSync((await exported({ format, ending }, empty)).path, 'utf8');
    expect(csvRows(await read('csv', '.csv'))).toHaveLength(1);
    expect(await read('jsonl', '.jsonl')).toBe('');
    expect(
      JSON.parse(
        readFileSync(
          (await exported({ format: 'geojson', what: 'pages', ending: '.geojson' }, empty)).path,
          'utf8',
        ),
      ).features,
    ).toEqual([]);
    expect(await read('timex3', '.xml')).toContain('<TimeMLCollection>\n</TimeMLCollection>');
  });

  it('with a query takes what it finds, page after page of answers', async () => {
    const many = await smallSource(230);
    try {
      const { path, items } = await exported(
        { format: 'csv', query: many.query('enchente'), ending: '.csv' },
        many,
      );
      expect(items).toBe(229);
      expect(
        new Set(
          csvRows(readFileSync(path, 'utf8'))
            .slice(1)
            .map((row) => row[1]),
        ).size,
      ).toBe(229);
      const entities = await exported(
        { format: 'jsonl', what: 'entities', query: many.query('enchente'), ending: '.jsonl' },
        many,
      );
      expect(entities.items).toBeGreaterThanOrEqual(229);
      const told: number[] = [];
      await exportCollection(
        many,
        { format: 'csv', out: join(root, 'told.csv') },
        { ...options, onProgress: ({ done, total }) => told.push(done, total ?? -1) },
      );
      expect(told.slice(0, 4)).toEqual([64, 230, 128, 230]);
    } finally {
      await many.close();
      rmSync(many.folder, { recursive: true, force: true });
    }
  });

  it('takes everything that answers a query, and nothing that answers only in part', async () => {
    const line = join(root, 'answers.jsonl');
    const answers = source.query('parte');
    const { total } = await source.catalogue.search(answers, { limit: 1 });
    const { items } = await exportCollection(source, { format: 'jsonl', query: answers, out: line }, options);
    const pages = (await source.catalogue.matches(answers)).filter(({ kind }) => kind === 'page').length;
    expect(items).toBe(pages);
    expect(await source.catalogue.matches(answers)).toHaveLength(total);
    const none: Query = {
      ...answers,
      clause: { kind: 'and', clauses: [answers.clause!, { kind: 'word', text: 'xyzzyq' }] },
    };
    const asked = await source.catalogue.search(none);
    expect([asked.total, asked.others.map(({ missing }) => missing)]).toEqual([0, ['words']]);
    expect(
      await exportCollection(source, { format: 'jsonl', query: none, out: line }, options),
    ).toMatchObject({ items: 0 });
  });

  it('that is stopped or fails leaves what was there before, and nothing else', async () => {
    const folder = join(root, 'stopped');
    mkdirSync(folder);
    const out = join(folder, 'p.wacz');
    writeFileSync(out, 'before');
    const many = await smallSource(80);
    try {
      for (const format of ['wacz', 'csv'] as const) {
        const stop = new AbortController();
        const onProgress = () => stop.abort();
        const target = format === 'csv' ? out.replace('wacz', 'csv') : out;
        await expect(
          exportCollection(many, { format, out: target }, { ...options, signal: stop.signal, onProgress }),
        ).rejects.toThrow();
      }
      const broken = {
        ...many,
        catalogue: {
          ...bound(many),
          pages: async () => {
            throw new Error('damaged');
          },
        },
      };
      await expect(
        exportCollection(broken, { format: 'jsonl', out: join(folder, 'x.jsonl') }, options),
      ).rejects.toThrow('damaged');
    } finally {
      await many.close();
      rmSync(many.folder, { recursive: true, force: true });
    }
    expect(readdirSync(folder)).toEqual(['p.wacz']);
    expect(readFileSync(out, 'utf8')).toBe('before');
  });

  it('clears what a killed process left of the same file', async () => {
    const folder = join(root, 'killed');
    mkdirSync(join(folder, 'p.csv.999999999.parts', 'archive'), { recursive: true });
    writeFileSync(join(folder, 'p.csv.999999999.part'), 'dead');
    writeFileSync(join(folder, `p.csv.${process.ppid}.part`), 'alive');
    await exportCollection(source, { format: 'csv', out: join(folder, 'p.csv') }, options);
    expect(readdirSync(folder).sort()).toEqual(['p.csv', `p.csv.${process.ppid}.part`]);
  });

  it('refuses what a format cannot hold, unknown tables, names that readers would not take, and folders', async () => {
    const attempt = (request: Partial<ExportRequest> & Pick<ExportRequest, 'format'>) =>
      exportCollection(source, { out: join(root, 'x'), ...request }, options);
    await expect(attempt({ format: 'wacz', what: 'links' })).rejects.toMatchObject({
      code: 'TRF_EXPORT_KIND',
    });
    await expect(attempt({ format: 'csv', table: 'Clubes' })).rejects.toMatchObject({
      code: 'TRF_EXPORT_TABLE',
    });
    await expect(attempt({ format: 'csv', table: 'Jogadores', what: 'pages' })).rejects.toMatchObject({
      code: 'TRF_EXPORT_KIND',
    });
    await expect(attempt({ format: 'wacz', out: join(root, 'x.zip') })).rejects.toMatchObject({
      code: 'TRF_EXPORT_NAME',
    });
    await expect(attempt({ format: 'csv', out: root })).rejects.toMatchObject({ code: 'TRF_STORAGE_DENIED' });
    await expect(attempt({ format: 'csv', out: join(root, 'no', 'such', 'x.csv') })).rejects.toMatchObject({
      code: 'TRF_STORAGE_DENIED',
    });
  });
});

function bound(of: SmallSource): ExportCatalogue {
  const { catalogue } = of;
  return {
    pages: (o) => catalogue.pages(o),
    pagesOf: (ids) => catalogue.pagesOf(ids),
    matches: (q) => catalogue.matches(q),
    timeline: (q) => catalogue.timeline(q),
    entities: (w, o) => catalogue.entities(w, o),
    entitiesOf: (ids) => catalogue.entitiesOf(ids),
    entityTables: () => catalogue.entityTables(),
    geosOf: (ids) => catalogue.geosOf(ids),
    geoSearch: (t, o) => catalogue.geoSearch(t, o),
    linksFrom: (id, o) => catalogue.linksFrom(id, o),
    summary: () => catalogue.summary(),
  };
}

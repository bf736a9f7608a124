/** What people have collected with earlier versions, gone through as a person goes through it: with the built command. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SampleWeb, startSampleWeb } from '../samples/server.ts';
import { readVisits } from '../src/crawl/index.ts';
import {
  type CollectedCrawl,
  GEOGRAPHIC,
  IMPORTED,
  PERIOD,
  type Serving,
  serveCollections,
  TABLE,
  unpack,
} from './collected.ts';
import { spawnTarrafa } from './tarrafa-process.ts';

const FIXTURES = fileURLToPath(new URL('fixtures/', import.meta.url));
const ROWS = 37;
const NEW_STORY = 'http://cadernodecampo-exemplo.blog.br/2024/03/manha-em-lagoa-funda.html';
const BRIDGE =
  'http://www.gazetadaserra-exemplo.com.br/cidades/2024/05/reforma-da-ponte-de-aguas-mansas-custara-r-9-1-milhoes-e-deve-durar/';

let work: string;
let web: SampleWeb;
beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'tarrafa-collected-'));
  web = await startSampleWeb({ sites: 'gentle', log: { capacity: 10_000 } });
});
afterAll(async () => {
  await web.close();
  rmSync(work, { recursive: true, force: true });
});

/** What the command prints, which must end well. */
async function tarrafa(...words: string[]): Promise<string> {
  const { status, stdout, stderr } = await spawnTarrafa([...words, '--lang', 'en']);
  expect({ words, status, stderr: status === 0 ? '' : stderr }).toMatchObject({ status: 0 });
  return stdout;
}

// biome-ignore lint/suspicious/noExplicitAny: figures of any version
async function figures(...words: string[]): Promise<any> {
  return JSON.parse((await tarrafa(...words, '--json')).trim().split('\n').at(-1)!);
}

/** One server for all collections of a version, as a person serves them; each answers for itself. */
async function served<T>(
  folders: readonly string[],
  use: (...asks: Serving['ask'][]) => Promise<T>,
): Promise<T> {
  const serving = await serveCollections(...folders);
  try {
    const { collections } = await serving.ask('/api/v1/collections');
    expect(collections.map(({ name }: { name: string }) => name)).toEqual(
      folders.map((folder) => basename(folder)),
    );
    return await use(
      ...folders.map(
        (folder): Serving['ask'] =>
          (path) =>
            serving.ask(`/api/v1/collections/${basename(folder)}/${path}`),
      ),
    );
  } finally {
    await serving.close();
  }
}

const urlsOf = (answer: { readonly hits: readonly { readonly url: string }[] }) =>
  answer.hits.map(({ url }) => url);

/** Goes on with a crawl to its end, by the command that began it. */
async function goOn(folder: string, { words, pages }: CollectedCrawl) {
  const before = new Set<string>();
  // What is no page was set aside, and is looked into when the crawl ends.
  for await (const visit of readVisits(join(folder, 'visits.jsonl')))
    if (visit.outcome !== 'skipped') before.add(visit.url);
  const mark = web.requests.total;
  const lines = (
    await tarrafa('crawl', ...words, '--sample-web', String(web.port), '--out', folder, '--json')
  )
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const asked = web.requests
    .entries()
    .slice(mark)
    .map(({ host, path }) => `http://${host}${path}`)
    .filter((url) => !url.endsWith('/robots.txt'));
  const end = lines.find(({ event }) => event === 'end');
  expect(end.reason).toBe('frontier-empty');
  expect(end.pages).toBe(pages + end.sessionPages);
  expect(end.sessionPages).toBeGreaterThan(0);
  expect(asked.filter((url) => before.has(url))).toEqual([]);
  const visited: string[] = [];
  for await (const visit of readVisits(join(folder, 'visits.jsonl'))) visited.push(visit.url);
  expect(new Set(visited).size).toBe(visited.length);
  return end;
}

const rowsOf = async (ask: Serving['ask']) => {
  const { items } = await ask(`entities/rows?table=${TABLE.name}&limit=200`);
  return items as { url: string; values: { attribute: string; value: string }[] }[];
};

/** On a machine that does much else besides. */
const TIMEOUT = 180_000;

/** Each step finds what the one before it left. Commands on different folders run beside each other. */
describe.each(['collected-0.1', 'collected-0.1-sqlite'])('%s', { timeout: TIMEOUT }, (version) => {
  let period: string;
  let geographic: string;
  let imported: string;
  beforeAll(() => {
    [period, geographic, imported] = [PERIOD.name, GEOGRAPHIC.name, IMPORTED].map((name) => {
      const folder = join(work, version, name);
      unpack(join(FIXTURES, version, `${name}.zip`), folder);
      return folder;
    }) as [string, string, string];
  });

  it('opens: a crawl along a period, one for geographic data and archives of others have the figures that they had', async () => {
    const [ofPeriod, ofGeographic, ofImported] = await Promise.all(
      [period, geographic, imported].map((folder) => figures('status', folder)),
    );
    expect(ofPeriod).toMatchObject({ kind: 'crawl', reason: 'page-budget', sessions: 1 });
    expect(ofPeriod.figures).toMatchObject({ pages: PERIOD.pages, queued: 12, sites: 4, errors: 0 });
    expect(ofGeographic.figures).toMatchObject({ pages: 100, queued: 50, sites: 4 });
    expect(ofImported).toMatchObject({
      kind: 'import',
      files: 2,
      captures: 24,
      analysed: { pages: 24, sites: 2 },
    });
  });

  // Visits, memories, archive and catalogue have one form in both, and are read before a crawl goes on in the same way.
  const whole = version === 'collected-0.1';
  /** What is exported of the archives of others, and imported again. */
  const more = () => join(work, version, 'mais.warc.gz');

  if (whole)
    it('is reported on, with what its policy and its memories had learned', async () => {
      const [ofPeriod, ofGeographic, ofImported] = await Promise.all(
        [period, geographic, imported].map((folder) => figures('report', folder)),
      );
      expect(ofPeriod.totals).toMatchObject({ pages: 50, visits: 50, refusedUrls: 264 });
      expect(ofPeriod.period).toMatchObject({ label: '1500..1822', pages: 50, relevant: 43 });
      expect(ofGeographic.totals).toMatchObject({ pages: 100, visits: 105 });
      expect(ofImported.totals).toMatchObject({ captures: 24, hosts: 2 });
      const [memories, found] = await Promise.all([
        tarrafa('content', 'memory', join(period, 'content'), '--json'),
        tarrafa('geo', 'search', 'escolas', '--in', geographic, '--json'),
      ]);
      expect(memories.trim().split('\n')).toHaveLength(4);
      const names = found
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).name);
      expect(names).toContain('escolas-publicas-de-sao-paulo.csv');
    });

  it('is served as it was analysed: searched, with the table that was kept, and its geographic files', async () => {
    await served([geographic, imported], async (ask, askImported) => {
      expect(urlsOf(await ask('search?q=manhã em Lagoa Funda'))[0]).toBe(NEW_STORY);
      const { tables } = await ask('entities');
      expect(tables).toMatchObject([{ name: TABLE.name, example: TABLE.example }]);
      const rows = await rowsOf(ask);
      expect(rows).toHaveLength(ROWS);
      const row = rows.find(({ url }) => url.endsWith('/2013/jogador37.htm'))!;
      expect(Object.fromEntries(row.values.map(({ attribute, value }) => [attribute, value]))).toMatchObject({
        Nome: 'Gustavo Galvão',
        Posição: 'goleiro',
        Altura: '1,74 m',
      });
      expect((await ask('geo?q=escolas')).items.length).toBeGreaterThan(0);
      expect(urlsOf(await askImported('search?q=ponte de Águas Mansas'))[0]).toBe(BRIDGE);
    });
  });

  if (whole)
    it('is exported as it was analysed', async () => {
      const table = join(work, version, 'jogadores.csv');
      const wacz = join(work, version, 'geographic.wacz');
      const [ofTable, ofAll, ofQuery] = await Promise.all([
        figures('export', geographic, '--what', 'entities', '--table', TABLE.name, '--out', table),
        figures('export', geographic, '--out', wacz),
        figures('export', imported, '--query', 'ponte', '--out', more()),
      ]);
      expect(ofTable).toMatchObject({ items: ROWS });
      expect(readFileSync(table, 'utf8')).toContain('Gustavo Galvão,goleiro,1');
      expect(ofAll.items).toBe(100);
      expect(ofQuery.items).toBeGreaterThan(0);
    });

  it('continues along a period with what its policy had learned, asks for nothing twice, and ends', async () => {
    const end = await goOn(period, PERIOD);
    expect(end.policy).toMatchObject({ pages: end.pages });
    expect(end.policy.relevant).toBeGreaterThanOrEqual(43);
  });

  it('continues for geographic data, asks for nothing twice, and ends with the counts of both sessions', async () => {
    const end = await goOn(geographic, GEOGRAPHIC);
    expect(end.policy).toEqual({ geoPages: 4, geoCandidates: 8, analysed: end.pages });
  });

  it('is analysed further, served and exported, and keeps its table and what was imported', async () => {
    await Promise.all([period, geographic, imported].map((folder) => tarrafa('analyse', folder, '--quiet')));
    await served([period, geographic, imported], async (ofPeriod, ofGeographic, ofImported) => {
      expect((await ofPeriod('search?q=enciclopédia&limit=5')).total).toBeGreaterThan(0);
      expect(await rowsOf(ofGeographic)).toHaveLength(ROWS);
      expect(urlsOf(await ofGeographic('search?q=manhã em Lagoa Funda'))[0]).toBe(NEW_STORY);
      expect(urlsOf(await ofImported('search?q=ponte de Águas Mansas'))[0]).toBe(BRIDGE);
    });
    const [segments, pages, crawled, again] = await Promise.all([
      figures('export', period, '--what', 'segments', '--out', join(work, version, 'segments.jsonl')),
      figures('export', geographic, '--out', join(work, version, 'pages.jsonl')),
      figures('status', geographic),
      figures('status', imported),
    ]);
    expect(segments.items).toBeGreaterThan(50);
    expect(pages.items).toBe(crawled.figures.pages);
    // Nothing was new.
    expect(again.analysed).toMatchObject({ pages: 24, versions: 24 });
  });

  if (whole)
    it('takes in more of the same into archives of others', async () => {
      await tarrafa('import', more(), '--out', imported);
      expect((await figures('status', imported)).files).toBe(3);
    });
});

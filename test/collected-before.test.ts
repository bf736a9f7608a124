/** What people have collected with earlier versions, gone through as a person goes through it: with the built command. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

async function served<T>(folder: string, use: (ask: Serving['ask']) => Promise<T>): Promise<T> {
  const serving = await serveCollections(folder);
  try {
    const { collections } = await serving.ask('/api/v1/collections');
    return await use((path) => serving.ask(`/api/v1/collections/${collections[0].name}/${path}`));
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

describe.each(['collected-0.1'])('%s: a crawl along a period', (version) => {
  let folder: string;
  beforeAll(() => {
    folder = join(work, version, PERIOD.name);
    unpack(join(FIXTURES, version, `${PERIOD.name}.zip`), folder);
  });

  it('opens, and its figures are those it had', async () => {
    const status = await figures('status', folder);
    expect(status).toMatchObject({ kind: 'crawl', reason: 'page-budget', sessions: 1 });
    expect(status.figures).toMatchObject({ pages: PERIOD.pages, queued: 12, sites: 4, errors: 0 });
    const report = await figures('report', folder);
    expect(report.totals).toMatchObject({ pages: 50, visits: 50, refusedUrls: 264 });
    expect(report.period).toMatchObject({ label: '1500..1822', pages: 50, relevant: 43 });
    const memories = (await tarrafa('content', 'memory', join(folder, 'content'), '--json'))
      .trim()
      .split('\n');
    expect(memories).toHaveLength(4);
  });

  it('continues with what its policy had learned, asks for nothing twice, and ends', async () => {
    const end = await goOn(folder, PERIOD);
    expect(end.policy).toMatchObject({ pages: end.pages });
    expect(end.policy.relevant).toBeGreaterThanOrEqual(43);
  });

  it('is analysed, served and exported', async () => {
    await tarrafa('analyse', folder, '--quiet');
    await served(folder, async (ask) => {
      const answer = await ask('search?q=enciclopédia&limit=5');
      expect(answer.total).toBeGreaterThan(0);
    });
    const out = join(work, version, 'segments.jsonl');
    const exported = await figures('export', folder, '--what', 'segments', '--out', out);
    expect(exported.items).toBeGreaterThan(50);
  });
});

describe.each(['collected-0.1'])('%s: a crawl for geographic data with its catalogue', (version) => {
  let folder: string;
  beforeAll(() => {
    folder = join(work, version, GEOGRAPHIC.name);
    unpack(join(FIXTURES, version, `${GEOGRAPHIC.name}.zip`), folder);
  });

  const rowsOf = async (ask: Serving['ask']) => {
    const { items } = await ask(`entities/rows?table=${TABLE.name}&limit=200`);
    return items as { url: string; values: { attribute: string; value: string }[] }[];
  };

  it('opens, and its figures are those it had', async () => {
    expect((await figures('status', folder)).figures).toMatchObject({ pages: 100, queued: 50, sites: 4 });
    const report = await figures('report', folder);
    expect(report.totals).toMatchObject({ pages: 100, visits: 105 });
    const found = (await tarrafa('geo', 'search', 'escolas', '--in', folder, '--json')).trim().split('\n');
    expect(found.map((line) => JSON.parse(line).name)).toContain('escolas-publicas-de-sao-paulo.csv');
  });

  it('is served as it was analysed: searched, with the table that was kept, and its geographic files', async () => {
    await served(folder, async (ask) => {
      const answer = await ask('search?q=manhã em Lagoa Funda');
      expect(urlsOf(answer)[0]).toBe(NEW_STORY);
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
    });
  });

  it('is exported as it was analysed', async () => {
    const table = join(work, version, 'jogadores.csv');
    expect(
      await figures('export', folder, '--what', 'entities', '--table', TABLE.name, '--out', table),
    ).toMatchObject({ items: ROWS });
    expect(readFileSync(table, 'utf8')).toContain('Gustavo Galvão,goleiro,1');
    const wacz = join(work, version, 'geographic.wacz');
    expect((await figures('export', folder, '--out', wacz)).items).toBe(100);
  });

  it('continues, asks for nothing twice, and ends with the counts of both sessions', async () => {
    const end = await goOn(folder, GEOGRAPHIC);
    expect(end.policy).toEqual({ geoPages: 4, geoCandidates: 8, analysed: end.pages });
  });

  it('is analysed further, and keeps its table', async () => {
    const before = await figures('status', folder);
    await tarrafa('analyse', folder, '--quiet');
    await served(folder, async (ask) => {
      expect(await rowsOf(ask)).toHaveLength(ROWS);
      expect(urlsOf(await ask('search?q=manhã em Lagoa Funda'))[0]).toBe(NEW_STORY);
    });
    const out = join(work, version, 'pages.jsonl');
    expect((await figures('export', folder, '--out', out)).items).toBe(before.figures.pages);
  });
});

describe.each(['collected-0.1'])('%s: archives of others', (version) => {
  let folder: string;
  beforeAll(() => {
    folder = join(work, version, IMPORTED);
    unpack(join(FIXTURES, version, `${IMPORTED}.zip`), folder);
  });

  it('open, and their figures are those they had', async () => {
    const status = await figures('status', folder);
    expect(status).toMatchObject({
      kind: 'import',
      files: 2,
      captures: 24,
      analysed: { pages: 24, sites: 2 },
    });
    expect((await figures('report', folder)).totals).toMatchObject({ captures: 24, hosts: 2 });
  });

  it('are analysed again without anything new, and served', async () => {
    await tarrafa('analyse', folder, '--quiet');
    await served(folder, async (ask) => {
      const answer = await ask('search?q=ponte de Águas Mansas');
      expect(urlsOf(answer)[0]).toBe(BRIDGE);
    });
    expect((await figures('status', folder)).analysed).toMatchObject({ pages: 24, versions: 24 });
  });

  it('take in more of the same, and are exported', async () => {
    const warc = join(work, version, 'mais.warc.gz');
    const exported = await figures('export', folder, '--query', 'ponte', '--out', warc);
    expect(exported.items).toBeGreaterThan(0);
    await tarrafa('import', warc, '--out', folder);
    expect((await figures('status', folder)).files).toBe(3);
  });
});

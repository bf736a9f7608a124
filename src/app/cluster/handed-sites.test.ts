/** What one worker has learned of a site is known to the next: by real sockets, and judged by what the site's server saw and the archives hold. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POSTGRES_BIN, testDatabase } from '../../../test/postgres-server.ts';
import { type Answer, page, type TinyRequest, type TinyWeb, tinyWeb } from '../../../test/tiny-web.ts';
import { readVisits, type Visit } from '../../crawl/index.ts';
import { archiveFiles, readWarc } from '../../warc/index.ts';
import { type CollectOptions, type CollectSettings, collect } from '../collect.ts';
import { recoverWorker } from '../recover-worker.ts';
import { readWorker } from './worker-folder.ts';

const WORDS =
  'rio ponte escola feira praça chuva obra verba câmara prefeito bairro estrada colheita safra'.split(' ');
const story = (n: number): string =>
  `<div class="a"><p>Assine o jornal e receba tudo no seu telefone, todos os dias, sem pagar nada por isso.</p></div><h1>Título ${n}</h1>${Array.from(
    { length: 6 },
    (_, k) =>
      `<p>A notícia ${n} fala de ${WORDS[(n * 3 + k) % 14]} e de ${WORDS[(n + k * 5) % 14]}, segundo a pessoa número ${n * 7 + k}, que mora perto da ${WORDS[(n * 5 + k * 3) % 14]} há ${k + n} anos.</p>`,
  ).join('')}`;

/** Answers 304 to who has it. */
function tagged(body: string, etag: string): Answer {
  return (request, response) => {
    const headers = { 'Content-Type': 'text/html; charset=utf-8', ETag: etag };
    if (request.headers['if-none-match'] === etag) response.writeHead(304, headers).end();
    else response.writeHead(200, headers).end(body);
  };
}

const STORIES = Array.from({ length: 12 }, (_, n) => `/noticias/n${n}`);
const TAGGED = ['/', '/n0', '/n1', '/n2'];
/** Without validators, and always the same. */
const PLAIN = '/igual';
const BROKEN = Array.from({ length: 10 }, (_, n) => `/p${n}`);

interface ArchivedRecord {
  readonly type: string;
  readonly date: string | null;
  readonly refersTo: readonly [url: string | null, date: string | null];
}

describe.skipIf(POSTGRES_BIN === null)('what is known of a site goes with it', () => {
  const root = mkdtempSync(join(tmpdir(), 'tarrafa-handed-'));
  let web: TinyWeb;
  /** Told of each request that is not answered. */
  let onHangUp = () => {};
  const hangUp: Answer = (request) => {
    request.socket.destroy();
    onHangUp();
  };
  beforeAll(async () => {
    const links = page([...TAGGED.slice(1), PLAIN]);
    web = await tinyWeb({
      'etiqueta.br': {
        ...Object.fromEntries(
          TAGGED.map((path) => [path, tagged(path === '/' ? links : page([], path), `"v1 de ${path}"`)]),
        ),
        [PLAIN]: page([], 'sempre a mesma'),
      },
      'jornal.br': {
        '/': page(STORIES),
        ...Object.fromEntries(STORIES.map((path, n) => [path, page([], story(n))])),
      },
      'fraco.br': {
        '/': page(BROKEN),
        ...Object.fromEntries(BROKEN.map((path) => [path, hangUp])),
      },
    });
  });
  afterAll(async () => {
    await web.close();
    rmSync(root, { recursive: true, force: true });
  });

  const SETTINGS: CollectSettings = {
    policy: 'breadth-first',
    delay: 0,
    addressDelay: 0,
    workers: 0,
    concurrency: 1,
    retries: 0,
    content: false,
    sitemaps: false,
  };

  /** One worker of a crawl, in a folder of its own: until it has its pages. */
  async function worker(address: string, name: string, given: CollectSettings, more: CollectOptions = {}) {
    const folder = join(root, name);
    const from = web.requests.length;
    const result = await collect(
      folder,
      { ...SETTINGS, ...given },
      { resolver: web.resolver, cluster: { place: { address } }, ...more },
    );
    const asked = web.requests.slice(from).filter(({ path }) => path !== '/robots.txt');
    return { folder, asked, result };
  }

  async function inDatabase<T>(address: string, act: (sql: postgres.Sql) => Promise<T>): Promise<T> {
    const sql = postgres(address, { max: 1, onnotice: () => {} });
    try {
      return await act(sql);
    } finally {
      await sql.end();
    }
  }

  /** It is time for the next visits. */
  const passTime = (address: string) =>
    inDatabase(address, (sql) => sql`update tarrafa.later set at = now() - interval '1 s'`);

  async function archived(folder: string): Promise<Map<string, ArchivedRecord>> {
    const found = new Map<string, ArchivedRecord>();
    for (const file of archiveFiles(join(folder, 'archive')))
      for await (const record of readWarc(file))
        if ((record.type === 'response' || record.type === 'revisit') && !record.url!.endsWith('/robots.txt'))
          found.set(new URL(record.url!).pathname, {
            type: record.type,
            date: record.field('WARC-Date'),
            refersTo: [record.field('WARC-Refers-To-Target-URI'), record.field('WARC-Refers-To-Date')],
          });
    return found;
  }

  const validators = (asked: readonly TinyRequest[]) =>
    Object.fromEntries(asked.map(({ path, headers }) => [path, headers['if-none-match'] ?? null]));

  async function visits(folder: string): Promise<Visit[]> {
    const found: Visit[] = [];
    for await (const visit of readVisits(join(folder, 'visits.jsonl'))) found.push(visit);
    return found;
  }

  const AGAIN: CollectSettings = {
    seeds: ['http://etiqueta.br/'],
    revisit: 'fixed-interval',
    revisitInterval: 86_400_000,
  };
  const PAGES = TAGGED.length + 1;

  it('pages that did not change are asked for, and archived, by what another worker saw; damage is as if nothing was said', async () => {
    const address = await testDatabase();
    const a = await worker(address, 'etiqueta-a', { ...AGAIN, maxPages: PAGES });
    expect(a.asked.map(({ path }) => path).sort()).toEqual([...TAGGED, PLAIN].sort());
    await passTime(address);
    const b = await worker(address, 'etiqueta-b', { ...AGAIN, maxPages: 2 * PAGES });
    expect(validators(b.asked)).toEqual({
      ...Object.fromEntries(TAGGED.map((path) => [path, `"v1 de ${path}"`])),
      [PLAIN]: null,
    });
    const first = await archived(a.folder);
    const second = await archived(b.folder);
    expect([...second.keys()].sort()).toEqual([...first.keys()].sort());
    for (const [path, record] of second)
      expect(record, path).toMatchObject({
        type: 'revisit',
        refersTo: [`http://etiqueta.br${path}`, first.get(path)!.date],
      });
    expect((await visits(b.folder)).map(({ outcome }) => outcome).sort()).toEqual([
      'analysed',
      ...TAGGED.map(() => 'unchanged'),
    ]);

    // What a third worker is told is that of the second, who refers to the first; but for what is damaged, of another version, or no text of ours.
    await passTime(address);
    await inDatabase(address, async (sql) => {
      const rows =
        await sql`select h.fp::text, v.url from tarrafa.handed_page h join tarrafa.visit v using (fp)`;
      const fp = (path: string) => rows.find(({ url }) => url === path)!.fp as string;
      await sql`update tarrafa.handed_page set said = overlay(said placing '\xff'::bytea from 9) where fp = ${fp('/n0')}`;
      await sql`update tarrafa.handed_page set said = overlay(said placing '\x63'::bytea from 5) where fp = ${fp('/n1')}`;
      await sql`update tarrafa.handed_page set said = decode(repeat('00', 5000), 'hex') where fp = ${fp(PLAIN)}`;
    });
    const c = await worker(address, 'etiqueta-c', { ...AGAIN, maxPages: 3 * PAGES });
    expect(validators(c.asked)).toEqual({
      '/': '"v1 de /"',
      '/n0': null,
      '/n1': null,
      '/n2': '"v1 de /n2"',
      [PLAIN]: null,
    });
    const third = await archived(c.folder);
    for (const path of ['/', '/n2'])
      expect(third.get(path), path).toMatchObject({
        type: 'revisit',
        refersTo: [`http://etiqueta.br${path}`, first.get(path)!.date],
      });
    for (const path of ['/n0', '/n1', PLAIN]) expect(third.get(path)!.type, path).toBe('response');
  });

  it('what went with a lost machine is asked for whole, by who knew of it too', async () => {
    const address = await testDatabase();
    const a = await worker(address, 'perdida-a', { ...AGAIN, maxPages: PAGES });
    await passTime(address);
    const b = await worker(address, 'perdida-b', { ...AGAIN, maxPages: 2 * PAGES });
    expect((await archived(b.folder)).get(PLAIN)!.type).toBe('revisit');
    const { name } = readWorker(a.folder)!;
    rmSync(a.folder, { recursive: true });
    expect(await recoverWorker({ address }, name)).toMatchObject({ visits: PAGES });
    await passTime(address);
    // It knows what the pages were; but not from its own archive.
    const again = await worker(address, 'perdida-b', { ...AGAIN, maxPages: 2 * PAGES });
    expect(validators(again.asked)).toEqual(
      Object.fromEntries([...TAGGED, PLAIN].map((path) => [path, null])),
    );
    const records = await archived(b.folder);
    for (const path of [...TAGGED, PLAIN]) expect(records.get(path)!.type, path).toBe('response');
  });

  it('what a site repeats is known from the pages that another worker read', async () => {
    const settings = { ...SETTINGS, content: true, seeds: ['http://jornal.br/'] };
    const alone = join(root, 'jornal-um');
    await collect(alone, { ...settings, maxPages: 13 }, { resolver: web.resolver });
    const said = new Map((await visits(alone)).map(({ url, notes }) => [url, notes]));
    const address = await testDatabase();
    await worker(address, 'jornal-a', { ...settings, maxPages: 9 });
    const b = await worker(address, 'jornal-b', { ...settings, maxPages: 12 });
    const later = await visits(b.folder);
    expect(later).toHaveLength(3);
    for (const { url, notes } of later) expect(notes, url).toEqual(said.get(url));
    // One that cannot be read is begun anew.
    await inDatabase(
      address,
      (sql) => sql`update tarrafa.handed_memory set said = overlay(said placing '\xff'::bytea from 40)`,
    );
    const c = await worker(address, 'jornal-c', { ...settings, maxPages: 13 });
    const [last] = await visits(c.folder);
    expect(last!.notes).not.toEqual(said.get(last!.url));
  });

  it('a host that fails again and again is given up after as many failures as by one worker', async () => {
    const address = await testDatabase();
    const given = { seeds: ['http://fraco.br/'], politeness: 'host' } as const;
    const stop = new AbortController();
    let failures = 0;
    onHangUp = () => {
      if (++failures === 3) stop.abort();
    };
    const a = await worker(address, 'fraco-a', given, { signal: stop.signal });
    expect(a.result.reason).toBe('interrupted');
    expect(failures).toBe(3);
    const b = await worker(address, 'fraco-b', given);
    expect(b.result.reason).toBe('frontier-empty');
    // The page that answers, and six that do not.
    expect(web.paths('fraco.br')).toHaveLength(7);
  });
});

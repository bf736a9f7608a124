/** A crawl that is taken into a database and brought out again, on small frontiers of all kinds. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { POSTGRES_BIN, testDatabase } from '../../../test/postgres-server.ts';
import { KeptFile, keptPath } from '../../catalogue/index.ts';
import { completeSettings, crawlPaths, Forgotten, MadeFolder, readVisits } from '../../crawl/index.ts';
import { type Candidate, FolderFrontier, OUTCOME, URL_KIND } from '../../frontier/index.ts';
import { normaliseUrl } from '../../url/index.ts';
import { readRecordAt, WarcWriter } from '../../warc/index.ts';
import { exportCrawl } from './export-crawl.ts';
import { importCrawl } from './import-crawl.ts';

const POLICIES = ['horizontal', 'breadth-first', 'priority'] as const;
const AT = Date.UTC(2030, 0, 1);
const NAMES = Object.keys(OUTCOME) as (keyof typeof OUTCOME)[];

const settingsOf = (policy: (typeof POLICIES)[number]) =>
  completeSettings({
    seeds: ['http://sitio0.test/'],
    policy,
    delay: 1_000,
    addressDelay: 0,
    politeness: 'host',
  });

function candidate(site: number, page: number, priority: number, parent: number): Candidate {
  const address = normaliseUrl(`http://sitio${site}.test/p/${page}?q=${page % 2 ? 'á' : 'b'}`);
  if (address.kind !== 'url') throw new RangeError('no address');
  return {
    url: address.fetch,
    // A redirect within one comparison form has its number behind it.
    key: page % 3 !== 0 && page % 5 === 0 ? `${address.key} ${page % 3}` : address.key,
    queue: address.host,
    priority,
    depth: address.depth,
    hops: page % 9,
    redirects: page % 3,
    kind: URL_KIND.page,
    parent,
  };
}

/** What a folder knows: each URL with all that tells what will become of it. */
async function whatIsKnown(folder: string, policy: (typeof POLICIES)[number]) {
  const frontier = FolderFrontier.open(crawlPaths(folder).frontier, {
    policy,
    delay: 1_000,
    addressDelay: 0,
    capacity: Number.POSITIVE_INFINITY,
    queueBudget: Number.POSITIVE_INFINITY,
    now: Date.now,
  });
  const keys = new Map<number, string>();
  const urls: unknown[] = [];
  const all = [...frontier.known.all()];
  for (const { record, key } of all) keys.set(record, key);
  const later = new Map(
    [...frontier.known.deferred()].map(({ record, ...waits }) => [keys.get(record), waits]),
  );
  for (const { url, key, queue, state, depth, hops, redirects, priority, parent } of all)
    urls.push({
      url,
      key,
      queue,
      state,
      depth,
      hops,
      redirects,
      waits: later.get(key) ?? null,
      // Of what was visited and waits for nothing it is not kept.
      ...(state === 'queued' ? { priority, parent: keys.get(parent) ?? null } : {}),
    });
  const queues = [...frontier.queues()].map(({ name, collected, queued, delay, isRetired, nextAt }) => {
    // Whatever else is told, nobody is asked before a delay has passed.
    expect(nextAt).toBeGreaterThan(Date.now() - 60_000);
    return { name, collected, queued, delay, isRetired };
  });
  const { known, completed, outcomes } = frontier.counts();
  frontier.close();
  const visits: unknown[] = [];
  for await (const { url, at, outcome, status, bytes, record } of readVisits(crawlPaths(folder).visits))
    visits.push({ url, at, outcome, status, bytes, key: keys.get(record) });
  const text = (value: unknown) => JSON.stringify(value);
  return {
    urls: urls.map(text).sort(),
    queues: queues.map(text).sort(),
    visits: visits.map(text).sort(),
    counts: { known, completed, outcomes },
  };
}

describe.skipIf(POSTGRES_BIN === null)('a crawl between a folder and a database', () => {
  const root = mkdtempSync(join(tmpdir(), 'tarrafa-moved-'));
  let address: string;
  beforeAll(async () => {
    address = await testDatabase();
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('comes out as it went in: known, queued, visited and awaited URLs, counts, delays and what is visited no more', async () => {
    const url = fc.record({
      site: fc.nat(4),
      priority: fc.nat(100),
      state: fc.constantFrom('queued', 'queued', 'retried', 'visited', 'again'),
      ends: fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 }),
      attempt: fc.integer({ min: 2, max: 4 }),
      wait: fc.integer({ min: 1, max: 100_000 }),
    });
    const queues = fc.array(fc.record({ delay: fc.constantFrom(0, 2_500), isRetired: fc.boolean() }), {
      minLength: 5,
      maxLength: 5,
    });
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(url, { maxLength: 30 }),
        queues,
        fc.constantFrom(...POLICIES),
        async (urls, sites, policy) => {
          const [before, after] = [join(root, `before-${++runs}`), join(root, `after-${runs}`)];
          const made = new MadeFolder(before, settingsOf(policy));
          const records: number[] = [];
          let at = AT - 1_000_000;
          const open = urls.filter(({ state }) => state === 'visited' || state === 'again').length;
          let visited = 0;
          urls.forEach(({ site, priority, state, ends, attempt, wait }, page) => {
            const each = candidate(site, page, priority, 0);
            if (state === 'retried') made.frontier.retried(each, attempt, AT + wait);
            else if (state !== 'queued') {
              const record = made.frontier.began(each)!;
              records.push(record);
              for (const outcome of ends)
                made.visit({
                  record,
                  url: each.url,
                  at: at++,
                  outcome,
                  status: 200,
                  bytes: page,
                  ms: 1,
                  site: each.queue,
                  queue: each.queue,
                  depth: each.depth,
                  hops: each.hops,
                });
              made.frontier.ended(
                ends.map((outcome) => ({ outcome: OUTCOME[outcome], status: 200, bytes: page })),
                state === 'again' ? AT + wait : null,
                ++visited === open ? made.mark(0) : null,
              );
            }
          });
          urls.forEach(({ site, priority, state }, page) => {
            if (state === 'queued')
              made.frontier.queued(
                candidate(site, page, priority, records[page % Math.max(1, records.length)] ?? 0),
              );
          });
          const named = new Set(urls.map(({ site }) => site));
          sites.forEach(({ delay, isRetired }, site) => {
            if (named.has(site))
              made.frontier.queue({
                name: `sitio${site}.test`,
                delay,
                restsUntil: AT,
                retired: isRetired ? 'host-dead' : null,
              });
          });
          await made.finish('Tarrafa', AT, []);
          const known = await whatIsKnown(before, policy);

          const sql = postgres(address, { max: 1, onnotice: () => {} });
          await sql.unsafe('drop schema if exists tarrafa cascade');
          await sql.end();
          const taken = await importCrawl(before, { address });
          expect(taken.unread).toBe(0);
          expect(taken.known).toBe(known.counts.known);
          await expect(importCrawl(before, { address })).rejects.toMatchObject({
            code: 'TRF_FOLDER_OF_WORKER',
          });
          await exportCrawl({ address }, after, { folders: [before] });

          const back = await whatIsKnown(after, policy);
          // What was dropped with its site is known by its fingerprint alone, and its site takes nothing more.
          const kept = known.urls.filter((line) => !line.includes('"state":"dropped"'));
          expect(back.urls).toEqual(kept);
          expect(back.visits).toEqual(known.visits);
          expect(back.queues).toEqual(known.queues);
          expect(back.counts).toMatchObject({
            completed: known.counts.completed,
            outcomes: known.counts.outcomes,
          });
        },
      ),
      { numRuns: 8, seed: 16 },
    );
  }, 120_000);

  it('refuses a folder that holds something, and a folder that is of no worker', async () => {
    const out = join(root, 'full');
    mkdirSync(join(out, 'x'), { recursive: true });
    await expect(exportCrawl({ address }, out)).rejects.toMatchObject({ code: 'TRF_FOLDER_NOT_EMPTY' });
    await expect(exportCrawl({ address }, join(root, 'new'), { folders: [out] })).rejects.toMatchObject({
      code: 'TRF_FOLDER_NO_WORKER',
    });
    await expect(importCrawl(out, { address })).rejects.toMatchObject({ code: 'TRF_FOLDER_NOT_A_CRAWL' });
  });

  it('brings archive files out of the store of the crawl, under the name of their worker', async () => {
    const [before, after, stored] = [join(root, 'archived'), join(root, 'brought'), join(root, 'stored')];
    const made = new MadeFolder(before, settingsOf('horizontal'));
    const page = candidate(0, 1, 50, 0);
    const writer = WarcWriter.open(made.paths.archive, { software: 'test' });
    const { file, offset } = writer.writeExchange({
      url: page.url,
      date: AT,
      status: 200,
      statusText: 'OK',
      httpVersion: '1.1',
      rawHeaders: ['Content-Type', 'text/html'],
      body: Buffer.from('<title>p</title>'),
    });
    writer.close();
    const record = made.frontier.began(page)!;
    const { url, queue, depth, hops } = page;
    made.visit({
      record,
      url,
      queue,
      depth,
      hops,
      at: AT,
      outcome: 'analysed',
      status: 200,
      bytes: 4,
      ms: 1,
      site: queue,
      warc: { file, offset },
    });
    made.frontier.ended([{ outcome: OUTCOME.analysed, status: 200, bytes: 4 }], null, made.mark(1));
    await made.finish('Tarrafa', AT, []);
    const place = { address: await testDatabase(['postgis']) };
    // Nobody would obey there what the folder was asked to forget.
    const removed = { captures: 0, pages: 0, bytes: 0, files: 0 };
    const facts = { at: '', reason: 'x', by: null, removed, state: 'done' } as const;
    const rules = Forgotten.NOTHING.salted('modern').with({ kind: 'site', site: 'exemplo.pt' }, facts);
    rules.write(before);
    await expect(importCrawl(before, place)).rejects.toMatchObject({ code: 'TRF_IMPORT_REFUSED' });
    rmSync(join(before, 'forgotten.json'));
    // What people added goes along.
    const own = new KeptFile(keptPath(join(before, 'catalogue.db')), false);
    const by = { at: AT, by: 'Ana', expected: 0 };
    const item = { url: page.url, fetchedAt: AT, digest: 'x', passage: 'é', note: '', addedAt: AT };
    await own.keep({ kind: 'dossier', id: 'um', ...by, value: { name: 'Um', note: '', items: [item] } });
    const value = { url: page.url, title: 'Certo', computed: null };
    await own.keep({ kind: 'correction', id: page.key, ...by, value });
    const { worker, kept } = await importCrawl(before, place);
    expect(kept).toBe(2);

    expect(await exportCrawl(place, join(root, 'without'))).toMatchObject({
      archiveFiles: 0,
      withoutArchive: 1,
    });
    mkdirSync(join(stored, worker), { recursive: true });
    cpSync(join(crawlPaths(before).archive, file), join(stored, worker, file));
    const sql = postgres(place.address, { max: 1 });
    await sql`update tarrafa.crawl set store = ${stored}`;
    await sql.end();
    expect(await exportCrawl(place, after)).toMatchObject({ archiveFiles: 1, withoutArchive: 0, kept: 2 });
    const brought = new KeptFile(keptPath(join(after, 'catalogue.db')), true);
    expect(brought.get('correction', page.key)).toMatchObject({ by: 'Ana', at: AT, value });
    expect(brought.get('dossier', 'um')).toMatchObject({ value: { items: [item] } });
    for await (const { warc } of readVisits(crawlPaths(after).visits)) {
      expect(warc?.file).toBe(file.replace('tarrafa', worker));
      const { url: there } = await readRecordAt(join(crawlPaths(after).archive, warc!.file), warc!.offset);
      expect(there).toBe(page.url);
    }
  });

  it('is not written while somebody works on it', async () => {
    const sql = postgres(address, { max: 1 });
    await sql`insert into tarrafa.worker (name, entered, until) values ('ocupado', now(), now() + interval '1 hour')`;
    await expect(exportCrawl({ address }, join(root, 'busy'))).rejects.toMatchObject({
      code: 'TRF_CLUSTER_BUSY',
    });
    await sql`delete from tarrafa.worker where name = 'ocupado'`;
    await sql.end();
  });
});

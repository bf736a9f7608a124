import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EmbeddedCatalogue } from '../../catalogue/index.ts';
import { ask, geo, page } from '../../catalogue/records.suite.ts';
import type { CollectionPlace } from '../../collection/index.ts';
import { createApp } from '../app.ts';
import { askOver, opened } from '../over-sockets.suite.ts';
import { collectionsOf, smallCollection } from '../small-collection.suite.ts';
import { QuestionThreads, type QuestionThreadsOptions } from './question-threads.ts';

/** The built thread: this process reads TypeScript by means that its threads have not. */
const BUILT = new URL('../../../dist/src/server/questions/question-thread.js', import.meta.url);

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'tarrafa-questions-'));
  closing.push(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

function threads(options: Partial<QuestionThreadsOptions> = {}): QuestionThreads {
  const made = new QuestionThreads({ threads: 2, module: BUILT, ...options });
  closing.push(() => made.close());
  return made;
}

/** A thread that answers any question with its words, but for one that never ends and one that takes all memory. */
function pretendedThread(log = join(folder(), 'log')): URL {
  const path = join(folder(), 'thread.mjs');
  writeFileSync(
    path,
    `import { appendFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
const log = (word) => appendFileSync(${JSON.stringify(log)}, word + '\\n');
log('begins');
parentPort.postMessage('ready');
parentPort.on('message', ({ id, task }) => {
  if (task === null) log('closes');
  const line = task?.values[0]?.line ?? '';
  if (line === 'sempre') for (;;);
  if (line === 'tudo') { const all = []; for (;;) all.push(new Array(1000).fill(all.length)); }
  const value = { query: task?.values[0], total: 0, bounded: false, hits: [], next: null, facets: null, didYouMean: null };
  parentPort.postMessage({ id, answer: task === null ? { kind: 'closed' } : { kind: 'answer', value } });
});`,
  );
  return pathToFileURL(path);
}

async function served(options: Partial<QuestionThreadsOptions>): Promise<number> {
  const pool = threads({ module: pretendedThread(), ...options });
  const small = smallCollection();
  const collection = { ...small, ...pool.collection(placeOf('x.db'), small) };
  const app = createApp({ collections: collectionsOf(collection), version: '1' });
  closing.push(() => app.close());
  return opened(app);
}

function placeOf(catalogue: string): CollectionPlace {
  const [name, folder] = ['x', dirname(catalogue)];
  const elsewhere = { kept: undefined, crawlMemories: null, ownMemories: '' };
  return { name, folder, inputs: [folder], catalogue, ...elsewhere, isCrawl: true };
}

const SEARCH = '/api/v1/collections/amostra/search?q=';

describe('questions in threads', () => {
  it('a question without end keeps nobody waiting, and is answered that it took too long', async () => {
    const port = await served({ timeout: 1_500 });
    const endless = askOver(port, `${SEARCH}sempre`);
    // These are answered while it runs: the one that waits for the other thread too.
    for (const line of ['um', 'dois', 'três'])
      expect((await askOver(port, SEARCH + encodeURIComponent(line))).status).toBe(200);
    expect((await askOver(port, '/api/v1/health')).status).toBe(200);
    const { status, body } = await endless;
    expect([status, JSON.parse(body).error.code]).toEqual([503, 'TRF_TIME_OUT']);
    // Its thread was replaced: two of them are there again.
    const after = await Promise.all(['a', 'b', 'c'].map((line) => askOver(port, SEARCH + line)));
    expect(after.map((answer) => answer.status)).toEqual([200, 200, 200]);
  });

  it('so is one that takes all memory of its thread', async () => {
    const port = await served({ timeout: 60_000, heap: 32 });
    const { status, body } = await askOver(port, `${SEARCH}tudo`);
    expect([status, JSON.parse(body).error.code]).toEqual([503, 'TRF_TIME_OUT']);
    expect((await askOver(port, `${SEARCH}um`)).status).toBe(200);
  });

  it('more questions than threads wait for their turn', async () => {
    const port = await served({ threads: 1 });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => askOver(port, `${SEARCH}${i}`)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });

  it('a thread beyond the steady ones begins behind a long question alone, and ends when it is not needed', async () => {
    const log = join(folder(), 'log');
    const said = () => readFileSync(log, 'utf8').split('\n').slice(0, -1);
    const port = await served({ module: pretendedThread(log), steady: 1, idle: 300, timeout: 2_000 });
    const many = Array.from({ length: 50 }, (_, i) => askOver(port, `${SEARCH}${i}`));
    expect((await Promise.all(many)).map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(said()).toEqual(['begins']);
    const endless = askOver(port, `${SEARCH}sempre`);
    expect((await askOver(port, `${SEARCH}um`)).status).toBe(200);
    expect(said()).toEqual(['begins', 'begins']);
    expect((await endless).status).toBe(503);
    await vi.waitFor(() => expect(said()).toContain('closes'), { timeout: 10_000 });
    expect((await askOver(port, `${SEARCH}um`)).status).toBe(200);
  });

  it('answer as the catalogue itself does, its errors included, and see what is written meanwhile', async () => {
    const path = join(folder(), 'catalogue.db');
    const catalogue = EmbeddedCatalogue.open(path);
    closing.push(() => catalogue.close());
    await catalogue.write({
      pages: [page('https://a.br/1', { text: 'A enchente de 1941.' }), page('https://a.br/2')],
      geo: [geo('https://geo.br/f.zip')],
    });
    const apart = threads().collection(placeOf(path), { catalogue }).catalogue;
    const same = async <T>(question: (of: EmbeddedCatalogue) => Promise<T>) =>
      expect(await question(apart as EmbeddedCatalogue)).toEqual(await question(catalogue));
    await same((of) => of.search(ask('enchente')));
    await same((of) => of.timeline(ask('enchente')));
    await same((of) => of.suggest('enc'));
    await same((of) => of.concordance(ask(''), { words: 'enchente' }));
    await same((of) => of.wordYears(ask(''), { words: 'enchente' }));
    await same((of) => of.collocations(ask(''), { words: 'enchente', least: 1 }));
    await same((of) => of.geoSearch(''));
    await same((of) => of.sites({ limit: 1 }));
    await same((of) => of.entities({}));
    await same((of) => of.linksTo('https://a.br/1'));
    await same((of) => of.summary());
    await expect(apart.search(ask('x'), { cursor: 'zz' })).rejects.toMatchObject({
      code: 'TRF_CURSOR_INVALID',
    });
    await apart.write({ pages: [page('https://a.br/3', { text: 'Outra enchente.' })] });
    expect((await apart.search(ask('enchente'))).total).toBe(2);
  });

  it('are asked of the file that is there now when another has taken its place', async () => {
    const path = join(folder(), 'catalogue.db');
    const pool = threads({ threads: 1 });
    for (const words of ['primeira', 'segunda']) {
      rmSync(path, { force: true });
      const catalogue = EmbeddedCatalogue.open(path);
      await catalogue.write({ pages: [page('https://a.br/1', { text: `A enchente ${words}.` })] });
      await catalogue.close();
      const open = EmbeddedCatalogue.open(path);
      const found = await pool.collection(placeOf(path), { catalogue: open }).catalogue.search(ask(words));
      expect(found.total).toBe(1);
      await open.close();
    }
  });
});

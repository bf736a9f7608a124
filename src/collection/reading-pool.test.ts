import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { analyseArchive } from './analyse-archive.ts';
import { collectionPlace } from './collection-place.ts';
import { type PoolAnswer, ReadingPool, type ReadingPoolOptions } from './reading-pool.ts';
import { RecordingCatalogue } from './recording-catalogue.suite.ts';
import { crawlFolder, headOf, newsPage, tempFolder } from './small-archive.suite.ts';

/** A thread that speaks as ours do, and does what the address asks for. */
const THREAD = `
import { parentPort } from 'node:worker_threads';
parentPort.postMessage('ready');
parentPort.on('message', ({ id, task }) => {
  const { url } = task.head;
  if (url.includes('fim')) process.exit(1);
  if (url.includes('lança')) throw new Error('não dá');
  if (url.includes('memória')) { const all = []; for (;;) all.push(new Array(1000).fill(all.length)); }
  if (url.includes('sempre')) for (;;);
  parentPort.postMessage({ id, answer: { kind: 'record', record: { page: { url }, places: [] } } });
});`;

function threadModule(source: string): URL {
  const path = join(tempFolder(), 'thread.mjs');
  writeFileSync(path, source);
  return pathToFileURL(path);
}

let pool: ReadingPool | null = null;
afterEach(() => pool?.close());

function open(options: Partial<ReadingPoolOptions> = {}): ReadingPool {
  pool = new ReadingPool({ memories: null, threads: 1, module: threadModule(THREAD), ...options });
  return pool;
}

const read = (from: ReadingPool, url: string): Promise<PoolAnswer> =>
  from.read({ want: 'record', head: headOf(url), body: Buffer.from('x') });

describe('threads that read', () => {
  it.each([
    ['ends it', 'http://a.br/fim', {}, 'thread-ended'],
    ['makes it throw', 'http://a.br/lança', {}, 'não dá'],
    ['takes its memory', 'http://a.br/memória', { heap: 16 }, 'ERR_WORKER_OUT_OF_MEMORY'],
    ['never lets go', 'http://a.br/sempre', { timeout: 300 }, 'timeout'],
  ])(
    'a document that %s costs itself only: those behind it are read',
    async (_, hostile, options, reason) => {
      const from = open(options);
      const answers = await Promise.all(
        ['http://a.br/1', hostile, 'http://a.br/2', 'http://a.br/3'].map((url) => read(from, url)),
      );
      expect(answers[1]).toEqual({ kind: 'crashed', reason });
      expect(
        [0, 2, 3].map((i) => (answers[i] as { record: { page: { url: string } } }).record.page.url),
      ).toEqual(['http://a.br/1', 'http://a.br/2', 'http://a.br/3']);
    },
  );

  it('that cannot even begin are an error of ours, and no page is blamed', async () => {
    const from = open({ module: threadModule(`throw new Error('sem tabelas');`) });
    await expect(Promise.all([read(from, 'http://a.br/1'), read(from, 'http://a.br/2')])).rejects.toThrow(
      'sem tabelas',
    );
  });

  it('answer what waits when they are closed', async () => {
    const from = open();
    const waiting = read(from, 'http://a.br/sempre');
    await read(open(), 'http://a.br/1');
    await from.close();
    expect(await waiting).toEqual({ kind: 'crashed', reason: 'closed' });
  });
});

describe('a page that kills its thread', () => {
  it('is in the catalogue with its address and nothing else, and is told', async () => {
    const pages = [0, 1, 2].map((n) => newsPage('jornal.com.br', n));
    const folder = crawlFolder([pages[0]!, { ...pages[1]!, url: 'http://www.jornal.com.br/fim' }, pages[2]!]);
    const catalogue = new RecordingCatalogue();
    const problems: string[] = [];
    const result = await analyseArchive(collectionPlace([folder]), catalogue, {
      threads: 1,
      module: threadModule(THREAD.replace('{ page: { url }, places: [] }', 'null')),
      onProblem: ({ where, reason }) => problems.push(`${where} ${reason}`),
    });
    expect(result).toMatchObject({ pages: 1, problems: 1 });
    expect(problems).toEqual(['http://www.jornal.com.br/fim thread-ended']);
    expect(catalogue.pages).toMatchObject([
      {
        url: 'http://www.jornal.com.br/fim',
        type: 'unreadable',
        text: '',
        segments: [],
        site: 'jornal.com.br',
      },
    ]);
    expect(catalogue.pages[0]!.archive).not.toBeNull();
  });
});

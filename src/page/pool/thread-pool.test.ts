import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { onOneCore } from '../../../test/one-core.ts';
import { aloneInBuffer, ThreadPool, type ThreadPoolOptions } from './thread-pool.ts';

const ONE_CORE = onOneCore();
const BUILT = new URL('../../../dist/src/page/pool/index.js', import.meta.url).href;

/** A thread that speaks as ours do, and does what the address asks for. */
const THREAD = `
import { parentPort, workerData } from 'node:worker_threads';
parentPort.postMessage('ready');
parentPort.on('message', ({ id, task: url }) => {
  if (url.includes('fim')) process.exit(1);
  if (url.includes('lança')) throw new Error('não dá');
  if (url.includes('memória')) { const all = []; for (;;) all.push(new Array(1000).fill(all.length)); }
  if (url.includes('sempre')) for (;;);
  if (url.includes('bytes')) { const all = []; for (;;) all.push(new Uint8Array(1 << 20).fill(1)); }
  parentPort.postMessage({ id, answer: workerData + url });
});`;

function threadFile(source: string): URL {
  const path = join(mkdtempSync(join(tmpdir(), 'tarrafa-pool-')), 'thread.mjs');
  writeFileSync(path, source);
  return pathToFileURL(path);
}

const pools: ThreadPool<string, string, string>[] = [];
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

function open(
  options: Partial<ThreadPoolOptions<string, string, string>> = {},
): ThreadPool<string, string, string> {
  const pool = new ThreadPool<string, string, string>({
    thread: threadFile(THREAD),
    inPlace: async (setup) => async (url) => setup + url,
    setup: 'lido ',
    threads: 1,
    timeout: 30_000,
    heap: 64,
    youngHeap: 8,
    ...options,
  });
  pools.push(pool);
  return pool;
}

describe('threads that read', () => {
  it.each([
    ['ends it', 'http://a.br/fim', {}, 'thread-ended'],
    ['makes it throw', 'http://a.br/lança', {}, 'não dá'],
    ['takes its memory', 'http://a.br/memória', { heap: 16 }, 'ERR_WORKER_OUT_OF_MEMORY'],
    ['takes memory that is in no heap', 'http://a.br/bytes', { memory: 256 }, 'memory'],
    ['never lets go', 'http://a.br/sempre', { timeout: 300 }, 'timeout'],
  ])(
    'a document that %s costs itself only: those behind it are read',
    async (_, hostile, options, reason) => {
      const pool = open(options);
      const answers = await Promise.all(
        ['http://a.br/1', hostile, 'http://a.br/2', 'http://a.br/3'].map((url) => pool.run(url)),
      );
      expect(answers[1]).toEqual({ kind: 'crashed', reason });
      expect([0, 2, 3].map((i) => answers[i])).toEqual([
        'lido http://a.br/1',
        'lido http://a.br/2',
        'lido http://a.br/3',
      ]);
    },
  );

  it('that cannot even begin are an error of ours, and no page is blamed', async () => {
    const pool = open({ thread: threadFile(`throw new Error('sem tabelas');`) });
    await expect(Promise.all([pool.run('http://a.br/1'), pool.run('http://a.br/2')])).rejects.toThrow(
      'sem tabelas',
    );
  });

  it('answer what waits when they are closed', async () => {
    const pool = open();
    const waiting = pool.run('http://a.br/sempre');
    await open().run('http://a.br/1');
    await pool.close();
    expect(await waiting).toEqual({ kind: 'crashed', reason: 'closed' });
  });

  it.skipIf(ONE_CORE === null)('are one where there is one core: its limits hold there too', () => {
    const code = `
import { availableParallelism } from 'node:os';
import { ThreadPool } from ${JSON.stringify(BUILT)};
const pool = new ThreadPool({
  thread: new URL(${JSON.stringify(threadFile(THREAD).href)}),
  inPlace: async () => async () => 'here',
  setup: 'lido ',
  threads: 'auto',
  timeout: 30_000,
  heap: 16,
  youngHeap: 8,
});
const answers = [];
for (const url of ['http://a.br/memória', 'http://a.br/1']) answers.push(await pool.run(url));
console.log(JSON.stringify([availableParallelism(), pool.width, ...answers]));
await pool.close();`;
    const [command, ...words] = ONE_CORE!;
    const { stdout, stderr } = spawnSync(
      command!,
      [...words, process.execPath, fileURLToPath(threadFile(code))],
      { encoding: 'utf8' },
    );
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual([
      1,
      1,
      { kind: 'crashed', reason: 'ERR_WORKER_OUT_OF_MEMORY' },
      'lido http://a.br/1',
    ]);
  });

  it('are none where none are asked for: the work is done in place', async () => {
    const pool = open({ threads: 0 });
    expect([pool.width, await pool.run('http://a.br/1')]).toEqual([1, 'lido http://a.br/1']);
  });

  it('are not sent more bytes than a task has', () => {
    const whole = new Uint8Array(1_000);
    expect(aloneInBuffer(whole)).toBe(whole);
    expect(aloneInBuffer(whole.subarray(10, 20)).buffer.byteLength).toBe(10);
  });
});

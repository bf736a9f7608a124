/**
 * The values of a Parquet file, decoded in a thread of its own: on damaged pages the library of the field can go on for ever without giving
 * way, and only a thread can be ended from outside. The bytes stay here and are handed over as asked for.
 */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { AsyncBuffer, FileMetaData } from 'hyparquet';
import { reason } from '../../words/why.ts';
import { GeoProblem } from './problem.ts';

/** For one batch of rows. */
const LONGEST_MS = 3000;
const MOST_MEGABYTES = 256;

/** Plain JavaScript, because a thread starts without the loader of whoever starts it. */
const SCRIPT = `
const { parentPort, workerData } = require('node:worker_threads');
const { brotliDecompressSync, gunzipSync } = require('node:zlib');
const waiting = new Map();
let asked = 0;
const file = {
  byteLength: workerData.byteLength,
  slice: (start, end) => new Promise((resolve, reject) => {
    waiting.set(++asked, { resolve, reject });
    parentPort.postMessage({ kind: 'slice', id: asked, start, end });
  }),
};
const compressors = {
  GZIP: (input, length) => gunzipSync(input, { maxOutputLength: Math.max(1, length) }),
  BROTLI: (input, length) => brotliDecompressSync(input, { maxOutputLength: Math.max(1, length) }),
};
parentPort.on('message', async (message) => {
  if (message.kind === 'bytes') {
    const { resolve, reject } = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.bytes === null) reject(new Error('cut'));
    else resolve(message.bytes);
    return;
  }
  try {
    const { parquetReadObjects } = await import(workerData.library);
    const rows = await parquetReadObjects({ ...message.options, file, metadata: workerData.metadata, compressors });
    parentPort.postMessage({ kind: 'rows', rows });
  } catch (error) {
    parentPort.postMessage({ kind: 'failed', message: String(error && error.message).slice(0, 200) });
  }
});
`;

type Message =
  | { readonly kind: 'slice'; readonly id: number; readonly start: number; readonly end?: number }
  | { readonly kind: 'rows'; readonly rows: Record<string, unknown>[] }
  | { readonly kind: 'failed'; readonly message: string };

export class ParquetThread {
  readonly #file: AsyncBuffer;
  readonly #worker: Worker;

  constructor(file: AsyncBuffer, metadata: FileMetaData) {
    this.#file = file;
    const library = pathToFileURL(createRequire(import.meta.url).resolve('hyparquet')).href;
    this.#worker = new Worker(SCRIPT, {
      eval: true,
      execArgv: [],
      workerData: { library, metadata, byteLength: file.byteLength },
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
      // What the library has to say is not for the terminal of whoever looks at a file.
      stdout: true,
      stderr: true,
    });
  }

  rows(columns: readonly string[], rowStart: number, rowEnd: number): Promise<Record<string, unknown>[]> {
    const worker = this.#worker;
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        clearTimeout(late);
        worker.off('message', onMessage);
        worker.off('error', onError);
        settle();
      };
      const late = setTimeout(() => {
        end(() => reject(new GeoProblem('time-limit', reason('rows-not-decoded', { ms: LONGEST_MS }))));
        void worker.terminate();
      }, LONGEST_MS);
      const onError = (error: Error) =>
        end(() => reject(new GeoProblem('corrupt', error.message.slice(0, 200))));
      const onMessage = (message: Message) => {
        if (message.kind === 'rows') end(() => resolve(message.rows));
        else if (message.kind === 'failed') end(() => reject(new GeoProblem('corrupt', message.message)));
        else
          Promise.resolve(this.#file.slice(message.start, message.end)).then(
            (bytes) => worker.postMessage({ kind: 'bytes', id: message.id, bytes }),
            () => worker.postMessage({ kind: 'bytes', id: message.id, bytes: null }),
          );
      };
      worker.on('message', onMessage);
      worker.on('error', onError);
      worker.postMessage({ kind: 'read', options: { columns: [...columns], rowStart, rowEnd } });
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

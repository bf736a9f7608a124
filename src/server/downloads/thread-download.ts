/**
 * A download in a thread of its own: it searches and writes there, with memory of its own, and ends with who asked for it. What can be read along
 * is sent while it is written, as fast as the reader takes it; what must be whole first is written to a temporary file, sent from there and removed.
 */
import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Worker } from 'node:worker_threads';
import { type ExportFormat, FORMATS } from '../../collection/export/index.ts';
import { TarrafaError } from '../../errors.ts';
import { threadModule } from '../../page/pool/index.ts';
import type { Download, DownloadMessage, DownloadTask } from './download.ts';

export interface ThreadDownloadOptions {
  /** What the thread runs, for tests. */
  readonly module?: URL | undefined;
  /** A thread that says nothing for so long although it could is given up, ms. */
  readonly silence?: number | undefined;
}

/** The columns of millions of pages, and a group of rows. */
const LIMITS = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 16 };
/** The index of a large archive is made without a word. */
const SILENCE = 600_000;

/** Resolves when the first of it is there, so that what is wrong with it can still be told; rejects with its error. */
export function downloadInThread(
  asked: DownloadTask extends infer Task ? (Task extends unknown ? Omit<Task, 'folder'> : never) : never,
  signal: AbortSignal,
  {
    module = threadModule('./download-thread', import.meta.url),
    silence = SILENCE,
  }: ThreadDownloadOptions = {},
): Promise<Download> {
  const { format } = asked.wish;
  const isWhole = format in FORMATS && FORMATS[format as ExportFormat].whole === true;
  const folder = isWhole ? mkdtempSync(join(tmpdir(), 'tarrafa-download-')) : null;
  const remove = () => {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  };
  return new Promise((resolve, reject) => {
    const worker = new Worker(module, { workerData: { ...asked, folder }, resourceLimits: LIMITS });
    const along = new PiecesAlong(worker);
    let watch: NodeJS.Timeout | undefined;
    let isOver = false;
    const end = (work: () => void, afterwards = () => {}) => {
      if (isOver) return;
      isOver = true;
      clearTimeout(watch);
      signal.removeEventListener('abort', stop);
      // What it is writing may go when it writes no more.
      void worker.terminate().finally(afterwards);
      work();
    };
    const fail = (error: Error) =>
      end(() => {
        along.destroy(error);
        reject(error);
      }, remove);
    const stop = () => fail(new TarrafaError('TRF_TIME_OUT', ['download', 0]));
    /** Only while it is its turn: a reader that takes its time is no silence of the thread. */
    const listen = () => {
      clearTimeout(watch);
      if (along.ahead > 0 || isOver) return;
      watch = setTimeout(() => fail(new TarrafaError('TRF_TIME_OUT', ['download', silence / 1000])), silence);
    };
    along.onTaken = listen;
    along.once('close', () => end(() => {}));
    signal.addEventListener('abort', stop, { once: true });
    worker.on('message', (message: DownloadMessage) => {
      switch (message.kind) {
        case 'piece':
          along.accept(message.bytes);
          resolve({ stream: along, bytes: null });
          break;
        case 'end':
          end(() => along.accept(null));
          resolve({ stream: along, bytes: null });
          break;
        case 'file':
          end(() => {
            const stream = createReadStream(message.path);
            stream.once('close', remove);
            resolve({ stream, bytes: message.bytes });
          });
          break;
        case 'failed':
          fail(new TarrafaError(message.code, message.values));
          break;
      }
      listen();
    });
    // Memory used up is as good as time used up: it asks for too much.
    worker.once('error', (error) =>
      fail(
        (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
          ? new TarrafaError('TRF_TIME_OUT', ['download', 0], { cause: error })
          : error,
      ),
    );
    worker.once('exit', () => fail(new Error('the thread of a download ended without a word')));
    listen();
    if (signal.aborted) stop();
  });
}

/** Pieces of a thread on their way to a reader. The thread is told of each that was taken. */
class PiecesAlong extends Readable {
  readonly #worker: Worker;
  readonly #pieces: (Uint8Array | null)[] = [];
  #isWanted = false;
  onTaken = () => {};

  constructor(worker: Worker) {
    super({ highWaterMark: 64 << 10 });
    this.#worker = worker;
    // Told to who reads it, if anybody does yet.
    this.on('error', () => {});
  }

  /** Pieces that the reader has not taken. */
  get ahead(): number {
    return this.#pieces.length;
  }

  /** Null: there is no more. */
  accept(piece: Uint8Array | null): void {
    this.#pieces.push(piece);
    if (this.#isWanted) this._read();
  }

  override _read(): void {
    const piece = this.#pieces.shift();
    this.#isWanted = piece === undefined;
    if (piece === undefined) return;
    if (piece !== null) this.#worker.postMessage('taken');
    this.onTaken();
    this.push(piece);
  }
}

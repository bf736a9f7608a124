/** Where archived documents are read. */
import { aloneInBuffer, type Crashed, ThreadPool, threadModule } from '../page/pool/index.ts';
import {
  createDocumentReader,
  type DocumentAnswer,
  type DocumentTask,
  type ReaderSetup,
} from './page-reader.ts';

export type PoolAnswer = DocumentAnswer | Crashed;

export interface ReadingPoolOptions extends ReaderSetup {
  /** Default: one less than the cores. 0 reads in this thread. */
  readonly threads?: number | undefined;
  /** A document that takes longer is given up, ms. */
  readonly timeout?: number | undefined;
  /** Heap of a thread, MB. */
  readonly heap?: number | undefined;
  /** What the threads run, for tests. */
  readonly module?: URL | undefined;
}

export type ReadingPool = ThreadPool<ReaderSetup, DocumentTask, DocumentAnswer>;

const TIMEOUT = 30_000;
/** A page of 32 MB with its tree, its texts and the gazetteer fit. */
const HEAP = 1_024;

export function openReadingPool(options: ReadingPoolOptions): ReadingPool {
  const { memories, places, threads, timeout, heap, module } = options;
  return new ThreadPool({
    thread: module ?? threadModule('./reading-thread', import.meta.url),
    inPlace: createDocumentReader,
    setup: { memories, ...(places === undefined ? {} : { places }) },
    threads: threads ?? 'auto',
    timeout: timeout ?? TIMEOUT,
    heap: heap ?? HEAP,
    youngHeap: 32,
    memory: 1_024,
    weigh: ({ body }) => body.length,
  });
}

export function readIn(pool: ReadingPool, task: DocumentTask): Promise<PoolAnswer> {
  return pool.run({ ...task, body: aloneInBuffer(task.body) });
}

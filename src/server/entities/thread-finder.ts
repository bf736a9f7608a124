/** Entities found in a thread of their own: it holds nobody up, has its own memory, and ends at once when it is told to. */
import { Worker } from 'node:worker_threads';
import { type ErrorCode, type ErrorValue, TarrafaError } from '../../errors.ts';
import type { Ask, Fetched, Fetcher, NotFetched } from '../../fetcher.ts';
import type { FinderRequest, FoundTable } from './entity-finder.ts';

export interface ThreadRequest extends Omit<FinderRequest, 'folder'> {
  /** Folder or files of the archive; null when pages are asked of whoever started the thread. */
  readonly inputs: readonly string[] | null;
}

/** A page that the thread asks for, and what it is answered: plain data, with the heads that readers of pages look at. */
export interface PageWanted {
  readonly kind: 'wanted';
  readonly ask: Ask;
}
export type PageBrought =
  | NotFetched
  | (Omit<Fetched, 'header'> & { readonly headers: readonly (readonly [string, string | null])[] });

const HEADS = ['content-type', 'content-language', 'last-modified', 'content-location', 'link'];

async function bring(fetcher: Fetcher, ask: Ask): Promise<PageBrought> {
  const fetched = await fetcher.fetch(ask);
  if (fetched.kind === 'not-fetched') return fetched;
  const { header, ...plain } = fetched;
  return { ...plain, headers: HEADS.map((name) => [name, header(name)] as const) };
}

export type ThreadAnswer =
  | { readonly kind: 'found'; readonly table: FoundTable }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly values: readonly ErrorValue[] };

/** The pages of a site with their graph fit; what needs more is ended. */
const LIMITS = { maxOldGenerationSizeMb: 1_024 };

/** `fetcher` brings pages to a thread that has no archive of its own. */
export function findInThread(
  request: ThreadRequest,
  signal: AbortSignal,
  fetcher: Fetcher | null = null,
): Promise<FoundTable> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new TarrafaError('TRF_TIME_OUT', ['discover', 0]));
      return;
    }
    const source = import.meta.url.endsWith('.ts') ? './finder-thread.ts' : './finder-thread.js';
    const worker = new Worker(new URL(source, import.meta.url), {
      workerData: request,
      resourceLimits: LIMITS,
    });
    const end = (tell: () => void) => {
      signal.removeEventListener('abort', stop);
      void worker.terminate();
      tell();
    };
    const stop = () => end(() => reject(new TarrafaError('TRF_TIME_OUT', ['discover', 0])));
    signal.addEventListener('abort', stop, { once: true });
    worker.on('message', (answer: ThreadAnswer | PageWanted) => {
      if (answer.kind === 'wanted') {
        if (fetcher !== null)
          bring(fetcher, answer.ask).then(
            (page) => worker.postMessage(page),
            (error) => end(() => reject(error)),
          );
      } else
        end(() =>
          answer.kind === 'found'
            ? resolve(answer.table)
            : reject(new TarrafaError(answer.code, answer.values)),
        );
    });
    // Memory used up is as good as time used up: the request asks for too much.
    worker.once('error', (error) =>
      end(() =>
        reject(
          (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new TarrafaError('TRF_TIME_OUT', ['discover', 0], { cause: error })
            : error,
        ),
      ),
    );
    worker.once('exit', () =>
      end(() => reject(new Error('the thread of discovery ended without an answer'))),
    );
  });
}

/** Entities found in a thread of their own: it holds nobody up, has its own memory, and ends at once when it is told to. */
import { Worker } from 'node:worker_threads';
import { type ErrorCode, type ErrorValue, TarrafaError } from '../../errors.ts';
import type { FoundTable } from './entity-finder.ts';

export interface ThreadRequest {
  /** Folder or files of the archive. */
  readonly inputs: readonly string[];
  readonly examples: readonly string[];
}

export type ThreadAnswer =
  | { readonly kind: 'found'; readonly table: FoundTable }
  | { readonly kind: 'failed'; readonly code: ErrorCode; readonly values: readonly ErrorValue[] };

/** The pages of a site with their graph fit; what needs more is ended. */
const LIMITS = { maxOldGenerationSizeMb: 1_024 };

export function findInThread(request: ThreadRequest, signal: AbortSignal): Promise<FoundTable> {
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
    worker.once('message', (answer: ThreadAnswer) =>
      end(() =>
        answer.kind === 'found'
          ? resolve(answer.table)
          : reject(new TarrafaError(answer.code, answer.values)),
      ),
    );
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

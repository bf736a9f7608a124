/** The thread in which entities are found: one request, one answer. */
import { parentPort, workerData } from 'node:worker_threads';
import { ArchiveFetcher } from '../../collection/archive-fetcher.ts';
import { TarrafaError } from '../../errors.ts';
import { findEntities } from './find-entities.ts';
import type { ThreadAnswer, ThreadRequest } from './thread-finder.ts';

async function answer({ inputs, examples }: ThreadRequest): Promise<ThreadAnswer> {
  try {
    const fetcher = await ArchiveFetcher.open(inputs);
    return { kind: 'found', table: await findEntities(fetcher, examples) };
  } catch (error) {
    if (error instanceof TarrafaError) return { kind: 'failed', code: error.code, values: error.values };
    throw error;
  }
}

parentPort?.postMessage(await answer(workerData as ThreadRequest));

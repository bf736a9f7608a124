/** A collection that is opened for one piece of work, brought up to its archive first. */
import type { OpenCollection } from '../collection/index.ts';
import { refuseDeskFolder } from './cluster/worker-folder.ts';

export interface AtHandOptions {
  /** Threads that read what is new in the archive; default one less than the cores. */
  readonly threads?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly now?: (() => number) | undefined;
  /** Bytes of the archive while it is brought up to date. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export async function withCollection<T>(
  folder: string,
  { threads, signal, now, onProgress }: AtHandOptions,
  work: (collection: OpenCollection) => Promise<T>,
): Promise<T> {
  const { openCollection } = await import('../collection/index.ts');
  refuseDeskFolder(folder);
  const collection = await openCollection(folder, {
    threads,
    signal,
    now,
    onProgress: ({ done, total }) => onProgress?.(done, total),
  });
  try {
    signal?.throwIfAborted();
    return await work(collection);
  } finally {
    await collection.close();
  }
}

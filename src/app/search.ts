/**
 * Pages of a collection by a line as in the search box.
 *
 * ```ts
 * const { total, hits } = await search(['coleta'], 'enchentes em Porto Alegre em 1941');
 * ```
 */

import type { SearchOptions as Asked, SearchAnswer } from '../catalogue/index.ts';
import { refuseDeskFolder } from './cluster/worker-folder.ts';

export interface SearchOptions extends Asked {
  /** Default true: what is new in the archive is analysed first. */
  readonly catchUp?: boolean | undefined;
  /** Threads that read what is new; default one less than the cores. */
  readonly threads?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** `inputs`: the folder of a crawl or a collection, or archives. The answer has the line as it was understood too. */
export async function search(
  inputs: readonly string[],
  line: string,
  { catchUp, threads, signal, ...asked }: SearchOptions = {},
): Promise<SearchAnswer> {
  const { openCollection } = await import('../collection/index.ts');
  for (const input of inputs) refuseDeskFolder(input);
  const collection = await openCollection(inputs, { catchUp, threads, signal });
  try {
    return await collection.catalogue.search(await collection.parseLine(line), asked);
  } finally {
    await collection.close();
  }
}

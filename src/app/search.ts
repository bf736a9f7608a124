/**
 * Pages of a collection by a line as in the search box.
 *
 * ```ts
 * const { total, hits } = await search(['coleta'], 'enchentes em Porto Alegre em 1941');
 * ```
 */

import type { SearchOptions as Asked, CatalogueSearch, SearchAnswer, SearchHit } from '../catalogue/index.ts';
import { refuseDeskFolder } from './cluster/worker-folder.ts';
import { givenCollections } from './input/given-collections.ts';

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

export interface SearchEachOptions extends Omit<SearchOptions, 'cursor' | 'limit'> {
  /** Hits of each collection; null: all of them, however many. Default 10. */
  readonly limit?: number | null | undefined;
  /** Bytes of the archive while a collection is brought up to date. */
  readonly onReading?: ((done: number, total: number) => void) | undefined;
}

/** What one of several collections has found. */
export interface FoundIn {
  /** Name of the collection. */
  readonly collection: string;
  /** How the line was understood, how much there is, and the counts. */
  readonly answer: Omit<SearchAnswer, 'hits' | 'next'>;
  /** In order, part by part; to be taken before the next collection is asked for. */
  readonly hits: AsyncIterable<readonly SearchHit[]>;
}

const USUAL = 10;
/** Hits that an answer brings with it. */
const MOST_AT_ONCE = 100;

/**
 * The same line to several collections, one after the other: folders of crawls or collections, and archives, which are one together. Any number
 * of hits; memory holds a part of them.
 *
 * ```ts
 * for await (const { collection, hits } of searchEach(['coleta'], 'enchentes', { limit: null }))
 *   for await (const part of hits) for (const hit of part) console.log(collection, hit.title);
 * ```
 */
export async function* searchEach(
  paths: readonly string[],
  line: string,
  { catchUp, threads, signal, onReading, limit = USUAL, ...asked }: SearchEachOptions = {},
): AsyncGenerator<FoundIn> {
  const { openCollection } = await import('../collection/index.ts');
  for (const inputs of givenCollections(paths)) {
    const onProgress = ({ done, total }: { readonly done: number; readonly total: number }) =>
      onReading?.(done, total);
    const collection = await openCollection(inputs, { catchUp, threads, signal, onProgress });
    try {
      signal?.throwIfAborted();
      const { catalogue, name } = collection;
      const query = await collection.parseLine(line);
      const {
        hits,
        next: _,
        ...answer
      } = await catalogue.search(query, {
        ...asked,
        limit: Math.min(Math.max(limit ?? USUAL, 1), MOST_AT_ONCE),
      });
      yield {
        collection: name,
        answer,
        hits:
          limit !== null && limit <= MOST_AT_ONCE
            ? (async function* () {
                yield hits.slice(0, limit);
              })()
            : firstHits(catalogue.everyHit(query, asked), limit ?? Number.POSITIVE_INFINITY, signal),
      };
    } finally {
      await collection.close();
    }
  }
}

async function* firstHits(
  parts: ReturnType<CatalogueSearch['everyHit']>,
  limit: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly SearchHit[]> {
  let left = limit;
  for await (const hits of parts) {
    signal?.throwIfAborted();
    yield hits.slice(0, left);
    left -= hits.length;
    if (left <= 0) return;
  }
}

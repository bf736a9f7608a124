/**
 * Pages of a collection by a line as in the search box.
 *
 * ```ts
 * const { total, hits } = await search(['coleta'], 'enchentes em Porto Alegre em 1941');
 * ```
 */

import type { SearchOptions as Asked, SearchAnswer } from '../catalogue/index.ts';
import type { EveryHit, FoundHit, OpenCollection } from '../collection/index.ts';
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

export interface SearchTogetherOptions extends Pick<SearchOptions, 'catchUp' | 'threads' | 'signal'> {
  readonly order?: Asked['order'];
  readonly facets?: boolean | undefined;
  /** `all`: dates of publication with weak evidence count too. */
  readonly dates?: Asked['dates'];
  /** Hits of all collections together; null: all of them, however many. Default 10. */
  readonly limit?: number | null | undefined;
  /** Bytes of the archive while a collection is brought up to date. */
  readonly onReading?: ((done: number, total: number) => void) | undefined;
}

/** What several collections have of a line. */
export interface FoundTogether {
  /** How the line was understood, how much there is in each and in all, and the counts. */
  readonly answer: EveryHit['answer'];
  /** In one order, part by part, each with the name of its collection. */
  readonly hits: AsyncIterable<readonly FoundHit[]>;
}

const USUAL = 10;
/** Hits that an answer brings with it. */
const MOST_AT_ONCE = 100;

/**
 * The same line to several collections, and one answer: folders of crawls or collections, and archives, which are one together. Scores mean the
 * same in all of them. Any number of hits; memory holds a part of them. The collections are open while `read` takes them.
 *
 * ```ts
 * await searchTogether(['coleta', 'outra'], 'enchentes', { limit: null }, async ({ hits }) => {
 *   for await (const part of hits) for (const hit of part) console.log(hit.collection, hit.title);
 * });
 * ```
 */
export async function searchTogether<T>(
  paths: readonly string[],
  line: string,
  { catchUp, threads, signal, onReading, limit = USUAL, ...asked }: SearchTogetherOptions,
  read: (found: FoundTogether) => Promise<T>,
): Promise<T> {
  const { everyHitTogether, openCollection, searchTogether } = await import('../collection/index.ts');
  const opened: OpenCollection[] = [];
  try {
    for (const inputs of givenCollections(paths)) {
      const onProgress = ({ done, total }: { readonly done: number; readonly total: number }) =>
        onReading?.(done, total);
      opened.push(await openCollection(inputs, { catchUp, threads, signal, onProgress }));
      signal?.throwIfAborted();
    }
    if (limit === null || limit > MOST_AT_ONCE) {
      const { answer, hits } = await everyHitTogether(opened, line, asked);
      return await read({ answer, hits: firstHits(hits, limit ?? Number.POSITIVE_INFINITY, signal) });
    }
    const {
      hits,
      next: _,
      ...answer
    } = await searchTogether(opened, line, { ...asked, limit: Math.max(limit, 1) });
    return await read({
      answer,
      hits: (async function* () {
        yield hits.slice(0, limit);
      })(),
    });
  } finally {
    for (const collection of opened) await collection.close();
  }
}

async function* firstHits(
  parts: AsyncIterable<readonly FoundHit[]>,
  limit: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly FoundHit[]> {
  let left = limit;
  for await (const hits of parts) {
    signal?.throwIfAborted();
    yield hits.slice(0, left);
    left -= hits.length;
    if (left <= 0) return;
  }
}

/**
 * Data of a collection in the formats of the trade, all of it or what a line of search finds.
 *
 * ```ts
 * const { items, bytes } = await exportCollection(['coleta'], { format: 'parquet', out: 'paginas.parquet', line: 'quando:1941' });
 * ```
 */
import type { ExportRequest, ExportResult } from '../collection/export/index.ts';
import { SOFTWARE } from './version.ts';

export interface ExportWish extends Omit<ExportRequest, 'query'> {
  /** As in the search box; without it everything. */
  readonly line?: string | undefined;
}

export interface ExportOptions {
  /** Threads that read what is new in the archive; default one less than the cores. */
  readonly threads?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly now?: (() => number) | undefined;
  /** Bytes of the archive while it is brought up to date, items while they are written; `total` is null when nobody knows. */
  readonly onProgress?:
    | ((stage: 'reading' | 'writing', done: number, total: number | null) => void)
    | undefined;
}

export interface Exported extends ExportResult {
  /** Places of the line that no gazetteer knows: nothing was looked for there. */
  readonly unknownPlaces: readonly string[];
}

/** `inputs`: the folder of a crawl or a collection, or archives. Throws when `signal` aborts. */
export async function exportCollection(
  inputs: readonly string[],
  { line, ...wish }: ExportWish,
  options: ExportOptions = {},
): Promise<Exported> {
  const { signal, now, threads, onProgress } = options;
  const [{ exportCollection: write }, { archivesOf, collectionPlace, openCollection }] = await Promise.all([
    import('../collection/export/index.ts'),
    import('../collection/index.ts'),
  ]);
  const collection = await openCollection(inputs, {
    signal,
    threads,
    onProgress: ({ done, total }) => onProgress?.('reading', done, total),
  });
  try {
    signal?.throwIfAborted();
    const query = line === undefined ? null : await collection.parseLine(line);
    const result = await write(
      {
        title: collection.title,
        catalogue: collection.catalogue,
        files: archivesOf(collectionPlace(inputs)),
      },
      { ...wish, query },
      {
        software: SOFTWARE,
        signal,
        now,
        onProgress: ({ done, total }) => onProgress?.('writing', done, total),
      },
    );
    return { ...result, unknownPlaces: (query?.unknownPlaces ?? []).map(({ text }) => text) };
  } finally {
    await collection.close();
  }
}

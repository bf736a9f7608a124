/**
 * Data of a collection in the formats of the trade, all of it or what a line of search finds.
 *
 * ```ts
 * const { items, bytes } = await exportCollection(['coleta'], { out: 'paginas.parquet', line: 'quando:1941' });
 * ```
 */
import type { ExportFormat, ExportRequest, ExportResult } from '../collection/export/index.ts';
import { TarrafaError } from '../errors.ts';
import { reason } from '../words/why.ts';
import { refuseDeskFolder } from './cluster/worker-folder.ts';
import { SOFTWARE } from './version.ts';

export interface ExportWish extends Omit<ExportRequest, 'query' | 'format'> {
  /** Default: what the name of the file says. */
  readonly format?: ExportFormat | undefined;
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
  readonly format: ExportFormat;
  /** Places of the line that no gazetteer knows: nothing was looked for there. */
  readonly unknownPlaces: readonly string[];
}

/** `inputs`: the folder of a crawl or a collection, or archives. Throws TRF_CONFIG_INVALID when nothing says the format, and when `signal` aborts. */
export async function exportCollection(
  inputs: readonly string[],
  { line, format: asked, ...wish }: ExportWish,
  options: ExportOptions = {},
): Promise<Exported> {
  const { signal, now, threads, onProgress } = options;
  const [
    { exportCollection: write, exportFormatOf },
    { archivesOf, collectionPlace, openCollection, visitsIn },
    { Forgotten },
  ] = await Promise.all([
    import('../collection/export/index.ts'),
    import('../collection/index.ts'),
    import('../crawl/index.ts'),
  ]);
  // What cannot be written must not cost an analysis first.
  const format = asked ?? exportFormatOf(wish.out);
  if (format === null)
    throw new TarrafaError('TRF_CONFIG_INVALID', ['format', reason('name-of-no-format', { name: wish.out })]);
  for (const input of inputs) refuseDeskFolder(input);
  const collection = await openCollection(inputs, {
    signal,
    threads,
    onProgress: ({ done, total }) => onProgress?.('reading', done, total),
  });
  try {
    signal?.throwIfAborted();
    const query = line === undefined ? null : await collection.parseLine(line);
    const place = collectionPlace(inputs);
    const result = await write(
      {
        title: collection.title,
        catalogue: collection.catalogue,
        files: archivesOf(place),
        visits: visitsIn(place),
        forgetting: Forgotten.of(place.folder).isUnfinished,
      },
      { ...wish, format, query },
      {
        software: SOFTWARE,
        signal,
        now,
        onProgress: ({ done, total }) => onProgress?.('writing', done, total),
      },
    );
    return { ...result, format, unknownPlaces: (query?.unknownPlaces ?? []).map(({ text }) => text) };
  } finally {
    await collection.close();
  }
}

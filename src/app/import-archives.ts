/**
 * Archives of others into a collection of ours, with its catalogue.
 *
 * ```ts
 * const { captures, pages } = await importArchives('acervo', ['jornal-2019.warc.gz', 'jornal-2020.wacz']);
 * ```
 */
import type { ImportOptions as Copying, ImportResult } from '../collection/import/index.ts';
import { SOFTWARE } from './version.ts';

export interface ImportOptions extends Pick<Copying, 'link' | 'now' | 'signal' | 'onProblem'> {
  /** Default true: the catalogue is made too. */
  readonly analyse?: boolean | undefined;
  /** Threads that analyse; default one less than the cores. */
  readonly threads?: number | undefined;
  /** Bytes, of each of the two stages. */
  readonly onProgress?: ((stage: 'copying' | 'analysing', done: number, total: number) => void) | undefined;
}

export interface Imported extends ImportResult {
  /** Pages of the catalogue; null when it was not made. */
  readonly pages: number | null;
}

/** WARC, ARC and WACZ files into `folder`, new or of an earlier import. Throws when `signal` aborts; the same call goes on. */
export async function importArchives(
  folder: string,
  files: readonly string[],
  options: ImportOptions = {},
): Promise<Imported> {
  const { analyse = true, threads, onProgress, ...copying } = options;
  const [{ importArchives: copyIn }, { openCollection }] = await Promise.all([
    import('../collection/import/index.ts'),
    import('../collection/index.ts'),
  ]);
  const result = await copyIn(files, folder, {
    ...copying,
    software: SOFTWARE,
    onProgress: ({ done, total }) => onProgress?.('copying', done, total),
  });
  if (!analyse) return { ...result, pages: null };
  const collection = await openCollection(folder, {
    signal: options.signal,
    threads,
    // Damage was told when the index was made.
    onProgress: ({ done, total }) => onProgress?.('analysing', done, total),
  });
  try {
    const { pages } = await collection.catalogue.summary();
    options.signal?.throwIfAborted();
    return { ...result, pages };
  } finally {
    await collection.close();
  }
}

/**
 * Archives of others into a collection of ours, with its catalogue.
 *
 * ```ts
 * const { captures, pages } = await importArchives('acervo', ['jornal-2019.warc.gz', 'jornal-2020.wacz']);
 * ```
 */
import type { ImportOptions as Copying, ImportResult } from '../collection/import/index.ts';
import type { AnalysisProgress, AnalysisResult } from '../collection/index.ts';
import { SOFTWARE } from './version.ts';

export interface ImportOptions extends Pick<Copying, 'link' | 'goOn' | 'now' | 'signal' | 'onProblem'> {
  /** Default true: the catalogue is made too. */
  readonly analyse?: boolean | undefined;
  /** Threads that analyse; default one less than the cores. */
  readonly threads?: number | undefined;
  readonly onProgress?: ((progress: ImportProgress) => void) | undefined;
}

/** Bytes done of so many, in each of the two stages. */
export type ImportProgress =
  | { readonly stage: 'copying'; readonly done: number; readonly total: number }
  /** `ofCaptures`: how many captures the collection has. */
  | ({ readonly stage: 'analysing'; readonly ofCaptures: number } & AnalysisProgress);

export interface Imported extends ImportResult {
  /** Pages of the catalogue; null when it was not made. */
  readonly pages: number | null;
  /** What the analysis did of it; null when there was none, or another process is at it. */
  readonly analysed: Pick<AnalysisResult, 'pages' | 'same' | 'captures' | 'passed'> | null;
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
    onProgress: ({ done, total }) => onProgress?.({ stage: 'copying', done, total }),
  });
  if (!analyse) return { ...result, pages: null, analysed: null };
  const collection = await openCollection(folder, { catchUp: false });
  try {
    const done = await collection.catchUp({
      signal: options.signal,
      threads,
      // Damage was told when the index was made.
      onProgress: (progress) =>
        onProgress?.({ stage: 'analysing', ofCaptures: result.captures, ...progress }),
    });
    const { pages } = await collection.catalogue.summary();
    options.signal?.throwIfAborted();
    const analysed =
      done === null
        ? null
        : { pages: done.pages, same: done.same, captures: done.captures, passed: done.passed };
    return { ...result, pages, analysed };
  } finally {
    await collection.close();
  }
}

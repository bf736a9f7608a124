/**
 * The archive of a collection into its catalogue, from where the last analysis came to: of a crawl, or of anybody's WARC files.
 *
 * ```ts
 * const { catalogue, summary } = await analyse(['coleta']);   // { pages: 812, sites: 3, … } in coleta/catalogue.db
 * ```
 */
import { existsSync } from 'node:fs';
import type { CatalogueSummary } from '../catalogue/index.ts';
import type {
  AnalysisProblem,
  AnalysisProgress,
  AnalysisResult,
  AnalyseOptions as Reading,
} from '../collection/index.ts';
import { reason } from '../words/why.ts';
import { refuseDeskFolder } from './cluster/worker-folder.ts';

export interface AnalyseOptions {
  /** File of the catalogue; default `catalogue.db` beside the archive. */
  readonly catalogue?: string | undefined;
  /** What people added, when it is not beside the catalogue. */
  readonly kept?: string | undefined;
  /** Makes the whole catalogue anew; the old one answers until the new one is ready. */
  readonly rebuild?: boolean | undefined;
  /** Threads that read; default one less than the cores, 0 reads in this one. */
  readonly threads?: number | undefined;
  /** Ends it with what there is; the same call goes on. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: AnalysisProgress) => void) | undefined;
  /** Told of what could not be read, which never stops the reading. */
  readonly onProblem?: ((problem: AnalysisProblem) => void) | undefined;
}

export interface Analysed {
  readonly folder: string;
  readonly catalogue: string;
  /** Files of the archive; 0 when there is nothing to analyse yet. */
  readonly archives: number;
  /** What this analysis did. */
  readonly result: AnalysisResult;
  /** What the catalogue holds now. */
  readonly summary: CatalogueSummary;
}

/** `inputs`: the folder of a crawl, a folder with archives, or archives. Throws TRF_CATALOGUE_BUSY when somebody else analyses it. */
export async function analyse(inputs: readonly string[], options: AnalyseOptions = {}): Promise<Analysed> {
  const { AnalysisLock, archivesOf, collectionPlace, refuseNothing, removeCatalogue } = await import(
    '../collection/index.ts'
  );
  for (const input of inputs) refuseDeskFolder(input);
  const place = collectionPlace(inputs, options.catalogue, options.kept);
  const lock = AnalysisLock.take(place.catalogue);
  try {
    const { signal, threads, onProgress, onProblem } = options;
    const reading: Reading = { signal, threads, onProgress, onProblem };
    if (lock.uncertain) onProblem?.({ where: place.catalogue, reason: reason('lock-uncertain') });
    const isNew = !existsSync(place.catalogue);
    const { result, summary } = await (options.rebuild === true ? rebuild : catchUp)(place, reading);
    try {
      refuseNothing(place, result, summary);
    } catch (error) {
      if (isNew) removeCatalogue(place);
      throw error;
    }
    return {
      folder: place.folder,
      catalogue: place.catalogue,
      archives: archivesOf(place).length,
      result,
      summary,
    };
  } finally {
    lock.release();
  }
}

type Place = import('../collection/index.ts').CollectionPlace;

async function rebuild(place: Place, options: Reading): Promise<Pick<Analysed, 'result' | 'summary'>> {
  const [{ rebuildCatalogue }, { EmbeddedCatalogue }, { loadGazetteer }] = await Promise.all([
    import('../collection/index.ts'),
    import('../catalogue/index.ts'),
    import('../geo/gazetteer/index.ts'),
  ]);
  const result = await rebuildCatalogue(place, await loadGazetteer({ towns: false }), options);
  const path = result.interrupted ? `${place.catalogue}.new` : place.catalogue;
  const catalogue = EmbeddedCatalogue.open(path, { readOnly: true });
  try {
    return { result, summary: await catalogue.summary() };
  } finally {
    await catalogue.close();
  }
}

async function catchUp(place: Place, options: Reading): Promise<Pick<Analysed, 'result' | 'summary'>> {
  const [{ analyseArchive }, { EmbeddedCatalogue }, { loadGazetteer }] = await Promise.all([
    import('../collection/index.ts'),
    import('../catalogue/index.ts'),
    import('../geo/gazetteer/index.ts'),
  ]);
  const gazetteer = await loadGazetteer({ towns: false });
  const catalogue = EmbeddedCatalogue.open(place.catalogue, { gazetteer, kept: place.kept });
  try {
    const result = await analyseArchive(place, catalogue, options);
    return { result, summary: await catalogue.summary() };
  } finally {
    await catalogue.close();
  }
}

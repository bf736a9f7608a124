/**
 * A collection as a whole: its archive analysed into its catalogue, and opened for reading.
 *
 * ```ts
 * const collection = await openCollection('coleta');
 * console.log(collection.catalogue.summary());
 * ```
 */
export {
  type AnalyseOptions,
  type AnalysisPhase,
  type AnalysisProblem,
  type AnalysisProgress,
  type AnalysisResult,
  analyseArchive,
  learnFromFiles,
  readArchiveFiles,
} from './analyse-archive.ts';
export { AnalysisLock } from './analysis-lock.ts';
export { ArchiveFetcher } from './archive-fetcher.ts';
export { type ArchiveFile, archiveFile, keptFile } from './archive-file.ts';
export {
  archivedPagesOf,
  archivedSites,
  type BrowsedArchive,
  type Capture,
  type ListedPage,
  type RecordPlace,
  type Slice,
} from './archive-lists.ts';
export type { PassedBy, PassedCaptures } from './archived-captures.ts';
export {
  archivesOf,
  CATALOGUE_NAME,
  type CollectionPlace,
  collectionPlace,
  visitsIn,
} from './collection-place.ts';
export {
  type ChangeOf,
  type CorrectedCollection,
  type CorrectionWish,
  correctPage,
  PAGE_TYPES,
  uncorrectPage,
} from './correct-page.ts';
export { type CountAnswers, type CountedAnswers, doesCount } from './counted-answers.ts';
export * from './dossier/index.ts';
export { blocksOfPage, blocksOfRecord, type ExplainedBlock, explainedBlocks } from './explained-blocks.ts';
export * from './export/index.ts';
export { takeSharedGeo } from './geo-records.ts';
export { type Copy, type GoneRecords, goneRecords, payloadName, stretchesOf } from './gone-records.ts';
export * from './import/index.ts';
export { matchesOfPage } from './matches-of-page.ts';
export { refuseNothing, removeCatalogue } from './nothing-read.ts';
export { collectionName, OpenCollection, type OpenOptions, openCollection } from './open-collection.ts';
export {
  type AnalysedRecord,
  addressOf,
  analysePageRecord,
  type DocumentHead,
  type ReadingContext,
  unreadableRecord,
} from './page-record.ts';
export { rebuildCatalogue } from './rebuild-catalogue.ts';
export { placesOf, recordWithBytes } from './record-with-bytes.ts';
export * from './replay-page.ts';
export { rereadingOf, rereadPage, rereadRecord, writeReread } from './reread-page.ts';
export * from './together/index.ts';
export * from './versions/index.ts';

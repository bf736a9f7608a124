/**
 * What Tarrafa does, each use-case a function that a program can call: plain data in, plain data out, progress by a callback, an
 * `AbortSignal` to end early. Nothing is printed and no process is ended. Rooms are loaded by the use-case that needs them.
 */
export { type Analysed, type AnalyseOptions, analyse } from './analyse.ts';
export {
  type AnnotatedTime,
  type AnnotateTimeOptions,
  annotateTime,
  type TimedParagraph,
  type TimeExpression,
  type TimeMarkup,
} from './annotate-time.ts';
export {
  type ArchiveDamage,
  type ArchivedPayload,
  type ArchivedRecord,
  type ArchiveReading,
  type ArchiveServer,
  archivedPayload,
  archivedRecord,
  type CheckOptions,
  checkArchive,
  indexArchive,
  type ListedRecord,
  type ListOptions,
  listArchive,
  type RecordWish,
  type ReplayOptions,
  replayArchive,
} from './archives.ts';
export { type AnalyseClusterOptions, analyseCluster } from './cluster/analyse-cluster.ts';
export { explainCluster, type SharedExplanation } from './cluster/cluster-explain.ts';
export type { ClusterPlace } from './cluster/cluster-place.ts';
export { reportCluster } from './cluster/cluster-report.ts';
export { type ExportCrawlOptions, type ExportedCrawl, exportCrawl } from './cluster/export-crawl.ts';
export { type ImportCrawlOptions, type ImportedCrawl, importCrawl } from './cluster/import-crawl.ts';
export type { ClusterOptions } from './cluster/shared-session.ts';
export { type ClusterStatus, clusterStatus, initCluster, pauseCluster, stopCluster } from './cluster.ts';
export {
  type Collected,
  type CollectOptions,
  type CollectProgress,
  type CollectSettings,
  collect,
  collectSettings,
} from './collect.ts';
export { type Compared, type CompareOptions, compareCrawls } from './compare-crawls.ts';
export { type ConcordanceOptions, type OpenConcordance, openConcordance } from './concordance.ts';
export { explainContent } from './content/explanation-page.ts';
export { type ChooseOptions, type ChosenSite, chooseGoldPages } from './content/gold/choose-pages.ts';
export {
  type MethodScore,
  type ScoredMethod,
  type ScoreGoldOptions,
  type SiteScore,
  scoreGold,
} from './content/gold/score-gold.ts';
export type { ContentNotice, ContentProgress } from './content/pages.ts';
export {
  type MethodLimits,
  type MethodSettings,
  type PublishedBlock,
  type PublishedContentOptions,
  type PublishedMethod,
  type PublishedVerdict,
  readPublishedContent,
  type SiteRun,
} from './content/published-method.ts';
export { type ContentForm, type ContentFormOptions, contentAs } from './content/written-forms.ts';
export {
  type ModelDifference,
  type PageContent,
  type ReadContentOptions,
  type RememberedSite,
  readContent,
  type SiteMemoryOptions,
  siteMemories,
  type TrainContentOptions,
  type TrainedContent,
  trainContent,
} from './content.ts';
export {
  type CorrectOptions,
  correctPageOf,
  type GoldPage,
  listCorrections,
  uncorrectPageOf,
  writeGold,
} from './correct-pages.ts';
export { type DatedPage, type DatePagesOptions, datePages } from './date-pages.ts';
export {
  type DossierExport,
  type DossierFormat,
  type DossierOptions,
  type ExportedDossier,
  exportDossier,
  type ItemWish,
  listDossiers,
  makeDossier,
  putIntoDossier,
  removeDossier,
  showDossier,
} from './dossiers.ts';
export { writeAttributes } from './entities/attribute-files.ts';
export { type ChoiceOptions, writeChoicePages } from './entities/choices.ts';
export { explainValue, type ValueExplanation } from './entities/explain-value.ts';
export { graphScript, writeGraphs } from './entities/graph-files.ts';
export { deleteTable, listTables, renameTable } from './entities/kept-tables.ts';
export type { EntityPages } from './entities/open-pages.ts';
export type { SelectionOptions } from './entities/selection.ts';
export { readWrapper, writeWrappers } from './entities/wrapper-files.ts';
export {
  checkEntities,
  discoverEntities,
  type EntitiesOptions,
  entities,
  entityLines,
  extractEntities,
  keepEntities,
  learnEntities,
  queryEntityGraph,
  type ReadingOptions,
  type ValueOptions,
  type WritingOptions,
} from './entities.ts';
export { explain, type RuleVerdict, type UrlExplanation } from './explain.ts';
export { type Exported, type ExportOptions, type ExportWish, exportCollection } from './export-collection.ts';
export {
  checkGeographicLinks,
  type GeoCheckCounts,
  type GeoChecked,
  type GeoCheckOptions,
  type GeoUrlCount,
  type GeoUrlRow,
  type GeoUrlStates,
  type GeoVisitError,
  geographicUrlStates,
  geographicVisitErrors,
} from './geographic-check.ts';
export {
  type ColumnOfPlaces,
  type DatasetPlaces,
  type DescribedGeographicFile,
  type DescribeGeographicOptions,
  describeGeographicFiles,
  type GeographicDataset,
} from './geographic-files.ts';
export {
  type JudgedGeographicPage,
  type JudgedLink,
  type JudgeGeographicOptions,
  judgeGeographicPages,
} from './geographic-judgement.ts';
export {
  type GeographicProducersOptions,
  type GeographicSite,
  geographicProducers,
} from './geographic-producers.ts';
export {
  type GeographicIndexOptions,
  type GeographicSearchOptions,
  searchGeographicData,
} from './geographic-search.ts';
export {
  type BuildVocabularyOptions,
  buildGeographicVocabulary,
  geographicVocabulary,
} from './geographic-vocabulary.ts';
export { type Harvested, type HarvestOptions, harvest } from './harvest.ts';
export { type Imported, type ImportOptions, importArchives } from './import-archives.ts';
export { type FetchedPage, type FetchPageOptions, fetchPage } from './input/fetch-page.ts';
export type { InputProblem } from './input/input-problem.ts';
export { type OpenFetcher, openPoliteFetcher } from './input/polite-fetcher.ts';
export {
  MINING_LIMITS,
  type MinedTime,
  type MinedTimePattern,
  type MineTimeOptions,
  mineTime,
} from './mine-time.ts';
export { type PageChangesOptions, type PageVersion, pageChanges, pageVersions } from './page-versions.ts';
export { type PlacesOfText, type PlacesOfTextOptions, placesOfText } from './places-of-text.ts';
export { type Recovered, type RecoverOptions, recoverWorker } from './recover-worker.ts';
export { type Repaired, type RepairOptions, repair } from './repair.ts';
export { collectedPages, type Reported, type ReportOptions, report, status, statusText } from './report.ts';
export {
  type FoundTogether,
  type SearchOptions,
  type SearchTogetherOptions,
  search,
  searchTogether,
} from './search.ts';
export { type RunningServer, type ServeEvent, type ServeOptions, serve } from './serve.ts';
export { type Studied, type StudyOptions, studyTime } from './study-time.ts';
export { type WorkOptions, work } from './work.ts';

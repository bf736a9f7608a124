/** A crawl for geographic data: what addresses are, what pages say, in which order they are visited, and the search itself. */
export {
  cluesOfPage,
  createAnalyser,
  GEO_ANALYSER,
  GEO_ANALYSER_MODULE,
  type GeoAnalyserOptions,
  type GeoClues,
  URL_CLASSES,
} from './analyser.ts';
export { dataKindsIn, scaleIn } from './anchor-cues.ts';
export { type DiscoverOptions, type DiscoverReport, discover } from './discovery.ts';
export {
  datasetRecord,
  extentPlaces,
  type PlaceSources,
  placeColumnsOfDataset,
  placesOfDataset,
} from './file-record.ts';
export {
  GEOGRAPHIC_PRIORITIES,
  GeographicPolicy,
  type GeographicPolicyOptions,
  type GeographicPriorities,
  type GeographicVisit,
  indicatorOf,
  type PageRules,
} from './geographic-policy.ts';
export {
  type AnswerHead,
  anchorOf,
  GeoHarvester,
  type HarvestOptions,
  type HarvestReport,
  isPage,
  type KeptFile,
  pageRules,
} from './harvester.ts';
export {
  GEO_FILES,
  type KeptPayload,
  keptPayloads,
  readKeptGeo,
  removeKeptGeo,
  writeKeptGeo,
  writeKeptPayload,
} from './kept-files.ts';
export {
  CompatOrganiser,
  type Indicator,
  ModernOrganiser,
  type OrganiserEntry,
  REVISIT_SECONDS,
  revisitDue,
} from './organiser.ts';
export {
  type GeoLink,
  type GeoPage,
  GeoPageReader,
  type PageCluesOptions,
  reportedLinks,
} from './page-clues.ts';
export { changedEntry, cluesOfUnkept, type UnkeptPage, unkeptPages } from './policy-entry.ts';
export {
  type ClassifiedUrl,
  COMPAT_URLS,
  classifyUrl,
  downloadOrder,
  isGeographic,
  MODERN_URLS,
  mayHandOut,
  placedImages,
  serviceKind,
  type UrlClass,
  type UrlEvidence,
  type UrlProfileRules,
} from './url-class.ts';

/**
 * The archive: WARC 1.1 written and mended, anybody's WARC and ARC files read, CDXJ indexes, checking, and pages made fit to be shown again.
 */

export type { FileCalls } from './append-file.ts';
export {
  archivePaths,
  type BrowsedArchive,
  type CapturePlaces,
  type CaptureSource,
  effectiveHttp,
  type FoundCapture,
  findCapture,
  locateCapture,
  type RecordPlace,
  readPlace,
  readPlaces,
  WarcArchive,
} from './archive.ts';
export { archiveStart, inOrderOfWriting } from './archive-name.ts';
export { type BlankOptions, blankRecords, type Stretch } from './blank-records.ts';
export { bareMime, type Capture, type CdxjParts, cdxjLine, cdxjLineOf, parseCdxjLine } from './cdxj.ts';
export {
  ARCHIVE_NAME,
  archiveFiles,
  type BuildResult,
  buildCdxj,
  CdxIndex,
  type CdxIndexOptions,
  hostOfKey,
  type IndexedSite,
  nearestCapture,
  sortCdxj,
  type UnindexedRecord,
} from './cdxj-index.ts';
export { INDEX_NAME, type IndexMark, indexMark, isIndexWhole, LOG_NAME } from './cdxj-log.ts';
export { type CheckFinding, type CheckResult, checkArchives, checkWarc } from './check.ts';
export { base32, payloadDigest } from './digest.ts';
export { dechunk, HttpMessage, LONGEST_CAPTURE, parseHttpMessage } from './http-message.ts';
export { packedResponse } from './packed-response.ts';
export { hasPayload } from './payload-place.ts';
export {
  type ProblemCode,
  type RangedBytes,
  type ReadOptions,
  readRecordAt,
  readWarc,
  type WarcProblem,
  type WarcSource,
} from './reader.ts';
export { type DigestVerdict, type RecordPosition, WarcFields, WarcRecord } from './record.ts';
export {
  isPartOfPage,
  namedUrl,
  type ReplayBannerText,
  type ReplayScope,
  readableMoment,
  replayBanner,
  replayHeaders,
  replayPolicy,
} from './replay-answer.ts';
export {
  type BodyReading,
  isRewritten,
  type ReplayedPage,
  type ReplayedPageOptions,
  replayedPage,
} from './replayed-page.ts';
export { surt } from './surt.ts';
export { type RepairOptions, type RepairResult, repairTail, scanFolder, scanFrom, wholeEnd } from './tail.ts';
export { parseTimestamp14, parseWarcDate, timestamp14, warcDate } from './timestamp.ts';
export {
  type Exchange,
  type ExtraFields,
  type MetadataRecord,
  type ResourceRecord,
  type Revisited,
  type Truncation,
  WarcWriter,
  type WarcWriterOptions,
  type WrittenRecord,
} from './writer.ts';

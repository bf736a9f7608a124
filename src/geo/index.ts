/**
 * `tarrafa/geo`: recognises geographic files and services, reads what they hold, draws them small, and finds them by place.
 *
 * ```ts
 * import { describePath } from 'tarrafa/geo';
 * const { datasets, problems } = await describePath('municipios.zip');
 * for (const d of datasets) console.log(d.layer, d.geometryType, d.count, d.extent, d.crs?.epsg);
 * ```
 */

export { openArchive } from './archive/archive.ts';
export { ARCHIVE_FORMATS, type ArchiveFormat, archiveMediaType } from './archive/archive-table.ts';
export type { Archive, Member } from './archive/member.ts';
export { type RejectedFile, RejectionMemory } from './archive/rejections.ts';
export { openRemote, REMOTE_LIMITS, type RemoteFile, type RemoteLimits } from './archive/remote-source.ts';
// Services, vocabulary, crawl policy, gazetteer, places, producers, queries:
export {
  areaKm2,
  type BoundingBox,
  type BoxOutline,
  boxOutline,
  boxSimilarity,
  checkedBox,
  contains,
  distanceKm,
  intersects,
  overlapRelevance,
} from './box.ts';
export { type Crs, crsOfEpsg, crsOfText } from './crs/crs.ts';
export { toWgs84 } from './crs/reproject.ts';
export {
  COMPAT_FILES,
  type DescribedDataset,
  type DescribeOptions,
  type DescribeProfile,
  type Description,
  describeAddress,
  describeBytes,
  describePath,
  MODERN_FILES,
} from './describe/describe.ts';
export { type ArchivePeek, type PeekOptions, peekArchive } from './describe/peek.ts';
export * from './gazetteer/index.ts';
export * from './places/index.ts';
export * from './policy/index.ts';
export { type GeoLook, type LookOptions, lookOf } from './preview/look.ts';
export { PREVIEW_LIMITS, type PreviewLimits } from './preview/preview.ts';
export * from './producers/index.ts';
export { type DataSource, dataSourceOf, type QgisProvider, serviceAddress } from './qgis/data-source.ts';
export { LAYER_DEFINITION_MEDIA, layerDefinition } from './qgis/layer-definition.ts';
export * from './query/index.ts';
export { indexFolder, indexPath, readGeoIndex, writeGeoIndex } from './query/index-file.ts';
export { Budget, GEO_LIMITS, type GeoLimits } from './readers/budget.ts';
export { type ByteSource, FileSource, MemorySource, type NamedSource } from './readers/byte-source.ts';
export {
  type AttributeRow,
  type Box,
  type DatasetInfo,
  type DatasetKind,
  emptyDataset,
  type FieldInfo,
  type RasterInfo,
  type Shape,
  sampleColumns,
} from './readers/dataset.ts';
export { type DbfTable, readDbf } from './readers/dbf.ts';
export type { FormatReader, ReadContext } from './readers/format-reader.ts';
export { GEO_FORMATS, type GeoFormat, geoMediaType } from './readers/format-table.ts';
export { GeoProblem, type Problem, type ProblemCode } from './readers/problem.ts';
export { allReaders } from './readers/readers.ts';
export { shapefileFeatures } from './readers/shapefile.ts';
export { parseSidecarText, type SidecarText } from './readers/sidecar-text.ts';
export * from './services/index.ts';
export { drawThumbnail, type Thumbnail, type ThumbnailOptions } from './thumbnail/thumbnail.ts';
export * from './vocabulary/index.ts';

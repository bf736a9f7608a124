/** A version of a page that the catalogue has, read from the archive and analysed once more: with what a person says of it, or without. */
import { basename } from 'node:path';
import type { ArchivePlace, Catalogue, CataloguePages, PageCorrection } from '../catalogue/index.ts';
import { Forgotten } from '../crawl/forgotten.ts';
import { TarrafaError } from '../errors.ts';
import type { Gazetteer } from '../geo/index.ts';
import { LONGEST_CAPTURE, type RecordPlace, readPlace } from '../warc/index.ts';
import type { ArchiveFile } from './archive-file.ts';
import { captureOf } from './archived-captures.ts';
import { archivesOf, type CollectionPlace } from './collection-place.ts';
import { learnedMemory, memoryOf } from './explained-blocks.ts';
import { type AnalysedRecord, analysePageRecord, type ReadingContext } from './page-record.ts';
import { MOST_TRIED } from './record-with-bytes.ts';
import { withoutForgotten } from './without-forgotten.ts';

/** Where records are found, and what is known beside them. */
export interface Rereading extends ReadingContext {
  /** Null when the archive does not have it. */
  recordAt(place: ArchivePlace): Promise<RecordPlace | null>;
  readonly forgotten: Forgotten;
}

export function rereadingOf(place: CollectionPlace, gazetteer: Gazetteer | null): Rereading {
  return {
    memory: (site) => memoryOf(place, site),
    gazetteer,
    forgotten: Forgotten.of(place.folder),
    recordAt: async ({ file, offset, length }) => {
      const path = archivesOf(place).find((one) => basename(one) === file);
      return path === undefined ? null : { path, offset, length };
    },
  };
}

/** The same of archive files that somebody hands out, wherever they are. */
export function rereadingOfFiles(
  files: readonly ArchiveFile[],
  memories: string | null,
  gazetteer: Gazetteer | null,
): Rereading {
  return {
    memory: (site) => (memories === null ? null : learnedMemory(memories, site)),
    gazetteer,
    forgotten: Forgotten.NOTHING,
    recordAt: async ({ file, offset, length }) => {
      const source = files.find(({ name }) => name === file)?.source;
      if (source === undefined) return null;
      if (typeof source === 'string') return { path: source, offset, length };
      const parts: Uint8Array[] = [];
      for await (const part of source.bytes(offset, offset + length)) parts.push(part);
      return { path: file, offset, length, bytes: Buffer.concat(parts) };
    },
  };
}

/** Null when no record of it can be read. */
export async function rereadPage(
  catalogue: Pick<CataloguePages, 'page' | 'versions'>,
  id: number,
  correction: PageCorrection | null,
  reading: Rereading,
): Promise<AnalysedRecord | null> {
  const page = await catalogue.page(id);
  if (page === null) return null;
  const places = (await catalogue.versions(page.url)).flatMap((version) =>
    version.id === id && version.archive !== null ? [version.archive] : [],
  );
  // The first that brought it has its bytes; later ones may only say that it was the same.
  for (const place of places.reverse().slice(0, MOST_TRIED)) {
    const record = await reading.recordAt(place);
    const read = record === null ? null : await rereadRecord(record, place, correction, reading);
    if (read !== null) return { ...read, page: withoutForgotten(read.page, reading.forgotten) };
  }
  return null;
}

/** Writes a version anew, with what a person says of it or without. */
export async function rewritePage(
  catalogue: Pick<Catalogue, 'page' | 'versions' | 'write'>,
  id: number,
  correction: PageCorrection | null,
  reading: Rereading,
): Promise<void> {
  await writeReread(catalogue, await rereadPage(catalogue, id, correction, reading));
}

/** What no record can be read of any more stays as it is. */
export async function writeReread(
  catalogue: Pick<Catalogue, 'write'>,
  read: AnalysedRecord | null,
): Promise<void> {
  if (read !== null) await catalogue.write({ pages: [read.page], places: read.places });
}

/** One record; null when it is damaged, not there, or has no bytes of a document. */
export async function rereadRecord(
  record: RecordPlace,
  archive: ArchivePlace,
  correction: PageCorrection | null,
  reading: ReadingContext,
): Promise<AnalysedRecord | null> {
  let capture: ReturnType<typeof captureOf>;
  try {
    const read = await readPlace(record, { maxBlockBytes: LONGEST_CAPTURE });
    capture = captureOf(read, archive.file, 0);
  } catch (error) {
    if (error instanceof TarrafaError && error.code === 'TRF_ARCHIVE_AWAY') throw error;
    return null;
  }
  if (capture.kind !== 'document') return null;
  return analysePageRecord(capture.body, { ...capture.head, archive }, reading, correction);
}

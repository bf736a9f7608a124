/**
 * The archive of a crawl that several machines share, read from where all of them keep it.
 *
 * ```ts
 * const archive = await openClusterArchive(database);
 * for await (const file of archive.files(seen)) …               // what came into the store since
 * const record = await archive.record({ worker, name }, pos);   // the answer of a visit
 * ```
 */
import type { ArchiveFile, StoredFile } from '../../cluster/index.ts';
import type { Database } from '../../postgres/index.ts';
import type { ArchiveStore } from '../../store/index.ts';
import type { RangedBytes, ReadOptions, WarcRecord } from '../../warc/index.ts';

export interface ClusterArchive {
  readonly store: ArchiveStore;
  /** The record at a place of a file. Throws TRF_STORE_MISSING while the file is on its worker alone. */
  record(
    file: ArchiveFile,
    offset: number,
    options?: Pick<ReadOptions, 'maxBlockBytes' | 'verify'>,
  ): Promise<WarcRecord>;
  /** A whole file, for `readWarc` and whoever reads archive files. */
  source(file: ArchiveFile): RangedBytes;
  /** Files in the order in which they came into the store, from behind `after` (a `nth`) on; later ones come behind all that were given. */
  files(after?: number): AsyncGenerator<StoredFile, void, undefined>;
  /** The file that a visit names by its number (`visit.file`); null when there is none. */
  file(id: number): Promise<ArchiveFile | null>;
  /** Ends the store; the database is whose it was. */
  close(): Promise<void>;
}

const FILES_AT_ONCE = 500;
const FILES_REMEMBERED = 10_000;

/** Reads from `store`, or from that of the crawl; null when the crawl keeps none, and each worker its own archive. */
export async function openClusterArchive(
  database: Database,
  store?: ArchiveStore,
): Promise<ClusterArchive | null> {
  const cluster = await import('../../cluster/index.ts');
  const { openStore, readStoredRecord, storedWarc } = await import('../../store/index.ts');
  const { GenerationalCache } = await import('../../text/generational-cache.ts');
  const address = store === undefined ? ((await cluster.readSharedPlan(database))?.store ?? null) : null;
  const from = store ?? (address === null ? null : openStore(address));
  if (from === null) return null;
  const known = new GenerationalCache<ArchiveFile>(FILES_REMEMBERED);
  return {
    store: from,
    record: (file, offset, options) =>
      readStoredRecord(from, cluster.objectOf(file), offset, undefined, options),
    source: (file) => storedWarc(from, cluster.objectOf(file)),
    async *files(after = 0) {
      for (let last = after; ; ) {
        const some = await cluster.readStoredFiles(database, last, FILES_AT_ONCE);
        yield* some;
        if (some.length < FILES_AT_ONCE) return;
        last = some.at(-1)!.nth;
      }
    },
    async file(id) {
      const found = known.get(String(id)) ?? (await cluster.readArchiveFile(database, id));
      if (found !== null) known.set(String(id), found);
      return found;
    },
    close: () => from.close(),
  };
}

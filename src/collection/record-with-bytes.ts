/** Where the bytes of a page stand: its newest record may only say that it was the same as before, and the first that brought it has them. */
import type { ArchivePlace, PageVersion, StoredPage } from '../catalogue/index.ts';
import { TarrafaError } from '../errors.ts';
import { type RecordPlace, readPlace } from '../warc/index.ts';

/** Captures of a version that are tried: most are no more than the news that it was seen again. */
export const MOST_TRIED = 16;
/** The head of a record is enough to know what it is. */
const GLANCE = 64 << 10;

/** Its own record first, then from the first that brought it. */
export function placesOf(
  { id, archive }: Pick<StoredPage, 'id' | 'archive'>,
  versions: readonly PageVersion[],
): readonly ArchivePlace[] {
  const earlier = versions.flatMap((version) =>
    version.id === id && version.archive !== null ? [version.archive] : [],
  );
  return [...(archive === null ? [] : [archive]), ...earlier.reverse().slice(0, MOST_TRIED)];
}

/** Null when no record of it has bytes. Throws TRF_ARCHIVE_AWAY when the one that may have them is on another machine. */
export async function recordWithBytes(
  places: readonly ArchivePlace[],
  recordAt: (place: ArchivePlace) => Promise<RecordPlace | null>,
): Promise<{ readonly record: RecordPlace; readonly archive: ArchivePlace } | null> {
  let away: TarrafaError | null = null;
  for (const archive of places)
    try {
      const record = await recordAt(archive);
      if (record === null) continue;
      const { type } = await readPlace(record, { maxBlockBytes: GLANCE });
      if (type !== 'revisit') return { record, archive };
    } catch (error) {
      if (error instanceof TarrafaError && error.code === 'TRF_ARCHIVE_AWAY') away ??= error;
      // Else damaged, or not there: another may do.
    }
  if (away !== null) throw away;
  return null;
}

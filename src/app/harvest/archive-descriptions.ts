/** Descriptions of geographic files, written into the archive of the crawl that looked into them. */
import { join } from 'node:path';
import { FolderLock } from '../../crawl/index.ts';
import type { GeoFile } from '../../geo/index.ts';
import { sortCdxj, WarcWriter } from '../../warc/index.ts';
import { VERSION } from '../version.ts';

/**
 * Writes the description of each file into the archive of the looks, as a metadata record about the response that it was read from.
 * After the crawl of the looks has ended: an archive has one writer.
 */
export function archiveDescriptions(looks: string, files: readonly GeoFile[]): void {
  const lock = FolderLock.take(looks);
  try {
    const folder = join(looks, 'archive');
    const writer = WarcWriter.open(folder, { software: `tarrafa/${VERSION}` });
    try {
      for (const file of files)
        writer.writeMetadata({
          url: file.url,
          date: file.indexedAt,
          contentType: 'application/json',
          body: Buffer.from(JSON.stringify(file)),
        });
    } finally {
      writer.close();
    }
    sortCdxj(folder);
  } finally {
    lock.release();
  }
}

/** The page of a visit as it was archived, read as the crawl read it. */
import { join } from 'node:path';
import type { CrawlPaths, Visit } from '../../crawl/index.ts';
import type { FlatDocument } from '../../html/index.ts';
import { readPage } from '../../page/index.ts';
import { parseHttpMessage, readRecordAt } from '../../warc/index.ts';

/** Null when it was not archived, or cannot be read. */
export async function archivedDocument(paths: CrawlPaths, visit: Visit): Promise<FlatDocument | null> {
  if (!visit.warc) return null;
  const record = await readRecordAt(join(paths.archive, visit.warc.file), visit.warc.offset);
  const message = record ? parseHttpMessage(record.block) : null;
  if (!message) return null;
  const { bytes } = message.decoded();
  return readPage({ url: visit.url, contentType: message.header('content-type'), bytes }).document;
}

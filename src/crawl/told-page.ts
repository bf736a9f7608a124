/** What the last visit of a page saw, as those who share a crawl tell it to whoever visits the page next. */
import type { StoredPage } from './crawl-state.ts';
import { readToldJson, writeToldJson } from './told-bytes.ts';

const LONGEST_ETAG = 256;
const LONGEST_DATE = 64;
const DIGEST = /^[a-z0-9]{1,16}:[A-Za-z0-9+/=]{1,128}$/;

export function writeToldPage({ etag, lastModified, digest, capturedAt, seen }: StoredPage): Uint8Array {
  return writeToldJson([
    etag,
    lastModified,
    digest,
    capturedAt,
    seen.comparisons,
    seen.changes,
    seen.quietDays,
    seen.changedDays,
    seen.changedSquares,
    seen.unmodifiedDays,
    seen.lastVisit,
    seen.lastInterval,
  ]);
}

/** Its content stands in the archive of whoever told of it. Null when it cannot be believed. */
export function readToldPage(told: Uint8Array): StoredPage | null {
  const fields = readToldJson(told);
  if (!Array.isArray(fields) || fields.length !== 12) return null;
  const [etag, lastModified, digest, capturedAt, ...seen] = fields as unknown[];
  if (!isTextWithin(etag, LONGEST_ETAG) || !isTextWithin(lastModified, LONGEST_DATE)) return null;
  if (typeof digest !== 'string' || !DIGEST.test(digest) || !isCount(capturedAt)) return null;
  const [
    comparisons,
    changes,
    quietDays,
    changedDays,
    changedSquares,
    unmodifiedDays,
    lastVisit,
    lastInterval,
  ] = seen;
  if (!isCount(comparisons) || !isCount(changes) || !isCount(quietDays) || !isCount(changedDays)) return null;
  if (!isCount(changedSquares) || !isCount(lastVisit) || !isCount(lastInterval)) return null;
  // Negative when it is not known.
  if (typeof unmodifiedDays !== 'number' || !Number.isFinite(unmodifiedDays)) return null;
  return {
    etag,
    lastModified,
    digest,
    capturedAt,
    seen: {
      comparisons,
      changes,
      quietDays,
      changedDays,
      changedSquares,
      unmodifiedDays,
      lastVisit,
      lastInterval,
    },
    elsewhere: true,
  };
}

const isTextWithin = (value: unknown, longest: number): value is string | null =>
  value === null || (typeof value === 'string' && value.length <= longest);

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** How an answer becomes records of the archive. */
import type { Lease } from '../frontier/index.ts';
import type { FetchResponse } from '../http/index.ts';
import {
  type Exchange,
  hasPayload,
  payloadDigest,
  type Revisited,
  type WarcRecord,
  type WarcWriter,
  type WrittenRecord,
} from '../warc/index.ts';
import type { CrawlState, StoredPage } from './crawl-state.ts';

/** Writes records into the archive, and tells where. */
export type WriteCapture = (archive: WarcWriter) => WrittenRecord;

/** The records of a visit, written when its end is. */
export interface VisitCapture {
  readonly write: WriteCapture;
  /** The visit has ended, and counts: later records may refer to these. */
  readonly ended?: (written: WrittenRecord) => void;
}

/** Extension field of a WARC record: which lease of the frontier it answers. */
export const RECORD_FIELD = 'Tarrafa-Record';

/** Whether a record is the answer of a visit; a robots file is not. */
export function isOfVisit(record: WarcRecord): boolean {
  return (record.type === 'response' || record.type === 'revisit') && record.field(RECORD_FIELD) !== null;
}

/**
 * The answer to a lease. A body that is in the archive already is only referred to; `before`, what the page was, may be in that of another who shares
 * the crawl.
 */
export function capture(
  lease: Lease,
  response: FetchResponse,
  state: CrawlState,
  digest = payloadDigest(response.body),
  before?: StoredPage,
): VisitCapture {
  const keeps = response.body.length > 0 && response.status === 200;
  /** The capture that has the same body, here or with another. */
  const captured = ({ folder }: WarcWriter): Revisited | null => {
    const first = state.capture(digest);
    if (first && hasPayload(folder, first, digest)) return { url: first.url, date: first.date };
    return before?.elsewhere === true && before.digest === digest
      ? { url: lease.url, date: before.capturedAt }
      : null;
  };
  let refers = false;
  return {
    write: (archive) => {
      const exchange = { ...exchangeOf(lease.url, response, lease.record), payloadDigest: digest };
      const revisitOf = keeps ? captured(archive) : null;
      refers = revisitOf !== null;
      return archive.writeExchange({ ...exchange, ...(revisitOf ? { revisitOf } : {}) });
    },
    ended: ({ file, offset }) => {
      // What is not believed may have to be taken back.
      if (keeps && !refers && response.hearsay === undefined)
        state.rememberCapture(digest, { url: lease.url, date: response.startedAt, file, offset });
    },
  };
}

/** The answer that a page is what it was before. */
export function captureUnchanged(
  lease: Lease,
  response: FetchResponse,
  before: StoredPage | undefined,
): VisitCapture {
  return {
    write: (archive) =>
      archive.writeExchange({
        ...exchangeOf(lease.url, response, lease.record),
        ...(before
          ? { payloadDigest: before.digest, revisitOf: { url: lease.url, date: before.capturedAt } }
          : {}),
      }),
  };
}

/** An answer that belongs to no lease: a robots file. */
export function captureAside(url: string, response: FetchResponse): WriteCapture {
  return (archive) =>
    archive.writeExchange({ ...exchangeOf(url, response), payloadDigest: payloadDigest(response.body) });
}

function exchangeOf(url: string, response: FetchResponse, record?: number): Exchange {
  return {
    url,
    date: response.startedAt,
    status: response.status,
    statusText: response.statusText,
    httpVersion: response.httpVersion,
    rawHeaders: response.rawHeaders,
    body: response.body,
    truncated: response.truncated,
    requestHead: response.requestHead,
    address: response.address,
    ...(record === undefined ? {} : { extra: { [RECORD_FIELD]: String(record) } }),
  };
}

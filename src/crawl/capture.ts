/** How an answer becomes records of the archive. */
import type { Lease } from '../frontier/index.ts';
import type { FetchResponse } from '../http/index.ts';
import {
  type Exchange,
  hasPayload,
  payloadDigest,
  type WarcWriter,
  type WrittenRecord,
} from '../warc/index.ts';
import type { CrawlState, StoredPage } from './crawl-state.ts';

/** Writes the records of a visit when its end is written. */
export type WriteCapture = (archive: WarcWriter) => WrittenRecord;

/** Extension field of a WARC record: which lease of the frontier it answers. */
export const RECORD_FIELD = 'Tarrafa-Record';

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
): WriteCapture {
  return (archive) => {
    const exchange = { ...exchangeOf(lease.url, response, lease.record), payloadDigest: digest };
    const keeps = response.body.length > 0 && response.status === 200;
    const first = keeps ? state.capture(digest) : undefined;
    if (first && hasPayload(archive.folder, first, digest))
      return archive.writeExchange({ ...exchange, revisitOf: { url: first.url, date: first.date } });
    if (keeps && before?.elsewhere === true && before.digest === digest)
      return archive.writeExchange({ ...exchange, revisitOf: { url: lease.url, date: before.capturedAt } });
    const position = archive.writeExchange(exchange);
    if (keeps)
      state.rememberCapture(digest, {
        url: lease.url,
        date: response.startedAt,
        file: position.file,
        offset: position.offset,
      });
    return position;
  };
}

/** The answer that a page is what it was before. */
export function captureUnchanged(
  lease: Lease,
  response: FetchResponse,
  before: StoredPage | undefined,
): WriteCapture {
  return (archive) =>
    archive.writeExchange({
      ...exchangeOf(lease.url, response, lease.record),
      ...(before
        ? { payloadDigest: before.digest, revisitOf: { url: lease.url, date: before.capturedAt } }
        : {}),
    });
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

/** The captures of one archive file in their order: documents with their bytes, and the news that a known payload was seen again. */
import type { ArchivePlace } from '../catalogue/index.ts';
import {
  LONGEST_CAPTURE,
  payloadDigest,
  type RangedBytes,
  readWarc,
  type WarcProblem,
  type WarcRecord,
} from '../warc/index.ts';
import { reason } from '../words/why.ts';
import { isWholeAnswer, mayHoldDocument } from './archived-documents.ts';
import type { DocumentHead } from './page-record.ts';

export type ArchivedCapture =
  | {
      readonly kind: 'document';
      readonly head: DocumentHead;
      readonly body: Uint8Array;
      readonly end: number | null;
    }
  | {
      readonly kind: 'revisit';
      readonly url: string;
      readonly fetchedAt: number;
      readonly digest: string | null;
      readonly archive: ArchivePlace | null;
      readonly end: number | null;
    }
  /** `why`: why nothing is made of a capture; null for a record that is none (a request, a description of the file). */
  | { readonly kind: 'other'; readonly why: PassedBy | null; readonly end: number | null };

/**
 * Why nothing is made of a capture: it does not count (in a crawl that several share), has no address of the Web, is a redirect or an error,
 * is of a kind that is no page (a picture, a style), is empty, or says that nothing had changed of a page that nobody has.
 */
export type PassedBy = 'not-counted' | 'address' | 'status' | 'kind' | 'empty' | 'unknown-revisit';
export type PassedCaptures = Readonly<Record<PassedBy, number>>;

export const NONE_PASSED: PassedCaptures = {
  'not-counted': 0,
  address: 0,
  status: 0,
  kind: 0,
  empty: 0,
  'unknown-revisit': 0,
};

export interface CaptureRange {
  readonly source: string | RangedBytes;
  /** Name under which the catalogue knows the file. */
  readonly file: string;
  readonly start: number;
  /** Where reading stops: what is written meanwhile is for the next time. */
  readonly end: number;
  /** For records that do not say when they were made, ms. */
  readonly date: number;
  readonly onProblem?: (problem: WarcProblem) => void;
  /** Whether a record counts: one that does not is passed by. Null: nobody can tell yet, and it is not read on from there. */
  readonly counts?: ((record: WarcRecord) => boolean | null) | undefined;
  /** Told of every record that counts, before what is made of it. */
  readonly onRecord?: ((record: WarcRecord) => void) | undefined;
}

const LONGEST_ADDRESS = 8_192;

/** `end` is where the record ends in the file; null in a file whose records cannot be reached one by one. */
export async function* archivedCaptures(range: CaptureRange): AsyncGenerator<ArchivedCapture> {
  const { source, file, start, end, onProblem, onRecord, counts = () => true } = range;
  const options = {
    start,
    end,
    maxBlockBytes: LONGEST_CAPTURE,
    verify: true,
    ...(onProblem ? { onProblem } : {}),
  };
  for await (const record of readWarc(source, options)) {
    const counted = counts(record);
    if (counted === null) return;
    if (!counted) {
      yield { kind: 'other', why: 'not-counted', end: endOf(record) };
      continue;
    }
    const { block, payload } = record.verdicts ?? {};
    // Read all the same: whoever looks at it can tell what it is still worth.
    if (block === 'mismatch' || payload === 'mismatch')
      onProblem?.({
        code: 'digest',
        offset: record.offset,
        message: 'the digest of the record does not hold',
        why: reason('digest-differs'),
      });
    onRecord?.(record);
    yield captureOf(record, file, range.date);
  }
}

const endOf = ({ offset, length }: WarcRecord): number | null => (length > 0 ? offset + length : null);

/** What a record is for the catalogue. */
export function captureOf(record: WarcRecord, file: string, date: number): ArchivedCapture {
  const { type, url } = record;
  const alone = record.length > 0;
  const end = endOf(record);
  const other = (why: PassedBy | null) => ({ kind: 'other', why, end }) as const;
  if (type !== 'response' && type !== 'revisit' && type !== 'resource') return other(null);
  if (url === null || url.length > LONGEST_ADDRESS || !/^https?:\/\//i.test(url)) return other('address');
  const archive = alone ? { file, offset: record.offset, length: record.length } : null;
  const fetchedAt = record.date ?? date;
  const digest = record.field('WARC-Payload-Digest');
  if (type === 'revisit') return { kind: 'revisit', url, fetchedAt, digest, archive, end };
  if (type === 'resource') {
    const contentType = record.contentType;
    if (!mayHoldDocument(200, contentType, url)) return other('kind');
    const head = {
      url,
      status: 200,
      contentType,
      contentEncoding: null,
      lastModified: null,
      fetchedAt,
      archive,
    };
    return {
      kind: 'document',
      head: { ...head, digest: digest ?? payloadDigest(record.block) },
      body: record.block,
      end,
    };
  }
  const { http } = record;
  if (http === null) return other('kind');
  const contentType = http.header('content-type');
  const status = http.status ?? 0;
  if (!isWholeAnswer(status)) return other('status');
  if (!mayHoldDocument(status, contentType, url)) return other('kind');
  const body = http.payload;
  if (body.length === 0) return other('empty');
  const head: DocumentHead = {
    url,
    status,
    contentType,
    contentEncoding: http.contentEncoding,
    lastModified: http.header('last-modified'),
    fetchedAt,
    digest: digest ?? payloadDigest(body),
    archive,
  };
  return { kind: 'document', head, body, end };
}

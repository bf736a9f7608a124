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
import { mayHoldDocument } from './archived-documents.ts';
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
  | { readonly kind: 'other'; readonly end: number | null };

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
      yield { kind: 'other', end: endOf(record) };
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
  const other = { kind: 'other', end } as const;
  if (url === null || url.length > LONGEST_ADDRESS || !/^https?:\/\//i.test(url)) return other;
  const archive = alone ? { file, offset: record.offset, length: record.length } : null;
  const fetchedAt = record.date ?? date;
  const digest = record.field('WARC-Payload-Digest');
  if (type === 'revisit') return { kind: 'revisit', url, fetchedAt, digest, archive, end };
  if (type === 'resource') {
    const contentType = record.contentType;
    if (!mayHoldDocument(200, contentType, url)) return other;
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
  const http = type === 'response' ? record.http : null;
  if (http === null) return other;
  const contentType = http.header('content-type');
  const status = http.status ?? 0;
  if (!mayHoldDocument(status, contentType, url)) return other;
  const body = http.payload;
  if (body.length === 0) return other;
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

/**
 * A page of a collection as it was archived, made fit to be shown by a server: every address in it leads back into the replay. Whatever
 * the archive lacks or has damaged is an answer, not an error. It is found in one step and rewritten in another, which a thread can do:
 * a capture between the two is plain data.
 */
import { TarrafaError } from '../errors.ts';
import { mediaOf, readPage } from '../page/index.ts';
import { createNormaliser } from '../url/index.ts';
import {
  type BodyReading,
  effectiveHttp,
  type FoundCapture,
  type ReplayedPage,
  replayedPage,
  type WarcArchive,
  WarcFields,
  WarcRecord,
} from '../warc/index.ts';

// What a server sends with it: the server knows collections, not archives.
export {
  isPartOfPage,
  namedUrl,
  type ReplayScope,
  readableMoment,
  replayBanner,
  replayHeaders,
} from '../warc/index.ts';

/** Pages and style sheets of more bytes are not rewritten: nobody could look at them. */
export const LONGEST_REPLAYED = 16 << 20;
/** Room for the head of a record. */
const HEAD = 1 << 20;
/** What is rewritten within a few milliseconds, if it is not compressed. */
const LIGHT = 128 << 10;

interface PlainRecord {
  readonly version: string;
  readonly fields: readonly (readonly [string, string])[];
  readonly block: Uint8Array;
  readonly blockLength: number;
  readonly offset: number;
  readonly length: number;
  readonly alone: boolean;
}

/** What was found in an archive, as plain data. */
export interface PlainCapture {
  readonly capture: FoundCapture['capture'];
  readonly record: PlainRecord;
  /** The record with the payload, when it is another; null when it is not in the archive. */
  readonly original: PlainRecord | 'same' | null;
}

export type FoundToReplay =
  | {
      readonly kind: 'found';
      readonly capture: PlainCapture;
      /** It is rewritten, or only passed on, within a few milliseconds. */
      readonly light: boolean;
    }
  /** The nearest capture is of another moment. */
  | { readonly kind: 'elsewhere'; readonly timestamp: string; readonly url: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'damaged'; readonly message: string };

/** What is made of a capture. */
export type Rewritten =
  | { readonly kind: 'page'; readonly page: ReplayedPage }
  /** A revisit of something that is not in this archive. */
  | { readonly kind: 'no-payload' }
  | { readonly kind: 'too-long' };

export interface RewriteOptions {
  /** Path of an address within the replay. */
  readonly path: (url: string) => string;
  /** HTML in ASCII to be set into pages; '' for none. */
  readonly banner: string;
}

/** Looks a capture up and reads it. `timestamp`: digits of a moment, 4 to 14. */
export async function findToReplay(
  archive: WarcArchive,
  url: string,
  timestamp: string,
): Promise<FoundToReplay> {
  const capture = archive.lookup(url, timestamp);
  if (capture === null) return { kind: 'absent' };
  if (capture.timestamp !== timestamp)
    return { kind: 'elsewhere', timestamp: capture.timestamp, url: capture.url };
  try {
    let found = await archive.find(url, timestamp, { maxBlockBytes: LONGEST_REPLAYED + HEAD });
    if (found === null) return { kind: 'absent' };
    if (found.original?.whole === false) {
      if (isRewritten(found)) return { kind: 'too-long' };
      found = (await archive.find(url, timestamp)) ?? found;
    }
    return { kind: 'found', capture: plainCapture(found), light: isLight(found) };
  } catch (error) {
    // A record that is cut short or not there any more is a fact about the archive; anything else is a fault of ours.
    if (error instanceof TarrafaError) return { kind: 'damaged', message: error.message };
    throw error;
  }
}

function typeOf(found: FoundCapture): string | null {
  const http = effectiveHttp(found);
  if (http === null) return found.original?.contentType ?? null;
  return http.header('content-type') ?? found.original?.http?.header('content-type') ?? null;
}

/** Pages and style sheets, and what does not say what it is. */
function isRewritten(found: FoundCapture): boolean {
  const type = typeOf(found);
  return type === null || /^\s*(?:text\/html|application\/xhtml\+xml|text\/css)\b/i.test(type);
}

function isLight(found: FoundCapture): boolean {
  const { original } = found;
  if (original === null) return true;
  if ((original.http?.contentEncoding ?? null) !== null) return false;
  if (original.block.length <= LIGHT) return true;
  // Some pages are said to be something else.
  const media = mediaOf(typeOf(found), original.http?.payload ?? original.block);
  return !isRewritten(found) && media !== 'html';
}

function plainRecord(record: WarcRecord): PlainRecord {
  const { version, fields, block, blockLength, offset, length, alone } = record;
  return { version, fields: [...fields], block, blockLength, offset, length, alone };
}

function plainCapture({ capture, record, original }: FoundCapture): PlainCapture {
  return {
    capture,
    record: plainRecord(record),
    original: original === record ? 'same' : original === null ? null : plainRecord(original),
  };
}

function recordOf({ fields, block, ...parts }: PlainRecord): WarcRecord {
  return new WarcRecord({
    ...parts,
    fields: new WarcFields(fields),
    block: Buffer.from(block.buffer, block.byteOffset, block.byteLength),
  });
}

export function rewriteCapture(plain: PlainCapture, { path, banner }: RewriteOptions): Rewritten {
  const record = recordOf(plain.record);
  const original =
    plain.original === 'same' ? record : plain.original === null ? null : recordOf(plain.original);
  const found: FoundCapture = { capture: plain.capture, record, original };
  if (
    original?.http != null &&
    isRewritten(found) &&
    original.http.decoded(LONGEST_REPLAYED + 1).bytes.length > LONGEST_REPLAYED
  )
    return { kind: 'too-long' };
  let tooLong = false;
  const page = replayedPage(found, {
    read(contentType, bytes) {
      const body = readBody(plain.capture.url, contentType, bytes);
      tooLong = body === null;
      return body ?? NOT_READ;
    },
    replayPath: path,
    banner,
  });
  if (tooLong) return { kind: 'too-long' };
  return page === null ? { kind: 'no-payload' } : { kind: 'page', page };
}

const NOT_READ: BodyReading = { kind: 'other', text: '', resolve: () => null };

/** As whoever reads pages reads it; null for a page that nobody could look at. */
function readBody(url: string, contentType: string | null, bytes: Buffer): BodyReading | null {
  const page = readPage({ url, contentType, bytes });
  if (page.media === 'pdf') return { ...NOT_READ, kind: 'pdf' };
  if (page.media !== 'html' && page.media !== 'style') return NOT_READ;
  if (bytes.length > LONGEST_REPLAYED) return null;
  // The addresses of a style sheet are always sent in UTF-8.
  const isPage = page.media === 'html';
  const { base, media, source: text } = page;
  const normalise = createNormaliser(base);
  const resolve = (written: string): string | null => {
    const sent = isPage ? page.sent(written) : written;
    // What a collector would not ask for leads where a browser goes.
    const url = normalise(sent);
    if (url.kind === 'url') return url.fetch;
    if (!URL.canParse(sent, base)) return null;
    const { href, protocol } = new URL(sent, base);
    return protocol === 'http:' || protocol === 'https:' ? href : null;
  };
  return { kind: media, text, resolve };
}

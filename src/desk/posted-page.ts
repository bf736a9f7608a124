/** A page as a volunteer sends it: one gzip WARC record of its answer, read as the work of a stranger. */
import type { Errand } from '../crawl/index.ts';
import { type FetchResponse, ReceivedResponse } from '../http/index.ts';
import { LONGEST_CAPTURE, readWarc, type WarcRecord } from '../warc/index.ts';

/** What is not the form that was asked for, in a word for programs. */
export class PostedPageError extends Error {}

/** Longest heads of the record and of the answer, together. */
const HEADS = 256 * 1024;

/** The most that a record of a page of so many bytes may have, packed. */
export const mostPacked = (maxBytes: number): number => maxBytes + (maxBytes >> 8) + HEADS;

/** The one record of a posted body, whose digests are right. Throws PostedPageError, also when it is longer than `most`. */
export async function postedRecord(
  body: AsyncIterable<Uint8Array>,
  most: number,
): Promise<{ readonly record: WarcRecord; readonly url: string }> {
  let found: WarcRecord | null = null;
  const records = readWarc(bounded(body, most), {
    verify: true,
    maxBlockBytes: Math.min(LONGEST_CAPTURE, most + HEADS),
    onProblem: ({ code }) => {
      throw new PostedPageError(`the record is not whole: ${code}`);
    },
  });
  for await (const record of records) {
    if (found !== null) throw new PostedPageError('more than one record');
    found = record;
  }
  if (found === null) throw new PostedPageError('no record');
  const { url } = found;
  if (found.type !== 'response' || url === null) throw new PostedPageError('not a response record');
  if (found.block.length !== found.blockLength) throw new PostedPageError('too long');
  if (found.verdicts?.payload !== 'match') throw new PostedPageError('without a right payload digest');
  return { record: found, url };
}

async function* bounded(body: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > most) throw new PostedPageError('too long');
    yield chunk;
  }
}

/** The answer in it, to the URL that was handed out. */
export function postedResponse(
  record: WarcRecord,
  { lease, address, maxBytes }: Errand,
  at: number,
): FetchResponse {
  const message = record.http;
  if (message === null || message.status === null || message.status < 200)
    throw new PostedPageError('not an HTTP answer');
  if (message.payload.length > maxBytes) throw new PostedPageError('too long');
  const { host, pathname, search } = new URL(lease.url);
  // Of its own memory: it goes to a thread, and the record may be a part of something larger.
  const body = Buffer.from(new Uint8Array(message.payload));
  return new ReceivedResponse({
    url: lease.url,
    status: message.status,
    statusText: message.statusText,
    httpVersion: '1.1',
    rawHeaders: message.headers.filter(([name]) => !/^transfer-encoding$/i.test(name)).flat(),
    body,
    truncated: record.fields.get('WARC-Truncated') === null ? null : 'length',
    requestHead: `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
    address,
    certificateProblem: null,
    hearsay: 'brought',
    // By the desk's clock alone.
    startedAt: at,
    firstByteAt: at,
    endedAt: at,
  });
}

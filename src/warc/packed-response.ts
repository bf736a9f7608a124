/** One answer as one gzip WARC record in memory, for who sends it on and keeps nothing. */
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { payloadDigest } from './digest.ts';
import { responseHead } from './http-message.ts';
import { warcDate } from './timestamp.ts';
import type { Exchange } from './writer.ts';

export function packedResponse(exchange: Exchange): Buffer {
  const { url, date, status, statusText, httpVersion, rawHeaders, body, truncated } = exchange;
  const head = Buffer.from(responseHead(httpVersion, status, statusText, rawHeaders), 'latin1');
  const fields = [
    'WARC/1.1',
    'WARC-Type: response',
    `WARC-Record-ID: <urn:uuid:${randomUUID()}>`,
    `WARC-Date: ${warcDate(date)}`,
    `WARC-Target-URI: ${url}`,
    `WARC-Payload-Digest: ${payloadDigest(body)}`,
    ...(truncated == null ? [] : [`WARC-Truncated: ${truncated}`]),
    'Content-Type: application/http; msgtype=response',
    `Content-Length: ${head.length + body.length}`,
  ];
  return gzipSync(
    Buffer.concat([
      Buffer.from(`${fields.join('\r\n')}\r\n\r\n`, 'utf8'),
      head,
      body,
      Buffer.from('\r\n\r\n'),
    ]),
    { level: 1 },
  );
}

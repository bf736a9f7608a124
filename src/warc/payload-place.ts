/** Whether a payload really stands where somebody remembers it: memory may have outlived the archive, as after a power failure. */
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { constants, inflateRawSync } from 'node:zlib';
import { memberDataStart } from './gzip-member.ts';
import { parseRecordHead } from './record-head.ts';

/** More than the head of any record of ours but one with a very long address. */
const HEAD = 8192;

/** A look at the head of the record at this place: a response with this digest. */
export function hasPayload(
  folder: string,
  place: { readonly file: string; readonly offset: number },
  digest: string,
): boolean {
  const bytes = Buffer.allocUnsafe(HEAD);
  let got: number;
  try {
    const fd = openSync(join(folder, place.file), 'r');
    try {
      got = readSync(fd, bytes, 0, HEAD, place.offset);
    } finally {
      closeSync(fd);
    }
    const start = memberDataStart(bytes, 0, got);
    if (typeof start === 'string') return false;
    const content = inflateRawSync(bytes.subarray(start, got), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: 1 << 20,
    });
    const head = parseRecordHead(content, 0, content.length);
    return (
      head.kind === 'head' &&
      head.fields.get('WARC-Type') === 'response' &&
      head.fields.get('WARC-Payload-Digest') === digest
    );
  } catch {
    // Not there, or not what it was.
    return false;
  }
}

/** A record written anew, as one gzip member: for records that have no bytes of their own to copy (ARC, several in one member). */
import { createHash, randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { base32, type WarcRecord } from '../../warc/index.ts';

/** Fields that are given by the bytes themselves. */
const OWN = new Set(['content-length', 'warc-record-id']);

/** Null for what was not read whole: half a record is none. */
export function recordMember(record: WarcRecord): Buffer | null {
  if (!record.whole) return null;
  let head = 'WARC/1.1\r\n';
  for (const [name, value] of record.fields)
    if (!OWN.has(name.toLowerCase()) && /^[!-9;-~]+$/.test(name))
      head += `${name}: ${value.replace(/[\x00-\x1f\x7f]+/g, ' ')}\r\n`;
  head += `WARC-Record-ID: ${record.id ?? `<urn:uuid:${randomUUID()}>`}\r\n`;
  if (record.field('WARC-Block-Digest') === null)
    head += `WARC-Block-Digest: sha1:${base32(createHash('sha1').update(record.block).digest())}\r\n`;
  head += `Content-Length: ${record.block.length}\r\n\r\n`;
  return gzipSync(Buffer.concat([Buffer.from(head, 'utf8'), record.block, Buffer.from('\r\n\r\n')]));
}

/** The first record of a file that we make: what it is and where it came from. */
export function warcinfoMember(name: string, date: number, info: Readonly<Record<string, string>>): Buffer {
  let text = '';
  for (const field in info) text += `${field}: ${info[field]!.replace(/[\x00-\x1f\x7f]+/g, ' ')}\r\n`;
  const block = Buffer.from(text, 'utf8');
  const head =
    `WARC/1.1\r\nWARC-Type: warcinfo\r\nWARC-Record-ID: <urn:uuid:${randomUUID()}>\r\nWARC-Date: ${new Date(date).toISOString()}\r\n` +
    `WARC-Filename: ${name.replace(/[\x00-\x1f\x7f]+/g, '_')}\r\nContent-Type: application/warc-fields\r\nContent-Length: ${block.length}\r\n\r\n`;
  return gzipSync(Buffer.concat([Buffer.from(head, 'utf8'), block, Buffer.from('\r\n\r\n')]));
}

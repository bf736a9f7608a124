/**
 * The form of what those who share a crawl tell each other of sites and pages (`Handover`): a checksum, the version, the content. What is not whole, of
 * another version or longer than it may be is as if nothing had been told.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { crc32 } from '../bytes/crc32.ts';

/** Raised when what is told, or what it means, is another: nobody guesses what others meant. */
const VERSION = 1;
const SUM = 4;
const HEAD = SUM + 1;

export function writeTold(content: Uint8Array): Uint8Array {
  const bytes = Buffer.allocUnsafe(HEAD + content.length);
  bytes[SUM] = VERSION;
  bytes.set(content, HEAD);
  bytes.writeUInt32LE(crc32(bytes.subarray(SUM)), 0);
  return bytes;
}

/** Null when it cannot be believed. */
export function readTold(told: Uint8Array): Uint8Array | null {
  const bytes = Buffer.from(told.buffer, told.byteOffset, told.byteLength);
  if (bytes.length < HEAD || bytes.readUInt32LE(0) !== crc32(bytes.subarray(SUM))) return null;
  return bytes[SUM] === VERSION ? bytes.subarray(HEAD) : null;
}

export const writeToldJson = (value: unknown): Uint8Array => writeTold(Buffer.from(JSON.stringify(value)));

/** Undefined when it cannot be believed. */
export function readToldJson(told: Uint8Array): unknown {
  const content = readTold(told);
  if (content === null) return undefined;
  try {
    return JSON.parse(Buffer.from(content).toString('utf8'));
  } catch {
    return undefined;
  }
}

export const writeToldPacked = (content: Uint8Array): Uint8Array => writeTold(deflateRawSync(content));

/** Null when it cannot be believed, and when there is more in it than `most` bytes. */
export function readToldPacked(told: Uint8Array, most: number): Uint8Array | null {
  const content = readTold(told);
  if (content === null) return null;
  try {
    return inflateRawSync(content, { maxOutputLength: most });
  } catch {
    return null;
  }
}

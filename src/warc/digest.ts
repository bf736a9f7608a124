/**
 * Digests in the form that the field's archives share: `sha1:` and 32 letters of base 32. SHA-1 is no defence against a forger here;
 * it is the name under which every other tool looks for an identical payload.
 */
import { createHash } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 base 32, without padding when the bytes are a multiple of five (a SHA-1 is), padded otherwise. */
export function base32(bytes: Uint8Array): string {
  let text = '';
  let bits = 0;
  let held = 0;
  for (let i = 0; i < bytes.length; i++) {
    held = ((held << 8) | bytes[i]!) & 0xfff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET[(held >>> bits) & 31];
    }
  }
  if (bits > 0) text += ALPHABET[(held << (5 - bits)) & 31];
  while (text.length % 8 !== 0) text += '=';
  return text;
}

/** Digest of the payload as WARC means it: the entity body as received, content encoding kept, chunking removed. */
export function payloadDigest(body: Uint8Array): string {
  return `sha1:${base32(createHash('sha1').update(body).digest())}`;
}

/** Digest of a whole record block given in parts. */
export function blockDigest(head: Uint8Array, body: Uint8Array): string {
  return `sha1:${base32(createHash('sha1').update(head).update(body).digest())}`;
}

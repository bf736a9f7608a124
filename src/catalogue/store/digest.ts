/** Digests of payloads as they are kept: the twenty bytes of a SHA-1 where it is one, as it was given otherwise. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const VALUES = new Int8Array(128).fill(-1);
for (let i = 0; i < 32; i++) VALUES[LETTERS.charCodeAt(i)] = i;

const SHA1 = 'sha1:';

export function packDigest(digest: string): Buffer {
  if (digest.length === 37 && digest.startsWith(SHA1)) {
    const bytes = Buffer.allocUnsafe(20);
    let bits = 0;
    let value = 0;
    let at = 0;
    for (let i = 5; i < 37; i++) {
      const letter = VALUES[digest.charCodeAt(i)] ?? -1;
      if (letter < 0) return Buffer.from(digest);
      value = ((value << 5) | letter) & 0xffff;
      bits += 5;
      if (bits >= 8) {
        bits -= 8;
        bytes[at++] = (value >>> bits) & 0xff;
      }
    }
    return bytes;
  }
  const bytes = Buffer.from(digest);
  // Twenty bytes are a SHA-1: another digest of that length gets one more.
  return bytes.length === 20 ? Buffer.concat([bytes, Buffer.of(0)]) : bytes;
}

export function unpackDigest(bytes: Uint8Array): string {
  if (bytes.length !== 20) return Buffer.from(bytes).toString('utf8').replace(/\0$/, '');
  let out = SHA1;
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xffff;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      out += LETTERS[(value >>> bits) & 31];
    }
  }
  return out;
}

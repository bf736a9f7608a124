/**
 * CRC-32 as gzip wants it. Node has a native one from 20.15 and 22.2 on; before that, eight table look-ups for eight bytes.
 */
import * as zlib from 'node:zlib';

type Crc32 = (data: Uint8Array, value?: number) => number;

let tables: Uint32Array | null = null;

function sliceTables(): Uint32Array {
  const t = new Uint32Array(8 * 256);
  for (let n = 0; n < 256; n++) {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
    t[n] = c;
  }
  for (let n = 0; n < 256; n++) {
    let c = t[n]!;
    for (let k = 1; k < 8; k++) {
      c = t[c & 0xff]! ^ (c >>> 8);
      t[k * 256 + n] = c;
    }
  }
  return t;
}

/** The portable form, also the reference that the tests hold the native one against. */
export function tableCrc32(data: Uint8Array, value = 0): number {
  tables ??= sliceTables();
  const t = tables;
  let c = ~value;
  let i = 0;
  for (const whole = data.length - 7; i < whole; i += 8) {
    c ^= data[i]! | (data[i + 1]! << 8) | (data[i + 2]! << 16) | (data[i + 3]! << 24);
    c =
      t[1792 + (c & 0xff)]! ^
      t[1536 + ((c >>> 8) & 0xff)]! ^
      t[1280 + ((c >>> 16) & 0xff)]! ^
      t[1024 + (c >>> 24)]! ^
      t[768 + data[i + 4]!]! ^
      t[512 + data[i + 5]!]! ^
      t[256 + data[i + 6]!]! ^
      t[data[i + 7]!]!;
  }
  for (; i < data.length; i++) c = t[(c ^ data[i]!) & 0xff]! ^ (c >>> 8);
  return ~c >>> 0;
}

const native = (zlib as { crc32?: Crc32 }).crc32;

/**
 * The CRC of `data`, continued from the CRC of what came before it. No bytes change nothing; that has to be said here, because zlib
 * starts anew when it is handed no memory at all, which is what an empty buffer may be.
 */
export const crc32: Crc32 = native
  ? (data, value = 0) => (data.length === 0 ? value : native(data, value))
  : tableCrc32;

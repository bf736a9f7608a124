/** Bytes of a page → text, by what is fastest under Node: it matters, because decoding is a good part of what a page costs. */
import { isAscii, isUtf8 } from 'node:buffer';
import type { ByteText } from './byte-text.ts';
import { type DecodedHtml, decodeHtmlBy } from './charset.ts';

function bufferOf(bytes: Uint8Array): Buffer {
  return bytes instanceof Buffer ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

const NODE_BYTE_TEXT: ByteText = {
  isAscii,
  isUtf8,
  latin1: (bytes) => bufferOf(bytes).toString('latin1'),
  utf8: (bytes) => bufferOf(bytes).toString('utf8'),
  utf16le: (bytes) => bufferOf(bytes).toString('utf16le'),
};

export function decodeHtml(bytes: Uint8Array, contentType: string | null): DecodedHtml {
  return decodeHtmlBy(NODE_BYTE_TEXT, bufferOf(bytes), contentType);
}

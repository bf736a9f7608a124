/**
 * Bytes of a page → text. A declaration is believed in the order of the standard (byte order mark, HTTP header, `meta`),
 * but the bytes have the last word: what is valid UTF-8 with letters beyond ASCII is UTF-8 whatever a legacy declaration
 * says, and what is called UTF-8 and is mostly not is read as what it looks like. A collector has to get `São` right on
 * pages that get their own charset wrong.
 */

import { analyse } from 'chardet';
import { ASCII } from './ascii.ts';
import type { ByteText } from './byte-text.ts';
import { parseHtml } from './flat-document.ts';
import { declaredCharset } from './self-description.ts';

const { SPACE, SMALL_A, SMALL_Z, CASE_BIT } = ASCII;

export type CharsetSource = 'bom' | 'header' | 'meta' | 'detected' | 'default';

export interface DecodedHtml {
  readonly text: string;
  /** Name as the WHATWG encoding standard gives it, lower case. */
  readonly charset: string;
  /** What decided. `detected` also when a wrong declaration was overruled. */
  readonly source: CharsetSource;
}

/** The standard looks at 1,024 bytes; browsers, in the end, at the whole head. */
const PRESCAN_BYTES = 4096;
const DETECTION_BYTES = 65536;

/** @param by what turns bytes into text where this runs */
export function decodeHtmlBy(by: ByteText, bytes: Uint8Array, contentType: string | null): DecodedHtml {
  const marked = byBom(by, bytes);
  if (marked !== null) return marked;
  const header = encodingOf(headerCharset(contentType));
  const declared = header ?? encodingOf(metaCharset(by, bytes));
  const source: CharsetSource = header !== null ? 'header' : 'meta';
  if (declared?.startsWith('utf-16') && header !== null) return decodeAs(by, bytes, declared, source);
  // A page whose `meta` could be read as ASCII is not UTF-16, whatever it says.
  const encoding = declared?.startsWith('utf-16') ? 'utf-8' : declared;

  if (by.isAscii(bytes) && encoding !== 'iso-2022-jp') {
    const text = by.latin1(bytes);
    return encoding === null
      ? { text, charset: 'utf-8', source: 'default' }
      : { text, charset: encoding, source };
  }
  if (by.isUtf8(bytes) || isCutUtf8(by, bytes)) {
    const text = by.utf8(bytes);
    if (encoding === 'utf-8') return { text, charset: 'utf-8', source };
    if (encoding === null || isSingleByte(encoding) || hasManyLetters(text)) {
      return { text, charset: 'utf-8', source: 'detected' };
    }
    return decodeAs(by, bytes, encoding, source);
  }
  if (encoding === 'utf-8' && isMostlyUtf8(bytes)) return decodeAs(by, bytes, 'utf-8', source);
  if (encoding !== null && encoding !== 'utf-8') return decodeAs(by, bytes, encoding, source);
  return decodeAs(by, bytes, isMostlyUtf8(bytes) ? 'utf-8' : detect(bytes), 'detected');
}

function byBom(by: ByteText, bytes: Uint8Array): DecodedHtml | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return decodeAs(by, bytes.subarray(3), 'utf-8', 'bom');
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs(by, bytes.subarray(2), 'utf-16le', 'bom');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeAs(by, bytes.subarray(2), 'utf-16be', 'bom');
  return null;
}

function headerCharset(contentType: string | null): string | null {
  if (contentType === null) return null;
  return /charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType)?.[1] ?? null;
}

function metaCharset(by: ByteText, bytes: Uint8Array): string | null {
  const head = by.latin1(bytes.subarray(0, PRESCAN_BYTES));
  if (!/charset|encoding/i.test(head)) return null;
  const xml = /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"'>]+)["']/i.exec(head)?.[1];
  return declaredCharset(parseHtml(head)) ?? xml ?? null;
}

/** The encoding that a label names, or null when no such encoding can be read. */
function encodingOf(label: string | null): string | null {
  if (label === null) return null;
  try {
    const encoding = new TextDecoder(label.toLowerCase()).encoding.toLowerCase();
    return encoding === 'x-user-defined' ? 'windows-1252' : encoding;
  } catch {
    return null;
  }
}

/** Whether each byte is a letter: then hardly any text is valid UTF-8 by chance. */
function isSingleByte(encoding: string): boolean {
  return /^(windows|iso-8859|koi8|macintosh|x-mac|ibm)/.test(encoding);
}

function hasManyLetters(text: string): boolean {
  let letters = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127 && ++letters >= 8) return true;
  return false;
}

/** UTF-8 cut within its last character, as a byte limit leaves it. */
function isCutUtf8(by: ByteText, bytes: Uint8Array): boolean {
  for (let cut = 1; cut <= 3 && cut < bytes.length; cut++) {
    const byte = bytes[bytes.length - cut]!;
    if (byte >= 0xc2 && byte <= 0xf4) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > cut && by.isUtf8(bytes.subarray(0, bytes.length - cut));
    }
    if (byte < 0x80) return false;
  }
  return false;
}

/** Whether there are at least as many valid sequences as broken bytes. */
function isMostlyUtf8(bytes: Uint8Array): boolean {
  let valid = 0;
  let broken = 0;
  const length = Math.min(bytes.length, 4 * DETECTION_BYTES);
  for (let i = 0; i < length; i++) {
    const byte = bytes[i]!;
    if (byte < 0x80) continue;
    const size =
      byte >= 0xc2 && byte <= 0xdf
        ? 2
        : byte >= 0xe0 && byte <= 0xef
          ? 3
          : byte >= 0xf0 && byte <= 0xf4
            ? 4
            : 0;
    let good = size > 0 && i + size <= bytes.length;
    for (let j = 1; good && j < size; j++) good = (bytes[i + j]! & 0xc0) === 0x80;
    if (good) {
      valid++;
      i += size - 1;
    } else broken++;
  }
  return valid > 0 && valid >= broken;
}

/** The legacy encoding that the bytes look like. */
function detect(bytes: Uint8Array): string {
  if (looksWestern(bytes)) return 'windows-1252';
  const sample = bytes.subarray(0, DETECTION_BYTES);
  for (const { name, confidence } of analyse(sample)) {
    if (confidence < 10) break;
    const encoding = encodingOf(name);
    if (encoding !== null && encoding !== 'utf-8' && !encoding.startsWith('utf-16')) return encoding;
  }
  return 'windows-1252';
}

/**
 * Western text has single accented letters among ASCII ones: most bytes beyond ASCII stand beside an ASCII letter and are
 * few. In Cyrillic, Greek or East Asian text they stand beside each other.
 */
function looksWestern(bytes: Uint8Array): boolean {
  let high = 0;
  let alone = 0;
  let letters = 0;
  const length = Math.min(bytes.length, DETECTION_BYTES);
  for (let i = 0; i < length; i++) {
    const byte = bytes[i]!;
    if (byte >= 0x80) {
      high++;
      const before = i > 0 ? bytes[i - 1]! : SPACE;
      const after = i + 1 < length ? bytes[i + 1]! : SPACE;
      // "ção" has two in a row; three do not occur.
      if (before < 0x80 || after < 0x80) alone++;
    } else if ((byte | CASE_BIT) >= SMALL_A && (byte | CASE_BIT) <= SMALL_Z) letters++;
  }
  return high * 4 <= letters && alone * 10 >= high * 9;
}

const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function decodeAs(by: ByteText, bytes: Uint8Array, encoding: string, source: CharsetSource): DecodedHtml {
  if (encoding === 'utf-8') return { text: by.utf8(bytes), charset: encoding, source };
  if (encoding === 'windows-1252') {
    const text = by.latin1(bytes);
    return {
      text: /[\x80-\x9f]/.test(text)
        ? text.replace(/[\x80-\x9f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80]!)
        : text,
      charset: encoding,
      source,
    };
  }
  if (encoding === 'utf-16le') return { text: by.utf16le(bytes), charset: encoding, source };
  return { text: new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes), charset: encoding, source };
}

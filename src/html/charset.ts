/**
 * Bytes of a page → text. A declaration is believed in the order of the standard (byte order mark, HTTP header, `meta`),
 * but the bytes have the last word: what is valid UTF-8 with letters beyond ASCII is UTF-8 whatever a legacy declaration
 * says, and what is called UTF-8 and is mostly not is read as what it looks like. A collector has to get `São` right on
 * pages that get their own charset wrong.
 */
import { isAscii, isUtf8, transcode } from 'node:buffer';
import { analyse } from 'chardet';
import { parseHtml } from './flat-document.ts';
import { declaredCharset } from './self-description.ts';

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

export function decodeHtml(bytes: Uint8Array, contentType: string | null): DecodedHtml {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const marked = byBom(buffer);
  if (marked !== null) return marked;
  const header = encodingOf(headerCharset(contentType));
  const declared = header ?? encodingOf(metaCharset(buffer));
  const source: CharsetSource = header !== null ? 'header' : 'meta';
  if (declared?.startsWith('utf-16') && header !== null) return decodeAs(buffer, declared, source);
  // A page whose `meta` could be read as ASCII is not UTF-16, whatever it says.
  const encoding = declared?.startsWith('utf-16') ? 'utf-8' : declared;

  if (isAscii(buffer) && encoding !== 'iso-2022-jp') {
    const text = buffer.toString('latin1');
    return encoding === null
      ? { text, charset: 'utf-8', source: 'default' }
      : { text, charset: encoding, source };
  }
  if (isUtf8(buffer) || isCutUtf8(buffer)) {
    const text = buffer.toString('utf8');
    if (encoding === 'utf-8') return { text, charset: 'utf-8', source };
    if (encoding === null || isSingleByte(encoding) || hasManyLetters(text)) {
      return { text, charset: 'utf-8', source: 'detected' };
    }
    return decodeAs(buffer, encoding, source);
  }
  if (encoding === 'utf-8' && isMostlyUtf8(buffer)) return decodeAs(buffer, 'utf-8', source);
  if (encoding !== null && encoding !== 'utf-8') return decodeAs(buffer, encoding, source);
  return decodeAs(buffer, isMostlyUtf8(buffer) ? 'utf-8' : detect(buffer), 'detected');
}

function byBom(buffer: Buffer): DecodedHtml | null {
  if (buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf)
    return decodeAs(buffer.subarray(3), 'utf-8', 'bom');
  if (buffer[0] === 0xff && buffer[1] === 0xfe) return decodeAs(buffer.subarray(2), 'utf-16le', 'bom');
  if (buffer[0] === 0xfe && buffer[1] === 0xff) return decodeAs(buffer.subarray(2), 'utf-16be', 'bom');
  return null;
}

function headerCharset(contentType: string | null): string | null {
  if (contentType === null) return null;
  return /charset\s*=\s*["']?\s*([^\s"';,]+)/i.exec(contentType)?.[1] ?? null;
}

function metaCharset(buffer: Buffer): string | null {
  const head = buffer.toString('latin1', 0, PRESCAN_BYTES);
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
function isCutUtf8(buffer: Buffer): boolean {
  for (let cut = 1; cut <= 3 && cut < buffer.length; cut++) {
    const byte = buffer[buffer.length - cut]!;
    if (byte >= 0xc2 && byte <= 0xf4) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > cut && isUtf8(buffer.subarray(0, buffer.length - cut));
    }
    if (byte < 0x80) return false;
  }
  return false;
}

/** Whether there are at least as many valid sequences as broken bytes. */
function isMostlyUtf8(buffer: Buffer): boolean {
  let valid = 0;
  let broken = 0;
  const length = Math.min(buffer.length, 4 * DETECTION_BYTES);
  for (let i = 0; i < length; i++) {
    const byte = buffer[i]!;
    if (byte < 0x80) continue;
    const size =
      byte >= 0xc2 && byte <= 0xdf
        ? 2
        : byte >= 0xe0 && byte <= 0xef
          ? 3
          : byte >= 0xf0 && byte <= 0xf4
            ? 4
            : 0;
    let good = size > 0 && i + size <= buffer.length;
    for (let j = 1; good && j < size; j++) good = (buffer[i + j]! & 0xc0) === 0x80;
    if (good) {
      valid++;
      i += size - 1;
    } else broken++;
  }
  return valid > 0 && valid >= broken;
}

/** The legacy encoding that the bytes look like. */
function detect(buffer: Buffer): string {
  if (looksWestern(buffer)) return 'windows-1252';
  const sample = buffer.subarray(0, DETECTION_BYTES);
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
function looksWestern(buffer: Buffer): boolean {
  let high = 0;
  let alone = 0;
  let letters = 0;
  const length = Math.min(buffer.length, DETECTION_BYTES);
  for (let i = 0; i < length; i++) {
    const byte = buffer[i]!;
    if (byte >= 0x80) {
      high++;
      const before = i > 0 ? buffer[i - 1]! : 32;
      const after = i + 1 < length ? buffer[i + 1]! : 32;
      // "ção" has two in a row; three do not occur.
      if (before < 0x80 || after < 0x80) alone++;
    } else if ((byte | 32) >= 97 && (byte | 32) <= 122) letters++;
  }
  return high * 4 <= letters && alone * 10 >= high * 9;
}

const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/**
 * As `toString('utf8')`, by the fastest way there is for the bytes at hand: it matters, because decoding is a good part of what a page
 * costs. Text that fits in one byte a character must stay so; the parser is faster on it.
 */
function decodeUtf8(buffer: Buffer): string {
  if (isAscii(buffer)) return buffer.toString('latin1');
  if (!isUtf8(buffer)) return buffer.toString('utf8');
  let at = 0;
  // From 0xC4 on a byte begins a character beyond Latin-1.
  while (at < buffer.length && buffer[at]! < 0xc4) at++;
  if (at === buffer.length) return buffer.toString('utf8');
  const wide = transcode(buffer, 'utf8', 'ucs2');
  return wide.toString('ucs2');
}

function decodeAs(buffer: Buffer, encoding: string, source: CharsetSource): DecodedHtml {
  if (encoding === 'utf-8') return { text: decodeUtf8(buffer), charset: encoding, source };
  if (encoding === 'windows-1252') {
    // Node's own decoder leaves 0x80–0x9F as control characters.
    const text = buffer.toString('latin1');
    return {
      text: /[\x80-\x9f]/.test(text)
        ? text.replace(/[\x80-\x9f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80]!)
        : text,
      charset: encoding,
      source,
    };
  }
  if (encoding === 'utf-16le') {
    return { text: buffer.toString('utf16le'), charset: encoding, source };
  }
  return { text: new TextDecoder(encoding, { ignoreBOM: true }).decode(buffer), charset: encoding, source };
}

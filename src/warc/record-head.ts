/**
 * The head of a record: WARC 0.17 to 1.1 named fields, or the one line that an ARC file puts before each record, brought into the
 * same fields. Tolerant of bare line feeds and folded lines.
 */
import { WarcFields } from './record.ts';
import { parseTimestamp14, warcDate } from './timestamp.ts';

export const MAX_HEAD_BYTES = 256 << 10;
/** An ARC line is an address and four words. */
const ARC_LINE_MAX = 16 << 10;

export interface RecordHead {
  readonly kind: 'head';
  readonly version: string;
  readonly fields: WarcFields;
  /** Bytes of the head, its empty line included. */
  readonly headBytes: number;
  /** Length of the block; null when the head does not say it. */
  readonly blockLength: number | null;
}

/** `short`: the bytes end within the head. `large`: no end of the head within the limit. `none`: no record begins here. */
export type HeadResult = RecordHead | { readonly kind: 'short' | 'large' | 'none' };

const SHORT: HeadResult = { kind: 'short' };
const LARGE: HeadResult = { kind: 'large' };
const NONE: HeadResult = { kind: 'none' };

/** True when the bytes at `at` begin a WARC record. */
export function isWarcStart(bytes: Uint8Array, at: number, end: number): boolean {
  return (
    end - at >= 6 &&
    bytes[at] === 0x57 &&
    bytes[at + 1] === 0x41 &&
    bytes[at + 2] === 0x52 &&
    bytes[at + 3] === 0x43 &&
    bytes[at + 4] === 0x2f &&
    bytes[at + 5]! >= 0x30 &&
    bytes[at + 5]! <= 0x39
  );
}

function nonNegative(text: string | null): number | null {
  if (text === null || !/^\d{1,15}$/.test(text.trim())) return null;
  return Number(text);
}

/** Reads the head at `at`. Never throws. */
export function parseRecordHead(
  bytes: Buffer,
  at: number,
  end: number,
  limit: number = MAX_HEAD_BYTES,
): HeadResult {
  if (isWarcStart(bytes, at, end)) return warcHead(bytes, at, end, limit);
  if (end - at < 6 && 'WARC/1'.startsWith(bytes.toString('latin1', at, end))) return SHORT;
  return arcHead(bytes, at, end);
}

function warcHead(bytes: Buffer, at: number, end: number, limit: number): HeadResult {
  const bound = Math.min(end, at + limit);
  let stop = -1;
  let headEnd = -1;
  for (let p = bytes.indexOf(10, at); p >= 0 && p < bound; p = bytes.indexOf(10, p + 1)) {
    if (p + 1 < bound && bytes[p + 1] === 10) {
      stop = p;
      headEnd = p + 2;
      break;
    }
    if (p + 2 < bound && bytes[p + 1] === 13 && bytes[p + 2] === 10) {
      stop = p;
      headEnd = p + 3;
      break;
    }
  }
  if (stop < 0) return end - at >= limit ? LARGE : SHORT;
  const lines = bytes.toString('utf8', at, stop).split('\n');
  const pairs: [string, string][] = [];
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i]!;
    const last = pairs[pairs.length - 1];
    if ((line[0] === ' ' || line[0] === '\t') && last !== undefined) {
      last[1] = `${last[1]} ${line.trim()}`.trim();
      continue;
    }
    const colon = line.indexOf(':');
    if (colon > 0) pairs.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()]);
  }
  const fields = new WarcFields(pairs);
  return {
    kind: 'head',
    version: lines[0]!.trim(),
    fields,
    headBytes: headEnd - at,
    blockLength: nonNegative(fields.get('Content-Length')),
  };
}

/** e.g. `http://example.pt/ 192.0.2.7 20010203040506 text/html 1042` (version 1), with six more words before the length (version 2). */
function arcHead(bytes: Buffer, at: number, end: number): HeadResult {
  if (!/^[a-z]$/i.test(bytes.toString('latin1', at, at + 1))) return NONE;
  const bound = Math.min(end, at + ARC_LINE_MAX);
  const eol = bytes.indexOf(10, at);
  if (eol < 0 || eol >= bound)
    return end - at >= ARC_LINE_MAX
      ? NONE
      : /^[a-z][a-z0-9+.-]*(:|$)/i.test(bytes.toString('latin1', at, Math.min(at + 24, end)))
        ? SHORT
        : NONE;
  const line = bytes.toString('utf8', at, eol).trim();
  if (!/^[a-z][a-z0-9+.-]{0,20}:/i.test(line)) return NONE;
  const words = line.split(' ');
  const length = nonNegative(words[words.length - 1]!);
  if (words.length < 5 || length === null) return NONE;
  let d = -1;
  for (let i = words.length - 3; i >= 2; i--) {
    if (/^\d{12,14}$/.test(words[i]!) && /^(-|[0-9a-f.:]+)$/i.test(words[i - 1]!)) {
      d = i;
      break;
    }
  }
  if (d < 0) return NONE;
  const url = words.slice(0, d - 1).join('%20');
  const version = words.length - d >= 8 ? 'ARC/2' : 'ARC/1';
  const mime = words[d + 1]!;
  const headBytes = eol + 1 - at;
  const isHttp =
    bytes.toString('latin1', eol + 1, Math.min(eol + 6, end)) === 'HTTP/' ||
    (eol + 6 > end && /^https?:/i.test(url));
  const type = /^filedesc:/i.test(url) ? 'warcinfo' : isHttp ? 'response' : 'resource';
  const pairs: [string, string][] = [
    ['WARC-Type', type],
    ['WARC-Target-URI', url],
    ['WARC-Date', warcDate(parseTimestamp14(words[d]!) ?? 0)],
    ['WARC-IP-Address', words[d - 1]!],
    ['Content-Type', type === 'response' ? 'application/http; msgtype=response' : mime],
    ['Content-Length', String(length)],
  ];
  return { kind: 'head', version, fields: new WarcFields(pairs), headBytes, blockLength: length };
}

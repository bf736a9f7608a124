/**
 * Lines of a CDXJ index: `<SURT> <timestamp14> {"url":…,"mime":…,"status":…,"digest":…,"length":…,"offset":…,"filename":…}`, in
 * ASCII so that the order of strings, of bytes and of `LC_ALL=C sort` are one.
 */
import type { WarcRecord } from './record.ts';
import { surt } from './surt.ts';
import { timestamp14 } from './timestamp.ts';

export interface Capture {
  readonly key: string;
  readonly timestamp: string;
  readonly url: string;
  /** Media type in lower case without parameters; `warc/revisit` for a revisit; `unk` when unknown. */
  readonly mime: string;
  /** Null for a capture that is not HTTP. */
  readonly status: number | null;
  readonly digest: string | null;
  readonly filename: string;
  readonly offset: number;
  readonly length: number;
}

export interface CdxjParts {
  readonly url: string;
  /** Moment of the capture in ms. */
  readonly date: number;
  readonly mime: string | null;
  readonly status: number | null;
  readonly digest: string | null;
  readonly filename: string;
  readonly offset: number;
  readonly length: number;
}

function asciiJson(text: string): string {
  const json = JSON.stringify(text);
  return /^[\x20-\x7e]*$/.test(json)
    ? json
    : json.replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** `Text/HTML; charset=utf-8` → `text/html`. */
export function bareMime(contentType: string | null): string {
  const m = /^\s*([!-~]{1,100}?)\s*(?:[;,]|$)/.exec(contentType ?? '');
  return m === null ? 'unk' : m[1]!.toLowerCase();
}

/** One line, without its line feed. */
export function cdxjLine(parts: CdxjParts): string {
  let json = `{"url":${asciiJson(parts.url)},"mime":${asciiJson(parts.mime ?? 'unk')}`;
  if (parts.status !== null) json += `,"status":"${parts.status}"`;
  if (parts.digest !== null) json += `,"digest":${asciiJson(parts.digest)}`;
  json += `,"length":"${parts.length}","offset":"${parts.offset}","filename":${asciiJson(parts.filename)}}`;
  return `${surt(parts.url)} ${timestamp14(parts.date)} ${json}`;
}

function wholeNumber(value: unknown): number | null {
  if (typeof value !== 'number' && !(typeof value === 'string' && /^\d{1,15}$/.test(value))) return null;
  const n = Number(value);
  return Number.isSafeInteger(n) && n >= 0 ? n : null;
}

/** Reads a line; null for a comment, a header or anything that is not a capture. Never throws. */
export function parseCdxjLine(line: string): Capture | null {
  const first = line.indexOf(' ');
  const second = line.indexOf(' ', first + 1);
  if (first <= 0 || second < 0 || line[0] === '!') return null;
  const timestamp = line.slice(first + 1, second);
  if (!/^\d{4,17}$/.test(timestamp)) return null;
  let json: Record<string, unknown>;
  try {
    const value: unknown = JSON.parse(line.slice(second + 1));
    if (typeof value !== 'object' || value === null) return null;
    json = value as Record<string, unknown>;
  } catch {
    return null;
  }
  const offset = wholeNumber(json.offset);
  const length = wholeNumber(json.length);
  if (typeof json.url !== 'string' || typeof json.filename !== 'string' || offset === null) return null;
  return {
    key: line.slice(0, first),
    timestamp,
    url: json.url,
    mime: typeof json.mime === 'string' ? json.mime : 'unk',
    status: wholeNumber(json.status),
    digest: typeof json.digest === 'string' ? json.digest : null,
    filename: json.filename,
    offset,
    length: length ?? 0,
  };
}

/** The line of a record; null when records of its kind are not indexed, or it has no address of its own. */
export function cdxjLineOf(record: WarcRecord, filename: string): string | null {
  const type = record.type;
  const url = record.url;
  if (url === null || !record.alone) return null;
  if (type !== 'response' && type !== 'revisit' && type !== 'resource') return null;
  const http = type === 'resource' ? null : record.http;
  let mime: string;
  if (type === 'revisit') mime = 'warc/revisit';
  else if (http !== null) mime = bareMime(http.header('content-type'));
  else mime = bareMime(record.contentType);
  return cdxjLine({
    url,
    date: record.date ?? 0,
    mime,
    status: http?.status ?? null,
    digest:
      record.field('WARC-Payload-Digest') ?? (type === 'resource' ? record.field('WARC-Block-Digest') : null),
    filename,
    offset: record.offset,
    length: record.length,
  });
}

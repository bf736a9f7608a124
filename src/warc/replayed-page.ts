/**
 * An archived response made fit to be shown: its content coding undone, the addresses in it leading into the replay, its redirects too.
 * What surrounds it (headers of policy, lists, banners) is the business of the server that shows it.
 */
import { effectiveHttp, type FoundCapture } from './archive.ts';
import { bareMime } from './cdxj.ts';
import { headerValue } from './http-message.ts';
import { type RewriteContext, rewriteCss, rewriteHtml } from './replay-rewrite.ts';

export interface ReplayedPage {
  /** Status to be sent: a redirect that leads nowhere is shown as the page it came with. */
  readonly status: number;
  readonly contentType: string;
  /** Media type in lower case without parameters. */
  readonly mime: string;
  /** Path of the replay that a redirect leads to. */
  readonly location: string | null;
  readonly bytes: Buffer;
}

export interface ReplayedPageOptions {
  /** Path of an absolute address within the replay. */
  readonly replayPath: (url: string) => string;
  /** HTML in ASCII, put after the body's start tag; '' for none. */
  readonly banner: string;
}

const BODY_LIMIT = 128 << 20;

/** Null when the archive does not have the payload (a revisit of something that is elsewhere). */
export function replayedPage(found: FoundCapture, options: ReplayedPageOptions): ReplayedPage | null {
  const { capture, original } = found;
  if (original === null) return null;
  const http = effectiveHttp(found);
  const contentType =
    http === null
      ? original.contentType
      : (http.header('content-type') ?? original.http?.header('content-type') ?? null);
  const status = http?.status ?? 200;
  let location: string | null = null;
  const stated = http?.header('location') ?? null;
  if (stated !== null && status >= 300 && status < 400) {
    const to = redirectTarget(stated, capture.url);
    if (to !== null) location = options.replayPath(to);
  }
  const decoded = original.http === null ? { bytes: original.block } : original.http.decoded(BODY_LIMIT);
  let bytes = decoded.bytes;
  let type = contentType === null ? sniffed(bytes) : headerValue(contentType);
  const mime = bareMime(type);
  const context: RewriteContext = {
    base: capture.url,
    replayPath: options.replayPath,
    decode: decoderFor(type, bytes),
    banner: options.banner,
  };
  if (mime === 'text/html' || mime === 'application/xhtml+xml') {
    const wide = utf16Of(type, bytes);
    if (wide === null) bytes = Buffer.from(rewriteHtml(bytes.toString('latin1'), context), 'latin1');
    else {
      bytes = Buffer.from(
        rewriteHtml(new TextDecoder(wide).decode(bytes), { ...context, decode: (t) => t }),
        'utf8',
      );
      type = `${mime}; charset=utf-8`;
    }
  } else if (mime === 'text/css')
    bytes = Buffer.from(rewriteCss(bytes.toString('latin1'), context), 'latin1');
  const sent = status >= 200 && status <= 599 && status !== 204 && status !== 304 ? status : 200;
  return {
    status: sent >= 300 && sent < 400 && location === null ? 200 : sent,
    contentType: type,
    mime,
    location,
    bytes,
  };
}

/** Reads the bytes of attributes in the page's charset. */
function decoderFor(contentType: string | null, bytes: Buffer): (latin1: string) => string {
  const start = bytes.toString('latin1', 0, 4096);
  let label = /charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1];
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) label = 'utf-8';
  label ??= /<meta[^>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i.exec(start)?.[1] ?? 'utf-8';
  let decoder: InstanceType<typeof TextDecoder>;
  try {
    decoder = new TextDecoder(label);
  } catch {
    decoder = new TextDecoder('windows-1252');
  }
  return (latin1) => (/[\x80-\xff]/.test(latin1) ? decoder.decode(Buffer.from(latin1, 'latin1')) : latin1);
}

function utf16Of(contentType: string | null, bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const m = /charset\s*=\s*["']?\s*utf-16(be)?/i.exec(contentType ?? '');
  return m === null ? null : m[1] === undefined ? 'utf-16le' : 'utf-16be';
}

function redirectTarget(location: string, base: string): string | null {
  try {
    // Header bytes beyond ASCII are nearly always UTF-8.
    const url = new URL(
      /[\x80-\xff]/.test(location) ? Buffer.from(location, 'latin1').toString('utf8') : location,
      base,
    );
    return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : null;
  } catch {
    return null;
  }
}

function sniffed(bytes: Buffer): string {
  return /^\s*(<!doctype html|<html|<head|<body)/i.test(bytes.toString('latin1', 0, 512))
    ? 'text/html'
    : 'application/octet-stream';
}

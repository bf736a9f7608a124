/**
 * An archived response made fit to be shown: its content coding undone, the addresses in it leading into the replay, its redirects too.
 * What surrounds it (headers of policy, lists, banners) is the business of the server that shows it.
 */
import { effectiveHttp, type FoundCapture } from './archive.ts';
import { bareMime } from './cdxj.ts';
import { headerValue } from './http-message.ts';
import { type RewriteContext, rewriteCss, rewriteHtml } from './replay-rewrite.ts';
import { writtenParts } from './written-parts.ts';

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
  /** Bytes of a page or style sheet, its coding undone, that are rewritten. */
  readonly longest: number;
}

/** `no-payload`: a revisit of something that is elsewhere. `too-long`: a page that is, or that becomes so when it is rewritten. */
export type Replayed = ReplayedPage | 'no-payload' | 'too-long';

/** Bytes of what is not rewritten. */
const BODY_LIMIT = 64 << 20;
/** Addresses grow when they lead into the replay: of links alone a page becomes this much longer, and more is no page but an attack. */
const MOST_GROWTH = 4;

/** Whether a capture is rewritten: pages and style sheets, and what does not say what it is. */
export function isRewritten(found: FoundCapture): boolean {
  const type = statedType(found);
  return type === null || /^\s*(?:text\/html|application\/xhtml\+xml|text\/css)\b/i.test(type);
}

function statedType(found: FoundCapture): string | null {
  const { original } = found;
  const http = effectiveHttp(found);
  return http === null
    ? (original?.contentType ?? null)
    : (http.header('content-type') ?? original?.http?.header('content-type') ?? null);
}

export function replayedPage(found: FoundCapture, options: ReplayedPageOptions): Replayed {
  const { capture, original } = found;
  if (original === null) return 'no-payload';
  const http = effectiveHttp(found);
  const contentType = statedType(found);
  const status = http?.status ?? 200;
  let location: string | null = null;
  const stated = http?.header('location') ?? null;
  if (stated !== null && status >= 300 && status < 400) {
    const to = redirectTarget(stated, capture.url);
    if (to !== null) location = options.replayPath(to);
  }
  const { longest } = options;
  const rewritten = isRewritten(found);
  const { bytes } =
    original.http === null
      ? { bytes: original.block }
      : original.http.decoded(rewritten ? longest + 1 : BODY_LIMIT);
  if (rewritten && bytes.length > longest) return 'too-long';
  let type = contentType === null ? sniffed(bytes) : headerValue(contentType);
  const mime = bareMime(type);
  const context: RewriteContext = {
    base: capture.url,
    replayPath: options.replayPath,
    decode: decoderFor(type, bytes),
    banner: options.banner,
  };
  let shown: Buffer | null = bytes;
  if (mime === 'text/html' || mime === 'application/xhtml+xml') {
    const wide = utf16Of(type, bytes);
    const text = wide === null ? bytes.toString('latin1') : new TextDecoder(wide).decode(bytes);
    const parts = rewriteHtml(text, wide === null ? context : { ...context, decode: (t) => t });
    shown = writtenParts(parts, wide === null ? 'latin1' : 'utf8', MOST_GROWTH * longest);
    if (wide !== null) type = `${mime}; charset=utf-8`;
  } else if (mime === 'text/css')
    shown = writtenParts([rewriteCss(bytes.toString('latin1'), context)], 'latin1', MOST_GROWTH * longest);
  if (shown === null) return 'too-long';
  const sent = status >= 200 && status <= 599 && status !== 204 && status !== 304 ? status : 200;
  return {
    status: sent >= 300 && sent < 400 && location === null ? 200 : sent,
    contentType: type,
    mime,
    location,
    bytes: shown,
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

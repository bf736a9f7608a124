/**
 * An archived response made fit to be shown: its content coding undone, the addresses in it leading into the replay, its redirects too.
 * What surrounds it (headers of policy, lists, banners) is the business of the server that shows it.
 */
import { effectiveHttp, type FoundCapture } from './archive.ts';
import { bareMime } from './cdxj.ts';
import { headerValue } from './http-message.ts';
import { type RewriteContext, rewriteCss, rewriteHtml } from './replay-rewrite.ts';
import { isScriptType, RunningScripts, scriptFile } from './replay-scripts.ts';
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
  /** When its scripts are to run: the sources of a policy that let them. Null: they are not. */
  readonly scripts: readonly string[] | null;
  /** Whose pages were allowed to read it on the Web: `*`, an origin, or none. */
  readonly readableBy: string | null;
}

/** A body as the reading of pages gives it, which stands above this room: a link leads where the collector saw it lead. */
export interface BodyReading {
  readonly kind: 'html' | 'style' | 'pdf' | 'other';
  /** What pages and style sheets say, whatever their charset. */
  readonly text: string;
  /** The absolute address that one on the page stands for, as a collector would ask for it; null for none of the Web. */
  readonly resolve: (written: string) => string | null;
}

export interface ReplayedPageOptions {
  /** @param bytes content coding undone */
  readonly read: (contentType: string | null, bytes: Buffer) => BodyReading;
  /** Path of an absolute address within the replay. */
  readonly replayPath: (url: string) => string;
  /** HTML in ASCII, put after the body's start tag; '' for none. */
  readonly banner: string;
  /** Bytes of a page or style sheet, its coding undone, that are rewritten. */
  readonly longest: number;
  /** Whether its scripts are to run. */
  readonly runsScripts: boolean;
}

/** `no-payload`: a revisit of something that is elsewhere. `too-long`: a page that is, or that becomes so when it is rewritten. */
export type Replayed = ReplayedPage | 'no-payload' | 'too-long';

const UNKNOWN = 'application/octet-stream';

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
  const leadsTo = http?.header('location') ?? null;
  if (leadsTo !== null && status >= 300 && status < 400) {
    const to = redirectTarget(leadsTo, capture.url);
    if (to !== null) location = options.replayPath(to);
  }
  const { longest } = options;
  const rewritten = isRewritten(found);
  const { bytes } =
    original.http === null
      ? { bytes: original.block }
      : original.http.decoded(rewritten ? longest + 1 : BODY_LIMIT);
  if (rewritten && bytes.length > longest) return 'too-long';
  const stated = contentType === null ? null : headerValue(contentType);
  const body = options.read(stated, bytes);
  const mime = mimeOf(body.kind, stated);
  let shown: Buffer | null = bytes;
  let type = stated !== null && bareMime(stated) === mime ? stated : mime;
  const scripts = options.runsScripts && mime === 'text/html' ? new RunningScripts() : undefined;
  if (body.kind === 'html' || body.kind === 'style') {
    // Some pages are said to be something else.
    if (bytes.length > longest) return 'too-long';
    const { text, resolve } = body;
    const context: RewriteContext = {
      resolve,
      replayPath: options.replayPath,
      banner: options.banner,
      scripts,
    };
    const parts = body.kind === 'html' ? rewriteHtml(text, context) : [rewriteCss(text, context)];
    // As text it is sent in UTF-8, so that a browser reads what the collector read.
    shown = writtenParts(parts, 'utf8', MOST_GROWTH * longest);
    type = `${mime}; charset=utf-8`;
  } else if (options.runsScripts && isScriptType(mime)) {
    shown = scriptFile(bytes);
    if (shown === null) [shown, type] = [bytes, UNKNOWN];
  }
  if (shown === null) return 'too-long';
  const sent = status >= 200 && status <= 599 && status !== 204 && status !== 304 ? status : 200;
  return {
    status: sent >= 300 && sent < 400 && location === null ? 200 : sent,
    contentType: type,
    mime,
    location,
    bytes: shown,
    scripts: scripts?.digests ?? null,
    readableBy: http?.header('access-control-allow-origin')?.trim() ?? null,
  };
}

/** The type that a browser is told: the stated one, unless the body is something else. */
function mimeOf(kind: BodyReading['kind'], stated: string | null): string {
  const mime = stated === null ? UNKNOWN : bareMime(stated);
  if (kind === 'html') return mime === 'application/xhtml+xml' ? mime : 'text/html';
  if (kind === 'pdf') return 'application/pdf';
  // Bytes that are no page are not shown as one, whatever their server called them.
  return mime === 'text/html' || mime === 'application/xhtml+xml' ? UNKNOWN : mime;
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

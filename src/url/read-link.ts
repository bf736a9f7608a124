/**
 * From the text of a link to the pieces of a URL: authority, path and query, by one of two ways.
 *
 * `scan` reads a clean link with one pass over its characters: a host met before, or a path relative to the page, and nothing that the
 * URL standard would have to rewrite but spaces and letters beyond ASCII. It also notes which of the later steps have anything to do.
 * `parse` reads any link, with the repairs and the platform's own parser. Whatever the first takes, the second reads the same; a
 * property test holds the two together.
 */
import { type Authority, knownAuthority, learnAuthority } from './host.ts';
import type { UrlProfile } from './profile.ts';
import type { RefusalReason } from './refusal.ts';
import { repairLink, trimLink } from './repair.ts';

// What the scan met, and so which steps are due.
export const HAS_ESCAPE = 1;
export const HAS_UPPER = 2;
/** `;` or `(`: perhaps a session in the path. */
export const HAS_SESSION_SIGN = 4;
/** A dot at the head of a segment: perhaps `.` or `..`. */
export const HAS_DOT_SEGMENT = 8;
export const HAS_AMPERSAND = 16;
/** Only during the scan: something to percent-encode. */
const HAS_WIDE = 32;

// Classes of characters.
const BAIL = 0;
const PLAIN = 1;
const UPPER = 2;
const PERCENT = 3;
const SIGN = 4;
const SLASH = 5;
const DOT = 6;
const QUESTION = 7;
const HASH = 8;
const AMPERSAND = 9;
const COLON = 10;
/** Plain in a path, but escaped by the standard in a query. */
const QUOTE = 11;
/** To be percent-encoded: a space, or anything beyond ASCII. */
const WIDE = 12;

const CLASS = new Uint8Array(128);
for (const c of 'abcdefghijklmnopqrstuvwxyz0123456789-_~!$*+,=@)[]|') CLASS[c.charCodeAt(0)] = PLAIN;
for (const c of 'ABCDEFGHIJKLMNOPQRSTUVWXYZ') CLASS[c.charCodeAt(0)] = UPPER;
for (const [c, k] of [
  ['%', PERCENT],
  [';', SIGN],
  ['(', SIGN],
  ['/', SLASH],
  ['.', DOT],
  ['?', QUESTION],
  ['#', HASH],
  ['&', AMPERSAND],
  [':', COLON],
  ["'", QUOTE],
  [' ', WIDE],
] as const) {
  CLASS[c.charCodeAt(0)] = k;
}

/** The pieces of a URL between parsing and writing. One is reused for every link of a normaliser: no object per link. */
export interface Pieces {
  secure: boolean;
  authority: Authority | null;
  /** Path and query in one string: what is done to one is done to the other. */
  rest: string;
  /** Where the `?` stands in it, or -1. */
  query: number;
  /** Slashes of the path, or -1 when they were not counted. */
  slashes: number;
  flags: number;
  /** Why the slow way refused. */
  reason: RefusalReason;
  /** The whole URL when it stood in the link as it is; else ''. Spares putting it together again. */
  whole: string;
}

export interface Base {
  readonly href: string;
  readonly secure: boolean;
  readonly authority: Authority;
  readonly path: string;
  /** The path up to and with its last slash. */
  readonly folder: string;
  readonly slashes: number;
  readonly rest: string;
  readonly query: number;
  readonly flags: number;
}

function flagsOf(text: string): number {
  let flags = 0;
  let before = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    switch (c < 128 ? CLASS[c] : BAIL) {
      case UPPER:
        flags |= HAS_UPPER;
        break;
      case PERCENT:
        flags |= HAS_ESCAPE;
        break;
      case SIGN:
        flags |= HAS_SESSION_SIGN;
        break;
      case DOT:
        if (before === 0x2f) flags |= HAS_DOT_SEGMENT;
        break;
      case AMPERSAND:
        flags |= HAS_AMPERSAND;
        break;
    }
    before = c;
  }
  return flags;
}

/** Resolves `.` and `..` of a path that begins with a slash, as the standard does. */
export function resolveDots(path: string): string {
  const { length } = path;
  let out = '';
  // Segments from `kept` up to `from` stand in the path as they will in the result: they are copied in one piece.
  let kept = 0;
  for (let from = 0; from < length; ) {
    let end = path.indexOf('/', from + 1);
    if (end === -1) end = length;
    const size = end - from - 1;
    const dot = size === 1 && path.charCodeAt(from + 1) === 0x2e;
    const dots = size === 2 && path.charCodeAt(from + 1) === 0x2e && path.charCodeAt(from + 2) === 0x2e;
    if (dot || dots) {
      out += path.slice(kept, from);
      if (dots) out = out.slice(0, Math.max(0, out.lastIndexOf('/')));
      if (end === length) out += '/';
      kept = end;
    }
    from = end;
  }
  out += path.slice(kept);
  return out === '' ? '/' : out;
}

/** Percent-encodes spaces and everything beyond ASCII, as the standard does; a lone surrogate becomes U+FFFD. */
function encodeWide(text: string): string {
  let out = '';
  let from = 0;
  const { length } = text;
  for (let i = 0; i < length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x20) {
      out += `${text.slice(from, i)}%20`;
      from = i + 1;
    } else if (c >= 128) {
      out += text.slice(from, i);
      from = i + 1;
      while (from < length && text.charCodeAt(from) >= 128) from++;
      out += encodeRun(text.slice(i, from));
      i = from - 1;
    }
  }
  return from === 0 ? text : out + text.slice(from);
}

function encodeRun(run: string): string {
  try {
    return encodeURIComponent(run);
  } catch {
    return encodeURIComponent(Buffer.from(run, 'utf8').toString('utf8'));
  }
}

/**
 * Whether a relative link may be a mistyped absolute one (`http//a.br`, `ttp://a.br`, `www.a.br`), judged by two letters: the
 * repairs look closer.
 */
function mayBeMistyped(first: number, second: number): boolean {
  const a = first | 0x20;
  const b = second | 0x20;
  if (a === 0x77) return b === 0x77;
  return (a === 0x68 || a === 0x74) && (b === 0x74 || b === 0x68 || b === 0x70);
}

/** The character at a place, or 0 where there is none: reading beyond the end would make the engine give up its fast code. */
function codeAt(text: string, at: number): number {
  return at >= 0 && at < text.length ? text.charCodeAt(at) : 0;
}

/** Reads a clean link. False when the standard's own parser is needed. */
export function scan(link: string, base: Base | null, privateSuffixes: boolean, out: Pieces): boolean {
  const length = link.length;
  const first = codeAt(link, 0);
  let i = 0;
  let flags = 0;
  let pathFrom = 0;
  let prefix = '';
  let authorityFrom = 0;
  out.whole = '';

  if (first === 0x68 && link.startsWith('http://')) {
    out.secure = false;
    authorityFrom = 7;
  } else if (first === 0x68 && link.startsWith('https://')) {
    out.secure = true;
    authorityFrom = 8;
  } else {
    if (base === null) return false;
    out.secure = base.secure;
    if (first === 0x2f) {
      if (codeAt(link, 1) === 0x2f) authorityFrom = 2;
    } else if (first === 0x3f) {
      prefix = base.path;
      flags = base.flags;
    } else if (first === 0x23) {
      out.authority = base.authority;
      out.rest = base.rest;
      out.query = base.query;
      out.slashes = base.slashes;
      out.flags = base.flags;
      return true;
    } else {
      // `'` at the head is a quotation mark, and a letter may begin a scheme.
      if (first === 0x27 || mayBeMistyped(first, codeAt(link, 1))) return false;
      prefix = base.folder;
      flags = base.flags;
      if (first === 0x2e) flags |= HAS_DOT_SEGMENT;
    }
  }

  if (authorityFrom > 0) {
    for (i = authorityFrom; i < length; i++) {
      const c = link.charCodeAt(i);
      if (c === 0x2f || c === 0x3f || c === 0x23) break;
    }
    // A known authority is canonical, so nothing about it needs checking; an unknown one takes the long way, once.
    const size = i - authorityFrom;
    let authority: Authority | undefined;
    if (
      base !== null &&
      base.authority.host.length === size &&
      link.startsWith(base.authority.host, authorityFrom)
    ) {
      authority = base.authority;
    } else authority = knownAuthority(link.slice(authorityFrom, i), privateSuffixes);
    if (authority === undefined || authority.schemePort) return false;
    out.authority = authority;
    pathFrom = i;
    if (codeAt(link, i) !== 0x2f) prefix = '/';
  } else out.authority = base!.authority;

  let slashSeen = authorityFrom > 0 || first === 0x2f;
  let slashes = authorityFrom === 0 && prefix !== '' ? base!.slashes : prefix === '/' ? 1 : 0;
  let end = length;
  let queryFrom = -1;
  const lastIndex = length - 1;
  inPath: for (; i < length; i++) {
    const c = link.charCodeAt(i);
    const k = c < 128 ? CLASS[c]! : WIDE;
    if (k === PLAIN) continue;
    switch (k) {
      case QUOTE:
        break;
      case UPPER:
        flags |= HAS_UPPER;
        break;
      case SLASH:
        slashSeen = true;
        slashes++;
        break;
      case DOT:
        if (codeAt(link, i - 1) === 0x2f) flags |= HAS_DOT_SEGMENT;
        break;
      case PERCENT:
        // `%2e` is a dot to the standard.
        if ((codeAt(link, i + 2) | 0x20) === 0x65 && codeAt(link, i + 1) === 0x32) return false;
        flags |= HAS_ESCAPE;
        break;
      case SIGN:
        flags |= HAS_SESSION_SIGN;
        break;
      case AMPERSAND:
        flags |= HAS_AMPERSAND;
        // The `#` of `&#38;` begins no fragment.
        if (codeAt(link, i + 1) === 0x23) return false;
        break;
      case COLON:
        // `a:b` may be a scheme.
        if (!slashSeen) return false;
        break;
      case WIDE:
        // At the ends it may be white space or a quotation mark, which are trimmed.
        if (i === 0 || i === lastIndex) return false;
        flags |= HAS_WIDE;
        break;
      case QUESTION:
        queryFrom = i + 1;
        break inPath;
      case HASH:
        end = i;
        break inPath;
      default:
        return false;
    }
  }
  if (queryFrom !== -1) {
    inQuery: for (i = queryFrom; i < length; i++) {
      const c = link.charCodeAt(i);
      const k = c < 128 ? CLASS[c]! : WIDE;
      if (k === PLAIN) continue;
      switch (k) {
        case UPPER:
          flags |= HAS_UPPER;
          break;
        case PERCENT:
          flags |= HAS_ESCAPE;
          break;
        case AMPERSAND:
          flags |= HAS_AMPERSAND;
          if (codeAt(link, i + 1) === 0x23) return false;
          break;
        case WIDE:
          if (i === lastIndex) return false;
          flags |= HAS_WIDE;
          break;
        case HASH:
          end = i;
          break inQuery;
        case BAIL:
        case QUOTE:
          return false;
      }
    }
  }
  let rest = pathFrom === 0 && end === length ? link : link.slice(pathFrom, end);
  let query = queryFrom === -1 ? -1 : prefix.length + queryFrom - 1 - pathFrom;
  if ((flags & HAS_WIDE) !== 0) {
    rest = encodeWide(rest);
    if (query !== -1) query = prefix.length + rest.indexOf('?');
    // The escapes just written are in capitals, and the key may want them folded.
    flags = (flags & ~HAS_WIDE) | HAS_ESCAPE | HAS_UPPER;
  } else if ((flags & HAS_DOT_SEGMENT) === 0 && authorityFrom > 2 && prefix === '') {
    out.whole = end === length ? link : link.slice(0, end);
  }
  if (prefix !== '') rest = prefix + rest;
  if ((flags & HAS_DOT_SEGMENT) !== 0) {
    const path = resolveDots(query === -1 ? rest : rest.slice(0, query));
    if (query !== -1) {
      rest = path + rest.slice(query);
      query = path.length;
    } else rest = path;
    slashes = -1;
  }
  out.rest = rest;
  out.slashes = slashes;
  out.query = query;
  out.flags = flags;
  return true;
}

/** The scheme a link begins with, in lower case, or ''. */
export function schemeOf(link: string): string {
  for (let i = 0; i < link.length; i++) {
    const c = link.charCodeAt(i);
    if (c === 0x3a) return i === 0 ? '' : link.slice(0, i).toLowerCase();
    const letter = (c | 0x20) >= 0x61 && (c | 0x20) <= 0x7a;
    if (!letter && (i === 0 || !((c >= 0x30 && c <= 0x39) || c === 0x2b || c === 0x2d || c === 0x2e)))
      return '';
  }
  return '';
}

export const SCRIPT_SCHEMES: ReadonlySet<string> = new Set([
  'javascript',
  'vbscript',
  'livescript',
  'jscript',
  'mocha',
]);

const TEMPLATE_SIGN = /\{\{|\$\{|<%|%>|\}\}|\[object|<\?|#\{|\{%/i;

/** Names what the standard's parser would not take. */
function whyMalformed(link: string): RefusalReason {
  if (TEMPLATE_SIGN.test(link)) return 'template';
  const authority = /^(?:https?:)?[/\\]*([^/\\?#]*)/i.exec(link)?.[1] ?? '';
  const host = authority.slice(authority.lastIndexOf('@') + 1);
  if (host === '' || host.startsWith(':')) return 'no-host';
  const port = /:[^:\]]*$/.exec(host);
  if (port !== null && URL.canParse(`http://${host.slice(0, port.index)}/`)) return 'port-invalid';
  return 'host-invalid';
}

/** How many `http://` before the real one are taken off. */
const DOUBLED_SCHEMES = 4;

/** Reads any link with the standard's parser, after the repairs. False with a reason when there is no URL in it. */
export function parse(raw: string, base: Base | null, profile: UrlProfile, out: Pieces): boolean {
  let link = trimLink(raw);
  if (/[\t\n\r]/.test(link)) link = link.replace(/[\t\n\r]+/g, '');
  if (profile.repair) link = repairLink(link, base !== null);
  if (link === '') {
    out.reason = 'empty';
    return false;
  }
  const scheme = schemeOf(link);
  if (scheme !== '' && scheme !== 'http' && scheme !== 'https') {
    out.reason = SCRIPT_SCHEMES.has(scheme) ? 'script' : 'scheme';
    return false;
  }
  if (scheme === '' && base === null) {
    if (!/^[/\\]{2}/.test(link)) {
      out.reason = TEMPLATE_SIGN.test(link) ? 'template' : 'relative';
      return false;
    }
    link = `http:${link}`;
  }
  let url: URL;
  try {
    url = base === null ? new URL(link) : new URL(link, base.href);
    for (let i = 0; url.hostname === 'http' || url.hostname === 'https'; i++) {
      // http://http://a.br/x: the standard sees a host called http and a path //a.br/x.
      if (!profile.repair || i === DOUBLED_SCHEMES || !url.pathname.startsWith('//')) {
        out.reason = 'host-invalid';
        return false;
      }
      url = new URL(`${url.hostname}:${url.pathname}${url.search}`);
    }
  } catch {
    out.reason = whyMalformed(link);
    return false;
  }
  if (url.username !== '' || url.password !== '') {
    out.reason = 'credentials';
    return false;
  }
  if (url.port === '0') {
    out.reason = 'port-invalid';
    return false;
  }
  let hostname = url.hostname;
  // The dot that ends a fully qualified name is never needed and splits one site in two.
  if (hostname.endsWith('.')) hostname = hostname.slice(0, -1);
  // `http` as a host is a slip; once learned, the scan would take it for good.
  const slip = hostname === 'http' || hostname === 'https';
  const authority = slip ? null : learnAuthority(hostname, url.port, profile.privateSuffixes);
  if (authority === null) {
    out.reason = hostname === '' ? 'no-host' : TEMPLATE_SIGN.test(link) ? 'template' : 'host-invalid';
    return false;
  }
  out.secure = url.protocol === 'https:';
  out.authority = authority;
  let path = url.pathname;
  // Node 20 leaves the dots of `/a/.b/./c` standing, against the standard.
  if (path.includes('/.')) path = resolveDots(path);
  const query = url.search;
  out.rest = path + query;
  out.query = query === '' ? -1 : path.length;
  out.slashes = -1;
  out.flags = flagsOf(out.rest);
  out.whole = '';
  return true;
}

export function emptyPieces(): Pieces {
  return {
    secure: false,
    authority: null,
    rest: '/',
    query: -1,
    slashes: -1,
    flags: 0,
    reason: 'malformed',
    whole: '',
  };
}

/**
 * From any string found where a link should be, to a URL in its two forms or to a named refusal. Nothing here throws.
 *
 * A page has some two hundred links, nearly all of them clean; those take a fast way (read-link.ts). Both ways end in the same pieces,
 * to which the steps of the profile are applied here.
 */
import { slashesFrom } from './depth.ts';
import { canonicalEscapes, foldEscapes } from './escapes.ts';
import { folderRootForFetch, folderRootForKey } from './folder-root.ts';
import { URL_MODERN, type UrlProfile } from './profile.ts';
import {
  type Base,
  emptyPieces,
  HAS_AMPERSAND,
  HAS_DOT_SEGMENT,
  HAS_ESCAPE,
  HAS_SESSION_SIGN,
  HAS_UPPER,
  type Pieces,
  parse,
  resolveDots,
  SCRIPT_SCHEMES,
  scan,
  schemeOf,
} from './read-link.ts';
import { type Refusal, refusal } from './refusal.ts';
import { mendAmpersands } from './repair.ts';
import { dropPathSession, dropVisitorParameters } from './visitor-marks.ts';
import type { WebUrl } from './web-url.ts';

/** No link is read beyond this; what is longer is refused unseen. */
const RAW_LIMIT = 65_536;

/** Applies the profile's steps to the pieces and writes both forms. */
function write(pieces: Pieces, profile: UrlProfile, raw: string): WebUrl | Refusal {
  const authority = pieces.authority!;
  if (profile.requireDomain && !authority.hasDomain) return refusal('no-domain', raw);
  let { rest, query, flags, slashes } = pieces;
  const asRead = rest;

  if ((flags & HAS_ESCAPE) !== 0 && profile.escapes === 'canonical') {
    const canonical = canonicalEscapes(rest);
    if (canonical !== rest) {
      rest = canonical;
      if (query !== -1) query = rest.indexOf('?');
      flags |= HAS_UPPER;
      if (rest.includes('/.')) {
        // The same platforms leave a `%2e` there too.
        const path = resolveDots(query === -1 ? rest : rest.slice(0, query));
        rest = query === -1 ? path : path + rest.slice(query);
        if (query !== -1) query = path.length;
        slashes = -1;
      }
    }
  }
  if ((flags & HAS_AMPERSAND) !== 0 && profile.repair) {
    rest = mendAmpersands(rest);
    if (query !== -1) query = rest.indexOf('?');
  }
  if ((flags & HAS_SESSION_SIGN) !== 0 && profile.dropSessionIds) {
    const path = query === -1 ? rest : rest.slice(0, query);
    let dropped = dropPathSession(path);
    if (dropped !== path) {
      // `/..;jsessionid=1/x` leaves a dot segment behind.
      if (dropped.includes('/.')) dropped = resolveDots(dropped);
      rest = query === -1 ? dropped : dropped + rest.slice(query);
      if (query !== -1) query = dropped.length;
      slashes = -1;
    }
  }
  if (query !== -1) {
    if (profile.dropSessionIds || profile.dropTracking)
      rest = dropVisitorParameters(rest, query + 1, profile);
    if (rest.length === query + 1) {
      rest = rest.slice(0, query);
      query = -1;
    }
  }
  if (profile.lowerCase === 'everything' && (flags & HAS_UPPER) !== 0) rest = rest.toLowerCase();
  let pathEnd = query === -1 ? rest.length : query;
  let cutEnd = folderRootForFetch(rest, pathEnd, profile);
  if (cutEnd !== pathEnd) {
    slashes = -1;
    rest = query === -1 ? rest.slice(0, cutEnd) : rest.slice(0, cutEnd) + rest.slice(query);
    if (query !== -1) query = cutEnd;
    pathEnd = cutEnd;
  }
  const origin = pieces.secure ? authority.secureOrigin : authority.plainOrigin;
  const fetch = pieces.whole !== '' && rest === asRead ? pieces.whole : origin + rest;
  if (fetch.length > profile.maxLength) return refusal('too-long', raw);

  let folded = rest;
  if ((flags & HAS_ESCAPE) !== 0 && profile.keyFoldsEscapes) folded = foldEscapes(folded);
  if ((flags & HAS_UPPER) !== 0 && profile.keyFoldsCase) folded = folded.toLowerCase();
  if ((flags & HAS_ESCAPE) !== 0) {
    if (profile.keyFoldsWikiTitles && folded.startsWith('/wiki/')) folded = foldWikiTitle(folded);
    if (query !== -1) query = folded.indexOf('?');
    pathEnd = query === -1 ? folded.length : query;
  }
  cutEnd = folderRootForKey(folded, pathEnd, profile);
  if (cutEnd !== pathEnd) {
    if (slashes !== -1) slashes -= slashesIn(folded, cutEnd, pathEnd);
    folded = query === -1 ? folded.slice(0, cutEnd) : folded.slice(0, cutEnd) + folded.slice(query);
  }
  const oneScheme =
    pieces.secure && profile.keyFoldsScheme && authority.host.length === authority.hostname.length;
  const key = folded === rest && !oneScheme ? fetch : (oneScheme ? authority.plainOrigin : origin) + folded;
  return {
    kind: 'url',
    fetch,
    key,
    host: authority.host,
    hostname: authority.hostname,
    site: authority.site,
    depth: slashes === -1 ? slashesFrom(folded, 0) : slashes,
  };
}

function slashesIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) if (text.charCodeAt(i) === 0x2f) count++;
  return count;
}

/** Space and `_` are one in a title; behind the `?` they are not. */
function foldWikiTitle(rest: string): string {
  const query = rest.indexOf('?');
  if (query === -1) return rest.replaceAll('%20', '_');
  return rest.slice(0, query).replaceAll('%20', '_') + rest.slice(query);
}

/** What the profile does to the text before anything is read from it. */
function prepare(raw: string, profile: UrlProfile): string {
  let text = raw;
  if (profile.spaces === 'remove') text = text.replace(/\s+/g, '');
  if (profile.lowerCase === 'everything') text = text.toLowerCase();
  return text;
}

function readBase(base: string | null | undefined, profile: UrlProfile): Base | null {
  if (base === null || base === undefined || base.length > RAW_LIMIT) return null;
  const pieces = emptyPieces();
  if (!parse(prepare(base, profile), null, profile, pieces)) return null;
  const { secure, rest, query } = pieces;
  const authority = pieces.authority!;
  const path = query === -1 ? rest : rest.slice(0, query);
  return {
    href: (secure ? authority.secureOrigin : authority.plainOrigin) + rest,
    secure,
    authority,
    path,
    folder: path.slice(0, path.lastIndexOf('/') + 1),
    slashes: slashesFrom(path, 0),
    rest,
    query,
    flags: pieces.flags & ~HAS_DOT_SEGMENT,
  };
}

/** Turns one link after the other, all found on one page, into URLs. */
export type Normaliser = (raw: string) => WebUrl | Refusal;

/** Without `fast` every link goes the slow way, which the tests hold the fast one against. */
export function normaliser(base: string | null | undefined, profile: UrlProfile, fast: boolean): Normaliser {
  const page = readBase(base, profile);
  const pieces = emptyPieces();
  const asGiven = profile.spaces === 'encode' && profile.lowerCase === 'host';
  let self: WebUrl | Refusal | undefined;
  const own = (raw: string): WebUrl | Refusal => {
    scan('#', page, profile.privateSuffixes, pieces);
    return write(pieces, profile, raw);
  };
  return (raw) => {
    if (raw.length === 0) return refusal('empty', raw);
    if (raw.length > RAW_LIMIT) {
      const scheme = schemeOf(raw.slice(0, 64).trimStart());
      if (scheme === '' || scheme === 'http' || scheme === 'https') return refusal('too-long', raw);
      return refusal(SCRIPT_SCHEMES.has(scheme) ? 'script' : 'scheme', raw);
    }
    // Every `#…` is the page itself.
    if (fast && page !== null && raw.charCodeAt(0) === 0x23) return (self ??= own(raw));
    const link = asGiven ? raw : prepare(raw, profile);
    if (!(fast && link !== '' && scan(link, page, profile.privateSuffixes, pieces))) {
      if (!parse(link, page, profile, pieces)) return refusal(pieces.reason, raw);
    }
    return write(pieces, profile, raw);
  };
}

/** A normaliser for the links of one page: the page's own address is read once. An unusable base counts as none. */
export function createNormaliser(base?: string | null, profile: UrlProfile = URL_MODERN): Normaliser {
  return normaliser(base, profile, true);
}

let lastBase: string | null | undefined;
let lastProfile: UrlProfile | undefined;
let last: Normaliser = () => refusal('malformed', '');

/** One link, resolved against the address of its page (or `<base href>`). Never throws. */
export function normaliseUrl(
  raw: string,
  base?: string | null,
  profile: UrlProfile = URL_MODERN,
): WebUrl | Refusal {
  if (profile !== lastProfile || base !== lastBase) {
    last = createNormaliser(base, profile);
    lastBase = base;
    lastProfile = profile;
  }
  return last(raw);
}

/**
 * What kind of document a body is: by what its server says of it, and by its bytes where servers are known to be wrong. One answer for the
 * crawl, which follows it, and for the archive, which reads it again.
 */
import { looksLikeFeed } from './feed.ts';
import { looksLikeSitemap } from './sitemap.ts';

export type Media = 'html' | 'pdf' | 'sitemap' | 'feed' | 'style' | 'text' | 'other';

export type Expected = 'sitemap' | 'feed' | 'page';

const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml']);
const FEED_TYPES = new Set(['application/rss+xml', 'application/atom+xml', 'application/rdf+xml']);
/** What servers say of files that they do not know. */
const UNKNOWN_TYPES = new Set([
  '',
  'unk',
  'application/octet-stream',
  'binary/octet-stream',
  'unknown/unknown',
  'content/unknown',
]);
/** Types that can never turn out to be a page: many servers call their pages `application/octet-stream`. */
const NEVER_A_PAGE =
  /^(?:(?:audio|font|image|model|video)\/|application\/(?:font|gzip|java-archive|json|mac-binhex40|ms|vnd\.(?:android|apple|ms-|oasis|openxmlformats|rar|sqlite3)|wasm|x-(?:7z|apple|bzip|font|gzip|iso9660|msdownload|rar|shockwave|tar|zip)|zip))/;
/** What is for machines or for the look of pages. */
const NO_DOCUMENT =
  /^(?:text\/(?:css|javascript|csv|calendar)|application\/(?:x-)?(?:javascript|ecmascript)$)|xml$/;

/** Of the beginning that is looked at, in bytes. */
const HEAD_BYTES = 2_048;
const LATIN_1 = new TextDecoder('latin1');
const LESS_THAN = 0x3c;
const PDF_MARK = [0x25, 0x50, 0x44, 0x46, 0x2d];
/** Readers of PDF accept the mark anywhere in so many bytes. */
const PDF_MARK_WITHIN = 1_024;

/** The media type in lower case without its parameters; '' when there is none. */
export function mediaType(contentType: string | null): string {
  return (contentType ?? '').split(/[;,]/, 1)[0]!.trim().toLowerCase();
}

/** Whether the type alone says that the body is no page, nor anything that leads to one. */
export function isNeverAPage(contentType: string): boolean {
  return NEVER_A_PAGE.test(contentType.trim().toLowerCase());
}

/** By its type alone, whether a body may be a document that a person reads. */
export function mayBeDocument(contentType: string | null): boolean {
  const type = mediaType(contentType);
  return HTML_TYPES.has(type) || !(NEVER_A_PAGE.test(type) || NO_DOCUMENT.test(type));
}

/**
 * `expected` is what it was called where it was found: sitemaps and feeds come under any type, and what a person gives as a page need not
 * look like one.
 */
export function mediaOf(
  contentType: string | null,
  bytes: Uint8Array,
  expected: Expected | null = null,
): Media {
  if (expected === 'sitemap' || expected === 'feed') return expected;
  const type = mediaType(contentType);
  if (type === 'text/css') return 'style';
  if (hasPdfMark(bytes, 1)) return 'pdf';
  const start = bytes.subarray(0, HEAD_BYTES);
  if (HTML_TYPES.has(type) && (start.length === 0 || start.includes(LESS_THAN))) return 'html';
  const head = LATIN_1.decode(start);
  // A page may be text without a tag; it is not what only a picture or a program is made of.
  if (HTML_TYPES.has(type)) return isText(head) ? 'html' : 'other';
  if (type === 'text/plain') {
    if (/^\s*<(?:!doctype html|html)[\s>]/i.test(head)) return 'html';
    return isText(head) ? 'text' : 'other';
  }
  if (FEED_TYPES.has(type)) return 'feed';
  if (type.endsWith('xml'))
    return looksLikeSitemap(head) ? 'sitemap' : looksLikeFeed(head) ? 'feed' : 'other';
  if (hasPdfMark(bytes, PDF_MARK_WITHIN)) return 'pdf';
  if (UNKNOWN_TYPES.has(type) && expected === 'page') return isText(head) ? 'html' : 'other';
  return UNKNOWN_TYPES.has(type) && /<(?:!doctype html|html|head|body)[\s>]/i.test(head) ? 'html' : 'other';
}

/** Whether the mark of a PDF begins in the first bytes. */
function hasPdfMark(bytes: Uint8Array, within: number): boolean {
  const end = Math.min(within, bytes.length - PDF_MARK.length + 1);
  for (let at = 0; at < end; at++)
    if (bytes[at] === PDF_MARK[0] && PDF_MARK.every((byte, i) => bytes[at + i] === byte)) return true;
  return false;
}

/** Not what servers call text because they know no better. */
function isText(head: string): boolean {
  return /^(?:\xff\xfe|\xfe\xff)/.test(head) || !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(head);
}

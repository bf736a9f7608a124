/** Which archived responses are documents that a person reads, and of what kind. */
import { looksLikePdf } from '../page/pdf-text.ts';
import { bareMime } from '../warc/index.ts';

export type DocumentMedia = 'html' | 'pdf' | 'text';

const HTML = new Set(['text/html', 'application/xhtml+xml']);
/** What servers say of files that they do not know. */
const UNKNOWN = new Set([
  'unk',
  'application/octet-stream',
  'binary/octet-stream',
  'unknown/unknown',
  'content/unknown',
]);
/** Files that speak to machines. */
const FOR_MACHINES = /^\/(?:robots|ads|app-ads|sellers|llms|security)\.txt$|^\/\.well-known\//i;

/** By head alone: whether the body is worth looking at. */
export function mayBeDocument(status: number, contentType: string | null, url: string): boolean {
  if (status !== 200 && status !== 203) return false;
  const mime = bareMime(contentType);
  if (!HTML.has(mime) && mime !== 'application/pdf' && mime !== 'text/plain' && !UNKNOWN.has(mime))
    return false;
  const path = /^[a-z]+:\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? '';
  return !FOR_MACHINES.test(path);
}

/** By its bytes too; null for what is no document after all. */
export function documentMedia(contentType: string | null, bytes: Uint8Array): DocumentMedia | null {
  const mime = bareMime(contentType);
  if (bytes.length === 0) return null;
  if (mime === 'application/pdf') return looksLikePdf(bytes) ? 'pdf' : null;
  if (HTML.has(mime)) return startsLikePdf(bytes) ? 'pdf' : 'html';
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 2048)).toString('latin1');
  if (mime === 'text/plain') {
    if (/^\s*<(?:!doctype html|html)[\s>]/i.test(head)) return 'html';
    return isText(head) ? 'text' : null;
  }
  if (!UNKNOWN.has(mime)) return null;
  if (startsLikePdf(bytes)) return 'pdf';
  return /<(?:!doctype html|html|head|body)[\s>]/i.test(head) ? 'html' : null;
}

function startsLikePdf(bytes: Uint8Array): boolean {
  return bytes[0] === 0x25 && bytes[1] === 0x50 && bytes[2] === 0x44 && bytes[3] === 0x46;
}

/** Not what servers call text because they know no better. */
function isText(head: string): boolean {
  return /^(?:\xff\xfe|\xfe\xff)/.test(head) || !/[\x00-\x08\x0e-\x1a\x1c-\x1f]/.test(head);
}

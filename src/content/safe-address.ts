/** Addresses of a page as they may be written out again: http(s), mailto, or relative where nobody knows the page's own. */
import { baseHref, type FlatDocument } from '../html/index.ts';

/** A longer address is data. */
const LONGEST_ADDRESS = 4096;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
const ABSOLUTE = /^https?:\/\//i;
/** Stands for the unknown host while a path is resolved; never written. */
const NOWHERE = 'http://nowhere.invalid';
const UNWRITABLE = /[\s"'<>`{}|^]/g;

/** What the page's addresses are relative to: an absolute address, a path from the root when the host is unknown, or nothing. */
export function addressBase(doc: FlatDocument, url: string | undefined): string | undefined {
  const page = url !== undefined && ABSOLUTE.test(url) && URL.canParse(url) ? url : undefined;
  const base = baseHref(doc);
  if (base === null || base === '') return page;
  if (page !== undefined || ABSOLUTE.test(base)) {
    const resolved = URL.canParse(base, page) ? new URL(base, page) : null;
    return resolved !== null && ABSOLUTE.test(resolved.href) ? resolved.href : page;
  }
  return /^\/(?![/\\])/.test(base) && URL.canParse(base, NOWHERE)
    ? new URL(base, NOWHERE).href.slice(NOWHERE.length)
    : undefined;
}

/** As a browser reads it: without tabs and line ends, nor control characters around; null with others inside. */
function cleaned(href: string): string | null {
  let from = 0;
  let to = href.length;
  while (from < to && href.charCodeAt(from) <= 32) from++;
  while (to > from && href.charCodeAt(to - 1) <= 32) to--;
  let plain = true;
  for (let i = from; i < to; i++) {
    const code = href.charCodeAt(i);
    if (code === 9 || code === 10 || code === 13) plain = false;
    else if (code < 32 || code === 127) return null;
  }
  const written = href.slice(from, to);
  return plain ? written : written.replace(/[\t\n\r]/g, '');
}

/** An address as it may be written out, or null; `base` is of `addressBase`. */
export function safeAddress(href: string, base: string | undefined): string | null {
  if (href.length > LONGEST_ADDRESS) return null;
  const written = cleaned(href);
  if (written === null || written === '' || written.startsWith('#')) return null;
  const rooted = base?.startsWith('/') === true;
  if (SCHEME.test(written) || (base !== undefined && !rooted)) {
    try {
      const url = base === undefined || rooted ? new URL(written) : new URL(written, base);
      const { protocol } = url;
      return protocol === 'https:' || protocol === 'http:' || protocol === 'mailto:' ? url.href : null;
    } catch {
      return null;
    }
  }
  if (rooted && !/^[/\\]{2}/.test(written)) {
    const whole = NOWHERE + base;
    return URL.canParse(written, whole) ? new URL(written, whole).href.slice(NOWHERE.length) : null;
  }
  const relative = written
    .replaceAll('\\', '/')
    .replace(UNWRITABLE, (c) => encodeURIComponent(c).replace("'", '%27'));
  return URL.canParse(relative, NOWHERE) ? relative : null;
}

/** The part of a URL that rules speak of: path, parameters and query. */

function firstOf(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 47 || code === 63 || code === 59) return i; // / ? ;
  }
  return -1;
}

/**
 * Path with parameters and query of an absolute URL, of one without a scheme, or of a path. Always begins with `/`; what has no path
 * is `/`. Nothing is normalised: escapes are compared as they stand, as in Google's parser. Note that `//host/path` is read as a
 * host and a path.
 */
export function pathOf(url: string): string {
  const start = url.startsWith('//') ? 2 : 0;
  const early = firstOf(url, start);
  const scheme = url.indexOf('://', start);
  // A "://" after the path, parameters or query have begun is part of them.
  const authority = scheme >= 0 && (early < 0 || early >= scheme) ? scheme + 3 : start;
  const from = firstOf(url, authority);
  if (from < 0) return '/';
  const hash = url.indexOf('#', start);
  if (hash >= 0 && hash < from) return '/';
  const path = url.slice(from, hash < 0 ? url.length : hash);
  return path.charCodeAt(0) === 47 ? path : `/${path}`;
}

/**
 * `pathOf`, in the normal form of RFC 9309 §2.2.2: hexadecimal digits in upper case, everything outside ASCII escaped as UTF-8. Give
 * this to `allows` for URLs that were not normalised before: `/caf%c3%a9` then meets the rule for `/café`, which Google's parser,
 * comparing the URL as it stands, would not see.
 */
export function normalPathOf(url: string): string {
  const path = pathOf(url);
  if (!/%[0-9a-fA-F]?[a-f]|[^\x00-\x7f]/.test(path)) return path;
  let normal = '';
  for (const byte of Buffer.from(path)) {
    normal += byte < 0x80 ? String.fromCharCode(byte) : `%${byte.toString(16).toUpperCase()}`;
  }
  return normal.replace(/%[0-9a-fA-F]{2}/g, (hex) => hex.toUpperCase());
}

/**
 * Addresses of the archive inside addresses of this server: `/replay/<collection>/<moment>/<address>`. An archived address has a query,
 * double slashes and escapes of its own (`%E1` of the Latin-1 days is not even UTF-8), so the router is shown the whole of it as one
 * encoded segment, and hands it back as it was written.
 */

const HOLDERS =
  /^(\/replay\/[^/?#]{1,200}\/(?:scripts\/)?(?:~[\w.-]{1,100}\/)?[^/?#]{1,40}\/|\/memento\/[^/?#]{1,200}\/(?:timegate|timemap\/[^/?#]{1,20})\/)(.+)$/s;

/** encodeURIComponent throws on half a surrogate pair. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

/** What the router is shown of a request's address: give it to fastify as `rewriteUrl`. */
export function archiveUrl(url: string): string {
  const m = HOLDERS.exec(url);
  if (m === null) return url;
  return m[1]! + encodeURIComponent(wellFormed(m[2]!));
}

/** An address as it may stand in a header, between `<` and `>`, or in a path: printable ASCII, nothing that ends it early. */
export function asciiUrl(url: string): string {
  return wellFormed(url).replace(/[^\x21-\x7e]|["<>]/gu, (c) => encodeURIComponent(c));
}

/** `key`: of a page that was opened with its scripts; what it loads and leads to has the same. */
export function replayPath(collection: string, timestamp: string, url: string, key?: string | null): string {
  return `${key == null ? archiveListsPath(collection) : keyedPath(collection, key)}${timestamp}/${asciiUrl(url)}`;
}

/** Below it lies all that a page with this key may load. */
export function keyedPath(collection: string, key: string): string {
  return `${archiveListsPath(collection)}~${key}/`;
}

/** Where a person is asked whether the scripts of a page shall run; with a key, where they do. */
export function scriptsPath(collection: string, timestamp: string, url: string, key?: string): string {
  const at = `${archiveListsPath(collection)}scripts/`;
  return `${key === undefined ? at : `${at}~${key}/`}${timestamp}/${asciiUrl(url)}`;
}

/** The collection and the key of a path; null when it has none. */
export function keyIn(path: string): { readonly collection: string; readonly key: string } | null {
  const m = /^\/replay\/([^/?#]{1,200})\/~([\w.-]{1,100})\//.exec(path);
  if (m === null) return null;
  try {
    return { collection: decodeURIComponent(m[1]!), key: m[2]! };
  } catch {
    return null;
  }
}

/** Where the sites of an archive are listed; everything that is shown of it lies below. */
export function archiveListsPath(collection: string): string {
  return `/replay/${encodeURIComponent(collection)}/`;
}

/** The captures of an address: a star in the place of the moment. */
export function capturesPath(collection: string, url: string): string {
  return replayPath(collection, '*', url);
}

export function timeGatePath(collection: string, url: string): string {
  return `/memento/${encodeURIComponent(collection)}/timegate/${asciiUrl(url)}`;
}

/** Pages of a long TimeMap are counted from 1; the first has no number. */
export function timeMapPath(collection: string, form: 'link' | 'json', url: string, page = 1): string {
  const part = page === 1 ? '' : `${page}/`;
  return `/memento/${encodeURIComponent(collection)}/timemap/${form}/${part}${asciiUrl(url)}`;
}

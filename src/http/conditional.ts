/** Asking only for what has changed (RFC 9110 §13): what a stored response gives to send along. */

export interface Validators {
  readonly etag?: string | null;
  readonly lastModified?: string | null;
}

/** Printable ASCII and Latin-1, as a header value may be; a stored value is a stranger's text. */
const SENDABLE = /^[\x20-\x7e\x80-\xff]+$/;

/**
 * Headers of a conditional GET. Both are sent when both are known: a server that understands the first ignores the second.
 *
 * @example
 * conditionalHeaders({ etag: response.header('etag'), lastModified: response.header('last-modified') })
 */
export function conditionalHeaders(stored: Validators): Record<string, string> {
  const headers: Record<string, string> = {};
  const etag = stored.etag?.trim();
  const lastModified = stored.lastModified?.trim();
  if (etag && etag.length <= 1024 && SENDABLE.test(etag)) headers['If-None-Match'] = etag;
  // Sent back letter for letter: many servers compare the text and not the date.
  if (
    lastModified &&
    lastModified.length <= 128 &&
    SENDABLE.test(lastModified) &&
    !Number.isNaN(Date.parse(lastModified))
  )
    headers['If-Modified-Since'] = lastModified;
  return headers;
}

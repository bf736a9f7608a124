/**
 * Which bodies a crawl of pages reads at all. A link without an extension may lead to a film; its head says so, and the rest is not
 * asked for. Only types that can never turn out to be a page count: many servers call their pages `application/octet-stream`.
 */
const NEVER_A_PAGE =
  /^(?:(?:audio|font|image|model|video)\/|application\/(?:font|gzip|java-archive|json|mac-binhex40|ms|vnd\.(?:android|apple|ms-|oasis|openxmlformats|rar|sqlite3)|wasm|x-(?:7z|apple|bzip|font|gzip|iso9660|msdownload|rar|shockwave|tar|zip)|zip))/;

/** Bytes of the body wanted, for `FetchRequest.bodyLimit`. */
export function wantedBytes(status: number, contentType: string | null): number {
  // What an error page is made of does not matter; redirects have small bodies.
  if (contentType === null || status >= 300) return Number.POSITIVE_INFINITY;
  return NEVER_A_PAGE.test(contentType.trim().toLowerCase()) ? 0 : Number.POSITIVE_INFINITY;
}

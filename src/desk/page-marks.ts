/** What an answer is known by, read from its own bytes. */
import { decodeBody } from '../coding/index.ts';
import { type FetchResponse, redirectLocation } from '../http/index.ts';
import { readPage } from '../page/index.ts';
import { normaliseUrl } from '../url/index.ts';
import { payloadDigest } from '../warc/index.ts';
import type { PageMarks } from './agreement.ts';

/** Links of a page that are compared. */
const MOST_LINKS = 2_000;

export function marksOf(response: FetchResponse): PageMarks {
  const { status, body, url } = response;
  const digest = payloadDigest(body);
  const location = status >= 300 && status < 400 ? redirectLocation(response) : null;
  const bare = { status, location: location && keyOf(location, url), digest, told: false };
  if (status < 200 || status >= 300) return { ...bare, simhash: null, links: [] };
  const page = readPage({
    url,
    contentType: response.header('content-type'),
    bytes: decodeBody(body, response.contentEncoding).bytes,
  });
  const links = new Set<string>();
  const all = page.links;
  for (let i = 0; all !== null && i < all.count && links.size < MOST_LINKS; i++) {
    const kind = all.kind(i);
    if (kind !== 'navigation' && kind !== 'frame') continue;
    const key = keyOf(page.address(all, i), page.base);
    if (key !== null) links.add(key);
  }
  return { ...bare, simhash: page.simhash, links: [...links] };
}

/** Links that somebody tells of, in their comparison form. */
export function linkKeys(links: readonly string[], base: string): string[] {
  const keys = new Set<string>();
  for (const link of links) {
    const key = keyOf(link, base);
    if (key !== null) keys.add(key);
  }
  return [...keys];
}

function keyOf(address: string, base: string): string | null {
  const url = normaliseUrl(address, base);
  return url.kind === 'url' ? url.key : null;
}

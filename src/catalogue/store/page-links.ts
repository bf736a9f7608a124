/** The links of a page that are kept. */
import type { PageRecord } from '../ports/index.ts';

/** Links of one page that are kept: menus and lists have less. */
const MOST_LINKS = 500;

interface LinkOut {
  readonly text: string;
  /** It stays on its site. */
  readonly own: boolean;
}

/** By the number of the address that each leads to: each once, with the first text that says something; not to the page itself. */
export function linksOf(
  record: PageRecord,
  address: number,
  numberOf: (url: string) => number,
): ReadonlyMap<number, LinkOut> {
  const found = new Map<number, { text: string; own: boolean }>();
  const origin = originOf(record.url);
  for (const { url, text } of record.links) {
    if (found.size >= MOST_LINKS) break;
    const target = numberOf(url);
    if (target === address) continue;
    const known = found.get(target);
    if (known === undefined) found.set(target, { text, own: isOf(url, origin) });
    else if (known.text === '') known.text = text;
  }
  return found;
}

/** The same as `originOf(url) === origin`, without a string for each link. */
function isOf(url: string, origin: string): boolean {
  return url.startsWith(origin) && (url.length === origin.length || url.charCodeAt(origin.length) === SLASH);
}
const SLASH = 47;

/** Scheme and host, as far as they stand there. */
function originOf(url: string): string {
  const end = url.indexOf('/', url.indexOf('//') + 2);
  return end === -1 ? url : url.slice(0, end);
}

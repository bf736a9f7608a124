/** What an archive holds, to be browsed: its sites in order, and the pages of a site with their titles. */
import { readPage } from '../page/index.ts';
import { type Capture, hostOfKey, type IndexedSite, type WarcArchive } from '../warc/index.ts';

// A server knows collections, not archives.
export type { Capture } from '../warc/index.ts';

/** One slice of a list; `next` is asked for as `after`, null at the end. */
export interface Slice<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

export interface ListedPage {
  /** The newest capture; a full one before a revisit. */
  readonly capture: Capture;
  /** '' when it has none or cannot be read. */
  readonly title: string;
}

const TITLE_BYTES = 256 << 10;

/** `after`: '' at the beginning. */
export function archivedSites(archive: WarcArchive, after: string, most: number): Slice<IndexedSite> {
  const sites = new Map<string, IndexedSite>();
  for (const index of archive.indexes) {
    let taken = 0;
    for (const site of index.sites(after)) {
      sites.set(site.key, site);
      if (++taken > most) break;
    }
  }
  return sliceOf([...sites.values()], most);
}

/** The pages of a site, which is named as `archivedSites` has its key. */
export async function archivedPagesOf(
  archive: WarcArchive,
  site: string,
  after: string,
  most: number,
): Promise<Slice<ListedPage> & { readonly host: string }> {
  const begin = `${site})`;
  const pages = new Map<string, Capture>();
  for (const index of archive.indexes) {
    let seen = 0;
    for (const capture of index.capturesFrom(after === '' ? begin : `${after} \x7f`)) {
      if (!capture.key.startsWith(begin)) break;
      const held = pages.get(capture.key);
      if (held === undefined && ++seen > most + 1) break;
      if (held === undefined || capture.mime !== 'warc/revisit' || held.mime === 'warc/revisit')
        pages.set(capture.key, capture);
    }
  }
  const { items, next } = sliceOf([...pages.values()], most);
  const listed: ListedPage[] = [];
  for (const capture of items) listed.push({ capture, title: await titleOf(archive, capture) });
  return { host: hostOfKey(site), items: listed, next };
}

function sliceOf<T extends { readonly key: string }>(found: readonly T[], most: number): Slice<T> {
  const items = [...found].sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, most);
  return { items, next: found.length > most ? items[items.length - 1]!.key : null };
}

async function titleOf(archive: WarcArchive, capture: Capture): Promise<string> {
  if (capture.status !== 200 || !/^(text\/html|application\/xhtml\+xml)$/.test(capture.mime)) return '';
  try {
    const { http } = await archive.read(capture, { maxBlockBytes: TITLE_BYTES });
    if (http === null) return '';
    const { url } = capture;
    const bytes = http.decoded(TITLE_BYTES).bytes.subarray(0, TITLE_BYTES);
    return readPage({ url, contentType: http.header('content-type'), bytes, expected: 'page' }).title;
  } catch {
    return '';
  }
}

/** What an archive holds, to be browsed: its sites in order, and the pages of a site with their titles. */
import { readPage } from '../page/index.ts';
import { type BrowsedArchive, type Capture, hostOfKey, type IndexedSite, readPlace } from '../warc/index.ts';

// A server knows collections, not archives.
export type { BrowsedArchive, Capture, RecordPlace } from '../warc/index.ts';

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
export async function archivedSites(
  archive: BrowsedArchive,
  after: string,
  most: number,
): Promise<Slice<IndexedSite>> {
  return sliceOf(await archive.sitesAfter(after, most), most);
}

/** The pages of a site, which is named as `archivedSites` has its key. */
export async function archivedPagesOf(
  archive: BrowsedArchive,
  site: string,
  after: string,
  most: number,
): Promise<Slice<ListedPage> & { readonly host: string }> {
  const { items, next } = sliceOf(await archive.pagesAfter(site, after, most), most);
  const listed: ListedPage[] = [];
  for (const capture of items) listed.push({ capture, title: await titleOf(archive, capture) });
  return { host: hostOfKey(site), items: listed, next };
}

function sliceOf<T extends { readonly key: string }>(found: readonly T[], most: number): Slice<T> {
  const items = found.slice(0, most);
  return { items, next: found.length > most ? items[items.length - 1]!.key : null };
}

async function titleOf(archive: BrowsedArchive, capture: Capture): Promise<string> {
  if (capture.status !== 200 || !/^(text\/html|application\/xhtml\+xml)$/.test(capture.mime)) return '';
  try {
    const { http } = await readPlace(await archive.placeOf(capture), { maxBlockBytes: TITLE_BYTES });
    if (http === null) return '';
    const { url } = capture;
    const bytes = http.decoded(TITLE_BYTES).bytes.subarray(0, TITLE_BYTES);
    return readPage({ url, contentType: http.header('content-type'), bytes, expected: 'page' }).title;
  } catch {
    return '';
  }
}

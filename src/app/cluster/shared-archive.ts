/**
 * The archive of a shared crawl, for those who show pages as they were: where a capture stands is asked of the database, its record is read in
 * the folder of its worker when that stands here, and brought from the store of the crawl otherwise.
 */
import type { ArchivedCaptures } from '../../catalogue/postgres/index.ts';
import {
  type BrowsedArchive,
  type Capture,
  hostOfKey,
  type IndexedSite,
  nearestCapture,
  type RecordPlace,
  surt,
} from '../../warc/index.ts';
import type { ArchiveSources } from './archive-sources.ts';

export class SharedArchive implements BrowsedArchive {
  /** What is brought is held in memory while it is shown. */
  readonly longest = 64 << 20;
  readonly #index: ArchivedCaptures;
  readonly #sources: ArchiveSources;

  constructor(index: ArchivedCaptures, sources: ArchiveSources) {
    this.#index = index;
    this.#sources = sources;
  }

  captures(url: string): Promise<readonly Capture[]> {
    return this.#index.of(surt(url));
  }

  async lookup(url: string, time?: number | string): Promise<Capture | null> {
    return nearestCapture(await this.captures(url), time);
  }

  placeOf({ filename, offset, length }: Capture): Promise<RecordPlace> {
    return this.place(filename, offset, length);
  }

  /** Where a record stands, with its bytes when it is not on this machine. */
  async place(file: string, offset: number, length: number): Promise<RecordPlace> {
    const source = await this.#sources.source(file);
    if (typeof source === 'string') return { path: source, offset, length };
    const parts: Uint8Array[] = [];
    for await (const part of source.bytes(offset, offset + Math.min(length, this.longest))) parts.push(part);
    const bytes = Buffer.concat(parts);
    return { path: source.name, offset, length: bytes.length, bytes };
  }

  async sitesAfter(after: string, most: number): Promise<IndexedSite[]> {
    const keys = await this.#index.sites(after, most + 1);
    return keys.map((key) => ({ key, host: hostOfKey(key) }));
  }

  pagesAfter(site: string, after: string, most: number): Promise<readonly Capture[]> {
    return this.#index.pages(site, after, most + 1);
  }
}

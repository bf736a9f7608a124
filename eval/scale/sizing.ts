/** What a crawl of so many pages takes: arithmetic on bytes that were measured. `docs/scale.md` has its tables from here. */
import { cost } from './costs.ts';

export interface Sizing {
  readonly pages: number;
  /** URLs that are known when so many pages have been visited, and those of them that wait. */
  readonly known: number;
  readonly waiting: number;
  /** Bytes of the frontier's tables with their indexes, as measured, and by the bars of 200 and 230 bytes. */
  readonly frontier: number;
  readonly frontierBar: number;
  /** Bytes of `seen`, which every link is looked up in. */
  readonly seen: number;
  /** Bytes of write-ahead log, from the first page to the last. */
  readonly wal: number;
  readonly archive: number;
  /** Bytes of the embedded catalogue of as many pages. */
  readonly catalogue: number;
}

/** New URLs found on a page; whatever is known and not visited waits. */
export function sizingOf(pages: number, newAPage: number = cost('newInside') + cost('newOutside')): Sizing {
  const known = Math.max(pages, pages * newAPage);
  const waiting = known - pages;
  return {
    pages,
    known,
    waiting,
    frontier: pages * cost('visitedUrl') + waiting * cost('queuedUrl'),
    frontierBar: pages * 200 + waiting * 230,
    seen: known * cost('seenUrl'),
    wal: known * cost('walNewUrl') + pages * cost('walVisit'),
    archive: pages * cost('archivedPage') * 1000,
    catalogue: pages * cost('cataloguedPage'),
  };
}

/** Bytes of write-ahead log for each page that is visited. */
export const walAPage = (): number =>
  (cost('newInside') + cost('newOutside')) * cost('walNewUrl') + cost('walVisit');

/** URLs of `seen` that begin with the bits of one site: those of all sites whose bits are the same lie between each other. */
export const urlsAPrefix = (known: number): number => known / 65_536;

export function bytesText(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  let value = bytes;
  let at = 0;
  while (value >= 1000 && at < units.length - 1) {
    value /= 1000;
    at++;
  }
  return `${value >= 100 ? value.toFixed(0) : value.toPrecision(2).replace(/e\+.*/, '')} ${units[at]}`;
}

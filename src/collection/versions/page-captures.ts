/** Every capture of an address that something can be read of: those of the catalogue, and those that only the archive has. */
import type { ArchivePlace, CataloguePages } from '../../catalogue/index.ts';
import { type BrowsedArchive, type Capture, locateCapture, parseTimestamp14 } from '../../warc/index.ts';
import { isWholeAnswer, mayHoldDocument } from '../archived-documents.ts';
import type { ComparedCapture } from './page-difference.ts';

export interface PageCapture {
  readonly url: string;
  /** ms since 1970. */
  readonly fetchedAt: number;
  /** Identity of the version that the catalogue made of it; null when only the archive has the capture. */
  readonly id: number | null;
  readonly digest: string;
  /** Of a capture that only the archive has. */
  readonly capture: Capture | null;
}

/** Where captures are looked for. */
export interface CaptureSources {
  readonly catalogue: Pick<CataloguePages, 'versions'>;
  readonly archive: BrowsedArchive;
}

/** Oldest first. */
export async function pageCaptures(
  { catalogue, archive }: CaptureSources,
  url: string,
): Promise<PageCapture[]> {
  const found = new Map<number, PageCapture>();
  const secondOf = (at: number): number => Math.floor(at / 1000);
  const known = new Set<string>();
  const placeName = ({ file, offset }: Pick<ArchivePlace, 'file' | 'offset'>) => `${file} ${offset}`;
  for (const { url: of, fetchedAt, id, digest, archive: place } of await catalogue.versions(url)) {
    found.set(fetchedAt, { url: of, fetchedAt, id, digest, capture: null });
    if (place !== null) known.add(placeName(place));
  }
  const seconds = new Set([...found.keys()].map(secondOf));
  for (const capture of await archive.captures(url)) {
    const fetchedAt = parseTimestamp14(capture.timestamp);
    if (fetchedAt === null || seconds.has(secondOf(fetchedAt))) continue;
    if (known.has(placeName({ file: capture.filename, offset: capture.offset })) || !isReadable(capture))
      continue;
    const { url: of, digest } = capture;
    found.set(fetchedAt, { url: of, fetchedAt, id: null, digest: digest ?? '', capture });
  }
  return [...found.values()].sort((a, b) => a.fetchedAt - b.fetchedAt);
}

function isReadable({ mime, status, url }: Capture): boolean {
  if (mime === 'warc/revisit') return true;
  return isWholeAnswer(status ?? 0) && mayHoldDocument(status ?? 0, mime, url);
}

/** The one nearest to a moment; of two as near the earlier. Null when there is none. */
export function captureNearest(captures: readonly PageCapture[], at: number): PageCapture | null {
  let best: PageCapture | null = null;
  for (const capture of captures)
    if (best === null || Math.abs(capture.fetchedAt - at) < Math.abs(best.fetchedAt - at)) best = capture;
  return best;
}

/** Which two are compared: where only one is named, with what it was before it last changed; where none is, the newest. */
export function comparedPair(
  captures: readonly PageCapture[],
  from: number | undefined,
  to: number | undefined,
): readonly [from: PageCapture, to: PageCapture] | null {
  const last = to === undefined ? captures.at(-1) : captureNearest(captures, to);
  if (last === undefined || last === null) return null;
  if (from !== undefined) return [captureNearest(captures, from)!, last];
  const earlier = captures.filter(({ fetchedAt }) => fetchedAt < last.fetchedAt);
  return [earlier.findLast((one) => !isSameVersion(one, last)) ?? earlier.at(-1) ?? last, last];
}

export const isSameVersion = (a: PageCapture, b: PageCapture): boolean =>
  a.id !== null && b.id !== null ? a.id === b.id : a.digest !== '' && a.digest === b.digest;

/** As who compares needs it: with its record, where the catalogue has no text of it. */
export async function toCompare(archive: BrowsedArchive, one: PageCapture): Promise<ComparedCapture> {
  const { url, fetchedAt, id, digest, capture } = one;
  const known = { url, fetchedAt, id, digest };
  if (capture === null) return { ...known, record: null };
  const located = await locateCapture(archive, capture.url, capture.timestamp, 0);
  if (located === null) return { ...known, record: null };
  const { record, original } = located.places;
  return { ...known, record: original === 'same' ? record : original };
}

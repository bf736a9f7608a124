/**
 * A page of a collection as it was archived, made fit to be shown by a server: every address in it leads back into the replay. Whatever
 * the archive lacks or has damaged is an answer, not an error. It is found in one step, and read and rewritten in another, which a thread
 * can do: what goes from the one to the other is where its records stand.
 */
import { TarrafaError } from '../errors.ts';
import { readPage } from '../page/index.ts';
import { createNormaliser } from '../url/index.ts';
import {
  type BodyReading,
  type CapturePlaces,
  type CaptureSource,
  type FoundCapture,
  isRewritten,
  locateCapture,
  type ReplayedPage,
  readPlaces,
  replayedPage,
} from '../warc/index.ts';

// What a server sends with it: the server knows collections, not archives.
export {
  type CapturePlaces,
  type FoundCapture,
  isPartOfPage,
  namedUrl,
  type ReplayScope,
  readableMoment,
  replayBanner,
  replayHeaders,
  replayPolicy,
} from '../warc/index.ts';

/** Pages and style sheets of more bytes are not rewritten: nobody could look at them. */
export const LONGEST_REPLAYED = 16 << 20;
/** Room for the head of a record. */
const HEAD = 1 << 20;
/** What is read and rewritten within a few milliseconds, if it is not compressed: bytes in the archive, and of its record. */
const LIGHT = 128 << 10;

export type FoundToReplay =
  | {
      readonly kind: 'found';
      readonly places: CapturePlaces;
      /** What is rewritten, or only passed on, within a few milliseconds; null when that may take longer. */
      readonly light: FoundCapture | null;
    }
  /** The nearest capture is of another moment. */
  | { readonly kind: 'elsewhere'; readonly timestamp: string; readonly url: string }
  | { readonly kind: 'absent' }
  /** Its bytes are on a machine that others do not reach: a worker that has not sent them to the store of its crawl. */
  | { readonly kind: 'away'; readonly worker: string }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'damaged'; readonly message: string };

/** What is made of a capture. */
export type Rewritten =
  | { readonly kind: 'page'; readonly page: ReplayedPage }
  /** A revisit of something that is not in this archive. */
  | { readonly kind: 'no-payload' }
  | { readonly kind: 'too-long' }
  | { readonly kind: 'damaged'; readonly message: string };

export interface RewriteOptions {
  /** Path of an address within the replay. */
  readonly path: (url: string) => string;
  /** HTML in ASCII to be set into pages; '' for none. */
  readonly banner: string;
  /** Whether its scripts are to run. */
  readonly runsScripts?: boolean | undefined;
}

/** A record that is cut short or not there any more is a fact about the archive; anything else is a fault of ours. */
function damaged(error: unknown): { readonly kind: 'damaged'; readonly message: string } {
  if (error instanceof TarrafaError) return { kind: 'damaged', message: error.message };
  throw error;
}

/** Looks a capture up, and reads it if it is small. `timestamp`: digits of a moment, 4 to 14. */
export async function findToReplay(
  archive: CaptureSource,
  url: string,
  timestamp: string,
): Promise<FoundToReplay> {
  const capture = await archive.lookup(url, timestamp);
  if (capture === null) return { kind: 'absent' };
  if (capture.timestamp !== timestamp)
    return { kind: 'elsewhere', timestamp: capture.timestamp, url: capture.url };
  if (capture.length > (archive.longest ?? Number.POSITIVE_INFINITY)) return { kind: 'too-long' };
  try {
    const located = await locateCapture(archive, url, timestamp, LIGHT);
    if (located === null) return { kind: 'absent' };
    const { places, found } = located;
    return { kind: 'found', places, light: found !== null && isLight(found) ? found : null };
  } catch (error) {
    if (error instanceof TarrafaError && error.code === 'TRF_ARCHIVE_AWAY')
      return { kind: 'away', worker: String(error.values[0]) };
    return damaged(error);
  }
}

function isLight({ original }: FoundCapture): boolean {
  return original === null || (original.whole && (original.http?.contentEncoding ?? null) === null);
}

export function rewriteFound(
  found: FoundCapture,
  { path, banner, runsScripts = false }: RewriteOptions,
): Rewritten {
  const page = replayedPage(found, {
    read: (contentType, bytes) => readBody(found.capture.url, contentType, bytes),
    replayPath: path,
    banner,
    runsScripts,
    longest: LONGEST_REPLAYED,
  });
  return typeof page === 'string' ? { kind: page } : { kind: 'page', page };
}

/** Reads a capture of whatever size and rewrites it: work for a thread. */
export async function rewritePlaces(places: CapturePlaces, options: RewriteOptions): Promise<Rewritten> {
  try {
    let found = await readPlaces(places, { maxBlockBytes: LONGEST_REPLAYED + HEAD });
    if (found.original?.whole === false) {
      if (isRewritten(found)) return { kind: 'too-long' };
      found = await readPlaces(places);
    }
    return rewriteFound(found, options);
  } catch (error) {
    return damaged(error);
  }
}

const NOT_READ: BodyReading = { kind: 'other', text: '', resolve: () => null };

/** As whoever reads pages reads it. */
function readBody(url: string, contentType: string | null, bytes: Buffer): BodyReading {
  const page = readPage({ url, contentType, bytes });
  if (page.media === 'pdf') return { ...NOT_READ, kind: 'pdf' };
  if (page.media !== 'html' && page.media !== 'style') return NOT_READ;
  // The addresses of a style sheet are always sent in UTF-8.
  const isPage = page.media === 'html';
  const { base, media, source: text } = page;
  const normalise = createNormaliser(base);
  const resolve = (written: string): string | null => {
    const sent = isPage ? page.sent(written) : written;
    // What a collector would not ask for leads where a browser goes.
    const url = normalise(sent);
    if (url.kind === 'url') return url.fetch;
    if (!URL.canParse(sent, base)) return null;
    const { href, protocol } = new URL(sent, base);
    return protocol === 'http:' || protocol === 'https:' ? href : null;
  };
  return { kind: media, text, resolve };
}

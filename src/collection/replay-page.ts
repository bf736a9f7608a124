/**
 * A page of a collection as it was archived, made fit to be shown by a server: every address in it leads back into the replay. Whatever
 * the archive lacks or has damaged is an answer, not an error.
 */
import { TarrafaError } from '../errors.ts';
import { type ReplayedPage, replayedPage, type WarcArchive } from '../warc/index.ts';

// What a server sends with it: the server knows collections, not archives.
export {
  isPartOfPage,
  namedUrl,
  type ReplayScope,
  readableMoment,
  replayBanner,
  replayHeaders,
} from '../warc/index.ts';

export interface ReplayQuestion {
  readonly url: string;
  /** Digits of a moment, 4 to 14. */
  readonly timestamp: string;
  /** Path of an address at a moment within the replay. */
  readonly path: (timestamp: string, url: string) => string;
  /** HTML in ASCII to be set into pages; '' for none. */
  readonly banner: (timestamp: string, url: string) => string;
}

export type ReplayAnswer =
  | {
      readonly kind: 'page';
      readonly timestamp: string;
      readonly url: string;
      readonly page: ReplayedPage;
    }
  /** The nearest capture is of another moment. */
  | { readonly kind: 'elsewhere'; readonly timestamp: string; readonly url: string }
  | { readonly kind: 'absent' }
  /** A revisit of something that is not in this archive. */
  | { readonly kind: 'no-payload'; readonly timestamp: string; readonly url: string }
  | { readonly kind: 'damaged'; readonly message: string };

export async function replayPage(archive: WarcArchive, question: ReplayQuestion): Promise<ReplayAnswer> {
  const capture = archive.lookup(question.url, question.timestamp);
  if (capture === null) return { kind: 'absent' };
  const { timestamp, url } = capture;
  if (timestamp !== question.timestamp) return { kind: 'elsewhere', timestamp, url };
  try {
    const found = await archive.find(question.url, question.timestamp);
    if (found === null) return { kind: 'absent' };
    const page = replayedPage(found, {
      replayPath: (to) => question.path(timestamp, to),
      banner: question.banner(timestamp, url),
    });
    return page === null
      ? { kind: 'no-payload', timestamp, url }
      : { kind: 'page', timestamp, url: found.capture.url, page };
  } catch (error) {
    // A record that is cut short or not there any more is a fact about the archive; anything else is a fault of ours.
    if (error instanceof TarrafaError) return { kind: 'damaged', message: error.message };
    throw error;
  }
}

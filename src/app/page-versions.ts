/**
 * The captures of a page, and what changed between two of them.
 *
 * ```ts
 * const { text, links } = await pageChanges('coleta', 'https://jornal.br/1', { from: '2019', to: '2021-05-03' });
 * console.log(text.words.added, text.rows);
 * ```
 */
import type { PageCapture, PageDifference } from '../collection/index.ts';
import { TarrafaError } from '../errors.ts';
import { type AtHandOptions, withCollection } from './collection-at-hand.ts';
import { momentDigits } from './input/moment.ts';

export interface PageVersion extends Pick<PageCapture, 'url' | 'fetchedAt' | 'id' | 'digest'> {
  /** Whether it differs from the capture before. */
  readonly changed: boolean;
}

/** Every capture of an address, oldest first; those that only the archive has are there too. Throws TRF_NOT_FOUND when there is none. */
export function pageVersions(
  folder: string,
  url: string,
  options: AtHandOptions = {},
): Promise<readonly PageVersion[]> {
  return withCollection(folder, options, async (collection) => {
    const { isSameVersion, pageCaptures } = await import('../collection/index.ts');
    const captures = await pageCaptures(collection, url);
    if (captures.length === 0) throw new TarrafaError('TRF_NOT_FOUND', [url]);
    return captures.map((one, n) => {
      const { fetchedAt, id, digest } = one;
      return { url: one.url, fetchedAt, id, digest, changed: n > 0 && !isSameVersion(captures[n - 1]!, one) };
    });
  });
}

export interface PageChangesOptions extends AtHandOptions {
  /** Moments, as `2019` or `2019-05-03 12:00`: the captures nearest to them. Default: the newest, and what it was before it last changed. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export function pageChanges(
  folder: string,
  url: string,
  { from, to, ...options }: PageChangesOptions = {},
): Promise<PageDifference> {
  return withCollection(folder, options, async (collection) => {
    const [{ comparedPair, pageCaptures, toCompare }, { parseTimestamp14 }] = await Promise.all([
      import('../collection/index.ts'),
      import('../warc/index.ts'),
    ]);
    const moment = (text: string | undefined): number | undefined => {
      if (text === undefined) return undefined;
      const digits = momentDigits(text);
      if (digits === null) throw new TarrafaError('TRF_REQUEST_INVALID', [text.slice(0, 60)]);
      return parseTimestamp14(digits) ?? undefined;
    };
    const pair = comparedPair(await pageCaptures(collection, url), moment(from), moment(to));
    if (pair === null) throw new TarrafaError('TRF_NOT_FOUND', [url]);
    const { archive } = collection;
    return collection.difference(await toCompare(archive, pair[0]), await toCompare(archive, pair[1]));
  });
}

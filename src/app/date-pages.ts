/**
 * When pages were published and modified, with the evidence and how sure it is.
 *
 * ```ts
 * for await (const { name, dates } of datePages(['paginas'])) console.log(name, dates.published?.date, dates.published?.confidence);
 * ```
 */
import { TarrafaError } from '../errors.ts';
import type { PageDates } from '../time/dating/index.ts';
import { reason, type Why } from '../words/why.ts';
import type { GivenPagesOptions } from './input/given-pages.ts';

export interface DatePagesOptions extends Omit<GivenPagesOptions, 'now' | 'onPassedOver'> {
  /** When files and standard input were as they are, in ms since 1970; without it "há 5 dias" gives them no date. */
  readonly fetched?: number | undefined;
  /** After which no page can be, when nothing says when it was as it is; default the clock's. */
  readonly now?: number | undefined;
}

export interface DatedPage {
  /** A path, an address, or `-`. */
  readonly name: string;
  readonly dates: PageDates;
}

/**
 * The dates of every page, in order: of files, folders, crawls, archives, addresses, `-`. What pages of a site have shown helps with those
 * that come after them. Throws TRF_INPUT_MISSING for what is not there, TRF_CONTENT_NO_PAGES where no page is, and when `signal` aborts.
 */
export async function* datePages(
  inputs: readonly string[],
  { fetched, now, ...options }: DatePagesOptions = {},
): AsyncGenerator<DatedPage> {
  const [{ givenPages, readGiven }, { parseHtml }, { datePage, SiteDateMemory }] = await Promise.all([
    import('./input/given-pages.ts'),
    import('../html/index.ts'),
    import('../time/dating/index.ts'),
  ]);
  const memory = new SiteDateMemory();
  let problem: Why | null = null;
  let dated = false;
  const onProblem: typeof options.onProblem = (one) => {
    problem ??= one.why;
    options.onProblem?.(one);
  };
  for await (const page of givenPages(inputs, { ...options, onProblem, now: fetched ?? now })) {
    const { name, url, lastModified, fetchedAt } = page;
    const context = {
      fetchedAt,
      // Of a file that somebody saved at some time, "há 5 dias" says nothing, unless somebody says when.
      ...(page.dated === true || fetched !== undefined ? {} : { saved: true }),
      ...(url === undefined ? {} : { url }),
      ...(lastModified === undefined ? {} : { lastModified }),
    };
    dated = true;
    yield { name, dates: datePage(readGiven(page).document ?? parseHtml(''), context, memory) };
  }
  if (!dated)
    throw new TarrafaError('TRF_CONTENT_NO_PAGES', [
      inputs.join(' '),
      problem === null ? reason('no-page-in-it') : reason('all-damaged', { why: problem }),
    ]);
}

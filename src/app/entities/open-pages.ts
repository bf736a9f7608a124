/** Where pages of entities are read: the live Web, politely and archived, or an archive that is already here. */
import { ArchiveFetcher } from '../../collection/archive-fetcher.ts';
import type { CrawlSettings } from '../../crawl/index.ts';
import { inputError, TarrafaError } from '../../errors.ts';
import type { Fetcher } from '../../fetcher.ts';
import type { Resolver } from '../../http/index.ts';
import { requireContact } from '../contact.ts';
import { SOFTWARE } from '../version.ts';

export type EntityPages =
  /** The folder of a crawl, or archives: nobody is asked. */
  | { readonly from: readonly string[] }
  | {
      /** What is fetched is archived in this folder, and not asked for twice. */
      readonly crawl: string;
      readonly settings: Partial<CrawlSettings>;
      readonly resolver?: Resolver | undefined;
    }
  /** Of the caller's own, who closes it too. */
  | { readonly fetcher: Fetcher };

export interface OpenPages {
  readonly fetcher: Fetcher;
  close(): Promise<void>;
}

export async function openPages(pages: EntityPages): Promise<OpenPages> {
  if ('fetcher' in pages) return { fetcher: pages.fetcher, close: async () => {} };
  if ('from' in pages) return { fetcher: await openArchives(pages.from), close: async () => {} };
  const { crawl, settings, resolver } = pages;
  requireContact(settings, resolver);
  const { PoliteFetcher } = await import('../../crawl/index.ts');
  const fetcher = await PoliteFetcher.open(
    crawl,
    { politeness: 'host', delay: 1_000, ...settings },
    { software: SOFTWARE, ...(resolver === undefined ? {} : { resolver }) },
  );
  return { fetcher, close: async () => void (await fetcher.close()) };
}

async function openArchives(paths: readonly string[]): Promise<Fetcher> {
  try {
    return await ArchiveFetcher.open(paths);
  } catch (cause) {
    if (cause instanceof TarrafaError) throw cause;
    throw inputError(paths.join(', '), cause);
  }
}

/** Opens the pages for one piece of work, and closes them whatever comes of it. */
export async function withPages<T>(pages: EntityPages, use: (fetcher: Fetcher) => Promise<T>): Promise<T> {
  const { fetcher, close } = await openPages(pages);
  try {
    return await use(fetcher);
  } finally {
    await close();
  }
}

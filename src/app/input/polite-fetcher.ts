/** Single answers of the Web for those who look at a few addresses: as polite as a crawl, and nothing is kept. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CrawlSettings } from '../../crawl/index.ts';
import type { Fetcher } from '../../fetcher.ts';

export interface OpenFetcher extends Fetcher {
  close(): Promise<unknown>;
}

export async function openPoliteFetcher(
  settings: Pick<Partial<CrawlSettings>, 'contact' | 'allowPrivate'> = {},
): Promise<OpenFetcher> {
  const { PoliteFetcher } = await import('../../crawl/index.ts');
  // A crawl has a folder; this one is looked at once and goes.
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-geo-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const fetcher = await PoliteFetcher.open(folder, settings);
    return {
      fetch: (ask) => fetcher.fetch(ask),
      close: async () => {
        await fetcher.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** One table from the sample web, for the demonstration: the players of a championship, from one of them. */
import { entityTable, StoredPages } from '../entities/index.ts';
import type { Fetcher } from '../fetcher.ts';
import { entitiesMessages } from './entities-messages.ts';
import { ArchiveFetcher } from './entities-source.ts';
import { tableView } from './entities-view.ts';
import type { Language } from './language.ts';
import { say } from './messages.ts';

export const DEMO_EXAMPLE = 'http://www.copadosvales-exemplo.com.br/jogadores/2015/jogador02.htm';

/**
 * Builds the table from the archive of a crawl of the sample web (`folder`), or from the sample site itself when there is none, and
 * gives its first rows as text.
 */
export async function demoTable(language: Language, folder: string | null, columns = 100): Promise<string> {
  const fetcher: Fetcher = folder === null ? await sampleSite() : await ArchiveFetcher.open([folder]);
  const { table, sites } = await entityTable(fetcher, [DEMO_EXAMPLE]);
  const { discovery } = sites[0]!;
  const m = entitiesMessages(language);
  const head = say(
    m.found,
    discovery.pages.length,
    discovery.downloads,
    discovery.downloadsPerPage.toFixed(2),
  );
  return `${DEMO_EXAMPLE}\n${head}\n\n${tableView(table, columns, 6)}\n`;
}

async function sampleSite(): Promise<StoredPages> {
  const { copaDosVales } = await import('../../samples/sites/copa-dos-vales.ts');
  const site = copaDosVales({ seed: 1, origin: (host) => `http://${host.host}` });
  const at = new Date(Date.UTC(2024, 5, 15));
  return new StoredPages(
    [...site.resources.values()].map((resource) => ({
      url: `http://${site.host.host}${resource.path}`,
      body: resource.render(at),
      contentType: resource.type,
      status: resource.status,
    })),
  );
}

/** One table from the sample web, for the demonstration: the players of a championship, from one of them. */

import { ArchiveFetcher } from '../../collection/archive-fetcher.ts';
import { type EntityTable, entityTable, StoredPages } from '../../entities/index.ts';
import type { Fetcher } from '../../fetcher.ts';
import { entitiesMessages } from '../entities/entities-messages.ts';
import { tableView } from '../entities/entities-view.ts';
import type { Language } from '../language.ts';
import { say } from '../messages.ts';

export const DEMO_EXAMPLE = 'http://www.copadosvales-exemplo.com.br/jogadores/2015/jogador02.htm';

/** Builds the table from the archive of a crawl of the sample web (`folder`), or from the sample site itself when there is none. */
export async function demoTable(folder: string | null): Promise<EntityTable> {
  const fetcher: Fetcher = folder === null ? await sampleSite() : await ArchiveFetcher.open([folder]);
  return entityTable(fetcher, [DEMO_EXAMPLE]);
}

/** Its first rows as text. */
export function demoTableView({ table, sites }: EntityTable, language: Language, columns = 100): string {
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
  const { copaDosVales } = await import('../../../samples/sites/copa-dos-vales.ts');
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

/** One table from the sample web, for the demonstration: the players of a championship, from one of them. */

import { ArchiveFetcher } from '../../collection/archive-fetcher.ts';
import { type EntityTable, entityTable, StoredPages } from '../../entities/index.ts';
import type { Fetcher } from '../../fetcher.ts';
import { ENTITIES_WORDS } from '../../words/entities.ts';
import type { Language } from '../../words/index.ts';
import { say } from '../../words/index.ts';
import { tableView } from '../entities/entities-view.ts';

const DEMO_EXAMPLE = 'http://www.copadosvales-exemplo.com.br/jogadores/2015/jogador02.htm';

/** Builds the table from the archive of a crawl of the sample web (`folder`), or from the sample site itself when there is none. */
export async function demoTable(folder: string | null): Promise<EntityTable> {
  const fetcher: Fetcher = folder === null ? await sampleSite() : await ArchiveFetcher.open([folder]);
  return entityTable(fetcher, [DEMO_EXAMPLE]);
}

/** Its first rows as text. */
export function demoTableView({ table, sites }: EntityTable, language: Language, columns = 100): string {
  const { discovery } = sites[0]!;
  const m = ENTITIES_WORDS[language];
  const head = say(m.found, {
    pages: discovery.pages.length,
    read: discovery.downloads,
    each: discovery.downloadsPerPage.toFixed(2),
  });
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

/** One table from the sample web, for the demonstration: the players of a championship, from one of them. */
import { entities } from '../../app/entities.ts';
import type { EntityTable } from '../../entities/index.ts';
import { ENTITIES_WORDS } from '../../words/entities.ts';
import { amount, formatFixed, formatNumber, type Language, say } from '../../words/index.ts';
import { tableView } from '../entities/entities-view.ts';

const EXAMPLE = 'http://www.copadosvales-exemplo.com.br/jogadores/2015/jogador02.htm';

/** Builds the table from the archive of a crawl of the sample web. */
export function demoTable(folder: string): Promise<EntityTable> {
  return entities([EXAMPLE], { from: [folder] });
}

/** Its first rows as text. */
export function demoTableView({ table, sites }: EntityTable, language: Language, columns = 100): string {
  const { discovery } = sites[0]!;
  const m = ENTITIES_WORDS[language];
  const head = say(m.found, {
    pages: amount(discovery.pages.length, language, formatNumber(discovery.pages.length, language)),
    read: amount(discovery.downloads, language, formatNumber(discovery.downloads, language)),
    each: formatFixed(discovery.downloadsPerPage, language, 2),
  });
  return `${EXAMPLE}\n${head}\n\n${tableView(table, columns, 6)}\n`;
}

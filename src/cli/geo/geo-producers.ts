/** `tarrafa geo producers`: who publishes geographic data, by the links that point to them. */
import { Command } from 'commander';
import { type GeographicSite, geographicProducers } from '../../app/geographic-producers.ts';
import { printable } from '../../formats/index.ts';
import { GEO_SEARCH_WORDS } from '../../words/geo-search.ts';
import { formatFixed, formatNumber, type Language } from '../../words/index.ts';
import { colours as pc } from '../terminal/colours.ts';
import {
  DEFAULT_IN,
  GEO_SEARCH_PROCESS,
  type GeoSearchSurroundings,
  indexOptions,
  positive,
} from './geo-search.ts';

interface ProducersFlags {
  readonly in: string;
  readonly limit: number;
  readonly all?: boolean;
  readonly linkCap?: number;
  readonly compare?: boolean;
  readonly json?: boolean;
}

export function geoProducersCommand(
  language: Language,
  around: GeoSearchSurroundings = GEO_SEARCH_PROCESS,
): Command {
  const m = GEO_SEARCH_WORDS[language];
  return new Command('producers')
    .description(m.producers)
    .option('--in <path>', m.in, DEFAULT_IN)
    .option('--limit <n>', m.limit, positive(m), 50)
    .option('--all', m.allSites)
    .option('--link-cap <n>', m.linkCap, positive(m))
    .option('--compare', m.compare)
    .option('--json', m.json)
    .action(async (flags: ProducersFlags) => {
      const { all, compare, linkCap } = flags;
      const sites = await geographicProducers(flags.in, {
        ...indexOptions(m, around),
        all,
        compare,
        linkCap,
      });
      const producers = sites.slice(0, flags.limit);
      if (!around.isTerminal || flags.json === true) {
        for (const producer of producers) around.out(`${JSON.stringify(producer)}\n`);
        return;
      }
      if (producers.length === 0) {
        around.out(`${m.nothing}\n`);
        return;
      }
      const rows = [
        [m.score, m.files, m.downloads, ...(compare ? ['PageRank', m.authority, m.hub] : []), m.producer],
        ...producers.map((p) => [
          formatNumber(p.score, language),
          formatNumber(p.files, language),
          formatNumber(p.downloads, language),
          ...(compare ? measuresOf(p, language) : []),
          printable(`${p.site}  ${p.title}`.trim()).slice(0, 100),
        ]),
      ];
      const last = rows[0]!.length - 1;
      const widths = rows[0]!.map((_, i) => Math.max(...rows.map((row) => row[i]!.length)));
      rows.forEach((row, i) => {
        const line = row.map((cell, k) => (k < last ? cell.padStart(widths[k]!) : cell)).join('  ');
        around.out(`${i === 0 ? pc.dim(line) : line}\n`);
      });
    });
}

function measuresOf({ pageRank = 0, authority = 0, hub = 0 }: GeographicSite, language: Language): string[] {
  return [pageRank, authority, hub].map((value) => formatFixed(value, language, 6));
}

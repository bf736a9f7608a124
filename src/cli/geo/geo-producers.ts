/** `tarrafa geo producers`: who publishes geographic data, by the links that point to them. */
import { Command } from 'commander';
import { geographicProducers } from '../../app/geographic-search.ts';
import { printable } from '../../formats/index.ts';
import { GEO_SEARCH_WORDS } from '../../words/geo-search.ts';
import type { Language } from '../../words/index.ts';
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
    .option('--json', m.json)
    .action(async (flags: ProducersFlags) => {
      const producers = (await geographicProducers(flags.in, indexOptions(m, around))).slice(0, flags.limit);
      if (!around.isTerminal || flags.json === true) {
        for (const producer of producers) around.out(`${JSON.stringify(producer)}\n`);
        return;
      }
      if (producers.length === 0) {
        around.out(`${m.nothing}\n`);
        return;
      }
      const rows = [
        [m.score, m.files, m.downloads, m.producer],
        ...producers.map((p) => [
          String(p.score),
          String(p.files),
          String(p.downloads),
          printable(`${p.site}  ${p.title}`.trim()).slice(0, 100),
        ]),
      ];
      const widths = [0, 1, 2].map((i) => Math.max(...rows.map((row) => row[i]!.length)));
      rows.forEach((row, i) => {
        const line = row.map((cell, k) => (k < 3 ? cell.padStart(widths[k]!) : cell)).join('  ');
        around.out(`${i === 0 ? pc.dim(line) : line}\n`);
      });
    });
}

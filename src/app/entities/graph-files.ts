/** The graph of a site as other programs take it: a script of Cypher, or two tables of nodes and edges. */
import type { SiteLearning } from '../../entities/index.ts';
import { writeFileWhole } from '../../files/index.ts';
import { fileOfSite } from './site-files.ts';

/** Piece by piece. */
export async function* graphScript({ set }: SiteLearning): AsyncGenerator<string> {
  const { cypherScript } = await import('../../entities/index.ts');
  yield* cypherScript(set.graph);
}

/** One script a site; for a name that ends in `.csv` a `.nodes.csv` and an `.edges.csv`. Says what was written. */
export async function writeGraphs(path: string, sites: readonly SiteLearning[]): Promise<readonly string[]> {
  const { cypherScript, edgesCsv, nodesCsv } = await import('../../entities/index.ts');
  const files: string[] = [];
  const write = (file: string, pieces: Iterable<string>): void => {
    writeFileWhole(file, pieces);
    files.push(file);
  };
  for (const { site, set } of sites) {
    const file = fileOfSite(path, site, sites.length);
    if (file.endsWith('.csv')) {
      write(file.replace(/\.csv$/, '.nodes.csv'), nodesCsv(set.graph));
      write(file.replace(/\.csv$/, '.edges.csv'), edgesCsv(set.graph));
    } else write(file, cypherScript(set.graph));
  }
  return files;
}

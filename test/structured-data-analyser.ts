/** An analyser that finds what pages say for machines, as a crawl's analysers see it. */
import { structuredData } from '../src/html/index.ts';
import type { Analyser } from '../src/page/index.ts';

export function createAnalyser(): Analyser {
  return { name: 'structured', analyse: (document) => structuredData(document) };
}

/**
 * Who publishes geographic data, and the other sites that a geographic crawl met, by the links between them: their score as published, and on request what other measures make of the
 * same links.
 *
 * ```ts
 * for (const { site, score, files } of await geographicProducers('coleta', { all: true })) console.log(site, score, files);
 * ```
 */
import type { Producer } from '../geo/index.ts';
import { type GeographicIndexOptions, openIndex } from './geographic-search.ts';

export interface GeographicProducersOptions extends GeographicIndexOptions {
  /** Also sites that are linked to and publish nothing. */
  readonly all?: boolean | undefined;
  /** Also PageRank, and hubs and authorities, over the same sites, each link between two of them once. */
  readonly compare?: boolean | undefined;
}

export interface GeographicSite extends Producer {
  readonly pageRank?: number;
  readonly authority?: number;
  readonly hub?: number;
}

/** By the links that point to them: the most recommended first. */
export async function geographicProducers(
  path: string,
  options: GeographicProducersOptions = {},
): Promise<readonly GeographicSite[]> {
  const [{ loadGazetteer }, { compareProducers, hits, siteOf }] = await Promise.all([
    import('../geo/gazetteer/index.ts'),
    import('../geo/index.ts'),
  ]);
  const index = await openIndex(path, await loadGazetteer({ towns: false }), options);
  const sites: GeographicSite[] = index.producers();
  if (options.all === true) {
    const known = new Set(sites.map(({ site }) => site));
    for (const [site, score] of index.scores())
      if (!known.has(site))
        sites.push({
          site,
          score,
          files: 0,
          downloads: 0,
          title: '',
          description: '',
          url: `http://${site}/`,
        });
    sites.sort(compareProducers);
  }
  if (options.compare !== true) return sites;
  const { linkGraph, pageRank } = await import('../frontier/index.ts');
  const numbers = new Map<string, number>();
  const numberOf = (site: string): number => {
    if (!numbers.has(site)) numbers.set(site, numbers.size);
    return numbers.get(site)!;
  };
  const edges = new Map<string, readonly [number, number]>();
  for (const { origin, destination } of index.links()) {
    const edge = [numberOf(siteOf(origin)), numberOf(siteOf(destination))] as const;
    edges.set(edge.join(), edge);
  }
  const ranks = pageRank(linkGraph(numbers.size, edges.values()));
  const { authority, hub } = hits(numbers.size, [...edges.values()]);
  return sites.map((one) => {
    const number = numbers.get(one.site);
    return number === undefined
      ? { ...one, pageRank: 0, authority: 0, hub: 0 }
      : { ...one, pageRank: ranks[number]!, authority: authority[number]!, hub: hub[number]! };
  });
}

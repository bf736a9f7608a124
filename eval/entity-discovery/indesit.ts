/**
 * An INDESIT-like baseline: discovery by mark-up alone. Pages are alike when the Jaccard coefficient of their link-paths reaches one
 * threshold for all sites; from the example, the links of pages that lead to pages alike are followed, cluster after cluster.
 */

import { addressOf } from '../../src/entities/discovery/address.ts';
import {
  DISCOVERY_SOURCE,
  jaccard,
  type LinkedPage,
  PageReader,
} from '../../src/entities/discovery/index.ts';
import type { Fetcher } from '../../src/fetcher.ts';
import type { WebUrl } from '../../src/url/index.ts';

/** Links of one link-path of one page followed before it is known where they lead. */
const PROBES = 3;

export async function indesit(
  fetcher: Fetcher,
  example: string,
  threshold = 0.8,
): Promise<{ readonly pages: string[]; readonly downloads: number }> {
  const start = addressOf(example) as WebUrl;
  const reader = new PageReader(fetcher, start, {
    ...DISCOVERY_SOURCE,
    htmlNotation: 'TAG+AN',
    maxFetches: 2_000,
  });
  const sample = await reader.read(start.key);
  if (sample === null) return { pages: [], downloads: reader.downloads };
  const alike = (page: LinkedPage) => jaccard(sample.linkPaths, page.linkPaths) >= threshold;
  const found = new Set([sample.key]);
  const clusters: LinkedPage[][] = [];
  const clusterOf = (page: LinkedPage): LinkedPage[] => {
    let cluster = clusters.find((c) => jaccard(c[0]!.linkPaths, page.linkPaths) >= threshold);
    if (cluster === undefined) {
      cluster = [];
      clusters.push(cluster);
    }
    if (!cluster.includes(page)) cluster.push(page);
    return cluster;
  };
  const opened = new Set<string>();
  /** Opens a page: its links, of each link-path as many as lead to pages alike. */
  const open = async (page: LinkedPage): Promise<number> => {
    if (opened.has(page.key)) return 0;
    opened.add(page.key);
    const before = found.size;
    const byPath = new Map<number, string[]>();
    for (const { path, target } of page.links) byPath.set(path, [...(byPath.get(path) ?? []), target]);
    for (const targets of byPath.values()) {
      let useful = false;
      for (const [i, key] of targets.entries()) {
        if (i >= PROBES && !useful) break;
        const target = await reader.read(key);
        if (target === null) continue;
        if (alike(target)) {
          useful = true;
          found.add(target.key);
        } else clusterOf(target);
      }
    }
    return found.size - before;
  };
  await open(sample);
  for (let i = 0; i < clusters.length && i < 40; i++) {
    let barren = 0;
    for (const page of clusters[i]!) {
      if (barren >= 2) break;
      barren = (await open(page)) === 0 ? barren + 1 : 0;
    }
  }
  return { pages: [...found].map((key) => reader.address(key)), downloads: reader.downloads };
}

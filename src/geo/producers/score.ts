/**
 * The importance of producers, from the links between sites: a link from a producer counts 2, from any other site 1, every link each time,
 * links of a site to itself not at all. Scores are always computed from all links, because a site that becomes a producer changes the
 * weight of links that were counted long ago.
 */
import { siteOf } from './site.ts';

export interface SiteLink {
  /** Addresses or sites. */
  readonly origin: string;
  readonly destination: string;
  /** How many such links there are. Default 1. */
  readonly count?: number;
}

export interface ScoreOptions {
  readonly producerWeight?: number;
  readonly otherWeight?: number;
  /** Links from one origin to one destination that count at most. Default: all. */
  readonly linkCap?: number;
}

/** Score by site, for every site that a link points to. `producers` are sites. */
export function producerScores(
  links: Iterable<SiteLink>,
  producers: ReadonlySet<string>,
  options: ScoreOptions = {},
): Map<string, number> {
  const { producerWeight = 2, otherWeight = 1, linkCap = Number.POSITIVE_INFINITY } = options;
  const pairs = new Map<string, Map<string, number>>();
  const capped = new Map<string, number>();
  for (const { origin, destination, count = 1 } of links) {
    const from = siteOf(origin);
    const to = siteOf(destination);
    if (from === '' || to === '' || from === to || count <= 0) continue;
    let counted = count;
    if (linkCap !== Number.POSITIVE_INFINITY) {
      const key = `${origin}\n${destination}`;
      const before = capped.get(key) ?? 0;
      counted = Math.max(0, Math.min(count, linkCap - before));
      capped.set(key, before + counted);
    }
    let targets = pairs.get(from);
    if (targets === undefined) pairs.set(from, (targets = new Map()));
    targets.set(to, (targets.get(to) ?? 0) + counted);
  }
  const scores = new Map<string, number>();
  for (const [from, targets] of pairs) {
    const weight = producers.has(from) ? producerWeight : otherWeight;
    for (const [to, count] of targets) scores.set(to, (scores.get(to) ?? 0) + weight * count);
  }
  return scores;
}

export interface RankedProducer {
  readonly site: string;
  readonly score: number;
  readonly files: number;
  readonly downloads: number;
}

/** The order of producers: score, then number of files, then downloads, each descending; then by name. */
export function compareProducers(a: RankedProducer, b: RankedProducer): number {
  return (
    b.score - a.score ||
    b.files - a.files ||
    b.downloads - a.downloads ||
    (a.site < b.site ? -1 : a.site > b.site ? 1 : 0)
  );
}

/** Why a crawl along a period followed a link: the segments that it stands in, on the pages that led to it, read back from the archive. */
import { type CrawlManifest, type CrawlPaths, readPolicyEntries, readVisits } from '../../crawl/index.ts';
import type { UrlEvent } from '../../frontier/index.ts';
import {
  createLinkJudge,
  type LinkReason,
  type LinkVerdict,
  RemoteReferences,
} from '../../time/crawl/index.ts';
import { normaliseUrl, type UrlProfile } from '../../url/index.ts';
import { followedPeriod, type TemporalOptions, temporalOptions } from '../collect/period.ts';
import { archivedDocument } from './archived-document.ts';

export interface PeriodReason extends LinkReason {
  /** The page that refers to it. */
  readonly page: string;
  readonly anchor: string;
}

/** Of a URL with these events; nothing for a crawl along no period, and for a seed. */
export async function periodReasons(
  paths: CrawlPaths,
  manifest: CrawlManifest,
  key: string,
  events: readonly UrlEvent[],
  profile: UrlProfile,
): Promise<PeriodReason[]> {
  const options: TemporalOptions | null = temporalOptions(manifest.parameters.linkPolicy);
  const parents = new Set(
    events.map(({ detail }) => Number(detail.parent ?? 0)).filter((record) => record > 0),
  );
  if (options === null || parents.size === 0) return [];
  const { scope, policy } = await followedPeriod(options);
  const judge = createLinkJudge(scope, { policy });
  const reasons: PeriodReason[] = [];
  for await (const visit of readVisits(paths.visits)) {
    if (!parents.has(visit.record)) continue;
    const page = await archivedDocument(paths, visit);
    if (!page) continue;
    const isIt = ({ url }: LinkVerdict): boolean => {
      const target = normaliseUrl(url, visit.url, profile);
      return target.kind === 'url' && target.key === key;
    };
    const found = judge(page, visit.url, visit.at).links.filter(isIt);
    const best = found.find(({ inScope }) => inScope) ?? found[0];
    if (best) reasons.push({ page: visit.url, anchor: best.anchor, ...best.why });
  }
  return reasons;
}

/** How many pages refer to a URL from inside the period, by the log of the policy; null for a crawl along none. */
export function periodReferences(
  paths: CrawlPaths,
  { parameters }: CrawlManifest,
  key: string,
): number | null {
  if (temporalOptions(parameters.linkPolicy) === null) return null;
  return RemoteReferences.of(readPolicyEntries(paths.policyLog)).count(key);
}

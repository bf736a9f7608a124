/** Candidates that come from one address and not from a page: seeds, what is asked for, sitemaps that robots files name, redirects. */
import { type Candidate, type Lease, URL_KIND } from '../frontier/index.ts';
import { inScope, normaliseUrl, type Scope, type UrlProfile, type WebUrl } from '../url/index.ts';
import type { Forgotten } from './forgotten.ts';
import type { CrawlSettings } from './settings.ts';

/** What decides what an address becomes. */
export interface AddressRules {
  readonly settings: Pick<CrawlSettings, 'politeness' | 'maxRedirects'>;
  readonly scope: Scope;
  readonly profile: UrlProfile;
  readonly forgotten: Pick<Forgotten, 'has'>;
}

/** Sitemaps that are taken from one robots file. */
const MOST_SITEMAPS = 100;

/** The politeness queue of an address. */
export function queueOf(url: WebUrl, politeness: CrawlSettings['politeness']): string {
  return politeness === 'site' ? url.site : url.host;
}

/** A seed, or an address that is asked for. */
export function firstCandidate(
  url: WebUrl,
  politeness: CrawlSettings['politeness'],
  more: Partial<Pick<Candidate, 'key' | 'priority' | 'depth'>> = {},
): Candidate {
  return {
    url: url.fetch,
    key: url.key,
    queue: queueOf(url, politeness),
    priority: 0,
    depth: Math.min(255, url.depth),
    hops: 0,
    redirects: 0,
    kind: URL_KIND.page,
    parent: 0,
    ...more,
  };
}

/** The sitemaps of an origin: those that its robots file names, else where they stand by custom. */
export function sitemapCandidates(
  lease: Lease,
  origin: string,
  named: readonly string[],
  { settings, scope, profile, forgotten }: AddressRules,
): Candidate[] {
  const candidates: Candidate[] = [];
  const listed = named.length > 0 ? named : [`${origin}/sitemap.xml`];
  for (const raw of listed.slice(0, MOST_SITEMAPS)) {
    const url = normaliseUrl(raw, origin, profile);
    if (url.kind === 'refused' || !inScope(scope, url) || forgotten.has(url)) continue;
    candidates.push({
      url: url.fetch,
      key: url.key,
      queue: queueOf(url, settings.politeness),
      priority: 0,
      depth: 0,
      hops: lease.hops,
      redirects: 0,
      kind: URL_KIND.sitemap,
      parent: lease.record,
    });
  }
  return candidates;
}

/** Where a redirect leads, or the rule that refuses it. */
export function redirectCandidate(
  lease: Lease,
  location: string,
  { settings, scope, profile, forgotten }: AddressRules,
): Candidate | string {
  if (lease.redirects >= settings.maxRedirects) return 'too-many-redirects';
  const target = normaliseUrl(location, lease.url, profile);
  if (target.kind === 'refused') return target.reason;
  if (forgotten.has(target)) return 'forgotten';
  // Where the language decides, only the page can tell; parts of a page may stand anywhere.
  if (!inScope(scope, target) && scope.language === null && lease.kind !== URL_KIND.requisite)
    return 'out-of-scope';
  if (target.fetch === lease.url) return 'redirect-to-itself';
  return {
    url: target.fetch,
    // Where only the comparison form is equal (http → https, a slash), it is the same URL for us, and its answer is what is wanted.
    key: target.key === lease.key ? `${target.key} ${lease.redirects + 1}` : target.key,
    queue: queueOf(target, settings.politeness),
    priority: lease.priority,
    depth: lease.depth,
    hops: lease.hops,
    redirects: lease.redirects + 1,
    kind: lease.kind,
    parent: lease.record,
  };
}

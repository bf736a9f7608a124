/**
 * Everything that can be set about a crawl, as one plain object. It is stored with the crawl (crawl.json) and printed by
 * `--explain`, so that a collection can always say how it was made.
 */
import { TarrafaError } from '../errors.ts';
import type { RevisitPolicyName } from '../frontier/index.ts';
import type { LinkPolicySetting } from './link-policy.ts';

export const POLICIES = ['horizontal', 'breadth-first', 'priority', 'horizontal-compat'] as const;
export type PolicyName = (typeof POLICIES)[number];

export interface CrawlSettings {
  readonly seeds: readonly string[];
  /** `br`, `pt`, `lusofonia`, `seeds`, `any`, or domains separated by commas. */
  readonly scope: string;
  readonly policy: PolicyName;
  /** Unit of politeness: the registrable domain, or the host. */
  readonly politeness: 'site' | 'host';
  /** What decides which links are followed, beside the rules; its order holds under the policy `priority`. */
  readonly linkPolicy: LinkPolicySetting | null;
  /** Rest of a politeness queue between two requests, ms. */
  readonly delay: number;
  /** Rest of a network address between two requests, ms: many sites may share one server. */
  readonly addressDelay: number;
  /** A Crawl-delay beyond this is cut to it, ms. */
  readonly maxCrawlDelay: number;

  readonly maxPages: number;
  readonly maxBytes: number;
  /** Of running time, ms, counted over this session. */
  readonly maxTime: number;
  /** Requests to one politeness queue. */
  readonly maxPagesPerHost: number;
  /** Links followed from a seed. */
  readonly maxHops: number;
  readonly maxRedirects: number;
  readonly retries: number;
  /** Wait before the first retry, ms; it doubles with each. */
  readonly retryDelay: number;
  /** URLs queued at once; the worst are dropped beyond. */
  readonly frontierCapacity: number;

  /** Bytes a second over all requests; Infinity for no limit. */
  readonly maxBandwidth: number;
  /** Requests under way at once; 'auto' finds it. */
  readonly concurrency: number | 'auto';
  readonly maxConcurrency: number;
  /** Threads that parse; 'auto' takes the cores but one, and at least one; 0 parses in the main thread. */
  readonly workers: number | 'auto';

  readonly contact: string | null;
  /** The name robots files know us by. */
  readonly product: string;
  readonly allowPrivate: boolean;

  readonly urlProfile: 'modern' | 'compat';
  readonly robotsMeta: 'obey' | 'ignore';
  readonly relNofollow: 'obey' | 'ignore';
  /** Only pages in these languages pass their links on; empty for all. */
  readonly languages: readonly string[];
  readonly sitemaps: boolean;
  readonly feeds: boolean;
  /** Images, styles, scripts and fonts of pages too. */
  readonly requisites: boolean;
  /** Upper bound of a response body by kind, bytes. */
  readonly maxBodyBytes: { readonly page: number; readonly requisite: number; readonly document: number };

  /** What pages say without their boilerplate is worked out, and what their sites repeat remembered, as the crawl goes on. */
  readonly content: boolean;

  /** Pages are visited once, or again and again by this policy. */
  readonly revisit: 'none' | RevisitPolicyName;
  /** Of the fixed-interval policy, ms. */
  readonly revisitInterval: number;
  /** Visits a day that the budgeted policies share out. */
  readonly revisitBudget: number;
  /** Every URL that was visited before this time (ms since 1970) is visited once more, in this session; null for none. */
  readonly visitAgainBefore: number | null;
  /** URLs refused by a robots file are asked again after this, ms. */
  readonly blockedRetry: number;

  readonly warcFileBytes: number;
  /** What a power failure may take at the most, ms: archive, visits and frontier are brought to the disk so often; 0 leaves that to the system. */
  readonly durability: number;
  readonly timeouts: {
    readonly connect: number;
    readonly headers: number;
    readonly body: number;
    readonly total: number;
  };
}

const MB = 2 ** 20;
const DAY = 86_400_000;

export const DEFAULT_SETTINGS: CrawlSettings = {
  seeds: [],
  scope: 'seeds',
  policy: 'horizontal',
  politeness: 'site',
  linkPolicy: null,
  delay: 30_000,
  addressDelay: 1_000,
  maxCrawlDelay: 300_000,
  maxPages: Number.POSITIVE_INFINITY,
  maxBytes: Number.POSITIVE_INFINITY,
  maxTime: Number.POSITIVE_INFINITY,
  maxPagesPerHost: Number.POSITIVE_INFINITY,
  maxHops: 255,
  maxRedirects: 5,
  retries: 3,
  retryDelay: 5_000,
  frontierCapacity: 50_000_000,
  maxBandwidth: Number.POSITIVE_INFINITY,
  concurrency: 'auto',
  maxConcurrency: 256,
  workers: 'auto',
  contact: null,
  product: 'Tarrafa',
  allowPrivate: false,
  urlProfile: 'modern',
  robotsMeta: 'obey',
  relNofollow: 'obey',
  languages: [],
  sitemaps: false,
  feeds: false,
  requisites: false,
  maxBodyBytes: { page: 10 * MB, requisite: 10 * MB, document: 30 * MB },
  content: true,
  revisit: 'none',
  revisitInterval: DAY,
  revisitBudget: 100_000,
  visitAgainBefore: null,
  blockedRetry: DAY,
  warcFileBytes: 1024 * MB,
  durability: 5_000,
  timeouts: { connect: 10_000, headers: 20_000, body: 30_000, total: 300_000 },
};

/** `horizontal` spreads over domains and rests 30 s per registrable domain; every other policy rests 1 s per host. */
function policyDefaults(policy: PolicyName): Pick<CrawlSettings, 'politeness' | 'delay'> {
  return policy === 'horizontal' || policy === 'horizontal-compat'
    ? { politeness: 'site', delay: 30_000 }
    : { politeness: 'host', delay: 1_000 };
}

export function completeSettings(given: Partial<CrawlSettings>): CrawlSettings {
  const policy = given.policy ?? DEFAULT_SETTINGS.policy;
  if (!POLICIES.includes(policy)) throw new TarrafaError('TRF_POLICY_UNKNOWN', [policy, POLICIES.join(', ')]);
  const defined = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { ...DEFAULT_SETTINGS, ...policyDefaults(policy), ...defined };
}

/** The settings that JSON tells: a limit that is absent is null there. */
export function settingsFromJson(json: Readonly<Record<string, unknown>>): CrawlSettings {
  return completeSettings(Object.fromEntries(Object.entries(json).filter(([, value]) => value !== null)));
}

/** JSON has no Infinity: an absent limit is written as null. */
export function settingsToJson(settings: Partial<CrawlSettings>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(settings));
}

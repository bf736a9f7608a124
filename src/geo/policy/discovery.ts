/**
 * A search for geographic data from some first addresses: visits pages in the order of the organiser, looks into what they link to, and
 * keeps descriptions in an index. All bytes come through the port that it is handed, so robots files and politeness are not its business.
 * For large crawls use the collector with the policy `geographic`; this is the same search in a loop of its own.
 */
import type { Fetched } from '../../fetcher.ts';
import { readPage } from '../../page/index.ts';
import type { GeoProfile } from '../vocabulary/index.ts';
import { cluesOfPage } from './analyser.ts';
import { indicatorOf } from './geographic-policy.ts';
import {
  anchorOf,
  GeoHarvester,
  type HarvestOptions,
  type HarvestReport,
  isPage,
  pageRules,
} from './harvester.ts';
import { CompatOrganiser, type Indicator, ModernOrganiser } from './organiser.ts';
import { type GeoLink, GeoPageReader } from './page-clues.ts';
import { mayHandOut } from './url-class.ts';

export interface DiscoverOptions extends HarvestOptions {
  readonly seeds: readonly string[];
  readonly maxPages?: number;
  readonly maxPageBytes?: number;
  /** Whether an address may be visited at all. */
  readonly inScope?: (url: string) => boolean;
  readonly onVisit?: (url: string, report: DiscoverReport) => void;
}

export interface DiscoverReport extends HarvestReport {
  pages: number;
  /** Addresses that were not fetched, or answered with no page. */
  notFetched: number;
  pageBytes: number;
}

interface Waiting {
  readonly url: string;
  readonly indicator: Indicator;
  readonly link: GeoLink | null;
  readonly from: string;
  readonly pageScore: number;
}

export async function discover(options: DiscoverOptions): Promise<DiscoverReport> {
  const search = new Discovery(options);
  await search.run();
  return search.report;
}

class Discovery {
  readonly report: DiscoverReport;
  readonly #options: DiscoverOptions;
  readonly #profile: GeoProfile;
  readonly #reader: GeoPageReader;
  readonly #organiser: CompatOrganiser<Waiting> | ModernOrganiser<Waiting>;
  readonly #visited = new Set<string>();
  readonly #harvester: GeoHarvester;

  constructor(options: DiscoverOptions) {
    this.#options = options;
    this.#profile = options.profile ?? 'modern';
    this.#reader = new GeoPageReader({ profile: this.#profile });
    this.#organiser = this.#profile === 'compat' ? new CompatOrganiser() : new ModernOrganiser();
    this.#harvester = new GeoHarvester(options);
    this.report = Object.assign(this.#harvester.report, { pages: 0, notFetched: 0, pageBytes: 0 });
  }

  async run(): Promise<void> {
    const { maxPages = 10_000 } = this.#options;
    this.#organiser.add(
      this.#options.seeds.map((url) => ({ url, indicator: 1, link: null, from: '', pageScore: 0 })),
    );
    for (let next = this.#organiser.next(); next !== undefined; next = this.#organiser.next()) {
      if (this.#visited.has(next.url)) continue;
      if (this.report.pages >= maxPages) break;
      this.#visited.add(next.url);
      await this.#visit(next);
      this.#options.onVisit?.(next.url, this.report);
    }
  }

  async #visit(waiting: Waiting): Promise<void> {
    const page = await this.#fetchPage(waiting);
    if (page === null) return;
    this.report.pages++;
    this.report.pageBytes += page.body.length;
    const { document: doc } = readPage({
      url: page.url,
      contentType: page.header('content-type'),
      bytes: page.body,
      expected: 'page',
    });
    if (doc === null) return;
    const rules = pageRules(doc, page.header('x-robots-tag'));
    const read = this.#reader.read(doc, page.url);
    const clues = cluesOfPage(read);
    const accepted = await this.#harvester.page(page.url, clues, rules, page.at);
    if (!rules.follow) return;
    const links = read.links.filter((link) => !link.nofollow);
    // A page all of whose candidates came to nothing is no producer's page.
    const indicator =
      this.#profile === 'modern' && clues.geoInteresting && !accepted
        ? 0.5
        : indicatorOf(clues, this.#profile);
    this.#organiser.add(
      links
        .filter((link) => link.class === 'PAGE' && (this.#options.inScope?.(link.url) ?? true))
        .map((link) => ({ url: link.url, indicator, link, from: page.url, pageScore: clues.score })),
    );
  }

  async #handedOut(answer: Fetched, { from, link, pageScore }: Waiting): Promise<void> {
    const evidence = { page: pageScore, anchor: this.#reader.scoreOf(link?.anchor ?? ''), threshold: 1 };
    await this.#harvester.handedOut(answer, anchorOf(from, link), evidence);
  }

  /** The page at an address; what turns out to be a file is looked into instead. */
  async #fetchPage(waiting: Waiting): Promise<Fetched | null> {
    const { url, link } = waiting;
    // An address that speaks of a download and names no page is asked about before it is fetched.
    if (this.#profile === 'modern' && link !== null && mayHandOut(url)) {
      const head = await this.#options.fetcher.fetch({ url, method: 'HEAD' });
      if (head.kind === 'fetched' && head.status === 200 && !isPage(head)) {
        await this.#handedOut(head, waiting);
        return null;
      }
    }
    const answer = await this.#options.fetcher.fetch({
      url,
      maxBytes: this.#options.maxPageBytes ?? 5 << 20,
      accept: 'text/html,application/xhtml+xml',
    });
    if (answer.kind !== 'fetched' || answer.status !== 200) {
      this.report.notFetched++;
      return null;
    }
    if (isPage(answer)) return answer;
    if (this.#profile === 'modern') await this.#handedOut(answer, waiting);
    return null;
  }
}

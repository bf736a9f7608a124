/** What is true of the sample web: what a collector should find, and what it should not fall into. */
import type { Group } from './hosts.ts';
import type { Reach, SampleSite, Trap, WrittenPage } from './site.ts';

export interface PageTruth extends WrittenPage {
  readonly url: string;
  readonly host: string;
  readonly path: string;
  readonly reach: Reach;
  /** The Content-Type header as sent. */
  readonly type: string | null;
}

export interface SiteTruth {
  readonly host: string;
  readonly name: string;
  readonly group: Group;
  readonly language: 'pt-BR' | 'pt-PT';
  readonly address: string;
  readonly seed: string;
  readonly quirks: readonly string[];
  readonly traps: readonly Trap[];
}

export interface Redirect {
  readonly from: string;
  readonly to: string;
  readonly status: number;
}

export class SampleTruth {
  readonly sites: readonly SiteTruth[];
  /** Hosts that are wrong on purpose; nothing is promised of their pages. */
  readonly misbehaving: readonly string[];
  readonly #byHost: ReadonlyMap<string, SampleSite>;
  readonly #pages = new Map<string, ReadonlyMap<string, PageTruth>>();

  constructor(sites: readonly SampleSite[]) {
    this.#byHost = new Map(sites.map((s) => [s.host.host, s]));
    this.sites = sites.map((s) => ({
      host: s.host.host,
      name: s.name,
      group: s.host.group,
      language: s.language,
      address: s.host.address,
      seed: `http://${s.host.host}/`,
      quirks: s.quirks,
      traps: s.traps,
    }));
    this.misbehaving = this.sites.filter((s) => s.group === 'hostile').map((s) => s.host);
  }

  /** Every page of a host, however it is reached. */
  pages(host: string): PageTruth[] {
    return [...this.#pagesByUrl(host).values()];
  }

  page(url: string): PageTruth | undefined {
    return URL.canParse(url) ? this.#pagesByUrl(new URL(url).hostname).get(url) : undefined;
  }

  /**
   * The addresses that a polite collector with default settings, starting at the host's home page and
   * following links, archives with status 200: HTML and PDF, not closed by robots.txt, not behind `nofollow`.
   * Addresses are in the form without session and tracking parameters. Sorted.
   */
  reachable(host: string): string[] {
    return this.#urls(host, 'page');
  }

  /** Linked, but closed by robots.txt: must never be asked for. */
  disallowed(host: string): string[] {
    return this.#urls(host, 'disallowed');
  }

  /** Linked, and answered with 404 or 410. */
  missing(host: string): string[] {
    return this.#urls(host, 'missing');
  }

  /** Pages that only a sitemap or a feed names. */
  orphans(host: string): string[] {
    return this.#urls(host, 'orphan');
  }

  /** Data files linked from pages. */
  files(host: string): string[] {
    return this.#urls(host, 'file');
  }

  feeds(host: string): string[] {
    return this.#urls(host, 'feed');
  }

  sitemaps(host: string): string[] {
    return this.#urls(host, 'sitemap');
  }

  requisites(host: string): string[] {
    return this.#urls(host, 'requisite');
  }

  redirects(host: string): Redirect[] {
    const out: Redirect[] = [];
    for (const r of this.#byHost.get(host)?.resources.values() ?? []) {
      if (r.reach !== 'redirect') continue;
      const from = `http://${host}${r.path}`;
      const location = r.headers.location ?? '';
      out.push({
        from,
        to: URL.canParse(location, from) ? new URL(location, from).href : location,
        status: r.status,
      });
    }
    return out;
  }

  /** Groups of addresses with the same bytes. */
  duplicates(): string[][] {
    return this.#groups((p) => p.duplicateOf);
  }

  /** Groups of addresses with nearly the same text. */
  nearDuplicates(): string[][] {
    return this.#groups((p) => p.nearDuplicateOf);
  }

  get totals(): Readonly<Record<'hosts' | Reach, number>> {
    const totals = {
      hosts: this.sites.length,
      page: 0,
      orphan: 0,
      disallowed: 0,
      redirect: 0,
      missing: 0,
      file: 0,
      feed: 0,
      sitemap: 0,
      requisite: 0,
    };
    for (const site of this.#byHost.values()) for (const r of site.resources.values()) totals[r.reach]++;
    return totals;
  }

  #pagesByUrl(host: string): ReadonlyMap<string, PageTruth> {
    const known = this.#pages.get(host);
    if (known !== undefined) return known;
    const out = new Map<string, PageTruth>();
    for (const r of this.#byHost.get(host)?.resources.values() ?? []) {
      if (r.facts === null) continue;
      const url = `http://${host}${r.path}`;
      out.set(url, { ...r.facts, url, host, path: r.path, reach: r.reach, type: r.type });
    }
    this.#pages.set(host, out);
    return out;
  }

  #urls(host: string, reach: Reach): string[] {
    const out: string[] = [];
    for (const r of this.#byHost.get(host)?.resources.values() ?? []) {
      if (r.reach === reach) out.push(`http://${host}${r.path}`);
    }
    return out.sort();
  }

  #groups(of: (page: PageTruth) => string | undefined): string[][] {
    const groups = new Map<string, string[]>();
    for (const host of this.#byHost.keys()) {
      for (const page of this.pages(host)) {
        const original = of(page);
        if (original === undefined) continue;
        const group = groups.get(original) ?? [original];
        group.push(page.url);
        groups.set(original, group);
      }
    }
    return [...groups.values()];
  }
}

/** The visits of a check: producers' pages read again, links to files and services asked whether they still lead there. */
import type { Ask, Fetched, Fetcher, NotFetched } from '../../fetcher.ts';
import { decideVisit, mayRevisit } from '../../frontier/index.ts';
import type { GeoAnchor, GeoFile, GeoHarvester, GeoIndex, LinkCheck, UrlClass } from '../../geo/index.ts';
import type { CheckedUrl, UrlOf, UrlTable } from './url-table.ts';

type Geo = Pick<
  typeof import('../../geo/index.ts'),
  | 'anchorOf'
  | 'COMPAT_BROKEN'
  | 'cluesOfPage'
  | 'GeoPageReader'
  | 'isGeographic'
  | 'isGone'
  | 'isPage'
  | 'MODERN_BROKEN'
  | 'noteCheck'
  | 'pageRules'
>;

/** What a check came to. */
export interface GeoCheckCounts {
  /** Pages of producers that were read again. */
  pages: number;
  /** Links to files and services that were asked. */
  links: number;
  /** Not asked, because they were asked or indexed too short a time ago. */
  deferred: number;
  /** Links that lead to what they led to. */
  unchanged: number;
  /** Files that are others now, and were described anew. */
  changed: number;
  /** Files that are others now, and nothing geographic any more. */
  rejected: number;
  /** Links that were gone and have not left the index yet. */
  struck: number;
  /** Links that left the index. */
  left: number;
  /** Links that had left and answer again. */
  back: number;
  /** Files that pages link to now, and did not before. */
  found: number;
  /** Visits that failed, whatever the reason: so many rows has the error log more. */
  errors: number;
}

const NO_COUNTS: GeoCheckCounts = {
  pages: 0,
  links: 0,
  deferred: 0,
  unchanged: 0,
  changed: 0,
  rejected: 0,
  struck: 0,
  left: 0,
  back: 0,
  found: 0,
  errors: 0,
};

const LONGEST_PAGE = 5 << 20;
/** Of what a service says of itself, enough to know that it speaks. */
const SERVICE_BYTES = 64 << 10;
/** Statuses of which a server is not asked a second time in another way: it is busy, or closed. */
const NOT_AGAIN = new Set([401, 429, 503]);

const CLASS_OF: Readonly<Record<GeoFile['discovery'], UrlClass>> = {
  explicit: 'GEO_EXPLICIT',
  named: 'GEO_NAMED',
  context: 'GEO_CONTEXT',
  service: 'GEO_SERVICE',
};
const NO_ANCHOR: GeoAnchor = { page: '', text: '', before: [], after: [] };

export interface LinkVisitsParts {
  readonly geo: Geo;
  readonly index: GeoIndex;
  readonly table: UrlTable;
  readonly fetcher: Fetcher;
  /** Looks into what changed or is new, by the fetcher that it is handed. */
  readonly harvester: (fetcher: Fetcher) => GeoHarvester;
  readonly profile: 'modern' | 'compat';
  /** So long after a visit an address is not asked again, s. */
  readonly seconds: number;
  readonly now: () => number;
}

export class LinkVisits {
  readonly counts: GeoCheckCounts = { ...NO_COUNTS };
  readonly #parts: LinkVisitsParts;
  readonly #harvester: GeoHarvester;
  /** What an address answered last. */
  readonly #answers = new Map<string, Fetched | NotFetched>();
  /** The heads that are here already; the harvester asks for them once more. */
  readonly #heads = new Map<string, Fetched>();

  constructor(parts: LinkVisitsParts) {
    this.#parts = parts;
    this.#harvester = parts.harvester({
      fetch: async (ask) =>
        (ask.method === 'HEAD' ? this.#heads.get(ask.url) : undefined) ?? (await this.#fetch(ask)),
    });
  }

  async #fetch(ask: Ask): Promise<Fetched | NotFetched> {
    const answer = await this.#parts.fetcher.fetch(ask);
    this.#answers.set(ask.url, answer);
    return answer;
  }

  /** How an address stands, when it is due; null, and counted, when it came too early. */
  due(of: UrlOf, url: string, indexedAt: number): CheckedUrl | null {
    const { table, profile, seconds, now } = this.#parts;
    const visits = table.get(of, url, indexedAt);
    const decision = decideVisit(visits, now(), { seconds, profile });
    if (decision.kind === 'deferred' && decision.visits !== visits)
      table.deferred({ ...visits, ...decision.visits });
    if (decision.kind === 'visit' && (visits.askedAt === null || mayRevisit(visits.askedAt, now(), seconds)))
      return visits;
    this.counts.deferred++;
    return null;
  }

  /** Reads a producer's page again: its text, its links, and the files that it did not link to before. False when the check is over. */
  async page(before: CheckedUrl): Promise<boolean> {
    const { geo, index, table, profile, now } = this.#parts;
    const { url } = before;
    const accept = 'text/html,application/xhtml+xml';
    const answer = await this.#fetch({ url, maxBytes: LONGEST_PAGE, accept });
    if (isOver(answer)) return false;
    this.counts.pages++;
    const why = reasonOf(answer) ?? (geo.isPage(answer as Fetched) ? null : 'no-page');
    if (why !== null) {
      this.#failed(before, answer, why);
      return true;
    }
    const page = answer as Fetched;
    const { readPage } = await import('../../page/index.ts');
    const contentType = page.header('content-type');
    const { document } = readPage({ url: page.url, contentType, bytes: page.body, expected: 'page' });
    if (document === null) {
      this.#failed(before, answer, 'no-page');
      return true;
    }
    const rules = geo.pageRules(document, page.header('x-robots-tag'));
    const read = new geo.GeoPageReader({ profile }).read(document, page.url);
    const clues = geo.cluesOfPage(read);
    // Files that are known are asked in their own time; that the page links to them is known at once.
    const fresh = [];
    for (const link of clues.files)
      if (index.file(link.url) === undefined) fresh.push(link);
      else if (rules.follow && !link.nofollow) index.addAnchor(link.url, geo.anchorOf(url, link));
    await this.#harvester.page(url, { ...clues, files: fresh }, rules, now());
    if (!rules.index) index.removePage(url);
    table.succeeded(before, now());
    if (!rules.follow) return true;
    for (const link of fresh) if (geo.isGeographic(link.class) && !link.nofollow) this.#newFile(link.url);
    return true;
  }

  /** A file of a page that was not known before: looked into by now, or not to be had. */
  #newFile(url: string): void {
    const { index, table, now } = this.#parts;
    const answer = this.#answers.get(url);
    if (answer === undefined || isOver(answer)) return;
    const visits = table.get('file', url, null);
    this.counts.links++;
    const file = index.file(url);
    if (file === undefined) this.#failed(visits, answer, reasonOf(answer) ?? 'unreadable');
    else {
      table.succeeded(visits, now());
      if (file.state === 'indexed') this.counts.found++;
    }
  }

  /** Asks whether a link still leads to its file or service. False when the check is over. */
  async link(file: GeoFile, before: CheckedUrl): Promise<boolean> {
    const { geo, index, table, profile, now } = this.#parts;
    const { url } = file;
    const answer = await this.#ask(file);
    if (isOver(answer)) return false;
    this.counts.links++;
    const check = checkOf(answer, now());
    const rules = profile === 'compat' ? geo.COMPAT_BROKEN : geo.MODERN_BROKEN;
    const gone = geo.isGone(file, check);
    const outcome = geo.noteCheck(index, url, check, rules);
    const why = reasonOf(answer) ?? (gone ? 'page-instead' : null);
    if (why !== null) {
      this.#failed(before, answer, why);
      if (outcome === 'struck') this.counts.struck++;
      else if (outcome === 'broken' && file.state !== 'broken') this.counts.left++;
      return true;
    }
    if (file.state === 'broken') this.counts.back++;
    // As published, files are not indexed again.
    if (outcome === 'changed' && profile === 'modern') return this.#again(file, answer as Fetched, before);
    if (file.state !== 'broken') this.counts.unchanged++;
    table.succeeded(before, now());
    return true;
  }

  /** The head of an answer, or its first byte where heads are not given or say that nothing is there. */
  async #ask({ url, discovery }: GeoFile): Promise<Fetched | NotFetched> {
    if (discovery === 'service') return this.#fetch({ url, maxBytes: SERVICE_BYTES });
    const head = await this.#fetch({ url, method: 'HEAD' });
    if (head.kind !== 'fetched' || head.status < 400 || NOT_AGAIN.has(head.status)) return head;
    return this.#fetch({ url, range: { from: 0, to: 0 }, maxBytes: 1024 });
  }

  /** A file that is another now is described anew. */
  async #again(file: GeoFile, head: Fetched, before: CheckedUrl): Promise<boolean> {
    const { index, table, now } = this.#parts;
    const { url, anchors, name } = file;
    this.#heads.set(url, head);
    const state = await this.#harvester.look(url, anchors[0] ?? NO_ANCHOR, CLASS_OF[file.discovery], name);
    this.#heads.delete(url);
    const answer = this.#answers.get(url) ?? head;
    if (isOver(answer)) return false;
    if (state === null) {
      this.#failed(before, answer, reasonOf(answer) ?? 'unreadable');
      return true;
    }
    const described = index.file(url);
    // All who link to it still do.
    if (described !== undefined) index.addFile({ ...described, anchors });
    this.counts[state === 'indexed' ? 'changed' : 'rejected']++;
    table.succeeded(before, now());
    return true;
  }

  #failed(before: CheckedUrl, answer: Fetched | NotFetched, reason: string): void {
    this.counts.errors++;
    this.#parts.table.failed(
      before,
      this.#parts.now(),
      answer.kind === 'fetched' ? answer.status : 0,
      reason,
    );
  }
}

/** The check ended before the answer came: that says nothing of the address. */
function isOver(answer: Fetched | NotFetched): boolean {
  return answer.kind === 'not-fetched' && (answer.reason === 'stopped' || answer.reason === 'budget');
}

/** Why an answer is a failure; null when it is none. */
function reasonOf(answer: Fetched | NotFetched): string | null {
  if (answer.kind === 'not-fetched') return answer.reason;
  return answer.status >= 200 && answer.status < 400 ? null : `http-${answer.status}`;
}

function checkOf(answer: Fetched | NotFetched, at: number): LinkCheck {
  if (answer.kind === 'not-fetched') return { status: 0, at };
  const length =
    answer.status === 206
      ? (/\/(\d+)\s*$/.exec(answer.header('content-range') ?? '')?.[1] ?? null)
      : answer.header('content-length');
  return {
    status: answer.status,
    etag: answer.header('etag'),
    size: length === null ? null : Number(length),
    contentType: answer.header('content-type'),
    at,
  };
}

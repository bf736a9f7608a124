/**
 * Brings the pages that discovery asks for, each once, through the fetcher it is given; counts them, keeps the log of what was read,
 * and stops asking when the budget is used up. The pages themselves are kept, compressed, for extraction: nothing is fetched twice.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Fetcher, NotFetchedReason } from '../../fetcher.ts';
import { readPage } from '../../page/index.ts';
import type { WebUrl } from '../../url/index.ts';
import { addressOf } from './address.ts';
import { type LinkedPage, readLinkedPage } from './linked-page.ts';
import { PathTable } from './path-table.ts';
import type { DiscoveryProfile } from './profile.ts';
import { urlTerms } from './url-terms.ts';

export interface ReadFailure {
  readonly url: string;
  readonly reason: NotFetchedReason | 'status' | 'not-html';
  readonly message: string;
}

export interface StoredPage {
  readonly url: string;
  readonly html: string;
}

interface Kept {
  readonly url: string;
  readonly packed: Uint8Array;
}

/** More of a page than this is not read. */
const LARGEST_PAGE = 8 << 20;
const HTML_TYPE = /html|^text\/plain|^$/i;

export class PageReader {
  readonly site: string;
  readonly indexPaths = new PathTable();
  readonly htmlPaths: PathTable;
  readonly failures: ReadFailure[] = [];
  /** Addresses asked for, in order. */
  readonly log: string[] = [];
  readonly #fetcher: Fetcher;
  readonly #profile: DiscoveryProfile;
  readonly #pages = new Map<string, LinkedPage | null>();
  readonly #pending = new Map<string, Promise<LinkedPage | null>>();
  readonly #addresses = new Map<string, string>();
  readonly #terms = new Map<string, ReadonlySet<string>>();
  readonly #kept = new Map<string, Kept>();
  readonly #aliases = new Map<string, string>();
  readonly #onRead: (() => void) | undefined;

  constructor(fetcher: Fetcher, start: WebUrl, profile: DiscoveryProfile, onRead?: () => void) {
    this.#fetcher = fetcher;
    this.#profile = profile;
    this.#onRead = onRead;
    this.site = start.site;
    this.htmlPaths = profile.htmlNotation === profile.indexPathNotation ? this.indexPaths : new PathTable();
    this.introduce(start);
  }

  /** Pages whose content was asked for. */
  get downloads(): number {
    return this.log.length;
  }

  get exhausted(): boolean {
    return this.log.length >= this.#profile.maxFetches;
  }

  /** The address that is fetched for a key. */
  address(key: string): string {
    return this.#addresses.get(key) ?? key;
  }

  /** A page to start from, which no link has named. */
  introduce(url: WebUrl): void {
    if (!this.#addresses.has(url.key)) this.#addresses.set(url.key, url.fetch);
  }

  terms(key: string): ReadonlySet<string> {
    let terms = this.#terms.get(key);
    if (terms === undefined) {
      terms = urlTerms(this.address(key));
      this.#terms.set(key, terms);
    }
    return terms;
  }

  /** Whether reading this page costs nothing any more. */
  has(key: string): boolean {
    return this.#pages.has(key);
  }

  /** The key a page is known by: that of the address it was redirected to. */
  identity(key: string): string {
    return this.#aliases.get(key) ?? key;
  }

  /** Null when the page cannot be had. Never rejects. */
  read(key: string): Promise<LinkedPage | null> {
    const known = this.#pages.get(key);
    if (known !== undefined) return Promise.resolve(known);
    const pending = this.#pending.get(key);
    if (pending !== undefined) return pending;
    if (this.exhausted) return Promise.resolve(null);
    const url = this.address(key);
    this.log.push(url);
    const reading = this.#bring(key, url).then((page) => {
      this.#pending.delete(key);
      this.#pages.set(key, page);
      this.#onRead?.();
      return page;
    });
    this.#pending.set(key, reading);
    return reading;
  }

  /** The pages that were read so far. */
  get known(): readonly LinkedPage[] {
    return [...new Set([...this.#pages.values()].filter((page) => page !== null))];
  }

  /** Keys of the pages of the same host that are here without asking anybody; empty where pages have to be asked for. */
  async held(key: string, most: number): Promise<readonly string[]> {
    const keys = new Set<string>();
    for (const address of (await this.#fetcher.held?.(this.address(key), most)) ?? []) {
      const url = addressOf(address);
      if (url.kind === 'refused' || url.site !== this.site) continue;
      this.introduce(url);
      keys.add(url.key);
    }
    return [...keys];
  }

  /** Several pages, in the order asked for, some at a time. */
  async readAll(keys: readonly string[]): Promise<(LinkedPage | null)[]> {
    const result: (LinkedPage | null)[] = new Array(keys.length).fill(null);
    let next = 0;
    const worker = async () => {
      for (let i = next++; i < keys.length; i = next++) result[i] = await this.read(keys[i]!);
    };
    await Promise.all(Array.from({ length: Math.min(this.#profile.parallel, keys.length) }, worker));
    return result;
  }

  /** The text of a page that was read, or null. */
  stored(key: string): StoredPage | null {
    const kept = this.#kept.get(key);
    return kept === undefined ? null : { url: kept.url, html: inflateRawSync(kept.packed).toString('utf8') };
  }

  async #bring(key: string, url: string): Promise<LinkedPage | null> {
    const answer = await this.#fetcher.fetch({
      url,
      maxBytes: LARGEST_PAGE,
      accept: 'text/html, application/xhtml+xml',
    });
    if (answer.kind === 'not-fetched') {
      this.failures.push({ url, reason: answer.reason, message: answer.message });
      return null;
    }
    if (answer.status !== 200) {
      this.failures.push({ url, reason: 'status', message: `HTTP ${answer.status}` });
      return null;
    }
    const type = answer.header('content-type') ?? '';
    if (!HTML_TYPE.test(type)) {
      this.failures.push({ url, reason: 'not-html', message: type });
      return null;
    }
    const { document, source } = readPage({
      url: answer.url,
      contentType: type === '' ? null : type,
      bytes: answer.body,
      expected: 'page',
    });
    if (document === null) {
      this.failures.push({ url, reason: 'not-html', message: type });
      return null;
    }
    const final = addressOf(answer.url);
    if (final.kind === 'refused' || final.site !== this.site) {
      this.failures.push({ url, reason: 'out-of-scope', message: answer.url });
      return null;
    }
    if (final.key !== key) {
      this.#aliases.set(key, final.key);
      if (!this.#addresses.has(final.key)) this.#addresses.set(final.key, final.fetch);
    }
    const page = readLinkedPage(document, final.key, final.fetch, {
      site: this.site,
      indexPathNotation: this.#profile.indexPathNotation,
      htmlNotation: this.#profile.htmlNotation,
      indexPaths: this.indexPaths,
      htmlPaths: this.htmlPaths,
      address: (target, fetch) => {
        if (!this.#addresses.has(target)) this.#addresses.set(target, fetch);
      },
    });
    const kept: Kept = { url: final.fetch, packed: deflateRawSync(source, { level: 1 }) };
    this.#kept.set(key, kept);
    if (final.key !== key) {
      this.#kept.set(final.key, kept);
      if (!this.#pages.has(final.key)) this.#pages.set(final.key, page);
    }
    return page;
  }
}

/** Pages that are already here (in memory, from an archive), behind the same port as those of the Web. */
import type { Ask, Fetched, Fetcher, NotFetched } from '../../fetcher.ts';
import { addressOf } from './address.ts';

export interface HeldPage {
  readonly url: string;
  readonly body: Uint8Array | string;
  readonly contentType?: string | null;
  readonly status?: number;
  readonly at?: number;
}

export class StoredPages implements Fetcher {
  readonly #pages = new Map<string, HeldPage>();
  /** Addresses asked for, in order. */
  readonly asked: string[] = [];

  constructor(pages: Iterable<HeldPage> = []) {
    for (const page of pages) this.add(page);
  }

  /** Of two pages under one address the later counts. */
  add(page: HeldPage): void {
    const url = addressOf(page.url);
    this.#pages.set(url.kind === 'url' ? url.key : page.url, page);
  }

  get size(): number {
    return this.#pages.size;
  }

  has(address: string): boolean {
    const url = addressOf(address);
    return url.kind === 'url' && this.#pages.has(url.key);
  }

  async fetch(ask: Ask): Promise<Fetched | NotFetched> {
    this.asked.push(ask.url);
    const url = addressOf(ask.url);
    if (url.kind === 'refused')
      return { kind: 'not-fetched', url: ask.url, reason: 'malformed', message: url.reason };
    const page = this.#pages.get(url.key);
    if (page === undefined)
      return {
        kind: 'not-fetched',
        url: ask.url,
        reason: 'unreachable',
        message: 'not among the stored pages',
      };
    const whole = typeof page.body === 'string' ? Buffer.from(page.body, 'utf8') : page.body;
    const body =
      ask.maxBytes !== undefined && whole.length > ask.maxBytes ? whole.subarray(0, ask.maxBytes) : whole;
    const type = page.contentType === undefined ? 'text/html; charset=utf-8' : page.contentType;
    return {
      kind: 'fetched',
      url: page.url,
      status: page.status ?? 200,
      header: (name) => (name.toLowerCase() === 'content-type' ? type : null),
      body,
      complete: body.length === whole.length,
      at: page.at ?? 0,
    };
  }
}

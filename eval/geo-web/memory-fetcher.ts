/** The port for bytes, on a web in memory: robots files obeyed, ranges answered by servers that know them, every byte counted. */

import type { GeoWeb } from '../../samples/geo-web/index.ts';
import type { Ask, Fetched, Fetcher, NotFetched } from '../../src/fetcher.ts';

export class MemoryFetcher implements Fetcher {
  readonly #web: GeoWeb;
  /** Bytes handed out, by address. */
  readonly bytes = new Map<string, number>();
  /** Requests that were answered, in order. */
  readonly asked: string[] = [];
  readonly refused: string[] = [];
  #now: number;

  constructor(web: GeoWeb, options: { readonly now?: number } = {}) {
    this.#web = web;
    this.#now = options.now ?? Date.UTC(2024, 0, 1);
  }

  /** ms since 1970. */
  now(): number {
    return this.#now;
  }

  pass(ms: number): void {
    this.#now += ms;
  }

  fetch(ask: Ask): Promise<Fetched | NotFetched> {
    return Promise.resolve(this.#answer(ask));
  }

  #answer(ask: Ask): Fetched | NotFetched {
    const no = (reason: NotFetched['reason'], message: string): NotFetched => ({
      kind: 'not-fetched',
      url: ask.url,
      reason,
      message,
    });
    let url: URL;
    try {
      url = new URL(ask.url);
    } catch {
      return no('malformed', ask.url);
    }
    const site = this.#web.sites.get(url.host);
    if (site === undefined) return no('unreachable', url.host);
    if (site.closed.some((prefix) => url.pathname.startsWith(prefix))) {
      this.refused.push(ask.url);
      return no('robots', 'closed by its robots file');
    }
    this.asked.push(`${ask.method ?? 'GET'} ${ask.url}`);
    const resource = site.resources.get(url.pathname + url.search);
    if (resource === undefined)
      return this.#fetched(ask, 404, { 'content-type': 'text/html' }, new Uint8Array(0), true);
    const whole = resource.body();
    const headers: Record<string, string> = { 'content-type': resource.type, ...resource.headers };
    if (site.ranges) headers['accept-ranges'] = 'bytes';
    if (ask.method === 'HEAD')
      return this.#fetched(
        ask,
        200,
        { ...headers, 'content-length': String(whole.length) },
        new Uint8Array(0),
        true,
      );
    if (ask.range !== undefined && site.ranges) {
      const from = 'last' in ask.range ? Math.max(0, whole.length - ask.range.last) : ask.range.from;
      const to = 'last' in ask.range ? whole.length - 1 : Math.min(ask.range.to, whole.length - 1);
      if (from > to)
        return this.#fetched(
          ask,
          416,
          { 'content-range': `bytes */${whole.length}` },
          new Uint8Array(0),
          true,
        );
      headers['content-range'] = `bytes ${from}-${to}/${whole.length}`;
      return this.#cut(ask, 206, headers, whole.subarray(from, to + 1));
    }
    headers['content-length'] = String(whole.length);
    return this.#cut(ask, 200, headers, whole);
  }

  #cut(ask: Ask, status: number, headers: Record<string, string>, body: Uint8Array): Fetched {
    const most = ask.maxBytes ?? Number.POSITIVE_INFINITY;
    return this.#fetched(
      ask,
      status,
      headers,
      body.length > most ? body.subarray(0, most) : body,
      body.length <= most,
    );
  }

  #fetched(
    ask: Ask,
    status: number,
    headers: Record<string, string>,
    body: Uint8Array,
    complete: boolean,
  ): Fetched {
    this.bytes.set(ask.url, (this.bytes.get(ask.url) ?? 0) + body.length);
    return {
      kind: 'fetched',
      url: ask.url,
      status,
      header: (name) => headers[name.toLowerCase()] ?? null,
      body,
      complete,
      at: this.#now,
    };
  }
}

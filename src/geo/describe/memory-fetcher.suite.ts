/** The port for bytes on memory: files by address, with or without ranges, counting what is asked. */
import type { Ask, Fetched, Fetcher, NotFetched } from '../../fetcher.ts';

export interface ServedFile {
  readonly bytes: Uint8Array;
  readonly contentType?: string;
  readonly etag?: string;
  readonly disposition?: string;
}

export class MemoryFetcher implements Fetcher {
  readonly asked: string[] = [];
  bytes = 0;
  readonly #files: ReadonlyMap<string, ServedFile>;
  readonly #ranges: boolean;

  constructor(files: ReadonlyMap<string, ServedFile>, ranges = true) {
    this.#files = files;
    this.#ranges = ranges;
  }

  async fetch(ask: Ask): Promise<Fetched | NotFetched> {
    this.asked.push(ask.url);
    const file = this.#files.get(ask.url);
    const headers = new Map<string, string>();
    let status = 404;
    let body: Uint8Array = new TextEncoder().encode('<html>não há</html>');
    headers.set(
      'content-type',
      file?.contentType ?? (file === undefined ? 'text/html' : 'application/octet-stream'),
    );
    if (file !== undefined) {
      status = 200;
      body = file.bytes;
      if (file.etag !== undefined) headers.set('etag', file.etag);
      if (file.disposition !== undefined) headers.set('content-disposition', file.disposition);
      if (this.#ranges && ask.range !== undefined) {
        const size = file.bytes.length;
        const from = 'last' in ask.range ? Math.max(0, size - ask.range.last) : ask.range.from;
        const to = 'last' in ask.range ? size - 1 : Math.min(size - 1, ask.range.to);
        status = 206;
        body = file.bytes.subarray(from, to + 1);
        headers.set('content-range', `bytes ${from}-${to}/${size}`);
      }
    }
    const cut = ask.maxBytes !== undefined && body.length > ask.maxBytes;
    const given = cut ? body.subarray(0, ask.maxBytes) : body;
    this.bytes += given.length;
    return {
      kind: 'fetched',
      url: ask.url,
      status,
      header: (name) => headers.get(name.toLowerCase()) ?? null,
      body: given,
      complete: !cut,
      at: 0,
    };
  }
}

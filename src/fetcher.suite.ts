/**
 * What every `Fetcher` must do, wherever its bytes come from. `make` gives one that knows these pages and no others; a fetcher that cannot
 * know of redirects (pages in memory have none) says so.
 */
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Fetcher } from './fetcher.ts';

export interface SuitePage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const TEXT = '<title>Olá</title><p>Uma página em português, com acentuação.</p>'.repeat(40);
const HTML = { 'Content-Type': 'text/html; charset=utf-8' };

/** By address; the coded page holds the same bytes as the plain one. */
const SUITE_PAGES: Readonly<Record<string, SuitePage>> = {
  'http://a.br/plana': { status: 200, headers: HTML, body: Buffer.from(TEXT) },
  'http://a.br/codificada': {
    status: 200,
    headers: { ...HTML, 'Content-Encoding': 'gzip' },
    body: gzipSync(TEXT),
  },
  'http://a.br/ausente': { status: 404, headers: HTML, body: Buffer.from('nada') },
  'http://a.br/mudou': { status: 301, headers: { Location: '/plana' }, body: Buffer.alloc(0) },
  'http://a.br/gira': { status: 302, headers: { Location: '/gira' }, body: Buffer.alloc(0) },
};

export interface FetcherSuite {
  make(pages: Readonly<Record<string, SuitePage>>): Promise<Fetcher>;
  /** False for pages that are held with their codings undone and without redirects. */
  readonly overHttp: boolean;
}

export function describeFetcher({ make, overHttp }: FetcherSuite): void {
  const pages = Object.fromEntries(
    Object.entries(SUITE_PAGES).filter(
      ([, { status, headers }]) =>
        overHttp ||
        (headers.Location === undefined && headers['Content-Encoding'] === undefined && status > 0),
    ),
  );
  const text = (body: Uint8Array): string => Buffer.from(body).toString();

  it('gives a page with its address, status, headers in any case and all of its bytes', async () => {
    const fetcher = await make(pages);
    const answer = await fetcher.fetch({ url: 'http://a.br/plana' });
    if (answer.kind !== 'fetched') throw new Error(answer.reason);
    expect(answer).toMatchObject({ url: 'http://a.br/plana', status: 200, complete: true });
    expect(text(answer.body)).toBe(TEXT);
    expect(answer.header('content-TYPE')).toContain('text/html');
    expect(answer.header('x-nada')).toBeNull();
    expect(Number.isFinite(answer.at)).toBe(true);
  });

  it('gives a page that the server says is not there, with its status', async () => {
    const fetcher = await make(pages);
    expect(await fetcher.fetch({ url: 'http://a.br/ausente' })).toMatchObject({
      kind: 'fetched',
      status: 404,
    });
  });

  it('reads no more than it is asked to, and says that it did not read all', async () => {
    const fetcher = await make(pages);
    for (const url of Object.keys(pages).filter((address) => /plana|codificada/.test(address))) {
      const answer = await fetcher.fetch({ url, maxBytes: 100 });
      if (answer.kind !== 'fetched') throw new Error(answer.reason);
      expect([url, answer.complete]).toEqual([url, false]);
      expect(answer.body.length).toBeLessThanOrEqual(100);
      expect(TEXT.startsWith(text(answer.body).replace(/\ufffd+$/, ''))).toBe(true);
    }
  });

  it('never rejects: what is no address, or leads nowhere, is an answer', async () => {
    const fetcher = await make(pages);
    for (const url of ['', 'javascript:alert(1)', 'http://', 'nada', 'http://outro.br/x']) {
      const answer = await fetcher.fetch({ url });
      expect([url, answer.kind]).toEqual([url, 'not-fetched']);
      if (answer.kind === 'not-fetched')
        expect(answer.reason.length * answer.message.length).toBeGreaterThan(0);
    }
  });

  if (!overHttp) return;
  it('undoes content codings and follows redirects, but not for ever', async () => {
    const fetcher = await make(pages);
    const coded = await fetcher.fetch({ url: 'http://a.br/codificada' });
    expect(coded.kind === 'fetched' ? text(coded.body) : coded.reason).toBe(TEXT);
    expect(await fetcher.fetch({ url: 'http://a.br/mudou' })).toMatchObject({
      kind: 'fetched',
      status: 200,
      url: 'http://a.br/plana',
    });
    expect(await fetcher.fetch({ url: 'http://a.br/gira' })).toMatchObject({
      kind: 'not-fetched',
      reason: 'too-many-redirects',
    });
  });
}

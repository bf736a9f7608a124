/** Every `Fetcher` of the house by its one suite. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe } from 'vitest';
import { ArchiveFetcher } from '../../src/collection/index.ts';
import { PoliteFetcher } from '../../src/crawl/index.ts';
import { StoredPages } from '../../src/entities/index.ts';
import { describeFetcher, type SuitePage } from '../../src/fetcher.suite.ts';
import { LookMemory } from '../../src/geo/policy/look-memory.ts';
import { WarcWriter } from '../../src/warc/index.ts';
import { type Answer, tinyWeb } from '../tiny-web.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'tarrafa-fetcher-'));
  ends.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

type Pages = Readonly<Record<string, SuitePage>>;

async function polite(pages: Pages): Promise<PoliteFetcher> {
  const routes: Record<string, Answer> = {};
  for (const [url, page] of Object.entries(pages)) routes[new URL(url).pathname] = page;
  const web = await tinyWeb({ 'a.br': routes });
  ends.push(() => web.close());
  const fetcher = await PoliteFetcher.open(
    folder(),
    { delay: 0, addressDelay: 0, workers: 0, retries: 0, retryDelay: 1 },
    { resolver: web.resolver },
  );
  ends.push(() => fetcher.close());
  return fetcher;
}

async function archived(pages: Pages): Promise<ArchiveFetcher> {
  const path = folder();
  const writer = WarcWriter.open(path, { software: 'test' });
  for (const [url, { status, headers, body }] of Object.entries(pages))
    writer.writeExchange({
      url,
      date: 1.7e12,
      status,
      statusText: '',
      httpVersion: '1.1',
      rawHeaders: Object.entries(headers).flat(),
      body,
      requestHead: 'GET / HTTP/1.1\r\n\r\n',
      address: '198.18.0.1',
    });
  writer.close();
  return ArchiveFetcher.open([path]);
}

const held = (pages: Pages): StoredPages =>
  new StoredPages(
    Object.entries(pages).map(([url, { status, headers, body }]) => ({
      url,
      status,
      body,
      contentType: headers['Content-Type'] ?? null,
    })),
  );

describe('the live Web, politely', () => describeFetcher({ make: polite, overHttp: true }));
describe('an archive', () => describeFetcher({ make: archived, overHttp: true }));
describe('pages in memory', () => describeFetcher({ make: async (pages) => held(pages), overHttp: false }));
describe('the memory of a look', () =>
  describeFetcher({ make: async (pages) => new LookMemory(held(pages)), overHttp: false }));

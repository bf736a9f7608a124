/** MiniWeb-1 from loopback, every answer held back, crawled by the built command one request at a time: how long a page takes. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { miniWeb, serveGeoWeb } from '../../samples/geo-web/index.ts';
import { spawnTarrafa } from '../../test/tarrafa-process.ts';

export interface PacedCrawl {
  readonly pages: number;
  readonly requests: number;
  /** From the start of the command to its end, looks into files included. */
  readonly seconds: number;
}

export async function pacedCrawl(latency: number): Promise<PacedCrawl> {
  const web = miniWeb();
  const served = await serveGeoWeb(web, { latency, apart: true });
  const root = mkdtempSync(join(tmpdir(), 'tarrafa-paced-'));
  try {
    const begun = performance.now();
    const { status, stderr } = await spawnTarrafa([
      ...['crawl', ...web.seeds, '--out', join(root, 'out'), '--geo', '--quiet'],
      ...['--concurrency', '1', '--delay', '1s', '--contact', 'https://eu.example/', ...served.flags],
    ]);
    if (status !== 0) throw new Error(stderr);
    const seconds = (performance.now() - begun) / 1000;
    const pages = served.requests.filter(({ path, status }) => path === '/' && status === 200).length;
    return { pages, requests: served.requests.length, seconds };
  } finally {
    await served.close();
    rmSync(root, { recursive: true, force: true });
  }
}

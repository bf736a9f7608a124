/** What each stage of a visit costs by itself, on the same pages, one after the other in one thread. */
import { createReadStream, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip, gzipSync } from 'node:zlib';
import { decodeBody } from '../../src/coding/index.ts';
import { FolderFrontier, OUTCOME, URL_KIND } from '../../src/frontier/index.ts';
import { decodeHtml, links, parseHtml, title, visibleText } from '../../src/html/index.ts';
import { detectLanguage, simhash64 } from '../../src/text/index.ts';
import { createNormaliser, type WebUrl } from '../../src/url/index.ts';
import { payloadDigest, WarcWriter } from '../../src/warc/index.ts';
import { cpuMs, type MeasureTable } from '../measure.ts';

async function samplePages(data: string | undefined, most: number): Promise<Buffer[]> {
  const pages: Buffer[] = [];
  if (!data || !existsSync(data)) return pages;
  for (const name of readdirSync(data)
    .filter((file) => file.endsWith('.jsonl.gz'))
    .sort()) {
    for await (const line of createInterface({
      input: createReadStream(join(data, name)).pipe(createGunzip()),
    })) {
      const { html } = JSON.parse(line) as { html?: string };
      if (html && html.length >= 60_000 && html.length <= 350_000) pages.push(gzipSync(html, { level: 5 }));
      if (pages.length >= most) return pages;
    }
  }
  return pages;
}

export async function stageCosts(data: string | undefined, most: number): Promise<MeasureTable> {
  const packed = await samplePages(data, most);
  const rows: (string | number)[][] = [];
  if (packed.length === 0)
    return { title: 'Stages', columns: ['stage', 'CPU ms/page'], rows, note: 'needs --data with real pages' };
  let sum = 0;
  const stage = <T>(name: string, work: (page: number) => T): T[] => {
    // Once for the compiler, then measured.
    for (let i = 0; i < Math.min(80, packed.length); i++) work(i);
    const results: T[] = [];
    const before = cpuMs();
    for (let i = 0; i < packed.length; i++) results.push(work(i));
    const cost = (cpuMs() - before) / packed.length;
    sum += cost;
    rows.push([name, cost]);
    return results;
  };
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-stages-'));
  try {
    const decoded = stage('undo the content coding', (i) => decodeBody(packed[i]!, 'gzip', 50_000_000).bytes);
    const texts = stage('charset', (i) => decodeHtml(decoded[i]!, 'text/html; charset=utf-8').text);
    stage('parse', (i) => parseHtml(texts[i]!).count);
    const documents = texts.map((text) => parseHtml(text));
    const hrefs = stage('links of the tree', (i) => {
      const all = links(documents[i]!);
      const found: string[] = [];
      for (let n = 0; n < all.count; n++) if (all.kind(n) === 'navigation') found.push(all.href(n));
      return found;
    });
    const urls = stage('normalise links', (i) => {
      const normalise = createNormaliser(`http://sitio${i}.com.br/pagina.html`);
      return hrefs[i]!.map((href) => normalise(href)).filter((url): url is WebUrl => url.kind === 'url');
    });
    const visible = stage(
      'title and visible text',
      (i) => `${title(documents[i]!)}${visibleText(documents[i]!, 60_000)}`,
    );
    stage('language', (i) => detectLanguage(visible[i]!.slice(0, 3_000)));
    stage('simhash', (i) => simhash64(visible[i]!));
    const digests = stage('payload digest', (i) => payloadDigest(packed[i]!));
    const writer = WarcWriter.open(join(folder, 'archive'), { software: 'bench' });
    stage('WARC and CDXJ', (i) =>
      writer.writeExchange({
        url: `http://sitio${i}.com.br/pagina.html`,
        date: 1.7e12,
        status: 200,
        statusText: 'OK',
        httpVersion: '1.1',
        rawHeaders: ['Content-Type', 'text/html', 'Content-Encoding', 'gzip'],
        body: packed[i]!,
        requestHead: 'GET /pagina.html HTTP/1.1\r\nHost: sitio.com.br\r\n\r\n',
        address: '198.18.0.1',
        payloadDigest: digests[i]!,
      }),
    );
    writer.close();
    const frontier = FolderFrontier.open(join(folder, 'frontier'), {
      policy: 'breadth-first',
      delay: 0,
      addressDelay: 0,
      capacity: 1e7,
      queueBudget: Number.POSITIVE_INFINITY,
      now: Date.now,
    });
    frontier.add({
      url: 'http://a.br/',
      key: 'http://a.br/',
      queue: 'a.br',
      priority: 0,
      depth: 0,
      hops: 0,
      redirects: 0,
      kind: URL_KIND.page,
      parent: 0,
    });
    stage('frontier: take, add its links, complete', (i) => {
      const answer = frontier.next();
      if (answer.kind !== 'lease') return;
      const { lease } = answer;
      const links = urls[i]!.map((url) => ({
        url: url.fetch,
        key: url.key,
        queue: url.site,
        priority: 50,
        depth: url.depth,
        hops: 1,
        redirects: 0,
        kind: URL_KIND.page,
        parent: lease.record,
      }));
      frontier.end({
        kind: 'complete',
        lease,
        outcome: OUTCOME.analysed,
        status: 200,
        accessedAt: Date.now(),
        revisitAt: null,
        bytes: packed[i]!.length,
        links,
        seal: () => null,
      });
    });
    frontier.close();
    rows.push(['together', sum]);
    return {
      title: `Where the time goes: ${packed.length} real pages, each stage by itself`,
      columns: ['stage', 'CPU ms/page'],
      rows,
      note: 'The request itself, threads and start-up come on top.',
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

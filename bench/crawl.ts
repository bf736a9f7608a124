/**
 * The crawl against its peers: the same list of pages of real size, found by following links, on loopback without delay. Everything a
 * collector does is on: robots, links, language, near-duplicates, WARC, CDXJ, durable frontier. Content extraction, which no peer does and
 * which is also on by default, has a row of its own.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bar, type MeasureArgs, type MeasureResult, NothingToMeasure } from './measure.ts';
import { type MeasuredRun, measuredRun } from './peers/measured-run.ts';
import { stageCosts } from './peers/stage-costs.ts';

export const title = 'Crawl of pages of real size, against Crawlee and Scrapy';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export interface PageServer {
  readonly origin: string;
  readonly meanBytes: number;
  readonly meanWire: number;
  served(): Promise<number>;
  close(): void;
}

export async function startPageServer(pages: number, data: string | undefined): Promise<PageServer> {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', 'tsx', here('./peers/page-server.ts'), String(pages), data ?? ''],
    {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    },
  );
  const line = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk) => {
      text += chunk;
      if (text.includes('\n')) resolve(text);
    });
    child.on('exit', () => reject(new Error('the page server did not start')));
  });
  const { port, pages: found, meanBytes, meanWire } = JSON.parse(line);
  if (found === 0)
    throw new NothingToMeasure(data, '*.jsonl.gz with pages of 60 to 350 kB (a line: {"html": …})');
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    meanBytes,
    meanWire,
    served: async () => {
      const count = Number(await (await fetch(`${origin}/count`)).text());
      await fetch(`${origin}/reset`);
      return count;
    },
    close: () => child.kill(),
  };
}

/** The command line of our own crawl of such a list, by this checkout or another. */
export function ownCrawl(
  origin: string,
  out: string,
  more: readonly string[] = [],
  checkout = here('..'),
): [string, string[]] {
  const flags = [
    '--policy',
    'breadth-first',
    '--delay',
    '0',
    '--address-delay',
    '0',
    '--allow-private',
    '--scope',
    'seeds',
    '--json',
    ...more,
  ];
  // An older checkout has no program that was put together.
  const main = ['dist/program/cli/main.js', 'dist/src/cli/main.js']
    .map((path) => join(checkout, path))
    .find((path) => existsSync(path))!;
  return [process.execPath, [main, 'crawl', `${origin}/`, '--out', out, ...flags]];
}

function python(): string | null {
  // Debian's Scrapy belongs to Debian's Python, whichever comes first in the path.
  for (const path of ['/usr/bin/python3'])
    if (existsSync(path) && existsSync('/usr/lib/python3/dist-packages/scrapy')) return path;
  return null;
}

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const pages = Number(args.options.pages ?? (args.quick ? 300 : 3000));
  const server = await startPageServer(pages, args.data);
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-bench-'));
  const rows: (string | number)[][] = [];
  const figures: Record<string, number | string> = {
    pages,
    meanBytes: server.meanBytes,
    meanWire: server.meanWire,
  };
  const record = async (name: string, result: MeasuredRun | null, why = '') => {
    if (result === null || result.code !== 0) {
      rows.push([
        name,
        '–',
        '–',
        '–',
        '–',
        '–',
        result ? `failed: ${result.stderr.trim().slice(0, 200)}` : why,
      ]);
      return null;
    }
    const served = await server.served();
    const ms = (1000 * result.cpuSeconds) / served;
    rows.push([
      name,
      served,
      ms,
      1000 / ms,
      served / result.wallSeconds,
      Math.round(result.peakMegabytes),
      served === pages ? 'every page' : 'PAGES MISSING',
    ]);
    figures[`${name} CPU ms/page`] = Number(ms.toFixed(3));
    figures[`${name} peak MB`] = Math.round(result.peakMegabytes);
    return served === pages ? ms : null;
  };
  try {
    await server.served();
    const own = await record(
      'Tarrafa',
      await measuredRun(...ownCrawl(server.origin, join(folder, 'own'), ['--no-content'])),
    );
    await record(
      'Tarrafa with content extraction',
      await measuredRun(...ownCrawl(server.origin, join(folder, 'content'))),
    );
    let crawlee: number | null = null;
    if (existsSync(here('./node_modules/@crawlee/cheerio')))
      crawlee = await record(
        'Crawlee CheerioCrawler',
        await measuredRun(
          process.execPath,
          [here('./peers/crawlee-crawl.mjs'), `${server.origin}/`, join(folder, 'crawlee')],
          { cwd: here('.') },
        ),
      );
    else await record('Crawlee CheerioCrawler', null, 'not installed');
    const scrapyPython = python();
    const scrapy = scrapyPython
      ? await record(
          'Scrapy',
          await measuredRun(scrapyPython, [here('./peers/scrapy_crawl.py'), `${server.origin}/`, folder], {
            cwd: folder,
          }),
        )
      : await record('Scrapy', null, 'not installed (Debian: apt-get install python3-scrapy)');
    const bars: Bar[] = [];
    if (own !== null && crawlee !== null)
      bars.push({
        what: 'pages per CPU-second against Crawlee',
        bar: '≥ 10×',
        measured: `${(crawlee / own).toFixed(1)}×`,
        met: crawlee / own >= 10,
      });
    if (own !== null && scrapy !== null)
      bars.push({
        what: 'pages per CPU-second against Scrapy',
        bar: '≥ 4×',
        measured: `${(scrapy / own).toFixed(1)}×`,
        met: scrapy / own >= 4,
      });
    if (own !== null)
      bars.push({
        what: 'peak resident memory',
        bar: '≤ 300 MB',
        measured: `${figures['Tarrafa peak MB']} MB`,
        met: Number(figures['Tarrafa peak MB']) <= 300,
      });
    return {
      tables: [
        {
          title: `${pages} pages, mean ${Math.round(server.meanBytes / 1000)} kB (${Math.round(server.meanWire / 1000)} kB compressed), ${args.data ? 'real pages' : 'generated pages'}`,
          columns: ['crawler', 'pages', 'CPU ms/page', 'pages/CPU-s', 'pages/s', 'peak MB', 'fetched'],
          rows,
          note: 'CPU time of the whole process, all threads, start-up included. Each crawler keeps its queue on disk and obeys robots.txt; the peers store title and text of each page, Tarrafa the whole exchange as WARC.',
        },
        await stageCosts(args.data, args.quick ? 60 : 400),
      ],
      figures,
      bars,
    };
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

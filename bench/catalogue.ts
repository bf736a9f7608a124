/**
 * The whole catalogue on generated pages: writing them with their links, segments and places, settling, how large the file gets, whole
 * answers from the query line to the snippets, and single pages. `--records n` (default 50,000), `--data <folder>` for word frequencies of
 * real texts.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedCatalogue, type PageRecord, parseLine } from '../src/catalogue/index.ts';
import { loadGazetteer } from '../src/geo/index.ts';
import { cpuMs, type MeasureArgs, type MeasureResult } from './measure.ts';
import { LINKS, makePage } from './search/pages.ts';
import { makeRecord } from './search/records.ts';
import { Dice, runningText } from './search/running-text.ts';

export const title = 'Catalogue: pages written, settled and found again';

const BATCH = 512;
const DAY = 86_400_000;
const QUESTIONS = 300;
const PAGES_READ = 2000;

function quantiles(times: readonly number[]): { readonly median: number; readonly p99: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))]!;
  return { median: at(0.5), p99: at(0.99) };
}

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const records = Number(args.options.records ?? 50_000);
  const seed = 1;
  const text = runningText(args.data);
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-catalogue-'));
  const path = join(folder, 'catalogue.db');
  const gazetteer = await loadGazetteer();
  try {
    const catalogue = EmbeddedCatalogue.open(path, { gazetteer });
    let wall = 0;
    let cpu = 0;
    let textBytes = 0;
    const earlier: string[] = [];
    for (let from = 0; from < records; from += BATCH) {
      const pages: PageRecord[] = [];
      for (let n = from; n < Math.min(records, from + BATCH); n++) {
        const page = makePage(text, seed, n, earlier);
        pages.push(page);
        textBytes += Buffer.byteLength(page.text) + Buffer.byteLength(page.title);
      }
      for (const page of pages) earlier.push(page.url);
      const cpuFrom = cpuMs();
      const wallFrom = performance.now();
      await catalogue.write({ pages, marks: [{ file: 'collection.warc.gz', offset: from * 4_000 }] });
      wall += performance.now() - wallFrom;
      cpu += cpuMs() - cpuFrom;
    }
    const settleCpuFrom = cpuMs();
    const settleFrom = performance.now();
    await catalogue.settle();
    const settled = performance.now() - settleFrom;
    const settledCpu = cpuMs() - settleCpuFrom;
    const bytes = statSync(path).size;
    const dice = new Dice(9);
    const times: number[] = [];
    for (let i = 0; i < QUESTIONS; i++) {
      const source = makeRecord(text, seed, dice.int(records));
      const words = source.text.split(/[^\p{L}]+/u).filter((word) => word.length > 4);
      const word = (): string => words[dice.int(Math.max(1, words.length))] ?? 'governo';
      const line =
        i % 3 === 0
          ? `${word()} ${word()}`
          : i % 3 === 1
            ? `${word()} quando:1950..2000`
            : `${word()} OU ${word()}`;
      const started = performance.now();
      await catalogue.search(parseLine(line, { gazetteer, today: Date.UTC(2026, 0, 1) / DAY }));
      times.push(performance.now() - started);
    }
    const readTimes: number[] = [];
    for (let i = 0; i < PAGES_READ; i++) {
      const url = earlier[dice.int(records)]!;
      const started = performance.now();
      await catalogue.pageAt(url);
      readTimes.push(performance.now() - started);
    }
    await catalogue.close();
    const answered = quantiles(times);
    const read = quantiles(readTimes);
    const rate = Math.round(records / (wall / 1000));
    const rateCpu = Math.round(records / (cpu / 1000));
    const ratio = bytes / textBytes;
    return {
      tables: [
        {
          title: `${records.toLocaleString('en')} pages of ${Math.round(textBytes / records)} bytes of text, ${LINKS} links each`,
          columns: ['what', 'value'],
          rows: [
            ['written, wall', `${rate.toLocaleString('en')} pages/s`],
            ['written, CPU', `${rateCpu.toLocaleString('en')} pages/s`],
            [
              'settled (anchors and link evidence of all)',
              `${(settled / 1000).toFixed(1)} s (CPU ${(settledCpu / 1000).toFixed(1)} s)`,
            ],
            ['catalogue, everything', `${ratio.toFixed(2)} × the text`],
            ['line to snippets and facets, median', `${answered.median.toFixed(1)} ms`],
            ['line to snippets and facets, p99', `${answered.p99.toFixed(1)} ms`],
            ['a page by its address, median', `${read.median.toFixed(2)} ms`],
            ['a page by its address, p99', `${read.p99.toFixed(2)} ms`],
          ],
        },
      ],
      figures: {
        rate,
        rateCpu,
        settledMs: settled,
        settledCpuMs: settledCpu,
        ratio,
        medianMs: answered.median,
        p99Ms: answered.p99,
        pageMedianMs: read.median,
        pageP99Ms: read.p99,
      },
      bars: [
        {
          what: 'pages written, with everything of them',
          bar: '≥ 2,000 pages/s',
          measured: `${rate} (CPU ${rateCpu})`,
          met: rate >= 2000,
        },
        {
          what: 'whole catalogue',
          bar: '≤ 1.5 × the text',
          measured: `${ratio.toFixed(2)} ×`,
          met: ratio <= 1.5,
        },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

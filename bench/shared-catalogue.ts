/**
 * The catalogue that several machines share against the one in a file: pages written by two analysers at once, and whole answers of both from
 * the query line to the snippets. A PostgreSQL of its own, with everything brought to the disk as a server does. `--records n` (default 20,000),
 * `--batch n` (default 512), `--data <folder>` for word frequencies of real texts.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Catalogue, EmbeddedCatalogue, type PageRecord, parseLine } from '../src/catalogue/index.ts';
import { SharedCatalogue } from '../src/catalogue/postgres/index.ts';
import { loadGazetteer } from '../src/geo/index.ts';
import { clusterAddress, Database } from '../src/postgres/index.ts';
import { POSTGRES_BIN, PostgresServer } from '../test/postgres-server.ts';
import { cpuMs, type MeasureArgs, type MeasureResult } from './measure.ts';
import { LINKS, makePage } from './search/pages.ts';
import { makeRecord } from './search/records.ts';
import { Dice, type RunningText, runningText } from './search/running-text.ts';

export const title = 'Shared catalogue: PostgreSQL against a file';

const ANALYSERS = 2;
const QUESTIONS = 300;
const PAGES_READ = 1000;
const DAY = 86_400_000;
const TODAY = Date.UTC(2026, 0, 1) / DAY;
/** As a server is run: nothing is promised that is not on the disk. */
const SETTINGS = [
  'fsync=on',
  'full_page_writes=on',
  'shared_buffers=256MB',
  'max_wal_size=2GB',
  'synchronous_commit=on',
];

const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;

interface Told {
  readonly pages: number;
  readonly ms: number;
  readonly cpu: number;
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`an analyser ended with ${code}`)));
  });
}

/** CPU of the server and of all who serve its connections, ms. */
function serverCpu(folder: string): number {
  const pid = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]!;
  const [, utime, stime, cutime, cstime] =
    /\) \S(?: \S+){10} (\d+) (\d+) (\d+) (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  return (Number(utime) + Number(stime) + Number(cutime) + Number(cstime)) * 10;
}

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  if (POSTGRES_BIN === null) throw new Error('no PostgreSQL was found');
  const records = Number(args.options.records ?? (args.quick ? 4_000 : 20_000));
  const batch = Number(args.options.batch ?? 512);
  const text = runningText(args.data);
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-shared-catalogue-'));
  const server = await PostgresServer.start({ settings: SETTINGS });
  try {
    const address = await server.database(['postgis']);
    const open = (): Promise<Database> => Database.open(clusterAddress(address), { application: 'bench' });
    const database = await open();
    await (await SharedCatalogue.open(database, { copies: join(folder, 'made') })).close();
    const written = await writtenByAnalysers(address, folder, { records, batch, data: args.data });
    const writer = await SharedCatalogue.open(database, { copies: join(folder, 'copies') });
    const settleFrom = performance.now();
    await writer.settle();
    const settled = performance.now() - settleFrom;
    const { bytes, textBytes } = await writer.summary();
    await writer.close();
    const gazetteer = await loadGazetteer();
    const path = join(folder, 'catalogue.db');
    const alone = await embedded(path, text, records, batch);
    const file = EmbeddedCatalogue.open(path, { gazetteer, readOnly: true });
    const copyFrom = performance.now();
    const shared = await SharedCatalogue.open(database, {
      copies: join(folder, 'copies'),
      gazetteer,
      readOnly: true,
    });
    await shared.matches(parseLine('governo', { gazetteer, today: TODAY }));
    const copied = performance.now() - copyFrom;
    const lagging = await SharedCatalogue.open(database, {
      copies: join(folder, 'copies'),
      gazetteer,
      readOnly: true,
      lag: 60_000,
    });
    const answered = await compared([file, shared, lagging], questions(text, records), async (one, line) => {
      await one.search(parseLine(line, { gazetteer, today: TODAY }));
    });
    const dice = new Dice(11);
    const urls = Array.from({ length: PAGES_READ }, () => makePage(text, 1, dice.int(records), []).url);
    const read = await compared([file, shared], urls, async (one, url) => {
      await one.pageAt(url);
    });
    for (const one of [file, shared, lagging]) await one.close();
    await database.close();
    await server.stop('fast');
    const rate = Math.round((written.pages / written.ms) * 1000);
    const over = answered[1]! - answered[0]!;
    return {
      tables: [
        {
          title: `${records.toLocaleString('en')} pages, ${LINKS} links each, ${ANALYSERS} analysers, batches of ${batch}`,
          columns: ['what', 'in PostgreSQL', 'in a file'],
          rows: [
            [
              'written by both analysers (into the file: by one), wall',
              `${rate.toLocaleString('en')} pages/s`,
              `${Math.round((records / alone.ms) * 1000).toLocaleString('en')} pages/s`,
            ],
            [
              'CPU of the analysers a page',
              `${Math.round((written.cpu / written.pages) * 1000)} µs`,
              `${Math.round((alone.cpu / records) * 1000)} µs`,
            ],
            ['CPU of the server a page', `${Math.round((written.server / written.pages) * 1000)} µs`, '–'],
            ['settled', `${(settled / 1000).toFixed(1)} s`, `${(alone.settled / 1000).toFixed(1)} s`],
            ['tables and indexes', `${(bytes / textBytes).toFixed(2)} × the text`, '–'],
            ['a first copy of the search index', `${(copied / 1000).toFixed(2)} s`, '–'],
            [
              'line to snippets and facets, median',
              `${answered[1]!.toFixed(1)} ms`,
              `${answered[0]!.toFixed(1)} ms`,
            ],
            ['the same, a minute old at most', `${answered[2]!.toFixed(1)} ms`, '–'],
            ['a page by its address, median', `${read[1]!.toFixed(2)} ms`, `${read[0]!.toFixed(2)} ms`],
          ],
        },
      ],
      figures: {
        rate,
        analysersCpuUs: (written.cpu / written.pages) * 1000,
        serverCpuUs: (written.server / written.pages) * 1000,
        settledMs: settled,
        copiedMs: copied,
        sharedMedianMs: answered[1]!,
        laggingMedianMs: answered[2]!,
        fileMedianMs: answered[0]!,
      },
      bars: [
        {
          what: 'pages written by two analysers',
          bar: '≥ 1,500 pages/s',
          measured: String(rate),
          met: rate >= 1500,
        },
        {
          what: 'median answer over that of a file',
          bar: '≤ 5 ms',
          measured: `${over.toFixed(1)} ms`,
          met: over <= 5,
        },
      ],
    };
  } finally {
    await server.remove();
    rmSync(folder, { recursive: true, force: true });
  }

  /** Pages written by two processes at once, from the word to the last of them. */
  async function writtenByAnalysers(
    address: string,
    copies: string,
    { records, batch, data }: { records: number; batch: number; data: string | undefined },
  ): Promise<{ pages: number; ms: number; cpu: number; server: number }> {
    const program = fileURLToPath(new URL('./search/analyser.ts', import.meta.url));
    const children = Array.from({ length: ANALYSERS }, (_, i) =>
      fork(
        program,
        [
          address,
          copies,
          String(i),
          String(ANALYSERS),
          String(records),
          String(batch),
          ...(data === undefined ? [] : [data]),
        ],
        { execArgv: ['--import', 'tsx'] },
      ),
    );
    const serverFrom = serverCpu(server.folder);
    const ended = children.map((child) => new Promise((resolve) => child.once('exit', resolve)));
    await Promise.all(children.map(nextMessage));
    const from = performance.now();
    const told = children.map(nextMessage);
    for (const child of children) child.send('go');
    const done = (await Promise.all(told)) as Told[];
    const ms = performance.now() - from;
    await Promise.all(ended);
    // What served the analysers has ended with them, and its time is the server's.
    return {
      pages: done.reduce((sum, one) => sum + one.pages, 0),
      ms,
      cpu: done.reduce((sum, one) => sum + one.cpu, 0),
      server: serverCpu(server.folder) - serverFrom,
    };
  }
}

/** The same into a file, by one. */
async function embedded(
  path: string,
  text: RunningText,
  records: number,
  batch: number,
): Promise<{ readonly ms: number; readonly cpu: number; readonly settled: number }> {
  const catalogue = EmbeddedCatalogue.open(path);
  const earlier: string[] = [];
  let ms = 0;
  let cpu = 0;
  for (let from = 0; from < records; from += batch) {
    const pages: PageRecord[] = [];
    for (let n = from; n < Math.min(records, from + batch); n++) pages.push(makePage(text, 1, n, earlier));
    for (const page of pages) earlier.push(page.url);
    const cpuFrom = cpuMs();
    const wallFrom = performance.now();
    await catalogue.write({ pages });
    ms += performance.now() - wallFrom;
    cpu += cpuMs() - cpuFrom;
  }
  const settleFrom = performance.now();
  await catalogue.settle();
  const settled = performance.now() - settleFrom;
  await catalogue.close();
  return { ms, cpu, settled };
}

function questions(text: RunningText, records: number): string[] {
  const dice = new Dice(9);
  return Array.from({ length: QUESTIONS }, (_, i) => {
    const words = makeRecord(text, 1, dice.int(records))
      .text.split(/[^\p{L}]+/u)
      .filter((word) => word.length > 4);
    const word = (): string => words[dice.int(Math.max(1, words.length))] ?? 'governo';
    if (i % 3 === 0) return `${word()} ${word()}`;
    return i % 3 === 1 ? `${word()} quando:1950..2000` : `${word()} OU ${word()}`;
  });
}

/** Medians of the same questions put to each in turn. */
async function compared<Q>(
  catalogues: readonly Catalogue[],
  asked: readonly Q[],
  ask: (catalogue: Catalogue, question: Q) => Promise<void>,
): Promise<number[]> {
  const times: number[][] = catalogues.map(() => []);
  for (const question of asked)
    for (const [i, catalogue] of catalogues.entries()) {
      const from = performance.now();
      await ask(catalogue, question);
      times[i]!.push(performance.now() - from);
    }
  return times.map(median);
}

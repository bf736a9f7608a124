/**
 * The search index on generated records: how fast it is filled and asked, how large it gets, what a bound on the candidates would cost; and
 * the same questions put to plain FTS5, minisearch and Orama. `--records 1000000` for the full size, `--data <folder>` for word
 * frequencies of real texts, `--peers 0` without the peers.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { openDatabase, PORTUGUESE_DICTIONARY } from '../src/catalogue/index.ts';
import { SEARCH_INDEX_SCHEMA, SqliteSearchIndex } from '../src/catalogue/search-index/index.ts';
import type { IndexedDocument } from '../src/catalogue/search-index/port.ts';
import { type Bar, cpuMs, type MeasureArgs, type MeasureResult, type MeasureTable } from './measure.ts';
import { ftsEngine, miniSearchEngine, oramaEngine, type PeerEngine } from './search/peers.ts';
import { MIX, type Question, Questions } from './search/questions.ts';
import { makeRecord } from './search/records.ts';
import { Dice, type RunningText, runningText } from './search/running-text.ts';

export const title = 'Search index: a published mix of questions over generated records';

const BATCH = 500;

interface Spread {
  readonly median: number;
  readonly p95: number;
  readonly p99: number;
  readonly most: number;
}

function spread(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): number =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
  return { median: at(0.5), p95: at(0.95), p99: at(0.99), most: sorted.at(-1) ?? 0 };
}

const ms = (value: number): string => value.toFixed(value < 10 ? 2 : 1);

interface Built {
  readonly wall: number;
  readonly cpu: number;
  readonly longest: number;
  readonly textBytes: number;
  readonly packedBytes: number;
}

function build(
  index: SqliteSearchIndex,
  transaction: (work: () => void) => void,
  text: RunningText,
  records: number,
  seed: number,
): Built {
  let wall = 0;
  let cpu = 0;
  let longest = 0;
  let textBytes = 0;
  let packedFrom = 0;
  let packedTo = 0;
  const dictionary = Buffer.from(PORTUGUESE_DICTIONARY);
  for (let from = 0; from < records; from += BATCH) {
    const batch: IndexedDocument[] = [];
    for (let n = from; n < Math.min(records, from + BATCH); n++) {
      const record = makeRecord(text, seed, n);
      batch.push(record);
      textBytes += Buffer.byteLength(record.text) + Buffer.byteLength(record.title);
    }
    // How well texts are packed is known from one in fifty.
    if ((from / BATCH) % 50 === 0)
      for (const record of batch) {
        const bytes = Buffer.from(record.text);
        packedFrom += bytes.length;
        packedTo += deflateRawSync(bytes, { level: 6, dictionary }).length;
      }
    const cpuFrom = cpuMs();
    const wallFrom = performance.now();
    transaction(() => index.add(batch));
    const took = performance.now() - wallFrom;
    wall += took;
    cpu += cpuMs() - cpuFrom;
    longest = Math.max(longest, took);
    if (process.stderr.isTTY)
      process.stderr.write(
        `\r${from + batch.length} records, ${Math.round((from + batch.length) / (wall / 1000))}/s `,
      );
  }
  const cpuFrom = cpuMs();
  const wallFrom = performance.now();
  transaction(() => index.merge());
  wall += performance.now() - wallFrom;
  cpu += cpuMs() - cpuFrom;
  return { wall, cpu, longest, textBytes, packedBytes: (textBytes * packedTo) / packedFrom };
}

function timed(
  index: SqliteSearchIndex,
  questions: readonly Question[],
): { readonly times: number[]; readonly cpu: number[]; readonly totals: number[] } {
  const times: number[] = [];
  const cpu: number[] = [];
  const totals: number[] = [];
  for (const { request } of questions) {
    const cpuFrom = cpuMs();
    const from = performance.now();
    const { total } = index.search(request);
    times.push(performance.now() - from);
    cpu.push(cpuMs() - cpuFrom);
    totals.push(total);
  }
  return { times, cpu, totals };
}

function kindsTable(
  caption: string,
  questions: readonly Question[],
  first: { readonly times: number[]; readonly cpu: number[]; readonly totals: number[] },
  warm: { readonly times: number[]; readonly cpu: number[] },
): MeasureTable {
  const row = (name: string, share: string, of: (i: number) => boolean): (string | number)[] => {
    const chosen = questions.map((_, i) => i).filter(of);
    const a = spread(chosen.map((i) => first.times[i]!));
    const b = spread(chosen.map((i) => warm.times[i]!));
    const cpu = spread(chosen.map((i) => warm.cpu[i]!));
    const found = spread(chosen.map((i) => first.totals[i]!));
    return [
      name,
      share,
      chosen.length,
      found.median,
      ms(a.median),
      ms(a.p99),
      ms(b.median),
      ms(b.p95),
      ms(b.p99),
      ms(cpu.median),
      ms(cpu.p99),
    ];
  };
  return {
    title: caption,
    columns: [
      'question',
      'share',
      'asked',
      'median matches',
      'first median ms',
      'first p99',
      'again median ms',
      'p95',
      'p99',
      'CPU median ms',
      'CPU p99',
    ],
    rows: [
      ...MIX.map(([name, share]) =>
        row(name, `${Math.round(share * 100)} %`, (i) => questions[i]!.kind === name),
      ),
      row('all', '100 %', () => true),
    ],
    note: 'Ten hits with the parts of their scores, totals and all facets, exact. Words: a third each from those in < 0.05 %, < 1 % and more of the documents; conjunctions mostly from one document; phrases of 2 or 3 words (and the stop words between) as they stand in a document. First: a new connection, no question asked twice; again: the same once more. CPU of the second round: what the clock would say on a machine that nobody shares.',
  };
}

/** How far the first ten under a bound are from the exact ones. */
function quality(
  index: SqliteSearchIndex,
  questions: readonly Question[],
  bounds: readonly number[],
): (string | number)[][] {
  const rows: (string | number)[][] = [];
  const exact = questions.map(({ request }) => index.search({ ...request, limit: 10 }));
  for (const bound of bounds) {
    const times: number[] = [];
    let overlap = 0;
    let gain = 0;
    let cut = 0;
    let counted = 0;
    for (const [i, { request }] of questions.entries()) {
      const ideal = exact[i]!;
      const from = performance.now();
      const answer = index.search(Number.isFinite(bound) ? { ...request, bound } : request);
      times.push(performance.now() - from);
      if (answer.bounded) cut++;
      if (ideal.hits.length === 0) continue;
      counted++;
      const known = new Set(ideal.hits.map((hit) => hit.id));
      overlap += answer.hits.filter((hit) => known.has(hit.id)).length / ideal.hits.length;
      // What a document is worth is its exact score: the bound changes which are found, not what they are worth.
      const discounted = (scores: readonly number[]): number =>
        scores.reduce((sum, score, rank) => sum + score / Math.log2(rank + 2), 0);
      const best = discounted(ideal.hits.map((hit) => hit.score));
      gain += best === 0 ? 1 : Math.min(1, discounted(answer.hits.map((hit) => hit.score)) / best);
    }
    const { median, p99 } = spread(times);
    rows.push([
      Number.isFinite(bound) ? bound.toLocaleString('en-US') : 'none (default)',
      ms(median),
      ms(p99),
      `${((100 * cut) / questions.length).toFixed(1)} %`,
      (overlap / counted).toFixed(3),
      (gain / counted).toFixed(4),
    ]);
  }
  return rows;
}

async function peerRow(
  engine: PeerEngine,
  records: number,
  text: RunningText,
  seed: number,
  questions: readonly Question[],
): Promise<(string | number)[]> {
  const cpuFrom = cpuMs();
  let made = 0;
  for (let from = 0; from < records; from += BATCH) {
    const start = cpuMs();
    const batch = Array.from({ length: Math.min(BATCH, records - from) }, (_, i) =>
      makeRecord(text, seed, from + i),
    );
    made += cpuMs() - start;
    await engine.add(batch);
  }
  await engine.ready();
  const cpu = cpuMs() - cpuFrom - made;
  const cells: (string | number)[] = [engine.name, Math.round(records / (cpu / 1000))];
  for (const kinds of [['AND of 2', 'AND of 3'], ['OR of 2', 'OR of 3'], ['phrase']]) {
    const chosen = questions.filter(({ kind }) => kinds.includes(kind));
    const run = engine.question(kinds[0]!.split(' ')[0]!);
    if (run === null) {
      cells.push('–');
      continue;
    }
    const times: number[] = [];
    for (const { words } of chosen) {
      const from = performance.now();
      await run(words);
      times.push(performance.now() - from);
    }
    const { median, p99 } = spread(times);
    cells.push(`${ms(median)} / ${ms(p99)}`);
  }
  engine.close();
  return cells;
}

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const records = Number(args.options.records ?? (args.quick ? 20_000 : 200_000));
  const asked = Number(args.options.questions ?? (args.quick ? 400 : 2000));
  const peers = Number(args.options.peers ?? (args.quick ? 2000 : 20_000));
  const ftsRecords = Number(args.options.fts ?? Math.min(records, 200_000));
  const seed = args.seed ?? 7;
  const text = runningText(args.data);
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-search-'));
  const path = join(folder, 'index.db');
  const tables: MeasureTable[] = [];
  try {
    let database = openDatabase(path);
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = NORMAL');
    database.exec(SEARCH_INDEX_SCHEMA);
    let index = new SqliteSearchIndex(database);
    const built = build(index, (work) => database.transaction(work), text, records, seed);
    const { segments } = index;
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    const samples = Array.from({ length: 1500 }, (_, i) =>
      makeRecord(text, seed, Math.floor((i * records) / 1500)),
    );
    const maker = new Questions(index, samples, new Dice(seed + 1));
    const questions = Array.from({ length: asked }, () => maker.make());
    database.close();

    const opening = performance.now();
    database = openDatabase(path);
    index = new SqliteSearchIndex(database);
    const open = performance.now() - opening;
    const first = timed(index, questions);
    const warm = timed(index, questions);
    const pages = database.prepare('PRAGMA page_count').get<{ page_count: number }>()!.page_count;
    const free = database.prepare('PRAGMA freelist_count').get<{ freelist_count: number }>()!.freelist_count;
    const size = statSync(path).size;
    const used = (size * (pages - free)) / pages;
    const facts = text.facts;
    tables.push({
      title: `${records.toLocaleString('en-US')} records`,
      columns: ['what', 'value'],
      rows: [
        [
          'source of the words',
          `${facts.source}: ${facts.words.toLocaleString('en-US')} words, ${facts.distinct.toLocaleString('en-US')} distinct`,
        ],
        [
          'Zipf–Mandelbrot of it',
          `1/(rank + ${facts.shift})^${facts.exponent.toFixed(3)}; ${(facts.unseen * 100).toFixed(1)} % of running words from its tail`,
        ],
        ['text a record', `${Math.round(built.textBytes / records)} bytes`],
        [
          'indexed, wall (stemming, merges, commits)',
          `${Math.round(records / (built.wall / 1000)).toLocaleString('en-US')} records/s`,
        ],
        ['indexed, CPU', `${Math.round(records / (built.cpu / 1000)).toLocaleString('en-US')} records/s`],
        [`longest batch of ${BATCH} (with the merge that it set off)`, `${Math.round(built.longest)} ms`],
        ['segments', segments],
        ['index', `${(used / built.textBytes).toFixed(3)} × the text (${Math.round(used / 1e6)} MB)`],
        ['index file with free pages', `${(size / built.textBytes).toFixed(3)} × the text`],
        [
          'texts deflated with a dictionary',
          `${(built.packedBytes / built.textBytes).toFixed(3)} × the text`,
        ],
        ['opened in', `${ms(open)} ms`],
        ['memory after all questions', `${Math.round(process.memoryUsage().rss / 1e6)} MB`],
      ],
      note: 'The walk over real text jumps every third word, so generated text is packed less well than real text is.',
    });
    tables.push(kindsTable('Time of a question', questions, first, warm));
    tables.push({
      title: 'With and without a bound on the documents looked at',
      columns: ['bound', 'median ms', 'p99 ms', 'questions cut', 'overlap@10', 'nDCG@10'],
      rows: quality(index, questions.slice(0, Math.min(asked, 1000)), [
        Number.POSITIVE_INFINITY,
        100_000,
        20_000,
        5000,
      ]),
      note: 'nDCG of the bounded answer, the worth of a document being its exact score. Under a bound totals and facets are lower bounds.',
    });
    database.close();

    if (peers > 0) {
      const rows: (string | number)[][] = [];
      rows.push(await peerRow(ftsEngine(folder), ftsRecords, text, seed, questions.slice(0, 1000)));
      rows[0]![0] = `FTS5, contentless, ${ftsRecords.toLocaleString('en-US')} records`;
      tables.push({
        title: 'The same questions, words and ten hits only (no facets, periods, places), median / p99 ms',
        columns: ['engine', 'records/s CPU', 'AND', 'OR', 'phrase'],
        rows: [
          ...rows,
          await peerRow(miniSearchEngine(), peers, text, seed, questions.slice(0, 400)),
          await peerRow(oramaEngine(), peers, text, seed, questions.slice(0, 400)),
        ],
        note: `minisearch and Orama in memory with ${peers.toLocaleString('en-US')} records, given the same stems. They have no phrases.`,
      });
    }
    const a = spread(first.times);
    const b = spread(warm.times);
    const c = spread(warm.cpu);
    const rate = records / (built.wall / 1000);
    const whole = (used + built.packedBytes) / built.textBytes;
    const bars: Bar[] = [
      {
        what: `median of the mix, ${records.toLocaleString('en-US')} records`,
        bar: '≤ 30 ms',
        measured: `${ms(a.median)} ms first, ${ms(b.median)} ms again (CPU ${ms(c.median)} ms)`,
        met: a.median <= 30,
      },
      {
        what: '99th percentile of the mix',
        bar: '≤ 150 ms',
        measured: `${ms(a.p99)} ms first, ${ms(b.p99)} ms again (CPU ${ms(c.p99)} ms)`,
        met: a.p99 <= 150,
      },
      {
        what: 'indexing with stemming',
        bar: '≥ 2,000 pages/s',
        measured: `${Math.round(rate)} pages/s (CPU ${Math.round(records / (built.cpu / 1000))})`,
        met: rate >= 2000,
      },
      {
        what: 'index and packed text',
        bar: '≤ 1.5 × the text',
        measured: `${whole.toFixed(2)} ×`,
        met: whole <= 1.5,
      },
    ];
    return {
      tables,
      bars,
      figures: {
        records,
        medianFirstMs: a.median,
        p99FirstMs: a.p99,
        medianCpuMs: c.median,
        p99CpuMs: c.p99,
        pagesPerCpuSecond: records / (built.cpu / 1000),
        medianMs: b.median,
        p99Ms: b.p99,
        pagesPerSecond: rate,
        bytesPerTextByte: whole,
        segments,
        openMs: open,
      },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

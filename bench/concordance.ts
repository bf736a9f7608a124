/**
 * Concordances over generated pages: the first screen in the order of the pages, by year, by every order of the words beside and of the form
 * found, years, and collocations, for words of ever more hits; exact forms and stop words, which the index does not have. `--records n`
 * (default 1,000,000; 20,000 with `--quick`), `--data <folder>` for word frequencies of real texts, `--keep <folder>` to keep the catalogue
 * for another run.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  EmbeddedCatalogue,
  type LineOrder,
  type LinesAsked,
  type PageRecord,
  parseLine,
  type Query,
} from '../src/catalogue/index.ts';
import { termOf } from '../src/catalogue/search-index/index.ts';
import { cpuMs, type MeasureArgs, type MeasureResult } from './measure.ts';
import { makePage } from './search/pages.ts';
import { makeRecord } from './search/records.ts';
import { Dice, runningText } from './search/running-text.ts';

export const title = 'Concordance: first screens, years and collocations';

const BATCH = 512;
/** Words that are tried until there are some of every number of hits. */
const TRIED = 250;
const WORDS_OF_A_SIZE = 3;
/** Hits, up to which a first screen has its bar. */
const SORTED_BAR = 50_000;
const SIZES = [100, 1_000, 5_000, 20_000, SORTED_BAR, Number.POSITIVE_INFINITY];
/** Of CPU: what the clock would say on a machine that nobody shares. */
const BAR_MS = 200;
/** Orders that the words beside decide, as the table has them. */
const BESIDE: readonly (readonly [string, readonly LineOrder[]])[] = [
  ['right', ['right']],
  ['left', ['left']],
  ['l1, r1', ['l1', 'r1']],
  ['second or third word (slowest of l2, l3, r2, r3)', ['l2', 'l3', 'r2', 'r3']],
];
/** Beyond so many hits, what reads every page is not waited for. */
const READ_ALL = 20_000;

interface Took {
  readonly wall: number;
  readonly cpu: number;
}

async function took(work: () => Promise<unknown>): Promise<Took> {
  const [cpu, wall] = [cpuMs(), performance.now()];
  await work();
  return { wall: performance.now() - wall, cpu: cpuMs() - cpu };
}

const slowest = (all: readonly Took[], of: keyof Took): number => Math.max(0, ...all.map((one) => one[of]));
const ms = (all: readonly Took[]): string =>
  all.length === 0 ? '–' : `${slowest(all, 'wall').toFixed(1)} (${slowest(all, 'cpu').toFixed(1)})`;

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const records = Number(args.options.records ?? (args.quick ? 20_000 : 1_000_000));
  const seed = 1;
  const text = runningText(args.data);
  const { keep } = args.options;
  const folder = keep ?? mkdtempSync(join(tmpdir(), 'tarrafa-concordance-'));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'catalogue.db');
  const everything: Query = parseLine('', { gazetteer: null, today: 20_000 });
  try {
    const kept = existsSync(path);
    const writing = EmbeddedCatalogue.open(path);
    for (let from = 0; from < (kept ? 0 : records); from += BATCH) {
      const pages: PageRecord[] = [];
      for (let n = from; n < Math.min(records, from + BATCH); n++) pages.push(makePage(text, seed, n, []));
      await writing.write({ pages });
      if (process.stderr.isTTY) process.stderr.write(`\r${from + pages.length} records `);
    }
    await writing.close();
    const bytes = [path, `${path}-wal`].reduce(
      (sum, file) => sum + (existsSync(file) ? statSync(file).size : 0),
      0,
    );
    const fresh = EmbeddedCatalogue.open(path, { readOnly: true });
    const first = await took(() => fresh.concordance(everything, { words: 'governo', sort: ['right'] }));
    await fresh.close();
    const catalogue = EmbeddedCatalogue.open(path, { readOnly: true });
    const hitsOf = async (words: string): Promise<number> =>
      (await catalogue.concordance(everything, { words, limit: 1 })).hits;
    const bySize = SIZES.map((): string[] => []);
    const dice = new Dice(5);
    const tried = new Set<string>();
    for (let i = 0; i < TRIED; i++) {
      const found = makeRecord(text, seed, dice.int(records)).text.split(/[^\p{L}]+/u);
      const word = (found[dice.int(found.length)] ?? '').toLowerCase();
      // Stop words are not in the index: they are asked for by themselves.
      if (word.length < 4 || tried.has(word) || termOf(word) === '') continue;
      tried.add(word);
      const hits = await hitsOf(word);
      const size = SIZES.findIndex((most) => hits <= most);
      // Near the upper end of its size, so that the bar is asked where it is hardest.
      if (hits > (SIZES[size - 1] ?? 0) && bySize[size]!.length < WORDS_OF_A_SIZE) bySize[size]!.push(word);
    }
    const stopWords = ['para', 'de', 'não'];
    const rows: (string | number)[][] = [];
    const unsorted: Took[] = [];
    const sorted: Took[] = [];
    let perPage = 0;
    for (const [size, words] of bySize.entries()) {
      if (words.length === 0) continue;
      const lines = (more: Partial<LinesAsked>) => async (word: string) =>
        took(() => catalogue.concordance(everything, { words: word, ...more }));
      const all = async (one: (word: string) => Promise<Took>): Promise<Took[]> => {
        const times: Took[] = [];
        for (const word of words) times.push(await one(word));
        return times;
      };
      const hits = Math.max(...(await Promise.all(words.map(hitsOf))));
      const plain = await all(lines({}));
      const byYear = await all(lines({ sort: ['year'] }));
      const beside: Took[][] = [];
      for (const [title, orders] of BESIDE) {
        const times: Took[] = [];
        // Each by itself, or the orders together.
        const asked = title.includes('slowest') ? orders.map((order) => [order]) : [orders];
        for (const sort of asked) times.push(...(await all(lines({ sort }))));
        beside.push(times);
      }
      const readAll = hits <= READ_ALL;
      const byForm = readAll ? await all(lines({ sort: ['key'] })) : [];
      if (readAll) perPage = Math.max(perPage, slowest(byForm, 'cpu') / hits);
      const years = await all((word) => took(() => catalogue.wordYears(everything, { words: word })));
      const near = await all((word) =>
        took(() => catalogue.collocations(everything, { words: word }, { mostRead: 20_000 })),
      );
      unsorted.push(...plain);
      if (SIZES[size]! <= SORTED_BAR) sorted.push(...beside.flat());
      rows.push([
        hits.toLocaleString('en'),
        words.length,
        ms(plain),
        ms(byYear),
        ...beside.map(ms),
        ms(byForm),
        ms(years),
        ms(near),
      ]);
    }
    const others: (string | number)[][] = [];
    const other = async (title: string, asked: readonly LinesAsked[]): Promise<void> => {
      const plain: Took[] = [];
      for (const one of asked) plain.push(await took(() => catalogue.concordance(everything, one)));
      unsorted.push(...plain);
      others.push([title, asked.length, ms(plain)]);
    };
    await other(
      'stop words',
      stopWords.map((words) => ({ words })),
    );
    for (const fold of [false, true])
      await other(
        fold ? 'exact forms, folded' : 'exact forms',
        bySize.flat().map((words) => ({ words, match: 'exact' as const, fold })),
      );
    await catalogue.close();
    return {
      tables: [
        {
          title: `${records.toLocaleString('en')} pages; the slowest word of each size, ms wall (CPU)`,
          columns: [
            'hits up to',
            'words',
            'first screen',
            'by year',
            ...BESIDE.map(([title]) => title),
            'form found',
            'years',
            'collocations',
          ],
          rows,
          note: `Sorted by the form found, every page that has a hit is read: ${(perPage * 1000).toFixed(0)} µs CPU a hit. Collocations read at most 20,000 pages. Catalogue: ${(bytes / 1e6).toFixed(0)} MB. The first question to a catalogue just opened ("governo", right): ${first.wall.toFixed(0)} ms (${first.cpu.toFixed(0)}).`,
        },
        {
          title:
            'What the index does not have: the slowest first screen in the order of the pages, ms wall (CPU)',
          columns: ['', 'asked', 'first screen'],
          rows: others,
          note: 'How many there are is told from up to 200 of the pages that may have them, and lines are looked for in 800 of them.',
        },
      ],
      figures: {
        unsortedMs: slowest(unsorted, 'wall'),
        sortedMs: slowest(sorted, 'wall'),
        sortedCpuMs: slowest(sorted, 'cpu'),
        readPerHitUs: perPage * 1000,
      },
      bars: [
        {
          what: 'first screen, in the order of the pages',
          bar: `≤ ${BAR_MS} ms CPU`,
          measured: `CPU ${slowest(unsorted, 'cpu').toFixed(1)} ms, wall ${slowest(unsorted, 'wall').toFixed(1)} ms`,
          met: slowest(unsorted, 'cpu') <= BAR_MS,
        },
        {
          what: `first screen sorted by the words beside, up to ${SORTED_BAR.toLocaleString('en')} hits`,
          bar: `≤ ${BAR_MS} ms CPU`,
          measured: `CPU ${slowest(sorted, 'cpu').toFixed(1)} ms, wall ${slowest(sorted, 'wall').toFixed(1)} ms`,
          met: slowest(sorted, 'cpu') <= BAR_MS,
        },
      ],
    };
  } finally {
    if (keep === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

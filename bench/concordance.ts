/**
 * Concordances over generated pages: the first screen in the order of the pages, by year and sorted by the word to the right, years, and
 * collocations, for words of ever more hits. `--records n` (default 1,000,000; 20,000 with `--quick`), `--data <folder>` for word
 * frequencies of real texts.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  EmbeddedCatalogue,
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
const TRIED = 400;
const WORDS_OF_A_SIZE = 3;
/** Hits, up to which a first screen has its bar. */
const SORTED_BAR = 50_000;
const SIZES = [100, 1_000, 5_000, 20_000, SORTED_BAR, Number.POSITIVE_INFINITY];
const BAR_MS = 200;

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
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-concordance-'));
  const path = join(folder, 'catalogue.db');
  const everything: Query = parseLine('', { gazetteer: null, today: 20_000 });
  try {
    const writing = EmbeddedCatalogue.open(path);
    for (let from = 0; from < records; from += BATCH) {
      const pages: PageRecord[] = [];
      for (let n = from; n < Math.min(records, from + BATCH); n++) pages.push(makePage(text, seed, n, []));
      await writing.write({ pages });
      if (process.stderr.isTTY) process.stderr.write(`\r${from + pages.length} records `);
    }
    await writing.close();
    const catalogue = EmbeddedCatalogue.open(path, { readOnly: true });
    const hitsOf = async (words: string): Promise<number> =>
      (await catalogue.wordYears(everything, { words })).hits;
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
      const byRight = await all(lines({ sort: ['right'] }));
      const years = await all((word) => took(() => catalogue.wordYears(everything, { words: word })));
      const near = await all((word) =>
        took(() => catalogue.collocations(everything, { words: word }, { mostRead: 20_000 })),
      );
      unsorted.push(...plain);
      if (SIZES[size]! <= SORTED_BAR) sorted.push(...byRight);
      perPage = slowest(byRight, 'cpu') / hits;
      rows.push([
        hits.toLocaleString('en'),
        words.length,
        ms(plain),
        ms(byYear),
        ms(byRight),
        ms(years),
        ms(near),
      ]);
    }
    const stopped: Took[] = [];
    for (const words of stopWords)
      stopped.push(await took(() => catalogue.concordance(everything, { words })));
    unsorted.push(...stopped);
    rows.push(['stop words', stopWords.length, ms(stopped), '–', '–', '–', '–']);
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
            'by the word to the right',
            'years',
            'collocations',
          ],
          rows,
          note: `Sorted by words, every page that has a hit is read: ${(perPage * 1000).toFixed(0)} µs a hit. Collocations read at most 20,000 pages. Catalogue: ${(statSync(path).size / 1e6).toFixed(0)} MB.`,
        },
      ],
      figures: {
        unsortedMs: slowest(unsorted, 'wall'),
        sortedMs: slowest(sorted, 'wall'),
        sortedPerHitUs: perPage * 1000,
      },
      bars: [
        {
          what: 'first screen, in the order of the pages',
          bar: `≤ ${BAR_MS} ms`,
          measured: `${slowest(unsorted, 'wall').toFixed(1)} ms (CPU ${slowest(unsorted, 'cpu').toFixed(1)} ms)`,
          met: slowest(unsorted, 'wall') <= BAR_MS,
        },
        {
          what: `first screen sorted by a neighbouring word, up to ${SORTED_BAR.toLocaleString('en')} hits`,
          bar: `≤ ${BAR_MS} ms`,
          measured: `${slowest(sorted, 'wall').toFixed(1)} ms (CPU ${slowest(sorted, 'cpu').toFixed(1)} ms)`,
          met: slowest(sorted, 'wall') <= BAR_MS,
        },
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

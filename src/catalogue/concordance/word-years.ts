/** How often words stand in pages of each year. */

import type { ReadingOptions, WordsAsked, WordYears, YearFrequency } from '../ports/index.ts';
import type { Query } from '../ports/question.ts';
import { RatioEstimate } from './ratio-estimate.ts';
import { ESTIMATED_FROM, perMillion, Reading, totalOf } from './reading.ts';
import { drawnNumbers, draws } from './sampling.ts';
import type { ConcordanceSource } from './source.ts';

const SEED = 1;

interface Counted {
  hits: number;
  pages: number;
}

export async function wordYears(
  source: ConcordanceSource,
  query: Query,
  asked: WordsAsked,
  options: ReadingOptions,
): Promise<WordYears> {
  const reading = await Reading.of(source, query, asked, options, { years: true });
  const totals = await source.wordTotals(query, true);
  const { found } = reading;
  const published = new Map<number, Counted>();
  const spoken = new Map<number, Counted>();
  const sum: Counted = { hits: 0, pages: 0 };
  const count = (at: number, hits: number): void => {
    if (hits === 0) return;
    const year = reading.year(at);
    sum.hits += hits;
    sum.pages++;
    if (year !== null) add(published, year, hits);
    for (let y = found.yearStarts[at]!; y < found.yearStarts[at + 1]!; y++)
      add(spoken, found.years[y]!, hits);
  };
  const pages = found.pages.length;
  let scale = 1;
  const estimate = new RatioEstimate();
  if (reading.exact) for (let at = 0; at < pages; at++) count(at, found.counts[at]!);
  else {
    const all = options.whole === true || pages <= ESTIMATED_FROM;
    const places = all ? reading.all() : drawnNumbers(ESTIMATED_FROM, pages, draws(SEED));
    const read = all ? pages : ESTIMATED_FROM;
    for await (const { at, matched } of reading.pages(places, read)) {
      estimate.add(1, matched.hits.length);
      count(at, matched.hits.length);
    }
    scale = read === 0 ? 1 : pages / read;
  }
  const scaled = (value: number): number => Math.round(value * scale);
  const years = (
    counted: ReadonlyMap<number, Counted>,
    words: readonly (readonly [number, number])[],
  ): YearFrequency[] =>
    words.map(([year, of]) => {
      const { hits, pages: having } = counted.get(year) ?? { hits: 0, pages: 0 };
      return {
        year,
        hits: scaled(hits),
        pages: scaled(having),
        words: of,
        perMillion: perMillion(scaled(hits), of),
      };
    });
  return {
    ...totalOf(scaled(sum.hits), scaled(sum.pages), totals, scale === 1 ? null : estimate.error(pages)),
    published: years(published, totals.published),
    spoken: years(spoken, totals.spoken),
  };
}

function add(counted: Map<number, Counted>, year: number, hits: number): void {
  const known = counted.get(year);
  if (known === undefined) counted.set(year, { hits, pages: 1 });
  else {
    known.hits += hits;
    known.pages++;
  }
}

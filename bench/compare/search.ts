/**
 * A mix of questions to a catalogue of generated pages, from the line to the snippets. `size` is how many questions; the catalogue is made by
 * the first run in a folder, which counts for nothing.
 */
import { existsSync } from 'node:fs';
import { makePage } from '../search/pages.ts';
import { makeRecord } from '../search/records.ts';
import { Dice, runningText } from '../search/running-text.ts';
import { given, measured, room } from './program.ts';

const PAGES = 6000;
const BATCH = 512;
const TODAY = 20_454;

const { EmbeddedCatalogue, parseLine } = await room('catalogue');
const text = runningText(undefined);
const path = `${given.folder}/catalogue.db`;
if (!existsSync(path)) {
  const fresh = await EmbeddedCatalogue.open(path);
  const earlier: string[] = [];
  for (let from = 0; from < PAGES; from += BATCH) {
    const count = Math.min(BATCH, PAGES - from);
    const pages = Array.from({ length: count }, (_, i) => makePage(text, 1, from + i, earlier));
    for (const page of pages) earlier.push(page.url);
    await fresh.write({ pages, marks: [{ file: 'collection.warc.gz', offset: from * 4_000 }] });
  }
  await fresh.settle();
  await fresh.close();
}

const dice = new Dice(9);
const lines = Array.from({ length: given.size }, (_, i) => {
  const words = makeRecord(text, 1, dice.int(PAGES))
    .text.split(/[^\p{L}]+/u)
    .filter((word) => word.length > 4);
  const word = (): string => words[dice.int(Math.max(1, words.length))] ?? 'governo';
  const pair = `${word()} ${word()}`;
  return [word(), pair, `"${pair}"`, `${word()} OU ${word()}`, `${word()} quando:1950..2000`, 'quando:1964'][
    i % 6
  ]!;
});
const catalogue = await EmbeddedCatalogue.open(path, { readOnly: true });
await measured(async () => {
  const work = { found: 0, hits: 0 };
  for (const line of lines) {
    const { total, hits } = await catalogue.search(parseLine(line, { gazetteer: null, today: TODAY }));
    work.found += total;
    work.hits += hits.length;
  }
  return work;
});
await catalogue.close();

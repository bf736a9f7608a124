/** Generated pages written into a new catalogue, and settled. `size` is how many. */
import { makePage } from '../search/pages.ts';
import { runningText } from '../search/running-text.ts';
import { given, measured, room } from './program.ts';

const BATCH = 512;

const { EmbeddedCatalogue } = await room('catalogue');
const text = runningText(undefined);
const earlier: string[] = [];
const batches = Array.from({ length: Math.ceil(given.size / BATCH) }, (_, at) => {
  const from = at * BATCH;
  const count = Math.min(BATCH, given.size - from);
  const pages = Array.from({ length: count }, (_, i) => makePage(text, 1, from + i, earlier));
  for (const page of pages) earlier.push(page.url);
  return { pages, marks: [{ file: 'collection.warc.gz', offset: from * 4_000 }] };
});
await measured(async () => {
  const catalogue = await EmbeddedCatalogue.open(`${given.folder}/catalogue.db`);
  for (const batch of batches) await catalogue.write(batch);
  await catalogue.settle();
  const { pages, links } = await catalogue.summary();
  await catalogue.close();
  return { pages, links };
});

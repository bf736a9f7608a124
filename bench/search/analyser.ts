/**
 * One of several analysers that fill a shared catalogue: makes its pages, waits for the word, writes them by batches, and tells how long that
 * took. Run by `bench/shared-catalogue.ts` with the address of the database, a folder for its copy, its number, how many there are, how many pages.
 */

import type { PageRecord } from '../../src/catalogue/index.ts';
import { SharedCatalogue } from '../../src/catalogue/postgres/index.ts';
import { clusterAddress, Database } from '../../src/postgres/index.ts';
import { cpuMs } from '../measure.ts';
import { makePage } from './pages.ts';
import { runningText } from './running-text.ts';

const [address, copies, number, of, pages, batchSize, data] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string | undefined,
];
const text = runningText(data);
const records: PageRecord[] = [];
const earlier: string[] = [];
for (let n = Number(number); n < Number(pages); n += Number(of)) {
  const page = makePage(text, 1, n, earlier);
  earlier.push(page.url);
  records.push(page);
}
const database = await Database.open(clusterAddress(address), { application: `analyser ${number}` });
const catalogue = await SharedCatalogue.open(database, { copies });
const word = new Promise((resolve) => process.once('message', resolve));
process.send!('ready');
await word;
const cpuFrom = cpuMs();
const from = performance.now();
for (let at = 0; at < records.length; at += Number(batchSize))
  await catalogue.write({
    pages: records.slice(at, at + Number(batchSize)),
    marks: [{ file: `analyser-${number}.warc.gz`, offset: at * 4_000 }],
  });
process.send!({ pages: records.length, ms: performance.now() - from, cpu: cpuMs() - cpuFrom });
await catalogue.close();
await database.close();
process.disconnect();

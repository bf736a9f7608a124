/**
 * A worker that archives pages and keeps its archive in a store, in a process of its own that may be killed at any moment: it goes on behind
 * the last page of its journal. A line of the journal is a record that is whole on the disk.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WarcWriter } from '../warc/index.ts';
import { ArchiveUploader } from './archive-uploader.ts';
import { S3Store } from './s3/s3-store.ts';

const [folder, pages, address] = process.argv.slice(2) as [string, string, string];
const journal = join(folder, '..', 'journal.jsonl');
const store = S3Store.open(address, process.env, {
  singleBytes: 12_000,
  partBytes: 6_000,
  limits: { idle: 300, pause: 1, longestPause: 10, attempts: 12 },
});
const writer = WarcWriter.open(folder, { newFile: true });
const uploader = new ArchiveUploader({
  store,
  folder,
  worker: 'maquina-1',
  growing: () => writer.growing,
  finish: () => void writer.finishFile(),
  every: 20,
});
uploader.begin();

/** Pages in a file. */
const SOME = 8;
const done = existsSync(journal) ? readFileSync(journal, 'utf8').split('\n').length - 1 : 0;
for (const [i, line] of readFileSync(pages, 'utf8').trim().split('\n').entries()) {
  if (i < done) continue;
  if (i % SOME === 0) writer.finishFile();
  const { body, ...page } = JSON.parse(line);
  const record = writer.writeExchange({ ...page, body: Buffer.from(body, 'base64') });
  appendFileSync(journal, `${JSON.stringify({ ...record, url: page.url })}\n`);
  // Others may come in between, as in a crawl.
  await new Promise((resolve) => setImmediate(resolve));
}
const left = await uploader.close();
writer.close();
await store.close();
if (left.files > 0 || left.refused.length > 0) throw new Error(`left: ${JSON.stringify(left)}`);

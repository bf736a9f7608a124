/** Pages as somebody may have them archived: a WARC file that `--from` takes. */
import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WarcWriter } from '../../src/warc/index.ts';

const NOON = Date.UTC(2024, 4, 6, 12);

/** The file, in a folder of its own under the temporary folder. */
export function archivedPages(pages: Iterable<readonly [url: string, html: string]>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-archived-'));
  const writer = WarcWriter.open(folder, { clock: () => NOON });
  for (const [url, html] of pages)
    writer.writeExchange({
      url,
      date: NOON,
      status: 200,
      statusText: 'OK',
      httpVersion: '1.1',
      rawHeaders: ['Content-Type', 'text/html; charset=utf-8'],
      body: Buffer.from(html),
      requestHead: 'GET / HTTP/1.1\r\n\r\n',
    });
  writer.close();
  return join(folder, readdirSync(folder).find((name) => name.endsWith('.warc.gz'))!);
}

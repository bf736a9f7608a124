import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type SmallSource, smallSource } from '../../collection/export/small-source.suite.ts';
import { exportCollection } from '../../collection/index.ts';
import type { Visit } from '../../crawl/index.ts';
import { createApp } from '../app.ts';
import { CrawlDesk } from '../crawls/crawl-desk.ts';
import { askOver, opened } from '../over-sockets.suite.ts';
import { collectionsOf, smallCollection } from '../small-collection.suite.ts';
import { builtDownloads } from './built-downloads.suite.ts';
import type { ThreadDownloadOptions } from './thread-download.ts';

const SOFTWARE = 'Tarrafa/test';
/** Each download starts a thread: on a machine with much else to do that takes a while, ms. */
const LONG = 180_000;
const PATIENT = { timeout: 60_000 };

const root = mkdtempSync(join(tmpdir(), 'tarrafa-downloads-'));
let source: SmallSource;
const closing: (() => unknown)[] = [];

beforeAll(async () => {
  source = await smallSource(40);
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  vi.unstubAllEnvs();
});
afterAll(async () => {
  await source.close();
  for (const folder of [root, source.folder]) rmSync(folder, { recursive: true, force: true });
});

async function served(options: ThreadDownloadOptions = {}, crawls?: CrawlDesk): Promise<number> {
  const app = createApp({
    collections: collectionsOf({
      ...smallCollection('pequena', source.catalogue as never),
      title: source.title,
      parseLine: async (line) => source.query(line),
    }),
    version: '1',
    ...(crawls === undefined ? {} : { crawls }),
    downloads: builtDownloads(source.folder, options),
  });
  closing.push(() => app.close());
  return opened(app);
}

const at = (query: string) => `/api/v1/collections/pequena/download?${query}`;

describe('a download', () => {
  it(
    'has the rows and columns of an export of the same line, in every form, with a good name',
    async () => {
      const port = await served();
      for (const [as, format, csv] of [
        ['csv', 'csv', 'plain'],
        ['csv-excel', 'csv', 'excel'],
        ['jsonl', 'jsonl', 'plain'],
        ['geojson', 'geojson', 'plain'],
      ] as const) {
        const out = join(root, `mesma.${as}`);
        const query = source.query('parte');
        await exportCollection(source, { format, csv, what: 'pages', query, out }, { software: SOFTWARE });
        const { status, headers, body } = await askOver(port, at(`q=parte&what=pages&as=${as}`));
        expect([status, body]).toEqual([200, readFileSync(out, 'utf8')]);
        expect(headers['content-disposition']).toMatch(
          new RegExp(`^attachment; filename="pequena-parte\\.${format}"`),
        );
      }
    },
    LONG,
  );

  it(
    'of other lists has their columns',
    async () => {
      const port = await served();
      const parquet = await askOver(port, at('what=pages&as=parquet'));
      expect([parquet.body.slice(0, 4), parquet.body.slice(-4)]).toEqual(['PAR1', 'PAR1']);
      const people = await askOver(port, at('type=Person&as=csv'));
      expect(people.body.split('\r\n')[0]).toMatch(/^id,table,type,name/);
      expect(people.headers['content-disposition']).toContain('pequena-person.csv');
      const years = await askOver(port, at('what=timeline&as=csv'));
      expect(years.body).toMatch(/^spoken_year,published_year,documents\r\n1941,,\d+\r\n/);
      const geo = await askOver(
        port,
        '/api/v1/collections/pequena/geo/download?as=geojson&bbox=-60,-40,-40,-20',
      );
      expect(JSON.parse(geo.body).features).toHaveLength(1);
      const none = await askOver(port, '/api/v1/collections/pequena/geo/download?as=csv&bbox=0,0,1,1');
      expect(none.body.split('\r\n')).toHaveLength(2);
    },
    LONG,
  );

  it(
    'that must be whole is made in a folder of its own, which goes when it was sent',
    async () => {
      vi.stubEnv('TMPDIR', root);
      const port = await served();
      const { status, headers, body } = await askOver(port, at('q=parte&as=wacz'));
      expect([status, body.slice(0, 2)]).toEqual([200, 'PK']);
      expect(Number(headers['content-length'])).toBeGreaterThan(1_000);
      await vi.waitFor(
        () => expect(readdirSync(root).filter((name) => name.startsWith('tarrafa-download'))).toEqual([]),
        PATIENT,
      );
    },
    LONG,
  );

  it(
    'that would not fit is told before its first byte, and the folder in which it would have been made goes',
    async () => {
      vi.stubEnv('TMPDIR', root);
      const port = await served();
      // As large as no disk of a test, and of no bytes.
      const large = join(dirname(source.files[0]!), 'enorme.warc');
      writeFileSync(large, 'WARC/1.1\r\n');
      truncateSync(large, 12e12);
      try {
        const { status, body } = await askOver(port, at('as=wacz'), {
          headers: { 'accept-language': 'pt-BR' },
        });
        expect([status, JSON.parse(body).error]).toEqual([
          507,
          expect.objectContaining({
            code: 'TRF_STORAGE_FULL',
            message: 'não há espaço para escrever pequena.wacz',
          }),
        ]);
        await vi.waitFor(
          () => expect(readdirSync(root).filter((name) => name.startsWith('tarrafa-download'))).toEqual([]),
          PATIENT,
        );
      } finally {
        rmSync(large);
      }
    },
    LONG,
  );

  it(
    'that cannot be is told with its status before anything is sent',
    async () => {
      const port = await served();
      const codes = await Promise.all(
        ['table=Nenhuma', 'what=links&as=wacz', 'as=xls', 'what=visits'].map(async (query) => {
          const { status, body } = await askOver(port, at(query));
          return [status, JSON.parse(body).error.code];
        }),
      );
      expect(codes).toEqual([
        [422, 'TRF_EXPORT_TABLE'],
        [422, 'TRF_EXPORT_KIND'],
        [400, 'TRF_REQUEST_INVALID'],
        [400, 'TRF_REQUEST_INVALID'],
      ]);
    },
    LONG,
  );

  it(
    'of the visits of a crawl is their log, with moments that people read',
    async () => {
      const folder = join(root, 'coletas', 'uma');
      mkdirSync(folder, { recursive: true });
      const visit: Partial<Visit> = {
        n: 1,
        url: 'http://a.br/',
        at: Date.UTC(2026, 0, 2),
        outcome: 'analysed',
        status: 200,
        ms: 1.5,
        title: '=1+1',
      };
      writeFileSync(join(folder, 'crawl.json'), '{"sessions":[]}');
      writeFileSync(join(folder, 'visits.jsonl'), `${JSON.stringify(visit)}\n{"torn`);
      const crawls = new CrawlDesk({
        folder: join(root, 'coletas'),
        run: () => {
          throw new Error('none is run');
        },
        readSeed: (text) => text,
      });
      const port = await served({}, crawls);
      const csv = await askOver(port, '/api/v1/crawls/uma/visits?as=csv-excel');
      expect(csv.body.split('\r\n').slice(0, 2)).toEqual([
        expect.stringMatching(/^\ufeffn;at;url;site;outcome/),
        expect.stringMatching(/^1;2026-01-02T00:00:00\.000Z;http:\/\/a\.br\/;.*'=1\+1;.*1,5/),
      ]);
      const lines = await askOver(port, '/api/v1/crawls/uma/visits?as=jsonl');
      expect(JSON.parse(lines.body)).toMatchObject({ n: 1, at: '2026-01-02T00:00:00.000Z' });
    },
    LONG,
  );
});

/** A thread that writes for ever, and says in a file how many pieces it has written. */
function endlessThread(log: string): URL {
  const path = join(root, 'endless.mjs');
  writeFileSync(
    path,
    `import { writeFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
let written = 0, ahead = 0;
const more = () => {
  while (ahead < 4) {
    ahead++;
    parentPort.postMessage({ kind: 'piece', bytes: new Uint8Array(131072) });
    writeFileSync(${JSON.stringify(log)}, String(++written));
  }
};
parentPort.on('message', () => { ahead--; more(); });
more();`,
  );
  return pathToFileURL(path);
}

describe('a download without end', () => {
  it(
    'waits for its reader, holds nobody up, has its number, and ends with who asked for it',
    async () => {
      const log = join(root, 'pieces');
      const port = await served({ module: endlessThread(log) });
      const readers = await Promise.all(
        Array.from(
          { length: 4 },
          () =>
            new Promise<ReturnType<typeof request>>((resolve) => {
              const asked = request(
                { host: '127.0.0.1', port, path: at('as=csv'), agent: false },
                (answer) => {
                  answer.pause();
                  resolve(asked);
                },
              );
              asked.on('error', () => {});
              asked.end();
            }),
        ),
      );
      // Nobody reads: what is written stands still, and others are answered.
      let before = '';
      await vi.waitFor(() => {
        const now = readFileSync(log, 'utf8');
        const still = now === before;
        before = now;
        expect(still).toBe(true);
      }, PATIENT);
      expect((await askOver(port, '/api/v1/health')).status).toBe(200);
      const fifth = await askOver(port, at('as=csv'));
      expect([fifth.status, JSON.parse(fifth.body).error.code]).toEqual([429, 'TRF_SERVER_BUSY']);
      for (const reader of readers) reader.destroy();
      await vi.waitFor(async () => {
        const again = new Promise<number>((resolve) => {
          const asked = request({ host: '127.0.0.1', port, path: at('as=csv'), agent: false }, (answer) => {
            resolve(answer.statusCode ?? 0);
            asked.destroy();
          });
          asked.on('error', () => {});
          asked.end();
        });
        expect(await again).toBe(200);
      }, PATIENT);
    },
    LONG,
  );

  it('of a thread that says nothing is given up', async () => {
    const path = join(root, 'silent.mjs');
    writeFileSync(path, 'setInterval(() => {}, 1000);');
    const port = await served({ module: pathToFileURL(path), silence: 50 });
    const { status, body } = await askOver(port, at('as=csv'));
    expect([status, JSON.parse(body).error.code]).toEqual([503, 'TRF_TIME_OUT']);
  });
});

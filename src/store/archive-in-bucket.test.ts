/** A worker that is killed again and again, and a bucket one request of twenty of which fails: every record is there, by its place. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { START_TIME, startSampleWeb } from '../../samples/index.ts';
import { S3_FAULTS, S3Double } from '../../test/s3-double.ts';
import { seededRandom } from '../../test/seeded-random.ts';
import { checkWarc, payloadDigest, type WrittenRecord } from '../warc/index.ts';
import { readStoredRecord, storedWarc } from './index.ts';
import { S3Store } from './s3/s3-store.ts';

const WORKER = fileURLToPath(new URL('./worker-in-child.suite.ts', import.meta.url));
const PAGES = 400;

let double: S3Double;
let root: string;
beforeAll(async () => {
  double = await S3Double.start({ leastPart: 6_000, pageSize: 7 });
  root = mkdtempSync(join(tmpdir(), 'tarrafa-worker-'));
  mkdirSync(join(root, 'archive'));
  writeFileSync(join(root, 'pages.jsonl'), await samplePages());
});
afterAll(() => double.stop());

/** Pages of the sample web as they came over the wire, a line each. */
async function samplePages(): Promise<string> {
  const web = await startSampleWeb();
  try {
    const urls = web.truth.sites.flatMap(({ host }) => web.truth.reachable(host)).slice(0, PAGES);
    const lines: string[] = [];
    for (const url of urls) lines.push(`${JSON.stringify(await fetched(url, web.port))}\n`);
    return lines.join('');
  } finally {
    await web.close();
  }
}

function fetched(url: string, port: number): Promise<object> {
  const { host, pathname, search } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: pathname + search, headers: { host } }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () =>
        resolve({
          url,
          date: START_TIME,
          status: answer.statusCode,
          statusText: answer.statusMessage,
          httpVersion: answer.httpVersion,
          rawHeaders: answer.rawHeaders,
          body: Buffer.concat(pieces).toString('base64'),
          requestHead: `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
        }),
      );
    })
      .on('error', reject)
      .end();
  });
}

function work(): ChildProcess {
  const args = [
    '--import',
    'tsx',
    WORKER,
    join(root, 'archive'),
    join(root, 'pages.jsonl'),
    double.address('brasil'),
  ];
  return spawn(process.execPath, args, {
    env: { ...process.env, ...double.environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

it('every record of a worker that was killed five times is read back from a bucket with 5 % errors, with its digest', async () => {
  const random = seededRandom(16);
  double.failing(0.05, 16);
  const ends: (string | number | null)[] = [];
  for (let kills = 0; kills <= 5; kills++) {
    const child = work();
    // At a request of its own, before anything of that is done: early, late, in the middle of parts.
    let left = kills < 5 ? 1 + Math.floor(random() * 40) : Number.POSITIVE_INFINITY;
    double.onRequest = () => {
      if (--left === 0) child.kill('SIGKILL');
    };
    ends.push(await new Promise((resolve) => child.on('close', (code, signal) => resolve(signal ?? code))));
  }
  double.onRequest = null;
  expect(ends).toEqual([...new Array<string>(5).fill('SIGKILL'), 0]);

  const store = S3Store.open(double.address('brasil'), double.environment, {
    wait: async () => {},
    limits: { idle: 300, attempts: 12 },
  });
  const journal = readFileSync(join(root, 'journal.jsonl'), 'utf8').trim().split('\n');
  const records = journal.map((line) => JSON.parse(line) as WrittenRecord & { readonly url: string });
  expect(records).toHaveLength(PAGES);
  for (const { file, offset, payloadDigest: digest, url } of records) {
    const record = await readStoredRecord(store, `maquina-1/${file}`, offset, undefined, { verify: true });
    expect([record.url, payloadDigest(record.payload)]).toEqual([url, digest]);
    expect(record.verdicts).toEqual({ block: 'match', payload: 'match' });
  }

  // What is listed is what is in the folder, byte for byte, and nothing is wrong or half in any of it.
  const names: string[] = [];
  for await (const { name } of store.list()) {
    names.push(name);
    const here = readFileSync(join(root, 'archive', name.slice('maquina-1/'.length)));
    expect(double.objects().get(`brasil/${name}`)!.bytes.equals(here), name).toBe(true);
  }
  // A record that was written before a kill and not noted is in the archive, too.
  expect(names).toEqual(expect.arrayContaining(records.map(({ file }) => `maquina-1/${file}`)));
  const result = await checkWarc(
    names.map((name) => storedWarc(store, name)),
    (finding) => expect.soft(finding).toBeNull(),
  );
  expect(result).toMatchObject({ files: names.length, errors: 0, warnings: 0 });
  expect(result.types.response).toBeGreaterThanOrEqual(PAGES);
  for (const { parts } of double.uploads.values()) expect(parts.size).toBe(0);
  // Every way to fail was met.
  expect(new Set(double.log.map(({ fault }) => fault).filter((fault) => fault !== null))).toEqual(
    new Set(S3_FAULTS),
  );
  await store.close();
});

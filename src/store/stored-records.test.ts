import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { S3Double } from '../../test/s3-double.ts';
import {
  checkWarc,
  payloadDigest,
  readRecordAt,
  readWarc,
  WarcWriter,
  type WrittenRecord,
} from '../warc/index.ts';
import { someBytes } from './archive-store.suite.ts';
import type { ArchiveStore } from './archive-store.ts';
import { FolderStore } from './folder-store.ts';
import { readStoredRecord, storedWarc } from './index.ts';
import { S3Store } from './s3/s3-store.ts';

/** One after another in the archive; those that look packed are stored as they are. */
const LENGTHS = [10, 3_000, 60_000, 200_000, 3_000_000, 5];
const NAME = 'maquina-1/registros.warc.gz';

describe.each(['folder', 'bucket'])('records in a %s', (kind) => {
  let double: S3Double;
  let store: ArchiveStore;
  let path: string;
  let records: readonly WrittenRecord[];

  beforeEach(async () => {
    double = await S3Double.start();
    const folder = mkdtempSync(join(tmpdir(), 'tarrafa-records-'));
    const writer = WarcWriter.open(folder);
    records = LENGTHS.map((length, i) =>
      writer.writeExchange({
        url: `http://exemplo.br/${i}`,
        date: 0,
        status: 200,
        statusText: 'OK',
        httpVersion: '1.1',
        rawHeaders: ['Content-Type', i % 2 === 0 ? 'image/png' : 'text/html'],
        body: someBytes(length, i),
        requestHead: 'GET / HTTP/1.1\r\n\r\n',
      }),
    );
    writer.close();
    path = join(folder, writer.file);
    store =
      kind === 'folder'
        ? new FolderStore(mkdtempSync(join(tmpdir(), 'tarrafa-mounted-')))
        : S3Store.open(double.address('x'), double.environment, {
            wait: async () => {},
            limits: { idle: 300 },
          });
    await store.put(NAME, path);
  });
  afterEach(async () => {
    await store.close();
    await double.stop();
  });

  it('are read by their place, with or without their length, as from the file', async () => {
    for (const [i, { offset, length }] of records.entries()) {
      const wanted = await readRecordAt(path, offset);
      for (const known of [length, undefined]) {
        const record = await readStoredRecord(store, NAME, offset, known, { verify: true });
        expect(record).toMatchObject({ offset, length, url: `http://exemplo.br/${i}` });
        expect(record.block.equals(wanted.block)).toBe(true);
        expect(payloadDigest(record.payload)).toBe(records[i]!.payloadDigest);
        expect(record.verdicts).toEqual({ block: 'match', payload: 'match' });
      }
    }
  });

  it('cost requests for little more than themselves', async () => {
    for (const { offset, length } of records) {
      double.log.length = 0;
      await readStoredRecord(store, NAME, offset);
      const gets = double.log.filter(({ method }) => method === 'GET');
      const last = Number(/-(\d+)$/.exec(gets.at(-1)?.headers.range ?? '')?.[1] ?? 0);
      if (kind === 'bucket') {
        expect(gets.length).toBeLessThanOrEqual(length < 60_000 ? 1 : 7);
        expect(last - offset).toBeLessThan(Math.max(64 << 10, 4 * length + 1000));
        // All of one and the same object.
        for (const get of gets.slice(1))
          expect(get.headers['if-match']).toBe(double.objects().get(`x/${NAME}`)!.etag);
      } else expect(gets).toEqual([]);
    }
  });

  it('are cut where a limit says so, and not asked for in vain', async () => {
    const { offset } = records[4]!;
    const record = await readStoredRecord(store, NAME, offset, undefined, { maxBlockBytes: 1000 });
    expect([record.whole, record.block.length]).toEqual([false, 1000]);
    expect(record.blockLength).toBeGreaterThan(3_000_000);
  });

  it('are not where none begins, behind the end, or in what is not there', async () => {
    for (const offset of [records[1]!.offset + 1, readFileSync(path).length, 1e12])
      await expect(readStoredRecord(store, NAME, offset)).rejects.toMatchObject({
        code: 'TRF_STORAGE_DAMAGED',
      });
    await expect(readStoredRecord(store, 'm/nada', 0)).rejects.toMatchObject({ code: 'TRF_STORE_MISSING' });
    expect(() => readStoredRecord(store, '../x', 0)).toThrow(
      expect.objectContaining({ code: 'TRF_STORE_NAME' }),
    );
  });

  it('are all read in one go, also where connections break, and checked as files are', async () => {
    if (kind === 'bucket') double.failNext('torn', 'stall', 'reset', 'torn');
    const urls: string[] = [];
    for await (const record of readWarc(storedWarc(store, NAME), { strict: true, verify: true }))
      if (record.type === 'response') urls.push(record.url!);
    expect(urls).toEqual(LENGTHS.map((_, i) => `http://exemplo.br/${i}`));
    const findings: unknown[] = [];
    const result = await checkWarc([storedWarc(store, NAME)], (finding) => findings.push(finding));
    expect(findings).toEqual([]);
    expect(result).toMatchObject({ files: 1, errors: 0, records: 2 * LENGTHS.length + 1 });
  });

  it('that are damaged are named by the address and the name of the object', () => {
    expect(storedWarc(store, NAME).name).toMatch(/[^?]*\/maquina-1\/registros\.warc\.gz(\?|$)/);
  });
});

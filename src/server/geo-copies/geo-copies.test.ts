import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { geo, layer } from '../../catalogue/records.suite.ts';
import { strictXml } from '../../formats/strict-xml.suite.ts';
import { writeKeptPayload } from '../../geo/index.ts';
import { createApp } from '../app.ts';
import type { OpenCollection } from '../collections.ts';
import { collectionsOf, SmallCatalogue, smallCollection } from '../small-collection.suite.ts';
import { askedSpan } from './send-file.ts';

const URL_OF = 'https://geo.exemplo.br/camadas/solo.shp';
const BYTES = Uint8Array.from({ length: 1000 }, (_, i) => i);

class OneFile extends SmallCatalogue {
  override async geo(id: number) {
    const stored = await super.geo(id);
    const { file } = geo(URL_OF, { type: 'shp', datasets: [layer('solo', null)], indexedAt: 5 });
    return stored === null ? null : { ...stored, file };
  }
}

describe('the bytes of a geographic file on this server', () => {
  let app: FastifyInstance;
  let folder: string;
  const at = '/api/v1/collections/amostra/geo/1';

  function open(more: Partial<OpenCollection> = {}): void {
    folder = mkdtempSync(join(tmpdir(), 'tarrafa-copies-'));
    const collection = { ...smallCollection('amostra', new OneFile()), folder, ...more };
    app = createApp({ collections: collectionsOf(collection), version: '1' });
  }
  afterEach(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const view = async () => (await app.inject(at)).json();

  it('are said to be nowhere when only the description is here', async () => {
    open();
    expect(await view()).toMatchObject({ copy: null, qgis: { source: `/vsicurl/${URL_OF}`, copy: null } });
    for (const path of ['/copy/solo.shp', '/qlr?from=copy'])
      expect((await app.inject(at + path)).statusCode).toBe(404);
  });

  it('are sent whole and in parts when they were kept, with what lies beside', async () => {
    open();
    writeKeptPayload(folder, URL_OF, 'solo.shp', BYTES);
    writeKeptPayload(folder, URL_OF.replace('.shp', '.dbf'), 'solo.dbf', BYTES.slice(0, 10));
    const { copy, qgis } = await view();
    expect(copy).toEqual({
      place: 'kept',
      at: 5,
      files: [
        { name: 'solo.shp', path: `${at}/copy/solo.shp`, size: 1000 },
        { name: 'solo.dbf', path: `${at}/copy/solo.dbf`, size: 10 },
      ],
    });
    expect(qgis.copy).toMatch(/^\/vsicurl\/http:\/\/[\w.:]+\/api\/v1\/.*\/copy\/solo\.shp$/);
    const ask = (range?: string, method: 'GET' | 'HEAD' = 'GET') =>
      app.inject({ method, url: copy.files[0].path, headers: range === undefined ? {} : { range } });
    const whole = await ask();
    expect([whole.statusCode, whole.rawPayload.equals(Buffer.from(BYTES))]).toEqual([200, true]);
    expect(whole.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'content-disposition': expect.stringContaining('solo.shp'),
      'x-content-type-options': 'nosniff',
    });
    const part = await ask('bytes=10-19');
    expect([part.statusCode, part.headers['content-range'], [...part.rawPayload]]).toEqual([
      206,
      'bytes 10-19/1000',
      [...BYTES.slice(10, 20)],
    ]);
    expect((await ask('bytes=-3')).rawPayload).toEqual(Buffer.from(BYTES.slice(-3)));
    const beyond = await ask('bytes=1000-');
    expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, 'bytes */1000']);
    const head = await ask(undefined, 'HEAD');
    expect([head.headers['content-length'], head.rawPayload.length]).toEqual(['1000', 0]);
    for (const name of ['catalogue.db', '..%2f..%2fetc%2fpasswd', 'solo.png'])
      expect((await app.inject(`${at}/copy/${name}`)).statusCode).toBe(404);
  });

  it('are those of the newest whole answer in the archive, where they were not kept', async () => {
    const capture = (timestamp: string, status: number, mime: string) => ({
      timestamp,
      status,
      mime,
      url: URL_OF,
    });
    const captures = [
      capture('20240101000000', 200, 'application/octet-stream'),
      capture('20250101000000', 200, 'warc/revisit'),
      capture('20260101000000', 404, 'text/html'),
    ];
    open({ archive: { captures: () => captures } as unknown as OpenCollection['archive'] });
    const { copy, qgis } = await view();
    expect(copy).toEqual({
      place: 'archive',
      at: Date.UTC(2024, 0, 1),
      files: [{ name: 'solo.shp', path: `/replay/amostra/20240101000000/${URL_OF}`, size: null }],
    });
    // The replay gives no parts, so that programs elsewhere are not sent to it.
    expect(qgis.copy).toBeNull();
  });

  it('are opened by QGIS from the source, or from the copy, by a file with its own name', async () => {
    open();
    writeKeptPayload(folder, URL_OF, 'solo.shp', BYTES);
    const of = async (from: string) => {
      const answer = await app.inject({ url: `${at}/qlr?from=${from}`, headers: { host: '127.0.0.1:8730' } });
      expect(answer.headers['content-type']).toContain('application/x-qgis-layer-definition');
      expect(answer.headers['content-disposition']).toMatch(/\.qlr"/);
      return strictXml(answer.body).getElementsByTagName('datasource')[0]!.textContent;
    };
    expect(await of('source')).toBe(`/vsicurl/${URL_OF}`);
    expect(await of('copy')).toBe(`/vsicurl/http://127.0.0.1:8730${at}/copy/solo.shp`);
    expect((await app.inject(`${at}/qlr?from=nowhere`)).statusCode).toBe(400);
  });
});

describe('the part of a file that is asked for', () => {
  it.each([
    [undefined, null],
    ['bytes=0-', { start: 0, end: 9 }],
    ['bytes=3-100', { start: 3, end: 9 }],
    ['bytes = 3-4', { start: 3, end: 4 }],
    ['bytes=-20', { start: 0, end: 9 }],
    ['bytes=-0', 'beyond'],
    ['bytes=10-', 'beyond'],
    ['bytes=5-3', null],
    ['bytes=0-1,3-4', null],
    ['bytes=-', null],
    ['items=0-1', null],
    [`bytes=${'9'.repeat(400)}-`, null],
  ])('%s', (header, expected) => {
    expect(askedSpan(header, 10)).toEqual(expected);
  });
});

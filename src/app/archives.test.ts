import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exchange, NOON } from '../warc/exchanges.suite.ts';
import { WarcWriter } from '../warc/index.ts';
import {
  archivedPayload,
  archivedRecord,
  checkArchive,
  indexArchive,
  listArchive,
  replayArchive,
} from './index.ts';
import { expectSilence } from './silent.suite.ts';

const root = mkdtempSync(join(tmpdir(), 'tarrafa-archives-'));
const crawl = join(root, 'Coleta de Maio');
const URL_A = 'https://exemplo.pt/a';
let file: string;
let offset: number;

beforeAll(() => {
  const writer = WarcWriter.open(join(crawl, 'archive'), { clock: () => NOON });
  writer.writeExchange(exchange({ url: URL_A, body: Buffer.from('<p>maio</p>') }));
  const june = exchange({ url: URL_A, date: NOON + 30 * 86_400_000, body: Buffer.from('<p>junho</p>') });
  offset = writer.writeExchange(june).offset;
  writer.close();
  file = join(crawl, 'archive', writer.file);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

expectSilence();

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

describe('a program that has archives', () => {
  it('lists their records, some of them, or until it has enough', async () => {
    const types: string[] = [];
    for await (const { type } of listArchive([crawl])) types.push(type);
    expect(types).toEqual(['warcinfo', 'response', 'request', 'response', 'request']);
    const urls: (string | null)[] = [];
    for await (const row of listArchive([file], { types: ['response'] })) urls.push(row.url);
    expect(urls).toEqual([URL_A, URL_A]);
    const ended = AbortSignal.abort();
    await expect(listArchive([file], { signal: ended }).next()).rejects.toThrow();
  });

  it('is told of damage while it reads what is whole', async () => {
    const cut = join(root, 'cortado.warc.gz');
    writeFileSync(cut, readFileSync(file).subarray(0, offset + 20));
    const problems: unknown[] = [];
    let records = 0;
    for await (const _ of listArchive([cut], { onProblem: (problem) => problems.push(problem) })) records++;
    expect(records).toBe(3);
    expect(problems).toMatchObject([{ file: 'cortado.warc.gz', offset, why: { reason: 'record-cut-off' } }]);
  });

  it('reads one record, by its address and moment or by its place', async () => {
    expect(text((await archivedPayload(crawl, { url: URL_A })).bytes)).toBe('<p>junho</p>');
    expect(text((await archivedPayload(crawl, { url: URL_A, time: '202405' })).bytes)).toBe('<p>maio</p>');
    const record = await archivedRecord(file, { offset });
    expect(record.http?.startLine).toBe('HTTP/1.1 200 OK');
    expect(record.fields).toContainEqual(['WARC-Target-URI', URL_A]);
    expect(text(record.block)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*<p>junho<\/p>$/);
    await expect(archivedRecord(crawl, { url: 'https://nunca.pt/' })).rejects.toMatchObject({
      code: 'TRF_INPUT_MISSING',
    });
  });

  it('gives a payload as received, and says why, when its coding cannot be undone', async () => {
    const folder = join(root, 'codificado');
    const writer = WarcWriter.open(folder, { clock: () => NOON });
    const rawHeaders = ['Content-Type', 'text/html', 'Content-Encoding', 'rot13'];
    writer.writeExchange(exchange({ url: URL_A, rawHeaders, body: Buffer.from('byn') }));
    writer.close();
    const { bytes, problem } = await archivedPayload(folder, { url: URL_A });
    expect([text(bytes), problem]).toEqual(['byn', 'unknown-encoding']);
  });

  it('checks them, told of each finding in words for programs and for people', async () => {
    expect(await checkArchive([crawl])).toMatchObject({ files: 1, records: 5, errors: 0, warnings: 0 });
    const bad = join(root, 'mau.warc.gz');
    const bytes = readFileSync(file);
    bytes[offset + 40]! ^= 1;
    writeFileSync(bad, bytes);
    const findings: unknown[] = [];
    const { errors } = await checkArchive([bad], { onFinding: (finding) => findings.push(finding) });
    expect(errors).toBe(1);
    // With its response unreadable, the request stands alone.
    expect(findings).toMatchObject([
      {
        file: 'mau.warc.gz',
        offset,
        severity: 'error',
        code: 'gzip',
        message: 'the gzip checksum does not match',
        why: { reason: 'gzip-checksum' },
      },
      { severity: 'warning', code: 'concurrent-missing', why: { reason: 'request-names-absent' } },
    ]);
    await expect(checkArchive([crawl], { signal: AbortSignal.abort() })).rejects.toThrow();
  });

  it('makes an index anew, or leaves it as it was', async () => {
    const index = join(crawl, 'archive', 'index.cdxj');
    rmSync(index, { force: true });
    await expect(indexArchive(crawl, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/);
    expect(await indexArchive(crawl)).toMatchObject({ files: 1, lines: 2, problems: [] });
    expect(readFileSync(index, 'utf8').trim().split('\n')).toHaveLength(2);
  });

  it('shows them in a browser until it closes', async () => {
    const server = await replayArchive([crawl], { port: 0, language: 'en' });
    expect(server.url).toBe(`http://127.0.0.1:${server.port}/replay/coleta-de-maio/`);
    expect(await (await fetch(server.url)).text()).toContain('Sites archived');
    const page = await fetch(`${server.url}202405/${URL_A}`);
    expect(page.headers.get('memento-datetime')).toBe('Mon, 06 May 2024 12:00:00 GMT');
    expect(await page.text()).toContain('<p>maio</p>');
    await expect(replayArchive([crawl], { port: server.port })).rejects.toMatchObject({
      code: 'TRF_PORT_TAKEN',
    });
    await server.close();
    await expect(fetch(server.url)).rejects.toThrow();
  });
});

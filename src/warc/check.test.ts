import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sortCdxj } from './cdxj-index.ts';
import { type CheckFinding, checkArchives, checkWarc } from './check.ts';
import { countedIds, exchange, NOON, tempFolder } from './exchanges.suite.ts';
import { scanFrom } from './tail.ts';
import { WarcWriter } from './writer.ts';

const root = tempFolder();

async function check(...paths: string[]) {
  const findings: CheckFinding[] = [];
  const result = await checkWarc(paths, (finding) => findings.push(finding));
  return { result, findings, codes: findings.map((f) => f.code) };
}

function archive(name: string): string {
  const writer = WarcWriter.open(join(root, name), { clock: () => NOON, recordId: countedIds() });
  writer.writeExchange(exchange({ body: Buffer.alloc(5000, 'olá ') }));
  writer.writeExchange(exchange({ revisitOf: { url: exchange().url, date: NOON } }));
  writer.writeExchange(exchange({ truncated: 'time' }));
  writer.writeMetadata({ url: exchange().url, body: { a: 'b' } });
  writer.close();
  return join(root, name, writer.file);
}

function single(fields: string, block = ''): string {
  const path = join(root, 'single.warc.gz');
  writeFileSync(
    path,
    gzipSync(
      Buffer.from(`WARC/1.1\r\n${fields}Content-Length: ${Buffer.byteLength(block)}\r\n\r\n${block}\r\n\r\n`),
    ),
  );
  return path;
}

describe('checkArchives', () => {
  const indexed = async (name: string) => {
    const findings: CheckFinding[] = [];
    const result = await checkArchives([join(root, name)], (finding) => findings.push(finding));
    return { result, codes: findings.map(({ code }) => code) };
  };

  it('compares the index of a folder with its records, both ways', async () => {
    const path = archive('indexed');
    const log = join(root, 'indexed', 'index.cdxj.log');
    const index = join(root, 'indexed', 'index.cdxj');
    expect(await indexed('indexed')).toMatchObject({ codes: [], result: { indexed: 3 } });
    sortCdxj(join(root, 'indexed'));
    const whole = readFileSync(index, 'utf8');
    expect(await indexed('indexed')).toMatchObject({ codes: [], result: { indexed: 3, errors: 0 } });
    const lines = whole.trimEnd().split('\n');
    for (const [text, codes] of [
      [`${lines.slice(1).join('\n')}\n`, ['index-missing']],
      [whole.replace('"status":"200"', '"status":"404"'), ['index-differs']],
      [whole.replace(/"offset":"\d+"/, '"offset":"7"'), ['index-extra', 'index-missing']],
      [`nada\n${whole}`, ['index-line']],
    ] as const) {
      writeFileSync(index, text);
      expect((await indexed('indexed')).codes, text).toEqual(codes);
    }
    writeFileSync(index, whole);
    // What a crawl has written since its log was, is indexed when it goes on.
    writeFileSync(log, readFileSync(log, 'utf8').replace(/"offset":\d+/, '"offset":10'));
    writeFileSync(index, '');
    expect((await indexed('indexed')).codes).toEqual([]);
    // Files by themselves have no index to be compared with.
    expect((await check(path)).codes).toEqual([]);
  });
});

describe('checkWarc', () => {
  it('finds nothing in what we write, and verifies every digest', async () => {
    const { result, findings } = await check(archive('good'));
    expect(findings).toEqual([]);
    expect(result).toMatchObject({
      records: 8,
      digests: 10,
      errors: 0,
      types: { warcinfo: 1, response: 2, request: 3, revisit: 1, metadata: 1 },
    });
  });

  it('checks what is kept elsewhere as it does files, and names it as that is named', async () => {
    const bytes = readFileSync(archive('elsewhere'));
    const at = (damaged: Buffer) => ({
      name: 's3://balde/maquina-1/a.warc.gz',
      async *bytes() {
        for (let i = 0; i < damaged.length; i += 100) yield damaged.subarray(i, i + 100);
      },
    });
    const findings: CheckFinding[] = [];
    const whole = await checkWarc([at(bytes)], (finding) => findings.push(finding));
    expect([findings, whole.files, whole.errors]).toEqual([[], 1, 0]);
    expect(whole.digests).toBeGreaterThan(4);
    const cut = await checkWarc([at(bytes.subarray(0, -9))], (finding) => findings.push(finding));
    expect(cut.errors).toBe(1);
    expect(findings[0]).toMatchObject({ file: 's3://balde/maquina-1/a.warc.gz', code: 'truncated' });
  });

  it('finds damage, with its offset', async () => {
    const path = archive('bad');
    const bytes = readFileSync(path);
    const records = [...scanFrom(path)];
    const second = records[3]!;
    bytes[second.offset + 50]! ^= 1;
    writeFileSync(path, bytes.subarray(0, bytes.length - 3));
    const { findings, result } = await check(path);
    expect(findings.filter((f) => f.severity === 'error').map((f) => [f.code, f.offset])).toEqual([
      ['gzip', second.offset],
      ['truncated', records[7]!.offset],
    ]);
    expect(findings.filter((f) => f.severity === 'warning').map((f) => f.code)).toEqual([
      'concurrent-missing',
    ]);
    expect(result.errors).toBe(2);
  });

  it('finds digests that do not match, ids used twice, fields that are missing or wrong', async () => {
    const good =
      'WARC-Type: resource\r\nWARC-Record-ID: <urn:a:1>\r\nWARC-Date: 2024-05-06T12:00:00Z\r\nWARC-Target-URI: urn:x\r\nContent-Type: a/b\r\n';
    expect(
      (await check(single(`${good}WARC-Block-Digest: sha1:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\r\n`, 'x'))).codes,
    ).toEqual(['no-warcinfo', 'block-digest']);
    expect((await check(single(`${good}WARC-Payload-Digest: sha256:00\r\n`, 'x'))).codes).toEqual([
      'no-warcinfo',
      'payload-digest',
    ]);
    expect((await check(single(`${good}WARC-Payload-Digest: whirlwind:00\r\n`, 'x'))).codes).toEqual([
      'no-warcinfo',
    ]);
    expect((await check(single('', 'x'))).codes).toEqual([
      'no-warcinfo',
      ...Array(4).fill('field-missing'),
      'field-missing',
    ]);
    expect((await check(single(good.replace('2024-05-06T12:00:00Z', 'ontem')))).codes).toEqual([
      'no-warcinfo',
      'field-invalid',
    ]);
    expect((await check(single(good.replace('resource', 'revisit')))).codes).toEqual([
      'no-warcinfo',
      'field-missing',
    ]);
    const one = single(good);
    const twice = await check(one, one);
    expect(twice.codes).toEqual(['no-warcinfo', 'no-warcinfo', 'duplicate-id']);
    // Of wget, and of archives that overlap: nothing is lost by it.
    expect(twice.result).toMatchObject({ errors: 0, warnings: 3 });
  });

  it('accepts a payload digest of either form of a body that was left chunked', async () => {
    const block = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n';
    const fields =
      'WARC-Type: response\r\nWARC-Record-ID: <urn:a:1>\r\nWARC-Date: 2024\r\nWARC-Target-URI: http://a.pt/\r\nContent-Type: application/http;msgtype=response\r\n';
    const { codes, result } = await check(
      single(`${fields}WARC-Payload-Digest: sha1:a9993e364706816aba3e25717850c26c9cd0d89d\r\n`, block),
    );
    expect(codes).toEqual(['no-warcinfo']);
    expect(result.digests).toBe(1);
  });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WARCRecord, WARCSerializer } from 'warcio';
import { TarrafaError } from '../errors.ts';
import { exchange, tempFolder } from './exchanges.suite.ts';
import { dechunk, HttpMessage, parseHttpMessage } from './http-message.ts';
import {
  type RangedBytes,
  type ReadOptions,
  readRecordAt,
  readWarc,
  type WarcProblem,
  type WarcSource,
} from './reader.ts';
import type { WarcRecord } from './record.ts';
import { WarcWriter } from './writer.ts';

const root = tempFolder();

async function all(
  source: WarcSource,
  options: ReadOptions = {},
): Promise<{ records: WarcRecord[]; problems: WarcProblem[] }> {
  const records: WarcRecord[] = [];
  const problems: WarcProblem[] = [];
  for await (const record of readWarc(source, { onProblem: (p) => problems.push(p), ...options }))
    records.push(record);
  return { records, problems };
}

function plain(
  version: string,
  fields: Record<string, string>,
  block: string | Buffer,
  eol = '\r\n',
): Buffer {
  const body = Buffer.from(block as string);
  const head = [
    version,
    ...Object.entries({ ...fields, 'Content-Length': String(body.length) }).map(([k, v]) => `${k}: ${v}`),
  ];
  return Buffer.concat([Buffer.from(head.join(eol) + eol + eol), body, Buffer.from(eol + eol)]);
}

function response(url: string, body = 'olá', version = 'WARC/1.0', eol = '\r\n'): Buffer {
  return plain(
    version,
    {
      'WARC-Type': 'response',
      'WARC-Target-URI': url,
      'WARC-Date': '2001-02-03T04:05:06Z',
      'Content-Type': 'application/http',
    },
    `HTTP/1.1 200 OK${eol}Content-Type: text/html${eol}${eol}${body}`,
    eol,
  );
}

const urls = (records: readonly WarcRecord[]) => records.map((r) => r.url);

describe('readWarc', () => {
  it('reads what warcio writes, compressed or not', async () => {
    for (const gzip of [true, false]) {
      const parts: Uint8Array[] = [];
      const info = WARCRecord.createWARCInfo(
        { filename: 'x.warc', warcVersion: 'WARC/1.1' },
        { software: 'warcio' },
      );
      parts.push(await WARCSerializer.serialize(info, { gzip }));
      for (let i = 0; i < 3; i++) {
        const record = WARCRecord.create(
          {
            url: `https://exemplo.pt/${i}`,
            type: 'response',
            warcVersion: 'WARC/1.1',
            httpHeaders: { 'Content-Type': 'text/html' },
          },
          [Buffer.from(`corpo ${i}`.repeat(i * 1000))],
        );
        parts.push(
          await WARCSerializer.serialize(record, { gzip, digest: { algo: 'sha-256', prefix: 'sha256:' } }),
        );
      }
      const { records, problems } = await all(Buffer.concat(parts), { verify: true });
      expect(problems).toEqual([]);
      expect(urls(records)).toEqual([
        null,
        'https://exemplo.pt/0',
        'https://exemplo.pt/1',
        'https://exemplo.pt/2',
      ]);
      expect(records[3]!.payload.toString()).toBe('corpo 2'.repeat(2000));
      expect(records.slice(1).map((r) => r.verdicts)).toEqual(
        Array(3).fill({ block: 'match', payload: 'match' }),
      );
      expect(records.map((r) => r.length)).toEqual(parts.map((p) => p.length));
    }
  });

  it.each(['WARC/0.17', 'WARC/0.18', 'WARC/1.0', 'WARC/1.1'])(
    'reads %s, with CRLF or LF, by path, bytes and stream',
    async (version) => {
      for (const eol of ['\r\n', '\n']) {
        const bytes = Buffer.concat([
          response('http://a.pt/', 'um', version, eol),
          response('http://b.pt/', 'dois', version, eol),
        ]);
        const path = join(root, 'plain.warc');
        writeFileSync(path, bytes);
        for (const source of [bytes, path, [bytes.subarray(0, 70), bytes.subarray(70)]] as WarcSource[]) {
          const { records, problems } = await all(source, { strict: true });
          expect(problems).toEqual([]);
          expect(records.map((r) => [r.version, r.url, r.payload.toString(), r.http!.status])).toEqual([
            [version, 'http://a.pt/', 'um', 200],
            [version, 'http://b.pt/', 'dois', 200],
          ]);
        }
        const second = await readRecordAt(path, (await all(path)).records[1]!.offset);
        expect(second.payload.toString()).toBe('dois');
      }
    },
  );

  it('reads folded fields and addresses in angle brackets', async () => {
    const bytes = Buffer.from(
      'WARC/1.0\r\nwarc-type: response\r\nWARC-Target-URI:\r\n <http://a.pt/>\r\nWARC-Date: 2001\r\nContent-Length: 0\r\n\r\n\r\n\r\n',
    );
    const { records } = await all(bytes, { strict: true });
    expect(records[0]!.url).toBe('http://a.pt/');
    expect(records[0]!.date).toBe(Date.UTC(2001, 0, 1));
  });

  it('reads gzip around the whole file, and says that such records have no address', async () => {
    const bytes = gzipSync(Buffer.concat(['a', 'b', 'c'].map((n) => response(`http://${n}.pt/`))));
    const { records, problems } = await all(bytes);
    expect(urls(records)).toEqual(['http://a.pt/', 'http://b.pt/', 'http://c.pt/']);
    expect(records.map((r) => r.alone)).toEqual([false, false, false]);
    expect(problems.map((p) => p.code)).toEqual(['shared-member']);
  });

  it('streams what is too large for memory: whole-file gzip and single records', async () => {
    const big = 'x'.repeat(1 << 20);
    const many = Buffer.concat(Array.from({ length: 20 }, (_, i) => response(`http://a.pt/${i}`, big)));
    const whole = await all(gzipSync(many, { level: 1 }));
    expect(whole.records).toHaveLength(20);
    expect(whole.records[19]!.payload.length).toBe(1 << 20);
    expect(whole.problems.map((p) => p.code)).toEqual(['shared-member']);

    const single = response('http://a.pt/grande', big.repeat(18));
    const member = gzipSync(single, { level: 1 });
    const path = join(root, 'large.warc.gz');
    writeFileSync(
      path,
      Buffer.concat([
        gzipSync(response('http://a.pt/antes')),
        member,
        gzipSync(response('http://a.pt/depois')),
      ]),
    );
    const { records, problems } = await all(path, { maxBlockBytes: 1000 });
    expect(problems).toEqual([]);
    expect(urls(records)).toEqual(['http://a.pt/antes', 'http://a.pt/grande', 'http://a.pt/depois']);
    expect(records[1]).toMatchObject({ alone: true, length: member.length, whole: false });
    expect(records[1]!.block).toHaveLength(1000);

    const damaged = Buffer.from(readFileSync(path));
    damaged[records[2]!.offset - 6]! ^= 1;
    const after = await all(damaged);
    expect(urls(after.records)).toEqual(['http://a.pt/antes', 'http://a.pt/depois']);
    expect(after.problems.map((p) => p.code)).toEqual(['gzip']);
    const cut = await all(damaged.subarray(0, records[2]!.offset - 20));
    expect(urls(cut.records)).toEqual(['http://a.pt/antes']);
    expect(cut.problems.map((p) => p.code)).toEqual(['truncated']);
  });

  it('verifies digests of blocks longer than it keeps', async () => {
    const writer = WarcWriter.open(join(root, 'digests'), { index: false });
    writer.writeExchange(exchange({ body: Buffer.alloc(300_000, 'página ') }));
    writer.close();
    const { records } = await all(join(root, 'digests', writer.file), { verify: true, maxBlockBytes: 2000 });
    expect(records[1]!.verdicts).toEqual({ block: 'match', payload: 'match' });
    expect(records[1]!.whole).toBe(false);
  });

  it('gives every whole record of a file cut anywhere, then one problem', async () => {
    for (const gzip of [true, false]) {
      const parts = ['a', 'b'].map((n) => response(`http://${n}.pt/`)).map((r) => (gzip ? gzipSync(r) : r));
      const bytes = Buffer.concat(parts);
      for (let cut = 1; cut < bytes.length; cut++) {
        const { records, problems } = await all(bytes.subarray(0, cut));
        const tail = gzip ? 0 : 4;
        const whole = cut >= bytes.length - tail ? 2 : cut >= parts[0]!.length - tail ? 1 : 0;
        expect(records).toHaveLength(whole);
        const between = [parts[0]!.length, bytes.length];
        const clean = between.some((end) => cut <= end && cut >= end - tail);
        // Line ends missing after a last plain record are no loss, but are told when some are there.
        if (clean) expect(problems.every((p) => p.code === 'length')).toBe(true);
        else expect(problems.map((p) => p.code)).toEqual(['truncated']);
      }
    }
  });

  it('finds the next record after garbage, and throws only when strict', async () => {
    const a = gzipSync(response('http://a.pt/'));
    const b = gzipSync(response('http://b.pt/'));
    const c = response('http://c.pt/');
    const noise = Buffer.concat([
      Buffer.from('lixo \x1f\x8b\x08 e mais lixo'),
      gzipSync('não é um registo'),
      Buffer.from('\n'),
    ]);
    const bytes = Buffer.concat([noise, a, noise, b, noise, c, noise, a]);
    const { records, problems } = await all(bytes);
    expect(urls(records)).toEqual(['http://a.pt/', 'http://b.pt/', 'http://c.pt/', 'http://a.pt/']);
    expect(problems[0]).toMatchObject({ code: 'garbage', offset: 0 });
    expect(problems[1]).toMatchObject({ code: 'garbage', offset: noise.length + a.length });
    const strict = all(bytes, { strict: true });
    await expect(strict).rejects.toBeInstanceOf(TarrafaError);
    await expect(strict).rejects.toMatchObject({ code: 'TRF_STORAGE_DAMAGED' });
  });

  it('passes a damaged member over', async () => {
    const members = ['a', 'b', 'c'].map((n) => gzipSync(response(`http://${n}.pt/`)));
    members[1]![30]! ^= 0xff;
    const { records, problems } = await all(Buffer.concat(members));
    expect(urls(records)).toEqual(['http://a.pt/', 'http://c.pt/']);
    expect(problems.map((p) => [p.code, p.offset])).toEqual([['gzip', members[0]!.length]]);
  });

  it('tells of a wrong length', async () => {
    const wrong = (by: number) =>
      Buffer.from(
        response('http://a.pt/', 'corpo')
          .toString()
          .replace(/Content-Length: (\d+)/, (_, n) => `Content-Length: ${Number(n) + by}`),
      );
    const short = await all(Buffer.concat([gzipSync(wrong(-2)), gzipSync(response('http://b.pt/'))]));
    expect(urls(short.records)).toEqual(['http://a.pt/', 'http://b.pt/']);
    expect(short.problems.map((p) => p.code)).toContain('length');
    const long = await all(Buffer.concat([gzipSync(wrong(50)), gzipSync(response('http://b.pt/'))]));
    expect(urls(long.records)).toEqual(['http://b.pt/']);
    expect(long.problems.map((p) => p.code)).toEqual(['length']);
  });

  it('refuses a head without end and a length that is none', async () => {
    const endless = Buffer.concat([
      Buffer.from(`WARC/1.0\r\nX: ${'a'.repeat(5000)}`),
      response('http://a.pt/'),
    ]);
    const { problems } = await all(endless, { maxHeadBytes: 1000 });
    expect(problems[0]!.code).toBe('head');
    for (const length of ['', '-1', '99999999999999999999', '1e3', 'x']) {
      const bytes = Buffer.concat([
        Buffer.from(`WARC/1.0\r\nContent-Length: ${length}\r\n\r\n\r\n\r\n`),
        response('http://a.pt/'),
      ]);
      expect(urls((await all(bytes)).records)).toEqual(['http://a.pt/']);
    }
  });

  it('says that Zstandard is not read', async () => {
    const { records, problems } = await all(Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 1, 2, 3, 4]));
    expect(records).toEqual([]);
    expect(problems.map((p) => p.code)).toEqual(['zstd']);
  });

  it('reads ARC files, plain and compressed, versions 1 and 2', async () => {
    const http = 'HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<p>ARC</p>\n';
    const desc1 = '1 0 InternetArchive\nURL IP-address Archive-date Content-type Archive-length\n\n';
    const desc2 =
      '2 0 InternetArchive\nURL IP-address Archive-date Content-type Result-code Checksum Location Offset Filename Archive-length\n\n';
    const versions = [
      [
        `filedesc://um.arc 0.0.0.0 20010203040506 text/plain ${desc1.length}\n${desc1}\n`,
        `http://antigo.pt/com espaço 192.0.2.1 20010203040507 text/html ${Buffer.byteLength(http)}\n${http}\n`,
        `dns:antigo.pt 192.0.2.53 20010203040508 text/dns 8\n20010203\n`,
      ],
      [
        `filedesc://dois.arc 0.0.0.0 20010203040506 text/plain 200 - - 0 dois.arc ${desc2.length}\n${desc2}\n`,
        `http://antigo.pt/com espaço 192.0.2.1 20010203040507 text/html 200 abc - 400 dois.arc ${Buffer.byteLength(http)}\n${http}\n`,
        `dns:antigo.pt 192.0.2.53 20010203040508 text/dns 0 abc - 800 dois.arc 8\n20010203\n`,
      ],
    ];
    for (const [i, parts] of versions.entries()) {
      const raw = parts.map((part) => Buffer.from(part));
      for (const bytes of [Buffer.concat(raw), Buffer.concat(raw.map((part) => gzipSync(part)))]) {
        const { records, problems } = await all(bytes);
        expect(problems).toEqual([]);
        expect(records.map((r) => [r.version, r.type, r.url])).toEqual([
          [`ARC/${i + 1}`, 'warcinfo', `filedesc://${i === 0 ? 'um' : 'dois'}.arc`],
          [`ARC/${i + 1}`, 'response', 'http://antigo.pt/com%20espaço'],
          [`ARC/${i + 1}`, 'resource', 'dns:antigo.pt'],
        ]);
        expect(records[1]!.date).toBe(Date.UTC(2001, 1, 3, 4, 5, 7));
        expect(records[1]!.http!.status).toBe(200);
        expect(records[1]!.payload.toString()).toBe('<p>ARC</p>\n');
        const again = all(bytes, { start: records[1]!.offset, end: records[1]!.offset + records[1]!.length });
        expect((await again).records[0]!.url).toBe('http://antigo.pt/com%20espaço');
      }
    }
  });

  it('never throws or hangs on any bytes', async () => {
    const words = [
      'WARC/1.0\r\n',
      'Content-Length: 5\r\n',
      '\r\n',
      'http://a.pt/ 1.2.3.4 20010203040506 text/html 3\n',
      '\x1f\x8b\x08\0',
      'filedesc:',
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 8 })), { maxLength: 30 }),
        async (parts) => {
          const { records } = await all(Buffer.from(parts.join(''), 'latin1'));
          for (const record of records) expect(record.block.length).toBe(record.blockLength);
        },
      ),
      { numRuns: 300, seed: 11 },
    );
  });

  it('reads what is kept elsewhere by places: one record from its offset, or all, and leaves nothing open', async () => {
    const writer = WarcWriter.open(join(root, 'ranged'), { index: false, compressionLevel: 0 });
    const places = [40, 300_000, 9, 70_000].map((n, i) =>
      writer.writeExchange(exchange({ url: `https://exemplo.pt/${i}`, body: Buffer.alloc(n, `${i}á`) })),
    );
    writer.close();
    const bytes = readFileSync(join(root, 'ranged', writer.file));
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: places.length - 1 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 20_000 }),
        async (which, known, piece) => {
          let [given, ended, last] = [0, 0, 0];
          const elsewhere: RangedBytes = {
            name: 'algures/um.warc.gz',
            async *bytes(start, end = bytes.length) {
              last = end;
              try {
                for (let at = start; at < end; at += piece) {
                  given = Math.min(end, at + piece);
                  yield bytes.subarray(at, given);
                }
              } finally {
                ended++;
              }
            },
          };
          const { offset, length } = places[which]!;
          const record = await readRecordAt(elsewhere, offset, known ? length : undefined);
          expect(record).toMatchObject({ offset, length, url: `https://exemplo.pt/${which}` });
          expect(last).toBe(known ? offset + length : bytes.length);
          // Of what follows no more is taken than has been held already.
          expect(given).toBeLessThanOrEqual(offset + Math.max(2 * length, 600_000) + piece);
          expect(ended).toBe(1);
        },
      ),
      { numRuns: 30, seed: 7 },
    );
    const whole: RangedBytes = {
      name: 'x',
      async *bytes(start) {
        yield bytes.subarray(start);
      },
    };
    const read = await all(whole);
    expect(read.problems).toEqual([]);
    expect(read.records.filter((r) => r.type === 'response').map((r) => r.offset)).toEqual(
      places.map((place) => place.offset),
    );
    await expect(readRecordAt(whole, 3)).rejects.toMatchObject({ code: 'TRF_STORAGE_DAMAGED' });
  });

  it('says which file cannot be opened', async () => {
    await expect(all(join(root, 'nenhum.warc'))).rejects.toMatchObject({ code: 'TRF_INPUT_MISSING' });
    await expect(readRecordAt(join(root, 'plain.warc'), 3)).rejects.toMatchObject({
      code: 'TRF_STORAGE_DAMAGED',
    });
  });
});

describe('HTTP messages', () => {
  it('are read with bare line feeds, folded lines, no reason, no headers, no body', () => {
    const message = (text: string) => parseHttpMessage(Buffer.from(text, 'latin1'));
    expect(message('HTTP/1.1 404\nA: 1\n b\nnonsense\nA: 2\n\ncorpo')).toMatchObject({
      startLine: 'HTTP/1.1 404',
      headers: [
        ['A', '1 b'],
        ['A', '2'],
      ],
    });
    expect(message('HTTP/1.1 404\n\ncorpo')!.body.toString()).toBe('corpo');
    expect(message('HTTP/1.1 404')!.status).toBe(404);
    expect(message('HTTP/1.1 200 Tudo bem\r\n\r\n')!.statusText).toBe('Tudo bem');
    expect(message('GET / HTTP/1.1\r\nHost: a\r\n\r\n')!.status).toBeNull();
    expect(message('<html>sem cabeçalho')).toBeNull();
    expect(message('')).toBeNull();
  });

  it('lose their chunks when they have them, and keep their body when they only say so', () => {
    const chunked = Buffer.from('4\r\nWiki\r\n6;x=y\r\npedia \r\n0\r\nTrailer: a\r\n\r\n');
    expect(dechunk(chunked).toString()).toBe('Wikipedia ');
    expect(dechunk(chunked.subarray(0, 18)).toString()).toBe('Wikipe');
    expect(dechunk(Buffer.from('<p>não é</p>')).toString()).toBe('<p>não é</p>');
    const http = parseHttpMessage(
      Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'), chunked]),
    );
    expect(http!.payload.toString()).toBe('Wikipedia ');
  });

  it('are decoded, also when cut, and never beyond the limit', () => {
    const text = Buffer.from('conteúdo '.repeat(2000));
    const decoded = (body: Buffer, coding: string, limit: number) =>
      new HttpMessage('HTTP/1.1 200 OK', [['Content-Encoding', coding]], body).decoded(limit);
    for (const [name, bytes] of [
      ['gzip', gzipSync(text)],
      ['deflate', deflateSync(text)],
      ['deflate', deflateRawSync(text)],
      ['br', brotliCompressSync(text)],
      ['gzip, br', brotliCompressSync(gzipSync(text))],
      ['identity', text],
    ] as const) {
      const whole = decoded(bytes, name, 1e6);
      expect(whole.problem).toBeNull();
      expect(whole.bytes.equals(text)).toBe(true);
      const first = decoded(bytes, name, 1000);
      expect(first.problem).toBe(name === 'identity' ? null : 'bomb');
      expect(text.subarray(0, 1000).equals(first.bytes)).toBe(true);
    }
    const cut = decoded(gzipSync(text).subarray(0, 60), 'gzip', 1e6);
    expect(text.subarray(0, cut.bytes.length).equals(cut.bytes) && cut.bytes.length > 0).toBe(true);
    expect(decoded(text, 'gzip', 1e6).problem).toBe('corrupt');
    expect(decoded(text, 'sdch', 1e6)).toMatchObject({ bytes: text, problem: 'unknown-encoding' });
  });
});

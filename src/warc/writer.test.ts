import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WARCParser } from 'warcio';
import { TarrafaError } from '../errors.ts';
import { type FileCalls, NODE_CALLS } from './append-file.ts';
import { LOG_NAME } from './cdxj-log.ts';
import { payloadDigest } from './digest.ts';
import { anyExchange, countedIds, exchange, NOON, readWithWarcio, tempFolder } from './exchanges.suite.ts';
import { headerValue } from './http-message.ts';
import { readRecordAt, readWarc } from './reader.ts';
import { scanFrom } from './tail.ts';
import { WarcWriter, type WarcWriterOptions } from './writer.ts';

const root = tempFolder();
let count = 0;

function folder(): string {
  return join(root, `f${count++}`);
}

function open(where: string, options: WarcWriterOptions = {}): WarcWriter {
  return WarcWriter.open(where, { clock: () => NOON, recordId: countedIds(), ...options });
}

function warcs(where: string): string[] {
  return readdirSync(where)
    .filter((name) => name.endsWith('.warc.gz'))
    .sort();
}

describe('WarcWriter', () => {
  it('writes what warcio reads: warcinfo, response, request, revisit, metadata, resource', async () => {
    const where = folder();
    const writer = open(where, { software: 'tarrafa/teste', info: { operator: 'Ninguém\r\nEvil: 1' } });
    const body = gzipSync('<p>olá</p>'.repeat(500));
    const first = writer.writeExchange(
      exchange({
        rawHeaders: ['Content-Type', 'text/html', 'Content-Encoding', 'gzip', 'transfer-encoding', 'chunked'],
        body,
        extra: { 'Tarrafa-Record': '123' },
        protocols: ['http/1.1', 'tls/1.3'],
      }),
    );
    writer.writeExchange(
      exchange({
        date: NOON + 5000,
        body,
        revisitOf: { url: exchange().url, date: NOON, recordId: first.recordId },
      }),
    );
    writer.writeExchange(
      exchange({
        status: 304,
        statusText: 'Not Modified',
        body: Buffer.alloc(0),
        payloadDigest: first.payloadDigest!,
        revisitOf: { url: exchange().url, date: NOON },
      }),
    );
    writer.writeMetadata({
      url: 'https://exemplo.pt/mapa.tif',
      body: { descrição: 'Mapa', via: ['a', 'b'] },
    });
    writer.writeResource({
      url: 'urn:relatorio',
      contentType: 'application/json',
      body: Buffer.from('{"a":1}'),
    });
    writer.writeExchange(exchange({ truncated: 'length' }));
    writer.close();

    expect(warcs(where)).toEqual(['tarrafa-20240506120000-00000.warc.gz']);
    const records = await readWithWarcio(readFileSync(join(where, warcs(where)[0]!)));
    expect(records.map((r) => r.type)).toEqual([
      'warcinfo',
      'response',
      'request',
      'revisit',
      'request',
      'revisit',
      'request',
      'metadata',
      'resource',
      'response',
      'request',
    ]);
    const [info, response, request, revisit, , unmodified, , metadata, resource, cut] = records;
    expect(info!.payload.toString()).toContain('software: tarrafa/teste\r\n');
    expect(info!.payload.toString()).toContain('operator: Ninguém Evil: 1\r\n');
    expect(response!.url).toBe('https://www.exemplo.pt/notícia?b=2&a=1');
    expect(response!.payload.equals(body)).toBe(true);
    expect(response!.header('Tarrafa-Record')).toBe('123');
    expect(response!.header('WARC-IP-Address')).toBe('192.0.2.7');
    expect(response!.header('WARC-Date')).toBe('2024-05-06T12:00:00.250Z');
    expect(response!.header('WARC-Payload-Digest')).toBe(payloadDigest(body));
    expect(Object.fromEntries(response!.httpHeaders)).toEqual({
      'Content-Type': 'text/html',
      'Content-Encoding': 'gzip',
      'X-Crawler-transfer-encoding': 'chunked',
    });
    expect(request!.header('WARC-Concurrent-To')).toBe(first.recordId);
    expect(request!.statusLine).toBe('GET /not%C3%ADcia?b=2&a=1 HTTP/1.1');
    expect(revisit!.header('WARC-Profile')).toBe(
      'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest',
    );
    expect(revisit!.header('WARC-Refers-To')).toBe(first.recordId);
    expect(revisit!.header('WARC-Refers-To-Target-URI')).toBe(exchange().url);
    expect(revisit!.header('WARC-Refers-To-Date')).toBe('2024-05-06T12:00:00.250Z');
    expect(revisit!.header('WARC-Payload-Digest')).toBe(first.payloadDigest);
    expect(revisit!.payload).toHaveLength(0);
    expect(unmodified!.header('WARC-Profile')).toBe(
      'http://netpreserve.org/warc/1.1/revisit/server-not-modified',
    );
    expect(unmodified!.statusLine).toBe('HTTP/1.1 304 Not Modified');
    expect(metadata!.payload.toString()).toBe('descri__o: Mapa\r\nvia: a\r\nvia: b\r\n');
    expect(resource!.payload.toString()).toBe('{"a":1}');
    expect(cut!.header('WARC-Truncated')).toBe('length');
    expect({ offset: response!.offset, length: response!.length }).toEqual({
      offset: first.offset,
      length: first.length,
    });
  });

  it('gives the same bytes for the same exchanges, clock and ids', () => {
    const files = [folder(), folder()].map((where) => {
      const writer = open(where);
      for (let i = 0; i < 5; i++) writer.writeExchange(exchange({ url: `https://exemplo.pt/${i}` }));
      writer.close();
      return readFileSync(join(where, writer.file));
    });
    expect(files[0]!.equals(files[1]!)).toBe(true);
  });

  it('does not compress again what came compressed, and compresses what did not', () => {
    const where = folder();
    const writer = open(where);
    const text = Buffer.from('<p>um parágrafo qualquer</p>'.repeat(3000));
    for (const [encoding, body] of [
      ['gzip', gzipSync(text)],
      ['br', brotliCompressSync(text.subarray(0, 3000))],
    ] as const) {
      const packed = writer.writeExchange(
        exchange({ rawHeaders: ['Content-Type', 'text/html', 'Content-Encoding', encoding], body }),
      );
      expect(packed.length).toBeGreaterThan(body.length);
      expect(readFileSync(join(where, packed.file)).includes(body.subarray(0, 40))).toBe(true);
    }
    const plain = writer.writeExchange(exchange({ body: text }));
    expect(plain.length).toBeLessThan(text.length / 10);
    writer.close();
  });

  it('reads back byte for byte with warcio and with our reader, whatever a server sends', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyExchange, { minLength: 1, maxLength: 4 }), async (exchanges) => {
        const where = folder();
        const writer = open(where, { index: false });
        const places = exchanges.map((one) => writer.writeExchange(one));
        writer.close();
        const path = join(where, writer.file);
        const peers = (await readWithWarcio(readFileSync(path))).filter((r) => r.type === 'response');
        const ours = [];
        for await (const record of readWarc(path, { strict: true, verify: true })) ours.push(record);
        expect(ours.map((r) => r.type)).toEqual([
          'warcinfo',
          ...exchanges.flatMap(() => ['response', 'request']),
        ]);
        const responses = ours.filter((r) => r.type === 'response');
        expect(peers).toHaveLength(exchanges.length);
        for (const [i, one] of exchanges.entries()) {
          const mine = responses[i]!;
          expect(mine.payload.equals(one.body)).toBe(true);
          expect(peers[i]!.payload.equals(one.body)).toBe(true);
          expect(mine.url).toBe(peers[i]!.url);
          expect(mine.http!.status).toBe(one.status);
          expect(mine.http!.header('x-injected')).toBeNull();
          expect(mine.http!.headers).toHaveLength(one.rawHeaders.length / 2);
          for (let h = 0; h < one.rawHeaders.length; h += 2) {
            const [name, value] = mine.http!.headers[h / 2]!;
            const given = one.rawHeaders[h]!;
            expect(name).toBe(given.toLowerCase() === 'transfer-encoding' ? `X-Crawler-${given}` : given);
            expect(value).toBe(headerValue(one.rawHeaders[h + 1]!).trim());
          }
          expect(mine.verdicts).toEqual({ block: 'match', payload: 'match' });
          expect({ offset: mine.offset, length: mine.length }).toEqual({
            offset: places[i]!.offset,
            length: places[i]!.length,
          });
          const again = await readRecordAt(path, places[i]!.offset, places[i]!.length);
          expect(again.block.equals(mine.block)).toBe(true);
        }
      }),
      { numRuns: 60, seed: 20240506 },
    );
  });

  it('lets no status text, header, address or extra field begin a line of its own', async () => {
    const where = folder();
    const writer = open(where);
    const evil = 'x\r\nWARC-Type: request\r\n\r\nHTTP/1.1 200 OK\r\n\u010d\u010aInjected: 1';
    writer.writeExchange(
      exchange({
        url: `https://exemplo.pt/${evil}`,
        statusText: evil,
        rawHeaders: ['X-Evil', evil, 'Bad Name:\r\n', 'v', '', 'vazio'],
        requestHead: 'GET / HTTP/1.1\nHost: a\u010aB: c\r\n\r\nGET /smuggled HTTP/1.1\r\n',
        address: '1.2.3.4\r\nX: y',
        extra: { 'Tarrafa\r\nX': evil },
        revisitOf: { url: `https://exemplo.pt/${evil}`, date: Number.NaN, recordId: evil },
        payloadDigest: `sha1:${evil}`,
      }),
    );
    writer.close();
    const records = [...scanFrom(join(where, writer.file))];
    expect(records.map((r) => r.type)).toEqual(['warcinfo', 'revisit', 'request']);
    const [, revisit, request] = records;
    expect(revisit!.fields.all('WARC-Type')).toEqual(['revisit']);
    expect(revisit!.field('WARC-IP-Address')).toBeNull();
    expect(revisit!.url).not.toMatch(/[\s]/);
    expect(revisit!.field('Injected')).toBeNull();
    expect(revisit!.http!.headers.map(([name]) => name)).toEqual(['X-Evil', 'Bad_Name___', '_']);
    expect(request!.http!.headers.map(([name]) => name)).toEqual(['Host']);
    expect(request!.http!.body).toHaveLength(0);
    expect((await readWithWarcio(readFileSync(join(where, writer.file)))).map((r) => r.type)).toEqual([
      'warcinfo',
      'revisit',
      'request',
    ]);
  });

  it('begins a new file when the next exchange would pass the size, each with its warcinfo', () => {
    const where = folder();
    const writer = open(where, { maxFileBytes: 3000 });
    for (let i = 0; i < 8; i++) writer.writeExchange(exchange({ url: `https://exemplo.pt/${i}` }));
    writer.close();
    const names = warcs(where);
    expect(names.length).toBeGreaterThan(2);
    expect(names.map((name) => name.slice(-13, -8))).toEqual(names.map((_, i) => String(i).padStart(5, '0')));
    const urls: (string | null)[] = [];
    for (const name of names) {
      const records = [...scanFrom(join(where, name))];
      expect(readFileSync(join(where, name)).length).toBeLessThanOrEqual(3000);
      expect(records[0]!.type).toBe('warcinfo');
      expect(records[0]!.field('WARC-Filename')).toBe(name);
      urls.push(...records.filter((r) => r.type === 'response').map((r) => r.url));
    }
    expect(urls).toEqual(Array.from({ length: 8 }, (_, i) => `https://exemplo.pt/${i}`));
  });

  it('never writes over a file that is there', () => {
    const where = folder();
    mkdirSync(where);
    const taken = join(where, 'outro-20240506120000-00000.warc.gz');
    writeFileSync(taken, 'de outrem');
    const calls: FileCalls = {
      ...NODE_CALLS,
      open: (path, flags) => {
        // Somebody makes the file between the listing and the opening.
        if (path.endsWith('-00000.warc.gz') && flags.startsWith('w') && !existsSync(path))
          writeFileSync(path, 'de outrem');
        return NODE_CALLS.open(path, flags);
      },
    };
    const writer = open(where, { calls });
    writer.writeExchange(exchange());
    writer.close();
    expect(readFileSync(join(where, 'tarrafa-20240506120000-00000.warc.gz'), 'utf8')).toBe('de outrem');
    expect(readFileSync(taken, 'utf8')).toBe('de outrem');
    expect(writer.file).toBe('tarrafa-20240506120000-00001.warc.gz');
  });

  it('goes on in the last file after a restart, and its index lines with it', () => {
    const where = folder();
    const first = open(where);
    first.writeExchange(exchange({ url: 'https://exemplo.pt/1' }));
    first.close();
    const second = open(where);
    expect(second.file).toBe(first.file);
    second.writeExchange(exchange({ url: 'https://exemplo.pt/2' }));
    second.close();
    expect(warcs(where)).toHaveLength(1);
    const types = [...scanFrom(join(where, first.file))].map((r) => r.type);
    expect(types).toEqual(['warcinfo', 'response', 'request', 'response', 'request']);
    const log = readFileSync(join(where, LOG_NAME), 'utf8').trim().split('\n');
    expect(log.map((line) => line.split(' ')[0])).toEqual(['pt,exemplo)/1', 'pt,exemplo)/2']);
  });

  it('ends a file when told to, which no later record touches, and says where it ended', () => {
    const where = folder();
    const writer = open(where);
    expect([writer.growing, writer.finishFile()]).toEqual([null, null]);
    const one = writer.writeExchange(exchange({ url: 'https://exemplo.pt/1' }));
    expect(writer.growing).toBe(one.file);
    expect(writer.finishFile()).toBe(one.file);
    expect([writer.growing, writer.file, writer.offset]).toEqual([null, one.file, one.end]);
    expect(writer.finishFile()).toBeNull();
    const given = readFileSync(join(where, one.file));
    const two = writer.writeExchange(exchange({ url: 'https://exemplo.pt/2' }));
    writer.close();
    expect(warcs(where)).toEqual([one.file, two.file]);
    expect(readFileSync(join(where, one.file)).equals(given)).toBe(true);
    expect([...scanFrom(join(where, two.file))].map((r) => r.type)).toEqual([
      'warcinfo',
      'response',
      'request',
    ]);
    const log = readFileSync(join(where, LOG_NAME), 'utf8').trim().split('\n');
    expect(log.map((line) => line.split(' ')[0])).toEqual(['pt,exemplo)/1', 'pt,exemplo)/2']);
  });

  it('writes the bytes that it would have written, whether a file ends because it is full or because it was told to', () => {
    const [full, told] = [folder(), folder()];
    const pages = Array.from({ length: 6 }, (_, i) => exchange({ url: `https://exemplo.pt/${i}` }));
    const byLength = open(full, { maxFileBytes: 3000 });
    const byCall = open(told);
    let last = '';
    for (const page of pages) {
      const { file } = byLength.writeExchange(page);
      if (last !== '' && file !== last) byCall.finishFile();
      last = file;
      byCall.writeExchange(page);
    }
    byLength.close();
    byCall.close();
    expect(warcs(told)).toEqual(warcs(full));
    expect(warcs(full).length).toBeGreaterThan(1);
    for (const name of warcs(full))
      expect(readFileSync(join(told, name)).equals(readFileSync(join(full, name)))).toBe(true);
  });

  it('begins a new file after a restart where files are given away, and mends the one before', () => {
    const where = folder();
    const dead = open(where);
    const { file, end } = dead.writeExchange(exchange());
    dead.flush();
    writeFileSync(
      join(where, file),
      Buffer.concat([readFileSync(join(where, file)), Buffer.from([31, 139])]),
    );
    const heir = open(where, { newFile: true });
    expect([heir.growing, heir.repaired]).toMatchObject([null, { file, cutBytes: 2 }]);
    expect(readFileSync(join(where, file))).toHaveLength(end);
    expect(heir.writeExchange(exchange()).file).not.toBe(file);
    heir.close();
    expect(warcs(where)).toHaveLength(2);
  });

  it('makes index lines that died with a process again, and those of records that never reached the disk go', () => {
    const where = folder();
    const dead = open(where);
    for (let i = 0; i < 3; i++) dead.writeExchange(exchange({ url: `https://exemplo.pt/${i}` }));
    // The process dies here: its lines were held back.
    expect(readFileSync(join(where, LOG_NAME), 'utf8')).toBe('');
    const heir = open(where);
    const before = readFileSync(join(where, LOG_NAME), 'utf8');
    expect(before.trim().split('\n')).toHaveLength(3);
    const at = heir.offset;
    heir.writeExchange(exchange({ url: 'https://exemplo.pt/perdida' }));
    heir.close();
    // A power cut: the log reached the disk, the record did not.
    const path = join(where, heir.file);
    writeFileSync(path, readFileSync(path).subarray(0, at + 100));
    const next = open(where);
    expect(next.repaired).toMatchObject({ file: heir.file, cutBytes: 100 });
    next.close();
    expect(readFileSync(join(where, LOG_NAME), 'utf8')).toBe(before);
  });

  it('believes no index line whose record was written again, longer, shorter, elsewhere or in a file of the same name', () => {
    const urls = (where: string): string[] =>
      readFileSync(join(where, LOG_NAME), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => (JSON.parse(line.slice(line.indexOf('{'))) as { url: string }).url);
    const first = exchange({ url: 'https://exemplo.pt/1', body: Buffer.alloc(5000, 'a') });
    for (const again of [
      { body: Buffer.alloc(9000, 'ab') },
      { body: Buffer.alloc(1200, 'a') },
      { body: Buffer.alloc(5000, 'a'), url: 'https://exemplo.pt/2' },
    ]) {
      const where = folder();
      const dead = open(where);
      dead.writeExchange(exchange({ url: 'https://exemplo.pt/0' }));
      const at = dead.offset;
      dead.writeExchange(first);
      dead.close();
      const stale = readFileSync(join(where, LOG_NAME));
      const path = join(where, dead.file);
      // The power fails: the record is gone. The next writes another in its place, and fails too: the log is the first one's.
      writeFileSync(path, readFileSync(path).subarray(0, at));
      const next = open(where);
      const written = next.writeExchange({ ...first, ...again });
      next.close();
      expect(written.offset).toBe(at);
      writeFileSync(join(where, LOG_NAME), stale);
      const whole = readFileSync(path);
      const last = open(where);
      expect(last.repaired).toBeNull();
      last.close();
      expect(readFileSync(path).equals(whole)).toBe(true);
      expect(urls(where)).toEqual(['https://exemplo.pt/0', again.url ?? first.url]);
    }
    // The file is gone with its name, and another is made of the same name.
    const where = folder();
    const dead = open(where);
    dead.writeExchange(first);
    dead.close();
    rmSync(join(where, dead.file));
    const next = open(where);
    expect(urls(where)).toEqual([]);
    next.writeExchange(exchange({ url: 'https://exemplo.pt/2' }));
    expect(next.file).toBe(dead.file);
    next.close();
    expect(urls(where)).toEqual(['https://exemplo.pt/2']);
  });

  it('needs no reading before a known place when it keeps no index', () => {
    const where = folder();
    const writer = open(where, { index: false });
    const one = writer.writeExchange(exchange());
    writer.writeExchange(exchange());
    writer.close();
    const path = join(where, writer.file);
    const bytes = readFileSync(path);
    // Damage before the known place is not seen: the proof that it was not read.
    bytes.fill(0, 0, one.end);
    writeFileSync(path, bytes.subarray(0, bytes.length - 3));
    const again = open(where, { index: false, knownGood: { file: writer.file, offset: one.end } });
    expect(again.repaired!.cutBytes).toBeGreaterThan(0);
    again.close();
    expect([...scanFrom(path, one.end)].map((r) => r.type)).toEqual(['response']);
  });

  it('syncs no more often than asked, also when the clock is set back', () => {
    let now = NOON;
    let syncs = 0;
    const calls: FileCalls = { ...NODE_CALLS, sync: () => void syncs++ };
    const writer = open(folder(), { calls, clock: () => now, syncIntervalMs: 1000 });
    writer.writeExchange(exchange());
    expect(syncs).toBe(1);
    writer.writeExchange(exchange());
    now += 999;
    writer.writeExchange(exchange());
    expect(syncs).toBe(1);
    now += 1;
    writer.writeExchange(exchange());
    expect(syncs).toBe(2);
    now -= 86_400_000;
    writer.writeExchange(exchange());
    expect(syncs).toBe(3);
    writer.close();
  });
});

/** A disk with so many bytes of room. */
function fullDisk(room: { bytes: number }): FileCalls {
  return {
    ...NODE_CALLS,
    write: (fd, bytes, offset, length, position) => {
      if (room.bytes <= 0)
        throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
      const n = NODE_CALLS.write(fd, bytes, offset, Math.min(length, room.bytes), position);
      room.bytes -= n;
      return n;
    },
  };
}

function codeOf(run: () => void): string {
  try {
    run();
  } catch (error) {
    return error instanceof TarrafaError ? error.code : `not ours: ${String(error)}`;
  }
  return 'no error';
}

describe('a disk that fails', () => {
  it('full at any byte, leaves whole records only, and goes on when there is room again', async () => {
    const where = folder();
    const dry = open(where);
    dry.writeExchange(exchange());
    const whole = dry.writeExchange(exchange());
    dry.close();
    for (let bytes = 0; bytes < whole.end; bytes += 61) {
      const here = folder();
      const room = { bytes };
      const writer = open(here, { calls: fullDisk(room) });
      let written = 0;
      for (let i = 0; i < 2; i++) {
        const code = codeOf(() => writer.writeExchange(exchange()));
        if (code === 'no error') written++;
        else expect(code).toBe('TRF_STORAGE_FULL');
      }
      const path = join(here, warcs(here)[0]!);
      const left = [...scanFrom(path)];
      expect(left.filter((r) => r.type === 'response')).toHaveLength(written);
      expect(left.reduce((sum, r) => sum + r.length, 0)).toBe(readFileSync(path).length);
      room.bytes = 1e9;
      writer.writeExchange(exchange());
      writer.close();
      const records = await readWithWarcio(readFileSync(path));
      expect(records.filter((r) => r.type === 'response')).toHaveLength(written + 1);
      expect(records[0]!.type).toBe('warcinfo');
    }
  });

  it('that cannot even be cut back ends no file, so that half a record is never given away', () => {
    const where = folder();
    const room = { bytes: 1e9 };
    let stuck = false;
    const calls: FileCalls = {
      ...fullDisk(room),
      truncate: (fd, length) => {
        if (stuck) throw Object.assign(new Error('EIO'), { code: 'EIO' });
        NODE_CALLS.truncate(fd, length);
      },
    };
    const writer = open(where, { calls });
    const { end } = writer.writeExchange(exchange());
    room.bytes = 100;
    stuck = true;
    expect(codeOf(() => writer.writeExchange(exchange()))).toBe('TRF_STORAGE_FULL');
    expect(codeOf(() => writer.finishFile())).toBe('TRF_STORAGE_DENIED');
    stuck = false;
    const given = writer.finishFile()!;
    expect(readFileSync(join(where, given))).toHaveLength(end);
    room.bytes = 1e9;
    writer.close();
  });

  it('that cannot even be cut back is cut at the next write', () => {
    const where = folder();
    const room = { bytes: 1e9 };
    let stuck = false;
    const calls: FileCalls = {
      ...fullDisk(room),
      truncate: (fd, length) => {
        if (stuck) throw Object.assign(new Error('EIO'), { code: 'EIO' });
        NODE_CALLS.truncate(fd, length);
      },
    };
    const writer = open(where, { calls });
    writer.writeExchange(exchange());
    room.bytes = 100;
    stuck = true;
    expect(codeOf(() => writer.writeExchange(exchange()))).toBe('TRF_STORAGE_FULL');
    expect(codeOf(() => writer.writeExchange(exchange()))).toBe('TRF_STORAGE_DENIED');
    stuck = false;
    room.bytes = 1e9;
    writer.writeExchange(exchange({ body: Buffer.from('x') }));
    writer.close();
    const path = join(where, writer.file);
    expect([...scanFrom(path)].reduce((sum, r) => sum + r.length, 0)).toBe(readFileSync(path).length);
  });

  it('read-only, or with a file where the folder should be, is told as such', () => {
    const where = folder();
    const denied: FileCalls = {
      ...NODE_CALLS,
      open: () => {
        throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' });
      },
    };
    expect(codeOf(() => open(where, { calls: denied }))).toBe('TRF_STORAGE_DENIED');
    const noLog = open(where, { calls: denied, index: false });
    expect(codeOf(() => noLog.writeExchange(exchange()))).toBe('TRF_STORAGE_DENIED');
    writeFileSync(join(root, 'ficheiro'), '');
    expect(codeOf(() => open(join(root, 'ficheiro', 'arquivo')))).toBe('TRF_STORAGE_DENIED');
  });

  it('a log that cannot be written does not fail the exchange; an explicit flush tells', () => {
    const where = folder();
    let full = false;
    const paths = new Map<number, string>();
    const calls: FileCalls = {
      ...NODE_CALLS,
      open: (path, flags) => {
        const fd = NODE_CALLS.open(path, flags);
        paths.set(fd, path);
        return fd;
      },
      write: (fd, ...rest) => {
        if (full && paths.get(fd)!.endsWith(LOG_NAME))
          throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
        return NODE_CALLS.write(fd, ...rest);
      },
    };
    const writer = open(where, { calls });
    full = true;
    for (let i = 0; i < 200; i++) writer.writeExchange(exchange({ url: `https://exemplo.pt/${i}` }));
    expect(codeOf(() => writer.flush())).toBe('TRF_STORAGE_FULL');
    full = false;
    writer.close();
    expect(readFileSync(join(where, LOG_NAME), 'utf8').trim().split('\n')).toHaveLength(200);
  });

  it('refuses to write after it was closed', () => {
    const writer = open(folder());
    writer.close();
    expect(codeOf(() => writer.writeExchange(exchange()))).toBe('TRF_STORAGE_DENIED');
  });
});

describe('warcio as a peer', () => {
  it('reads our file also when it arrives in small pieces', async () => {
    const where = folder();
    const writer = open(where);
    for (let i = 0; i < 20; i++) writer.writeExchange(exchange({ url: `https://exemplo.pt/${i}` }));
    writer.close();
    const bytes = readFileSync(join(where, writer.file));
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += 37) yield bytes.subarray(at, at + 37);
    }
    let n = 0;
    for await (const record of WARCParser.iterRecords(pieces())) {
      await record.readFully(true);
      n++;
    }
    expect(n).toBe(41);
    const ours = [];
    for await (const record of readWarc(pieces(), { strict: true })) ours.push(record.url);
    expect(ours).toHaveLength(41);
  });
});

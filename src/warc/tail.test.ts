import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DISK } from '../files/index.ts';
import { countedIds, exchange, NOON, readWithWarcio, tempFolder } from './exchanges.suite.ts';
import { MemberBuffer } from './gzip-member.ts';
import { readWarc } from './reader.ts';
import { repairTail, scanFolder, scanFrom } from './tail.ts';
import { WarcWriter } from './writer.ts';

const root = tempFolder();
let count = 0;

/** A small archive: stored and deflated members, a body that is itself gzip. */
function archive(): { bytes: Buffer; ends: number[]; path: string } {
  const folder = join(root, `t${count++}`);
  const writer = WarcWriter.open(folder, {
    clock: () => NOON,
    recordId: countedIds(),
    index: false,
    compressionLevel: 1,
  });
  writer.writeExchange(exchange({ url: 'https://exemplo.pt/1', extra: { 'Tarrafa-Record': '1' } }));
  writer.writeExchange(
    exchange({
      url: 'https://exemplo.pt/2',
      rawHeaders: ['Content-Type', 'text/html', 'Content-Encoding', 'gzip'],
      body: gzipSync('<p>dentro</p>'.repeat(20)),
      extra: { 'Tarrafa-Record': '2' },
    }),
  );
  writer.writeExchange(
    exchange({
      url: 'https://exemplo.pt/3',
      body: Buffer.alloc(2500, 'repetido '),
      extra: { 'Tarrafa-Record': '3' },
    }),
  );
  writer.close();
  const path = join(folder, writer.file);
  const ends = [...scanFrom(path)].map((record) => record.offset + record.length);
  return { bytes: readFileSync(path), ends, path };
}

/** Thousands of files are not brought to the disk one by one. */
const unhurried = { ...DISK, sync: () => {} };

describe('repairTail', () => {
  it('[H-12] a WARC cut anywhere keeps exactly its whole records', () => {
    const { bytes, ends, path } = archive();
    expect(ends).toHaveLength(7);
    expect(ends[6]).toBe(bytes.length);
    for (let cut = 0; cut <= bytes.length; cut++) {
      // A new file each time: a file system may wait for the disk when an old one is written over.
      const here = `${path}.${cut}`;
      writeFileSync(here, bytes.subarray(0, cut));
      const result = repairTail(here, { disk: unhurried });
      const whole = ends.filter((end) => end <= cut);
      const end = whole[whole.length - 1] ?? 0;
      expect(result).toMatchObject({ cutBytes: cut - end, end, records: whole.length, damage: [] });
      // What is cut is kept.
      expect(result.kept === null).toBe(cut === end);
      if (result.kept !== null) {
        expect(readFileSync(result.kept)).toEqual(bytes.subarray(end, cut));
        rmSync(result.kept);
      }
      expect(statSync(here).size).toBe(end);
      rmSync(here);
    }
  });

  it('[H-12] what is left after a cut reads cleanly with warcio, and writing goes on behind it', async () => {
    const { bytes, ends, path } = archive();
    const cut = ends[4]! + 40;
    writeFileSync(path, bytes.subarray(0, cut));
    const writer = WarcWriter.open(join(path, '..'), { clock: () => NOON, recordId: countedIds() });
    expect(writer.repaired).toMatchObject({ file: writer.file, cutBytes: 40 });
    writer.writeExchange(exchange({ url: 'https://exemplo.pt/depois' }));
    writer.close();
    const records = await readWithWarcio(readFileSync(path));
    expect(records.filter((r) => r.type === 'response').map((r) => r.url)).toEqual([
      'https://exemplo.pt/1',
      'https://exemplo.pt/2',
      'https://exemplo.pt/depois',
    ]);
  });

  it('cuts the zeros and the garbage that a power cut leaves', () => {
    const { bytes, ends, path } = archive();
    for (const tail of [
      Buffer.alloc(5000),
      Buffer.from('lixo'),
      Buffer.concat([bytes.subarray(ends[5]!, ends[5]! + 30), Buffer.alloc(9000)]),
    ]) {
      writeFileSync(path, Buffer.concat([bytes, tail]));
      expect(repairTail(path)).toMatchObject({ cutBytes: tail.length, end: bytes.length, records: 7 });
    }
  });

  it('starts at a known place', () => {
    const { bytes, ends, path } = archive();
    writeFileSync(path, bytes.subarray(0, bytes.length - 1));
    expect(repairTail(path, { from: ends[4]! })).toEqual({
      cutBytes: ends[6]! - ends[5]! - 1,
      kept: `${path}.cut`,
      end: ends[5],
      records: 1,
      damage: [],
    });
  });

  it('leaves damage that has whole records behind it', () => {
    const { bytes, ends, path } = archive();
    const bad = Buffer.from(bytes);
    bad[ends[2]! + 60]! ^= 0xff;
    writeFileSync(path, bad);
    const result = repairTail(path);
    expect(result.cutBytes).toBe(0);
    expect(result.records).toBe(6);
    expect(result.damage.map((d) => d.offset)).toEqual([ends[2]]);
    expect(statSync(path).size).toBe(bytes.length);
  });

  it('is not deceived by a whole member inside a half-written body', () => {
    const { bytes, path } = archive();
    const forged = new MemberBuffer();
    forged.addStored([
      Buffer.from(
        'WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: https://falso.pt/\r\nContent-Length: 0\r\n\r\n\r\n\r\n',
      ),
    ]);
    const member = new MemberBuffer();
    member.addStored([
      Buffer.from('WARC/1.1\r\nWARC-Type: response\r\nContent-Length: 90000\r\n\r\n'),
      forged.bytes(),
      Buffer.alloc(80_000),
    ]);
    writeFileSync(path, Buffer.concat([bytes, member.bytes().subarray(0, 3000)]));
    const urls = [...scanFrom(path)].map((record) => record.url);
    expect(urls).not.toContain('https://falso.pt/');
    expect(repairTail(path)).toMatchObject({ cutBytes: 3000, end: bytes.length });
  });
});

describe('a member without end', () => {
  it('with more behind it than a record can be is damage, not a half-written end', () => {
    const { bytes, ends, path } = archive();
    // A stored block that claims 65,535 bytes, in the place of the second response.
    const bad = Buffer.from(bytes);
    bad.set([0x00, 0xff, 0xff, 0x00, 0x00], ends[2]! + 10);
    writeFileSync(path, bad);
    const result = repairTail(path, { tornMax: 500 });
    expect(result).toMatchObject({ cutBytes: 0, records: 6 });
    expect(result.damage).toEqual([{ offset: ends[2], reason: 'a gzip member without end' }]);
  });
});

describe('scanFolder', () => {
  it('goes on through the files begun after the mark', () => {
    const folder = join(root, 'several');
    const writer = WarcWriter.open(folder, { maxFileBytes: 3000, index: false });
    const places = Array.from({ length: 7 }, (_, i) =>
      writer.writeExchange(exchange({ url: `https://exemplo.pt/${i}` })),
    );
    writer.close();
    const urlsAfter = (mark: { file: string; offset: number } | null) =>
      [...scanFolder(folder, mark)]
        .filter(({ record }) => record.type === 'response')
        .map(({ file, record }) => `${file} ${record.url}`);
    const all = places.map((place, i) => `${place.file} https://exemplo.pt/${i}`);
    expect(new Set(places.map((place) => place.file)).size).toBeGreaterThan(2);
    expect(urlsAfter(null)).toEqual(all);
    for (const [i, place] of places.entries())
      expect(urlsAfter({ file: place.file, offset: place.end })).toEqual(all.slice(i + 1));
  });
});

describe('scanFrom', () => {
  it('gives the records after a mark with their extension fields', () => {
    const { ends, path } = archive();
    const records = [...scanFrom(path, ends[2]!)];
    expect(records.map((r) => [r.type, r.field('Tarrafa-Record')])).toEqual([
      ['response', '2'],
      ['request', '2'],
      ['response', '3'],
      ['request', '3'],
    ]);
    expect(records[0]!.http!.decoded(10_000).bytes.toString()).toBe('<p>dentro</p>'.repeat(20));
    expect([...scanFrom(path, ends[6]!)]).toEqual([]);
  });
});

describe('corruption', () => {
  it('of any bytes never throws, and what is given is what was written', async () => {
    const { bytes, path } = archive();
    const good = new Set<string>();
    for (const record of scanFrom(path)) good.add(record.block.toString('latin1'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 }),
        fc.nat(bytes.length),
        async (changes, cut) => {
          const bad = Buffer.from(bytes);
          for (const [at, value] of changes) bad[at] = value;
          writeFileSync(path, bad.subarray(0, cut));
          for (const record of scanFrom(path)) expect(good.has(record.block.toString('latin1'))).toBe(true);
          for await (const record of readWarc(path))
            expect(good.has(record.block.toString('latin1'))).toBe(true);
          const before = [...scanFrom(path)].length;
          repairTail(path);
          expect([...scanFrom(path)]).toHaveLength(before);
        },
      ),
      { numRuns: 300, seed: 7 },
    );
  });
});

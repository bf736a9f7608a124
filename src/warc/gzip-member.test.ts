import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32, tableCrc32 } from '../bytes/crc32.ts';
import { inflateMember, MemberBuffer, storedMemberBytes } from './gzip-member.ts';

const LIMIT = 1 << 24;

describe('CRC-32', () => {
  it('is the same by table and natively, whole or in pieces', () => {
    expect(tableCrc32(Buffer.from('123456789'))).toBe(0xcbf43926);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(300), (bytes, cut) => {
        const at = Math.min(cut, bytes.length);
        expect(tableCrc32(bytes)).toBe(crc32(bytes));
        expect(tableCrc32(bytes.subarray(at), tableCrc32(bytes.subarray(0, at)))).toBe(crc32(bytes));
      }),
    );
  });
});

describe('gzip members by hand', () => {
  it.each([0, 1, 65534, 65535, 65536, 131070, 131071, 200_000])(
    'stores %i bytes as any gunzip reads them',
    (size) => {
      const content = Buffer.alloc(size);
      for (let i = 0; i < size; i++) content[i] = (i * 7 + (i >> 8)) & 0xff;
      const buffer = new MemberBuffer();
      const cut = Math.floor(size / 3);
      const length = buffer.addStored([content.subarray(0, cut), content.subarray(cut), Buffer.alloc(0)]);
      expect(length).toBe(storedMemberBytes(size));
      expect(buffer.length).toBe(length);
      expect(gunzipSync(buffer.bytes()).equals(content)).toBe(true);
      const read = inflateMember(buffer.bytes(), 0, length, LIMIT);
      expect(read.kind === 'whole' && read.bytes.equals(content) && read.end === length).toBe(true);
    },
  );

  it('sets members one after another, growing as needed, and reads each on its own', () => {
    const buffer = new MemberBuffer();
    const small = Buffer.from('pequeno');
    const large = Buffer.from(Array.from({ length: 60_000 }, (_, i) => `grande ${i * 7919} `).join(''));
    const ends = [buffer.addStored([small]), buffer.addDeflated([large], 1), buffer.addDeflated([small], 6)];
    const bytes = Buffer.from(buffer.bytes());
    expect(gunzipSync(bytes).equals(Buffer.concat([small, large, small]))).toBe(true);
    let at = 0;
    for (const [i, content] of [small, large, small].entries()) {
      const read = inflateMember(bytes, at, bytes.length, LIMIT);
      expect(read.kind === 'whole' && read.bytes.equals(content)).toBe(true);
      at += ends[i]!;
    }
    expect(at).toBe(bytes.length);
    // What does not shrink is stored.
    const packed = gzipSync(large, { level: 9 });
    expect(new MemberBuffer().addDeflated([packed.subarray(0, 300)], 6)).toBe(storedMemberBytes(300));
  });

  it('tells a member cut anywhere from a damaged one', () => {
    for (const level of [0, 1, 9] as const) {
      const whole = gzipSync(Buffer.from('conteúdo que se repete, conteúdo que se repete'), { level });
      for (let end = 0; end < whole.length; end++) {
        expect(inflateMember(whole, 0, end, LIMIT).kind).toBe('short');
      }
      expect(inflateMember(whole, 0, whole.length, LIMIT).kind).toBe('whole');
      expect(inflateMember(whole, 0, whole.length, 10).kind).toBe('large');
      const bad = Buffer.from(whole);
      bad[whole.length - 6]! ^= 1;
      expect(inflateMember(bad, 0, bad.length, LIMIT).kind).toBe('corrupt');
    }
  });

  it('reads headers with name, comment, extra field and checksum', () => {
    const content = Buffer.from('com nome');
    const plain = gzipSync(content);
    const head = Buffer.concat([
      Buffer.from([0x1f, 0x8b, 8, 2 | 4 | 8 | 16, 0, 0, 0, 0, 0, 3, 3, 0, 1, 2, 3]),
      Buffer.from('nome.warc\0comentário\0'),
      Buffer.from([0, 0]),
    ]);
    const member = Buffer.concat([head, plain.subarray(10)]);
    const read = inflateMember(member, 0, member.length, LIMIT);
    expect(read.kind === 'whole' && read.bytes.equals(content)).toBe(true);
    for (let end = 0; end < member.length; end++)
      expect(inflateMember(member, 0, end, LIMIT).kind).toBe('short');
  });

  it('never throws on any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, magic) => {
        const b = Buffer.from(magic ? [0x1f, 0x8b, 8, ...bytes] : bytes);
        expect(['whole', 'short', 'large', 'corrupt']).toContain(inflateMember(b, 0, b.length, 1000).kind);
      }),
    );
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { crc32, tableCrc32 } from './crc32.ts';

it('continues over pieces of any size, none among them, as the portable form does', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 8 }), (pieces) => {
      const whole = tableCrc32(Buffer.concat(pieces));
      expect(pieces.reduce((crc, piece) => crc32(piece, crc), 0)).toBe(whole);
      expect(pieces.reduce((crc, piece) => tableCrc32(piece, crc), 0)).toBe(whole);
    }),
  );
});

it('an empty buffer without memory of its own changes nothing', () => {
  const before = crc32(Buffer.from('tarrafa'));
  for (const empty of [
    Buffer.allocUnsafeSlow(0),
    Buffer.alloc(0),
    new Uint8Array(0),
    new Uint8Array(new ArrayBuffer(0)),
  ])
    expect(crc32(empty, before)).toBe(before);
});

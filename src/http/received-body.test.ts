import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ReceivedBody } from './received-body.ts';

describe('a body that comes in pieces', () => {
  it('is their bytes in order, as many as are wanted, whatever their lengths', () => {
    const piece = fc.oneof(fc.nat(20), fc.constantFrom(0, 4_095, 4_096, 4_097, 65_536), fc.nat(9_000));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.nat(120_000), (lengths, most) => {
        const body = new ReceivedBody();
        let value = 0;
        const pieces = lengths.map((length) => Buffer.from(Array.from({ length }, () => value++ % 251)));
        for (const one of pieces) body.add(one);
        const whole = Buffer.concat(pieces);
        expect(body.bytes).toBe(whole.length);
        expect(body.take(most).equals(whole.subarray(0, most))).toBe(true);
        expect([body.bytes, body.take().length]).toEqual([0, 0]);
      }),
      { numRuns: 200, seed: 15 },
    );
  });

  it('takes little more memory than it has bytes when they come one by one', () => {
    globalThis.gc?.();
    const before = process.memoryUsage();
    const body = new ReceivedBody();
    const read = Buffer.alloc(65_536, 'x');
    for (let i = 0; i < 2_000_000; i++) body.add(read.subarray(i % 65_536, (i % 65_536) + 1));
    const after = process.memoryUsage();
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(3_000_000);
    expect(body.take().length).toBe(2_000_000);
  });

  it('owns its memory', () => {
    const body = new ReceivedBody();
    const read = Buffer.from('a'.repeat(10_000));
    body.add(read.subarray(0, 5_000));
    body.add(read.subarray(0, 3));
    const taken = body.take();
    read.fill('b');
    expect(taken.toString()).toBe('a'.repeat(5_003));
    expect(taken.buffer.byteLength).toBe(5_003);
  });
});

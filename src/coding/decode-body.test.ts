import zlib from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DecodedBody, decodeBody, decodeBodyInTurns } from './decode-body.ts';
import { supportsZstd } from './stepwise-decoder.ts';

const page = Buffer.from(
  Array.from({ length: 4000 }, (_, i) => `<p>parágrafo ${(i * 7919) % 10_007}</p>`).join('\n'),
);
const encoders: Record<string, (body: Buffer) => Buffer> = {
  gzip: (body) => zlib.gzipSync(body),
  'x-gzip': (body) => zlib.gzipSync(body),
  deflate: (body) => zlib.deflateSync(body),
  br: (body) => zlib.brotliCompressSync(body, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 } }),
};

/** Compared as bytes: a deep comparison of so long a buffer takes seconds. */
const whole = ({ bytes, complete, problem }: DecodedBody) => [bytes.equals(page), complete, problem];

describe('decodeBody', () => {
  it('undoes every encoding, in any case, raw deflate too', () => {
    for (const [name, encode] of Object.entries(encoders)) {
      const got = decodeBody(encode(page), name.toUpperCase());
      expect([name, got.complete, got.problem]).toEqual([name, true, null]);
      expect(got.bytes.equals(page)).toBe(true);
    }
    expect(whole(decodeBody(zlib.deflateRawSync(page), 'deflate'))).toEqual([true, true, null]);
    for (const none of [null, '', 'identity', ' Identity ', 'none'])
      expect(whole(decodeBody(page, none))).toEqual([true, true, null]);
    for (const name of Object.keys(encoders))
      expect(decodeBody(Buffer.alloc(0), name)).toEqual({
        bytes: Buffer.alloc(0),
        complete: true,
        problem: null,
      });
  });

  it('undoes several, the last first, and several members', () => {
    const twice = encoders.br!(encoders.gzip!(page));
    expect(decodeBody(twice, 'gzip, br').bytes.equals(page)).toBe(true);
    const members = Buffer.concat([zlib.gzipSync(page.subarray(0, 100)), zlib.gzipSync(page.subarray(100))]);
    expect(whole(decodeBody(members, 'gzip'))).toEqual([true, true, null]);
  });

  it('knows zstd where the runtime does, and says so where not', () => {
    const compress = (zlib as unknown as { zstdCompressSync?: (body: Buffer) => Buffer }).zstdCompressSync;
    if (supportsZstd) expect(decodeBody(compress!(page), 'zstd').bytes.equals(page)).toBe(true);
    else expect(decodeBody(page, 'zstd').problem).toBe('unknown-encoding');
  });

  it('gives what can be decoded of a body cut off anywhere', () => {
    for (const [name, encode] of Object.entries(encoders)) {
      const full = encode(page);
      for (const share of [0.001, 0.1, 0.5, 0.9, 0.999]) {
        const got = decodeBody(full.subarray(0, Math.floor(full.length * share)), name);
        expect([name, share, got.problem]).toEqual([name, share, null]);
        expect(got.complete).toBe(false);
        expect(page.subarray(0, got.bytes.length).equals(got.bytes)).toBe(true);
        if (share > 0.4) expect(got.bytes.length).toBeGreaterThan(page.length * share * 0.5);
      }
    }
  });

  it('gives the content in spite of a wrong checksum or of rubbish after it', () => {
    const full = zlib.gzipSync(page);
    const wrong = Buffer.from(full);
    wrong[wrong.length - 6]! ^= 255;
    for (const body of [wrong, Buffer.concat([full, Buffer.from('<!-- cached -->')])]) {
      const got = decodeBody(body, 'gzip');
      expect([got.complete, got.problem]).toEqual([false, 'corrupt']);
      expect(got.bytes.equals(page)).toBe(true);
    }
    expect(decodeBody(Buffer.concat([full, Buffer.alloc(20)]), 'gzip').bytes.equals(page)).toBe(true);
    const named = Buffer.concat([
      Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3, 97, 0]),
      full.subarray(10),
      Buffer.from('x'),
    ]);
    expect(decodeBody(named, 'gzip').bytes.equals(page)).toBe(true);
  });

  it('holds no more memory than the content of very many members, and reads a bounded number of them', () => {
    const many = Buffer.concat([
      ...new Array<Buffer>(20_000).fill(zlib.gzipSync('a')),
      Buffer.from('rubbish'),
    ]);
    const got = decodeBody(many, 'gzip');
    expect([got.complete, got.problem, got.bytes.length]).toEqual([false, 'corrupt', 1_000]);
  });

  it('gives what came before the damage', () => {
    for (const [name, encode] of Object.entries(encoders)) {
      const damaged = Buffer.from(encode(page));
      damaged.fill(0xff, Math.floor(damaged.length * 0.6), Math.floor(damaged.length * 0.6) + 64);
      const got = decodeBody(damaged, name);
      expect([name, got.complete]).toEqual([name, false]);
      const half = Math.floor(page.length * 0.3);
      expect([name, got.bytes.subarray(0, half).equals(page.subarray(0, half))]).toEqual([name, true]);
    }
  });

  it('gives every byte that a damaged body can still give: as many as its longest whole beginning', () => {
    const inflate: Record<string, (part: Buffer) => Buffer> = {
      deflate: (part) => zlib.inflateSync(part, { finishFlush: zlib.constants.Z_SYNC_FLUSH }),
      br: (part) => zlib.brotliDecompressSync(part, { finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH }),
    };
    for (const [name, decode] of Object.entries(inflate)) {
      const whole = encoders[name]!(page);
      for (const share of [0.2, 0.55, 0.9]) {
        const damaged = Buffer.from(whole);
        const at = Math.floor(whole.length * share);
        damaged.fill(0xff, at, at + 200);
        let longest = Buffer.alloc(0);
        for (let end = at; end <= damaged.length; end++) {
          try {
            longest = Buffer.from(decode(damaged.subarray(0, end)));
          } catch {
            break;
          }
        }
        const got = decodeBody(damaged, name);
        // A brotli stream has no checksum: some damage goes unseen.
        expect([name, share, got.bytes.length]).toEqual([name, share, longest.length]);
        expect(got.bytes.equals(longest)).toBe(true);
      }
    }
  });

  it('holds little more than it gives, whatever a bomb would hold', () => {
    const bomb = zlib.gzipSync(Buffer.alloc(300_000_000), { level: 9 });
    const limit = 4_000_000;
    globalThis.gc?.();
    const before = process.memoryUsage().arrayBuffers;
    const got = decodeBody(bomb, 'gzip', limit);
    expect([got.bytes.length, got.problem]).toEqual([limit, 'bomb']);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * limit);
  });

  it('gives a body back that is not what it says', () => {
    for (const name of ['gzip', 'deflate', 'br'])
      expect([name, ...whole(decodeBody(page, name))]).toEqual([name, true, false, 'corrupt']);
    expect(whole(decodeBody(page, 'utf-8'))).toEqual([true, false, 'unknown-encoding']);
    expect(decodeBody(page, 'gzip,gzip,gzip,gzip,gzip').problem).toBe('unknown-encoding');
  });

  it('stops a bomb at the limit and keeps a beginning', () => {
    const zeros = Buffer.alloc(30_000_000);
    for (const name of ['gzip', 'deflate', 'br']) {
      const got = decodeBody(encoders[name]!(zeros), name, 2_000_000);
      expect([name, got.problem, got.complete]).toEqual([name, 'bomb', false]);
      expect(got.bytes.length).toBeLessThanOrEqual(2_000_000);
    }
    // Under the limit, but far more than such a body honestly holds.
    expect(decodeBody(encoders.gzip!(zeros), 'gzip', 1e9).problem).toBe('bomb');
    // Nested: each layer is bounded by itself.
    const nested = zlib.gzipSync(zlib.gzipSync(zeros));
    expect(decodeBody(nested, 'gzip, gzip', 5_000_000).bytes.length).toBeLessThanOrEqual(5_000_000);
    const long = decodeBody(encoders.gzip!(page), 'gzip', 20_000);
    expect(long.problem).toBe('bomb');
    expect(long.bytes.length).toBeGreaterThan(1000);
    expect(page.subarray(0, long.bytes.length).equals(long.bytes)).toBe(true);
  });

  it('gives exactly the first bytes of a page that is longer than the limit, whatever its coding', () => {
    // As long as a page in the wild: written text, and then very much of the same.
    const long = Buffer.concat([...new Array<Buffer>(30).fill(page), Buffer.alloc(5_000_000, 'a'), page]);
    const limit = 2_500_000;
    for (const [name, encode] of Object.entries(encoders)) {
      const got = decodeBody(encode(long), name, limit);
      expect([name, got.bytes.length, got.complete, got.problem]).toEqual([name, limit, false, 'bomb']);
      expect(long.subarray(0, limit).equals(got.bytes)).toBe(true);
    }
    const plain = decodeBody(long, null, limit);
    expect([plain.bytes.length, plain.complete, plain.problem]).toEqual([limit, false, null]);
  });

  it('gives the first bytes also where one byte holds very many', () => {
    const zeros = Buffer.alloc(30_000_000);
    for (const name of ['gzip', 'deflate', 'br']) {
      const got = decodeBody(encoders[name]!(zeros), name, 1_000_000);
      expect([name, got.bytes.length, got.problem]).toEqual([name, 1_000_000, 'bomb']);
    }
  });

  it('gives the same in turns, and lets others have theirs', async () => {
    const encoding = fc.constantFrom('gzip', 'deflate', 'br', 'gzip, br', 'zstd', 'x', ',');
    const damage = fc.tuple(fc.nat(200_000), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(
        encoding,
        fc.constantFrom('gzip', 'deflate', 'br'),
        fc.array(damage, { maxLength: 2 }),
        fc.nat(1),
        async (name, packed, damages, cut) => {
          const stored = Buffer.from(encoders[packed]!(page));
          for (const [at, value] of damages) stored[at % stored.length] = value;
          const body = cut === 1 ? stored.subarray(0, stored.length >> 1) : stored;
          const [now, later] = [decodeBody(body, name, 50_000), await decodeBodyInTurns(body, name, 50_000)];
          expect([later.complete, later.problem, later.bytes.equals(now.bytes)]).toEqual([
            now.complete,
            now.problem,
            true,
          ]);
        },
      ),
      { numRuns: 60, seed: 15 },
    );
    const long = zlib.gzipSync(Buffer.concat(new Array<Buffer>(500).fill(page)), { level: 1 });
    let turns = 0;
    let over = false;
    const turn = () => {
      turns++;
      if (!over) setImmediate(turn);
    };
    turn();
    const decoded = await decodeBodyInTurns(long, 'gzip', 1 << 30);
    over = true;
    expect([decoded.complete, decoded.bytes.length]).toEqual([true, 500 * page.length]);
    expect(turns).toBeGreaterThan(3);
  });

  it('never throws', () => {
    const encoding = fc.constantFrom('gzip', 'deflate', 'br', 'gzip, br', 'zstd', 'x', ',', 'deflate,,');
    const start = fc.constantFrom(
      [],
      [0x1f, 0x8b],
      [0x1f, 0x8b, 8, 4, 0, 0, 0, 0, 0, 3, 255, 255],
      [0x78, 0x9c],
      [0x0b],
    );
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 200 }), encoding, (head, rest, name) => {
        expect(decodeBody(Buffer.from([...head, ...rest]), name, 100_000).bytes.length).toBeLessThanOrEqual(
          100_000,
        );
      }),
      { numRuns: 1000, seed: 9 },
    );
    const full = zlib.gzipSync(page);
    fc.assert(
      fc.property(fc.nat(full.length - 1), fc.nat(255), (at, value) => {
        const damaged = Buffer.from(full);
        damaged[at] = value;
        expect(decodeBody(damaged, 'gzip', 1_000_000).bytes).toBeInstanceOf(Buffer);
      }),
      { numRuns: 100, seed: 9 },
    );
  });
});

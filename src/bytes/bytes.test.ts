import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ByteReader,
  ByteWriter,
  bitCount,
  dropFirst,
  FNV_SEED,
  fnv32,
  fnv47,
  fnv53,
  fnv64,
  fnvStep,
  grown,
  heapify,
  mix32,
  sink,
  unzigzag,
  withRoom,
  withRow,
  zigzag,
} from './index.ts';

describe('a hash that stands in files', () => {
  it.each([
    ['', -2128831035, 41555974460705, 646843997675511],
    ['a', -468965076, 54949342546253, 4932065752210136],
    ['https://www.exemplo.com.br/notícia?id=1', -16190904, 65227652532751, 2754402509268356],
    ['São Paulo', -1451399685, 45374877740560, 4931070204288496],
    ['😀', -885930824, 124785094270262, 3063734256977006],
  ])('never gives another number: %j', (text, bits32, bits47, bits53) => {
    expect([fnv32(text), fnv47(text), fnv53(text)]).toEqual([bits32, bits47, bits53]);
  });

  it('has as many bits as its name says', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer(), (text, seed) => {
        expect(fnv32(text, seed)).toBe(fnv32(text, seed) | 0);
        expect(fnv47(text)).toBeGreaterThanOrEqual(0);
        expect(fnv47(text)).toBeLessThan(2 ** 47);
        expect(Number.isSafeInteger(fnv53(text, seed)) && fnv53(text, seed) > 0).toBe(true);
      }),
    );
  });

  it('of 32 bits is FNV-1a, in one call or unit by unit', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((c) => String.fromCharCode(c)) }),
        (text) => {
          let expected = 0x811c9dc5n;
          for (const byte of Buffer.from(text, 'latin1'))
            expected = BigInt.asUintN(32, (expected ^ BigInt(byte)) * 0x01000193n);
          expect(fnv32(text) >>> 0).toBe(Number(expected));
          let hash = FNV_SEED;
          for (let i = 0; i < text.length; i++) hash = fnvStep(hash, text.charCodeAt(i));
          expect(hash).toBe(fnv32(text));
        },
      ),
    );
  });

  it('of 64 bits is FNV-1a', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        let expected = 0xcbf29ce484222325n;
        for (const byte of bytes) expected = BigInt.asUintN(64, (expected ^ BigInt(byte)) * 0x100000001b3n);
        expect(fnv64(bytes)).toBe(expected.toString(16).padStart(16, '0'));
      }),
    );
  });

  it('is another with another seed', () => {
    expect(new Set([0, 1, 2, 2 ** 40].map((seed) => fnv53('a', seed))).size).toBe(3);
    expect(fnv53('a', 2 ** 40)).toBe(fnv53('a'));
    expect(fnv32('a', 1)).not.toBe(fnv32('a'));
  });
});

describe('bits', () => {
  it('are mixed so that different numbers stay different', () => {
    // The published test vectors of fmix32.
    expect([0, 1, 2, 0xffffffff].map((n) => mix32(n) >>> 0)).toEqual([0, 0x514e28b7, 0x30f4c306, 0x81f16f39]);
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (a, b) => {
        expect(mix32(a) === mix32(b)).toBe(a === b);
      }),
    );
  });

  it('are counted', () => {
    fc.assert(
      fc.property(fc.integer(), (n) => {
        expect(bitCount(n)).toBe((n >>> 0).toString(2).replaceAll('0', '').length);
        expect(bitCount(n >>> 0)).toBe(bitCount(n));
      }),
    );
  });
});

describe('an array that grows', () => {
  const columns = fc.oneof(
    fc.uint8Array(),
    fc.uint16Array(),
    fc.int32Array(),
    fc.uint32Array(),
    fc.float32Array(),
    fc.float64Array(),
  );

  it('keeps its kind and what it held, and is 0 behind it', () => {
    fc.assert(
      fc.property(columns, fc.nat(50), (column, more) => {
        const longer = grown(column as Float64Array, column.length + more);
        expect(longer.constructor).toBe(column.constructor);
        expect([...longer]).toEqual([...column, ...new Array<number>(more).fill(0)]);
      }),
    );
    expect(grown(new Int32Array([1, 2]))).toEqual(new Int32Array([1, 2, 0, 0]));
  });

  it('is itself while it has the row', () => {
    const column = new Float64Array(6);
    expect(withRow(column, 5)).toBe(column);
    expect(withRow(column, 2, 2)).toBe(column);
    expect(withRow(column, 6)).toHaveLength(12);
    expect(withRow(column, 20, 3)).toHaveLength(63);
  });

  it('of bytes keeps those that are used', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(400), (bytes, wanted) => {
        const buffer = Buffer.from(bytes);
        const roomy = withRoom(buffer, bytes.length, wanted);
        expect(roomy.length).toBeGreaterThanOrEqual(wanted);
        expect(roomy === buffer).toBe(wanted <= bytes.length);
        expect(roomy.subarray(0, bytes.length).equals(bytes)).toBe(true);
      }),
    );
  });
});

describe('a heap of sources', () => {
  it('gives everything in order, changed or taken away', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: 0, max: 30 }))), (lists) => {
        const sources = lists.map((list) => list.toSorted((a, b) => a - b)).filter((list) => list.length > 0);
        const expected = sources.flat().sort((a, b) => a - b);
        const before = (one: number[], other: number[]) => one[0]! < other[0]!;
        heapify(sources, before);
        const found: number[] = [];
        while (sources.length > 0) {
          const first = sources[0]!;
          found.push(first.shift()!);
          if (first.length === 0) dropFirst(sources, before);
          else sink(sources, 0, before);
        }
        expect(found).toEqual(expected);
      }),
    );
  });
});

describe('numbers of variable length', () => {
  it('are read back, of any size and sign, in a byte for each seven bits', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.maxSafeNat(), fc.nat({ max: 300 }))), (values) => {
        const writer = new ByteWriter(1);
        for (const value of values) writer.varint(value);
        const reader = new ByteReader(writer.copy());
        for (const value of values) expect(reader.varint()).toBe(value);
        expect(reader.at).toBe(writer.length);
        expect(reader.varint()).toBe(0);
      }),
      { seed: 14 },
    );
    const writer = new ByteWriter();
    for (const value of [0, 127, 128, 300, 2 ** 31, 2 ** 50]) writer.varint(value);
    expect(writer.copy().toString('hex')).toBe('007f8001ac02808080800880808080808080' + '02');
    fc.assert(
      fc.property(fc.integer(), (value) => {
        expect(zigzag(value)).toBeGreaterThanOrEqual(0);
        expect(unzigzag(zigzag(value))).toBe(value);
      }),
      { seed: 14 },
    );
    expect([0, -1, 1, -2].map(zigzag)).toEqual([0, 1, 2, 3]);
  });
});

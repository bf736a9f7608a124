import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packDigest, unpackDigest } from './digest.ts';
import { packHtml, unpackHtml } from './html-difference.ts';
import { Packer, Unpacker } from './packing.ts';

const whole = fc.string({ unit: 'binary' });

describe('packed values', () => {
  it('come back as they went in, in their order', () => {
    const value = fc.oneof(
      fc.record({ as: fc.constant('count' as const), value: fc.integer({ min: 0, max: 2 ** 49 }) }),
      fc.record({
        as: fc.constant('integer' as const),
        value: fc.integer({ min: -(2 ** 47), max: 2 ** 47 }),
      }),
      fc.record({
        as: fc.constant('fraction' as const),
        value: fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n || 0),
      }),
      fc.record({ as: fc.constant('text' as const), value: whole }),
      fc.record({ as: fc.constant('optional' as const), value: fc.option(whole) }),
    );
    fc.assert(
      fc.property(fc.array(value), (values) => {
        const packer = new Packer();
        for (const each of values) (packer[each.as] as (value: unknown) => void)(each.value);
        const from = new Unpacker(packer.copy());
        expect(values.map((each) => from[each.as]())).toEqual(values.map((each) => each.value));
        expect(from.ended).toBe(true);
      }),
      { seed: 1 },
    );
  });

  it('are small where numbers are', () => {
    const packer = new Packer();
    for (const n of [0, 1, -1, 63, -64]) packer.integer(n);
    packer.fraction(0.0031);
    packer.text('abc');
    expect(packer.view()).toHaveLength(5 + 1 + 4);
  });

  it('bring what is no number, and what is beyond all bounds, back into them', () => {
    const packer = new Packer();
    for (const n of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e300])
      packer.integer(n);
    packer.count(-5);
    packer.fraction(Number.NaN);
    const from = new Unpacker(packer.copy());
    const [nothing, most, least, huge] = [from.integer(), from.integer(), from.integer(), from.integer()];
    expect([nothing, most, least, huge]).toEqual([0, 2 ** 48, -(2 ** 48), 2 ** 48]);
    expect([from.count(), from.fraction()]).toEqual([0, 0]);
  });

  it('say so when bytes are missing, and never run away', () => {
    const packer = new Packer();
    packer.count(3);
    packer.text('x'.repeat(200));
    packer.fraction(0.123456789);
    const bytes = packer.copy();
    for (let end = 0; end < bytes.length; end++) {
      const from = new Unpacker(bytes.subarray(0, end));
      expect(() => [from.things(), from.text(), from.fraction()]).toThrow(RangeError);
    }
    expect(() => new Unpacker(Buffer.alloc(64, 0xff)).count()).toThrow(RangeError);
    expect(() => new Unpacker(Buffer.of(0xff, 0xff, 0xff, 0x7f)).things()).toThrow(RangeError);
  });
});

describe('HTML as differences from its text', () => {
  const pack = (text: string, html: string): Buffer => {
    const packer = new Packer();
    packHtml(packer, text, html);
    return packer.copy();
  };

  it('comes back as it was, whatever the text', () => {
    const piece = fc.oneof(whole, fc.constantFrom('<p>', '</p>', '<', '>', '&amp;', 'uma frase inteira'));
    const long = fc.array(piece).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(long, long, fc.boolean(), (text, markup, related) => {
        const html = related ? `<p>${text}</p>${markup}` : markup;
        expect(unpackHtml(new Unpacker(pack(text, html)), text)).toBe(html);
      }),
      { seed: 2 },
    );
  });

  it('holds the tags, not the text again', () => {
    const paragraphs = Array.from({ length: 50 }, (_, i) => `Parágrafo ${i}, com algumas palavras a mais.`);
    const html = paragraphs.map((one) => `<p>${one}</p>`).join('\n');
    const packed = pack(paragraphs.join('\n'), html);
    expect(packed.length).toBeLessThan(html.length / 4);
    expect(packed.includes('palavras')).toBe(false);
  });
});

describe('digests', () => {
  it('come back as they were given, SHA-1 in twenty bytes', () => {
    const sha1 = 'sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ';
    expect(packDigest(sha1)).toHaveLength(20);
    expect(packDigest(sha1).toString('hex')).toBe('da39a3ee5e6b4b0d3255bfef95601890afd80709');
    for (const digest of [sha1, 'sha1:minúscula', 'sha256:abc', '', 'd'.repeat(20), `sha1:${'0'.repeat(32)}`])
      expect(unpackDigest(packDigest(digest))).toBe(digest);
  });
});

/** Damage for the fuzzing: the same number gives the same damage. */

const EXTREMES = [0x00, 0xff, 0x7f, 0x80, 0x01, 0x5b, 0x7b, 0x22, 0x3c];

export function mutate(bytes: Uint8Array, random: () => number): Uint8Array {
  const out = Buffer.from(bytes);
  const at = () => Math.floor(random() * out.length);
  if (out.length === 0) return out;
  switch (Math.floor(random() * 7)) {
    case 0: // bits
      for (let i = 0; i < 1 + random() * 8; i++) {
        const place = at();
        out[place] = out[place]! ^ (1 << Math.floor(random() * 8));
      }
      return out;
    case 1: // cut
      return out.subarray(0, at());
    case 2: {
      // A number made huge, negative or zero.
      const place = at();
      for (let i = 0; i < 4 && place + i < out.length; i++)
        out[place + i] = EXTREMES[Math.floor(random() * 5)]!;
      return out;
    }
    case 3: {
      // A stretch repeated elsewhere.
      const from = at();
      const stretch = Buffer.from(out.subarray(from, from + 1 + Math.floor(random() * 64)));
      stretch.copy(out, at());
      return out;
    }
    case 4: {
      // A stretch put in.
      const place = at();
      const stretch = Buffer.alloc(
        1 + Math.floor(random() * 32),
        EXTREMES[Math.floor(random() * EXTREMES.length)],
      );
      return Buffer.concat([out.subarray(0, place), stretch, out.subarray(place)]);
    }
    case 5: {
      // A stretch taken out.
      const place = at();
      return Buffer.concat([out.subarray(0, place), out.subarray(place + 1 + Math.floor(random() * 64))]);
    }
    default:
      // Noise near the beginning, where the headers are.
      for (let i = 0; i < 1 + random() * 6; i++)
        out[Math.floor(random() * Math.min(out.length, 128))] = Math.floor(random() * 256);
      return out;
  }
}

import { describe, expect, it } from 'vitest';
import { loadNgramModel } from './installed-model.ts';
import { packModel, unpackModel } from './packed-model.ts';

describe('a packed language model', () => {
  const model = loadNgramModel('extrasmall')!;
  const packed = packModel(model);

  it('is the model again, wherever in a buffer it stands', () => {
    expect(unpackModel(packed)).toEqual(model);
    const within = new Uint8Array(packed.length + 3);
    within.set(packed, 3);
    expect(unpackModel(within.subarray(3))).toEqual(model);
    // As Node reads a file.
    expect(unpackModel(Buffer.from(within.buffer, 3))).toEqual(model);
  });

  it('that is cut or is something else is none', () => {
    expect(unpackModel(packed.subarray(0, -1))).toBeNull();
    expect(unpackModel(new Uint8Array())).toBeNull();
    expect(unpackModel(new TextEncoder().encode('{"languages":["pt"],"keys":[]}'))).toBeNull();
  });
});

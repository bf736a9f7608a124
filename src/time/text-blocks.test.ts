import { describe, expect, it } from 'vitest';
import { textBlocks } from './text-blocks.ts';

describe('plain text', () => {
  it('is cut into paragraphs that keep their offsets', () => {
    const text = 'Um.\nDois.\n\n\nTrês.\r\n\r\nQuatro.';
    expect(textBlocks(text).map((b) => [b.docOffset, b.text])).toEqual([
      [0, 'Um.\nDois.'],
      [12, 'Três.'],
      [21, 'Quatro.'],
    ]);
  });
});

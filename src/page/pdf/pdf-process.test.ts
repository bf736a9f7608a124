import { describe, expect, it } from 'vitest';
import { childrenOf, residentOf } from '../../../test/processes.ts';
import { pdfTextInProcess } from './pdf-process.ts';
import { pdfText } from './pdf-text.ts';
import { pdfBomb, pdfOfLine } from './small-pdf.suite.ts';

const honest = pdfOfLine('Ata da reuniao');

describe('a PDF read in a process of its own', () => {
  it('says what it says when it is read in place', async () => {
    const read = await pdfTextInProcess(honest);
    expect(read).toEqual(await pdfText(new Uint8Array(honest)));
    expect(read.text).toContain('Ata da reuniao');
  });

  it('that unfolds into gigabytes takes no memory of ours and a bounded one of its own, and those behind it are read', async () => {
    const hostile = pdfBomb(2 ** 31);
    expect(hostile.length).toBeLessThan(20_000);
    const before = process.memoryUsage.rss();
    let peak = 0;
    const watch = setInterval(() => {
      for (const child of childrenOf(process.pid)) peak = Math.max(peak, residentOf(child));
    }, 10);
    const [first, second] = await Promise.all([pdfTextInProcess(hostile), pdfTextInProcess(honest)]);
    clearInterval(watch);
    expect(first.text.trim()).toBe('');
    expect(second.text).toContain('Ata da reuniao');
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 << 20);
    if (process.platform !== 'linux') return;
    // It is ended at 768 MB, a moment after it has them.
    expect(peak).toBeGreaterThan(300 << 20);
    expect(peak).toBeLessThan(1_200 << 20);
  });
});

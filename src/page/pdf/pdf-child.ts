/**
 * A process that reads PDFs for another, one after the other. A PDF of two kilobytes can unfold into gigabytes, inside the library and
 * outside of every heap: only a process can be bounded then, and given up.
 */
import { guardMemory } from './memory-guard.ts';
import { type PdfLimits, pdfText } from './pdf-text.ts';

process.on('message', async ({ bytes, limits }: { bytes: Uint8Array; limits: PdfLimits | undefined }) => {
  process.send?.(await pdfText(bytes, limits));
});
process.on('disconnect', () => process.exit());
guardMemory();
process.send?.('ready');

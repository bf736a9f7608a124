import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pdfTextInProcess } from './pdf-process.ts';
import { pdfText } from './pdf-text.ts';

/** A PDF of one page whose content is the stream. */
function pdf(stream: Buffer, filter = ''): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    null,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.4\n')];
  const at: number[] = [];
  let length = parts[0]!.length;
  const add = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  for (const [i, object] of objects.entries()) {
    at.push(length);
    add(Buffer.from(`${i + 1} 0 obj\n`));
    if (object !== null) add(Buffer.from(object));
    else {
      add(Buffer.from(`<< /Length ${stream.length} ${filter} >>\nstream\n`));
      add(stream);
      add(Buffer.from('\nendstream'));
    }
    add(Buffer.from('\nendobj\n'));
  }
  const table = at.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  add(
    Buffer.from(
      `xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${length}\n%%EOF`,
    ),
  );
  return Buffer.concat(parts);
}

const honest = pdf(Buffer.from('BT /F1 12 Tf 10 100 Td (Ata da reuniao) Tj ET'));

/** Two gigabytes of spaces, deflated three times: a few kilobytes. */
function bomb(): Buffer {
  const piece = deflateRawSync(Buffer.alloc(1 << 20, ' '), {
    level: 9,
    finishFlush: constants.Z_FULL_FLUSH,
  });
  const head = Buffer.from([0x78, 0x9c]);
  const whole = Buffer.concat([head, ...new Array<Buffer>(2_048).fill(piece), deflateRawSync('')]);
  const packed = deflateSync(deflateSync(whole, { level: 9 }), { level: 9 });
  return pdf(packed, '/Filter [/FlateDecode /FlateDecode /FlateDecode]');
}

describe('a PDF read in a process of its own', () => {
  it('says what it says when it is read in place', async () => {
    const read = await pdfTextInProcess(honest);
    expect(read).toEqual(await pdfText(new Uint8Array(honest)));
    expect(read.text).toContain('Ata da reuniao');
  });

  it('that unfolds into gigabytes takes no memory of ours, and those behind it are read', async () => {
    const hostile = bomb();
    expect(hostile.length).toBeLessThan(20_000);
    const before = process.memoryUsage.rss();
    const [first, second] = await Promise.all([pdfTextInProcess(hostile), pdfTextInProcess(honest)]);
    expect(first.text.trim()).toBe('');
    expect(second.text).toContain('Ata da reuniao');
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 << 20);
  });
});

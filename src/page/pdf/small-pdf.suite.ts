/** PDFs of one page for tests, honest and hostile. */
import { constants, deflateRawSync, deflateSync } from 'node:zlib';

const MB = 1 << 20;

/** One page whose content is the stream; `filter` says how that is packed. */
function smallPdf(stream: Buffer, filter = ''): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    Buffer.concat([
      Buffer.from(`<< /Length ${stream.length} ${filter} >>\nstream\n`),
      stream,
      Buffer.from('\nendstream'),
    ]),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  const parts = [Buffer.from('%PDF-1.4\n')];
  let length = parts[0]!.length;
  let table = '';
  for (const [i, object] of objects.entries()) {
    table += `${String(length).padStart(10, '0')} 00000 n \n`;
    const part = Buffer.concat([
      Buffer.from(`${i + 1} 0 obj\n`),
      Buffer.from(object as string),
      Buffer.from('\nendobj\n'),
    ]);
    parts.push(part);
    length += part.length;
  }
  const end = `xref\n0 6\n0000000000 65535 f \n${table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${length}\n%%EOF`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}

/** One line of text. */
export function pdfOfLine(line: string): Buffer {
  return smallPdf(Buffer.from(`BT /F1 12 Tf 50 700 Td (${line}) Tj ET`, 'latin1'));
}

/** So many bytes, all the same, deflated without being made: a few kilobytes for each gigabyte. */
export function deflatedRun(bytes: number, fill: string | number): Buffer {
  const piece = deflateRawSync(Buffer.alloc(MB, fill), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([...new Array<Buffer>(Math.ceil(bytes / MB)).fill(piece), deflateRawSync('')]);
}

/** A few kilobytes that unfold into so many bytes of spaces, deflated three times. */
export function pdfBomb(bytes: number): Buffer {
  const once = Buffer.concat([Buffer.from([0x78, 0x9c]), deflatedRun(bytes, ' ')]);
  const packed = deflateSync(deflateSync(once, { level: 9 }), { level: 9 });
  return smallPdf(packed, '/Filter [/FlateDecode /FlateDecode /FlateDecode]');
}

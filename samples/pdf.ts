/** A minimal writer of PDF 1.4: pages of plain text in Helvetica, with a title, uncompressed and valid. */
import { encode } from './charset.ts';

const LINES_A_PAGE = 48;
const COLUMNS = 88;

/** @returns the bytes of a document; the same text always gives the same bytes. */
export function pdf(title: string, texts: readonly string[], created: Date): Buffer {
  const lines = [title, '', ...texts.flatMap((t) => [...wrap(t), ''])];
  const pages: string[][] = [];
  for (let i = 0; i < lines.length; i += LINES_A_PAGE) pages.push(lines.slice(i, i + LINES_A_PAGE));

  // Objects 1–4 are catalogue, page tree, font and information; each page has two more.
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R /Lang (pt) >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${5 + 2 * i} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Title ${text(title)} /Producer (sample web) /CreationDate (D:${created.toISOString().slice(0, 19).replace(/\D/g, '')}Z) >>`,
  ];
  pages.forEach((page, i) => {
    const content = `BT /F1 11 Tf 14 TL 56 786 Td\n${page.map((l) => `${text(l)} Tj T*`).join('\n')}\nET`;
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${6 + 2 * i} 0 R >>`,
    );
    objects.push(`<< /Length ${encode(content, 'windows-1252').length} >>\nstream\n${content}\nendstream`);
  });

  const parts: Buffer[] = [];
  let length = 0;
  const put = (chunk: string | Buffer) => {
    const bytes = typeof chunk === 'string' ? encode(chunk, 'windows-1252') : chunk;
    parts.push(bytes);
    length += bytes.length;
  };
  put('%PDF-1.4\n');
  // Four bytes above 127 tell transfer programs that the file is binary.
  put(Buffer.from([0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a]));
  const offsets = objects.map((body, i) => {
    const offset = length;
    put(`${i + 1} 0 obj\n${body}\nendobj\n`);
    return offset;
  });
  const start = length;
  put(
    `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.map((o) => `${String(o).padStart(10, '0')} 00000 n \n`).join('')}`,
  );
  put(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}

/** A PDF string; parentheses and backslashes are escaped. */
function text(value: string): string {
  return `(${value.replace(/[\\()]/g, '\\$&')})`;
}

function wrap(value: string): string[] {
  const out: string[] = [];
  let line = '';
  for (const word of value.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > COLUMNS) {
      out.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  out.push(line);
  return out;
}

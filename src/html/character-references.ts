/** Character references (`&eacute;`, `&#233;`, `&copy` without `;`) as text and attribute values write them. */
import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';

/** The longest named reference has 31 letters and `;`; numbers may have leading zeros. */
const LONGEST = 64;

/** The reference at `at` (where `&` stands): its text and how many code units it takes; null if it is none. */
export function decodeReferenceAt(
  html: string,
  at: number,
  end: number,
): { text: string; length: number } | null {
  const match = /^&(?:#[xX][0-9a-fA-F]+;?|#[0-9]+;?|[A-Za-z][A-Za-z0-9]*;?)/.exec(
    html.slice(at, Math.min(end, at + LONGEST)),
  );
  if (match === null) return null;
  const written = match[0];
  const decoded = decodeHTML(written);
  if (decoded === written) return null;
  // A name without `;` may be a known name with letters after it, which decoding left as they were.
  for (let tail = 0; tail < written.length; tail++) {
    const head = written.slice(0, written.length - tail);
    const text = decodeHTML(head);
    if (text !== head && text + written.slice(head.length) === decoded && !text.includes('&')) {
      return { text, length: head.length };
    }
  }
  return { text: decoded, length: written.length };
}

/** Line breaks as the parser reads them. */
function withoutReturns(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** An attribute value as written between its quotes → its value. */
export function decodeValue(written: string): string {
  let value = withoutReturns(written);
  if (value.includes('\0')) value = value.replaceAll('\0', '\ufffd');
  return value.includes('&') ? decodeHTMLAttribute(value) : value;
}

/** Text as written → text. */
export function decodeText(written: string, references: boolean, keepsNul: boolean): string {
  let text = withoutReturns(written);
  if (keepsNul && text.includes('\0')) {
    text = references
      ? text
          .split('\0')
          .map((piece) => decodeHTML(piece))
          .join('\ufffd')
      : text.replaceAll('\0', '\ufffd');
    return text;
  }
  return references && text.includes('&') ? decodeHTML(text) : text;
}

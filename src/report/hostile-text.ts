/**
 * Text from the Web made safe to show: hosts, media types, languages and titles are written by others. For markup everything that could
 * open an element or end an attribute is escaped; for both markup and terminals control characters (escape sequences, bidirectional
 * overrides that reorder what is read, broken surrogates) become a visible mark.
 */
import { escapeHtml } from '../formats/index.ts';

// C0, DEL and C1; bidirectional controls; line and paragraph separators; lone surrogates; non-characters that XML forbids.
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** One line of plain text, at most `longest` characters. */
export function plainText(text: string, longest = 120): string {
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return short.replace(UNSAFE, '�');
}

/** For the content of an element or a quoted attribute, in HTML and in SVG. */
export function escapeMarkup(text: string, longest = 500): string {
  return escapeHtml(plainText(text, longest));
}

/**
 * Text from the Web made safe to show: hosts, media types, languages and titles are written by others. For markup everything that could
 * open an element or end an attribute is escaped; for both markup and terminals control characters (escape sequences, bidirectional
 * overrides that reorder what is read, broken surrogates) become a visible mark.
 */
import { escapeHtml, printable } from '../formats/index.ts';

/** One line of plain text, at most `longest` characters. */
export function plainText(text: string, longest = 120): string {
  const short = text.length > longest ? `${text.slice(0, longest)}…` : text;
  return printable(short);
}

/** For the content of an element or a quoted attribute, in HTML and in SVG. */
export function escapeMarkup(text: string, longest = 500): string {
  return escapeHtml(plainText(text, longest));
}

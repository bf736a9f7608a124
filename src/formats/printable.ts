/**
 * Text of strangers made fit to be shown: controls could command the terminal of whoever looks at something hostile, bidirectional
 * overrides reorder what is read, halves of characters and non-characters break what writes them. Each becomes a visible mark.
 */

// C0, DEL and C1; bidirectional controls; line and paragraph separators; non-characters; lone surrogates.
const UNSAFE =
  /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** One line. */
export function printable(text: string): string {
  return text.replace(UNSAFE, '\ufffd');
}

/** A text of many lines: line feeds and tabs stay. */
export function printableLines(text: string): string {
  return text.replace(UNSAFE, (c) => (c === '\n' || c === '\t' ? c : '\ufffd'));
}

/**
 * The visible lines of a page, by a few rules that shall never change: annotations say their places by offsets in them. What reads pages for users
 * gets better and would move every offset.
 */
import { decodeHtml } from '../../src/html/index.ts';

const UNSEEN = /<(script|style|noscript|template|svg|head)\b[^>]*>[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi;
const LINES =
  /<\/?(?:p|div|br|li|ul|ol|tr|td|th|table|h[1-6]|section|article|header|footer|nav|main|aside|blockquote|pre|dd|dt|dl|form|option|select|figure|figcaption|hr|title|body|html)\b[^>]*>/gi;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  laquo: '«',
  raquo: '»',
  ordf: 'ª',
  ordm: 'º',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
  hellip: '…',
  ccedil: 'ç',
  Ccedil: 'Ç',
};
const MARKS: Readonly<Record<string, string>> = {
  acute: '\u0301',
  grave: '\u0300',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
};

function character(whole: string, name: string): string {
  if (name.startsWith('#')) {
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
    return code > 31 && code < 0x110000 ? String.fromCodePoint(code) : ' ';
  }
  const letter = /^([a-zA-Z])(acute|grave|circ|tilde|uml)$/.exec(name);
  if (letter !== null) return (letter[1]! + MARKS[letter[2]!]!).normalize('NFC');
  return NAMED[name] ?? whole;
}

function pageLines(html: string): string[] {
  return html
    .replace(UNSEEN, '\n')
    .replace(/\s+/g, ' ')
    .replace(LINES, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#x?[0-9a-f]+|[a-z]+\d?);/gi, character)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
}

/** A page as text, a line a block. */
export const pageText = (bytes: Uint8Array, contentType: string | null): string =>
  pageLines(decodeHtml(bytes, contentType).text).join('\n');

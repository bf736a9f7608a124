/** A text or a page that somebody gives to be read: its name and what it begins with say which of them it is. */
import { type Page, type PageSource, readAs } from '../../page/index.ts';

/** Bytes of the beginning that is looked at. */
const BEGINNING = 4096;

/** Bytes that are no text: a NUL, or many control characters near the beginning. */
export function looksBinary(bytes: Uint8Array): boolean {
  const head = bytes.subarray(0, BEGINNING);
  let controls = 0;
  for (const byte of head) {
    if (byte === 0) return true;
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27)) controls++;
  }
  return controls > head.length / 20;
}

/** A page, or a piece of one as an editor or a clipboard gives it: what begins with an element of HTML or a comment. */
function looksHtml(text: string): boolean {
  return /^\s*(?:<!doctype html|<!--|<\?xml[^>]{0,200}>\s*<(?:!doctype html|html)|<(?:html|head|body|title|meta|link|script|style|main|article|section|header|footer|nav|aside|div|p|h[1-6]|ul|ol|dl|li|table|tr|td|th|tbody|thead|blockquote|figure|pre|span|a|b|i|em|strong|br|hr|img|form|center|font)(?:[\s>]|\/>))/i.test(
    text.slice(0, 2048),
  );
}

/** What is given as text is taken for text, whatever a server would call it: `source` is all of it, `document` null unless it is a page. */
export function readTextOrPage(name: string, source: PageSource): Page {
  if (/html/i.test(source.contentType ?? '') || /\.x?html?$/i.test(name)) return readAs('html', source);
  const beginning = readAs('text', { ...source, bytes: source.bytes.subarray(0, BEGINNING) });
  return readAs(looksHtml(beginning.source) ? 'html' : 'text', source);
}

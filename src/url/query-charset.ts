/**
 * The query of a link in a page of an old charset. By the URL standard its letters beyond ASCII are sent in the charset of the page, where
 * those of the path are sent in UTF-8: on a page in ISO-8859-1, `/busca?q=ação` asks for `q=a%E7%E3o`, and a server of that time answers
 * nothing to `q=a%C3%A7%C3%A3o`.
 */

/** Where Node's own decoder gives the control characters of ISO-8859-1 instead. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';
const ONE_BYTE =
  /^(windows-125[0-8]|windows-874|iso-8859-\d+(-i)?|koi8-[ru]|macintosh|x-mac-cyrillic|ibm866)$/;

export type QueryEncoder = (link: string) => string;

const encoders = new Map<string, QueryEncoder | null>();

/** Each letter beyond ASCII of a one-byte charset, as an escape. */
function escapesOf(charset: string): ReadonlyMap<string, string> {
  const escapes = new Map<string, string>();
  const decoder = new TextDecoder(charset);
  for (let byte = 0x80; byte <= 0xff; byte++) {
    const letter =
      charset === 'windows-1252' && byte < 0xa0
        ? WINDOWS_1252[byte - 0x80]!
        : decoder.decode(Uint8Array.of(byte));
    if (letter !== '\ufffd') escapes.set(letter, `%${byte.toString(16).toUpperCase()}`);
  }
  return escapes;
}

/**
 * Gives a link with the letters of its query escaped as bytes of the charset; one that the charset does not have is escaped as a character
 * reference, as browsers do. Null for UTF-8, where there is nothing to do, and for charsets of several bytes a letter, which are left in UTF-8.
 *
 * @param charset name by the WHATWG encoding standard, lower case
 */
export function queryEncoder(charset: string): QueryEncoder | null {
  const known = encoders.get(charset);
  if (known !== undefined) return known;
  let encoder: QueryEncoder | null = null;
  if (ONE_BYTE.test(charset)) {
    const escapes = escapesOf(charset);
    encoder = (link) => {
      const query = link.indexOf('?');
      if (query < 0) return link;
      const hash = link.indexOf('#');
      if (hash >= 0 && hash < query) return link;
      const end = hash < 0 ? link.length : hash;
      const text = link.slice(query, end);
      if (!/[^\x00-\x7f]/.test(text)) return link;
      const escaped = text.replace(
        /[^\x00-\x7f]/gu,
        (letter) => escapes.get(letter) ?? `%26%23${letter.codePointAt(0)}%3B`,
      );
      return link.slice(0, query) + escaped + link.slice(end);
    };
  }
  // The names are those of the standard: there are few.
  encoders.set(charset, encoder);
  return encoder;
}

/**
 * Percent-encoding made one: `%7e`, `%7E` and `~` are the same character of an address, and must be written the same way.
 */

/** 0…15 for a hexadecimal digit, 255 for anything else. */
const HEX = new Uint8Array(128).fill(255);
for (let i = 0; i < 10; i++) HEX[0x30 + i] = i;
for (let i = 0; i < 6; i++) HEX[0x41 + i] = HEX[0x61 + i] = 10 + i;

/** Characters that mean the same written plainly or escaped (RFC 3986 §2.3). */
const UNRESERVED = new Uint8Array(256);
for (const c of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~')
  UNRESERVED[c.charCodeAt(0)] = 1;

/**
 * Reserved by the letter, but no server of the open Web tells `%28` from `(`. Left out are the separators (`/ ? # & = + ; %`), the
 * backslash, which a parser would read as a slash, and what may be a quotation mark around the address.
 */
const FOLDED_IN_KEY = new Uint8Array(256);
for (const c of "!'()*,:@$[]|{}^") FOLDED_IN_KEY[c.charCodeAt(0)] = 1;

const UPPER_DIGITS = '0123456789ABCDEF';

function hexAt(text: string, index: number): number {
  const c = text.charCodeAt(index);
  return c < 128 ? HEX[c]! : 255;
}

function rewrite(text: string, decoded: Uint8Array, strays: boolean): string {
  let out = '';
  let from = 0;
  for (let i = text.indexOf('%'); i !== -1; i = text.indexOf('%', i + 1)) {
    const high = hexAt(text, i + 1);
    const low = high === 255 ? 255 : hexAt(text, i + 2);
    if (low === 255) {
      if (strays) {
        out += `${text.slice(from, i)}%25`;
        from = i + 1;
      }
      continue;
    }
    const value = high * 16 + low;
    if (decoded[value] === 1) out += text.slice(from, i) + String.fromCharCode(value);
    else if (text.charCodeAt(i + 1) > 0x60 || text.charCodeAt(i + 2) > 0x60) {
      out += `${text.slice(from, i)}%${UPPER_DIGITS[high]}${UPPER_DIGITS[low]}`;
    } else {
      i += 2;
      continue;
    }
    i += 2;
    from = i + 1;
  }
  return from === 0 ? text : out + text.slice(from);
}

/**
 * Unreserved characters plain, every other escape in upper case. A `%` that begins no escape becomes `%25`: left alone it could
 * form a new escape with what is decoded behind it, and a second pass would give another result.
 */
export function canonicalEscapes(text: string): string {
  return rewrite(text, UNRESERVED, true);
}

/** The same for a text that may stop in the middle of an escape, as the pattern of a rule may: a stray `%` stays as it is. */
export function plainEscapes(text: string): string {
  return rewrite(text, UNRESERVED, false);
}

/** For the comparison form: also the reserved characters that nobody tells apart. Takes canonical text. */
export function foldEscapes(text: string): string {
  return rewrite(text, FOLDED_IN_KEY, false);
}

/**
 * The path patterns of Allow and Disallow: `*` stands for any bytes, a `$` at the very end for the end of the path, everything else
 * for itself. Patterns come from strangers, so matching is linear in pattern and path together: the pieces between the stars are
 * found one after the other, leftmost first (which is enough when `*` is the only wildcard), each by Knuth-Morris-Pratt.
 */

/** Counts comparisons, for the tests that show there are few. */
export interface Meter {
  steps: number;
}

const PERCENT = 37;

function isHex(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
}

/**
 * The form in which patterns are compared: hexadecimal digits of escapes in upper case, bytes outside ASCII escaped. Escapes of
 * characters that need none stay as they are, as in Google's parser (`%62` is not `b`).
 *
 * @param bytes a string with one character per byte
 */
export function escapePattern(bytes: string): string {
  if (!/[%\x80-\xff]/.test(bytes)) return bytes;
  let escaped = '';
  for (let i = 0; i < bytes.length; i++) {
    const code = bytes.charCodeAt(i);
    if (code === PERCENT && isHex(bytes.charCodeAt(i + 1)) && isHex(bytes.charCodeAt(i + 2))) {
      escaped += bytes.slice(i, i + 3).toUpperCase();
      i += 2;
    } else if (code >= 0x80) escaped += `%${code.toString(16).toUpperCase()}`;
    else escaped += bytes[i];
  }
  return escaped;
}

/** For each length of a beginning of the piece, the length of its longest proper beginning that is also its end. */
function failures(piece: string): Uint16Array {
  const table = new Uint16Array(piece.length);
  for (let i = 1, length = 0; i < piece.length; i++) {
    while (length > 0 && piece.charCodeAt(i) !== piece.charCodeAt(length)) length = table[length - 1]!;
    if (piece.charCodeAt(i) === piece.charCodeAt(length)) length++;
    table[i] = length;
  }
  return table;
}

export class Pattern {
  readonly text: string;
  /** What stands before the first star, between the stars, and after the last. */
  readonly #pieces: readonly string[];
  readonly #toEnd: boolean;
  #tables: (Uint16Array | undefined)[] | null = null;

  /** @param text already in the form of `escapePattern` */
  constructor(text: string) {
    this.text = text;
    this.#toEnd = text.endsWith('$');
    this.#pieces = (this.#toEnd ? text.slice(0, -1) : text).split('*');
  }

  /** Whether a beginning of the path (or the whole of it, with `$`) fits. */
  matches(path: string, meter?: Meter): boolean {
    const pieces = this.#pieces;
    const head = pieces[0]!;
    if (meter) meter.steps += Math.min(head.length, path.length) + 1;
    if (!path.startsWith(head)) return false;
    if (pieces.length === 1) return !this.#toEnd || path.length === head.length;
    let at = head.length;
    const last = pieces.length - 1;
    for (let i = 1; i <= last; i++) {
      const piece = pieces[i]!;
      if (i === last && this.#toEnd) {
        if (meter) meter.steps += piece.length + 1;
        return path.length - piece.length >= at && path.endsWith(piece);
      }
      if (meter) meter.steps++;
      if (piece === '') continue;
      at = this.#find(path, at, i, meter);
      if (at < 0) return false;
    }
    return true;
  }

  /** Where the leftmost occurrence of a piece ends, or -1. */
  #find(path: string, from: number, index: number, meter: Meter | undefined): number {
    const piece = this.#pieces[index]!;
    if (piece.length > path.length - from) return -1;
    this.#tables ??= new Array<Uint16Array | undefined>(this.#pieces.length);
    let table = this.#tables[index];
    if (!table) {
      table = failures(piece);
      this.#tables[index] = table;
    }
    let length = 0;
    for (let i = from; i < path.length; i++) {
      const code = path.charCodeAt(i);
      while (length > 0 && code !== piece.charCodeAt(length)) {
        length = table[length - 1]!;
        if (meter) meter.steps++;
      }
      if (meter) meter.steps++;
      if (code === piece.charCodeAt(length)) length++;
      if (length === piece.length) return i + 1;
    }
    return -1;
  }
}

/**
 * JSON as pages write it: wrapped in comments or CDATA, with control characters inside strings, trailing commas, comments, several
 * values one after the other, or cut off. Gives whatever values can be read; never throws.
 */

/** What is longer is not read: nobody describes a page with more. */
const LONGEST = 1 << 20;
const MOST_VALUES = 16;
const DEEPEST = 64;

export function readTolerantJson(source: string): unknown[] {
  const text = source.length > LONGEST ? source.slice(0, LONGEST) : source;
  try {
    return [JSON.parse(text)];
  } catch {
    return new TolerantReader(text).values();
  }
}

/** A small recursive-descent reader with a bounded depth; what it cannot read it passes over. */
class TolerantReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  values(): unknown[] {
    const found: unknown[] = [];
    while (found.length < MOST_VALUES && this.#seekValue()) found.push(this.#value(0));
    return found;
  }

  /** Moves to the next `{` or `[`. */
  #seekValue(): boolean {
    const text = this.#text;
    for (; this.#at < text.length; this.#at++) {
      const c = text.charCodeAt(this.#at);
      if (c === 0x7b) return true;
      // `[CDATA[` opens no list.
      if (c === 0x5b && !text.startsWith('CDATA[', this.#at + 1) && text[this.#at - 1] !== 'A') return true;
    }
    return false;
  }

  #blank(): void {
    const text = this.#text;
    for (;;) {
      const c = text.charCodeAt(this.#at);
      if (c <= 32 || c === 0xa0 || c === 0xfeff) this.#at++;
      else if (c === 0x2f && text.charCodeAt(this.#at + 1) === 0x2a) {
        const end = text.indexOf('*/', this.#at + 2);
        this.#at = end < 0 ? text.length : end + 2;
      } else if (c === 0x2f && text.charCodeAt(this.#at + 1) === 0x2f) {
        const end = text.indexOf('\n', this.#at);
        this.#at = end < 0 ? text.length : end + 1;
      } else return;
    }
  }

  #value(depth: number): unknown {
    this.#blank();
    switch (this.#text.charCodeAt(this.#at)) {
      case 0x7b:
        return this.#object(depth);
      case 0x5b:
        return this.#list(depth);
      case 0x22:
      case 0x27:
        return this.#string();
      default:
        return this.#word();
    }
  }

  #object(depth: number): unknown {
    const result: Record<string, unknown> = Object.create(null);
    this.#at++;
    if (depth >= DEEPEST) return this.#passOver();
    for (;;) {
      this.#blank();
      const c = this.#text.charCodeAt(this.#at);
      if (Number.isNaN(c)) return result;
      if (c === 0x7d) {
        this.#at++;
        return result;
      }
      if (c === 0x2c || c === 0x5d || c === 0x7b || c === 0x5b || c === 0x3a) {
        this.#at++;
        continue;
      }
      const key = c === 0x22 || c === 0x27 ? this.#string() : String(this.#word());
      this.#blank();
      if (this.#text.charCodeAt(this.#at) !== 0x3a) continue;
      this.#at++;
      result[key] = this.#value(depth + 1);
    }
  }

  #list(depth: number): unknown {
    const result: unknown[] = [];
    this.#at++;
    if (depth >= DEEPEST) return this.#passOver();
    for (;;) {
      this.#blank();
      const c = this.#text.charCodeAt(this.#at);
      if (Number.isNaN(c)) return result;
      if (c === 0x5d) {
        this.#at++;
        return result;
      }
      if (c === 0x2c || c === 0x7d || c === 0x3a) {
        this.#at++;
        continue;
      }
      result.push(this.#value(depth + 1));
    }
  }

  /** Too deep: goes on after the bracket that closes the one just opened. */
  #passOver(): null {
    let open = 1;
    for (; this.#at < this.#text.length && open > 0; this.#at++) {
      const c = this.#text.charCodeAt(this.#at);
      if (c === 0x7b || c === 0x5b) open++;
      else if (c === 0x7d || c === 0x5d) open--;
      else if (c === 0x22) {
        this.#string();
        this.#at--;
      }
    }
    return null;
  }

  #string(): string {
    const text = this.#text;
    const quote = text.charCodeAt(this.#at);
    const start = ++this.#at;
    let escaped = false;
    for (; this.#at < text.length; this.#at++) {
      const c = text.charCodeAt(this.#at);
      if (c === quote) break;
      if (c === 0x5c) {
        escaped = true;
        this.#at++;
      }
    }
    const raw = text.slice(start, this.#at);
    this.#at++;
    // Dates and names need no more of the escapes than these.
    return escaped ? raw.replace(/\\u002[dD]/g, '-').replace(/\\(["'\\/])/g, '$1') : raw;
  }

  #word(): unknown {
    const text = this.#text;
    const start = this.#at;
    while (this.#at < text.length && !/[\s,:{}[\]"']/.test(text[this.#at]!)) this.#at++;
    if (this.#at === start) this.#at++;
    const word = text.slice(start, this.#at);
    const number = Number(word);
    return word !== '' && Number.isFinite(number) ? number : word;
  }
}

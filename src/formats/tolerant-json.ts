/**
 * JSON as pages have it: comments, CDATA marks, raw line breaks and control characters inside strings, commas and semicolons too many,
 * several values in a row, quotes that are still character references, an end that is missing. Reads what can be read; never throws.
 *
 * `jsonrepair` 3.15 was measured against it on the JSON-LD of 1,698 pages: of the 19 texts that are no JSON both read 15, it takes a
 * third longer for them, reads a quote inside a string as its end, and overflows the stack where brackets are nested 100,000 deep.
 */

import { parseJson } from './strict-json.ts';

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

const DEEPEST = 64;
const MOST_VALUES = 50_000;
const LONGEST = 4 << 20;

/** Every value of the text, in order. */
export function readTolerantJson(source: string): Json[] {
  const text = source.length > LONGEST ? source.slice(0, LONGEST) : source;
  try {
    return [parseMendedJson(text)];
  } catch {
    const encoded = !text.includes('"') && text.includes('&quot;');
    return new Reader(encoded ? unescapeQuotes(text) : text).values();
  }
}

/**
 * One value, whole or not at all: commas before a closing bracket and numbers that JSON does not have are forgiven, because many programs
 * write them and nobody means anything else by them. Throws where anything else is wrong, for whoever wants no part of a broken text.
 */
export function parseMendedJson(text: string): Json {
  try {
    return parseJson(text) as Json;
  } catch {
    return parseJson(
      text.replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[\]}])|-?\b(?:NaN|Infinity)\b/g, (match) =>
        match[0] === '"' ? match : match === ',' ? '' : 'null',
      ),
    ) as Json;
  }
}

function unescapeQuotes(text: string): string {
  return text
    .replace(/&quot;|&#34;|&#x22;/gi, '"')
    .replace(/&#39;|&apos;/gi, "'")
    .replace(/&amp;/gi, '&');
}

class Reader {
  readonly #text: string;
  #at = 0;
  #left = MOST_VALUES;

  constructor(text: string) {
    this.#text = text;
  }

  values(): Json[] {
    const result: Json[] = [];
    for (;;) {
      this.#skip();
      // Whatever stands between values (`;`, `var x =`, a stray bracket) is no value.
      while (this.#at < this.#text.length && this.#text[this.#at] !== '{' && this.#text[this.#at] !== '[') {
        this.#at++;
        this.#skip();
      }
      if (this.#at >= this.#text.length || this.#left <= 0) return result;
      const value = this.#value(0);
      if (value !== undefined) result.push(value);
    }
  }

  /** White space, comments, and the marks that hide a script from old browsers. */
  #skip(): void {
    const text = this.#text;
    for (;;) {
      const c = text.charCodeAt(this.#at);
      if (c <= 32 || c === 0xa0 || c === 0xfeff || c === 0x2028 || c === 0x2029) this.#at++;
      else if (text.startsWith('<!--', this.#at)) this.#at += 4;
      else if (text.startsWith('-->', this.#at) || text.startsWith(']]>', this.#at)) this.#at += 3;
      else if (text.startsWith('<![CDATA[', this.#at)) this.#at += 9;
      else if (text.startsWith('/*', this.#at)) {
        const end = text.indexOf('*/', this.#at + 2);
        this.#at = end < 0 ? text.length : end + 2;
      } else if (text.startsWith('//', this.#at)) {
        // `//<![CDATA[` and `//]]>` have the mark behind the slashes: what follows on the line may be data.
        if (/^\/\/\s{0,4}(?:<!\[CDATA\[|\]\]>|<!--|-->)/.test(text.slice(this.#at, this.#at + 20)))
          this.#at += 2;
        else {
          const end = text.indexOf('\n', this.#at);
          this.#at = end < 0 ? text.length : end + 1;
        }
      } else return;
      if (this.#at >= text.length) return;
    }
  }

  /** Undefined when there is no value here; the reader has then moved on by at least one character or is at the end. */
  #value(depth: number): Json | undefined {
    this.#skip();
    if (this.#left-- <= 0) {
      this.#at = this.#text.length;
      return undefined;
    }
    const c = this.#text[this.#at];
    if (depth > DEEPEST && (c === '{' || c === '[')) return this.#passOver();
    if (c === '{') return this.#object(depth);
    if (c === '[') return this.#array(depth);
    if (c === '"' || c === "'" || c === '“') return this.#string(c === '“' ? '”' : c);
    return this.#word();
  }

  /** Too deep: goes on behind the bracket that closes the one it stands on. */
  #passOver(): undefined {
    let open = 0;
    do {
      const c = this.#text[this.#at];
      if (c === '"') {
        this.#string(c);
        continue;
      }
      if (c === '{' || c === '[') open++;
      else if (c === '}' || c === ']') open--;
      this.#at++;
    } while (open > 0 && this.#at < this.#text.length);
    return undefined;
  }

  #object(depth: number): Json {
    const result: { [name: string]: Json } = {};
    this.#at++;
    for (;;) {
      this.#skip();
      const c = this.#text[this.#at];
      if (c === undefined) return result;
      if (c === '}') {
        this.#at++;
        return result;
      }
      if (c === ']') return result;
      if (c === ',' || c === ';' || c === ':') {
        this.#at++;
        continue;
      }
      const name = c === '"' || c === "'" ? this.#string(c) : this.#word();
      this.#skip();
      if (this.#text[this.#at] !== ':') continue;
      this.#at++;
      const value = this.#value(depth + 1);
      if (value !== undefined && name !== null && name !== undefined)
        Object.defineProperty(result, String(name), {
          value,
          enumerable: true,
          configurable: true,
          writable: true,
        });
    }
  }

  #array(depth: number): Json {
    const result: Json[] = [];
    this.#at++;
    for (;;) {
      this.#skip();
      const c = this.#text[this.#at];
      if (c === undefined) return result;
      if (c === ']') {
        this.#at++;
        return result;
      }
      if (c === '}') return result;
      if (c === ',' || c === ';') {
        this.#at++;
        continue;
      }
      const before = this.#at;
      const value = this.#value(depth + 1);
      if (value !== undefined) result.push(value);
      if (this.#at === before) this.#at++;
    }
  }

  #string(quote: string): string {
    const text = this.#text;
    this.#at++;
    let out = '';
    let from = this.#at;
    while (this.#at < text.length) {
      const c = text[this.#at]!;
      if (c === quote && !this.#isInside(quote)) {
        out += text.slice(from, this.#at);
        this.#at++;
        return clean(out);
      }
      if (c === '\\') {
        out += text.slice(from, this.#at) + this.#escape();
        from = this.#at;
      } else this.#at++;
    }
    return clean(out + text.slice(from));
  }

  /** A quote that was not escaped (`"a "b" c"`): one that nothing follows which may follow a string. */
  #isInside(quote: string): boolean {
    if (quote !== '"') return false;
    let i = this.#at + 1;
    while (i < this.#text.length && this.#text.charCodeAt(i) <= 32) i++;
    const next = this.#text[i];
    return next !== undefined && /[\p{L}\p{N}]/u.test(next);
  }

  #escape(): string {
    const text = this.#text;
    const c = text[this.#at + 1];
    if (c === 'u') {
      const hex = text.slice(this.#at + 2, this.#at + 6);
      if (/^[0-9a-f]{4}$/i.test(hex)) {
        this.#at += 6;
        return String.fromCharCode(Number.parseInt(hex, 16));
      }
    }
    this.#at += 2;
    const known: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: ' ', f: ' ' };
    return c === undefined ? '' : (known[c] ?? c);
  }

  #word(): Json | undefined {
    const match = /^[^\s,;:{}[\]"']{1,64}/.exec(this.#text.slice(this.#at, this.#at + 64));
    if (match === null) {
      this.#at++;
      return undefined;
    }
    this.#at += match[0].length;
    const word = match[0];
    if (word === 'true' || word === 'false') return word === 'true';
    if (word === 'null' || word === 'undefined' || word === 'NaN') return null;
    return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(word) ? Number(word) : word;
  }
}

function clean(text: string): string {
  return text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f]/g, ' ');
}

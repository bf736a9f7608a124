/**
 * XML as strangers write it, token by token: unescaped `&`, prefixes that nobody declared, a `<` that opens nothing and documents that end in
 * the middle all give what can be had. No entity of a DTD is expanded and nothing outside the text is asked for.
 *
 * A text may be given whole or in pieces; the tokens are the same, but that a long text or CDATA section comes in several where pieces end.
 * Time is linear in the text, however it is cut; memory, of a text in pieces, is one piece and the longest tag.
 *
 * Libraries were measured against it. `htmlparser2` 12 (xmlMode): on 81 documents of services and GDAL's samples both give the same trees,
 * but it takes 30 % longer for them, 330 s for 300,000 elements that are opened and never closed (this: 0.8 s), and wants Node 20.19.
 * `saxes` 6, as a stream over the same 81 files: the same events but where a closing tag matches nothing, which made it close everything;
 * 337 ms of CPU where this takes 124, medians of nine runs in alternation.
 */

/** Nothing more in what was given so far. */
export const XML_END = 0;
export const XML_TEXT = 1;
export const XML_CDATA = 2;
export const XML_OPEN = 3;
export const XML_CLOSE = 4;

/** A tag that is longer loses the attributes behind it. */
const LONGEST_TAG = 1 << 20;
const LONGEST_NAME = 1024;
/** No reference that `unescapeXml` undoes is longer. */
const LONGEST_REFERENCE = 12;
/** A cut tag this long is looked at again only when twice as much of it is there: else small pieces would cost its length each. */
const LONG_WAIT = 1 << 12;

const NAME = /[^\s/>=<]+/y;

/** Markup whose end was not met yet. */
const NOWHERE = 0;
const COMMENT = 1;
const INSTRUCTION = 2;
const CDATA = 3;
const DECLARATION = 4;
const SUBSET = 5;
/** What is passed over up to the next `>`: the rest of a tag that is too long, of a DOCTYPE behind its subset. */
const REST = 6;

export class XmlScanner {
  source: string;
  /** Of a text, as it is written; of a tag, what stands between its name and its end. */
  from = 0;
  to = 0;
  /** Of a tag, with its prefix. */
  name = '';
  /** An opening tag that closes itself. */
  empty = false;
  /** The text is a `<` that opens nothing. */
  stray = false;
  /** Attributes of the opening tag, four offsets each: of the name and of the value, −1 twice where it has none. */
  readonly marks: number[] = [];
  #at = 0;
  #last: boolean;
  #inside = NOWHERE;
  /** The rest is of an opening tag; what was passed over of it ended with a slash. */
  #opened = false;
  #slash = false;
  /** Length of `source` that is worth another look. */
  #worth = 0;

  /** `last`: the source is the whole text. */
  constructor(source = '', last = true) {
    this.source = source;
    this.#last = last;
  }

  /** The next piece of the text, when all tokens of the former were taken. Offsets count from the beginning of the new `source`. */
  feed(piece: string, last = false): void {
    this.source = this.#at === this.source.length ? piece : this.source.slice(this.#at) + piece;
    this.#at = 0;
    this.#last = last;
  }

  next(): number {
    const { source } = this;
    if (!this.#last && source.length < this.#worth) return XML_END;
    this.#worth = 0;
    this.stray = false;
    for (;;) {
      if (this.#inside !== NOWHERE) {
        const kind = this.#leave();
        if (kind !== NOWHERE) return kind;
        if (this.#inside !== NOWHERE) return XML_END;
      }
      const start = this.#at;
      if (start >= source.length) return XML_END;
      if (source.charCodeAt(start) !== 0x3c) {
        const end = source.indexOf('<', start);
        const to = end < 0 ? this.#textEnd(start) : end;
        return to === start ? XML_END : this.#found(XML_TEXT, start, to, to);
      }
      const second = source.charCodeAt(start + 1);
      if (second === 0x2f) {
        const end = source.indexOf('>', start);
        if (end < 0 || end - start > LONGEST_TAG) return this.#longClosing(start);
        this.name = source
          .slice(start + 2, end)
          .trim()
          .slice(0, LONGEST_NAME);
        return this.#found(XML_CLOSE, start, start, end + 1);
      }
      if (second === 0x3f) this.#enter(INSTRUCTION, start + 1);
      else if (second === 0x21) {
        if (source.startsWith('<!--', start)) this.#enter(COMMENT, start + 4);
        else if (source.startsWith('<![CDATA[', start)) this.#enter(CDATA, start + 9);
        else if (!this.#last && source.length - start < 9) return XML_END;
        else this.#enter(DECLARATION, start + 2);
      } else if (source.length === start + 1 && !this.#last) return XML_END;
      else {
        const kind = this.#tag(start);
        if (kind !== XML_TEXT) return kind;
        this.stray = true;
        return this.#found(XML_TEXT, start, start + 1, start + 1);
      }
    }
  }

  #found(kind: number, from: number, to: number, at: number): number {
    this.from = from;
    this.to = to;
    this.#at = at;
    return kind;
  }

  #enter(inside: number, at: number): void {
    this.#inside = inside;
    this.#at = at;
  }

  /** Up to the end of what is given, but for a reference or a line break that may go on in the next piece. */
  #textEnd(start: number): number {
    const { source } = this;
    const { length } = source;
    if (this.#last) return length;
    const ampersand = source.lastIndexOf('&');
    if (ampersand >= start && ampersand > length - LONGEST_REFERENCE && !source.includes(';', ampersand))
      return ampersand;
    return source.charCodeAt(length - 1) === 0x0d ? length - 1 : length;
  }

  /** Goes to the end of what the scanner is in, or as far as there is text; the token met on the way, if there is one. */
  #leave(): number {
    const start = this.#at;
    const { source } = this;
    switch (this.#inside) {
      case COMMENT:
        return this.#pass('-->');
      case INSTRUCTION:
        return this.#pass('?>');
      case DECLARATION: {
        const end = source.indexOf('>', start);
        const bracket = source.slice(start, end < 0 ? source.length : end).indexOf('[');
        if (bracket < 0) return this.#pass('>');
        this.#enter(SUBSET, start + bracket);
        return this.#leave();
      }
      case SUBSET: {
        const end = source.indexOf(']', start);
        if (end < 0) this.#at = source.length;
        else this.#enter(REST, end);
        this.#opened = false;
        return end < 0 ? NOWHERE : this.#leave();
      }
      case CDATA: {
        const end = source.indexOf(']]>', start);
        if (end >= 0) {
          this.#inside = NOWHERE;
          return this.#found(XML_CDATA, start, end, end + 3);
        }
        let to = source.length;
        if (!this.#last) {
          to = Math.max(start, to - 2);
          if (to > start && source.charCodeAt(to - 1) === 0x0d) to--;
        } else this.#inside = NOWHERE;
        return to === start ? NOWHERE : this.#found(XML_CDATA, start, to, to);
      }
      default: {
        const end = source.indexOf('>', start);
        const to = end < 0 ? source.length : end;
        if (to > start) this.#slash = source.charCodeAt(to - 1) === 0x2f;
        if (end < 0) {
          this.#at = to;
          return NOWHERE;
        }
        this.#enter(NOWHERE, end + 1);
        return this.#opened && this.#slash ? this.#found(XML_CLOSE, start, start, end + 1) : NOWHERE;
      }
    }
  }

  /** Behind the next end mark, if it is there. */
  #pass(mark: string): number {
    const end = this.source.indexOf(mark, this.#at);
    if (end >= 0) this.#enter(NOWHERE, end + mark.length);
    else
      this.#at = this.#last ? this.source.length : Math.max(this.#at, this.source.length - (mark.length - 1));
    return NOWHERE;
  }

  /** Not whole yet: its beginning waits for the next piece. */
  #waits(start: number): number {
    this.#at = start;
    const held = this.source.length - start;
    if (held >= LONG_WAIT) this.#worth = 2 * held;
    return XML_END;
  }

  #longClosing(start: number): number {
    const { source } = this;
    const isLong = source.length - start > LONGEST_TAG;
    if (!isLong && !this.#last) return this.#waits(start);
    this.name = source
      .slice(start + 2, start + LONGEST_TAG)
      .trim()
      .slice(0, LONGEST_NAME);
    if (!isLong) return this.#found(XML_CLOSE, start, start, source.length);
    this.#found(XML_CLOSE, start, start, start + LONGEST_TAG);
    this.#inside = REST;
    this.#opened = false;
    return XML_CLOSE;
  }

  /** Reads an opening tag: `XML_OPEN`, `XML_TEXT` when there is none, `XML_END` when its end is not there yet. */
  #tag(start: number): number {
    const { source, marks } = this;
    // Only so much is looked at, so that where a text is cut into pieces makes no difference.
    const length = Math.min(source.length, start + LONGEST_TAG);
    NAME.lastIndex = start + 1;
    const name = NAME.exec(source)?.[0];
    if (name === undefined) return XML_TEXT;
    let at = start + 1 + name.length;
    if (at >= source.length && !this.#last && source.length === length) return this.#waits(start);
    if (!(isAsciiLetter(name.charCodeAt(0)) || /^[\p{L}_]/u.test(name))) return XML_TEXT;
    this.name = name.length > LONGEST_NAME ? name.slice(0, LONGEST_NAME) : name;
    this.empty = false;
    marks.length = 0;
    this.from = at;
    for (;;) {
      while (at < length && source.charCodeAt(at) <= 32) at++;
      if (at >= length) return this.#runsOut(start, length);
      const c = source.charCodeAt(at);
      if (c === 0x3e) return this.#found(XML_OPEN, this.from, at, at + 1);
      if (c === 0x3c) {
        // Another tag begins before this one ends. With an attribute it was a tag, without one a sign in a sentence: `a <b e c <i>`.
        return hasValue(marks) ? this.#found(XML_OPEN, this.from, at, at) : XML_TEXT;
      }
      if (c === 0x2f) {
        at++;
        if (at >= length) return this.#runsOut(start, length);
        if (source.charCodeAt(at) !== 0x3e) continue;
        this.empty = true;
        return this.#found(XML_OPEN, this.from, at - 1, at + 1);
      }
      const keyAt = at;
      at = this.#nameEnd(at);
      if (at === keyAt) {
        at++;
        continue;
      }
      const keyEnd = at;
      while (at < length && source.charCodeAt(at) <= 32) at++;
      if (at >= length) return this.#runsOut(start, length);
      if (source.charCodeAt(at) !== 0x3d) {
        marks.push(keyAt, keyEnd, -1, -1);
        continue;
      }
      at++;
      while (at < length && source.charCodeAt(at) <= 32) at++;
      if (at >= length) return this.#runsOut(start, length);
      const quote = source.charCodeAt(at);
      if (quote === 0x22 || quote === 0x27) {
        const end = source.indexOf(quote === 0x22 ? '"' : "'", at + 1);
        if (end < 0 || end >= length) return this.#runsOut(start, length);
        marks.push(keyAt, keyEnd, at + 1, end);
        at = end + 1;
      } else {
        const end = this.#nameEnd(at);
        if (end >= length) return this.#runsOut(start, length);
        marks.push(keyAt, keyEnd, at, end);
        at = end;
      }
    }
  }

  #nameEnd(at: number): number {
    NAME.lastIndex = at;
    return NAME.test(this.source) ? NAME.lastIndex : at;
  }

  /** What is to be looked at ends inside the tag. */
  #runsOut(start: number, length: number): number {
    if (length - start === LONGEST_TAG) {
      this.#found(XML_OPEN, this.from, length, length);
      this.#inside = REST;
      this.#opened = true;
      this.#slash = this.source.charCodeAt(length - 1) === 0x2f;
      return XML_OPEN;
    }
    if (!this.#last) return this.#waits(start);
    return this.#found(XML_OPEN, this.from, length, length);
  }
}

function hasValue(marks: readonly number[]): boolean {
  for (let i = 2; i < marks.length; i += 4) if (marks[i]! >= 0) return true;
  return false;
}

function isAsciiLetter(unit: number): boolean {
  const small = unit | 0x20;
  return small >= 0x61 && small <= 0x7a;
}

/**
 * The tokenizer's eyes: the page as an array of code units, and the scans over it that find where a tag, a comment or a
 * raw text ends. Nothing is cut out of the source; attributes are noted by their offsets.
 *
 * After the last code unit stand `<`, `>`, `"`, `'` and `>`, so that no loop has to ask for the end of input: it stops at
 * one of them, and what it found lies at or past `length`.
 */

import { grown, unitsWriter } from '../bytes/index.ts';
import { ASCII } from './ascii.ts';
import { ATTRIBUTE_TABLE } from './attribute-names.ts';
import { NAME, NAME_CODE } from './name-table.ts';
import { FIRST_OTHER_TAG, SCRIPT, TAG_NAMES, TAG_TABLE, tagId } from './tags.ts';

const {
  TAB,
  VERTICAL_TAB,
  CARRIAGE_RETURN,
  SPACE,
  EXCLAMATION_MARK,
  QUOTATION_MARK,
  APOSTROPHE,
  HYPHEN,
  SLASH,
  LESS_THAN,
  EQUALS,
  GREATER_THAN,
  CASE_BIT,
} = ASCII;
const { END, UNKNOWN } = NAME;

const SENTINELS = [LESS_THAN, GREATER_THAN, QUOTATION_MARK, APOSTROPHE, GREATER_THAN];
const KEPT_UNITS = 1 << 22;
const FIRST_UNITS = 1 << 18;
/** Ints of one attribute: id and name length, name offset, value start, value end. */
export const ATTRIBUTE_WIDTH = 4;
/** Known attributes with an id up to this have a bit in the header of their element's list. */
export const MASKED_ATTRIBUTES = 15;
const MAX_ATTRIBUTES = 65535;
/** A list with more attributes than this is not joined with another. */
const MAX_JOINED = 1000;
const LAST_OTHER_TAG = 65535;

export class Source {
  html = '';
  length = 0;
  codes: Uint16Array = new Uint16Array(0);
  /**
   * Attribute lists: a header (count, and from bit 16 the mask of the known names) and then `ATTRIBUTE_WIDTH` ints an
   * attribute. Place 0 is the empty list.
   */
  attributes: Int32Array = new Int32Array(1 << 14);
  attributesLength = 1;
  /** Of the tag read last. */
  tag = 0;
  attributeList = 0;
  selfClosing = false;
  /** Names of the tags that only this document has, from `FIRST_OTHER_TAG` on. */
  otherNames: string[] = [];
  readonly #otherIds = new Map<string, number>();
  #write: (html: string) => void = unitsWriter(this.codes);
  #nextBangEnd = -1;
  #nextCommentOpen = -1;

  load(html: string): void {
    this.html = html;
    this.length = html.length;
    const units = html.length + SENTINELS.length;
    if (this.codes.length < units || this.codes.length > KEPT_UNITS) {
      const capacity = Math.max(FIRST_UNITS, units + (units >> 2));
      this.codes = new Uint16Array(capacity);
      this.#write = unitsWriter(this.codes);
    }
    this.#write(html);
    for (let i = 0; i < SENTINELS.length; i++) this.codes[html.length + i] = SENTINELS[i]!;
    if (this.attributes.length > KEPT_UNITS) this.attributes = new Int32Array(1 << 14);
    this.attributes[0] = 0;
    this.attributesLength = 1;
    this.otherNames = [];
    if (this.#otherIds.size > 0) this.#otherIds.clear();
    this.#nextBangEnd = -1;
    this.#nextCommentOpen = -1;
  }

  unload(): void {
    this.html = '';
  }

  /** Reads the tag name at `from` into `tag`; returns the place after it. */
  readTagName(from: number): number {
    const codes = this.codes;
    let at = from;
    let first = 0;
    let second = 0;
    let third = 0;
    let known = true;
    for (;;) {
      const unit = codes[at]!;
      const code = NAME_CODE[unit]!;
      if (code === END && unit !== EQUALS) break;
      if (code === UNKNOWN || code === END) known = false;
      const place = at - from;
      if (place < 5) first = (first << 6) | code;
      else if (place < 10) second = (second << 6) | code;
      else third = (third << 6) | code;
      at++;
    }
    if (known && at - from <= 15) {
      const tag = TAG_TABLE.find(first, second, third);
      if (tag !== 0) {
        this.tag = tag;
        return at;
      }
    }
    this.tag = at < this.length ? this.#otherTag(from, at) : 0;
    return at;
  }

  #otherTag(from: number, to: number): number {
    const name = lowerName(this.html.slice(from, to));
    const known = tagId(name);
    if (known !== 0) return known;
    const found = this.#otherIds.get(name);
    if (found !== undefined) return found;
    const id = Math.min(FIRST_OTHER_TAG + this.otherNames.length, LAST_OTHER_TAG);
    if (id < LAST_OTHER_TAG) {
      this.otherNames.push(name);
      this.#otherIds.set(name, id);
    } else if (this.otherNames.length === LAST_OTHER_TAG - FIRST_OTHER_TAG) {
      // More names than any page has: the rest shares one.
      this.otherNames.push('other');
    }
    return id;
  }

  tagName(tag: number): string {
    return TAG_NAMES[tag] ?? this.otherNames[tag - FIRST_OTHER_TAG] ?? '';
  }

  /**
   * Reads attributes from `from` (after the tag name) up to and with `>` into a new list; returns the place after `>`, or
   * -1 when the input ends first.
   */
  readAttributes(from: number): number {
    const { codes, length } = this;
    const header = this.attributesLength;
    let attributes = this.attributes;
    let free = header + 1;
    let count = 0;
    let mask = 0;
    let at = from;
    this.selfClosing = false;
    for (;;) {
      let unit = codes[at]!;
      while (unit === SPACE || (unit <= CARRIAGE_RETURN && unit >= TAB && unit !== VERTICAL_TAB))
        unit = codes[++at]!;
      if (unit === GREATER_THAN) {
        at++;
        break;
      }
      if (unit === SLASH) {
        at++;
        if (codes[at] === GREATER_THAN) {
          this.selfClosing = true;
          at++;
          break;
        }
        continue;
      }
      const nameStart = at;
      let first = 0;
      let second = 0;
      let third = 0;
      let known = true;
      if (unit === EQUALS) {
        known = false;
        unit = codes[++at]!;
      }
      for (;;) {
        const code = NAME_CODE[unit]!;
        if (code === END) break;
        if (code === UNKNOWN) known = false;
        const place = at - nameStart;
        if (place < 5) first = (first << 6) | code;
        else if (place < 10) second = (second << 6) | code;
        else third = (third << 6) | code;
        unit = codes[++at]!;
      }
      const nameLength = at - nameStart;
      if (at >= length) return -1;
      while (unit === SPACE || (unit <= CARRIAGE_RETURN && unit >= TAB && unit !== VERTICAL_TAB))
        unit = codes[++at]!;
      let valueStart = at;
      let valueEnd = at;
      if (unit === EQUALS) {
        unit = codes[++at]!;
        while (unit === SPACE || (unit <= CARRIAGE_RETURN && unit >= TAB && unit !== VERTICAL_TAB))
          unit = codes[++at]!;
        if (unit === QUOTATION_MARK) {
          valueStart = ++at;
          while (codes[at] !== QUOTATION_MARK) at++;
          valueEnd = at++;
        } else if (unit === APOSTROPHE) {
          valueStart = ++at;
          while (codes[at] !== APOSTROPHE) at++;
          valueEnd = at++;
        } else {
          valueStart = at;
          while (
            unit !== GREATER_THAN &&
            unit !== SPACE &&
            !(unit <= CARRIAGE_RETURN && unit >= TAB && unit !== VERTICAL_TAB)
          )
            unit = codes[++at]!;
          valueEnd = at;
        }
        if (valueEnd >= length) return -1;
      }
      if (count === MAX_ATTRIBUTES) continue;
      if (free + ATTRIBUTE_WIDTH > attributes.length) attributes = this.#growAttributes();
      const id = known && nameLength <= 15 ? ATTRIBUTE_TABLE.find(first, second, third) : 0;
      if (id !== 0 && id <= MASKED_ATTRIBUTES) mask |= 1 << (id + 15);
      attributes[free] = id | (Math.min(nameLength, 0x7fffff) << 8);
      attributes[free + 1] = nameStart;
      attributes[free + 2] = valueStart;
      attributes[free + 3] = valueEnd;
      free += ATTRIBUTE_WIDTH;
      count++;
    }
    if (at > length) return -1;
    if (count === 0) {
      this.attributeList = 0;
    } else {
      attributes[header] = count | mask;
      this.attributesLength = free;
      this.attributeList = header;
    }
    return at;
  }

  #growAttributes(): Int32Array {
    this.attributes = grown(this.attributes);
    return this.attributes;
  }

  /** Forgets the list read last (its tag was ignored). */
  dropAttributes(): void {
    if (this.attributeList !== 0) this.attributesLength = this.attributeList;
    this.attributeList = 0;
  }

  /** A list with the attributes of `own` and, after them, those of `more`: of two with one name the first counts. */
  joinAttributes(own: number, more: number): number {
    if (more === 0) return own;
    if (own === 0) return more;
    const ownCount = this.attributes[own]! & 0xffff;
    const moreCount = this.attributes[more]! & 0xffff;
    // Each joining copies: a page of nothing but `<body x=y>` must not cost the square of its length.
    if (ownCount > MAX_JOINED || moreCount > MAX_JOINED) return own;
    const header = this.attributesLength;
    const size = 1 + (ownCount + moreCount) * ATTRIBUTE_WIDTH;
    while (header + size > this.attributes.length) this.#growAttributes();
    const { attributes } = this;
    attributes[header] = (ownCount + moreCount) | ((attributes[own]! | attributes[more]!) & 0x7fff0000);
    attributes.copyWithin(header + 1, own + 1, own + 1 + ownCount * ATTRIBUTE_WIDTH);
    attributes.copyWithin(
      header + 1 + ownCount * ATTRIBUTE_WIDTH,
      more + 1,
      more + 1 + moreCount * ATTRIBUTE_WIDTH,
    );
    this.attributesLength = header + size;
    return header;
  }

  /** Passes the attributes of an end tag; the place after `>`, or -1 when the input ends first. */
  skipAttributes(from: number): number {
    if (this.codes[from] === GREATER_THAN) return from < this.length ? from + 1 : -1;
    const kept = this.attributesLength;
    const after = this.readAttributes(from);
    this.attributesLength = kept;
    return after;
  }

  hasNul(): boolean {
    // Not `html.includes`: in a two-byte string, half of all bytes are zero and stop its search.
    return this.codes.subarray(0, this.length).indexOf(0) >= 0;
  }

  /** Where the text of a comment that starts at `from` ends. */
  endOfComment(from: number): number {
    const { codes, html, length } = this;
    if (codes[from] === GREATER_THAN || (codes[from] === HYPHEN && codes[from + 1] === GREATER_THAN))
      return Math.min(from, length);
    let end = html.indexOf('-->', from);
    if (end === -1) end = length;
    if (this.#nextBangEnd < from) {
      const found = html.indexOf('--!>', from);
      this.#nextBangEnd = found === -1 ? length : found;
    }
    return Math.min(end, this.#nextBangEnd);
  }

  /** Where the source goes on after a comment whose text ends at `end`: after `>`, `->`, `-->` or `--!>`. */
  afterComment(end: number): number {
    return end >= this.length ? this.length : this.nextGreater(end) + 1;
  }

  /** The place of `>` from `from` on, or the end of input. */
  nextGreater(from: number): number {
    const at = this.html.indexOf('>', from);
    return at === -1 ? this.length : at;
  }

  /** Whether an end tag for `name` (lower case) starts at `at`, where `</` stands. */
  #isEndTag(at: number, name: string): boolean {
    return this.#hasNameAt(at + 2, name);
  }

  /** Whether `name`, in any case, stands at `at` and ends there. */
  #hasNameAt(at: number, name: string): boolean {
    const { codes } = this;
    if (at + name.length >= this.length) return false;
    for (let i = 0; i < name.length; i++)
      if ((codes[at + i]! | CASE_BIT) !== name.charCodeAt(i)) return false;
    const unit = codes[at + name.length]!;
    return (
      unit === GREATER_THAN ||
      unit === SLASH ||
      unit === SPACE ||
      (unit <= CARRIAGE_RETURN && unit >= TAB && unit !== VERTICAL_TAB)
    );
  }

  /** Where the raw text from `from` on ends: at the `</` of the end tag of `tag`, or at the end of input. */
  endOfRawText(from: number, tag: number): number {
    const name = this.tagName(tag);
    if (tag === SCRIPT) {
      const plain = this.#endTagFrom(from, name);
      if (this.#nextCommentOpen < from) {
        const found = this.html.indexOf('<!--', from);
        this.#nextCommentOpen = found === -1 ? this.length : found;
      }
      return this.#nextCommentOpen >= plain ? plain : this.#endOfEscapedScript(this.#nextCommentOpen);
    }
    return this.#endTagFrom(from, name);
  }

  #endTagFrom(from: number, name: string): number {
    const { html } = this;
    for (let at = html.indexOf('</', from); at !== -1; at = html.indexOf('</', at + 2)) {
      if (this.#isEndTag(at, name)) return at;
    }
    return this.length;
  }

  /**
   * Inside a script, `<!--` makes `<script` nest. `from` is the first `<!--`; before it there is no end tag.
   */
  #endOfEscapedScript(from: number): number {
    const { codes, html, length } = this;
    let at = from;
    // 0: script text; 1: after `<!--`; 2: after `<!--` … `<script`.
    let state = 0;
    let dashes = 0;
    while (at < length) {
      if (state === 0) {
        at = html.indexOf('<', at);
        if (at === -1) return length;
        if (codes[at + 1] === SLASH && this.#isEndTag(at, 'script')) return at;
        if (
          codes[at + 1] === EXCLAMATION_MARK &&
          codes[at + 2] === HYPHEN &&
          codes[at + 3] === HYPHEN &&
          at + 3 < length
        ) {
          state = 1;
          dashes = 2;
          at += 4;
        } else at++;
        continue;
      }
      const unit = codes[at]!;
      if (unit === HYPHEN) {
        dashes++;
      } else if (unit === LESS_THAN) {
        dashes = 0;
        if (state === 1) {
          if (codes[at + 1] === SLASH) {
            if (this.#isEndTag(at, 'script')) return at;
          } else if (this.#hasNameAt(at + 1, 'script')) {
            state = 2;
            at += 7;
          }
        } else if (codes[at + 1] === SLASH && this.#hasNameAt(at + 2, 'script')) {
          state = 1;
          at += 8;
        }
      } else {
        if (unit === GREATER_THAN && dashes >= 2) state = 0;
        dashes = 0;
      }
      at++;
    }
    return length;
  }
}

/** ASCII lower case, and U+FFFD for NUL, as the tokenizer writes names. */
export function lowerName(name: string): string {
  let result = name;
  if (/[A-Z]/.test(result)) result = result.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return result.includes('\0') ? result.replaceAll('\0', '\ufffd') : result;
}

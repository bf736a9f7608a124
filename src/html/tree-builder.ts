/**
 * Tree construction as the HTML standard gives it since 2025 (a `select` holds nearly what any element holds; what a browser copies from the
 * chosen option into `selectedcontent` is not copied), in one pass over the source and straight into the rows of a `NodeStore`.
 *
 * Everything a browser does is done here: implied tags, misnested formatting (the adoption agency), content fostered out
 * of tables, SVG and MathML, templates, framesets. Only formatting elements that are opened and never closed can make it
 * run away (each paragraph copies them all); so the list of those is bounded, and what they cost draws on a budget. When
 * the budget is used up, formatting elements are ordinary elements for the rest of the page; and a page of millions of elements is read only
 * so far (`limited`).
 */

import { ASCII } from './ascii.ts';
import { type DocumentMode, documentMode } from './doctype.ts';
import { KEEPS_NUL, type NodeRows, RAW, REFERENCES, WHITE } from './node-store.ts';
import { FOREIGN_KEY } from './open-elements.ts';
import { TEMPLATE, TEXTAREA, TITLE } from './tags.ts';
import { EndTags } from './tree-construction/end-tags.ts';
import { MODE } from './tree-construction/insertion-modes.ts';

const {
  TAB,
  VERTICAL_TAB,
  CARRIAGE_RETURN,
  SPACE,
  EXCLAMATION_MARK,
  AMPERSAND,
  HYPHEN,
  SLASH,
  LESS_THAN,
  GREATER_THAN,
  QUESTION_MARK,
  SMALL_A,
  SMALL_D,
  SMALL_Z,
  CASE_BIT,
} = ASCII;

/**
 * Rows of a document, and numbers of its attributes, behind which the rest of the page is left unread. The longest pages that people write
 * have a quarter of these; a page of 32 MB of tags would take more than a gigabyte.
 */
const MOST_ROWS = 1 << 21;
const MOST_ATTRIBUTE_NUMBERS = 1 << 24;
const MOST_COMMENTS = 1 << 20;

const { INITIAL, BEFORE_HTML, AFTER_HEAD, AFTER_BODY, AFTER_AFTER_BODY } = MODE;

export interface BuiltTree {
  readonly rows: NodeRows;
  readonly attributes: Int32Array;
  readonly otherNames: readonly string[];
  readonly comments: Int32Array;
  readonly mode: DocumentMode;
  readonly limited: boolean;
}

export class TreeBuilder extends EndTags {
  build(html: string): BuiltTree {
    const { source } = this;
    this.begin(html);
    this.#run();
    this.#atEnd();
    const built: BuiltTree = {
      rows: this.store.finish(),
      attributes: source.attributes.slice(0, source.attributesLength),
      otherNames: source.otherNames,
      comments: Int32Array.from(this.comments),
      mode: this.documentMode,
      limited: this.limited,
    };
    source.unload();
    return built;
  }

  #run(): void {
    const source = this.source;
    const { codes, length } = source;
    const { store } = this;
    let at = 0;
    while (at < length) {
      if (store.count >= MOST_ROWS || source.attributesLength >= MOST_ATTRIBUTE_NUMBERS) {
        this.limited = true;
        return;
      }
      if (this.rawTag !== 0) {
        at = this.#readRawText(at);
        continue;
      }
      if (this.plaintext) {
        this.takeCharacters(at, length, RAW);
        return;
      }
      // Text up to the next token.
      let unit = codes[at]!;
      if (unit !== LESS_THAN) {
        const start = at;
        while (unit === SPACE || (unit <= CARRIAGE_RETURN && unit >= TAB && unit !== VERTICAL_TAB))
          unit = codes[++at]!;
        let flags = WHITE;
        if (unit !== LESS_THAN) {
          flags = 0;
          do {
            if (unit === AMPERSAND) flags = REFERENCES;
            unit = codes[++at]!;
          } while (unit !== LESS_THAN);
        }
        this.takeCharacters(start, at, flags);
        if (at >= length) return;
      }
      // A token, or a `<` that means itself.
      const next = codes[at + 1]!;
      const letter = next | CASE_BIT;
      if (letter >= SMALL_A && letter <= SMALL_Z) {
        this.at = at;
        const nameEnd = source.readTagName(at + 1);
        if (codes[nameEnd] === GREATER_THAN) {
          if (nameEnd >= length) return;
          source.attributeList = 0;
          source.selfClosing = false;
          at = nameEnd + 1;
        } else {
          at = source.readAttributes(nameEnd);
          if (at === -1) return;
        }
        this.skipNewline = false;
        if (this.waiting.length > 0) this.flushWaiting();
        this.startTag(source.tag);
      } else if (next === SLASH) {
        const name = codes[at + 2]! | CASE_BIT;
        if (name >= SMALL_A && name <= SMALL_Z) {
          this.at = at;
          const nameEnd = source.readTagName(at + 2);
          at = source.skipAttributes(nameEnd);
          if (at === -1) return;
          this.skipNewline = false;
          if (this.waiting.length > 0) this.flushWaiting();
          this.endTag(source.tag);
        } else if (at + 2 >= length) {
          this.takeCharacters(at, length, 0);
          return;
        } else if (codes[at + 2] === GREATER_THAN) {
          at += 3;
        } else {
          const end = source.nextGreater(at + 2);
          this.#comment(at + 2, end);
          at = end + 1;
        }
      } else if (next === EXCLAMATION_MARK && at + 1 < length) {
        at = this.#markupDeclaration(at);
      } else if (next === QUESTION_MARK && at + 1 < length) {
        const end = source.nextGreater(at + 1);
        this.#comment(at + 1, end);
        at = end + 1;
      } else {
        // The `<` is text, with all that follows up to the next `<`.
        const start = at;
        let flags = 0;
        at++;
        unit = codes[at]!;
        while (unit !== LESS_THAN) {
          if (unit === AMPERSAND) flags = REFERENCES;
          unit = codes[++at]!;
        }
        if (at > length) at = length;
        this.takeCharacters(start, at, flags);
      }
    }
  }

  #markupDeclaration(at: number): number {
    const source = this.source;
    const { codes, html, length } = source;
    if (codes[at + 2] === HYPHEN && codes[at + 3] === HYPHEN && at + 3 < length) {
      const end = source.endOfComment(at + 4);
      this.#comment(at + 4, end);
      return source.afterComment(end);
    }
    if (
      at + 9 <= length &&
      (codes[at + 2]! | CASE_BIT) === SMALL_D &&
      html.slice(at + 2, at + 9).toLowerCase() === 'doctype'
    ) {
      const end = source.nextGreater(at + 9);
      this.skipNewline = false;
      if (this.waiting.length > 0) this.flushWaiting();
      if (this.insertion === INITIAL) {
        this.documentMode = documentMode(html.slice(at + 9, end), end < length);
        this.insertion = BEFORE_HTML;
      }
      return end + 1;
    }
    // Also in an integration point, whose content is HTML, but which is itself none.
    if (this.stack.currentKey >= FOREIGN_KEY && html.startsWith('[CDATA[', at + 2)) {
      const from = at + 9;
      const found = html.indexOf(']]>', from);
      const end = found === -1 ? length : found;
      if (end > from) {
        if (this.inForeignContent()) this.takeCharacters(from, end, RAW | KEEPS_NUL);
        else this.takeCharactersWithNul(from, end, RAW);
      }
      return end + 3;
    }
    const end = source.nextGreater(at + 2);
    this.#comment(at + 2, end);
    return end + 1;
  }

  #comment(start: number, end: number): void {
    this.skipNewline = false;
    if (this.waiting.length > 0) this.flushWaiting();
    if (this.comments.length < MOST_COMMENTS) this.comments.push(start, end);
    if (this.insertion !== AFTER_BODY && this.insertion < AFTER_AFTER_BODY)
      this.store.cut(this.stack.current);
  }

  #readRawText(from: number): number {
    const source = this.source;
    const tag = this.rawTag;
    const end = source.endOfRawText(from, tag);
    this.rawTag = 0;
    let start = from;
    if (this.skipNewline) {
      this.skipNewline = false;
      start = this.afterNewline(start, end, tag === TEXTAREA);
    }
    if (start < end) {
      // `&` is decoded in title and textarea only.
      const flags = tag === TITLE || tag === TEXTAREA ? REFERENCES | KEEPS_NUL : RAW;
      this.store.addText(this.stack.current, flags, start, end);
    }
    this.popElement();
    if (end >= source.length) return source.length;
    const after = source.skipAttributes(end + 2 + source.tagName(tag).length);
    return after === -1 ? source.length : after;
  }

  #atEnd(): void {
    if (this.waiting.length > 0) this.flushWaiting();
    // A raw-text element whose start tag ended the input.
    if (this.rawTag !== 0) this.popElement();
    for (;;) {
      if (this.stack.templates > 0 && this.insertion > AFTER_HEAD) {
        while (this.stack.templates > 0) {
          this.popThrough(TEMPLATE);
          this.clearToMarker();
          this.templateModes.pop();
        }
        this.resetMode();
        continue;
      }
      if (this.insertion <= AFTER_HEAD) this.advanceToBody();
      return;
    }
  }
}

/**
 * Tree construction as the HTML standard gives it (in the reading of parse5 8.1, the judge: `select` still closes at
 * foreign tags), in one pass over the source and straight into the rows of a `NodeStore`.
 *
 * Everything a browser does is done here: implied tags, misnested formatting (the adoption agency), content fostered out
 * of tables, SVG and MathML, templates, framesets. Only formatting elements that are opened and never closed can make it
 * run away (each paragraph copies them all); so the list of those is bounded, and what they cost draws on a budget. When
 * the budget is used up, formatting elements are ordinary elements for the rest of the page (`limited`).
 */
import { COLOR, ENCODING, FACE, SIZE, TYPE } from './attribute-names.ts';
import { decodeReferenceAt, decodeValue } from './character-references.ts';
import { type DocumentMode, documentMode } from './doctype.ts';
import {
  COPY,
  IN_MATHML,
  IN_SVG,
  KEEPS_NUL,
  type NodeRows,
  NodeStore,
  RAW,
  REFERENCES,
  WHITE,
} from './node-store.ts';
import { FOREIGN_KEY, INTEGRATION, OpenElements } from './open-elements.ts';
import { ATTRIBUTE_WIDTH, lowerName, Source } from './source.ts';
import {
  A,
  ANNOTATION_XML,
  BASE,
  BASEFONT,
  BGSOUND,
  BODY,
  BR,
  BUTTON,
  CAPTION,
  CATEGORY,
  COL,
  COLGROUP,
  DD,
  DESC,
  DT,
  FONT,
  FOREIGN_OBJECT,
  FORM,
  FOSTERS,
  FRAME,
  FRAMESET,
  H1,
  H2,
  H3,
  H4,
  H5,
  H6,
  HEAD,
  HR,
  HTML,
  IMG,
  IMPLIED_END,
  IMPLIED_END_THOROUGH,
  INPUT,
  KEYGEN,
  LEAVES_FOREIGN,
  LI,
  LINK,
  MALIGNMARK,
  META,
  MGLYPH,
  MI,
  MN,
  MO,
  MS,
  MTEXT,
  NOBR,
  NOFRAMES,
  NOSCRIPT,
  OPTGROUP,
  OPTION,
  P,
  RTC,
  RUBY,
  SCRIPT,
  SELECT,
  SPECIAL,
  STYLE,
  SVG,
  TABLE,
  TABLE_PART,
  TBODY,
  TD,
  TEMPLATE,
  TEXTAREA,
  TFOOT,
  TH,
  THEAD,
  TITLE,
  TR,
  tagId,
} from './tags.ts';

// Insertion modes. "text" and "in table text" are not modes here: raw text is read in one go, and text inside a table
// waits in `#waiting` until the next token.
const INITIAL = 0;
const BEFORE_HTML = 1;
const BEFORE_HEAD = 2;
const IN_HEAD = 3;
const AFTER_HEAD = 4;
const IN_BODY = 5;
const IN_TABLE = 6;
const IN_CAPTION = 7;
const IN_COLUMN_GROUP = 8;
const IN_TABLE_BODY = 9;
const IN_ROW = 10;
const IN_CELL = 11;
const IN_SELECT = 12;
const IN_SELECT_IN_TABLE = 13;
const IN_TEMPLATE = 14;
const AFTER_BODY = 15;
const IN_FRAMESET = 16;
const AFTER_FRAMESET = 17;
const AFTER_AFTER_BODY = 18;
const AFTER_AFTER_FRAMESET = 19;

/** Tags that decide the insertion mode when it is found anew. */
const MODE_TAGS = [
  TR,
  TBODY,
  THEAD,
  TFOOT,
  CAPTION,
  COLGROUP,
  TABLE,
  FRAMESET,
  SELECT,
  TEMPLATE,
  TD,
  TH,
  HEAD,
  BODY,
  HTML,
];
const HEADINGS = [H1, H2, H3, H4, H5, H6];

// What a start tag does in body, by tag.
const START_ORDINARY = 0;
const START_FORMATTING = 1;
const START_A = 2;
const START_BLOCK = 3;
const START_HEADING = 4;
const START_LIST_ITEM = 5;
const START_VOID = 6;
const START_HR = 7;
const START_RB = 8;
const START_RT = 9;
const START_PRE = 10;
const START_XMP = 11;
const START_SVG = 12;
const START_MATH = 13;
const START_HTML = 14;
const START_HEAD_CONTENT = 15;
const START_BODY = 16;
const START_FORM = 17;
const START_NOBR = 18;
const START_TABLE = 19;
const START_INPUT = 20;
const START_PARAM = 21;
const START_IMAGE = 22;
const START_BUTTON = 23;
const START_APPLET = 24;
const START_IFRAME = 25;
const START_SELECT = 26;
const START_OPTION = 27;
const START_RAW = 28;
const START_FRAMESET = 29;
const START_TEXTAREA = 30;
const START_PLAINTEXT = 31;
const START_IGNORED = 32;

const BLOCKS =
  'dl ol ul div dir nav main menu aside center figure footer header hgroup dialog details address article search section ' +
  'summary fieldset blockquote figcaption';
const FORMATTING_TAGS = 'i s b u em tt big code font small strike strong';

const START = new Uint8Array(65536);
for (const [kind, names] of [
  [START_FORMATTING, FORMATTING_TAGS],
  [START_A, 'a'],
  [START_BLOCK, `p ${BLOCKS}`],
  [START_HEADING, 'h1 h2 h3 h4 h5 h6'],
  [START_LIST_ITEM, 'li dd dt'],
  [START_VOID, 'br img wbr area embed keygen'],
  [START_HR, 'hr'],
  [START_RB, 'rb rtc'],
  [START_RT, 'rt rp'],
  [START_PRE, 'pre listing'],
  [START_XMP, 'xmp'],
  [START_SVG, 'svg'],
  [START_MATH, 'math'],
  [START_HTML, 'html'],
  [START_HEAD_CONTENT, 'base link meta style title script bgsound basefont template'],
  [START_BODY, 'body'],
  [START_FORM, 'form'],
  [START_NOBR, 'nobr'],
  [START_TABLE, 'table'],
  [START_INPUT, 'input'],
  [START_PARAM, 'param track source'],
  [START_IMAGE, 'image'],
  [START_BUTTON, 'button'],
  [START_APPLET, 'applet object marquee'],
  [START_IFRAME, 'iframe'],
  [START_SELECT, 'select'],
  [START_OPTION, 'option optgroup'],
  [START_RAW, 'noembed noframes noscript'],
  [START_FRAMESET, 'frameset'],
  [START_TEXTAREA, 'textarea'],
  [START_PLAINTEXT, 'plaintext'],
  [START_IGNORED, 'col th td tr head frame tbody tfoot thead caption colgroup'],
] as const) {
  for (const name of names.split(' ')) START[tagId(name)] = kind;
}

// What an end tag does in body, by tag.
const END_ORDINARY = 0;
const END_FORMATTING = 1;
const END_P = 2;
const END_BLOCK = 3;
const END_LI = 4;
const END_DD = 5;
const END_HEADING = 6;
const END_BR = 7;
const END_BODY = 8;
const END_HTML = 9;
const END_FORM = 10;
const END_APPLET = 11;
const END_TEMPLATE = 12;

const END = new Uint8Array(65536);
for (const [kind, names] of [
  [END_FORMATTING, `a nobr ${FORMATTING_TAGS}`],
  [END_P, 'p'],
  [END_BLOCK, `pre listing button ${BLOCKS}`],
  [END_LI, 'li'],
  [END_DD, 'dd dt'],
  [END_HEADING, 'h1 h2 h3 h4 h5 h6'],
  [END_BR, 'br'],
  [END_BODY, 'body'],
  [END_HTML, 'html'],
  [END_FORM, 'form'],
  [END_APPLET, 'applet object marquee'],
  [END_TEMPLATE, 'template'],
] as const) {
  for (const name of names.split(' ')) END[tagId(name)] = kind;
}

/** A marker in the list of active formatting elements. */
const MARKER = -1;
const ADOPTION_ROUNDS = 8;
const ADOPTION_COPIES = 3;
const NOAH = 3;
/** More formatting elements than this, active at once, are not kept. */
const MAX_ACTIVE = 512;
/** Work that formatting elements may cost: at least this, and this much a code unit of the page. */
const BUDGET = 4_000_000;
const BUDGET_PER_UNIT = 16;
const COPY_COST = 64;
const MOVE_COST = 8;
const STEP_COST = 4;
const FREE_LOOKS = 16;

export interface BuiltTree {
  readonly rows: NodeRows;
  readonly attributes: Int32Array;
  readonly otherNames: readonly string[];
  readonly comments: Int32Array;
  readonly mode: DocumentMode;
  readonly limited: boolean;
}

export class TreeBuilder {
  readonly #source = new Source();
  readonly #store = new NodeStore();
  readonly #stack = new OpenElements();
  #insertion = INITIAL;
  #documentMode: DocumentMode = 'no-quirks';
  #head = -1;
  #form = -1;
  #framesetOk = true;
  #fostering = false;
  #skipNewline = false;
  #plaintext = false;
  /** The raw-text element just opened, or 0; the main loop reads its text. */
  #rawTag = 0;
  #templateModes: number[] = [];
  /** Active formatting elements, oldest first; `MARKER` between regions. */
  #active: number[] = [];
  /** Text inside a table that waits for the next token: start, stop, flags. */
  #waiting: number[] = [];
  readonly #signatures = new Map<number, string>();
  #comments: number[] = [];
  /** Offset of the tag being read. */
  #at = 0;
  #budget = 0;
  #limited = false;
  #hasNul = false;

  build(html: string): BuiltTree {
    const source = this.#source;
    source.load(html);
    this.#store.reset();
    this.#stack.reset();
    this.#insertion = INITIAL;
    this.#documentMode = 'no-quirks';
    this.#head = -1;
    this.#form = -1;
    this.#framesetOk = true;
    this.#fostering = false;
    this.#skipNewline = false;
    this.#plaintext = false;
    this.#rawTag = 0;
    this.#templateModes = [];
    this.#active = [];
    this.#waiting = [];
    this.#comments = [];
    if (this.#signatures.size > 0) this.#signatures.clear();
    this.#budget = BUDGET + html.length * BUDGET_PER_UNIT;
    this.#limited = false;
    this.#hasNul = source.hasNul();
    this.#run();
    this.#atEnd();
    const tree: BuiltTree = {
      rows: this.#store.finish(),
      attributes: source.attributes.slice(0, source.attributesLength),
      otherNames: source.otherNames,
      comments: Int32Array.from(this.#comments),
      mode: this.#documentMode,
      limited: this.#limited,
    };
    source.unload();
    return tree;
  }

  #run(): void {
    const source = this.#source;
    const { codes, length } = source;
    let at = 0;
    while (at < length) {
      if (this.#rawTag !== 0) {
        at = this.#readRawText(at);
        continue;
      }
      if (this.#plaintext) {
        this.#characters(at, length, RAW);
        return;
      }
      // Text up to the next token.
      let unit = codes[at]!;
      if (unit !== 60) {
        const start = at;
        while (unit === 32 || (unit <= 13 && unit >= 9 && unit !== 11)) unit = codes[++at]!;
        let flags = WHITE;
        if (unit !== 60) {
          flags = 0;
          do {
            if (unit === 38) flags = REFERENCES;
            unit = codes[++at]!;
          } while (unit !== 60);
        }
        this.#characters(start, at, flags);
        if (at >= length) return;
      }
      // A token, or a `<` that means itself.
      const next = codes[at + 1]!;
      const letter = next | 32;
      if (letter >= 97 && letter <= 122) {
        this.#at = at;
        const nameEnd = source.readTagName(at + 1);
        if (codes[nameEnd] === 62) {
          if (nameEnd >= length) return;
          source.attributeList = 0;
          source.selfClosing = false;
          at = nameEnd + 1;
        } else {
          at = source.readAttributes(nameEnd);
          if (at === -1) return;
        }
        this.#skipNewline = false;
        if (this.#waiting.length > 0) this.#flushWaiting();
        this.#startTag(source.tag);
      } else if (next === 47) {
        const name = codes[at + 2]! | 32;
        if (name >= 97 && name <= 122) {
          this.#at = at;
          const nameEnd = source.readTagName(at + 2);
          at = source.skipAttributes(nameEnd);
          if (at === -1) return;
          this.#skipNewline = false;
          if (this.#waiting.length > 0) this.#flushWaiting();
          this.#endTag(source.tag);
        } else if (at + 2 >= length) {
          this.#characters(at, length, 0);
          return;
        } else if (codes[at + 2] === 62) {
          at += 3;
        } else {
          const end = source.nextGreater(at + 2);
          this.#comment(at + 2, end);
          at = end + 1;
        }
      } else if (next === 33 && at + 1 < length) {
        at = this.#markupDeclaration(at);
      } else if (next === 63 && at + 1 < length) {
        const end = source.nextGreater(at + 1);
        this.#comment(at + 1, end);
        at = end + 1;
      } else {
        // The `<` is text, with all that follows up to the next `<`.
        const start = at;
        let flags = 0;
        at++;
        unit = codes[at]!;
        while (unit !== 60) {
          if (unit === 38) flags = REFERENCES;
          unit = codes[++at]!;
        }
        if (at > length) at = length;
        this.#characters(start, at, flags);
      }
    }
  }

  #markupDeclaration(at: number): number {
    const source = this.#source;
    const { codes, html, length } = source;
    if (codes[at + 2] === 45 && codes[at + 3] === 45 && at + 3 < length) {
      const end = source.endOfComment(at + 4);
      this.#comment(at + 4, end);
      return source.afterComment(end);
    }
    if (
      at + 9 <= length &&
      (codes[at + 2]! | 32) === 100 &&
      html.slice(at + 2, at + 9).toLowerCase() === 'doctype'
    ) {
      const end = source.nextGreater(at + 9);
      this.#skipNewline = false;
      if (this.#waiting.length > 0) this.#flushWaiting();
      if (this.#insertion === INITIAL) {
        this.#documentMode = documentMode(html.slice(at + 9, end), end < length);
        this.#insertion = BEFORE_HTML;
      }
      return end + 1;
    }
    if (html.startsWith('[CDATA[', at + 2) && this.#inForeignContent()) {
      const from = at + 9;
      const found = html.indexOf(']]>', from);
      const end = found === -1 ? length : found;
      if (end > from) this.#characters(from, end, RAW | KEEPS_NUL);
      return end + 3;
    }
    const end = source.nextGreater(at + 2);
    this.#comment(at + 2, end);
    return end + 1;
  }

  #comment(start: number, end: number): void {
    this.#skipNewline = false;
    if (this.#waiting.length > 0) this.#flushWaiting();
    this.#comments.push(start, end);
    if (this.#insertion !== AFTER_BODY && this.#insertion < AFTER_AFTER_BODY)
      this.#store.cut(this.#stack.current);
  }

  #readRawText(from: number): number {
    const source = this.#source;
    const tag = this.#rawTag;
    const end = source.endOfRawText(from, tag);
    this.#rawTag = 0;
    let start = from;
    if (this.#skipNewline) {
      this.#skipNewline = false;
      start = this.#afterNewline(start, end, tag === TEXTAREA);
    }
    if (start < end) {
      // `&` is decoded in title and textarea only.
      const flags = tag === TITLE || tag === TEXTAREA ? REFERENCES | KEEPS_NUL : RAW;
      this.#store.addText(this.#stack.current, flags, start, end);
    }
    this.#pop();
    if (end >= source.length) return source.length;
    const after = source.skipAttributes(end + 2 + source.tagName(tag).length);
    return after === -1 ? source.length : after;
  }

  /** The place after one line break at `at`, if there is one. */
  #afterNewline(at: number, end: number, references: boolean): number {
    const { codes, html } = this.#source;
    if (at >= end) return at;
    if (codes[at] === 10) return at + 1;
    if (codes[at] === 13) return at + 1 < end && codes[at + 1] === 10 ? at + 2 : at + 1;
    if (references && codes[at] === 38) {
      const reference = decodeReferenceAt(html, at, end);
      if (reference !== null && reference.text === '\n') return at + reference.length;
    }
    return at;
  }

  // ---- characters -------------------------------------------------------------------------------------------------

  #characters(from: number, end: number, flags: number): void {
    let start = from;
    if (this.#skipNewline) {
      this.#skipNewline = false;
      start = this.#afterNewline(start, end, (flags & REFERENCES) !== 0);
      if (start === end) return;
    }
    if (this.#hasNul && (flags & (RAW | KEEPS_NUL)) === 0 && !this.#inForeignContent()) {
      this.#charactersWithNul(start, end, flags);
      return;
    }
    this.#text(start, end, flags);
  }

  #charactersWithNul(from: number, end: number, flags: number): void {
    const { html } = this.#source;
    let start = from;
    while (start < end) {
      let nul = html.indexOf('\0', start);
      if (nul === -1 || nul > end) nul = end;
      if (nul > start) this.#text(start, nul, flags);
      if (nul < end) this.#nul();
      start = nul + 1;
    }
  }

  /** A NUL is dropped, but it is not white space: it opens what text would open. */
  #nul(): void {
    for (;;) {
      switch (this.#insertion) {
        case INITIAL:
        case BEFORE_HTML:
        case BEFORE_HEAD:
        case IN_HEAD:
        case AFTER_HEAD:
          this.#advanceToBody();
          return;
        case AFTER_BODY:
        case AFTER_AFTER_BODY:
          this.#insertion = IN_BODY;
          return;
        case IN_COLUMN_GROUP:
          if (this.#stack.currentKey !== COLGROUP) return;
          this.#pop();
          this.#insertion = IN_TABLE;
          return;
        default:
          return;
      }
    }
  }

  #text(from: number, end: number, flags: number): void {
    let start = from;
    while (start < end) {
      if (this.#inForeignContent()) {
        this.#store.addText(this.#stack.current, flags | KEEPS_NUL, start, end);
        if (!this.#isWhite(start, end, flags)) this.#framesetOk = false;
        return;
      }
      const mode = this.#insertion;
      switch (mode) {
        case IN_BODY:
        case IN_CAPTION:
        case IN_CELL:
        case IN_TEMPLATE:
          this.#textInBody(start, end, flags);
          return;
        case IN_SELECT:
        case IN_SELECT_IN_TABLE:
          this.#store.addText(this.#stack.current, flags, start, end);
          return;
        case IN_TABLE:
        case IN_TABLE_BODY:
        case IN_ROW:
          if (this.#fostersHere()) {
            this.#waiting.push(start, end, flags);
          } else {
            const fostering = this.#fostering;
            this.#fostering = true;
            this.#textInBody(start, end, flags);
            this.#fostering = fostering;
          }
          return;
        default:
      }
      // The other modes take white space in one way and the rest in another.
      const split = this.#endOfWhite(start, end, flags);
      if (split > start) {
        switch (mode) {
          case IN_HEAD:
          case AFTER_HEAD:
          case IN_COLUMN_GROUP:
          case IN_FRAMESET:
          case AFTER_FRAMESET:
            this.#store.addText(this.#stack.current, WHITE | (flags & REFERENCES), start, split);
            break;
          case AFTER_BODY:
          case AFTER_AFTER_BODY:
          case AFTER_AFTER_FRAMESET:
            this.#textInBody(start, split, WHITE | (flags & REFERENCES));
            break;
          default:
        }
      }
      start = split;
      if (start >= end) return;
      switch (mode) {
        case AFTER_BODY:
        case AFTER_AFTER_BODY:
          this.#insertion = IN_BODY;
          break;
        case IN_COLUMN_GROUP:
          if (this.#stack.currentKey === COLGROUP) {
            this.#pop();
            this.#insertion = IN_TABLE;
          } else start = this.#endOfBlack(start, end, flags);
          break;
        case IN_FRAMESET:
        case AFTER_FRAMESET:
        case AFTER_AFTER_FRAMESET:
          start = this.#endOfBlack(start, end, flags);
          break;
        default:
          this.#advanceToBody();
      }
    }
  }

  /** Opens what a token that belongs into the body opens before it: `html`, `head`, `body`. */
  #advanceToBody(): void {
    if (this.#insertion === INITIAL) {
      this.#documentMode = 'quirks';
      this.#insertion = BEFORE_HTML;
    }
    if (this.#insertion === BEFORE_HTML) {
      this.#insertImplied(HTML);
      this.#insertion = BEFORE_HEAD;
    }
    if (this.#insertion === BEFORE_HEAD) {
      this.#insertImplied(HEAD);
      this.#head = this.#stack.current;
      this.#insertion = IN_HEAD;
    }
    if (this.#insertion === IN_HEAD) {
      this.#pop();
      this.#insertion = AFTER_HEAD;
    }
    if (this.#insertion === AFTER_HEAD) {
      this.#insertImplied(BODY);
      this.#insertion = IN_BODY;
    }
  }

  #textInBody(start: number, end: number, flags: number): void {
    if (this.#active.length > 0) this.#reconstruct();
    if (this.#fostering && this.#fostersHere()) this.#fosterText(start, end, flags);
    else this.#store.addText(this.#stack.current, flags, start, end);
    if (this.#framesetOk && !this.#isWhite(start, end, flags)) this.#framesetOk = false;
  }

  #isWhite(start: number, end: number, flags: number): boolean {
    if ((flags & WHITE) !== 0) return true;
    return this.#framesetOk && this.#endOfWhite(start, end, flags) >= end;
  }

  /** Where the white space from `start` on ends. White space may be written as a character reference. */
  #endOfWhite(start: number, end: number, flags: number): number {
    if ((flags & WHITE) !== 0) return end;
    const { codes, html } = this.#source;
    let at = start;
    while (at < end) {
      const unit = codes[at]!;
      if (unit === 32 || (unit <= 13 && unit >= 9 && unit !== 11)) at++;
      else if (unit === 38 && (flags & REFERENCES) !== 0) {
        const reference = decodeReferenceAt(html, at, end);
        if (reference === null || !/^[\t\n\f\r ]$/.test(reference.text)) break;
        at += reference.length;
      } else break;
    }
    return at;
  }

  /** Where the first white space from `start` on stands. */
  #endOfBlack(start: number, end: number, flags: number): number {
    const { codes, html } = this.#source;
    let at = start;
    while (at < end) {
      const unit = codes[at]!;
      if (unit === 32 || (unit <= 13 && unit >= 9 && unit !== 11)) break;
      if (unit === 38 && (flags & REFERENCES) !== 0) {
        const reference = decodeReferenceAt(html, at, end);
        if (reference !== null) {
          if (/^[\t\n\f\r ]$/.test(reference.text)) break;
          at += reference.length;
          continue;
        }
      }
      at++;
    }
    return at;
  }

  #flushWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    let white = true;
    for (let i = 0; i < waiting.length && white; i += 3) {
      white = this.#endOfWhite(waiting[i]!, waiting[i + 1]!, waiting[i + 2]!) >= waiting[i + 1]!;
    }
    for (let i = 0; i < waiting.length; i += 3) {
      if (white) {
        this.#store.addText(this.#stack.current, waiting[i + 2]!, waiting[i]!, waiting[i + 1]!);
      } else {
        const fostering = this.#fostering;
        this.#fostering = true;
        this.#textInBody(waiting[i]!, waiting[i + 1]!, waiting[i + 2]!);
        this.#fostering = fostering;
      }
    }
  }

  // ---- inserting --------------------------------------------------------------------------------------------------

  #fostersHere(): boolean {
    const key = this.#stack.currentKey;
    return key < FOREIGN_KEY && (CATEGORY[key]! & FOSTERS) !== 0;
  }

  /** Where fostered content goes: `before` a table, or at the end of `parent` when `before` is -1. */
  #fosterPlace(): { readonly parent: number; readonly before: number } {
    const stack = this.#stack;
    const table = stack.topmost(TABLE);
    const template = stack.topmost(TEMPLATE);
    if (template > table) return { parent: stack.node(template), before: -1 };
    if (table === -1) return { parent: stack.node(0), before: -1 };
    const node = stack.node(table);
    const parent = this.#store.parent[node]!;
    return parent >= 0 ? { parent, before: node } : { parent: stack.node(table - 1), before: -1 };
  }

  #fosterText(start: number, end: number, flags: number): void {
    this.#store.keepLinks();
    const { parent, before } = this.#fosterPlace();
    if (before === -1) this.#store.addText(parent, flags, start, end);
    else this.#store.addTextBefore(parent, before, flags, start, end);
  }

  /** A new element where content goes now; it is not on the stack. */
  #add(tag: number, flags: number, start: number, attributes: number): number {
    if (this.#fostering && this.#fostersHere()) {
      this.#store.keepLinks();
      const { parent, before } = this.#fosterPlace();
      if (before === -1) return this.#store.create(parent, tag, flags, start, attributes);
      const node = this.#store.create(-1, tag, flags, start, attributes);
      this.#store.insertBefore(parent, node, before);
      return node;
    }
    return this.#store.create(this.#stack.current, tag, flags, start, attributes);
  }

  #insert(tag: number): number {
    const node = this.#add(tag, 0, this.#at, this.#source.attributeList);
    this.#stack.push(node, tag, CATEGORY[tag]!);
    return node;
  }

  #insertVoid(tag: number): void {
    this.#add(tag, 0, this.#at, this.#source.attributeList);
  }

  #insertImplied(tag: number): void {
    const node = this.#add(tag, 0, -1, 0);
    this.#stack.push(node, tag, CATEGORY[tag]!);
  }

  #insertRaw(tag: number): void {
    this.#insert(tag);
    this.#rawTag = tag;
  }

  #insertForeign(tag: number, namespace: number): void {
    const node = this.#add(tag, namespace, this.#at, this.#source.attributeList);
    if (this.#source.selfClosing) return;
    this.#stack.push(node, tag + FOREIGN_KEY, isIntegrationTag(tag, namespace) ? INTEGRATION : 0);
  }

  #pop(): void {
    if (this.#stack.top >= 0) this.#stack.pop();
  }

  /** Pops down to and with the entry at `index`. */
  #popTo(index: number): void {
    const stack = this.#stack;
    const last = Math.max(index, 0);
    while (stack.top >= last) stack.pop();
  }

  #popThrough(tag: number): void {
    this.#popTo(this.#stack.topmost(tag));
  }

  /** Pops down to the topmost of these tags, which stays. */
  #clearBackTo(first: number, second: number, third: number): void {
    const stack = this.#stack;
    let index = Math.max(stack.topmost(first), stack.topmost(TEMPLATE), stack.topmost(HTML));
    if (second !== 0) index = Math.max(index, stack.topmost(second), stack.topmost(third));
    while (stack.top > index) stack.pop();
  }

  #impliedEnds(): void {
    const stack = this.#stack;
    while (stack.currentKey < FOREIGN_KEY && (CATEGORY[stack.currentKey]! & IMPLIED_END) !== 0) stack.pop();
  }

  #impliedEndsExcept(tag: number): void {
    const stack = this.#stack;
    while (
      stack.currentKey !== tag &&
      stack.currentKey < FOREIGN_KEY &&
      (CATEGORY[stack.currentKey]! & IMPLIED_END_THOROUGH) !== 0
    ) {
      stack.pop();
    }
  }

  #closeP(): void {
    if (!this.#stack.inButtonScope(P)) return;
    this.#impliedEndsExcept(P);
    this.#popThrough(P);
  }

  // ---- active formatting elements ---------------------------------------------------------------------------------

  #spend(work: number): boolean {
    this.#budget -= work;
    if (this.#budget >= 0) return true;
    this.#limited = true;
    this.#active = [];
    return false;
  }

  #isOpen(node: number): boolean {
    return this.#stack.indexOf(node, this.#store.tag[node]!) >= 0;
  }

  #reconstruct(): void {
    const active = this.#active;
    let index = active.length - 1;
    if (index < 0 || active[index] === MARKER || this.#isOpen(active[index]!)) return;
    while (index > 0 && active[index - 1] !== MARKER && !this.#isOpen(active[index - 1]!)) index--;
    if (!this.#spend((active.length - index) * COPY_COST + this.#stack.takeSteps() * STEP_COST)) return;
    for (; index < active.length; index++) {
      const old = active[index]!;
      const tag = this.#store.tag[old]!;
      const node = this.#add(tag, COPY, this.#store.start[old]!, this.#store.stop[old]!);
      this.#stack.push(node, tag, CATEGORY[tag]!);
      active[index] = node;
    }
  }

  /** Puts the current node on the list; of four alike since the last marker the oldest goes. */
  #activate(node: number): void {
    if (this.#budget < 0) return;
    const active = this.#active;
    const { tag, stop } = this.#store;
    let alike = 0;
    let oldest = -1;
    let looked = 0;
    // Three alike are needed before a comparison can matter.
    if (active.length >= NOAH && this.#countActive(tag[node]!) >= NOAH) {
      for (let i = active.length - 1; i >= 0 && active[i] !== MARKER; i--) {
        looked++;
        if (tag[active[i]!] === tag[node] && this.#sameAttributes(stop[active[i]!]!, stop[node]!)) {
          alike++;
          oldest = i;
        }
      }
    }
    if (looked > FREE_LOOKS && !this.#spend(looked * MOVE_COST)) return;
    if (alike >= NOAH) active.splice(oldest, 1);
    else if (looked >= MAX_ACTIVE) {
      this.#limited = true;
      active.splice(active.length - looked, 1);
    }
    active.push(node);
  }

  #sameAttributes(left: number, right: number): boolean {
    if (left === right) return true;
    const { attributes } = this.#source;
    if ((attributes[left]! & 0xffff) === 0 || (attributes[right]! & 0xffff) === 0) return false;
    return this.#signature(left) === this.#signature(right);
  }

  /** A string that is the same for lists with the same names and values. Needed only where many elements are alike. */
  #signature(list: number): string {
    const known = this.#signatures.get(list);
    if (known !== undefined) return known;
    const { attributes, html } = this.#source;
    const seen = new Map<string, string>();
    const count = attributes[list]! & 0xffff;
    for (let i = 0; i < count; i++) {
      const at = list + 1 + i * ATTRIBUTE_WIDTH;
      const start = attributes[at + 1]!;
      const name = lowerName(html.slice(start, start + (attributes[at]! >>> 8)));
      if (!seen.has(name)) seen.set(name, decodeValue(html.slice(attributes[at + 2]!, attributes[at + 3]!)));
    }
    const signature = JSON.stringify([...seen].sort(([a], [b]) => (a < b ? -1 : 1)));
    this.#signatures.set(list, signature);
    return signature;
  }

  #clearToMarker(): void {
    const active = this.#active;
    while (active.length > 0 && active.pop() !== MARKER);
  }

  #countActive(tag: number): number {
    const active = this.#active;
    let count = 0;
    for (let i = active.length - 1; i >= 0 && active[i] !== MARKER; i--)
      if (this.#store.tag[active[i]!] === tag) count++;
    return count;
  }

  /** Index on the list of the newest element with this tag since the last marker, or -1. */
  #newestActive(tag: number): number {
    const active = this.#active;
    for (let i = active.length - 1; i >= 0 && active[i] !== MARKER; i--) {
      if (this.#store.tag[active[i]!] === tag) return i;
    }
    return -1;
  }

  /** Index on the list of this element, if it is there since the last marker, or -1. */
  #activeIndex(node: number): number {
    const active = this.#active;
    for (let i = active.length - 1; i >= 0 && active[i] !== MARKER; i--) if (active[i] === node) return i;
    return -1;
  }

  #deactivate(node: number): void {
    const index = this.#activeIndex(node);
    if (index >= 0) this.#active.splice(index, 1);
  }

  #copy(node: number): number {
    const store = this.#store;
    return store.create(-1, store.tag[node]!, COPY, store.start[node]!, store.stop[node]!);
  }

  /** The adoption agency: `</b>` where blocks are open inside the `b`. */
  #adopt(tag: number): void {
    const stack = this.#stack;
    const store = this.#store;
    if (stack.currentKey === tag && this.#activeIndex(stack.current) === -1) {
      stack.pop();
      return;
    }
    for (let round = 0; round < ADOPTION_ROUNDS; round++) {
      const entry = this.#newestActive(tag);
      if (entry === -1) {
        this.#endOrdinary(tag);
        return;
      }
      const formatting = this.#active[entry]!;
      const index = stack.indexOf(formatting, tag);
      if (index === -1) {
        this.#active.splice(entry, 1);
        return;
      }
      if (!stack.entryInScope(index)) return;
      let block = -1;
      if (stack.hasSpecialAbove(index)) {
        block = index + 1;
        while ((stack.bits(block) & SPECIAL) === 0) block++;
      }
      if (block === -1) {
        this.#popTo(index);
        this.#deactivate(formatting);
        return;
      }
      if (!this.#spend((stack.top - index) * MOVE_COST + COPY_COST)) return;
      store.keepLinks();
      this.#adoptBlock(formatting, index, block);
    }
  }

  #adoptBlock(formatting: number, index: number, block: number): void {
    const stack = this.#stack;
    const store = this.#store;
    const furthest = stack.node(block);
    const ancestorKey = stack.key(index - 1);
    const ancestor = stack.node(index - 1);
    let bookmark = formatting;
    let last = furthest;
    let place = block;
    for (let copies = 0, i = block - 1; i > index; copies++, i--) {
      const node = stack.node(i);
      const active = this.#activeIndex(node);
      if (active === -1 || copies >= ADOPTION_COPIES) {
        if (active !== -1) this.#active.splice(active, 1);
        stack.remove(i);
        place--;
        continue;
      }
      const copy = this.#copy(node);
      stack.replace(i, copy);
      this.#active[active] = copy;
      if (last === furthest) bookmark = copy;
      store.detach(last);
      store.append(copy, last);
      last = copy;
    }
    store.detach(last);
    if (ancestorKey < FOREIGN_KEY && (CATEGORY[ancestorKey]! & FOSTERS) !== 0) {
      const { parent, before } = this.#fosterPlace();
      if (before === -1) store.append(parent, last);
      else store.insertBefore(parent, last, before);
    } else store.append(ancestor, last);
    const copy = this.#copy(formatting);
    this.#spend(store.moveChildren(furthest, copy));
    store.append(furthest, copy);
    const marked = this.#activeIndex(bookmark);
    this.#active.splice(marked + 1, 0, copy);
    this.#deactivate(formatting);
    stack.remove(index);
    stack.insert(place, copy, store.tag[formatting]!);
  }

  // ---- start tags -------------------------------------------------------------------------------------------------

  #inForeignContent(): boolean {
    return this.#stack.currentKey >= FOREIGN_KEY && !this.#isIntegrationPoint();
  }

  #isIntegrationPoint(): boolean {
    const node = this.#stack.current;
    const tag = this.#store.tag[node]!;
    return this.#isHtmlIntegrationPoint(node, tag) || isMathTextPoint(tag, this.#store.flags[node]!);
  }

  #isHtmlIntegrationPoint(node: number, tag: number): boolean {
    const flags = this.#store.flags[node]!;
    if ((flags & IN_SVG) !== 0) return tag === FOREIGN_OBJECT || tag === DESC || tag === TITLE;
    if ((flags & IN_MATHML) === 0 || tag !== ANNOTATION_XML) return false;
    const encoding = this.#attribute(this.#store.stop[node]!, ENCODING).toLowerCase();
    return encoding === 'text/html' || encoding === 'application/xhtml+xml';
  }

  #attribute(list: number, id: number): string {
    const { attributes, html } = this.#source;
    const count = attributes[list]! & 0xffff;
    for (let i = 0; i < count; i++) {
      const at = list + 1 + i * ATTRIBUTE_WIDTH;
      if ((attributes[at]! & 0xff) === id)
        return decodeValue(html.slice(attributes[at + 2]!, attributes[at + 3]!));
    }
    return '';
  }

  #hasAttribute(list: number, id: number): boolean {
    const { attributes } = this.#source;
    const count = attributes[list]! & 0xffff;
    for (let i = 0; i < count; i++)
      if ((attributes[list + 1 + i * ATTRIBUTE_WIDTH]! & 0xff) === id) return true;
    return false;
  }

  #startTag(tag: number): void {
    if (this.#stack.currentKey >= FOREIGN_KEY && this.#belongsToForeign(tag)) this.#startInForeign(tag);
    else if (this.#insertion === IN_BODY) this.#startInBody(tag);
    else this.#startInMode(tag);
  }

  #belongsToForeign(tag: number): boolean {
    const node = this.#stack.current;
    const current = this.#store.tag[node]!;
    const flags = this.#store.flags[node]!;
    if (tag === SVG && current === ANNOTATION_XML && (flags & IN_MATHML) !== 0) return false;
    if (!this.#isIntegrationPoint()) return true;
    return (tag === MGLYPH || tag === MALIGNMARK) && !this.#isHtmlIntegrationPoint(node, current);
  }

  #startInForeign(tag: number): void {
    const list = this.#source.attributeList;
    if (
      (CATEGORY[tag]! & LEAVES_FOREIGN) !== 0 ||
      (tag === FONT &&
        (this.#hasAttribute(list, COLOR) || this.#hasAttribute(list, SIZE) || this.#hasAttribute(list, FACE)))
    ) {
      this.#leaveForeign();
      this.#startInMode(tag);
      return;
    }
    this.#insertForeign(tag, this.#store.flags[this.#stack.current]! & (IN_SVG | IN_MATHML));
  }

  #leaveForeign(): void {
    while (this.#inForeignContent()) this.#stack.pop();
  }

  #startInMode(tag: number): void {
    switch (this.#insertion) {
      case INITIAL:
        this.#documentMode = 'quirks';
        this.#insertion = BEFORE_HTML;
        this.#startInMode(tag);
        return;
      case BEFORE_HTML:
        if (tag === HTML) {
          this.#insert(HTML);
          this.#insertion = BEFORE_HEAD;
        } else {
          this.#insertImplied(HTML);
          this.#insertion = BEFORE_HEAD;
          this.#startInMode(tag);
        }
        return;
      case BEFORE_HEAD:
        if (tag === HTML) this.#startInBody(tag);
        else if (tag === HEAD) {
          this.#head = this.#insert(HEAD);
          this.#insertion = IN_HEAD;
        } else {
          this.#insertImplied(HEAD);
          this.#head = this.#stack.current;
          this.#insertion = IN_HEAD;
          this.#startInMode(tag);
        }
        return;
      case IN_HEAD:
        this.#startInHead(tag);
        return;
      case AFTER_HEAD:
        this.#startAfterHead(tag);
        return;
      case IN_BODY:
        this.#startInBody(tag);
        return;
      case IN_TABLE:
        this.#startInTable(tag);
        return;
      case IN_CAPTION:
        if ((CATEGORY[tag]! & TABLE_PART) === 0) this.#startInBody(tag);
        else if (this.#closeCaption()) this.#startInTable(tag);
        return;
      case IN_COLUMN_GROUP:
        this.#startInColumnGroup(tag);
        return;
      case IN_TABLE_BODY:
        this.#startInTableBody(tag);
        return;
      case IN_ROW:
        this.#startInRow(tag);
        return;
      case IN_CELL:
        if ((CATEGORY[tag]! & TABLE_PART) === 0) this.#startInBody(tag);
        else if (this.#stack.inTableScope(TD) || this.#stack.inTableScope(TH)) {
          this.#closeCell();
          this.#startInRow(tag);
        }
        return;
      case IN_SELECT:
        this.#startInSelect(tag);
        return;
      case IN_SELECT_IN_TABLE:
        if (endsSelectInTable(tag)) {
          this.#popThrough(SELECT);
          this.#resetMode();
          this.#startTag(tag);
        } else this.#startInSelect(tag);
        return;
      case IN_TEMPLATE:
        this.#startInTemplate(tag);
        return;
      case AFTER_BODY:
      case AFTER_AFTER_BODY:
        if (tag !== HTML) this.#insertion = IN_BODY;
        this.#startInBody(tag);
        return;
      case IN_FRAMESET:
        if (tag === HTML) this.#startInBody(tag);
        else if (tag === FRAMESET) this.#insert(tag);
        else if (tag === FRAME) this.#insertVoid(tag);
        else if (tag === NOFRAMES) this.#startInHead(tag);
        return;
      case AFTER_FRAMESET:
      case AFTER_AFTER_FRAMESET:
        if (tag === HTML) this.#startInBody(tag);
        else if (tag === NOFRAMES) this.#startInHead(tag);
        return;
      default:
    }
  }

  #startInHead(tag: number): void {
    switch (tag) {
      case HTML:
        this.#startInBody(tag);
        return;
      case BASE:
      case BASEFONT:
      case BGSOUND:
      case LINK:
      case META:
        this.#insertVoid(tag);
        return;
      case TITLE:
      case NOSCRIPT:
      case NOFRAMES:
      case STYLE:
      case SCRIPT:
        this.#insertRaw(tag);
        return;
      case TEMPLATE:
        this.#insert(tag);
        this.#active.push(MARKER);
        this.#framesetOk = false;
        this.#insertion = IN_TEMPLATE;
        this.#templateModes.push(IN_TEMPLATE);
        return;
      case HEAD:
        return;
      default:
        this.#pop();
        this.#insertion = AFTER_HEAD;
        this.#startInMode(tag);
    }
  }

  #startAfterHead(tag: number): void {
    switch (tag) {
      case HTML:
        this.#startInBody(tag);
        return;
      case BODY:
        this.#insert(tag);
        this.#framesetOk = false;
        this.#insertion = IN_BODY;
        return;
      case FRAMESET:
        this.#insert(tag);
        this.#insertion = IN_FRAMESET;
        return;
      case BASE:
      case BASEFONT:
      case BGSOUND:
      case LINK:
      case META:
      case NOFRAMES:
      case SCRIPT:
      case STYLE:
      case TEMPLATE:
      case TITLE: {
        // These go into the head although it is closed.
        const head = this.#head;
        if (!this.#isLastOpen(head)) this.#store.keepLinks();
        this.#stack.push(head, HEAD, CATEGORY[HEAD]!);
        this.#startInHead(tag);
        const index = this.#stack.indexOf(head, HEAD);
        if (index >= 0) this.#stack.remove(index);
        return;
      }
      case HEAD:
        return;
      default:
        this.#insertImplied(BODY);
        this.#insertion = IN_BODY;
        this.#startInBody(tag);
    }
  }

  /** Whether the row written last is inside `node`: what is added to it then is in document order. */
  #isLastOpen(node: number): boolean {
    let last = this.#store.count - 1;
    while (last > node) last = this.#store.parent[last]!;
    return last === node;
  }

  #startInBody(tag: number): void {
    const stack = this.#stack;
    switch (START[tag]) {
      case START_ORDINARY:
        if (this.#active.length > 0) this.#reconstruct();
        this.#insert(tag);
        return;
      case START_BLOCK:
        this.#closeP();
        this.#insert(tag);
        return;
      case START_FORMATTING:
        if (this.#active.length > 0) this.#reconstruct();
        this.#activate(this.#insert(tag));
        return;
      case START_A: {
        const entry = this.#active.length > 0 ? this.#newestActive(A) : -1;
        if (entry >= 0) {
          const node = this.#active[entry]!;
          this.#adopt(A);
          const index = stack.indexOf(node, A);
          if (index >= 0) stack.remove(index);
          this.#deactivate(node);
        }
        if (this.#active.length > 0) this.#reconstruct();
        this.#activate(this.#insert(tag));
        return;
      }
      case START_HEADING:
        this.#closeP();
        if (stack.currentKey >= H1 && stack.currentKey <= H6) stack.pop();
        this.#insert(tag);
        return;
      case START_LIST_ITEM: {
        this.#framesetOk = false;
        const index = tag === LI ? stack.topmost(LI) : Math.max(stack.topmost(DD), stack.topmost(DT));
        if (index !== -1 && !stack.hasListBoundaryAbove(index)) {
          this.#impliedEndsExcept(stack.key(index));
          this.#popTo(index);
        }
        this.#closeP();
        this.#insert(tag);
        return;
      }
      case START_VOID:
        if (this.#active.length > 0) this.#reconstruct();
        this.#insertVoid(tag);
        this.#framesetOk = false;
        return;
      case START_IMAGE:
        if (this.#active.length > 0) this.#reconstruct();
        this.#insertVoid(IMG);
        this.#framesetOk = false;
        return;
      case START_HR:
        this.#closeP();
        this.#insertVoid(tag);
        this.#framesetOk = false;
        return;
      case START_RB:
        if (stack.inScope(RUBY)) this.#impliedEnds();
        this.#insert(tag);
        return;
      case START_RT:
        if (stack.inScope(RUBY)) this.#impliedEndsExcept(RTC);
        this.#insert(tag);
        return;
      case START_PRE:
        this.#closeP();
        this.#insert(tag);
        this.#skipNewline = true;
        this.#framesetOk = false;
        return;
      case START_XMP:
        this.#closeP();
        if (this.#active.length > 0) this.#reconstruct();
        this.#framesetOk = false;
        this.#insertRaw(tag);
        return;
      case START_SVG:
        if (this.#active.length > 0) this.#reconstruct();
        this.#insertForeign(tag, IN_SVG);
        return;
      case START_MATH:
        if (this.#active.length > 0) this.#reconstruct();
        this.#insertForeign(tag, IN_MATHML);
        return;
      case START_HTML:
        if (stack.templates === 0) this.#mergeAttributes(stack.node(0));
        return;
      case START_HEAD_CONTENT:
        this.#startInHead(tag);
        return;
      case START_BODY:
        if (stack.top >= 1 && stack.key(1) === BODY && stack.templates === 0) {
          this.#framesetOk = false;
          this.#mergeAttributes(stack.node(1));
        }
        return;
      case START_FORM:
        if (this.#form !== -1 && stack.templates === 0) return;
        this.#closeP();
        this.#insert(tag);
        if (stack.templates === 0) this.#form = stack.current;
        return;
      case START_NOBR:
        if (this.#active.length > 0) this.#reconstruct();
        if (stack.inScope(NOBR)) {
          this.#adopt(NOBR);
          this.#reconstruct();
        }
        this.#activate(this.#insert(tag));
        return;
      case START_TABLE:
        if (this.#documentMode !== 'quirks') this.#closeP();
        this.#insert(tag);
        this.#framesetOk = false;
        this.#insertion = IN_TABLE;
        return;
      case START_INPUT:
        if (this.#active.length > 0) this.#reconstruct();
        this.#insertVoid(tag);
        if (this.#framesetOk && !this.#isHiddenInput()) this.#framesetOk = false;
        return;
      case START_PARAM:
        this.#insertVoid(tag);
        return;
      case START_BUTTON:
        if (stack.inScope(BUTTON)) {
          this.#impliedEnds();
          this.#popThrough(BUTTON);
        }
        if (this.#active.length > 0) this.#reconstruct();
        this.#insert(tag);
        this.#framesetOk = false;
        return;
      case START_APPLET:
        if (this.#active.length > 0) this.#reconstruct();
        this.#insert(tag);
        this.#active.push(MARKER);
        this.#framesetOk = false;
        return;
      case START_IFRAME:
        this.#framesetOk = false;
        this.#insertRaw(tag);
        return;
      case START_SELECT: {
        if (this.#active.length > 0) this.#reconstruct();
        this.#insert(tag);
        this.#framesetOk = false;
        const mode = this.#insertion;
        this.#insertion =
          mode === IN_TABLE ||
          mode === IN_CAPTION ||
          mode === IN_TABLE_BODY ||
          mode === IN_ROW ||
          mode === IN_CELL
            ? IN_SELECT_IN_TABLE
            : IN_SELECT;
        return;
      }
      case START_OPTION:
        if (stack.currentKey === OPTION) stack.pop();
        if (this.#active.length > 0) this.#reconstruct();
        this.#insert(tag);
        return;
      case START_RAW:
        this.#insertRaw(tag);
        return;
      case START_FRAMESET:
        if (this.#framesetOk && stack.top >= 1 && stack.key(1) === BODY) {
          this.#store.keepLinks();
          this.#store.detach(stack.node(1));
          this.#popTo(1);
          this.#insert(tag);
          this.#insertion = IN_FRAMESET;
        }
        return;
      case START_TEXTAREA:
        this.#insertRaw(tag);
        this.#skipNewline = true;
        this.#framesetOk = false;
        return;
      case START_PLAINTEXT:
        this.#closeP();
        this.#insert(tag);
        this.#plaintext = true;
        return;
      default: // START_IGNORED
    }
  }

  #mergeAttributes(node: number): void {
    const { stop } = this.#store;
    stop[node] = this.#source.joinAttributes(stop[node]!, this.#source.attributeList);
  }

  #isHiddenInput(): boolean {
    return this.#attribute(this.#source.attributeList, TYPE).toLowerCase() === 'hidden';
  }

  #inBodyFostering(tag: number, end: boolean): void {
    const fostering = this.#fostering;
    this.#fostering = true;
    if (end) this.#endInBody(tag);
    else this.#startInBody(tag);
    this.#fostering = fostering;
  }

  #startInTable(tag: number): void {
    const stack = this.#stack;
    switch (tag) {
      case TD:
      case TH:
      case TR:
        this.#clearBackTo(TABLE, 0, 0);
        this.#insertImplied(TBODY);
        this.#insertion = IN_TABLE_BODY;
        this.#startInTableBody(tag);
        return;
      case STYLE:
      case SCRIPT:
      case TEMPLATE:
        this.#startInHead(tag);
        return;
      case COL:
        this.#clearBackTo(TABLE, 0, 0);
        this.#insertImplied(COLGROUP);
        this.#insertion = IN_COLUMN_GROUP;
        this.#startInColumnGroup(tag);
        return;
      case FORM:
        if (this.#form === -1 && stack.templates === 0) {
          this.#form = this.#insert(tag);
          stack.pop();
        }
        return;
      case TABLE:
        if (stack.inTableScope(TABLE)) {
          this.#popThrough(TABLE);
          this.#resetMode();
          this.#startTag(tag);
        }
        return;
      case TBODY:
      case TFOOT:
      case THEAD:
        this.#clearBackTo(TABLE, 0, 0);
        this.#insert(tag);
        this.#insertion = IN_TABLE_BODY;
        return;
      case INPUT:
        if (this.#isHiddenInput()) this.#insertVoid(tag);
        else this.#inBodyFostering(tag, false);
        return;
      case CAPTION:
        this.#clearBackTo(TABLE, 0, 0);
        this.#active.push(MARKER);
        this.#insert(tag);
        this.#insertion = IN_CAPTION;
        return;
      case COLGROUP:
        this.#clearBackTo(TABLE, 0, 0);
        this.#insert(tag);
        this.#insertion = IN_COLUMN_GROUP;
        return;
      default:
        this.#inBodyFostering(tag, false);
    }
  }

  #closeCaption(): boolean {
    if (!this.#stack.inTableScope(CAPTION)) return false;
    this.#impliedEnds();
    this.#popThrough(CAPTION);
    this.#clearToMarker();
    this.#insertion = IN_TABLE;
    return true;
  }

  #startInColumnGroup(tag: number): void {
    if (tag === HTML) this.#startInBody(tag);
    else if (tag === COL) this.#insertVoid(tag);
    else if (tag === TEMPLATE) this.#startInHead(tag);
    else if (this.#stack.currentKey === COLGROUP) {
      this.#pop();
      this.#insertion = IN_TABLE;
      this.#startTag(tag);
    }
  }

  #clearToTableBody(): void {
    this.#clearBackTo(TBODY, TFOOT, THEAD);
  }

  #tableBodyInScope(): boolean {
    const stack = this.#stack;
    return stack.inTableScope(TBODY) || stack.inTableScope(TFOOT) || stack.inTableScope(THEAD);
  }

  #startInTableBody(tag: number): void {
    switch (tag) {
      case TR:
        this.#clearToTableBody();
        this.#insert(tag);
        this.#insertion = IN_ROW;
        return;
      case TH:
      case TD:
        this.#clearToTableBody();
        this.#insertImplied(TR);
        this.#insertion = IN_ROW;
        this.#startInRow(tag);
        return;
      case CAPTION:
      case COL:
      case COLGROUP:
      case TBODY:
      case TFOOT:
      case THEAD:
        if (this.#tableBodyInScope()) {
          this.#clearToTableBody();
          this.#pop();
          this.#insertion = IN_TABLE;
          this.#startInTable(tag);
        }
        return;
      default:
        this.#startInTable(tag);
    }
  }

  #startInRow(tag: number): void {
    switch (tag) {
      case TH:
      case TD:
        this.#clearBackTo(TR, 0, 0);
        this.#insert(tag);
        this.#insertion = IN_CELL;
        this.#active.push(MARKER);
        return;
      case CAPTION:
      case COL:
      case COLGROUP:
      case TBODY:
      case TFOOT:
      case THEAD:
      case TR:
        if (this.#stack.inTableScope(TR)) {
          this.#clearBackTo(TR, 0, 0);
          this.#pop();
          this.#insertion = IN_TABLE_BODY;
          this.#startInTableBody(tag);
        }
        return;
      default:
        this.#startInTable(tag);
    }
  }

  #closeCell(): void {
    this.#impliedEnds();
    this.#popTo(Math.max(this.#stack.topmost(TD), this.#stack.topmost(TH)));
    this.#clearToMarker();
    this.#insertion = IN_ROW;
  }

  #startInSelect(tag: number): void {
    const stack = this.#stack;
    switch (tag) {
      case HTML:
        this.#startInBody(tag);
        return;
      case OPTION:
        if (stack.currentKey === OPTION) stack.pop();
        this.#insert(tag);
        return;
      case OPTGROUP:
      case HR:
        if (stack.currentKey === OPTION) stack.pop();
        if (stack.currentKey === OPTGROUP) stack.pop();
        if (tag === HR) this.#insertVoid(tag);
        else this.#insert(tag);
        return;
      case INPUT:
      case KEYGEN:
      case TEXTAREA:
      case SELECT:
        if (this.#inSelectScope()) {
          this.#popThrough(SELECT);
          this.#resetMode();
          if (tag !== SELECT) this.#startTag(tag);
        }
        return;
      case SCRIPT:
      case TEMPLATE:
        this.#startInHead(tag);
        return;
      default:
    }
  }

  #inSelectScope(): boolean {
    const stack = this.#stack;
    for (let i = stack.top; i >= 0; i--) {
      const key = stack.key(i);
      if (key === SELECT) return true;
      if (key < FOREIGN_KEY && key !== OPTION && key !== OPTGROUP) return false;
    }
    return true;
  }

  #startInTemplate(tag: number): void {
    let mode = IN_BODY;
    switch (tag) {
      case BASE:
      case BASEFONT:
      case BGSOUND:
      case LINK:
      case META:
      case NOFRAMES:
      case SCRIPT:
      case STYLE:
      case TEMPLATE:
      case TITLE:
        this.#startInHead(tag);
        return;
      case CAPTION:
      case COLGROUP:
      case TBODY:
      case TFOOT:
      case THEAD:
        mode = IN_TABLE;
        break;
      case COL:
        mode = IN_COLUMN_GROUP;
        break;
      case TR:
        mode = IN_TABLE_BODY;
        break;
      case TD:
      case TH:
        mode = IN_ROW;
        break;
      default:
    }
    this.#templateModes[this.#templateModes.length - 1] = mode;
    this.#insertion = mode;
    this.#startInMode(tag);
  }

  #resetMode(): void {
    const stack = this.#stack;
    let index = -1;
    for (const tag of MODE_TAGS) index = Math.max(index, stack.topmost(tag));
    switch (index < 0 ? 0 : stack.key(index)) {
      case TR:
        this.#insertion = IN_ROW;
        return;
      case TBODY:
      case THEAD:
      case TFOOT:
        this.#insertion = IN_TABLE_BODY;
        return;
      case CAPTION:
        this.#insertion = IN_CAPTION;
        return;
      case COLGROUP:
        this.#insertion = IN_COLUMN_GROUP;
        return;
      case TABLE:
        this.#insertion = IN_TABLE;
        return;
      case FRAMESET:
        this.#insertion = IN_FRAMESET;
        return;
      case SELECT: {
        const table = stack.topmost(TABLE);
        this.#insertion = table > 0 && table > stack.topmost(TEMPLATE) ? IN_SELECT_IN_TABLE : IN_SELECT;
        return;
      }
      case TEMPLATE:
        this.#insertion = this.#templateModes[this.#templateModes.length - 1] ?? IN_BODY;
        return;
      case HTML:
        this.#insertion = this.#head === -1 ? BEFORE_HEAD : AFTER_HEAD;
        return;
      case TD:
      case TH:
        this.#insertion = IN_CELL;
        return;
      case HEAD:
        this.#insertion = IN_HEAD;
        return;
      default:
        this.#insertion = IN_BODY;
    }
  }

  // ---- end tags ---------------------------------------------------------------------------------------------------

  #endTag(tag: number): void {
    if (this.#stack.currentKey >= FOREIGN_KEY) this.#endInForeign(tag);
    else if (this.#insertion === IN_BODY) this.#endInBody(tag);
    else this.#endInMode(tag);
  }

  #endInForeign(tag: number): void {
    const stack = this.#stack;
    if (tag === P || tag === BR) {
      this.#leaveForeign();
      this.#endInMode(tag);
      return;
    }
    if (stack.top === 0) return;
    const index = stack.topmost(tag + FOREIGN_KEY);
    if (index > stack.topmostHtml()) this.#popTo(index);
    else this.#endInMode(tag);
  }

  #endInMode(tag: number): void {
    const stack = this.#stack;
    switch (this.#insertion) {
      case INITIAL:
        this.#documentMode = 'quirks';
        this.#insertion = BEFORE_HTML;
        this.#endInMode(tag);
        return;
      case BEFORE_HTML:
        if (tag === HTML || tag === HEAD || tag === BODY || tag === BR) {
          this.#insertImplied(HTML);
          this.#insertion = BEFORE_HEAD;
          this.#endInMode(tag);
        }
        return;
      case BEFORE_HEAD:
        if (tag === HTML || tag === HEAD || tag === BODY || tag === BR) {
          this.#insertImplied(HEAD);
          this.#head = stack.current;
          this.#insertion = IN_HEAD;
          this.#endInMode(tag);
        }
        return;
      case IN_HEAD:
        if (tag === HEAD) {
          this.#pop();
          this.#insertion = AFTER_HEAD;
        } else if (tag === BODY || tag === BR || tag === HTML) {
          this.#pop();
          this.#insertion = AFTER_HEAD;
          this.#endInMode(tag);
        } else if (tag === TEMPLATE) this.#endTemplate();
        return;
      case AFTER_HEAD:
        if (tag === BODY || tag === HTML || tag === BR) {
          this.#insertImplied(BODY);
          this.#insertion = IN_BODY;
          this.#endInBody(tag);
        } else if (tag === TEMPLATE) this.#endTemplate();
        return;
      case IN_BODY:
        this.#endInBody(tag);
        return;
      case IN_TABLE:
        this.#endInTable(tag);
        return;
      case IN_CAPTION:
        if (tag === CAPTION || tag === TABLE) {
          if (this.#closeCaption() && tag === TABLE) this.#endInTable(tag);
        } else if (tag !== BODY && tag !== HTML && (CATEGORY[tag]! & TABLE_PART) === 0) this.#endInBody(tag);
        return;
      case IN_COLUMN_GROUP:
        if (tag === COLGROUP) {
          if (stack.currentKey === COLGROUP) {
            this.#pop();
            this.#insertion = IN_TABLE;
          }
        } else if (tag === TEMPLATE) this.#endTemplate();
        else if (tag !== COL && stack.currentKey === COLGROUP) {
          this.#pop();
          this.#insertion = IN_TABLE;
          this.#endTag(tag);
        }
        return;
      case IN_TABLE_BODY:
        this.#endInTableBody(tag);
        return;
      case IN_ROW:
        this.#endInRow(tag);
        return;
      case IN_CELL:
        this.#endInCell(tag);
        return;
      case IN_SELECT:
        this.#endInSelect(tag);
        return;
      case IN_SELECT_IN_TABLE:
        if (!endsSelectInTable(tag)) this.#endInSelect(tag);
        else if (stack.inTableScope(tag)) {
          this.#popThrough(SELECT);
          this.#resetMode();
          this.#endTag(tag);
        }
        return;
      case IN_TEMPLATE:
        if (tag === TEMPLATE) this.#endTemplate();
        return;
      case AFTER_BODY:
        if (tag === HTML) this.#insertion = AFTER_AFTER_BODY;
        else {
          this.#insertion = IN_BODY;
          this.#endInBody(tag);
        }
        return;
      case IN_FRAMESET:
        if (tag === FRAMESET && !(stack.top === 0 && stack.currentKey === HTML)) {
          this.#pop();
          if (stack.currentKey !== FRAMESET) this.#insertion = AFTER_FRAMESET;
        }
        return;
      case AFTER_FRAMESET:
        if (tag === HTML) this.#insertion = AFTER_AFTER_FRAMESET;
        return;
      case AFTER_AFTER_BODY:
        this.#insertion = IN_BODY;
        this.#endInBody(tag);
        return;
      default:
    }
  }

  #endTemplate(): void {
    const stack = this.#stack;
    if (stack.templates === 0) return;
    this.#impliedEndsExcept(0);
    this.#popThrough(TEMPLATE);
    this.#clearToMarker();
    this.#templateModes.pop();
    this.#resetMode();
  }

  #endInBody(tag: number): void {
    const stack = this.#stack;
    switch (END[tag]) {
      case END_ORDINARY:
        this.#endOrdinary(tag);
        return;
      case END_BLOCK:
        if (stack.inScope(tag)) {
          this.#impliedEnds();
          this.#popThrough(tag);
        }
        return;
      case END_FORMATTING:
        this.#adopt(tag);
        return;
      case END_P:
        if (!stack.inButtonScope(P)) this.#insertImplied(P);
        this.#impliedEndsExcept(P);
        this.#popThrough(P);
        return;
      case END_LI:
        if (stack.inListItemScope(LI)) {
          this.#impliedEndsExcept(LI);
          this.#popThrough(LI);
        }
        return;
      case END_DD:
        if (stack.inScope(tag)) {
          this.#impliedEndsExcept(tag);
          this.#popThrough(tag);
        }
        return;
      case END_HEADING: {
        let index = -1;
        for (const heading of HEADINGS) index = Math.max(index, stack.topmost(heading));
        if (index >= 0 && stack.entryInScope(index)) {
          this.#impliedEnds();
          this.#popTo(index);
        }
        return;
      }
      case END_BR:
        if (this.#active.length > 0) this.#reconstruct();
        this.#add(BR, 0, -1, 0);
        this.#framesetOk = false;
        return;
      case END_BODY:
        if (stack.inScope(BODY)) this.#insertion = AFTER_BODY;
        return;
      case END_HTML:
        if (stack.inScope(BODY)) this.#insertion = AFTER_AFTER_BODY;
        return;
      case END_FORM:
        this.#endForm();
        return;
      case END_APPLET:
        if (stack.inScope(tag)) {
          this.#impliedEnds();
          this.#popThrough(tag);
          this.#clearToMarker();
        }
        return;
      default: // END_TEMPLATE
        this.#endTemplate();
    }
  }

  #endForm(): void {
    const stack = this.#stack;
    const inTemplate = stack.templates > 0;
    const form = this.#form;
    if (!inTemplate) this.#form = -1;
    if ((form === -1 && !inTemplate) || !stack.inScope(FORM)) return;
    this.#impliedEnds();
    if (inTemplate) this.#popThrough(FORM);
    else {
      const index = stack.indexOf(form, FORM);
      if (index >= 0) {
        stack.remove(index);
        this.#budget -= stack.top - index;
      }
    }
  }

  #endOrdinary(tag: number): void {
    const stack = this.#stack;
    const index = stack.topmost(tag);
    if (index <= 0 || stack.hasSpecialAbove(index)) return;
    this.#impliedEndsExcept(tag);
    if (stack.top >= index) this.#popTo(index);
  }

  #endInTable(tag: number): void {
    switch (tag) {
      case TABLE:
        if (this.#stack.inTableScope(TABLE)) {
          this.#popThrough(TABLE);
          this.#resetMode();
        }
        return;
      case TEMPLATE:
        this.#endTemplate();
        return;
      case BODY:
      case CAPTION:
      case COL:
      case COLGROUP:
      case HTML:
      case TBODY:
      case TD:
      case TFOOT:
      case TH:
      case THEAD:
      case TR:
        return;
      default:
        this.#inBodyFostering(tag, true);
    }
  }

  #endInTableBody(tag: number): void {
    switch (tag) {
      case TBODY:
      case TFOOT:
      case THEAD:
        if (this.#stack.inTableScope(tag)) {
          this.#clearToTableBody();
          this.#pop();
          this.#insertion = IN_TABLE;
        }
        return;
      case TABLE:
        if (this.#tableBodyInScope()) {
          this.#clearToTableBody();
          this.#pop();
          this.#insertion = IN_TABLE;
          this.#endInTable(tag);
        }
        return;
      case BODY:
      case CAPTION:
      case COL:
      case COLGROUP:
      case HTML:
      case TD:
      case TH:
      case TR:
        return;
      default:
        this.#endInTable(tag);
    }
  }

  #endInRow(tag: number): void {
    const stack = this.#stack;
    switch (tag) {
      case TR:
      case TABLE:
      case TBODY:
      case TFOOT:
      case THEAD:
        if (stack.inTableScope(TR) || (tag !== TR && tag !== TABLE && stack.inTableScope(tag))) {
          this.#clearBackTo(TR, 0, 0);
          this.#pop();
          this.#insertion = IN_TABLE_BODY;
          if (tag !== TR) this.#endInTableBody(tag);
        }
        return;
      case BODY:
      case CAPTION:
      case COL:
      case COLGROUP:
      case HTML:
      case TD:
      case TH:
        return;
      default:
        this.#endInTable(tag);
    }
  }

  #endInCell(tag: number): void {
    const stack = this.#stack;
    switch (tag) {
      case TD:
      case TH:
        if (stack.inTableScope(tag)) {
          this.#impliedEnds();
          this.#popThrough(tag);
          this.#clearToMarker();
          this.#insertion = IN_ROW;
        }
        return;
      case TABLE:
      case TBODY:
      case TFOOT:
      case THEAD:
      case TR:
        if (stack.inTableScope(tag)) {
          this.#closeCell();
          this.#endInRow(tag);
        }
        return;
      case BODY:
      case CAPTION:
      case COL:
      case COLGROUP:
      case HTML:
        return;
      default:
        this.#endInBody(tag);
    }
  }

  #endInSelect(tag: number): void {
    const stack = this.#stack;
    switch (tag) {
      case OPTGROUP:
        if (stack.currentKey === OPTION && stack.top > 0 && stack.key(stack.top - 1) === OPTGROUP)
          stack.pop();
        if (stack.currentKey === OPTGROUP) stack.pop();
        return;
      case OPTION:
        if (stack.currentKey === OPTION) stack.pop();
        return;
      case SELECT:
        if (this.#inSelectScope()) {
          this.#popThrough(SELECT);
          this.#resetMode();
        }
        return;
      case TEMPLATE:
        this.#endTemplate();
        return;
      default:
    }
  }

  #atEnd(): void {
    if (this.#waiting.length > 0) this.#flushWaiting();
    // A raw-text element whose start tag ended the input.
    if (this.#rawTag !== 0) this.#pop();
    for (;;) {
      if (this.#stack.templates > 0 && this.#insertion > AFTER_HEAD) {
        while (this.#stack.templates > 0) {
          this.#popThrough(TEMPLATE);
          this.#clearToMarker();
          this.#templateModes.pop();
        }
        this.#resetMode();
        continue;
      }
      if (this.#insertion <= AFTER_HEAD) this.#advanceToBody();
      return;
    }
  }
}

function isMathTextPoint(tag: number, flags: number): boolean {
  return (flags & IN_MATHML) !== 0 && (tag === MI || tag === MO || tag === MN || tag === MS || tag === MTEXT);
}

/** Whether a foreign element bounds scopes and is special (for `annotation-xml`, whatever its encoding). */
function isIntegrationTag(tag: number, flags: number): boolean {
  if ((flags & IN_SVG) !== 0) return tag === FOREIGN_OBJECT || tag === DESC || tag === TITLE;
  return tag === ANNOTATION_XML || isMathTextPoint(tag, flags);
}

function endsSelectInTable(tag: number): boolean {
  return (
    tag === CAPTION ||
    tag === TABLE ||
    tag === TBODY ||
    tag === TFOOT ||
    tag === THEAD ||
    tag === TR ||
    tag === TD ||
    tag === TH
  );
}

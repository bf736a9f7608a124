/** Text between tags: where it goes, and what it opens. */

import { ASCII } from '../ascii.ts';
import { decodeReferenceAt } from '../character-references.ts';
import { KEEPS_NUL, RAW, REFERENCES, WHITE } from '../node-store.ts';
import { BODY, COLGROUP, HEAD, HTML } from '../tags.ts';
import { FormattingElements } from './formatting-elements.ts';
import { MODE } from './insertion-modes.ts';

const { TAB, LINE_FEED, VERTICAL_TAB, CARRIAGE_RETURN, SPACE, AMPERSAND } = ASCII;

const {
  INITIAL,
  BEFORE_HTML,
  BEFORE_HEAD,
  IN_HEAD,
  AFTER_HEAD,
  IN_BODY,
  IN_TABLE,
  IN_CAPTION,
  IN_COLUMN_GROUP,
  IN_TABLE_BODY,
  IN_ROW,
  IN_CELL,
  IN_TEMPLATE,
  AFTER_BODY,
  IN_FRAMESET,
  AFTER_FRAMESET,
  AFTER_AFTER_BODY,
  AFTER_AFTER_FRAMESET,
} = MODE;

export abstract class Characters extends FormattingElements {
  /** The place after one line break at `at`, if there is one. */
  protected afterNewline(at: number, end: number, references: boolean): number {
    const { codes, html } = this.source;
    if (at >= end) return at;
    if (codes[at] === LINE_FEED) return at + 1;
    if (codes[at] === CARRIAGE_RETURN) return at + 1 < end && codes[at + 1] === LINE_FEED ? at + 2 : at + 1;
    if (references && codes[at] === AMPERSAND) {
      const reference = decodeReferenceAt(html, at, end);
      if (reference !== null && reference.text === '\n') return at + reference.length;
    }
    return at;
  }

  protected takeCharacters(from: number, end: number, flags: number): void {
    let start = from;
    if (this.skipNewline) {
      this.skipNewline = false;
      start = this.afterNewline(start, end, (flags & REFERENCES) !== 0);
      if (start === end) return;
    }
    if (this.hasNul && (flags & (RAW | KEEPS_NUL)) === 0 && !this.inForeignContent()) {
      this.takeCharactersWithNul(start, end, flags);
      return;
    }
    this.addCharacters(start, end, flags);
  }

  protected takeCharactersWithNul(from: number, end: number, flags: number): void {
    const { html } = this.source;
    let start = from;
    while (start < end) {
      let nul = html.indexOf('\0', start);
      if (nul === -1 || nul > end) nul = end;
      if (nul > start) this.addCharacters(start, nul, flags);
      if (nul < end) this.dropNul();
      start = nul + 1;
    }
  }

  /** A NUL is dropped, but it is not white space: it opens what text would open. */
  protected dropNul(): void {
    for (;;) {
      switch (this.insertion) {
        case INITIAL:
        case BEFORE_HTML:
        case BEFORE_HEAD:
        case IN_HEAD:
        case AFTER_HEAD:
          this.advanceToBody();
          return;
        case AFTER_BODY:
        case AFTER_AFTER_BODY:
          this.insertion = IN_BODY;
          return;
        case IN_COLUMN_GROUP:
          if (this.stack.currentKey !== COLGROUP) return;
          this.popElement();
          this.insertion = IN_TABLE;
          return;
        default:
          return;
      }
    }
  }

  protected addCharacters(from: number, end: number, flags: number): void {
    let start = from;
    while (start < end) {
      if (this.inForeignContent()) {
        this.store.addText(this.stack.current, flags | KEEPS_NUL, start, end);
        if (!this.isWhite(start, end, flags)) this.framesetOk = false;
        return;
      }
      const mode = this.insertion;
      switch (mode) {
        case IN_BODY:
        case IN_CAPTION:
        case IN_CELL:
        case IN_TEMPLATE:
          this.addCharactersInBody(start, end, flags);
          return;
        case IN_TABLE:
        case IN_TABLE_BODY:
        case IN_ROW:
          if (this.fostersHere()) {
            this.waiting.push(start, end, flags);
          } else {
            const fostering = this.fostering;
            this.fostering = true;
            this.addCharactersInBody(start, end, flags);
            this.fostering = fostering;
          }
          return;
        default:
      }
      // The other modes take white space in one way and the rest in another.
      const split = this.endOfWhite(start, end, flags);
      if (split > start) {
        switch (mode) {
          case IN_HEAD:
          case AFTER_HEAD:
          case IN_COLUMN_GROUP:
          case IN_FRAMESET:
          case AFTER_FRAMESET:
            this.store.addText(this.stack.current, WHITE | (flags & REFERENCES), start, split);
            break;
          case AFTER_BODY:
          case AFTER_AFTER_BODY:
          case AFTER_AFTER_FRAMESET:
            this.addCharactersInBody(start, split, WHITE | (flags & REFERENCES));
            break;
          default:
        }
      }
      start = split;
      if (start >= end) return;
      switch (mode) {
        case AFTER_BODY:
        case AFTER_AFTER_BODY:
          this.insertion = IN_BODY;
          break;
        case IN_COLUMN_GROUP:
          if (this.stack.currentKey === COLGROUP) {
            this.popElement();
            this.insertion = IN_TABLE;
          } else start = this.endOfBlack(start, end, flags);
          break;
        case IN_FRAMESET:
        case AFTER_FRAMESET:
        case AFTER_AFTER_FRAMESET:
          start = this.endOfBlack(start, end, flags);
          break;
        default:
          this.advanceToBody();
      }
    }
  }

  /** Opens what a token that belongs into the body opens before it: `html`, `head`, `body`. */
  protected advanceToBody(): void {
    if (this.insertion === INITIAL) {
      this.documentMode = 'quirks';
      this.insertion = BEFORE_HTML;
    }
    if (this.insertion === BEFORE_HTML) {
      this.insertImpliedElement(HTML);
      this.insertion = BEFORE_HEAD;
    }
    if (this.insertion === BEFORE_HEAD) {
      this.insertImpliedElement(HEAD);
      this.head = this.stack.current;
      this.insertion = IN_HEAD;
    }
    if (this.insertion === IN_HEAD) {
      this.popElement();
      this.insertion = AFTER_HEAD;
    }
    if (this.insertion === AFTER_HEAD) {
      this.insertImpliedElement(BODY);
      this.insertion = IN_BODY;
    }
  }

  protected addCharactersInBody(start: number, end: number, flags: number): void {
    if (this.active.length > 0) this.reconstruct();
    if (this.fostering && this.fostersHere()) this.fosterText(start, end, flags);
    else this.store.addText(this.stack.current, flags, start, end);
    if (this.framesetOk && !this.isWhite(start, end, flags)) this.framesetOk = false;
  }

  protected isWhite(start: number, end: number, flags: number): boolean {
    if ((flags & WHITE) !== 0) return true;
    return this.framesetOk && this.endOfWhite(start, end, flags) >= end;
  }

  /** Where the white space from `start` on ends. White space may be written as a character reference. */
  protected endOfWhite(start: number, end: number, flags: number): number {
    if ((flags & WHITE) !== 0) return end;
    const { codes, html } = this.source;
    let at = start;
    while (at < end) {
      const unit = codes[at]!;
      if (unit === SPACE || (unit <= CARRIAGE_RETURN && unit >= TAB && unit !== VERTICAL_TAB)) at++;
      else if (unit === AMPERSAND && (flags & REFERENCES) !== 0) {
        const reference = decodeReferenceAt(html, at, end);
        if (reference === null || !/^[\t\n\f\r ]$/.test(reference.text)) break;
        at += reference.length;
      } else break;
    }
    return at;
  }

  /** Where the first white space from `start` on stands. */
  protected endOfBlack(start: number, end: number, flags: number): number {
    const { codes, html } = this.source;
    let at = start;
    while (at < end) {
      const unit = codes[at]!;
      if (unit === SPACE || (unit <= CARRIAGE_RETURN && unit >= TAB && unit !== VERTICAL_TAB)) break;
      if (unit === AMPERSAND && (flags & REFERENCES) !== 0) {
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

  protected flushWaiting(): void {
    const waiting = this.waiting;
    this.waiting = [];
    let white = true;
    for (let i = 0; i < waiting.length && white; i += 3) {
      white = this.endOfWhite(waiting[i]!, waiting[i + 1]!, waiting[i + 2]!) >= waiting[i + 1]!;
    }
    for (let i = 0; i < waiting.length; i += 3) {
      if (white) {
        this.store.addText(this.stack.current, waiting[i + 2]!, waiting[i]!, waiting[i + 1]!);
      } else {
        const fostering = this.fostering;
        this.fostering = true;
        this.addCharactersInBody(waiting[i]!, waiting[i + 1]!, waiting[i + 2]!);
        this.fostering = fostering;
      }
    }
  }
}

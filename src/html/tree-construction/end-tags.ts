/** End tags, by insertion mode. */

import { FOREIGN_KEY } from '../open-elements.ts';
import {
  BODY,
  BR,
  CAPTION,
  CATEGORY,
  COL,
  COLGROUP,
  FORM,
  FRAMESET,
  HEAD,
  HTML,
  LI,
  P,
  TABLE,
  TABLE_PART,
  TBODY,
  TD,
  TEMPLATE,
  TFOOT,
  TH,
  THEAD,
  TR,
  tagId,
} from '../tags.ts';
import { BLOCKS, FORMATTING_TAGS, HEADINGS } from './body-tags.ts';
import { MODE } from './insertion-modes.ts';
import { StartTags } from './start-tags.ts';

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
  [END_BLOCK, `pre listing button select ${BLOCKS}`],
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

export abstract class EndTags extends StartTags {
  protected endTag(tag: number): void {
    if (this.stack.currentKey >= FOREIGN_KEY) this.endInForeign(tag);
    else if (this.insertion === IN_BODY) this.endInBody(tag);
    else this.endInMode(tag);
  }

  protected endInForeign(tag: number): void {
    const stack = this.stack;
    if (tag === P || tag === BR) {
      this.leaveForeign();
      this.endInMode(tag);
      return;
    }
    if (stack.top === 0) return;
    const index = stack.topmost(tag + FOREIGN_KEY);
    if (index > stack.topmostHtml()) this.popTo(index);
    else this.endInMode(tag);
  }

  protected endInMode(tag: number): void {
    const stack = this.stack;
    switch (this.insertion) {
      case INITIAL:
        this.documentMode = 'quirks';
        this.insertion = BEFORE_HTML;
        this.endInMode(tag);
        return;
      case BEFORE_HTML:
        if (tag === HTML || tag === HEAD || tag === BODY || tag === BR) {
          this.insertImpliedElement(HTML);
          this.insertion = BEFORE_HEAD;
          this.endInMode(tag);
        }
        return;
      case BEFORE_HEAD:
        if (tag === HTML || tag === HEAD || tag === BODY || tag === BR) {
          this.insertImpliedElement(HEAD);
          this.head = stack.current;
          this.insertion = IN_HEAD;
          this.endInMode(tag);
        }
        return;
      case IN_HEAD:
        if (tag === HEAD) {
          this.popElement();
          this.insertion = AFTER_HEAD;
        } else if (tag === BODY || tag === BR || tag === HTML) {
          this.popElement();
          this.insertion = AFTER_HEAD;
          this.endInMode(tag);
        } else if (tag === TEMPLATE) this.endTemplate();
        return;
      case AFTER_HEAD:
        if (tag === BODY || tag === HTML || tag === BR) {
          this.insertImpliedElement(BODY);
          this.insertion = IN_BODY;
          this.endInBody(tag);
        } else if (tag === TEMPLATE) this.endTemplate();
        return;
      case IN_BODY:
        this.endInBody(tag);
        return;
      case IN_TABLE:
        this.endInTable(tag);
        return;
      case IN_CAPTION:
        if (tag === CAPTION || tag === TABLE) {
          if (this.closeCaption() && tag === TABLE) this.endInTable(tag);
        } else if (tag !== BODY && tag !== HTML && (CATEGORY[tag]! & TABLE_PART) === 0) this.endInBody(tag);
        return;
      case IN_COLUMN_GROUP:
        if (tag === COLGROUP) {
          if (stack.currentKey === COLGROUP) {
            this.popElement();
            this.insertion = IN_TABLE;
          }
        } else if (tag === TEMPLATE) this.endTemplate();
        else if (tag !== COL && stack.currentKey === COLGROUP) {
          this.popElement();
          this.insertion = IN_TABLE;
          this.endTag(tag);
        }
        return;
      case IN_TABLE_BODY:
        this.endInTableBody(tag);
        return;
      case IN_ROW:
        this.endInRow(tag);
        return;
      case IN_CELL:
        this.endInCell(tag);
        return;
      case IN_TEMPLATE:
        if (tag === TEMPLATE) this.endTemplate();
        return;
      case AFTER_BODY:
        if (tag === HTML) this.insertion = AFTER_AFTER_BODY;
        else {
          this.insertion = IN_BODY;
          this.endInBody(tag);
        }
        return;
      case IN_FRAMESET:
        if (tag === FRAMESET && !(stack.top === 0 && stack.currentKey === HTML)) {
          this.popElement();
          if (stack.currentKey !== FRAMESET) this.insertion = AFTER_FRAMESET;
        }
        return;
      case AFTER_FRAMESET:
        if (tag === HTML) this.insertion = AFTER_AFTER_FRAMESET;
        return;
      case AFTER_AFTER_BODY:
        this.insertion = IN_BODY;
        this.endInBody(tag);
        return;
      default:
    }
  }

  protected endTemplate(): void {
    const stack = this.stack;
    if (stack.templates === 0) return;
    this.impliedEndsExcept(0);
    this.popThrough(TEMPLATE);
    this.clearToMarker();
    this.templateModes.pop();
    this.resetMode();
  }

  protected endInBody(tag: number): void {
    const stack = this.stack;
    switch (END[tag]) {
      case END_ORDINARY:
        this.endOrdinary(tag);
        return;
      case END_BLOCK:
        if (stack.inScope(tag)) {
          this.impliedEnds();
          this.popThrough(tag);
        }
        return;
      case END_FORMATTING:
        this.adopt(tag);
        return;
      case END_P:
        if (!stack.inButtonScope(P)) this.insertImpliedElement(P);
        this.impliedEndsExcept(P);
        this.popThrough(P);
        return;
      case END_LI:
        if (stack.inListItemScope(LI)) {
          this.impliedEndsExcept(LI);
          this.popThrough(LI);
        }
        return;
      case END_DD:
        if (stack.inScope(tag)) {
          this.impliedEndsExcept(tag);
          this.popThrough(tag);
        }
        return;
      case END_HEADING: {
        let index = -1;
        for (const heading of HEADINGS) index = Math.max(index, stack.topmost(heading));
        if (index >= 0 && stack.entryInScope(index)) {
          this.impliedEnds();
          this.popTo(index);
        }
        return;
      }
      case END_BR:
        if (this.active.length > 0) this.reconstruct();
        this.addElement(BR, 0, -1, 0);
        this.framesetOk = false;
        return;
      case END_BODY:
        if (stack.inScope(BODY)) this.insertion = AFTER_BODY;
        return;
      case END_HTML:
        if (stack.inScope(BODY)) this.insertion = AFTER_AFTER_BODY;
        return;
      case END_FORM:
        this.endForm();
        return;
      case END_APPLET:
        if (stack.inScope(tag)) {
          this.impliedEnds();
          this.popThrough(tag);
          this.clearToMarker();
        }
        return;
      default: // END_TEMPLATE
        this.endTemplate();
    }
  }

  protected endForm(): void {
    const stack = this.stack;
    const inTemplate = stack.templates > 0;
    const form = this.form;
    if (!inTemplate) this.form = -1;
    if ((form === -1 && !inTemplate) || !stack.inScope(FORM)) return;
    this.impliedEnds();
    if (inTemplate) this.popThrough(FORM);
    else {
      const index = stack.indexOf(form, FORM);
      if (index >= 0) {
        stack.remove(index);
        this.budget -= stack.top - index;
      }
    }
  }

  /** As in body, but what has no place in a table goes before it. */
  protected endInBodyFostering(tag: number): void {
    const fostering = this.fostering;
    this.fostering = true;
    this.endInBody(tag);
    this.fostering = fostering;
  }

  protected endInTable(tag: number): void {
    switch (tag) {
      case TABLE:
        if (this.stack.inTableScope(TABLE)) {
          this.popThrough(TABLE);
          this.resetMode();
        }
        return;
      case TEMPLATE:
        this.endTemplate();
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
        this.endInBodyFostering(tag);
    }
  }

  protected endInTableBody(tag: number): void {
    switch (tag) {
      case TBODY:
      case TFOOT:
      case THEAD:
        if (this.stack.inTableScope(tag)) {
          this.clearToTableBody();
          this.popElement();
          this.insertion = IN_TABLE;
        }
        return;
      case TABLE:
        if (this.tableBodyInScope()) {
          this.clearToTableBody();
          this.popElement();
          this.insertion = IN_TABLE;
          this.endInTable(tag);
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
        this.endInTable(tag);
    }
  }

  protected endInRow(tag: number): void {
    const stack = this.stack;
    switch (tag) {
      case TR:
      case TABLE:
      case TBODY:
      case TFOOT:
      case THEAD:
        if (stack.inTableScope(TR) || (tag !== TR && tag !== TABLE && stack.inTableScope(tag))) {
          this.clearBackTo(TR, 0, 0);
          this.popElement();
          this.insertion = IN_TABLE_BODY;
          if (tag !== TR) this.endInTableBody(tag);
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
        this.endInTable(tag);
    }
  }

  protected endInCell(tag: number): void {
    const stack = this.stack;
    switch (tag) {
      case TD:
      case TH:
        if (stack.inTableScope(tag)) {
          this.impliedEnds();
          this.popThrough(tag);
          this.clearToMarker();
          this.insertion = IN_ROW;
        }
        return;
      case TABLE:
      case TBODY:
      case TFOOT:
      case THEAD:
      case TR:
        if (stack.inTableScope(tag)) {
          this.closeCell();
          this.endInRow(tag);
        }
        return;
      case BODY:
      case CAPTION:
      case COL:
      case COLGROUP:
      case HTML:
        return;
      default:
        this.endInBody(tag);
    }
  }
}

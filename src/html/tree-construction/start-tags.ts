/** Start tags, by insertion mode. */

import { COLOR, FACE, SIZE, TYPE } from '../attribute-names.ts';
import { IN_MATHML, IN_SVG } from '../node-store.ts';
import { FOREIGN_KEY } from '../open-elements.ts';
import {
  A,
  ANNOTATION_XML,
  BASE,
  BASEFONT,
  BGSOUND,
  BODY,
  BUTTON,
  CAPTION,
  CATEGORY,
  COL,
  COLGROUP,
  DD,
  DT,
  FONT,
  FORM,
  FRAME,
  FRAMESET,
  H1,
  H6,
  HEAD,
  HR,
  HTML,
  IMG,
  INPUT,
  KEYGEN,
  LEAVES_FOREIGN,
  LI,
  LINK,
  MALIGNMARK,
  META,
  MGLYPH,
  NOBR,
  NOFRAMES,
  NOSCRIPT,
  OPTGROUP,
  OPTION,
  RTC,
  RUBY,
  SCRIPT,
  SELECT,
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
} from '../tags.ts';
import { BLOCKS, FORMATTING_TAGS } from './body-tags.ts';
import { Characters } from './characters.ts';
import { MARKER } from './formatting-elements.ts';
import { MODE } from './insertion-modes.ts';

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
  IN_SELECT,
  IN_SELECT_IN_TABLE,
  IN_TEMPLATE,
  AFTER_BODY,
  IN_FRAMESET,
  AFTER_FRAMESET,
  AFTER_AFTER_BODY,
  AFTER_AFTER_FRAMESET,
} = MODE;

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

export abstract class StartTags extends Characters {
  protected startTag(tag: number): void {
    if (this.stack.currentKey >= FOREIGN_KEY && this.belongsToForeign(tag)) this.startInForeign(tag);
    else if (this.insertion === IN_BODY) this.startInBody(tag);
    else this.startInMode(tag);
  }

  protected belongsToForeign(tag: number): boolean {
    const node = this.stack.current;
    const current = this.store.tag[node]!;
    const flags = this.store.flags[node]!;
    if (tag === SVG && current === ANNOTATION_XML && (flags & IN_MATHML) !== 0) return false;
    if (!this.isIntegrationPoint()) return true;
    return (tag === MGLYPH || tag === MALIGNMARK) && !this.isHtmlIntegrationPoint(node, current);
  }

  protected startInForeign(tag: number): void {
    const list = this.source.attributeList;
    if (
      (CATEGORY[tag]! & LEAVES_FOREIGN) !== 0 ||
      (tag === FONT &&
        (this.hasAttribute(list, COLOR) || this.hasAttribute(list, SIZE) || this.hasAttribute(list, FACE)))
    ) {
      this.leaveForeign();
      this.startInMode(tag);
      return;
    }
    this.insertForeignElement(tag, this.store.flags[this.stack.current]! & (IN_SVG | IN_MATHML));
  }

  protected startInMode(tag: number): void {
    switch (this.insertion) {
      case INITIAL:
        this.documentMode = 'quirks';
        this.insertion = BEFORE_HTML;
        this.startInMode(tag);
        return;
      case BEFORE_HTML:
        if (tag === HTML) {
          this.insertElement(HTML);
          this.insertion = BEFORE_HEAD;
        } else {
          this.insertImpliedElement(HTML);
          this.insertion = BEFORE_HEAD;
          this.startInMode(tag);
        }
        return;
      case BEFORE_HEAD:
        if (tag === HTML) this.startInBody(tag);
        else if (tag === HEAD) {
          this.head = this.insertElement(HEAD);
          this.insertion = IN_HEAD;
        } else {
          this.insertImpliedElement(HEAD);
          this.head = this.stack.current;
          this.insertion = IN_HEAD;
          this.startInMode(tag);
        }
        return;
      case IN_HEAD:
        this.startInHead(tag);
        return;
      case AFTER_HEAD:
        this.startAfterHead(tag);
        return;
      case IN_BODY:
        this.startInBody(tag);
        return;
      case IN_TABLE:
        this.startInTable(tag);
        return;
      case IN_CAPTION:
        if ((CATEGORY[tag]! & TABLE_PART) === 0) this.startInBody(tag);
        else if (this.closeCaption()) this.startInTable(tag);
        return;
      case IN_COLUMN_GROUP:
        this.startInColumnGroup(tag);
        return;
      case IN_TABLE_BODY:
        this.startInTableBody(tag);
        return;
      case IN_ROW:
        this.startInRow(tag);
        return;
      case IN_CELL:
        if ((CATEGORY[tag]! & TABLE_PART) === 0) this.startInBody(tag);
        else if (this.stack.inTableScope(TD) || this.stack.inTableScope(TH)) {
          this.closeCell();
          this.startInRow(tag);
        }
        return;
      case IN_SELECT:
        this.startInSelect(tag);
        return;
      case IN_SELECT_IN_TABLE:
        if (endsSelectInTable(tag)) {
          this.popThrough(SELECT);
          this.resetMode();
          this.startTag(tag);
        } else this.startInSelect(tag);
        return;
      case IN_TEMPLATE:
        this.startInTemplate(tag);
        return;
      case AFTER_BODY:
      case AFTER_AFTER_BODY:
        if (tag !== HTML) this.insertion = IN_BODY;
        this.startInBody(tag);
        return;
      case IN_FRAMESET:
        if (tag === HTML) this.startInBody(tag);
        else if (tag === FRAMESET) this.insertElement(tag);
        else if (tag === FRAME) this.insertVoidElement(tag);
        else if (tag === NOFRAMES) this.startInHead(tag);
        return;
      case AFTER_FRAMESET:
      case AFTER_AFTER_FRAMESET:
        if (tag === HTML) this.startInBody(tag);
        else if (tag === NOFRAMES) this.startInHead(tag);
        return;
      default:
    }
  }

  protected startInHead(tag: number): void {
    switch (tag) {
      case HTML:
        this.startInBody(tag);
        return;
      case BASE:
      case BASEFONT:
      case BGSOUND:
      case LINK:
      case META:
        this.insertVoidElement(tag);
        return;
      case TITLE:
      case NOSCRIPT:
      case NOFRAMES:
      case STYLE:
      case SCRIPT:
        this.insertRawElement(tag);
        return;
      case TEMPLATE:
        this.insertElement(tag);
        this.active.push(MARKER);
        this.framesetOk = false;
        this.insertion = IN_TEMPLATE;
        this.templateModes.push(IN_TEMPLATE);
        return;
      case HEAD:
        return;
      default:
        this.popElement();
        this.insertion = AFTER_HEAD;
        this.startInMode(tag);
    }
  }

  protected startAfterHead(tag: number): void {
    switch (tag) {
      case HTML:
        this.startInBody(tag);
        return;
      case BODY:
        this.insertElement(tag);
        this.framesetOk = false;
        this.insertion = IN_BODY;
        return;
      case FRAMESET:
        this.insertElement(tag);
        this.insertion = IN_FRAMESET;
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
        const head = this.head;
        if (!this.isLastOpen(head)) this.store.keepLinks();
        this.stack.push(head, HEAD, CATEGORY[HEAD]!);
        this.startInHead(tag);
        const index = this.stack.indexOf(head, HEAD);
        if (index >= 0) this.stack.remove(index);
        return;
      }
      case HEAD:
        return;
      default:
        this.insertImpliedElement(BODY);
        this.insertion = IN_BODY;
        this.startInBody(tag);
    }
  }

  /** Whether the row written last is inside `node`: what is added to it then is in document order. */
  protected isLastOpen(node: number): boolean {
    let last = this.store.count - 1;
    while (last > node) last = this.store.parent[last]!;
    return last === node;
  }

  protected startInBody(tag: number): void {
    const stack = this.stack;
    switch (START[tag]) {
      case START_ORDINARY:
        if (this.active.length > 0) this.reconstruct();
        this.insertElement(tag);
        return;
      case START_BLOCK:
        this.closeP();
        this.insertElement(tag);
        return;
      case START_FORMATTING:
        if (this.active.length > 0) this.reconstruct();
        this.activate(this.insertElement(tag));
        return;
      case START_A: {
        const entry = this.active.length > 0 ? this.newestActive(A) : -1;
        if (entry >= 0) {
          const node = this.active[entry]!;
          this.adopt(A);
          const index = stack.indexOf(node, A);
          if (index >= 0) stack.remove(index);
          this.deactivate(node);
        }
        if (this.active.length > 0) this.reconstruct();
        this.activate(this.insertElement(tag));
        return;
      }
      case START_HEADING:
        this.closeP();
        if (stack.currentKey >= H1 && stack.currentKey <= H6) stack.pop();
        this.insertElement(tag);
        return;
      case START_LIST_ITEM: {
        this.framesetOk = false;
        const index = tag === LI ? stack.topmost(LI) : Math.max(stack.topmost(DD), stack.topmost(DT));
        if (index !== -1 && !stack.hasListBoundaryAbove(index)) {
          this.impliedEndsExcept(stack.key(index));
          this.popTo(index);
        }
        this.closeP();
        this.insertElement(tag);
        return;
      }
      case START_VOID:
        if (this.active.length > 0) this.reconstruct();
        this.insertVoidElement(tag);
        this.framesetOk = false;
        return;
      case START_IMAGE:
        if (this.active.length > 0) this.reconstruct();
        this.insertVoidElement(IMG);
        this.framesetOk = false;
        return;
      case START_HR:
        this.closeP();
        this.insertVoidElement(tag);
        this.framesetOk = false;
        return;
      case START_RB:
        if (stack.inScope(RUBY)) this.impliedEnds();
        this.insertElement(tag);
        return;
      case START_RT:
        if (stack.inScope(RUBY)) this.impliedEndsExcept(RTC);
        this.insertElement(tag);
        return;
      case START_PRE:
        this.closeP();
        this.insertElement(tag);
        this.skipNewline = true;
        this.framesetOk = false;
        return;
      case START_XMP:
        this.closeP();
        if (this.active.length > 0) this.reconstruct();
        this.framesetOk = false;
        this.insertRawElement(tag);
        return;
      case START_SVG:
        if (this.active.length > 0) this.reconstruct();
        this.insertForeignElement(tag, IN_SVG);
        return;
      case START_MATH:
        if (this.active.length > 0) this.reconstruct();
        this.insertForeignElement(tag, IN_MATHML);
        return;
      case START_HTML:
        if (stack.templates === 0) this.mergeAttributes(stack.node(0));
        return;
      case START_HEAD_CONTENT:
        this.startInHead(tag);
        return;
      case START_BODY:
        if (stack.top >= 1 && stack.key(1) === BODY && stack.templates === 0) {
          this.framesetOk = false;
          this.mergeAttributes(stack.node(1));
        }
        return;
      case START_FORM:
        if (this.form !== -1 && stack.templates === 0) return;
        this.closeP();
        this.insertElement(tag);
        if (stack.templates === 0) this.form = stack.current;
        return;
      case START_NOBR:
        if (this.active.length > 0) this.reconstruct();
        if (stack.inScope(NOBR)) {
          this.adopt(NOBR);
          this.reconstruct();
        }
        this.activate(this.insertElement(tag));
        return;
      case START_TABLE:
        if (this.documentMode !== 'quirks') this.closeP();
        this.insertElement(tag);
        this.framesetOk = false;
        this.insertion = IN_TABLE;
        return;
      case START_INPUT:
        if (this.active.length > 0) this.reconstruct();
        this.insertVoidElement(tag);
        if (this.framesetOk && !this.isHiddenInput()) this.framesetOk = false;
        return;
      case START_PARAM:
        this.insertVoidElement(tag);
        return;
      case START_BUTTON:
        if (stack.inScope(BUTTON)) {
          this.impliedEnds();
          this.popThrough(BUTTON);
        }
        if (this.active.length > 0) this.reconstruct();
        this.insertElement(tag);
        this.framesetOk = false;
        return;
      case START_APPLET:
        if (this.active.length > 0) this.reconstruct();
        this.insertElement(tag);
        this.active.push(MARKER);
        this.framesetOk = false;
        return;
      case START_IFRAME:
        this.framesetOk = false;
        this.insertRawElement(tag);
        return;
      case START_SELECT: {
        if (this.active.length > 0) this.reconstruct();
        this.insertElement(tag);
        this.framesetOk = false;
        const mode = this.insertion;
        this.insertion =
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
        if (this.active.length > 0) this.reconstruct();
        this.insertElement(tag);
        return;
      case START_RAW:
        this.insertRawElement(tag);
        return;
      case START_FRAMESET:
        if (this.framesetOk && stack.top >= 1 && stack.key(1) === BODY) {
          this.store.keepLinks();
          this.store.detach(stack.node(1));
          this.popTo(1);
          this.insertElement(tag);
          this.insertion = IN_FRAMESET;
        }
        return;
      case START_TEXTAREA:
        this.insertRawElement(tag);
        this.skipNewline = true;
        this.framesetOk = false;
        return;
      case START_PLAINTEXT:
        this.closeP();
        this.insertElement(tag);
        this.plaintext = true;
        return;
      default: // START_IGNORED
    }
  }

  protected mergeAttributes(node: number): void {
    const { stop } = this.store;
    stop[node] = this.source.joinAttributes(stop[node]!, this.source.attributeList);
  }

  protected isHiddenInput(): boolean {
    return this.attributeValue(this.source.attributeList, TYPE).toLowerCase() === 'hidden';
  }

  /** As in body, but what has no place in a table goes before it. */
  protected startInBodyFostering(tag: number): void {
    const fostering = this.fostering;
    this.fostering = true;
    this.startInBody(tag);
    this.fostering = fostering;
  }

  protected startInTable(tag: number): void {
    const stack = this.stack;
    switch (tag) {
      case TD:
      case TH:
      case TR:
        this.clearBackTo(TABLE, 0, 0);
        this.insertImpliedElement(TBODY);
        this.insertion = IN_TABLE_BODY;
        this.startInTableBody(tag);
        return;
      case STYLE:
      case SCRIPT:
      case TEMPLATE:
        this.startInHead(tag);
        return;
      case COL:
        this.clearBackTo(TABLE, 0, 0);
        this.insertImpliedElement(COLGROUP);
        this.insertion = IN_COLUMN_GROUP;
        this.startInColumnGroup(tag);
        return;
      case FORM:
        if (this.form === -1 && stack.templates === 0) {
          this.form = this.insertElement(tag);
          stack.pop();
        }
        return;
      case TABLE:
        if (stack.inTableScope(TABLE)) {
          this.popThrough(TABLE);
          this.resetMode();
          this.startTag(tag);
        }
        return;
      case TBODY:
      case TFOOT:
      case THEAD:
        this.clearBackTo(TABLE, 0, 0);
        this.insertElement(tag);
        this.insertion = IN_TABLE_BODY;
        return;
      case INPUT:
        if (this.isHiddenInput()) this.insertVoidElement(tag);
        else this.startInBodyFostering(tag);
        return;
      case CAPTION:
        this.clearBackTo(TABLE, 0, 0);
        this.active.push(MARKER);
        this.insertElement(tag);
        this.insertion = IN_CAPTION;
        return;
      case COLGROUP:
        this.clearBackTo(TABLE, 0, 0);
        this.insertElement(tag);
        this.insertion = IN_COLUMN_GROUP;
        return;
      default:
        this.startInBodyFostering(tag);
    }
  }

  protected closeCaption(): boolean {
    if (!this.stack.inTableScope(CAPTION)) return false;
    this.impliedEnds();
    this.popThrough(CAPTION);
    this.clearToMarker();
    this.insertion = IN_TABLE;
    return true;
  }

  protected startInColumnGroup(tag: number): void {
    if (tag === HTML) this.startInBody(tag);
    else if (tag === COL) this.insertVoidElement(tag);
    else if (tag === TEMPLATE) this.startInHead(tag);
    else if (this.stack.currentKey === COLGROUP) {
      this.popElement();
      this.insertion = IN_TABLE;
      this.startTag(tag);
    }
  }

  protected clearToTableBody(): void {
    this.clearBackTo(TBODY, TFOOT, THEAD);
  }

  protected tableBodyInScope(): boolean {
    const stack = this.stack;
    return stack.inTableScope(TBODY) || stack.inTableScope(TFOOT) || stack.inTableScope(THEAD);
  }

  protected startInTableBody(tag: number): void {
    switch (tag) {
      case TR:
        this.clearToTableBody();
        this.insertElement(tag);
        this.insertion = IN_ROW;
        return;
      case TH:
      case TD:
        this.clearToTableBody();
        this.insertImpliedElement(TR);
        this.insertion = IN_ROW;
        this.startInRow(tag);
        return;
      case CAPTION:
      case COL:
      case COLGROUP:
      case TBODY:
      case TFOOT:
      case THEAD:
        if (this.tableBodyInScope()) {
          this.clearToTableBody();
          this.popElement();
          this.insertion = IN_TABLE;
          this.startInTable(tag);
        }
        return;
      default:
        this.startInTable(tag);
    }
  }

  protected startInRow(tag: number): void {
    switch (tag) {
      case TH:
      case TD:
        this.clearBackTo(TR, 0, 0);
        this.insertElement(tag);
        this.insertion = IN_CELL;
        this.active.push(MARKER);
        return;
      case CAPTION:
      case COL:
      case COLGROUP:
      case TBODY:
      case TFOOT:
      case THEAD:
      case TR:
        if (this.stack.inTableScope(TR)) {
          this.clearBackTo(TR, 0, 0);
          this.popElement();
          this.insertion = IN_TABLE_BODY;
          this.startInTableBody(tag);
        }
        return;
      default:
        this.startInTable(tag);
    }
  }

  protected closeCell(): void {
    this.impliedEnds();
    this.popTo(Math.max(this.stack.topmost(TD), this.stack.topmost(TH)));
    this.clearToMarker();
    this.insertion = IN_ROW;
  }

  protected startInSelect(tag: number): void {
    const stack = this.stack;
    switch (tag) {
      case HTML:
        this.startInBody(tag);
        return;
      case OPTION:
        if (stack.currentKey === OPTION) stack.pop();
        this.insertElement(tag);
        return;
      case OPTGROUP:
      case HR:
        if (stack.currentKey === OPTION) stack.pop();
        if (stack.currentKey === OPTGROUP) stack.pop();
        if (tag === HR) this.insertVoidElement(tag);
        else this.insertElement(tag);
        return;
      case INPUT:
      case KEYGEN:
      case TEXTAREA:
      case SELECT:
        if (this.inSelectScope()) {
          this.popThrough(SELECT);
          this.resetMode();
          if (tag !== SELECT) this.startTag(tag);
        }
        return;
      case SCRIPT:
      case TEMPLATE:
        this.startInHead(tag);
        return;
      default:
    }
  }

  protected inSelectScope(): boolean {
    const stack = this.stack;
    for (let i = stack.top; i >= 0; i--) {
      const key = stack.key(i);
      if (key === SELECT) return true;
      if (key < FOREIGN_KEY && key !== OPTION && key !== OPTGROUP) return false;
    }
    return true;
  }

  protected startInTemplate(tag: number): void {
    let mode: number = IN_BODY;
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
        this.startInHead(tag);
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
    this.templateModes[this.templateModes.length - 1] = mode;
    this.insertion = mode;
    this.startInMode(tag);
  }
}

export function endsSelectInTable(tag: number): boolean {
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

/** Start tags, by insertion mode. */

import { COLOR, FACE, SIZE } from '../attribute-names.ts';
import { IN_MATHML, IN_SVG } from '../node-store.ts';
import { FOREIGN_KEY } from '../open-elements.ts';
import {
  ANNOTATION_XML,
  BASE,
  BASEFONT,
  BGSOUND,
  BODY,
  CAPTION,
  CATEGORY,
  COL,
  COLGROUP,
  FONT,
  FRAME,
  FRAMESET,
  HEAD,
  HTML,
  LEAVES_FOREIGN,
  LINK,
  MALIGNMARK,
  META,
  MGLYPH,
  NOFRAMES,
  NOSCRIPT,
  SCRIPT,
  STYLE,
  SVG,
  TABLE_PART,
  TBODY,
  TD,
  TEMPLATE,
  TFOOT,
  TH,
  THEAD,
  TITLE,
  TR,
} from '../tags.ts';
import { MARKER } from './formatting-elements.ts';
import { MODE } from './insertion-modes.ts';
import { TableStartTags } from './table-start-tags.ts';

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

export abstract class StartTags extends TableStartTags {
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

/** Start tags inside tables: their parts, rows and cells. */
import {
  CAPTION,
  COL,
  COLGROUP,
  FORM,
  HTML,
  INPUT,
  SCRIPT,
  STYLE,
  TABLE,
  TBODY,
  TD,
  TEMPLATE,
  TFOOT,
  TH,
  THEAD,
  TR,
} from '../tags.ts';
import { BodyStartTags } from './body-start-tags.ts';
import { MARKER } from './formatting-elements.ts';
import { MODE } from './insertion-modes.ts';

const { IN_TABLE, IN_CAPTION, IN_COLUMN_GROUP, IN_TABLE_BODY, IN_ROW, IN_CELL } = MODE;

export abstract class TableStartTags extends BodyStartTags {
  protected abstract startTag(tag: number): void;

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
}

/** Putting elements into the tree and taking them off the stack. */

import { FOREIGN_KEY, INTEGRATION } from '../open-elements.ts';
import {
  BODY,
  CAPTION,
  CATEGORY,
  COLGROUP,
  FOSTERS,
  FRAMESET,
  HEAD,
  HTML,
  IMPLIED_END,
  IMPLIED_END_THOROUGH,
  P,
  TABLE,
  TBODY,
  TD,
  TEMPLATE,
  TFOOT,
  TH,
  THEAD,
  TR,
} from '../tags.ts';
import { ForeignContent, isIntegrationTag } from './foreign-content.ts';
import { MODE } from './insertion-modes.ts';

const {
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
  IN_FRAMESET,
} = MODE;

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
  TEMPLATE,
  TD,
  TH,
  HEAD,
  BODY,
  HTML,
];

export abstract class Elements extends ForeignContent {
  protected fostersHere(): boolean {
    const key = this.stack.currentKey;
    return key < FOREIGN_KEY && (CATEGORY[key]! & FOSTERS) !== 0;
  }

  /** Where fostered content goes: `before` a table, or at the end of `parent` when `before` is -1. */
  protected fosterPlace(): { readonly parent: number; readonly before: number } {
    const stack = this.stack;
    const table = stack.topmost(TABLE);
    const template = stack.topmost(TEMPLATE);
    if (template > table) return { parent: stack.node(template), before: -1 };
    if (table === -1) return { parent: stack.node(0), before: -1 };
    const node = stack.node(table);
    const parent = this.store.parent[node]!;
    return parent >= 0 ? { parent, before: node } : { parent: stack.node(table - 1), before: -1 };
  }

  protected fosterText(start: number, end: number, flags: number): void {
    this.store.keepLinks();
    const { parent, before } = this.fosterPlace();
    if (before === -1) this.store.addText(parent, flags, start, end);
    else this.store.addTextBefore(parent, before, flags, start, end);
  }

  /** A new element where content goes now; it is not on the stack. */
  protected addElement(tag: number, flags: number, start: number, attributes: number): number {
    if (this.fostering && this.fostersHere()) {
      this.store.keepLinks();
      const { parent, before } = this.fosterPlace();
      if (before === -1) return this.store.create(parent, tag, flags, start, attributes);
      const node = this.store.create(-1, tag, flags, start, attributes);
      this.store.insertBefore(parent, node, before);
      return node;
    }
    return this.store.create(this.stack.current, tag, flags, start, attributes);
  }

  protected insertElement(tag: number): number {
    const node = this.addElement(tag, 0, this.at, this.source.attributeList);
    this.stack.push(node, tag, CATEGORY[tag]!);
    return node;
  }

  protected insertVoidElement(tag: number): void {
    this.addElement(tag, 0, this.at, this.source.attributeList);
  }

  protected insertImpliedElement(tag: number): void {
    const node = this.addElement(tag, 0, -1, 0);
    this.stack.push(node, tag, CATEGORY[tag]!);
  }

  protected insertRawElement(tag: number): void {
    this.insertElement(tag);
    this.rawTag = tag;
  }

  protected insertForeignElement(tag: number, namespace: number): void {
    const node = this.addElement(tag, namespace, this.at, this.source.attributeList);
    if (this.source.selfClosing) return;
    this.stack.push(node, tag + FOREIGN_KEY, isIntegrationTag(tag, namespace) ? INTEGRATION : 0);
  }

  protected popElement(): void {
    if (this.stack.top >= 0) this.stack.pop();
  }

  /** Pops down to and with the entry at `index`. */
  protected popTo(index: number): void {
    const stack = this.stack;
    const last = Math.max(index, 0);
    while (stack.top >= last) stack.pop();
  }

  protected popThrough(tag: number): void {
    this.popTo(this.stack.topmost(tag));
  }

  /** Pops down to the topmost of these tags, which stays. */
  protected clearBackTo(first: number, second: number, third: number): void {
    const stack = this.stack;
    let index = Math.max(stack.topmost(first), stack.topmost(TEMPLATE), stack.topmost(HTML));
    if (second !== 0) index = Math.max(index, stack.topmost(second), stack.topmost(third));
    while (stack.top > index) stack.pop();
  }

  protected impliedEnds(): void {
    const stack = this.stack;
    while (stack.currentKey < FOREIGN_KEY && (CATEGORY[stack.currentKey]! & IMPLIED_END) !== 0) stack.pop();
  }

  protected impliedEndsExcept(tag: number): void {
    const stack = this.stack;
    while (
      stack.currentKey !== tag &&
      stack.currentKey < FOREIGN_KEY &&
      (CATEGORY[stack.currentKey]! & IMPLIED_END_THOROUGH) !== 0
    ) {
      stack.pop();
    }
  }

  protected closeP(): void {
    if (!this.stack.inButtonScope(P)) return;
    this.impliedEndsExcept(P);
    this.popThrough(P);
  }

  protected endOrdinary(tag: number): void {
    const stack = this.stack;
    const index = stack.topmost(tag);
    if (index <= 0 || stack.hasSpecialAbove(index)) return;
    this.impliedEndsExcept(tag);
    if (stack.top >= index) this.popTo(index);
  }

  protected resetMode(): void {
    const stack = this.stack;
    let index = -1;
    for (const tag of MODE_TAGS) index = Math.max(index, stack.topmost(tag));
    switch (index < 0 ? 0 : stack.key(index)) {
      case TR:
        this.insertion = IN_ROW;
        return;
      case TBODY:
      case THEAD:
      case TFOOT:
        this.insertion = IN_TABLE_BODY;
        return;
      case CAPTION:
        this.insertion = IN_CAPTION;
        return;
      case COLGROUP:
        this.insertion = IN_COLUMN_GROUP;
        return;
      case TABLE:
        this.insertion = IN_TABLE;
        return;
      case FRAMESET:
        this.insertion = IN_FRAMESET;
        return;
      case TEMPLATE:
        this.insertion = this.templateModes[this.templateModes.length - 1] ?? IN_BODY;
        return;
      case HTML:
        this.insertion = this.head === -1 ? BEFORE_HEAD : AFTER_HEAD;
        return;
      case TD:
      case TH:
        this.insertion = IN_CELL;
        return;
      case HEAD:
        this.insertion = IN_HEAD;
        return;
      default:
        this.insertion = IN_BODY;
    }
  }
}

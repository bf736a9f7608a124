/**
 * Active formatting elements: those that are opened again in every block until they are closed, and the adoption agency that closes them
 * where blocks are open inside.
 */

import { decodeValue } from '../character-references.ts';
import { COPY } from '../node-store.ts';
import { FOREIGN_KEY } from '../open-elements.ts';
import { ATTRIBUTE_WIDTH, lowerName } from '../source.ts';
import { CATEGORY, FOSTERS, SPECIAL } from '../tags.ts';
import { Elements } from './elements.ts';

/** A marker in the list of active formatting elements. */
export const MARKER = -1;
const ADOPTION_ROUNDS = 8;
const ADOPTION_COPIES = 3;
const NOAH = 3;
/** More formatting elements than this, active at once, are not kept. */
const MAX_ACTIVE = 512;
const COPY_COST = 64;
const MOVE_COST = 8;
const STEP_COST = 4;
const FREE_LOOKS = 16;

export abstract class FormattingElements extends Elements {
  protected spend(work: number): boolean {
    this.budget -= work;
    if (this.budget >= 0) return true;
    this.limited = true;
    this.active = [];
    return false;
  }

  protected isOpen(node: number): boolean {
    return this.stack.indexOf(node, this.store.tag[node]!) >= 0;
  }

  protected reconstruct(): void {
    const active = this.active;
    let index = active.length - 1;
    if (index < 0 || active[index] === MARKER || this.isOpen(active[index]!)) return;
    while (index > 0 && active[index - 1] !== MARKER && !this.isOpen(active[index - 1]!)) index--;
    if (!this.spend((active.length - index) * COPY_COST + this.stack.takeSteps() * STEP_COST)) return;
    for (; index < active.length; index++) {
      const old = active[index]!;
      const tag = this.store.tag[old]!;
      const node = this.addElement(tag, COPY, this.store.start[old]!, this.store.stop[old]!);
      this.stack.push(node, tag, CATEGORY[tag]!);
      active[index] = node;
    }
  }

  /** Puts the current node on the list; of four alike since the last marker the oldest goes. */
  protected activate(node: number): void {
    if (this.budget < 0) return;
    const active = this.active;
    const { tag, stop } = this.store;
    let alike = 0;
    let oldest = -1;
    let looked = 0;
    // Three alike are needed before a comparison can matter.
    if (active.length >= NOAH && this.countActive(tag[node]!) >= NOAH) {
      for (let i = active.length - 1; i >= 0 && active[i] !== MARKER; i--) {
        looked++;
        if (tag[active[i]!] === tag[node] && this.sameAttributes(stop[active[i]!]!, stop[node]!)) {
          alike++;
          oldest = i;
        }
      }
    }
    if (looked > FREE_LOOKS && !this.spend(looked * MOVE_COST)) return;
    if (alike >= NOAH) active.splice(oldest, 1);
    else if (looked >= MAX_ACTIVE) {
      this.limited = true;
      active.splice(active.length - looked, 1);
    }
    active.push(node);
  }

  protected sameAttributes(left: number, right: number): boolean {
    if (left === right) return true;
    const { attributes } = this.source;
    if ((attributes[left]! & 0xffff) === 0 || (attributes[right]! & 0xffff) === 0) return false;
    return this.signatureOf(left) === this.signatureOf(right);
  }

  /** A string that is the same for lists with the same names and values. Needed only where many elements are alike. */
  protected signatureOf(list: number): string {
    const known = this.signatures.get(list);
    if (known !== undefined) return known;
    const { attributes, html } = this.source;
    const seen = new Map<string, string>();
    const count = attributes[list]! & 0xffff;
    for (let i = 0; i < count; i++) {
      const at = list + 1 + i * ATTRIBUTE_WIDTH;
      const start = attributes[at + 1]!;
      const name = lowerName(html.slice(start, start + (attributes[at]! >>> 8)));
      if (!seen.has(name)) seen.set(name, decodeValue(html.slice(attributes[at + 2]!, attributes[at + 3]!)));
    }
    const signature = JSON.stringify([...seen].sort(([a], [b]) => (a < b ? -1 : 1)));
    this.signatures.set(list, signature);
    return signature;
  }

  protected clearToMarker(): void {
    const active = this.active;
    while (active.length > 0 && active.pop() !== MARKER);
  }

  protected countActive(tag: number): number {
    const active = this.active;
    let count = 0;
    for (let i = active.length - 1; i >= 0 && active[i] !== MARKER; i--)
      if (this.store.tag[active[i]!] === tag) count++;
    return count;
  }

  /** Index on the list of the newest element with this tag since the last marker, or -1. */
  protected newestActive(tag: number): number {
    const active = this.active;
    for (let i = active.length - 1; i >= 0 && active[i] !== MARKER; i--) {
      if (this.store.tag[active[i]!] === tag) return i;
    }
    return -1;
  }

  /** Index on the list of this element, if it is there since the last marker, or -1. */
  protected activeIndex(node: number): number {
    const active = this.active;
    for (let i = active.length - 1; i >= 0 && active[i] !== MARKER; i--) if (active[i] === node) return i;
    return -1;
  }

  protected deactivate(node: number): void {
    const index = this.activeIndex(node);
    if (index >= 0) this.active.splice(index, 1);
  }

  protected copyOf(node: number): number {
    const store = this.store;
    return store.create(-1, store.tag[node]!, COPY, store.start[node]!, store.stop[node]!);
  }

  /** The adoption agency: `</b>` where blocks are open inside the `b`. */
  protected adopt(tag: number): void {
    const stack = this.stack;
    const store = this.store;
    if (stack.currentKey === tag && this.activeIndex(stack.current) === -1) {
      stack.pop();
      return;
    }
    for (let round = 0; round < ADOPTION_ROUNDS; round++) {
      const entry = this.newestActive(tag);
      if (entry === -1) {
        this.endOrdinary(tag);
        return;
      }
      const formatting = this.active[entry]!;
      const index = stack.indexOf(formatting, tag);
      if (index === -1) {
        this.active.splice(entry, 1);
        return;
      }
      if (!stack.entryInScope(index)) return;
      let block = -1;
      if (stack.hasSpecialAbove(index)) {
        block = index + 1;
        while ((stack.bits(block) & SPECIAL) === 0) block++;
      }
      if (block === -1) {
        this.popTo(index);
        this.deactivate(formatting);
        return;
      }
      if (!this.spend((stack.top - index) * MOVE_COST + COPY_COST)) return;
      store.keepLinks();
      this.adoptBlock(formatting, index, block);
    }
  }

  protected adoptBlock(formatting: number, index: number, block: number): void {
    const stack = this.stack;
    const store = this.store;
    const furthest = stack.node(block);
    const ancestorKey = stack.key(index - 1);
    const ancestor = stack.node(index - 1);
    let bookmark = formatting;
    let last = furthest;
    let place = block;
    for (let copies = 0, i = block - 1; i > index; copies++, i--) {
      const node = stack.node(i);
      const active = this.activeIndex(node);
      if (active === -1 || copies >= ADOPTION_COPIES) {
        if (active !== -1) this.active.splice(active, 1);
        stack.remove(i);
        place--;
        continue;
      }
      const copy = this.copyOf(node);
      stack.replace(i, copy);
      this.active[active] = copy;
      if (last === furthest) bookmark = copy;
      store.detach(last);
      store.append(copy, last);
      last = copy;
    }
    store.detach(last);
    if (ancestorKey < FOREIGN_KEY && (CATEGORY[ancestorKey]! & FOSTERS) !== 0) {
      const { parent, before } = this.fosterPlace();
      if (before === -1) store.append(parent, last);
      else store.insertBefore(parent, last, before);
    } else store.append(ancestor, last);
    const copy = this.copyOf(formatting);
    this.spend(store.moveChildren(furthest, copy));
    store.append(furthest, copy);
    const marked = this.activeIndex(bookmark);
    this.active.splice(marked + 1, 0, copy);
    this.deactivate(formatting);
    stack.remove(index);
    stack.insert(place, copy, store.tag[formatting]!);
  }
}

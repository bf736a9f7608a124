/**
 * The stack of open elements. Each entry remembers, besides its node, the nearest entries at or below it that the rules
 * ask for (a special element, a scope boundary …) and the next lower entry with the same tag, so every question of the
 * rules ("is there a `p` in button scope?") takes constant time however deep the page is.
 */

import { grown } from '../bytes/index.ts';
import {
  BUTTON,
  CATEGORY,
  HTML,
  LIST_BOUNDARY,
  OL,
  SCOPE_BOUNDARY,
  SPECIAL,
  TABLE,
  TEMPLATE,
  UL,
} from './tags.ts';

const WIDTH = 8;
const NODE = 0;
const KEY = 1;
const SAME_BELOW = 2;
const SPECIAL_AT = 3;
const LIST_BOUNDARY_AT = 4;
const SCOPE_AT = 5;
const HTML_AT = 6;
const BITS = 7;

/** Added to the tag of an SVG or MathML element to make its key. */
export const FOREIGN_KEY = 65536;
/** Bits of a foreign element that is an integration point: it bounds scopes and is special. */
export const INTEGRATION: number = SPECIAL | LIST_BOUNDARY | SCOPE_BOUNDARY;

export class OpenElements {
  /** Index of the current entry; -1 when the stack is empty. */
  top = -1;
  /** Node of the current entry; the document when the stack is empty. */
  current = 0;
  /** Key (tag, or tag + `FOREIGN_KEY`) of the current entry; 0 when the stack is empty. */
  currentKey = 0;
  templates = 0;
  #capacity = 256;
  #steps = 0;
  #entries: Int32Array = new Int32Array(256 * WIDTH);
  readonly #topmost: Int32Array = new Int32Array(2 * FOREIGN_KEY).fill(-1);

  reset(): void {
    for (let i = this.top; i >= 0; i--) this.#topmost[this.#entries[i * WIDTH + KEY]!] = -1;
    this.top = -1;
    this.current = 0;
    this.currentKey = 0;
    this.templates = 0;
    if (this.#capacity > 65536) {
      this.#capacity = 256;
      this.#entries = new Int32Array(256 * WIDTH);
    }
  }

  /** `bits` are the categories of the element: of its tag for HTML, `INTEGRATION` or 0 for foreign elements. */
  push(node: number, key: number, bits: number): void {
    const index = this.top + 1;
    if (index === this.#capacity) {
      this.#capacity *= 2;
      this.#entries = grown(this.#entries);
    }
    this.top = index;
    this.current = node;
    this.currentKey = key;
    if (key === TEMPLATE) this.templates++;
    this.#write(index, node, key, bits);
  }

  #write(index: number, node: number, key: number, bits: number): void {
    const entries = this.#entries;
    const at = index * WIDTH;
    entries[at + NODE] = node;
    entries[at + KEY] = key;
    entries[at + SAME_BELOW] = this.#topmost[key]!;
    this.#topmost[key] = index;
    if (index === 0) {
      entries[at + SPECIAL_AT] = (bits & SPECIAL) !== 0 ? 0 : -1;
      entries[at + LIST_BOUNDARY_AT] = (bits & LIST_BOUNDARY) !== 0 ? 0 : -1;
      entries[at + SCOPE_AT] = (bits & SCOPE_BOUNDARY) !== 0 ? 0 : -1;
      entries[at + HTML_AT] = key < FOREIGN_KEY ? 0 : -1;
    } else {
      entries[at + SPECIAL_AT] = (bits & SPECIAL) !== 0 ? index : entries[at - WIDTH + SPECIAL_AT]!;
      entries[at + LIST_BOUNDARY_AT] =
        (bits & LIST_BOUNDARY) !== 0 ? index : entries[at - WIDTH + LIST_BOUNDARY_AT]!;
      entries[at + SCOPE_AT] = (bits & SCOPE_BOUNDARY) !== 0 ? index : entries[at - WIDTH + SCOPE_AT]!;
      entries[at + HTML_AT] = key < FOREIGN_KEY ? index : entries[at - WIDTH + HTML_AT]!;
    }
    entries[at + BITS] = bits;
  }

  /** Pops the current entry; returns its node. */
  pop(): number {
    const at = this.top * WIDTH;
    const entries = this.#entries;
    const node = entries[at + NODE]!;
    const key = entries[at + KEY]!;
    this.#topmost[key] = entries[at + SAME_BELOW]!;
    if (key === TEMPLATE) this.templates--;
    this.top--;
    if (this.top >= 0) {
      this.current = entries[at - WIDTH + NODE]!;
      this.currentKey = entries[at - WIDTH + KEY]!;
    } else {
      this.current = 0;
      this.currentKey = 0;
    }
    return node;
  }

  node(index: number): number {
    return this.#entries[index * WIDTH + NODE]!;
  }

  key(index: number): number {
    return this.#entries[index * WIDTH + KEY]!;
  }

  bits(index: number): number {
    return this.#entries[index * WIDTH + BITS]!;
  }

  /** Index of the topmost entry with this key, or -1. */
  topmost(key: number): number {
    return this.#topmost[key]!;
  }

  inScope(tag: number): boolean {
    const index = this.#topmost[tag]!;
    return index >= 0 && index >= this.#entries[this.top * WIDTH + SCOPE_AT]!;
  }

  inButtonScope(tag: number): boolean {
    const index = this.#topmost[tag]!;
    return (
      index >= 0 && index >= this.#entries[this.top * WIDTH + SCOPE_AT]! && index >= this.#topmost[BUTTON]!
    );
  }

  inListItemScope(tag: number): boolean {
    const index = this.#topmost[tag]!;
    return (
      index >= 0 &&
      index >= this.#entries[this.top * WIDTH + SCOPE_AT]! &&
      index >= this.#topmost[OL]! &&
      index >= this.#topmost[UL]!
    );
  }

  /** Whether the entry at `index` is in scope. */
  entryInScope(index: number): boolean {
    return index >= this.#entries[this.top * WIDTH + SCOPE_AT]!;
  }

  inTableScope(tag: number): boolean {
    const index = this.#topmost[tag]!;
    return index >= 0 && index >= this.#topmost[TABLE]! && index >= this.#topmost[HTML]!;
  }

  hasSpecialAbove(index: number): boolean {
    return this.#entries[this.top * WIDTH + SPECIAL_AT]! > index;
  }

  hasListBoundaryAbove(index: number): boolean {
    return this.#entries[this.top * WIDTH + LIST_BOUNDARY_AT]! > index;
  }

  /** Index of the topmost HTML entry, or -1. */
  topmostHtml(): number {
    return this.top < 0 ? -1 : this.#entries[this.top * WIDTH + HTML_AT]!;
  }

  /** Index of the entry of this node, an HTML element with this tag, or -1. */
  indexOf(node: number, tag: number): number {
    const entries = this.#entries;
    let index = this.#topmost[tag]!;
    while (index >= 0 && entries[index * WIDTH + NODE] !== node) {
      index = entries[index * WIDTH + SAME_BELOW]!;
      this.#steps++;
    }
    return index;
  }

  /** How many steps `indexOf` took since the last call. */
  takeSteps(): number {
    const steps = this.#steps;
    this.#steps = 0;
    return steps;
  }

  replace(index: number, node: number): void {
    this.#entries[index * WIDTH + NODE] = node;
    if (index === this.top) this.current = node;
  }

  /** Takes the entry at `index` out; the entries above move down. */
  remove(index: number): void {
    if (index === this.top) {
      this.pop();
      return;
    }
    this.#rewrite(
      index,
      (entries) => entries.copyWithin(index * WIDTH, (index + 1) * WIDTH, (this.top + 1) * WIDTH),
      -1,
    );
  }

  /** Puts an entry at `index`; the entries from there on move up. */
  insert(index: number, node: number, key: number): void {
    if (index > this.top) {
      this.push(node, key, CATEGORY[key]!);
      return;
    }
    this.push(0, key, 0); // makes room
    this.#rewrite(
      index,
      (entries) => {
        entries.copyWithin((index + 1) * WIDTH, index * WIDTH, this.top * WIDTH);
        entries[index * WIDTH + NODE] = node;
        entries[index * WIDTH + KEY] = key;
        entries[index * WIDTH + BITS] = CATEGORY[key]!;
      },
      0,
    );
  }

  /** Undoes the index of the entries from `index` up, changes them, and writes it again. */
  #rewrite(index: number, change: (entries: Int32Array) => void, growth: number): void {
    const entries = this.#entries;
    for (let i = this.top; i >= index; i--) {
      const at = i * WIDTH;
      const key = entries[at + KEY]!;
      this.#topmost[key] = entries[at + SAME_BELOW]!;
      if (key === TEMPLATE) this.templates--;
    }
    change(entries);
    this.top += growth;
    for (let i = index; i <= this.top; i++) {
      const at = i * WIDTH;
      const key = entries[at + KEY]!;
      if (key === TEMPLATE) this.templates++;
      this.#write(i, entries[at + NODE]!, key, entries[at + BITS]!);
    }
    this.current = entries[this.top * WIDTH + NODE]!;
    this.currentKey = entries[this.top * WIDTH + KEY]!;
  }
}

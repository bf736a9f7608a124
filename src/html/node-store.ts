/**
 * Where nodes are written while a page is parsed: one row of typed arrays a node, no object.
 *
 * As long as each node goes to the end of an open element, rows are in document order by themselves and nothing but the
 * parent is kept. The first insertion somewhere else (content fostered out of a table, misnested formatting, a second
 * look into `head`) makes the store keep sibling links as well, and `finish` then renumbers, so that what is handed out is
 * always in document order.
 */

import { grown } from '../bytes/index.ts';
import { DOCUMENT, TEXT } from './tags.ts';

// Flags of text rows.
/** Nothing but white space. */
export const WHITE = 1;
/** Holds `&`: character references may have to be decoded. */
export const REFERENCES = 2;
/** Text of a raw-text element (script, style …): `&` means itself, NUL becomes U+FFFD. */
export const RAW = 4;
/** Goes on with the text of the previous row: one text node of the page, written in pieces in the source. */
export const CONTINUES = 8;
/** NUL becomes U+FFFD. */
export const KEEPS_NUL = 16;

// Flags of element rows.
export const IN_SVG = 1;
export const IN_MATHML = 2;
/** A copy that the browser makes of a formatting element (`<b>` over two paragraphs). */
export const COPY = 4;

const FIRST_CAPACITY = 8192;
/** Above this many rows the arrays are not kept for the next page. */
const KEPT_CAPACITY = 1 << 20;

export interface NodeRows {
  readonly count: number;
  readonly tag: Uint16Array;
  readonly flags: Uint8Array;
  readonly parent: Int32Array;
  readonly end: Int32Array;
  readonly start: Int32Array;
  readonly stop: Int32Array;
}

export class NodeStore {
  count = 0;
  tag: Uint16Array = new Uint16Array(FIRST_CAPACITY);
  flags: Uint8Array = new Uint8Array(FIRST_CAPACITY);
  parent: Int32Array = new Int32Array(FIRST_CAPACITY);
  start: Int32Array = new Int32Array(FIRST_CAPACITY);
  stop: Int32Array = new Int32Array(FIRST_CAPACITY);
  /** Whether sibling links are kept; see the module comment. */
  linked = false;
  #capacity = FIRST_CAPACITY;
  #first: Int32Array = new Int32Array(0);
  #last: Int32Array = new Int32Array(0);
  #next: Int32Array = new Int32Array(0);
  #previous: Int32Array = new Int32Array(0);
  /** The row count and parent at the last comment: text after it is a text node of its own. */
  #cutCount = -1;
  #cutParent = -1;

  reset(): void {
    if (this.#capacity > KEPT_CAPACITY) {
      this.#capacity = FIRST_CAPACITY;
      this.tag = new Uint16Array(FIRST_CAPACITY);
      this.flags = new Uint8Array(FIRST_CAPACITY);
      this.parent = new Int32Array(FIRST_CAPACITY);
      this.start = new Int32Array(FIRST_CAPACITY);
      this.stop = new Int32Array(FIRST_CAPACITY);
      this.#first = this.#last = this.#next = this.#previous = new Int32Array(0);
    }
    this.linked = false;
    this.#cutCount = -1;
    this.count = 1;
    this.tag[0] = DOCUMENT;
    this.flags[0] = 0;
    this.parent[0] = -1;
    this.start[0] = -1;
    this.stop[0] = 0;
  }

  #grow(): void {
    const capacity = this.#capacity * 2;
    this.tag = grown(this.tag, capacity);
    this.flags = grown(this.flags, capacity);
    this.parent = grown(this.parent, capacity);
    this.start = grown(this.start, capacity);
    this.stop = grown(this.stop, capacity);
    if (this.linked) {
      this.#first = grown(this.#first, capacity);
      this.#last = grown(this.#last, capacity);
      this.#next = grown(this.#next, capacity);
      this.#previous = grown(this.#previous, capacity);
    }
    this.#capacity = capacity;
  }

  /** A new row that is nowhere in the tree yet (or, while links are not kept, the last child of `parent`). */
  create(parent: number, tag: number, flags: number, start: number, stop: number): number {
    const node = this.count;
    if (node === this.#capacity) this.#grow();
    this.count = node + 1;
    this.tag[node] = tag;
    this.flags[node] = flags;
    this.parent[node] = parent;
    this.start[node] = start;
    this.stop[node] = stop;
    if (this.linked) {
      this.#first[node] = this.#last[node] = this.#next[node] = this.#previous[node] = -1;
      if (parent >= 0) this.#link(parent, node);
    }
    return node;
  }

  /** From here on, sibling links are kept. */
  keepLinks(): void {
    if (this.linked) return;
    this.linked = true;
    if (this.#first.length < this.#capacity) {
      this.#first = new Int32Array(this.#capacity);
      this.#last = new Int32Array(this.#capacity);
      this.#next = new Int32Array(this.#capacity);
      this.#previous = new Int32Array(this.#capacity);
    }
    const { count } = this;
    this.#first.fill(-1, 0, count);
    this.#last.fill(-1, 0, count);
    this.#next.fill(-1, 0, count);
    this.#previous.fill(-1, 0, count);
    for (let node = 1; node < count; node++) this.#link(this.parent[node]!, node);
  }

  #link(parent: number, node: number): void {
    const last = this.#last[parent]!;
    if (last === -1) this.#first[parent] = node;
    else this.#next[last] = node;
    this.#previous[node] = last;
    this.#last[parent] = node;
  }

  /** Moves a detached row to the end of `parent`. Links must be kept. */
  append(parent: number, node: number): void {
    this.parent[node] = parent;
    this.#next[node] = -1;
    this.#link(parent, node);
  }

  /** Moves a detached row before `reference`. Links must be kept. */
  insertBefore(parent: number, node: number, reference: number): void {
    const previous = this.#previous[reference]!;
    this.parent[node] = parent;
    this.#previous[node] = previous;
    this.#next[node] = reference;
    this.#previous[reference] = node;
    if (previous === -1) this.#first[parent] = node;
    else this.#next[previous] = node;
  }

  /** Takes a row and what is below it out of the tree. Links must be kept. */
  detach(node: number): void {
    const parent = this.parent[node]!;
    if (parent < 0) return;
    const previous = this.#previous[node]!;
    const next = this.#next[node]!;
    if (previous === -1) this.#first[parent] = next;
    else this.#next[previous] = next;
    if (next === -1) this.#last[parent] = previous;
    else this.#previous[next] = previous;
    this.#previous[node] = this.#next[node] = -1;
    this.parent[node] = -1;
  }

  /** Moves all children of `donor` to the end of `recipient`. Links must be kept. Returns how many. */
  moveChildren(donor: number, recipient: number): number {
    let moved = 0;
    let child = this.#first[donor]!;
    this.#first[donor] = this.#last[donor] = -1;
    while (child !== -1) {
      const next = this.#next[child]!;
      this.append(recipient, child);
      child = next;
      moved++;
    }
    return moved;
  }

  /** Notes that a comment was met at the end of `parent`. */
  cut(parent: number): void {
    this.#cutCount = this.count;
    this.#cutParent = parent;
  }

  /** Adds text at the end of `parent`, to the text that is there if the source goes on without a gap. */
  addText(parent: number, flags: number, start: number, stop: number): void {
    const last = this.linked ? this.#last[parent]! : this.count - 1;
    let all = flags;
    if (last !== -1 && this.tag[last] === TEXT && this.parent[last] === parent) {
      if (this.#cutParent !== parent || this.#cutCount !== this.count) {
        if (this.#extends(last, flags, start, stop)) return;
        all |= CONTINUES;
      }
    }
    this.create(parent, TEXT, all, start, stop);
  }

  /** Adds text before `reference`. Links must be kept. */
  addTextBefore(parent: number, reference: number, flags: number, start: number, stop: number): void {
    const previous = this.#previous[reference]!;
    let all = flags;
    if (previous !== -1 && this.tag[previous] === TEXT) {
      if (this.#extends(previous, flags, start, stop)) return;
      all |= CONTINUES;
    }
    this.insertBefore(parent, this.create(-1, TEXT, all, start, stop), reference);
  }

  #extends(node: number, flags: number, start: number, stop: number): boolean {
    const old = this.flags[node]!;
    if (this.stop[node] !== start || ((old ^ flags) & (RAW | KEEPS_NUL)) !== 0) return false;
    this.stop[node] = stop;
    this.flags[node] = (old & flags & WHITE) | ((old | flags) & ~WHITE);
    return true;
  }

  /** Copies the rows, in document order, with the end of each subtree. */
  finish(): NodeRows {
    return this.linked ? this.#finishLinked() : this.#finishInOrder();
  }

  #rows(count: number): NodeRows {
    // One allocation for all columns: the widest first, so that each is aligned.
    const buffer = new ArrayBuffer(count * 19);
    return {
      count,
      parent: new Int32Array(buffer, 0, count),
      end: new Int32Array(buffer, count * 4, count),
      start: new Int32Array(buffer, count * 8, count),
      stop: new Int32Array(buffer, count * 12, count),
      tag: new Uint16Array(buffer, count * 16, count),
      flags: new Uint8Array(buffer, count * 18, count),
    };
  }

  #finishInOrder(): NodeRows {
    const { count } = this;
    const rows = this.#rows(count);
    rows.tag.set(this.tag.subarray(0, count));
    rows.flags.set(this.flags.subarray(0, count));
    rows.parent.set(this.parent.subarray(0, count));
    rows.start.set(this.start.subarray(0, count));
    rows.stop.set(this.stop.subarray(0, count));
    const { parent, end } = rows;
    for (let node = count - 1; node > 0; node--) {
      // A later sibling has been here before: its end is the parent's.
      if (end[node] === 0) end[node] = node + 1;
      const above = parent[node]!;
      if (end[above] === 0) end[above] = end[node]!;
    }
    end[0] = count;
    return rows;
  }

  #finishLinked(): NodeRows {
    // Rows of removed subtrees are left out, so count first.
    const order = new Int32Array(this.count);
    let count = 0;
    let node = 0;
    for (;;) {
      order[count++] = node;
      let next = this.#first[node]!;
      while (next === -1 && node !== 0) {
        next = this.#next[node]!;
        if (next === -1) node = this.parent[node]!;
      }
      if (next === -1) break;
      node = next;
    }
    const rows = this.#rows(count);
    const position = new Int32Array(this.count);
    for (let i = 0; i < count; i++) position[order[i]!] = i;
    for (let i = 0; i < count; i++) {
      const from = order[i]!;
      rows.tag[i] = this.tag[from]!;
      rows.flags[i] = this.flags[from]!;
      rows.start[i] = this.start[from]!;
      rows.stop[i] = this.stop[from]!;
      rows.parent[i] = from === 0 ? -1 : position[this.parent[from]!]!;
    }
    for (let i = count - 1; i > 0; i--) {
      if (rows.end[i] === 0) rows.end[i] = i + 1;
      const above = rows.parent[i]!;
      if (rows.end[above] === 0) rows.end[above] = rows.end[i]!;
    }
    rows.end[0] = count;
    return rows;
  }
}

/**
 * The entity pages of one site as a forest (the S-graph of ORION, docs/methods.md): a tree a page, a row a node, columns in
 * typed arrays. A node is a tag or a text and has the five properties `value`, `url`, `type`, `position` and, for texts,
 * `function`.
 *
 * Rows are in document order, page after page. `position` counts all siblings from 1, after texts of nothing but white
 * space are dropped and neighbouring texts merged. Two columns are derived, for rules that say "the text after this
 * label": `line` is the number of a text in its page, `after` the line of the nearest template text before it.
 */

export const TAG = 0;
export const TEXT = 1;

/** Values of `role`, the property that ORION calls `function`; 0 for tags. */
export const TEMPLATE = 1;
export const DATA = 2;

/** One node with its properties by name, for printing and export. */
export interface NodeView {
  readonly id: number;
  readonly url: string;
  readonly type: 'TAG' | 'TEXT';
  readonly value: string;
  readonly position: number;
  /** Texts only. */
  readonly function?: 'TEMPLATE' | 'DATA';
  /** Texts only. */
  readonly line?: number;
  /** Texts only. */
  readonly after?: number;
  readonly parent: number | null;
}

export interface GraphColumns {
  readonly urls: readonly string[];
  readonly strings: readonly string[];
  readonly pageStart: Int32Array;
  readonly type: Uint8Array;
  readonly value: Int32Array;
  readonly position: Int32Array;
  readonly parent: Int32Array;
  readonly role: Uint8Array;
  readonly line: Int32Array;
  readonly after: Int32Array;
}

/** A list for each of `0 … groups-1`, all in one array: group `g` is `items[start[g]] … items[start[g + 1] - 1]`. */
export interface Grouped {
  readonly start: Int32Array;
  readonly items: Int32Array;
}

export class SiteGraph implements GraphColumns {
  /** Page number to URL. */
  readonly urls: readonly string[];
  /** Value number to text, or to tag name in capitals. */
  readonly strings: readonly string[];
  /** First node of each page, and the end of the last: one more than there are pages. */
  readonly pageStart: Int32Array;
  readonly type: Uint8Array;
  readonly value: Int32Array;
  readonly position: Int32Array;
  /** -1 for the root of a page. */
  readonly parent: Int32Array;
  readonly role: Uint8Array;
  readonly line: Int32Array;
  readonly after: Int32Array;
  #children: Grouped | null = null;
  #texts: Grouped | null = null;
  #occurrences: Grouped | null = null;
  #ids: ReadonlyMap<string, number> | null;

  /** `ids`: the numbers of the strings, when they are at hand. */
  constructor(columns: GraphColumns, ids: ReadonlyMap<string, number> | null = null) {
    this.#ids = ids;
    this.urls = columns.urls;
    this.strings = columns.strings;
    this.pageStart = columns.pageStart;
    this.type = columns.type;
    this.value = columns.value;
    this.position = columns.position;
    this.parent = columns.parent;
    this.role = columns.role;
    this.line = columns.line;
    this.after = columns.after;
  }

  /** Number of nodes. */
  get count(): number {
    return this.type.length;
  }

  get pageCount(): number {
    return this.urls.length;
  }

  /** The page of a node. */
  page(node: number): number {
    const { pageStart } = this;
    let low = 0;
    let high = this.pageCount - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (pageStart[middle]! <= node) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  url(node: number): string {
    return this.urls[this.page(node)]!;
  }

  /** The `value` of a node: its text, or its tag in capitals. */
  text(node: number): string {
    return this.strings[this.value[node]!]!;
  }

  /** The children of every node, in order: child `p` (from 1) of `node` is `items[start[node] + p - 1]`. */
  get children(): Grouped {
    if (this.#children !== null) return this.#children;
    const { count, parent } = this;
    const start = new Int32Array(count + 1);
    for (let node = 0; node < count; node++) if (parent[node]! >= 0) start[parent[node]! + 1]!++;
    for (let node = 0; node < count; node++) start[node + 1]! += start[node]!;
    const items = new Int32Array(start[count]!);
    for (let node = 0; node < count; node++) {
      const above = parent[node]!;
      if (above >= 0) items[start[above]! + this.position[node]! - 1] = node;
    }
    this.#children = { start, items };
    return this.#children;
  }

  /** The texts of every page, in order: the text of line `n` of `page` is `items[start[page] + n - 1]`. */
  get texts(): Grouped {
    if (this.#texts !== null) return this.#texts;
    const { pageCount, pageStart, type } = this;
    const start = new Int32Array(pageCount + 1);
    let total = 0;
    for (let node = 0; node < type.length; node++) if (type[node] === TEXT) total++;
    const items = new Int32Array(total);
    let at = 0;
    for (let page = 0; page < pageCount; page++) {
      start[page] = at;
      for (let node = pageStart[page]!; node < pageStart[page + 1]!; node++)
        if (type[node] === TEXT) items[at++] = node;
    }
    start[pageCount] = at;
    this.#texts = { start, items };
    return this.#texts;
  }

  /** The nodes with each value, in document order; a text and a tag may share a value. */
  get occurrences(): Grouped {
    if (this.#occurrences !== null) return this.#occurrences;
    const { count, strings, value } = this;
    const start = new Int32Array(strings.length + 1);
    for (let node = 0; node < count; node++) start[value[node]! + 1]!++;
    for (let id = 0; id < strings.length; id++) start[id + 1]! += start[id]!;
    const items = new Int32Array(count);
    const next = start.slice();
    for (let node = 0; node < count; node++) items[next[value[node]!]!++] = node;
    this.#occurrences = { start, items };
    return this.#occurrences;
  }

  /** The number of a value, or -1 when no node has it. */
  valueId(text: string): number {
    this.#ids ??= new Map(this.strings.map((string, id) => [string, id]));
    return this.#ids.get(text) ?? -1;
  }

  /** One node with its properties by name. */
  view(node: number): NodeView {
    const isText = this.type[node] === TEXT;
    const above = this.parent[node]!;
    return {
      id: node,
      url: this.url(node),
      type: isText ? 'TEXT' : 'TAG',
      value: this.text(node),
      position: this.position[node]!,
      ...(isText
        ? {
            function: this.role[node] === TEMPLATE ? ('TEMPLATE' as const) : ('DATA' as const),
            line: this.line[node]!,
            after: this.after[node]!,
          }
        : {}),
      parent: above < 0 ? null : above,
    };
  }
}

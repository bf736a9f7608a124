/**
 * A page as one flat tree: a row a node, columns in typed arrays, strings only when somebody asks.
 *
 * Rows are in document order, so the subtree of `node` is the rows from `node` up to (not with) `end[node]`: a walk over a
 * subtree is a loop over numbers, its first child (if any) is `node + 1`, and its next sibling is `end[node]` as long as
 * that is below `end[parent[node]]`. Row 0 is the document.
 *
 * | column | element | text |
 * |---|---|---|
 * | `tag` | tag id (`tagId('p')`, or `doc.tagName(node)`) | `TEXT` |
 * | `parent`, `end` | row of the parent; end of the subtree | same |
 * | `start` | offset of `<` in the source, -1 if the tag is implied | offset of the text |
 * | `stop` | place of its attribute list | end of the text |
 * | `flags` | `IN_SVG`, `IN_MATHML`, `COPY` | `WHITE`, `REFERENCES`, `RAW`, `CONTINUES`, `KEEPS_NUL` |
 *
 * White space between tags is kept as text rows flagged `WHITE`, comments are not rows (`comments` has their offsets).
 * The content of a `template` is below its row. One text node of the page may be several rows, when an ignored tag or a
 * fostered piece stands between in the source: all but the first are flagged `CONTINUES`.
 */
import { attributeId } from './attribute-names.ts';
import { decodeText, decodeValue } from './character-references.ts';
import type { DocumentMode } from './doctype.ts';
import { CONTINUES, IN_SVG, KEEPS_NUL, RAW, REFERENCES } from './node-store.ts';
import { ATTRIBUTE_WIDTH, lowerName, MASKED_ATTRIBUTES } from './source.ts';
import { FIRST_OTHER_TAG, SVG_NAMES, TAG_NAMES, TEXT, tagId } from './tags.ts';
import { type BuiltTree, TreeBuilder } from './tree-builder.ts';

export class FlatDocument {
  /** The source; every offset points into it. */
  readonly html: string;
  /** Number of rows. */
  readonly count: number;
  readonly tag: Uint16Array;
  readonly parent: Int32Array;
  readonly end: Int32Array;
  readonly start: Int32Array;
  readonly stop: Int32Array;
  readonly flags: Uint8Array;
  /** Offsets of the comments' text: start and end, in turn. */
  readonly comments: Int32Array;
  readonly mode: DocumentMode;
  /** Whether the page was made to run a parser away: formatting elements stopped being copied, or its rest was left unread; see TreeBuilder. */
  readonly limited: boolean;
  /** Attribute lists; see `Source`. */
  readonly attributes: Int32Array;
  readonly #otherNames: readonly string[];

  constructor(html: string, tree: BuiltTree) {
    this.html = html;
    this.count = tree.rows.count;
    this.tag = tree.rows.tag;
    this.parent = tree.rows.parent;
    this.end = tree.rows.end;
    this.start = tree.rows.start;
    this.stop = tree.rows.stop;
    this.flags = tree.rows.flags;
    this.comments = tree.comments;
    this.mode = tree.mode;
    this.limited = tree.limited;
    this.attributes = tree.attributes;
    this.#otherNames = tree.otherNames;
  }

  isText(node: number): boolean {
    return this.tag[node] === TEXT;
  }

  isElement(node: number): boolean {
    return this.tag[node]! > 1;
  }

  /** The tag's name: lower case, in SVG with its capitals; `#text` and `#document` for other rows. */
  tagName(node: number): string {
    const tag = this.tag[node]!;
    const name = tag < FIRST_OTHER_TAG ? TAG_NAMES[tag]! : this.#otherNames[tag - FIRST_OTHER_TAG]!;
    return tag > 1 && (this.flags[node]! & IN_SVG) !== 0 ? (SVG_NAMES.get(name) ?? name) : name;
  }

  /** The tag id of a name in this document, or 0 when no element here has it. */
  tagIdOf(name: string): number {
    const known = tagId(name);
    if (known !== 0) return known;
    const other = this.#otherNames.indexOf(name);
    return other < 0 ? 0 : FIRST_OTHER_TAG + other;
  }

  /** The text of one text row. */
  text(node: number): string {
    const flags = this.flags[node]!;
    return decodeText(
      this.html.slice(this.start[node]!, this.stop[node]!),
      (flags & (REFERENCES | RAW)) === REFERENCES,
      (flags & (KEEPS_NUL | RAW)) !== 0,
    );
  }

  /** The text of the text node that starts at this row, with the rows that continue it. */
  wholeText(node: number): string {
    let text = this.text(node);
    const end = this.end[this.parent[node]!]!;
    for (let next = node + 1; next < end && this.tag[next] === TEXT && this.#continues(next); next++) {
      text += this.text(next);
    }
    return text;
  }

  #continues(node: number): boolean {
    return (this.flags[node]! & CONTINUES) !== 0;
  }

  /** All text below a node, scripts and styles included, as the DOM's `textContent` gives it. */
  textContent(node: number): string {
    if (this.tag[node] === TEXT) return this.text(node);
    let text = '';
    for (let row = node + 1; row < this.end[node]!; row++) if (this.tag[row] === TEXT) text += this.text(row);
    return text;
  }

  /** First child, or -1. */
  firstChild(node: number): number {
    return node + 1 < this.end[node]! ? node + 1 : -1;
  }

  /** Next sibling, or -1. */
  nextSibling(node: number): number {
    if (node === 0) return -1;
    const next = this.end[node]!;
    return next < this.end[this.parent[node]!]! ? next : -1;
  }

  *children(node: number): Generator<number, void> {
    const end = this.end[node]!;
    for (let child = node + 1; child < end; child = this.end[child]!) yield child;
  }

  /** The first row with this tag id in the subtree of `within`, or -1. */
  find(tag: number, within = 0): number {
    for (let node = within; node < this.end[within]!; node++) if (this.tag[node] === tag) return node;
    return -1;
  }

  /** The place of an attribute of known id in `attributes`, or -1. */
  attributeAt(node: number, id: number): number {
    const list = this.stop[node]!;
    const { attributes } = this;
    const header = attributes[list]!;
    if (id <= MASKED_ATTRIBUTES && (header & (1 << (id + 15))) === 0) return -1;
    const end = list + 1 + (header & 0xffff) * ATTRIBUTE_WIDTH;
    for (let at = list + 1; at < end; at += ATTRIBUTE_WIDTH) if ((attributes[at]! & 0xff) === id) return at;
    return -1;
  }

  /** The value of an attribute of known id, decoded; null when the element does not have it. */
  value(node: number, id: number): string | null {
    const at = this.attributeAt(node, id);
    return at < 0 ? null : decodeValue(this.html.slice(this.attributes[at + 2]!, this.attributes[at + 3]!));
  }

  /** The value of an attribute by its name in lower case, decoded; null when the element does not have it. */
  attribute(node: number, name: string): string | null {
    if (this.tag[node]! <= 1) return null;
    const id = attributeId(name);
    if (id !== 0) return this.value(node, id);
    for (const [other, value] of this.attributeList(node)) if (other === name) return value;
    return null;
  }

  /** Names and decoded values, in source order; of a repeated name only the first. */
  attributeList(node: number): (readonly [name: string, value: string])[] {
    const result: (readonly [string, string])[] = [];
    if (this.tag[node]! <= 1) return result;
    const list = this.stop[node]!;
    const { attributes, html } = this;
    const end = list + 1 + (attributes[list]! & 0xffff) * ATTRIBUTE_WIDTH;
    const seen = new Set<string>();
    for (let at = list + 1; at < end; at += ATTRIBUTE_WIDTH) {
      const start = attributes[at + 1]!;
      const name = lowerName(html.slice(start, start + (attributes[at]! >>> 8)));
      if (seen.has(name)) continue;
      seen.add(name);
      result.push([name, decodeValue(html.slice(attributes[at + 2]!, attributes[at + 3]!))]);
    }
    return result;
  }

  /**
   * Tag names from the root to the node, `html/body/ul/li/a`. Of a deeper path than `limit`, the last `limit` names
   * after `…`: a page can nest as deep as it is long.
   */
  path(node: number, limit = 256): string {
    const names: string[] = [];
    let at = this.tag[node] === TEXT ? this.parent[node]! : node;
    for (; at > 0 && names.length < limit; at = this.parent[at]!) names.push(this.tagName(at));
    if (at > 0) names.push('…');
    return names.reverse().join('/');
  }
}

const builder = new TreeBuilder();

/** Parses a page the way a browser does. Never throws, whatever the text; takes time in proportion to its length. */
export function parseHtml(html: string): FlatDocument {
  return new FlatDocument(html, builder.build(html));
}

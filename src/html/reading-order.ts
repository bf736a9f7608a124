/**
 * The visible words of a page in document order, and where among them each element begins and ends: for anchor texts and
 * the words before and after a link (docs/methods.md, "GeoDiscover"). Block boundaries do not stop the window; words of
 * other links are words like any other.
 */
import { ALT } from './attribute-names.ts';
import type { FlatDocument } from './flat-document.ts';
import { IMG, TEXT } from './tags.ts';
import { INLINE, isHidden, ROLE, UNREAD } from './text-roles.ts';

const WORD = /\S+/g;
/** Words of an anchor text: links can nest, and nobody writes a longer one. */
const LONGEST_ANCHOR = 1000;

export class ReadingOrder {
  readonly #doc: FlatDocument;
  readonly #words: string[] = [];
  /** For each row, how many words are before it. */
  readonly #before: Int32Array;

  constructor(doc: FlatDocument) {
    this.#doc = doc;
    this.#before = new Int32Array(doc.count + 1);
    this.#read();
  }

  #read(): void {
    const doc = this.#doc;
    const { tag, end, count } = doc;
    const words = this.#words;
    const before = this.#before;
    /** Ends of open elements that separate words; a link is one. */
    const ends: number[] = [];
    /** Whether the next letters belong to the last word: `ca<b>sa</b>` is one. */
    let joined = false;
    for (let node = 1; node < count; ) {
      while (ends.length > 0 && node >= ends[ends.length - 1]!) {
        ends.pop();
        joined = false;
      }
      before[node] = words.length;
      const kind = tag[node]!;
      if (kind === TEXT) {
        const text = doc.text(node);
        let last = 0;
        for (const match of text.matchAll(WORD)) {
          if (joined && match.index === 0) words[words.length - 1] += match[0];
          else words.push(match[0]);
          last = match.index + match[0].length;
        }
        joined = last === 0 ? joined && text === '' : last === text.length;
        node++;
        continue;
      }
      const role = ROLE[kind]!;
      if (role === UNREAD || isHidden(doc, node)) {
        for (let row = node + 1; row < end[node]!; row++) before[row] = words.length;
        node = end[node]!;
        continue;
      }
      if (role !== INLINE) {
        joined = false;
        ends.push(end[node]!);
      }
      node++;
    }
    before[count] = words.length;
  }

  /** How many words stand before the end of a row's subtree. */
  #after(node: number): number {
    return this.#before[this.#doc.end[node]!]!;
  }

  anchor(node: number): string {
    const first = this.#before[node]!;
    const text = this.#words.slice(first, Math.min(this.#after(node), first + LONGEST_ANCHOR)).join(' ');
    if (text !== '') return text;
    const doc = this.#doc;
    const alternatives: string[] = [];
    for (let row = node + 1; row < doc.end[node]! && alternatives.length < LONGEST_ANCHOR; row++) {
      const alt = doc.tag[row] === IMG ? doc.value(row, ALT)?.match(WORD) : null;
      if (alt) alternatives.push(...alt);
    }
    return alternatives.join(' ');
  }

  around(
    node: number,
    count: number,
  ): { readonly before: readonly string[]; readonly after: readonly string[] } {
    const first = this.#before[node]!;
    const after = this.#after(node);
    return {
      before: this.#words.slice(Math.max(0, first - count), first),
      after: this.#words.slice(after, after + count),
    };
  }
}

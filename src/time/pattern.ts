/**
 * The pattern language and its matcher. A pattern is a line of elements parted by blanks:
 *
 *     D:DAY de? M:(MONTH|MABBR) (de|do|,)? Y:YEAR
 *
 * A word in small letters is that word (folded), capitals name a class, `(a|b)` is a choice, `?` makes an element optional, `X:` names a
 * slot that the constructor reads, `+` before an element asks that no white space stands before it, `>` marks where the extent without
 * its introducing words begins, `<` ends what is only looked at and not consumed. There is no repetition: every pattern has a greatest length, so the work at one position of a text is
 * bounded by the size of the compiled trie and never depends on the text.
 */
import { type ClassName, CLASSES, type Lexicon, maskOf } from './lexicon.ts';
import { GLUED } from './token.ts';

/** A pattern as data. `make` names the constructor of the meaning; `with` is handed to it. */
export interface Pattern {
  readonly id: string;
  readonly make: string;
  readonly forms: readonly string[];
  /** Class of what is made; it may depend on the constructor, which then says so itself. */
  readonly as?: ClassName;
  readonly with?: Readonly<Record<string, string | number>>;
}

/** The sequence a level of patterns is matched against. */
export interface Sequence {
  readonly count: number;
  readonly word: Int32Array;
  readonly lo: Int32Array;
  readonly hi: Int32Array;
  readonly gap: Uint8Array;
}

interface Element {
  readonly words: ReadonlySet<number>;
  readonly lo: number;
  readonly hi: number;
  readonly glued: boolean;
}

interface Edge {
  readonly element: Element;
  readonly to: Node;
}

interface Node {
  readonly edges: Edge[];
  readonly keys: Map<string, Edge>;
  terminal: Terminal | null;
}

export interface Terminal {
  readonly pattern: Pattern;
  /** Order of declaration: of two matches of one length the earlier wins. */
  readonly rank: number;
  /** Slot letter of each position, '' where there is none. */
  readonly slots: readonly string[];
  /** Position at which the extent without introducing words begins. */
  readonly core: number;
  /** Items at the beginning that are only context. */
  readonly behind: number;
}

export interface Match {
  length: number;
  terminal: Terminal;
}

interface ParsedElement {
  readonly key: string;
  readonly element: Element;
  readonly slot: string;
  readonly optional: boolean;
  readonly core: boolean;
  readonly behind: boolean;
}

const NOTHING = 0;

export class PatternSet {
  readonly #root: Node = { edges: [], keys: new Map(), terminal: null };
  readonly #byWord = new Map<number, Edge[]>();
  #byClass: Edge[] = [];
  #rootLo = NOTHING;
  #rootHi = NOTHING;
  #ranks = 0;
  /** Edges looked at since the set was made: the measure of work that the linearity tests count. */
  steps = 0;
  readonly #found: Match[] = [];

  constructor(patterns: readonly Pattern[], lexicon: Lexicon) {
    for (const pattern of patterns) for (const form of pattern.forms) this.#add(pattern, form, lexicon);
    for (const edge of this.#root.edges) {
      for (const word of edge.element.words) {
        const list = this.#byWord.get(word);
        if (list) list.push(edge);
        else this.#byWord.set(word, [edge]);
      }
      this.#rootLo |= edge.element.lo;
      this.#rootHi |= edge.element.hi;
    }
    this.#byClass = this.#root.edges.filter((edge) => edge.element.lo !== 0 || edge.element.hi !== 0);
  }

  /** Whether a match may begin at the item; one test for nearly every word of a text. */
  begins(word: number, lo: number, hi: number): boolean {
    return (lo & this.#rootLo) !== 0 || (hi & this.#rootHi) !== 0 || (word !== 0 && this.#byWord.has(word));
  }

  /** Every match that begins at `at`, longest first. The array is reused by the next call. */
  matches(seq: Sequence, at: number): readonly Match[] {
    const found = this.#found;
    found.length = 0;
    const word = seq.word[at]!;
    const byWord = word !== 0 ? this.#byWord.get(word) : undefined;
    if (byWord) {
      for (const edge of byWord) {
        this.steps++;
        this.#walk(seq, at + 1, 1, edge.to);
      }
    }
    const lo = seq.lo[at]!;
    const hi = seq.hi[at]!;
    if ((lo & this.#rootLo) !== 0 || (hi & this.#rootHi) !== 0) {
      for (const edge of this.#byClass) {
        this.steps++;
        const e = edge.element;
        if (((lo & e.lo) !== 0 || (hi & e.hi) !== 0) && !(word !== 0 && e.words.has(word))) {
          this.#walk(seq, at + 1, 1, edge.to);
        }
      }
    }
    if (found.length > 1) found.sort((a, b) => b.length - a.length || a.terminal.rank - b.terminal.rank);
    return found;
  }

  #walk(seq: Sequence, at: number, length: number, node: Node): void {
    if (node.terminal) this.#found.push({ length, terminal: node.terminal });
    if (at >= seq.count || node.edges.length === 0) return;
    const word = seq.word[at]!;
    const lo = seq.lo[at]!;
    const hi = seq.hi[at]!;
    if (word === 0 && lo === 0 && hi === 0) return;
    const gap = seq.gap[at]!;
    if (gap > 2) return;
    const { edges } = node;
    for (let i = 0; i < edges.length; i++) {
      const edge = edges[i]!;
      const e = edge.element;
      this.steps++;
      if (e.glued && gap !== GLUED) continue;
      if ((lo & e.lo) !== 0 || (hi & e.hi) !== 0 || (word !== 0 && e.words.has(word))) {
        this.#walk(seq, at + 1, length + 1, edge.to);
      }
    }
  }

  #add(pattern: Pattern, form: string, lexicon: Lexicon): void {
    const elements = parseForm(form, lexicon);
    const insert = (node: Node, k: number, slots: string[], core: number, behind: number): void => {
      if (k === elements.length) {
        if (slots.length > 0) {
          node.terminal ??= { pattern, rank: this.#ranks++, slots: [...slots], core: Math.max(core, behind), behind };
        }
        return;
      }
      const e = elements[k]!;
      const here = e.core ? slots.length : core;
      const back = e.behind ? slots.length : behind;
      let edge = node.keys.get(e.key);
      if (!edge) {
        edge = { element: e.element, to: { edges: [], keys: new Map(), terminal: null } };
        node.keys.set(e.key, edge);
        node.edges.push(edge);
      }
      slots.push(e.slot);
      insert(edge.to, k + 1, slots, here, back);
      slots.pop();
      if (e.optional) insert(node, k + 1, slots, here, back);
    };
    insert(this.#root, 0, [], 0, 0);
  }
}

function parseForm(form: string, lexicon: Lexicon): ParsedElement[] {
  const out: ParsedElement[] = [];
  let core = false;
  let behind = false;
  for (let part of form.trim().split(/\s+/)) {
    if (part === '>') {
      core = true;
      continue;
    }
    if (part === '<') {
      behind = true;
      continue;
    }
    const glued = part.startsWith('+') && part.length > 1;
    if (glued) part = part.slice(1);
    let slot = '';
    const named = /^([A-Z]\d?):(.+)$/.exec(part);
    if (named) {
      slot = named[1]!;
      part = named[2]!;
    }
    const optional = part.endsWith('?') && part.length > 1;
    if (optional) part = part.slice(0, -1);
    if (part.length > 1 && part.startsWith('(') !== part.endsWith(')')) throw new Error(`a choice may not hold blanks: ${form}`);
    const choices = part.startsWith('(') && part.endsWith(')') ? part.slice(1, -1).split('|') : [part];
    const words = new Set<number>();
    const classes: ClassName[] = [];
    for (const choice of choices) {
      if (/^[A-Z]{2,}$/.test(choice)) {
        if (!(CLASSES as readonly string[]).includes(choice)) throw new Error(`unknown class ${choice} in pattern: ${form}`);
        classes.push(choice as ClassName);
      } else words.add(lexicon.add({ word: choice }));
    }
    const mask = maskOf(classes);
    const key = `${glued ? '+' : ''}${[...classes].sort().join('|')}#${[...words].sort((a, b) => a - b).join('|')}`;
    out.push({ key, element: { words, lo: mask.lo, hi: mask.hi, glued }, slot, optional, core, behind });
    core = false;
    behind = false;
  }
  return out;
}

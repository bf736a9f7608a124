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
import { CLASSES, type ClassName, type Lexicon, maskOf } from './lexicon.ts';
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
  /** The word when there is only one, −1 otherwise: comparing it saves the look-up. */
  readonly only: number;
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
  /** What all the edges together may begin with, where there are many: most items begin none of them. */
  gate: Gate | null;
  readonly keys: Map<string, Edge>;
  terminal: Terminal | null;
}

interface Gate {
  readonly lo: number;
  readonly hi: number;
  /** 1 for each word. */
  readonly words: Uint8Array;
}

/** A node of fewer edges looks at them all. */
const MANY_EDGES = 4;

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

interface ParsedElement {
  readonly key: string;
  readonly element: Element;
  readonly slot: string;
  readonly optional: boolean;
  readonly core: boolean;
  readonly behind: boolean;
}

const NOTHING = 0;
/** More matches than this at one place are not looked at; no place of any text has come near it. */
const MOST_MATCHES = 256;

function hasWord(e: Element, word: number): boolean {
  return e.only >= 0 ? e.only === word : e.words.has(word);
}

export class PatternSet {
  readonly #root: Node = { edges: [], gate: null, keys: new Map(), terminal: null };
  /** Edges of the root by word id; most words have none. */
  readonly #byWord: (Edge[] | undefined)[] = [];
  #byClass: Edge[] = [];
  readonly #byClasses = new Map<number, Edge[]>();
  #rootLo = NOTHING;
  #rootHi = NOTHING;
  #ranks = 0;
  /** Edges looked at since the set was made: the measure of work that the linearity tests count. */
  steps = 0;
  /** Matches of the last call of `matches`: `count` of them, longest first. */
  count = 0;
  readonly lengths = new Int32Array(MOST_MATCHES);
  readonly terminals: Terminal[] = [];
  #longest = 0;

  constructor(patterns: readonly Pattern[], lexicon: Lexicon) {
    for (const pattern of patterns) for (const form of pattern.forms) this.#add(pattern, form, lexicon);
    closeGates(this.#root);
    for (const edge of this.#root.edges) {
      for (const word of edge.element.words) {
        const list = this.#byWord[word];
        if (list) list.push(edge);
        else this.#byWord[word] = [edge];
      }
      this.#rootLo |= edge.element.lo;
      this.#rootHi |= edge.element.hi;
    }
    for (let word = 0; word < this.#byWord.length; word++) this.#byWord[word] ??= undefined;
    this.#byClass = this.#root.edges.filter((edge) => edge.element.lo !== 0 || edge.element.hi !== 0);
  }

  /** Whether a match may begin at the item; one test for nearly every word of a text. */
  begins(word: number, lo: number, hi: number): boolean {
    return (
      (lo & this.#rootLo) !== 0 ||
      (hi & this.#rootHi) !== 0 ||
      (word !== 0 && word < this.#byWord.length && this.#byWord[word] !== undefined)
    );
  }

  /** Finds every match that begins at `at`, longest first; of one length the pattern declared first. */
  matches(seq: Sequence, at: number): number {
    this.count = 0;
    this.#from(seq, at);
    const { lengths, terminals, count } = this;
    for (let i = 1; i < count; i++) {
      const length = lengths[i]!;
      const terminal = terminals[i]!;
      let j = i - 1;
      while (
        j >= 0 &&
        (lengths[j]! < length || (lengths[j] === length && terminals[j]!.rank > terminal.rank))
      ) {
        lengths[j + 1] = lengths[j]!;
        terminals[j + 1] = terminals[j]!;
        j--;
      }
      lengths[j + 1] = length;
      terminals[j + 1] = terminal;
    }
    return count;
  }

  /** Length of the longest match without context that begins at `at`; what `matches` found stays. */
  longest(seq: Sequence, at: number): number {
    const { count } = this;
    this.count = MOST_MATCHES;
    this.#longest = 0;
    this.#from(seq, at);
    this.count = count;
    return this.#longest;
  }

  #from(seq: Sequence, at: number): void {
    const word = seq.word[at]!;
    const byWord = word !== 0 && word < this.#byWord.length ? this.#byWord[word] : undefined;
    if (byWord !== undefined) {
      for (let i = 0; i < byWord.length; i++) {
        this.steps++;
        this.#walk(seq, at + 1, 1, byWord[i]!.to);
      }
    }
    const lo = seq.lo[at]!;
    const hi = seq.hi[at]!;
    if ((lo & this.#rootLo) !== 0 || (hi & this.#rootHi) !== 0) {
      // Items have few different sets of classes: the edges of each set are picked once.
      const key = lo + hi * 2 ** 31;
      let edges = this.#byClasses.get(key);
      if (edges === undefined) {
        edges = this.#byClass.filter(({ element }) => (lo & element.lo) !== 0 || (hi & element.hi) !== 0);
        this.#byClasses.set(key, edges);
      }
      for (let i = 0; i < edges.length; i++) {
        this.steps++;
        if (!(word !== 0 && hasWord(edges[i]!.element, word))) this.#walk(seq, at + 1, 1, edges[i]!.to);
      }
    }
  }

  #walk(seq: Sequence, at: number, length: number, node: Node): void {
    const { terminal } = node;
    if (terminal !== null) {
      if (this.count < MOST_MATCHES) {
        this.lengths[this.count] = length;
        this.terminals[this.count++] = terminal;
      } else if (terminal.behind === 0 && length > this.#longest) this.#longest = length;
    }
    const { edges } = node;
    if (at >= seq.count || edges.length === 0) return;
    const gap = seq.gap[at]!;
    if (gap > 2) return;
    const word = seq.word[at]!;
    const lo = seq.lo[at]!;
    const hi = seq.hi[at]!;
    const { gate } = node;
    if (
      gate !== null &&
      (lo & gate.lo) === 0 &&
      (hi & gate.hi) === 0 &&
      (word >= gate.words.length || gate.words[word] === 0)
    ) {
      this.steps++;
      return;
    }
    for (let i = 0; i < edges.length; i++) {
      const e = edges[i]!.element;
      this.steps++;
      if (e.glued && gap !== GLUED) continue;
      if ((lo & e.lo) !== 0 || (hi & e.hi) !== 0 || (word !== 0 && hasWord(e, word)))
        this.#walk(seq, at + 1, length + 1, edges[i]!.to);
    }
  }

  #add(pattern: Pattern, form: string, lexicon: Lexicon): void {
    const elements = parseForm(form, lexicon);
    const insert = (node: Node, k: number, slots: string[], core: number, behind: number): void => {
      if (k === elements.length) {
        if (slots.length > 0) {
          node.terminal ??= {
            pattern,
            rank: this.#ranks++,
            slots: [...slots],
            core: Math.max(core, behind),
            behind,
          };
        }
        return;
      }
      const e = elements[k]!;
      const here = e.core ? slots.length : core;
      const back = e.behind ? slots.length : behind;
      let edge = node.keys.get(e.key);
      if (!edge) {
        edge = { element: e.element, to: { edges: [], gate: null, keys: new Map(), terminal: null } };
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

function closeGates(node: Node): void {
  const { edges } = node;
  for (const { to } of edges) closeGates(to);
  if (edges.length < MANY_EDGES) return;
  let lo = 0;
  let hi = 0;
  let most = 0;
  for (const { element } of edges) {
    lo |= element.lo;
    hi |= element.hi;
    for (const word of element.words) if (word > most) most = word;
  }
  const words = new Uint8Array(most + 1);
  for (const { element } of edges) for (const word of element.words) words[word] = 1;
  node.gate = { lo, hi, words };
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
    if (part.length > 1 && part.startsWith('(') !== part.endsWith(')'))
      throw new Error(`a choice may not hold blanks: ${form}`);
    const choices = part.startsWith('(') && part.endsWith(')') ? part.slice(1, -1).split('|') : [part];
    const words = new Set<number>();
    const classes: ClassName[] = [];
    for (const choice of choices) {
      if (/^[A-Z]{2,}$/.test(choice)) {
        if (!(CLASSES as readonly string[]).includes(choice))
          throw new Error(`unknown class ${choice} in pattern: ${form}`);
        classes.push(choice as ClassName);
      } else words.add(lexicon.add({ word: choice }));
    }
    const mask = maskOf(classes);
    const key = `${glued ? '+' : ''}${[...classes].sort().join('|')}#${[...words].sort((a, b) => a - b).join('|')}`;
    out.push({
      key,
      element: { words, only: words.size === 1 ? [...words][0]! : -1, lo: mask.lo, hi: mask.hi, glued },
      slot,
      optional,
      core,
      behind,
    });
    core = false;
    behind = false;
  }
  return out;
}

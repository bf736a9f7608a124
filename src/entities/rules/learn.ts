/**
 * Rules learned from a site's pages without a label: for each text the chain from its label (and the other families),
 * kept when it holds on enough pages. All candidate rules are executed together, label by label, over a trie of their
 * chains, so the cost follows the number of matches and not rules times pages.
 */

import { grown } from '../../bytes/index.ts';
import { type SiteGraph, TEMPLATE, TEXT } from '../graph/site-graph.ts';
import { pagesNeeded, pagesWithText } from '../graph/template.ts';
import { ANY_TEXT, ChainTrie, LINE } from './chain-trie.ts';
import { NearestTemplate } from './nearest-template.ts';
import { RULES_MODERN, type RuleProfile } from './profile.ts';
import { type LineRange, pathOf, Rule, type RuleFamily, RuleStep, ruleId } from './rule.ts';
import { severalValues } from './several-values.ts';
import { TreePath } from './tree-path.ts';

export interface LearnedRule {
  readonly id: string;
  readonly rule: Rule;
  /** Number of pages with at least one value. */
  readonly pages: number;
  /** The value nodes, in document order. */
  readonly nodes: Int32Array;
  /** For each value the node of its label, or -1. */
  readonly labels: Int32Array;
  /** Rules that give the same nodes have the same column. */
  readonly column: number;
  /** Made to take all of several values that stand side by side. */
  readonly list?: true;
}

export interface RuleSet {
  readonly graph: SiteGraph;
  readonly profile: RuleProfile;
  /** In the order of preference: more pages first, then labels before paths, then shorter chains. */
  readonly rules: readonly LearnedRule[];
  /** Steps of chains looked at: what the time of learning grows with. */
  readonly work: number;
}

const HAS_LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** A rule before it is known to be worth keeping. */
interface Candidate {
  readonly family: RuleFamily;
  readonly step: number;
  readonly lines: LineRange | null;
}

class Induction {
  readonly #graph: SiteGraph;
  readonly #profile: RuleProfile;
  readonly #trie = new ChainTrie();
  readonly #path = new TreePath();
  /** Candidate number + 1 by trie step. */
  #candidateAt = new Int32Array(1024);
  readonly #candidates: Candidate[] = [];
  readonly #pages: number[] = [];
  readonly #rows: number[] = [];
  readonly #lastPage: number[] = [];
  readonly #firstValue: number[] = [];
  readonly #varies: boolean[] = [];
  readonly #usable: Uint8Array;
  readonly #pagesWithText: Int32Array;
  readonly #relaxes: Uint8Array | null;
  // Of the second walk: where the rows of the candidates kept go, and which trie steps lead to one.
  #nodes: (Int32Array | null)[] | null = null;
  #labels: (Int32Array | null)[] = [];
  #filled: Int32Array = new Int32Array(0);
  #alive: Uint8Array | null = null;
  /** Steps looked at so far. */
  work = 0;
  #page = 0;
  #label = -1;

  constructor(graph: SiteGraph, profile: RuleProfile) {
    this.#graph = graph;
    this.#profile = profile;
    this.#usable = new Uint8Array(graph.strings.length).fill(1);
    if (profile.lettersOrDigits)
      for (let id = 0; id < this.#usable.length; id++)
        if (!HAS_LETTER_OR_DIGIT.test(graph.strings[id]!)) this.#usable[id] = 0;
    this.#pagesWithText = pagesWithText(graph);
    this.#relaxes = profile.apex === 'auto' ? this.#onceOnMostPages() : null;
  }

  /** By value: whether a text stands exactly once in at least 95 % of the pages that have it. */
  #onceOnMostPages(): Uint8Array {
    const graph = this.#graph;
    const { start, items } = graph.occurrences;
    const result = new Uint8Array(graph.strings.length);
    for (let id = 0; id < result.length; id++) {
      let once = 0;
      let run = 0;
      let page = -1;
      for (let at = start[id]!; at < start[id + 1]!; at++) {
        if (graph.type[items[at]!] !== TEXT) continue;
        const here = graph.page(items[at]!);
        if (here === page) {
          if (++run === 2) once--;
        } else {
          page = here;
          run = 1;
          once++;
        }
      }
      if (once >= 0.95 * this.#pagesWithText[id]! - 1e-9) result[id] = 1;
    }
    return result;
  }

  learn(): LearnedRule[] {
    const { families } = this.#profile;
    const induce = (): void => this.#forEachValue((node, label) => this.#induce(node, label));
    induce();
    if (families.includes('label')) this.#executeLabels();
    const kept = this.#survivors();
    this.#nodes = this.#candidates.map(() => null);
    this.#labels = this.#candidates.map(() => null);
    this.#filled = new Int32Array(this.#candidates.length);
    for (const candidate of kept) {
      this.#nodes[candidate] = new Int32Array(this.#rows[candidate]!);
      this.#labels[candidate] = new Int32Array(this.#rows[candidate]!);
    }
    this.#alive = this.#leadingTo(kept);
    // The second walk finds the same candidates again and now keeps their rows.
    if (families.includes('preceding') || families.includes('path')) induce();
    if (families.includes('label')) this.#executeLabels();
    return this.#learned(kept);
  }

  /** Every text that may be a value, with its nearest template text (-1: none). */
  #forEachValue(visit: (node: number, label: number) => void): void {
    const graph = this.#graph;
    const { pageCount, role, value, texts } = graph;
    const profile = this.#profile;
    const withLabel = profile.families.includes('label') && this.#nodes === null;
    const nearest = new NearestTemplate(graph, profile.tie, this.#usable);
    for (let page = 0; page < pageCount; page++) {
      this.#page = page;
      if (withLabel) nearest.walk(page);
      for (let at = texts.start[page]!; at < texts.start[page + 1]!; at++) {
        const node = texts.items[at]!;
        if (this.#usable[value[node]!] === 0) continue;
        if (role[node] === TEMPLATE && !profile.frequentValues) continue;
        visit(node, withLabel ? nearest.labelOf(node) : -1);
      }
    }
  }

  #induce(node: number, label: number): void {
    const { families } = this.#profile;
    if (label >= 0) this.#induceLabel(node, label);
    if (families.includes('preceding')) this.#inducePreceding(node);
    if (families.includes('path')) this.#inducePath(node);
  }

  #induceLabel(node: number, label: number): void {
    const graph = this.#graph;
    const path = this.#path;
    if (!path.between(graph, label, node)) return;
    const { apex } = this.#profile;
    const relaxed =
      apex === 'relaxed' || (apex === 'auto' && this.#relaxes![graph.value[label]!] === 1) ? 1 : 0;
    if (apex === 'both' || relaxed === 0) this.#candidate('label', this.#chain(true, -1), null);
    if (apex === 'both' || relaxed === 1) this.#candidate('label', this.#chain(true, path.apex), null);
  }

  #inducePreceding(node: number): void {
    const graph = this.#graph;
    const after = graph.after[node]!;
    const distance = graph.line[node]! - after;
    if (after === 0 || distance > this.#profile.window) return;
    const label = graph.texts.items[graph.texts.start[this.#page]! + after - 1]!;
    if (this.#usable[graph.value[label]!] === 0 || !this.#path.between(graph, label, node)) return;
    const end = this.#chain(false, -1);
    this.#label = label;
    const window = { from: 1, to: this.#profile.window };
    this.#count(this.#candidate('preceding', this.#trie.extend(end, LINE, 0), window), node);
    const exact = { from: distance, to: distance };
    this.#count(this.#candidate('preceding', this.#trie.extend(end, LINE, distance), exact), node);
  }

  #inducePath(node: number): void {
    if (!this.#path.fromRoot(this.#graph, node)) return;
    this.#label = -1;
    this.#count(this.#candidate('path', this.#chain(true, -1), null), node);
  }

  /** The trie step at the end of the path found last; -1 when it is not in the trie and must not be. */
  #chain(positions: boolean, without: number): number {
    const { nodes, length } = this.#path;
    this.work += length;
    const { type, value, position } = this.#graph;
    const trie = this.#trie;
    let step = 0;
    for (let i = 0; i < length && step >= 0; i++) {
      const node = nodes[i]!;
      const key = i === length - 1 ? ANY_TEXT : type[node] === TEXT ? 2 * value[node]! + 1 : 2 * value[node]!;
      step = trie.extend(step, key, positions && i !== without ? position[node]! : 0);
    }
    return step;
  }

  #candidate(family: RuleFamily, step: number, lines: LineRange | null): number {
    if (step < 0) return -1;
    if (step >= this.#candidateAt.length)
      this.#candidateAt = grown(this.#candidateAt, Math.max(this.#trie.key.length, step + 1));
    const known = this.#candidateAt[step]!;
    if (known !== 0) return known - 1;
    this.#candidates.push({ family, step, lines });
    this.#pages.push(0);
    this.#rows.push(0);
    this.#lastPage.push(-1);
    this.#firstValue.push(-1);
    this.#varies.push(false);
    this.#candidateAt[step] = this.#candidates.length;
    return this.#candidates.length - 1;
  }

  /** A match of a candidate: counted in the first walk, kept in the second. */
  #count(candidate: number, node: number): void {
    if (candidate < 0) return;
    if (this.#nodes !== null) {
      const rows = this.#nodes[candidate];
      if (rows === null || rows === undefined) return;
      const at = this.#filled[candidate]!++;
      rows[at] = node;
      this.#labels[candidate]![at] = this.#label;
      return;
    }
    this.#rows[candidate]!++;
    const value = this.#graph.value[node]!;
    if (this.#lastPage[candidate] !== this.#page) {
      this.#lastPage[candidate] = this.#page;
      this.#pages[candidate]!++;
    }
    if (this.#firstValue[candidate] === -1) this.#firstValue[candidate] = value;
    else if (this.#firstValue[candidate] !== value) this.#varies[candidate] = true;
  }

  #executeLabels(): void {
    const { pageCount, texts, value, position, role } = this.#graph;
    const trie = this.#trie;
    for (let page = 0; page < pageCount; page++) {
      this.#page = page;
      for (let at = texts.start[page]!; at < texts.start[page + 1]!; at++) {
        const node = texts.items[at]!;
        if (role[node] !== TEMPLATE) continue;
        const step = trie.find(0, 2 * value[node]! + 1, position[node]!);
        if (step < 0 || !this.#leads(step)) continue;
        this.#label = node;
        this.#explore(step, node, -1, true);
      }
    }
  }

  #leads(step: number): boolean {
    return this.#alive === null || this.#alive[step] === 1;
  }

  /** All continuations of a chain from a node; its depth is that of a chain, which is bounded. */
  #explore(step: number, node: number, from: number, climbing: boolean): void {
    this.work++;
    const trie = this.#trie;
    const found = step < this.#candidateAt.length ? this.#candidateAt[step]! : 0;
    if (found !== 0 && trie.key[step] === ANY_TEXT) this.#count(found - 1, node);
    const graph = this.#graph;
    const above = climbing ? graph.parent[node]! : -1;
    const { start, items } = graph.children;
    const first = start[node]!;
    const end = start[node + 1]!;
    this.work += Math.min(trie.degree[step]!, 2 * (end - first + 1));
    if (trie.degree[step]! > 2 * (end - first + 1)) {
      // More ways to go on than neighbours: ask for each neighbour whether there is a step for it.
      for (const position of [0, -1]) {
        if (above >= 0) this.#follow(step, above, position, node, true);
        for (let at = first; at < end; at++) {
          const child = items[at]!;
          if (child !== from) this.#follow(step, child, position, -1, false);
        }
      }
      return;
    }
    for (let next = trie.first[step]!; next >= 0; next = trie.next[next]!) {
      if (!this.#leads(next)) continue;
      if (above >= 0 && this.#matches(next, above)) this.#explore(next, above, node, true);
      const wanted = trie.position[next]!;
      const low = wanted === 0 ? first : first + wanted - 1;
      const high = wanted === 0 ? end : Math.min(end, low + 1);
      for (let at = low; at < high; at++) {
        const child = items[at]!;
        if (child !== from && this.#matches(next, child)) this.#explore(next, child, -1, false);
      }
    }
  }

  #follow(step: number, node: number, position: number, from: number, climbing: boolean): void {
    const { type, value } = this.#graph;
    const at = position === 0 ? 0 : this.#graph.position[node]!;
    const next = this.#trie.find(step, type[node] === TEXT ? ANY_TEXT : 2 * value[node]!, at);
    if (next >= 0 && this.#leads(next)) this.#explore(next, node, from, climbing);
  }

  #matches(step: number, node: number): boolean {
    const { type, value, position } = this.#graph;
    const key = this.#trie.key[step]!;
    const wanted = this.#trie.position[step]!;
    if (wanted !== 0 && position[node] !== wanted) return false;
    return key === ANY_TEXT ? type[node] === TEXT : type[node] !== TEXT && 2 * value[node]! === key;
  }

  #survivors(): number[] {
    const { gamma, leastPages, dropConstant } = this.#profile;
    const needed = Math.max(leastPages, pagesNeeded(gamma, this.#graph.pageCount));
    const kept: number[] = [];
    for (let i = 0; i < this.#candidates.length; i++)
      if (this.#pages[i]! >= needed && (!dropConstant || this.#varies[i]!)) kept.push(i);
    return kept;
  }

  #leadingTo(kept: readonly number[]): Uint8Array {
    const alive = new Uint8Array(this.#trie.count);
    for (const candidate of kept)
      for (let step = this.#candidates[candidate]!.step; step > 0 && alive[step] === 0; ) {
        alive[step] = 1;
        step = this.#trie.parent[step]!;
      }
    return alive;
  }

  #learned(kept: readonly number[]): LearnedRule[] {
    const learned: Omit<LearnedRule, 'column'>[] = kept.map((candidate) => {
      const rule = this.#rule(this.#candidates[candidate]!);
      const { nodes, labels } = sortedRows(this.#nodes![candidate]!, this.#labels[candidate]!);
      this.#nodes![candidate] = this.#labels[candidate] = null;
      return { id: ruleId(rule), rule, pages: this.#pages[candidate]!, nodes, labels };
    });
    if (this.#profile.several) learned.push(...severalValues(this.#graph, learned));
    learned.sort(byPreference);
    return withColumns(learned);
  }

  #rule({ family, step, lines }: Candidate): Rule {
    const trie = this.#trie;
    const steps: RuleStep[] = [];
    for (let at = step; at > 0; at = trie.parent[at]!) {
      const key = trie.key[at]!;
      if (key === LINE) continue;
      const position = trie.position[at] === 0 ? null : trie.position[at]!;
      if (key === ANY_TEXT) steps.push(RuleStep.text(null, position));
      else if (key % 2 === 1) steps.push(RuleStep.text(this.#graph.strings[key >> 1]!, position));
      else steps.push(RuleStep.tag(this.#graph.strings[key >> 1]!, position));
    }
    return Rule.create(family, steps.reverse(), lines);
  }
}

/** Rows in document order, each value node once, with the first of its labels. */
function sortedRows(nodes: Int32Array, labels: Int32Array): { nodes: Int32Array; labels: Int32Array } {
  let sorted = true;
  for (let i = 1; sorted && i < nodes.length; i++) sorted = nodes[i - 1]! < nodes[i]!;
  if (sorted) return { nodes, labels };
  const order = Array.from(nodes.keys()).sort((a, b) => nodes[a]! - nodes[b]! || labels[a]! - labels[b]!);
  const unique = order.filter((at, i) => i === 0 || nodes[at] !== nodes[order[i - 1]!]);
  return {
    nodes: Int32Array.from(unique, (at) => nodes[at]!),
    labels: Int32Array.from(unique, (at) => labels[at]!),
  };
}

const FAMILY_ORDER: Readonly<Record<RuleFamily, number>> = { label: 0, preceding: 1, path: 2 };

type Unplaced = Omit<LearnedRule, 'column'>;

function byPreference(a: Unplaced, b: Unplaced): number {
  return (
    b.pages - a.pages ||
    FAMILY_ORDER[a.rule.family] - FAMILY_ORDER[b.rule.family] ||
    a.rule.steps.length - b.rule.steps.length ||
    compare(pathOf(a.rule), pathOf(b.rule)) ||
    compare(a.id, b.id)
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function sameNodes(a: Int32Array, b: Int32Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Numbers the columns; rules of one column share one array of nodes. */
function withColumns(rules: readonly Unplaced[]): LearnedRule[] {
  const byHash = new Map<number, { column: number; nodes: Int32Array }[]>();
  let columns = 0;
  return rules.map((rule) => {
    let hash = rule.nodes.length;
    for (const node of rule.nodes) hash = Math.imul(hash ^ node, 0x9e3779b1) ^ (hash >>> 15);
    const bucket = byHash.get(hash) ?? [];
    byHash.set(hash, bucket);
    let place = bucket.find((known) => sameNodes(known.nodes, rule.nodes));
    if (place === undefined) {
      place = { column: columns++, nodes: rule.nodes };
      bucket.push(place);
    }
    return { ...rule, nodes: place.nodes, column: place.column };
  });
}

/** Learns the rules of a site; see `RuleProfile` for what they are. */
export function learnRules(graph: SiteGraph, profile: RuleProfile = RULES_MODERN): RuleSet {
  const induction = new Induction(graph, profile);
  return { graph, profile, rules: induction.learn(), work: induction.work };
}

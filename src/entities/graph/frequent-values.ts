/**
 * Frequent texts that are values: a dominant nationality, a team that every page has in its menu as well. Frequency calls
 * them template; what gives them away is their slot.
 *
 * A slot is a place in the page (tags and positions from the root). When a frequent text `v` stands in a slot that holds
 * other texts on other pages, it is a value there if the others *replace* it: where another text `w` stands, the page has
 * one `v` fewer, and where `v` stands the page has one `w` fewer. Labels that moved because a row is missing do not
 * replace one another: the label that moved up stands in both pages.
 */
import { DATA, type GraphColumns, TEMPLATE, TEXT } from './site-graph.ts';

/** A slot on fewer pages tells nothing. */
const LEAST_PAGES = 4;
/** Below this share of other texts the slot is a label's, with odd pages among the rest. */
const LEAST_OTHERS = 0.08;

/** Slot number of every text, by the path of tags and positions from the root; -1 for tags. */
function slotsOf(graph: GraphColumns): { slot: Int32Array; count: number } {
  const slot = new Int32Array(graph.type.length).fill(-1);
  const place = new Int32Array(graph.type.length);
  const known = new Map<number, Map<number, number>>();
  let places = 1;
  let count = 0;
  const slotOfPlace = new Map<number, number>();
  for (let node = 0; node < graph.type.length; node++) {
    const above = graph.parent[node]! < 0 ? 0 : place[graph.parent[node]!]!;
    const isText = graph.type[node] === TEXT;
    // Positions are far below 2^20; a text's step has no value.
    const key =
      (isText ? 0 : graph.value[node]! + 1) * 1_048_576 + Math.min(graph.position[node]!, 1_048_575);
    let below = known.get(above);
    if (below === undefined) known.set(above, (below = new Map()));
    let here = below.get(key);
    if (here === undefined) below.set(key, (here = places++));
    place[node] = here;
    if (!isText) continue;
    let number = slotOfPlace.get(here);
    if (number === undefined) slotOfPlace.set(here, (number = count++));
    slot[node] = number;
  }
  return { slot, count };
}

/** The page of every occurrence of every value: value `v` stands on `pages[start[v]] … pages[start[v + 1] - 1]`. */
interface Occurrences {
  readonly start: Int32Array;
  readonly pages: Int32Array;
}

function occurrencesOf(graph: GraphColumns): Occurrences {
  const { strings, urls, pageStart, type, value } = graph;
  const start = new Int32Array(strings.length + 1);
  for (let node = 0; node < type.length; node++) if (type[node] === TEXT) start[value[node]! + 1]!++;
  for (let id = 0; id < strings.length; id++) start[id + 1]! += start[id]!;
  const pages = new Int32Array(start[strings.length]!);
  const next = start.slice();
  for (let page = 0; page < urls.length; page++)
    for (let node = pageStart[page]!; node < pageStart[page + 1]!; node++)
      if (type[node] === TEXT) pages[next[value[node]!]!++] = page;
  return { start, pages };
}

/** Marks as data the frequent texts that are values where they stand. `after` must be filled anew by the caller. */
export function demoteFrequentValues(graph: GraphColumns): number {
  const { slot, count } = slotsOf(graph);
  const pagesOfSlot = new Int32Array(count);
  for (let node = 0; node < slot.length; node++) if (slot[node]! >= 0) pagesOfSlot[slot[node]!]!++;
  // Only slots on enough pages that hold a template text and another.
  const first = new Int32Array(count).fill(-1);
  const hasTemplate = new Uint8Array(count);
  const varies = new Uint8Array(count);
  for (let node = 0; node < slot.length; node++) {
    const at = slot[node]!;
    if (at < 0) continue;
    if (graph.role[node] === TEMPLATE) hasTemplate[at] = 1;
    if (first[at] === -1) first[at] = graph.value[node]!;
    else if (first[at] !== graph.value[node]) varies[at] = 1;
  }
  const looksAt = (at: number): boolean =>
    at >= 0 && hasTemplate[at] === 1 && varies[at] === 1 && pagesOfSlot[at]! >= LEAST_PAGES;
  // The texts of those slots, slot by slot, in one array.
  const start = new Int32Array(count + 1);
  for (let at = 0; at < count; at++) start[at + 1] = start[at]! + (looksAt(at) ? pagesOfSlot[at]! : 0);
  const members = new Int32Array(start[count]!);
  const next = start.slice();
  for (let node = 0; node < slot.length; node++)
    if (looksAt(slot[node]!)) members[next[slot[node]!]!++] = node;
  const occurrences = occurrencesOf(graph);
  const held = new Int32Array(graph.urls.length).fill(-1);
  let demoted = 0;
  for (let at = 0; at < count; at++)
    if (start[at + 1]! > start[at]!)
      demoted += demoteInSlot(graph, members.subarray(start[at]!, start[at + 1]!), occurrences, held);
  return demoted;
}

/** `held`: by page the value that the slot holds there, -1 for none; left as it was found. */
function demoteInSlot(
  graph: GraphColumns,
  list: Int32Array,
  occurrences: Occurrences,
  held: Int32Array,
): number {
  const nodesOf = new Map<number, number[]>();
  const pages: number[] = [];
  let page = 0;
  for (const node of list) {
    while (graph.pageStart[page + 1]! <= node) page++;
    const value = graph.value[node]!;
    held[page] = value;
    pages.push(page);
    const nodes = nodesOf.get(value);
    if (nodes === undefined) nodesOf.set(value, [node]);
    else nodes.push(node);
  }
  let demoted = 0;
  for (const [value, nodes] of nodesOf) {
    if (graph.role[nodes[0]!] !== TEMPLATE) continue;
    const others = list.length - nodes.length;
    if (others < Math.max(2, LEAST_OTHERS * list.length)) continue;
    if (replacedBy(value, nodesOf, occurrences, held) * 2 < others) continue;
    for (const node of nodes) graph.role[node] = DATA;
    demoted += nodes.length;
  }
  for (const at of pages) held[at] = -1;
  return demoted;
}

/** On how many pages of the slot another value stands in place of `value`, and not only beside it. */
function replacedBy(
  value: number,
  nodesOf: ReadonlyMap<number, readonly number[]>,
  { start, pages }: Occurrences,
  held: Int32Array,
): number {
  // How often `value` stands on the pages where the slot holds each value.
  const sums = new Map<number, number>();
  for (let at = start[value]!; at < start[value + 1]!; at++) {
    const holder = held[pages[at]!]!;
    if (holder >= 0) sums.set(holder, (sums.get(holder) ?? 0) + 1);
  }
  const own = nodesOf.get(value)!.length;
  const here = sums.get(value)! / own;
  let replaced = 0;
  for (const [other, nodes] of nodesOf) {
    if (other === value || (sums.get(other) ?? 0) / nodes.length > here - 0.5) continue;
    let there = 0;
    let beside = 0;
    for (let at = start[other]!; at < start[other + 1]!; at++) {
      const holder = held[pages[at]!]!;
      if (holder === other) there++;
      else if (holder === value) beside++;
    }
    if (there / nodes.length >= beside / own + 0.5) replaced += nodes.length;
  }
  return replaced;
}

/**
 * SSim: how alike two blocks are built and dressed. Three measures: tag sequence and classes (the published choice), tags level by level
 * (Griazev and Ramanauskaitė, adapted), and the cosine of element counts.
 */
import type { XcexBlock } from './block.ts';
import type { GriazevCosts, StyleMeasure } from './parameters.ts';
import { sequenceRatio } from './sequence-ratio.ts';

/** Weight of the structural half; the published runs have the half. */
const STRUCTURE_SHARE = 0.5;
/** The measure was made for documents: each block is compared as one, with these before its own tags. */
const DOCUMENT_TAGS = ['html', 'body'] as const;

/** Numbers for names, the same over all blocks of a collection. */
export class Names {
  readonly #ids = new Map<string, number>();

  id(name: string): number {
    let id = this.#ids.get(name);
    if (id === undefined) this.#ids.set(name, (id = this.#ids.size));
    return id;
  }

  get size(): number {
    return this.#ids.size;
  }
}

/** What of a block the style measures read. */
export interface StyleProfile {
  /** `html`, `body`, then the block's tags in pre-order. */
  readonly tags: Int32Array;
  /** Sorted. */
  readonly classes: Int32Array;
  /** Tags by depth, in document order. */
  readonly levels: readonly (readonly number[])[];
  readonly tagCount: number;
  /** Element names, sorted, and how often each stands in the block. */
  readonly elements: Int32Array;
  readonly counts: Int32Array;
  readonly words: number;
}

export function styleProfile(
  block: Pick<XcexBlock, 'tags' | 'depths' | 'classes' | 'words'>,
  names: Names,
): StyleProfile {
  const tags = Int32Array.from([...DOCUMENT_TAGS, ...block.tags], (tag) => names.id(tag));
  const levels: number[][] = [];
  const counts = new Map<number, number>();
  let tagCount = 0;
  block.tags.forEach((tag, i) => {
    if (tag === 'comment') return;
    const id = names.id(tag);
    (levels[block.depths[i]!] ??= []).push(id);
    counts.set(id, (counts.get(id) ?? 0) + 1);
    tagCount++;
  });
  for (let i = 0; i < levels.length; i++) levels[i] ??= [];
  const elements = Int32Array.from(counts.keys()).sort();
  return {
    tags,
    classes: Int32Array.from(block.classes, (name) => names.id(`.${name}`)).sort(),
    levels,
    tagCount,
    elements,
    counts: elements.map((id) => counts.get(id)!),
    words: block.words,
  };
}

/** Ratcliff–Obershelp over the tag sequences. Of (block under analysis, other block): not symmetric. */
function structuralSimilarity(a: StyleProfile, b: StyleProfile): number {
  return sequenceRatio(a.tags, b.tags);
}

/** Jaccard index of two sorted sets; two empty ones are alike. */
export function classSimilarity(a: Int32Array, b: Int32Array): number {
  if (a.length === 0 && b.length === 0) return 1;
  const shared = sharedItems(a, b);
  return shared / (a.length + b.length - shared);
}

/** Items that two sorted sets have in common. */
export function sharedItems(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const x = a[i]!;
    const y = b[j]!;
    if (x === y) {
      shared++;
      i++;
      j++;
    } else if (x < y) i++;
    else j++;
  }
  return shared;
}

/** The two halves together. */
export function weighedStyle(structural: number, classes: number): number {
  return STRUCTURE_SHARE * structural + (1 - STRUCTURE_SHARE) * classes;
}

export function griazevSimilarity(a: StyleProfile, b: StyleProfile, costs: GriazevCosts): number {
  const size = Math.max(a.tagCount, b.tagCount);
  if (size === 0) return 1;
  const changed = costs.modify ** 2 * costs.constant;
  const inserted = costs.insert ** 2 * costs.constant;
  const removed = costs.remove ** 2 * costs.constant;
  let sum = 0;
  for (let depth = 0; depth < Math.max(a.levels.length, b.levels.length); depth++) {
    const left = a.levels[depth] ?? [];
    const right = b.levels[depth] ?? [];
    for (let i = 0; i < Math.max(left.length, right.length); i++) {
      if (i >= left.length) sum += inserted;
      else if (i >= right.length) sum += removed;
      else sum += left[i] === right[i] ? 1 : changed;
    }
  }
  return Math.min(1, Math.max(0, sum / size));
}

/** Cosine of the counts of each element, and of words. Words outweigh the rest: two paragraphs are nearly always alike. */
export function featureSimilarity(a: StyleProfile, b: StyleProfile): number {
  let dot = a.words * b.words;
  let squareA = a.words ** 2;
  let squareB = b.words ** 2;
  for (const count of a.counts) squareA += count ** 2;
  for (const count of b.counts) squareB += count ** 2;
  for (let i = 0, j = 0; i < a.elements.length && j < b.elements.length; ) {
    const x = a.elements[i]!;
    const y = b.elements[j]!;
    if (x === y) dot += a.counts[i++]! * b.counts[j++]!;
    else if (x < y) i++;
    else j++;
  }
  return squareA === 0 || squareB === 0 ? 0 : Math.min(1, dot / Math.sqrt(squareA * squareB));
}

export function styleSimilarity(
  a: StyleProfile,
  b: StyleProfile,
  measure: StyleMeasure,
  costs: GriazevCosts,
): number {
  switch (measure) {
    case 'html-similarity':
      return weighedStyle(structuralSimilarity(a, b), classSimilarity(a.classes, b.classes));
    case 'griazev':
      return griazevSimilarity(a, b, costs);
    case 'cosine':
      return featureSimilarity(a, b);
  }
}

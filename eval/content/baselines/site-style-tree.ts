/**
 * Site Style Tree (Yi, Liu and Li, 2003): the trees of all pages laid over each other; what is styled alike and says the same on all of
 * them matters little. Higher importance means more relevant, as in the original.
 */
import { type FlatDocument, TEXT, type TextBlocks, tagId } from '../../../src/html/index.ts';
import type { Baseline } from './baseline.ts';
import { leafBlocks } from './leaf-blocks.ts';

const DAMPING = 0.9;
/** Below this a leaf is noise. The original sets it by hand for each site. */
const IMPORTANCE_LIMIT = 0.3;
/** Deeper nodes are taken as part of their ancestor. */
const DEEPEST = 60;

/** −Σ p log_m p; 1 when only one page has the node. */
export function nodeImportance(probabilities: readonly number[], pages: number): number {
  if (pages <= 1) return 1;
  return -probabilities.reduce((sum, p) => (p === 0 ? sum : sum + (p * Math.log(p)) / Math.log(pages)), 0);
}

/** Of an element with several child styles: its own importance and those of what it holds, weighed by the number of styles. */
export function compositeImportance(
  probabilities: readonly number[],
  styleImportances: readonly number[],
  pages: number,
): number {
  const weight = DAMPING ** probabilities.length;
  const below = probabilities.reduce((sum, p, i) => sum + p * styleImportances[i]!, 0);
  return (1 - weight) * nodeImportance(probabilities, pages) + weight * below;
}

/** Of a leaf: 1 minus the mean entropy of its features over the pages. */
export function leafImportance(featureEntropies: readonly number[], pages: number): number {
  if (pages <= 1 || featureEntropies.length === 0) return 1;
  return 1 - featureEntropies.reduce((a, b) => a + b, 0) / featureEntropies.length;
}

interface StyleNode {
  pages: number;
  readonly children: ElementNode[];
}

interface ElementNode {
  pages: number;
  readonly styles: Map<string, StyleNode>;
  /** Of a leaf: how often each feature stands in it, by page. */
  readonly features: Map<string, Map<number, number>>;
  /** Blocks of text that were laid here. */
  readonly places: (readonly [page: number, block: number])[];
}

const newElement = (): ElementNode => ({ pages: 0, styles: new Map(), features: new Map(), places: [] });

const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'head'].map(tagId));

function styleOf(doc: FlatDocument, node: number): string {
  return `${doc.tagName(node)}.${doc.attribute(node, 'class') ?? ''}`;
}

/** Child elements that hold a block of text of their own somewhere below: inline markup is part of its leaf. */
function blockChildren(doc: FlatDocument, node: number, holders: Uint8Array): number[] {
  const children: number[] = [];
  for (const child of doc.children(node)) {
    if (doc.tag[child] !== TEXT && !SKIPPED.has(doc.tag[child]!) && holders[child] === 1)
      children.push(child);
  }
  return children;
}

function lay(
  element: ElementNode,
  doc: FlatDocument,
  node: number,
  page: number,
  holders: Uint8Array,
  blocksAt: ReadonlyMap<number, number[]>,
  blocks: TextBlocks,
  depth: number,
): void {
  element.pages++;
  const own = blocksAt.get(node) ?? [];
  for (const block of own) {
    element.places.push([page, block]);
    for (const word of blocks.text[block]!.toLowerCase().split(/[^\p{L}\p{N}]+/u)) {
      if (word === '') continue;
      let counts = element.features.get(word);
      if (counts === undefined) element.features.set(word, (counts = new Map()));
      counts.set(page, (counts.get(page) ?? 0) + 1);
    }
  }
  const children = depth >= DEEPEST ? [] : blockChildren(doc, node, holders);
  const key = children.map((child) => styleOf(doc, child)).join(' ');
  let style = element.styles.get(key);
  if (style === undefined) {
    style = { pages: 0, children: children.map(newElement) };
    element.styles.set(key, style);
  }
  style.pages++;
  children.forEach((child, i) => {
    lay(style.children[i]!, doc, child, page, holders, blocksAt, blocks, depth + 1);
  });
}

function entropyOver(counts: ReadonlyMap<number, number>, pages: number): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  let entropy = 0;
  for (const count of counts.values()) entropy -= ((count / sum) * Math.log(count / sum)) / Math.log(pages);
  return entropy;
}

/** Works out every importance below an element, and writes the verdicts of the leaves. */
function weigh(element: ElementNode, keep: (page: number, block: number) => void): number {
  const own =
    element.places.length === 0
      ? null
      : leafImportance(
          [...element.features.values()].map((counts) =>
            element.pages > 1 ? entropyOver(counts, element.pages) : 0,
          ),
          element.pages,
        );
  if (own !== null && own >= IMPORTANCE_LIMIT) for (const [page, block] of element.places) keep(page, block);
  const styles = [...element.styles.values()];
  const importances = styles.map(({ children }) => {
    const below = children.map((child) => weigh(child, keep));
    return below.length === 0 ? (own ?? 0) : below.reduce((a, b) => a + b, 0) / below.length;
  });
  return compositeImportance(
    styles.map(({ pages }) => pages / element.pages),
    importances,
    element.pages,
  );
}

export const siteStyleTree: Baseline = (pages) => {
  const root = newElement();
  const read = pages.map(({ doc }, page) => {
    const { blocks } = leafBlocks(doc);
    const holders = new Uint8Array(doc.count);
    const blocksAt = new Map<number, number[]>();
    for (let i = blocks.hasTitle ? 1 : 0; i < blocks.count; i++) {
      const node = blocks.node[i]!;
      blocksAt.set(node, [...(blocksAt.get(node) ?? []), i]);
      for (let at = node; at >= 0 && holders[at] === 0; at = doc.parent[at]!) holders[at] = 1;
    }
    lay(root, doc, 0, page, holders, blocksAt, blocks, 0);
    return blocks;
  });
  const kept = read.map(() => new Set<number>());
  weigh(root, (page, block) => kept[page]!.add(block));
  return read.map((blocks, page) => ({
    id: pages[page]!.id,
    blocks: blocks.text
      .map((text, i) => ({
        text,
        verdict: kept[page]!.has(i) ? ('content' as const) : ('non-content' as const),
      }))
      .slice(blocks.hasTitle ? 1 : 0),
  }));
};

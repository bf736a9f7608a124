/**
 * The labelling of a page's tree, content or not, that agrees best with its blocks: each block votes with a weight, and each change of
 * label between an element and its child costs something. So a short line without evidence of its own goes with what stands around
 * it, and a list of links inside an article is cut out only when it weighs more than the cut. Exact, by dynamic programming from the
 * leaves to the root, in time proportional to the page.
 */
import type { PageBlocks } from './page-blocks.ts';

/** Returns 1 for each block that is content. `votes` are positive for content. */
export function labelTree(
  blocks: PageBlocks,
  votes: Float64Array,
  costOf: (row: number) => number,
  rootCost: number,
): Uint8Array {
  const { doc } = blocks;
  const { parent } = doc;
  const labels = new Uint8Array(blocks.count);
  if (blocks.count === 0) return labels;
  // Gain of each subtree under label 1 (content) and 0; rows without blocks below stay 0 and do not matter.
  const asContent = new Float64Array(doc.count);
  const asOther = new Float64Array(doc.count);
  const used = new Uint8Array(doc.count);
  for (let i = 0; i < blocks.count; i++) {
    const row = blocks.node[i]!;
    asContent[row]! += votes[i]!;
    for (let at = row; at > 0 && used[at] === 0; at = parent[at]!) used[at] = 1;
    used[0] = 1;
  }
  // A block inside an element with other children may differ from it: text beside children is rare, so it goes with the element.
  for (let row = doc.count - 1; row > 0; row--) {
    if (used[row] === 0) continue;
    const up = parent[row]!;
    const cost = costOf(row);
    const content = asContent[row]!;
    const other = asOther[row]!;
    asContent[up]! += Math.max(content, other - cost);
    asOther[up]! += Math.max(other, content - cost);
  }
  const label = new Uint8Array(doc.count);
  label[0] = asContent[0]! - rootCost > asOther[0]! ? 1 : 0;
  for (let row = 1; row < doc.count; row++) {
    if (used[row] === 0) continue;
    const cost = costOf(row);
    const content = asContent[row]!;
    const other = asOther[row]!;
    label[row] =
      label[parent[row]!] === 1 ? (content >= other - cost ? 1 : 0) : other >= content - cost ? 0 : 1;
  }
  for (let i = 0; i < blocks.count; i++) labels[i] = label[blocks.node[i]!]!;
  return labels;
}

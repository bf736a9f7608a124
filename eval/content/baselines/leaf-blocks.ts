/** The blocks of text of a page, and to which of them each row of text belongs: for methods that judge words or nodes. */
import { type FlatDocument, type TextBlocks, textBlocks } from '../../../src/html/index.ts';

export interface LeafBlocks {
  readonly blocks: TextBlocks;
  /** Block of a text row, or -1. */
  blockOf(row: number): number;
}

export function leafBlocks(doc: FlatDocument): LeafBlocks {
  const blocks = textBlocks(doc);
  const byNode = new Map<number, number>();
  for (let i = blocks.hasTitle ? 1 : 0; i < blocks.count; i++) {
    if (!byNode.has(blocks.node[i]!)) byNode.set(blocks.node[i]!, i);
  }
  return {
    blocks,
    blockOf(row) {
      for (let at = doc.parent[row]!; at >= 0; at = doc.parent[at]!) {
        const block = byNode.get(at);
        if (block !== undefined) return block;
      }
      return -1;
    },
  };
}

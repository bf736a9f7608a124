/** The blocks of all pages of a site, numbered through, as the comparison reads them. */
import type { XcexBlock } from './block.ts';
import type { XcexParameters } from './parameters.ts';
import { type ComparedBlock, comparedBlock } from './similarity.ts';
import { Names } from './style-similarity.ts';

export interface Collection {
  readonly pageCount: number;
  readonly count: number;
  /** Page of each block. */
  readonly page: Int32Array;
  readonly compared: readonly ComparedBlock[];
  /** 1 where an exact copy settles the block. */
  readonly exactCopy: Uint8Array;
  readonly vocabularySize: number;
}

export function collectionOf(
  pages: readonly (readonly XcexBlock[])[],
  stopWords: readonly (ReadonlySet<string> | null)[],
  parameters: XcexParameters,
): Collection {
  const names = new Names();
  const vocabulary = new Names();
  const blocks = pages.flat();
  const page = Int32Array.from(pages.flatMap((list, i) => list.map(() => i)));
  return {
    pageCount: pages.length,
    count: blocks.length,
    page,
    compared: blocks.map((block, i) =>
      comparedBlock(block, parameters, stopWords[page[i]!]!, names, vocabulary),
    ),
    exactCopy: exactCopies(blocks, page, parameters),
    vocabularySize: vocabulary.size,
  };
}

/** Blocks that have an exact copy, by hash and before any comparison: the order of blocks cannot change the outcome. */
function exactCopies(blocks: readonly XcexBlock[], page: Int32Array, parameters: XcexParameters): Uint8Array {
  const copies = new Uint8Array(blocks.length);
  if (parameters.exactRule === 'off') return copies;
  const key = (block: XcexBlock) =>
    parameters.exactRule === 'html' ? block.html.trim() : block.text.normalize('NFC');
  /** Of each form: its blocks so far, its pages so far, the page seen last. */
  const seen = new Map<string, { blocks: number; pages: number; last: number }>();
  const forms = blocks.map((block, i) => {
    const form = key(block);
    const entry = seen.get(form);
    if (entry === undefined) {
      const created = { blocks: 1, pages: 1, last: page[i]! };
      seen.set(form, created);
      return created;
    }
    entry.blocks++;
    // Blocks come page by page.
    if (entry.last !== page[i]) {
      entry.pages++;
      entry.last = page[i]!;
    }
    return entry;
  });
  const { exactScope, exactMinPages, exactMaxWords } = parameters;
  blocks.forEach((block, i) => {
    if (exactMaxWords > 0 && block.words > exactMaxWords) return;
    const form = forms[i]!;
    const elsewhere = form.pages >= Math.max(2, exactMinPages);
    if (elsewhere || (exactScope === 'whole-collection' && form.blocks > 1)) copies[i] = 1;
  });
  return copies;
}

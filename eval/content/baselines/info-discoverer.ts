/**
 * InfoDiscoverer (Lin and Ho, 2002): words that are spread evenly over the pages of a site tell nothing, and a block of such words is
 * redundant. On X-CEX's blocks instead of tables, which pages no longer use.
 */
import { extractBlocks, TAG_LISTS } from '../../../src/content/xcex/index.ts';
import { STOP_WORDS, stem, words } from '../../../src/text/index.ts';
import type { Baseline } from './baseline.ts';

/** Above this a block is redundant. The source gives no value; the original searched between 0.1 and 0.9. */
const ENTROPY_LIMIT = 0.7;

/** Entropy of a distribution over n pages, with logarithms to the base n: 1 when even, 0 when on one page. */
export function featureEntropy(frequencies: readonly number[]): number {
  const sum = frequencies.reduce((a, b) => a + b, 0);
  if (sum === 0 || frequencies.length < 2) return 0;
  const base = Math.log(frequencies.length);
  let entropy = 0;
  for (const frequency of frequencies) {
    if (frequency === 0) continue;
    const share = frequency / sum;
    entropy -= (share * Math.log(share)) / base;
  }
  return entropy;
}

/** Mean entropy of a block's features. */
export function blockEntropy(entropies: readonly number[]): number {
  return entropies.length === 0 ? 1 : entropies.reduce((a, b) => a + b, 0) / entropies.length;
}

function featuresOf(text: string): string[] {
  return words(text.toLowerCase())
    .filter((word) => !STOP_WORDS.has(word))
    .map(stem);
}

export const infoDiscoverer: Baseline = (pages) => {
  const read = pages.map(({ id, doc }) =>
    extractBlocks(doc, TAG_LISTS.xcex, { pageId: id }).map(({ text }) => ({
      text,
      features: featuresOf(text),
    })),
  );
  const frequencies = new Map<string, Map<number, number>>();
  read.forEach((blocks, page) => {
    for (const { features } of blocks) {
      for (const feature of features) {
        let counts = frequencies.get(feature);
        if (counts === undefined) frequencies.set(feature, (counts = new Map()));
        counts.set(page, (counts.get(page) ?? 0) + 1);
      }
    }
  });
  const entropies = new Map<string, number>();
  for (const [feature, counts] of frequencies) {
    // Pages without the word add nothing to the sum; only their number counts.
    const all = [...counts.values()];
    entropies.set(feature, featureEntropy([...all, ...Array<number>(pages.length - all.length).fill(0)]));
  }
  return read.map((blocks, i) => ({
    id: pages[i]!.id,
    blocks: blocks.map(({ text, features }) => ({
      text,
      verdict:
        blockEntropy(features.map((feature) => entropies.get(feature)!)) <= ENTROPY_LIMIT
          ? ('content' as const)
          : ('non-content' as const),
    })),
  }));
};

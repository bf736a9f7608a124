/** Feature Extractor (Debnath and others, 2005), for the feature "text": the block that has most of it and little of anything else. */
import { extractBlocks, TAG_LISTS } from '../../../src/content/xcex/index.ts';
import type { Baseline } from './baseline.ts';

const DESIRED_SHARE = 0.5;

/** Share of the desired feature among a block's features, each normalised by its maximum on the page. */
export function featureShare(features: Readonly<Record<string, number>>, desired: string): number {
  const sum = Object.values(features).reduce((a, b) => a + b, 0);
  return sum === 0 ? 0 : (features[desired] ?? 0) / sum;
}

const COUNTED = ['img', 'a', 'table', 'script', 'form', 'button'] as const;

export const featureExtractor: Baseline = (pages) =>
  pages.map(({ id, doc }) => {
    const blocks = extractBlocks(doc, TAG_LISTS.xcex, { pageId: id });
    const counts = blocks.map(
      (block): Record<string, number> => ({
        text: block.words,
        ...Object.fromEntries(COUNTED.map((name) => [name, block.tags.filter((tag) => tag === name).length])),
      }),
    );
    const largest = (name: string) => Math.max(1, ...counts.map((count) => count[name]!));
    const maxima = Object.fromEntries(['text', ...COUNTED].map((name) => [name, largest(name)]));
    const normal = counts.map((count) =>
      Object.fromEntries(Object.entries(count).map(([name, value]) => [name, value / maxima[name]!])),
    );
    let winner = -1;
    normal.forEach((features, i) => {
      if (featureShare(features, 'text') <= DESIRED_SHARE) return;
      if (winner < 0 || features.text! > normal[winner]!.text!) winner = i;
    });
    return {
      id,
      blocks: blocks.map(({ text }, i) => ({
        text,
        verdict: i === winner ? ('content' as const) : ('non-content' as const),
      })),
    };
  });

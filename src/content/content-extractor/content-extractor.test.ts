import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FIXTURE_A, familyOf, NO_STOP_WORDS } from '../xcex/fixture-a.suite.ts';
import { extractBlocks } from '../xcex/index.ts';
import { randomSite } from '../xcex/random-site.suite.ts';
import {
  blockVector,
  CONTENT_EXTRACTOR,
  runContentExtractor,
  vectorSimilarity,
} from './content-extractor.ts';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const word = (n: number) => `w${LETTERS[Math.floor(n / 26)]}${LETTERS[n % 26]}`;

/** Two bare paragraphs of so many words, of which so many are shared. */
function paragraphs(a: number, b: number, shared: number, includeTermCount: boolean): number {
  const vector = (from: number, count: number) => {
    const words = Array.from({ length: count }, (_, i) => word(i < shared ? i : from + i));
    return blockVector(
      extractBlocks(`<p>${words.join(' ')}</p>`)[0]!,
      { ...CONTENT_EXTRACTOR, includeTermCount },
      null,
    );
  };
  return vectorSimilarity(vector(200, a), vector(400, b));
}

describe('Content Extractor', () => {
  it('[X-A39] returns 39 of the 69 blocks of fixture A, and has the similarities of the specification', () => {
    const result = runContentExtractor(FIXTURE_A, NO_STOP_WORDS);
    expect(result.blocks).toBe(69);
    const blocks = result.pages.flatMap((page) => page.blocks);
    const kept = blocks.filter(({ verdict }) => verdict === 'content');
    expect(kept).toHaveLength(39);
    const families: Record<string, number> = {};
    for (const { text } of kept) families[familyOf(text)] = (families[familyOf(text)] ?? 0) + 1;
    expect(families).toEqual({ alfa: 10, jogo: 10, Leia: 10, aviso: 3, nota: 2, galeria: 2, errata: 2 });
    for (const family of ['Jornal', 'Subscreva', 'Direitos']) {
      const dropped = blocks.filter(({ text }) => familyOf(text) === family);
      expect(dropped.map(({ similarPages }) => similarPages)).toEqual(Array(10).fill(9));
    }
    const rounded = (value: number) => Number(value.toFixed(4));
    const counted = [4, 6, 8, 9, 10, 20, 50].map((n) => rounded(paragraphs(n, n, 0, true)));
    expect(counted).toEqual([0.8095, 0.8605, 0.8904, 0.9011, 0.9099, 0.9525, 0.9804]);
    expect(rounded(paragraphs(50, 100, 0, true))).toBe(0.9852);
    expect(rounded(paragraphs(10, 10, 9, false))).toBe(0.9091);
    expect(rounded(paragraphs(20, 20, 18, false))).toBe(0.9048);
    expect(rounded(paragraphs(10, 10, 0, false))).toBe(0.0909);
  });

  it('counts what comparing every block with those of all other pages counts', () => {
    fc.assert(
      fc.property(
        randomSite,
        fc.constantFrom(0.5, 0.8, 0.9),
        fc.boolean(),
        (pages, limit, includeTermCount) => {
          const changes = {
            tagList: ['section', 'p'],
            similarityLimit: limit,
            includeTermCount,
            stopWords: { xx: [] },
          };
          const result = runContentExtractor(pages, changes);
          const blocks = result.pages.flatMap((page) => page.blocks);
          const vectors = blocks.map((block) => blockVector(block, result.parameters, null));
          blocks.forEach((block, i) => {
            const similar = new Set(
              blocks
                .filter(
                  (other, j) =>
                    other.pageId !== block.pageId &&
                    vectorSimilarity(vectors[i]!, vectors[j]!) - limit > 1e-12,
                )
                .map(({ pageId }) => pageId),
            );
            expect(block.similarPages).toBe(similar.size);
          });
        },
      ),
    );
  });
});

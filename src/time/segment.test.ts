import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  annotateDocument,
  formatChronon,
  linksIn,
  type Segment,
  type SegmentUnit,
  segment,
  type TextBlock,
  TIME_MODERN,
} from './index.ts';

function page(...paragraphs: (string | readonly [section: number, text: string])[]): TextBlock[] {
  let offset = 0;
  return paragraphs.map((p, index) => {
    const [sectionId, text] = typeof p === 'string' ? [0, p] : p;
    const block: TextBlock = { index, text, docOffset: offset, sectionId, boilerplate: false, links: [] };
    offset += text.length + 1;
    return block;
  });
}
const cut = (blocks: readonly TextBlock[], segmentUnit: SegmentUnit = 'paragraph'): Segment[] =>
  segment(blocks, annotateDocument(blocks), { ...TIME_MODERN, segmentUnit });
const dates = (s: Segment): string[] => s.chronons.map(formatChronon);

const JOURNEY = 'Eu no dia 22 de Outubro de 2013 vou embora mas volto no dia 2 de Janeiro de 2014';

describe('segments', () => {
  it.each(['paragraph', 'sentence'] as const)('[T-SEG-1] one %s, two moments: one segment', (unit) => {
    expect(cut(page(JOURNEY), unit).map(dates)).toEqual([['2013-10-22', '2014-01-02']]);
  });
  it('[T-SEG-2] two clauses: two segments', () => {
    expect(cut(page(JOURNEY), 'clause').map(dates)).toEqual([['2013-10-22'], ['2014-01-02']]);
  });
  it('[T-SEG-3] the same dates go on, others begin anew', () => {
    expect(cut(page('Em 1940 caiu.', 'Foi em 1940.')).map(dates)).toEqual([['1940-XX-XX', '1940-XX-XX']]);
    expect(cut(page('Em 1940 caiu.', 'Foi em 1941.')).map(dates)).toEqual([['1940-XX-XX'], ['1941-XX-XX']]);
  });
  it('[T-SEG-4] an undated paragraph stays with its section', () => {
    expect(
      cut(page([1, 'Em 1940 caiu.'], [1, 'Nada mais se sabe.'])).map((s) => [s.firstBlock, s.lastBlock]),
    ).toEqual([[0, 1]]);
    const after = cut(page([1, 'Em 1940 caiu.'], [2, 'Portugal'], [2, 'Nada mais se sabe.']));
    expect(after.map((s) => [s.firstBlock, s.lastBlock, s.chronons.length])).toEqual([
      [0, 0, 1],
      [1, 2, 0],
    ]);
  });
  it('[T-SEG-5] segments partition the blocks and their links', () => {
    const sentence = fc.constantFrom(
      'Em 1940 caiu.',
      'Nada.',
      'Em 1950 abriu e em 1960 fechou.',
      'No ano seguinte partiu.',
      '',
      'Foi em maio; voltou em junho.',
    );
    const block = fc.record({
      text: fc.array(sentence, { maxLength: 4 }).map((s) => s.join(' ')),
      section: fc.integer({ min: 0, max: 2 }),
      boilerplate: fc.boolean(),
      links: fc.array(fc.nat({ max: 60 }), { maxLength: 3 }),
    });
    fc.assert(
      fc.property(
        fc.array(block, { maxLength: 12 }),
        fc.constantFrom<SegmentUnit>('paragraph', 'sentence', 'clause'),
        fc.constantFrom('none', 'section', 'always'),
        (drafts, segmentUnit, undatedPolicy) => {
          let offset = 0;
          const blocks = drafts.map((d, index): TextBlock => {
            const docOffset = offset;
            offset += d.text.length + 1;
            const links = d.links.map((at, n) => ({
              rawHref: '',
              url: `u${index}-${n}`,
              blockIndex: index,
              start: Math.min(at, d.text.length),
              end: d.text.length,
              anchorText: '',
              boilerplate: false,
            }));
            return {
              index,
              text: d.text,
              docOffset,
              sectionId: d.section,
              boilerplate: d.boilerplate,
              links,
            };
          });
          const segments = segment(blocks, annotateDocument(blocks), {
            segmentUnit,
            undatedPolicy: undatedPolicy as 'none',
          });
          // In order, without gap or overlap, from the first block to the last.
          let end = 0;
          for (const [i, s] of segments.entries()) {
            expect(s.id).toBe(i + 1);
            expect(s.start).toBeGreaterThanOrEqual(end);
            expect(s.end).toBeGreaterThanOrEqual(s.start);
            end = s.end;
          }
          const covered = new Set(
            segments.flatMap((s) =>
              Array.from({ length: s.lastBlock - s.firstBlock + 1 }, (_, k) => s.firstBlock + k),
            ),
          );
          expect([...covered].sort((a, b) => a - b)).toEqual(blocks.map((b) => b.index));
          const found = segments.flatMap((s) => linksIn(s, blocks)).map((l) => l.url);
          expect(found.sort()).toEqual(blocks.flatMap((b) => b.links.map((l) => l.url)).sort());
        },
      ),
      { numRuns: 1000, seed: 5 },
    );
  });
  it('[T-SEG-6] nothing dated, nothing broken', () => {
    expect(cut(page())).toEqual([]);
    expect(cut(page('Lisboa é a capital.', 'Nada mais.')).map(dates)).toEqual([[]]);
  });
});

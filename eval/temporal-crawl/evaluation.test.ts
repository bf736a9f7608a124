import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  collectionStatistics,
  curve,
  precisionAt,
  precisionText,
  type Run,
  recallAt,
  relevantUnion,
} from './evaluation.ts';

const run = (text: string, relevant: string): Run =>
  text.split(' ').map((key) => ({ key, relevant: relevant.split(' ').includes(key) }));

const GENERAL = run('g1 g2 g3 g4 g5', 'g1 g3');
const TEMPORAL = run('g1 t2 t3 t4 t5', 'g1 t2 t4');

describe('evaluation', () => {
  it('[T-EVA-1] the fixture has the precision and recall that it says', () => {
    const union = relevantUnion([GENERAL, TEMPORAL]);
    expect(union.size).toBe(4);
    const at = (r: Run, k: number) =>
      [precisionAt(r, k), recallAt(r, k, union)].map((v) => Number(v.toFixed(3)));
    expect([1, 2, 3, 4, 5].map((k) => [...at(GENERAL, k), ...at(TEMPORAL, k)])).toEqual([
      [1, 0.25, 1, 0.25],
      [0.5, 0.25, 1, 0.5],
      [0.667, 0.5, 0.667, 0.5],
      [0.5, 0.5, 0.75, 0.75],
      [0.4, 0.5, 0.6, 0.75],
    ]);
  });

  it('[T-EVA-2] the invariants of precision and recall hold for any two runs', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.tuple(fc.nat(60), fc.nat(60)), { minLength: 40, maxLength: 40 }),
        fc.infiniteStream(fc.boolean()),
        (n, draws, flips) => {
          const verdict = new Map<number, boolean>();
          const of = (side: 0 | 1): Run => {
            const ids = new Set<number>();
            for (const pair of draws) ids.add(pair[side]);
            for (let id = 0; ids.size < n; id++) ids.add(100 + id);
            return [...ids].slice(0, n).map((id) => {
              if (!verdict.has(id)) verdict.set(id, flips.next().value as boolean);
              return { key: String(id), relevant: verdict.get(id)! };
            });
          };
          const [general, temporal] = [of(0), of(1)];
          const union = relevantUnion([general, temporal]);
          fc.pre(union.size > 0);
          const [rg, rt] = [recallAt(general, n, union), recallAt(temporal, n, union)];
          const [pg, pt] = [precisionAt(general, n), precisionAt(temporal, n)];
          if (pg > 0) expect(rt / rg).toBeCloseTo(pt / pg, 10);
          expect(rg + rt).toBeGreaterThanOrEqual(1 - 1e-12);
          const shared = general.some(({ key, relevant }) => relevant && temporal.some((t) => t.key === key));
          expect(Math.abs(rg + rt - 1) < 1e-9).toBe(!shared);
          const points = curve(temporal, union, 1);
          points.forEach(({ k, precision, recall }, i) => {
            expect(recall).toBeCloseTo((precision * k) / union.size, 10);
            if (i > 0) expect(recall).toBeGreaterThanOrEqual(points[i - 1]!.recall);
          });
        },
      ),
      { numRuns: 200 },
    );
  });

  it('[T-EVA-4] the statistics of a collection are those of the source', () => {
    const rows = collectionStatistics({
      pages: 5000,
      bytes: 441 * 2 ** 20,
      ms: 85 * 60_000,
      datedSegments: 413_000,
      segmentsInScope: 134_638,
      datedSegmentsOfRelevant: 200_000,
      chronons: 559_500,
    });
    expect(rows.map(([what, value]) => [what, Number(value.toFixed(2))])).toEqual([
      ['total processing time (min)', 85],
      ['mean processing per page (s)', 1.02],
      ['collection size (MB)', 441],
      ['mean page size (KB)', 90.32],
      ['mean segments per page', 82.6],
      ['segments inside the temporal scope (% of dated segments)', 32.6],
      ['segments inside the temporal scope (% of dated segments of relevant pages)', 67.32],
      ['mean chronons per page', 111.9],
    ]);
  });

  it('[T-EVA-5] a precision is never said without its cut-off', () => {
    expect(precisionText(TEMPORAL, 2)).toBe('P@2 = 100.0 %');
    expect(precisionText(TEMPORAL, 100)).toBe('P@5 = 60.0 %');
    expect(precisionText([], 100)).toBe('P@0 = 0.0 %');
  });

  it('ends a curve with the last page', () => {
    expect(curve(TEMPORAL, relevantUnion([TEMPORAL]), 2).map(({ k }) => k)).toEqual([2, 4, 5]);
    expect(curve([], new Set())).toEqual([]);
  });
});

/** Judging a crawl along a period: the figures of a run, and the statistics of what was downloaded. */
import { precisionAt, type Run } from '../../src/time/crawl/run-evaluation.ts';

export {
  curve,
  precisionAt,
  type Run,
  recallAt,
  relevantUnion,
} from '../../src/time/crawl/run-evaluation.ts';

/** Precision with its cut-off, as a report says it: `P@100 = 80.0 %`. */
export function precisionText(run: Run, k: number): string {
  return `P@${Math.min(k, run.length)} = ${(100 * precisionAt(run, k)).toFixed(1)} %`;
}

/** Totals of a run as the pages went by. */
export interface CollectionTotals {
  readonly pages: number;
  readonly bytes: number;
  /** Time of processing, ms. */
  readonly ms: number;
  readonly datedSegments: number;
  readonly segmentsInScope: number;
  /** Dated segments of the relevant pages only. */
  readonly datedSegmentsOfRelevant: number;
  readonly chronons: number;
}

/** The rows of the published table of downloaded collections (docs/methods.md, Temporal crawl (Pereira 2013)), with what they are a share of. */
export function collectionStatistics(
  t: CollectionTotals,
): readonly (readonly [what: string, value: number])[] {
  const mean = (sum: number) => (t.pages === 0 ? 0 : sum / t.pages);
  const share = (of: number) => (of === 0 ? 0 : (100 * t.segmentsInScope) / of);
  return [
    ['total processing time (min)', t.ms / 60_000],
    ['mean processing per page (s)', mean(t.ms) / 1000],
    ['collection size (MB)', t.bytes / 2 ** 20],
    ['mean page size (KB)', mean(t.bytes) / 1024],
    ['mean segments per page', mean(t.datedSegments)],
    ['segments inside the temporal scope (% of dated segments)', share(t.datedSegments)],
    [
      'segments inside the temporal scope (% of dated segments of relevant pages)',
      share(t.datedSegmentsOfRelevant),
    ],
    ['mean chronons per page', mean(t.chronons)],
  ];
}

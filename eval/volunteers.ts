/**
 * Volunteers of whom one in five lies: how much of what they say is searched in the end, how soon each is found, and whether any site was asked
 * before its time. The desk is the product's; what is simulated is named in `volunteers/simulated-desk.ts`.
 *
 *     npm run eval -- volunteers [--quick] [--seed 1]
 */
import type { MeasureArgs, MeasureResult } from '../bench/measure.ts';
import { LIES, type Liar, simulate } from './volunteers/simulated-desk.ts';

export const title = 'Volunteers of whom one in five lies';

const RATES = [1, 0.5, 0.25] as const;

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  // Each lie at each rate; one of each lie begins to lie only when it is believed.
  const liars: Liar[] = LIES.flatMap((lie, i) =>
    RATES.map((rate, j) => ({ lie, rate, honestAtFirst: (i + j) % 3 === 0 ? 40 : 0 })),
  );
  const sites = args.quick ? 100 : 1_000;
  const result = await simulate({
    sites,
    pagesASite: 100,
    honest: 4 * liars.length,
    liars,
    seed: args.seed ?? 1,
  });
  const share = result.falsePages / result.pages;
  const late = result.liars.filter(
    ({ foundAt, honestAtFirst, pages }) => pages > honestAtFirst + 200 && (foundAt === null || foundAt > 200),
  );
  const unfound = result.liars.filter(({ foundAt }) => foundAt === null);
  const latest = Math.max(...result.liars.map(({ foundAt }) => foundAt ?? 0));
  return {
    tables: [
      {
        title: 'Liars',
        columns: ['lie', 'part of its pages', 'honest at first', 'found after (pages)', 'pages in all'],
        rows: result.liars.map((one) => [
          one.lie,
          one.rate,
          one.honestAtFirst,
          one.foundAt ?? '–',
          one.pages,
        ]),
        note: `${4 * liars.length} honest volunteers beside them, of whom ${result.honestDoubted} are doubted at the end. ${result.quarantined} pages were taken back and fetched again; the desk asked ${result.ownAccesses} times itself, of ${result.accesses}.`,
      },
    ],
    figures: {
      pages: result.pages,
      falsePages: result.falsePages,
      missing: result.missing,
      ownAccesses: result.ownAccesses,
      accesses: result.accesses,
      quarantined: result.quarantined,
      simulatedHours: result.hours,
    },
    bars: [
      {
        what: 'part of the searchable pages that is false at the end',
        bar: '≤ 0.1 %',
        measured: `${(100 * share).toFixed(3)} % (${result.falsePages} of ${result.pages})`,
        met: share <= 0.001,
      },
      {
        what: 'pages of a liar until it is found',
        bar: '≤ 200, each',
        measured: `${latest} at most, ${unfound.length} not found`,
        met: late.length === 0 && unfound.length === 0 && latest <= 200,
      },
      {
        what: 'accesses of a site before its time',
        bar: '0',
        measured: String(result.early),
        met: result.early === 0,
      },
      {
        what: 'invented links that were followed',
        bar: '0',
        measured: String(result.strange),
        met: result.strange === 0,
      },
      {
        what: 'pages of the web that were not collected',
        bar: '0',
        measured: String(result.missing),
        met: result.missing === 0,
      },
    ],
  };
}

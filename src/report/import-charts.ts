/** The charts of an imported collection: when it was captured, of which types, and how large the captures are. */
import type { Chart } from './chart.ts';
import { yearsOf } from './import-figures.ts';
import type { ImportReport } from './import-report.ts';
import type { Quantities } from './quantities.ts';
import type { Say } from './say-report.ts';
import { type Count, OTHERS } from './tally.ts';

/** Columns that can still be told apart. */
const MOST_COLUMNS = 36;
const TYPES_SHOWN = 12;

const monthNumber = (name: string): number => Number(name.slice(0, 4)) * 12 + Number(name.slice(5, 7)) - 1;
const monthName = (n: number): string =>
  `${String(Math.floor(n / 12)).padStart(4, '0')}-${String((n % 12) + 1).padStart(2, '0')}`;

/** Every step from the first to the last, those without captures too: a gap is what one looks for. */
function withGaps(
  counts: readonly Count[],
  numberOf: (name: string) => number,
  nameOf: (n: number) => string,
): Count[] | null {
  if (counts.length === 0) return [];
  const first = numberOf(counts[0]!.name);
  const last = numberOf(counts.at(-1)!.name);
  if (!(last - first < MOST_COLUMNS)) return null;
  const known = new Map(counts.map(({ name, count }) => [name, count]));
  return Array.from({ length: last - first + 1 }, (_, i) => ({
    name: nameOf(first + i),
    count: known.get(nameOf(first + i)) ?? 0,
  }));
}

/** By month where that can be read, else by year; of more years than that the latest. */
function overTime(months: readonly Count[]): readonly Count[] {
  const dated = months.filter(({ name }) => name !== OTHERS);
  const years = yearsOf(dated);
  return (
    withGaps(dated, monthNumber, monthName) ??
    withGaps(years, Number, (n) => String(n).padStart(4, '0')) ??
    years.slice(-MOST_COLUMNS)
  );
}

export function importCharts(report: ImportReport, say: Say, { count, bytes }: Quantities): Chart[] {
  const { sizes } = report;
  const empty = say('nothing');
  return [
    {
      kind: 'columns',
      name: 'captures',
      title: say('capturesOverTime'),
      description: say('capturesDescription', {
        total: count(report.totals.captures),
        from: report.firstCapture?.slice(0, 10) ?? '–',
        to: report.lastCapture?.slice(0, 10) ?? '–',
      }),
      empty,
      x: { label: say('captureDateAxis') },
      y: { label: say('capturesAxis'), format: count },
      columns: overTime(report.months).map(({ name, count: value }) => ({ label: name, value })),
    },
    {
      kind: 'columns',
      name: 'sizes',
      title: say('captureSizes'),
      description: say('captureSizesDescription', { median: bytes(sizes.median), mean: bytes(sizes.mean) }),
      empty,
      x: { label: say('sizeAxis') },
      y: { label: say('capturesAxis'), format: count },
      columns: sizes.histogram.map(({ from, count: value }) => ({ label: `≥ ${bytes(from)}`, value })),
    },
    {
      kind: 'bars',
      name: 'types',
      title: say('types'),
      description: say('types'),
      empty,
      format: count,
      bars: report.types.slice(0, TYPES_SHOWN).map(({ name, count: value }) => ({ label: name, value })),
    },
  ];
}

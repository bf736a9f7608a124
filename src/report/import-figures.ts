/** The figures and lists of an imported collection with their names, in one order for the terminal and for the page. */
import type { ImportReport } from './import-report.ts';
import type { Quantities } from './quantities.ts';
import { type CountList, type Figure, moment } from './report-figures.ts';
import type { Say } from './say-report.ts';
import { type Count, OTHERS } from './tally.ts';

/** The handful that matter most. */
export function importHeadlines(report: ImportReport, say: Say, { count, bytes }: Quantities): Figure[] {
  const { totals, analysed, files } = report;
  return [
    { label: say('captures'), value: count(totals.captures) },
    { label: say('addresses'), value: count(totals.addresses) },
    { label: say('hosts'), value: count(totals.hosts) },
    ...(analysed === null ? [] : [{ label: say('analysedPages'), value: count(analysed.pages) }]),
    { label: say('importedFiles'), value: count(files.length) },
    { label: say('archiveBytes'), value: bytes(totals.archiveBytes) },
  ];
}

/** Everything that is one number or one moment. */
export function importFigures(report: ImportReport, say: Say, quantities: Quantities): Figure[] {
  const { totals, analysed, sizes } = report;
  const { count, bytes } = quantities;
  return [
    { label: say('importedFiles'), value: count(report.files.length) },
    { label: say('archiveBytes'), value: bytes(totals.archiveBytes) },
    { label: say('captures'), value: count(totals.captures) },
    { label: say('revisits'), value: count(totals.revisits) },
    { label: say('addresses'), value: count(totals.addresses) },
    { label: say('hosts'), value: count(totals.hosts) },
    { label: say('firstCapture'), value: moment(report.firstCapture) },
    { label: say('lastCapture'), value: moment(report.lastCapture) },
    {
      label: say('captureSizes'),
      value: [
        `${say('median')} ${bytes(sizes.median)}`,
        `${say('mean')} ${bytes(sizes.mean)}`,
        `${say('greatest')} ${bytes(sizes.greatest)}`,
      ].join(' · '),
    },
    {
      label: say('analysedPages'),
      value: analysed === null ? say('importNotAnalysed') : count(analysed.pages),
    },
    ...(analysed === null
      ? []
      : [
          { label: say('pageVersions'), value: count(analysed.versions) },
          { label: say('analysedSites'), value: count(analysed.sites) },
        ]),
  ];
}

/** Captures of each year that has any. */
export function yearsOf(months: readonly Count[]): Count[] {
  const years = new Map<string, number>();
  for (const { name, count } of months) {
    const year = name === OTHERS ? OTHERS : name.slice(0, 4);
    years.set(year, (years.get(year) ?? 0) + count);
  }
  return [...years].map(([name, count]) => ({ name, count }));
}

/** The counts by name; those without an entry are left out. */
export function importLists(report: ImportReport, say: Say): CountList[] {
  return [
    { title: say('types'), entries: report.types },
    { title: say('statuses'), entries: report.statuses },
    { title: say('capturesByYear'), entries: yearsOf(report.months) },
  ].filter(({ entries }) => entries.length > 0);
}

/** An imported collection as text for a terminal: what it holds, and why nothing is said of visits. */

import type { Language } from '../words/index.ts';
import { plainText } from './hostile-text.ts';
import { importFigures, importLists } from './import-figures.ts';
import type { ImportReport, ImportStatus } from './import-report.ts';
import { quantitiesIn } from './quantities.ts';
import { type Figure, moment } from './report-figures.ts';
import { sayIn } from './say-report.ts';
import { columnLines, countLines, figureLines, PLAIN, SHOWN, type TextStyle } from './text-columns.ts';

export function importText(report: ImportReport, language: Language, style: TextStyle = PLAIN): string {
  const say = sayIn(language);
  const quantities = quantitiesIn(language);
  const { count, bytes } = quantities;
  const lines: string[] = [];
  const section = (title: string, body: readonly string[]): void => {
    lines.push(style.heading(title), ...body, '');
  };
  section(say('importTitle'), [
    `  ${say('importedAt')} ${moment(report.importedAt)}. ${plainText(report.software)}`,
    `  ${say('importNoVisits')}`,
    ...(report.indexed ? [] : [`  ${say('importIncomplete')}`]),
  ]);
  if (report.indexed) section(say('summary'), figureLines(importFigures(report, say, quantities)));
  for (const list of importLists(report, say)) section(list.title, countLines(list, say, quantities, style));
  const columns = (title: string, header: readonly string[], rows: readonly (readonly string[])[]): void => {
    if (rows.length === 0) return;
    const [head, ...body] = columnLines([header, ...rows.slice(0, SHOWN)]);
    const rest =
      rows.length > SHOWN ? [style.faint(`  ${say('more', { count: count(rows.length - SHOWN) })}`)] : [];
    section(title, [style.faint(head!), ...body, ...rest]);
  };
  columns(
    say('largestHosts'),
    [say('host'), say('captures'), say('addresses'), say('archiveSize')],
    report.largestHosts.map((one) => [
      plainText(one.host, 48),
      count(one.captures),
      count(one.addresses),
      bytes(one.bytes),
    ]),
  );
  columns(
    say('importedFiles'),
    [say('archiveFile'), say('archiveSize')],
    report.files.map(({ file, bytes: size }) => [plainText(file, 64), bytes(size)]),
  );
  return `${lines.join('\n').trimEnd()}\n`;
}

export function importStatusText(status: ImportStatus, language: Language, style: TextStyle = PLAIN): string {
  const say = sayIn(language);
  const { count, bytes } = quantitiesIn(language);
  const state =
    status.state === 'running'
      ? say('state-importing', { process: status.process ?? '' })
      : status.state === 'imported'
        ? say('state-imported')
        : say('importIncomplete');
  const { analysed } = status;
  const list: Figure[] = [
    { label: say('state'), value: state },
    { label: say('importedAt'), value: moment(status.importedAt) },
    { label: say('importedFiles'), value: count(status.files) },
    { label: say('archiveBytes'), value: bytes(status.archiveBytes) },
    { label: say('captures'), value: count(status.captures) },
    {
      label: say('analysedPages'),
      value: analysed === null ? say('importNotAnalysed') : count(analysed.pages),
    },
  ];
  if (analysed !== null)
    list.push(
      { label: say('pageVersions'), value: count(analysed.versions) },
      { label: say('analysedSites'), value: count(analysed.sites) },
      { label: say('firstCapture'), value: moment(analysed.firstCapture) },
      { label: say('lastCapture'), value: moment(analysed.lastCapture) },
    );
  return `${style.heading(say('importTitle'))}\n${figureLines(list).join('\n')}\n`;
}

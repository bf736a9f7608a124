/** The report and the status as text for a terminal: two columns of figures, counts with their shares, aligned. */

import { STATUS_FIGURES } from '../crawl/crawl-status.ts';
import { policyName, scopeName } from '../words/crawl-names.ts';
import type { Language } from '../words/index.ts';
import { sayWhy } from '../words/why.ts';
import type { CrawlReport } from './crawl-report.ts';
import type { FolderStatus } from './folder-status.ts';
import { plainText } from './hostile-text.ts';
import type { ImportReport, ImportStatus } from './import-report.ts';
import { importStatusText, importText } from './import-text.ts';
import { quantitiesIn } from './quantities.ts';
import {
  collectionFigures,
  countLists,
  type Figure,
  figures,
  geoFigures,
  moment,
  period,
  periodFigures,
} from './report-figures.ts';
import { type MessageKey, sayIn, sayName } from './say-report.ts';
import { columnLines, countLines, figureLines, PLAIN, SHOWN, type TextStyle } from './text-columns.ts';

export function reportText(
  report: CrawlReport | ImportReport,
  language: Language,
  style: TextStyle = PLAIN,
): string {
  if (report.kind === 'import') return importText(report, language, style);
  const say = sayIn(language);
  const quantities = quantitiesIn(language);
  const { count, bytes, percent } = quantities;
  const lines: string[] = [];
  const section = (title: string, body: readonly string[]): void => {
    lines.push(style.heading(title), ...body, '');
  };
  const { crawl } = report;
  section(say('reportTitle'), [
    `  ${say('generatedFrom', {
      policy: plainText(policyName(crawl.policy, language)),
      scope: plainText(scopeName(crawl.scope, language)),
      seeds: count(crawl.seeds),
      software: plainText(crawl.software),
    })}`,
    `  ${period(crawl.startedAt, crawl.until)}`,
  ]);
  section(say('summary'), figureLines(figures(report, say, quantities)));
  const along = periodFigures(report, say, quantities).map(({ label, value }) => ({
    label,
    value: plainText(value, 80),
  }));
  if (along.length > 0) section(say('alongPeriod'), figureLines(along));
  const kept = collectionFigures(report, say, quantities).map(({ label, value }) => ({
    label,
    value: plainText(value, 80),
  }));
  if (kept.length > 0) section(say('fixedCollection'), figureLines(kept));
  if (report.pagesPerDomain.sampledOneIn > 1)
    lines.splice(
      -1,
      0,
      style.faint(`  ${say('sampled', { count: count(report.pagesPerDomain.sampledOneIn) })}`),
    );
  const { histogram } = report.pagesPerDomain;
  if (histogram.length > 0) {
    const total = histogram.reduce((sum, { domains }) => sum + domains, 0);
    section(
      say('pagesPerDomain'),
      columnLines(
        histogram.map(({ from, to, domains }) => [
          from === to ? count(from) : `${count(from)}–${count(to)}`,
          count(domains),
          percent(domains / total),
        ]),
      ),
    );
  }
  if (report.geo !== null) {
    section(say('geoTitle'), figureLines(geoFigures(report, say, quantities)));
    const header = [say('geoProducer'), say('geoFiles'), say('geoBytes')];
    const rows = report.geo.topProducers
      .slice(0, SHOWN)
      .map((one) => [plainText(one.site, 48), count(one.files), bytes(one.bytes)]);
    const [head, ...body] = columnLines([header, ...rows]);
    if (rows.length > 0) section(say('geoProducers'), [style.faint(head!), ...body]);
  }
  for (const list of countLists(report, say, language))
    section(list.title, countLines(list, say, quantities, style));
  if (report.topSites.length > 0) {
    const header = [say('site'), say('pages'), say('visits'), say('failures'), say('bytes')];
    const rows = report.topSites
      .slice(0, SHOWN)
      .map((site) => [
        plainText(site.site, 48),
        count(site.pages),
        count(site.visits),
        count(site.failures),
        bytes(site.bytes),
      ]);
    const [head, ...body] = columnLines([header, ...rows]);
    section(say('topSites'), [style.faint(head!), ...body]);
  }
  if (crawl.sessions.length > 0) {
    const header = [say('started'), say('ended'), say('pages'), say('endReason')];
    const rows = crawl.sessions
      .slice(-SHOWN)
      .map((session) => [
        moment(session.startedAt),
        moment(session.endedAt),
        count(session.pages),
        session.reason === null
          ? say('reason-killed')
          : plainText(sayName(say, 'reason', session.reason), 40),
      ]);
    const [head, ...body] = columnLines([header, ...rows]);
    section(say('sessions'), [style.faint(head!), ...body]);
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

const MENDED_WIDTH = 500;

export function statusText(
  status: FolderStatus | ImportStatus,
  language: Language,
  style: TextStyle = PLAIN,
): string {
  if (status.kind === 'import') return importStatusText(status, language, style);
  const say = sayIn(language);
  const { count, bytes, number, percent } = quantitiesIn(language);
  const state = say(`state-${status.state}` as MessageKey, { process: status.process ?? '' });
  const reason =
    status.state === 'ended' && status.reason !== null ? ` (${sayName(say, 'reason', status.reason)})` : '';
  const list: Figure[] = [
    { label: say('state'), value: plainText(state + reason) },
    { label: say('started'), value: moment(status.startedAt) },
    { label: say('sessions'), value: count(status.sessions) },
    ...status.mended.map((why) => ({
      label: say('mended'),
      value: plainText(sayWhy(why, language), MENDED_WIDTH),
    })),
  ];
  if (status.figures !== null) {
    list.push({ label: say('asOf'), value: moment(status.at) });
    for (const name of STATUS_FIGURES) {
      const value = status.figures[name];
      // Counted as they were met: copies of all kinds.
      const label = say(name === 'duplicates' ? 'nearDuplicates' : name);
      list.push({ label, value: name === 'bytes' ? bytes(value) : count(value) });
    }
  }
  if (status.analysed !== null)
    list.push(
      { label: say('analysedPages'), value: count(status.analysed.pages) },
      { label: say('pageVersions'), value: count(status.analysed.versions) },
    );
  if (status.collection !== null) {
    const { size, capacity, discarded, freshness, age } = status.collection;
    list.push(
      { label: say('heldPages'), value: `${count(size)} / ${count(capacity)}` },
      { label: say('discardedPages'), value: count(discarded) },
      { label: say('freshness'), value: percent(freshness) },
      { label: say('meanAge'), value: say('days', { days: number(age) }) },
    );
  }
  return `${style.heading(say('statusTitle'))}\n${figureLines(list).join('\n')}\n`;
}

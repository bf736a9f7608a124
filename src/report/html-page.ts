/**
 * The report as one self-contained page: no script, no request to anywhere (its own policy forbids it), everything escaped. Made to be
 * read on a telephone, on a desk, in the dark and on paper.
 */

import { policyName, scopeName } from '../words/crawl-names.ts';
import type { Language } from '../words/index.ts';
import type { CrawlReport } from './crawl-report.ts';
import { escapeMarkup } from './hostile-text.ts';
import { importPage } from './import-page.ts';
import type { ImportReport } from './import-report.ts';
import { chartCards, countCards, figureRows, REPORT_STYLE, table, tiles } from './page-parts.ts';
import { quantitiesIn } from './quantities.ts';
import { reportCharts } from './report-charts.ts';
import {
  collectionFigures,
  countLists,
  figures,
  geoFigures,
  headlines,
  moment,
  period,
  periodFigures,
} from './report-figures.ts';
import { sayIn, sayName } from './say-report.ts';
import { stillPage } from './still-page.ts';

export function reportPage(report: CrawlReport | ImportReport, language: Language): string {
  if (report.kind === 'import') return importPage(report, language);
  const say = sayIn(language);
  const quantities = quantitiesIn(language);
  const { count, bytes } = quantities;
  const { crawl } = report;
  const text = (value: string): string => escapeMarkup(value);

  const figureCard = (title: string, rows: string): string =>
    rows === ''
      ? ''
      : `<section class="card wide"><h2>${text(title)}</h2>\n<dl class="figures">\n${rows}\n</dl></section>\n`;
  const alongCard = figureCard(say('alongPeriod'), figureRows(periodFigures(report, say, quantities)));
  const heldCard = figureCard(say('fixedCollection'), figureRows(collectionFigures(report, say, quantities)));
  const geoRows = figureRows(geoFigures(report, say, quantities));
  const geoCard =
    report.geo === null
      ? ''
      : `<section class="card wide"><h2>${text(say('geoTitle'))}</h2>\n<dl class="figures">\n${geoRows}\n</dl>${
          report.geo.topProducers.length === 0
            ? ''
            : table(
                [say('geoProducer'), say('geoFiles'), say('geoBytes')],
                report.geo.topProducers.map((one) => [one.site, count(one.files), bytes(one.bytes)]),
              )
        }</section>\n`;
  const sites =
    report.topSites.length === 0
      ? ''
      : `<section class="card wide"><h2>${text(say('topSites'))}</h2>${table(
          [say('site'), say('pages'), say('visits'), say('failures'), say('bytes')],
          report.topSites.map((site) => [
            site.site,
            count(site.pages),
            count(site.visits),
            count(site.failures),
            bytes(site.bytes),
          ]),
        )}</section>`;
  const sessions =
    crawl.sessions.length === 0
      ? ''
      : `<section class="card wide"><h2>${text(say('sessions'))}</h2>${table(
          [say('started'), say('ended'), say('pages'), say('endReason')],
          crawl.sessions
            .slice(-50)
            .map((session) => [
              moment(session.startedAt),
              moment(session.endedAt),
              count(session.pages),
              session.reason === null ? say('reason-killed') : sayName(say, 'reason', session.reason),
            ]),
        )}</section>`;
  const sampled =
    report.pagesPerDomain.sampledOneIn > 1
      ? `<p>${text(say('sampled', { count: count(report.pagesPerDomain.sampledOneIn) }))}</p>`
      : '';

  return stillPage({
    language,
    title: say('reportTitle'),
    style: REPORT_STYLE,
    body: `<header>
<h1>${text(say('reportTitle'))}</h1>
<p>${text(say('generatedFrom', { policy: policyName(crawl.policy, language), scope: scopeName(crawl.scope, language), seeds: count(crawl.seeds), software: crawl.software }))}</p>
<p>${text(period(crawl.startedAt, crawl.until))}</p>
</header>
${tiles(headlines(report, say, quantities))}
${chartCards(reportCharts(report, say, quantities))}
${alongCard}${heldCard}${geoCard}<section class="card wide"><h2>${text(say('summary'))}</h2>
<dl class="figures">
${figureRows(figures(report, say, quantities))}
</dl>${sampled}</section>
${countCards(countLists(report, say, language), say, quantities)}
${sites}
${sessions}`,
  });
}

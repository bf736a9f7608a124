/** An imported collection as one self-contained page, in the frame and with the parts of the report of a crawl. */

import type { Language } from '../words/index.ts';
import { escapeMarkup } from './hostile-text.ts';
import { importCharts } from './import-charts.ts';
import { importFigures, importHeadlines, importLists } from './import-figures.ts';
import type { ImportReport } from './import-report.ts';
import { chartCards, countCards, figureRows, REPORT_STYLE, table, tiles } from './page-parts.ts';
import { quantitiesIn } from './quantities.ts';
import { moment } from './report-figures.ts';
import { sayIn } from './say-report.ts';
import { stillPage } from './still-page.ts';

const FILES_SHOWN = 200;

export function importPage(report: ImportReport, language: Language): string {
  const say = sayIn(language);
  const quantities = quantitiesIn(language);
  const { count, bytes } = quantities;
  const text = (value: string): string => escapeMarkup(value);
  const card = (title: string, content: string): string =>
    `<section class="card wide"><h2>${text(title)}</h2>\n${content}</section>`;
  const parts = [
    `<header>
<h1>${text(say('importTitle'))}</h1>
<p>${text(`${say('importedAt')} ${moment(report.importedAt)}. ${report.software}`)}</p>
<p>${text(say('importNoVisits'))}</p>${report.indexed ? '' : `\n<p>${text(say('importIncomplete'))}</p>`}
</header>`,
  ];
  if (report.indexed)
    parts.push(
      tiles(importHeadlines(report, say, quantities)),
      chartCards(importCharts(report, say, quantities)),
      card(
        say('summary'),
        `<dl class="figures">\n${figureRows(importFigures(report, say, quantities))}\n</dl>`,
      ),
      countCards(importLists(report, say), say, quantities),
    );
  if (report.largestHosts.length > 0)
    parts.push(
      card(
        say('largestHosts'),
        table(
          [say('host'), say('captures'), say('addresses'), say('archiveSize')],
          report.largestHosts.map((one) => [
            one.host,
            count(one.captures),
            count(one.addresses),
            bytes(one.bytes),
          ]),
        ),
      ),
    );
  if (report.files.length > 0)
    parts.push(
      card(
        say('importedFiles'),
        table(
          [say('archiveFile'), say('archiveFrom'), say('archiveSize')],
          report.files.slice(0, FILES_SHOWN).map(({ file, from, bytes: size }) => [file, from, bytes(size)]),
        ) +
          (report.files.length > FILES_SHOWN
            ? `<p>${text(say('more', { count: count(report.files.length - FILES_SHOWN) }))}</p>`
            : ''),
      ),
    );
  return stillPage({ language, title: say('importTitle'), style: REPORT_STYLE, body: parts.join('\n') });
}

/**
 * The report as one self-contained page: no script, no request to anywhere (its own policy forbids it), everything escaped. Made to be
 * read on a telephone, on a desk, in the dark and on paper.
 */
import { drawChart } from './chart.ts';
import type { CrawlReport } from './crawl-report.ts';
import { escapeMarkup } from './hostile-text.ts';
import { type ReportLanguage, sayIn, sayName } from './messages.ts';
import { quantitiesIn } from './quantities.ts';
import { reportCharts } from './report-charts.ts';
import {
  countLists,
  type Figure,
  figures,
  headlines,
  moment,
  period,
  periodFigures,
} from './report-figures.ts';
import { stillPage } from './still-page.ts';

const STYLE = `
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(158px,1fr));gap:12px;margin:22px 0 14px}
.tile{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:12px 14px}
.tile dt{color:var(--soft);font-size:.82rem}
.tile dd{margin:2px 0 0;font-size:1.35rem;font-weight:650;font-variant-numeric:tabular-nums;letter-spacing:-.01em;white-space:nowrap}
.tile small{font-size:.82rem;font-weight:500;color:var(--soft)}
dl{margin:0}
.lists{columns:3 320px;column-gap:14px;margin-top:14px}
.lists .card{break-inside:avoid;margin:0 0 14px}
.wide{margin-top:14px;overflow-x:auto}
td,th{white-space:nowrap}
tbody tr:first-child td{border-top:0}
thead+tbody tr:first-child td{border-top:1px solid var(--line)}
td:first-child,th:first-child{white-space:normal;overflow-wrap:anywhere}
td.share{position:relative;padding:4px 8px;width:100%}
.wide td:first-child{min-width:11em}
.share i{position:absolute;inset:2px auto 2px 0;width:var(--part);background:var(--wash);border-radius:3px;min-width:2px}
.share span{position:relative}
.figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,400px),1fr));column-gap:32px}
.figures div{display:flex;justify-content:space-between;gap:16px;padding:5px 0;border-bottom:1px solid var(--line)}
.figures dt{color:var(--soft)}
.figures dd{margin:0;text-align:right;font-variant-numeric:tabular-nums}
@media (max-width:520px){main{padding:18px 12px 40px}.tiles{grid-template-columns:1fr 1fr;gap:8px}.tile dd{font-size:1.15rem}.card{padding:12px}}
@media print{.tile{break-inside:avoid}}`.trim();

const cells = (row: readonly string[], tag: 'td' | 'th'): string =>
  row.map((cell) => `<${tag}>${escapeMarkup(cell)}</${tag}>`).join('');

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
  return `<table><thead><tr>${cells(header, 'th')}</tr></thead><tbody>\n${body}\n</tbody></table>`;
}

export function reportPage(report: CrawlReport, language: ReportLanguage): string {
  const say = sayIn(language);
  const quantities = quantitiesIn(language);
  const { count, bytes, percent } = quantities;
  const { crawl } = report;
  const text = (value: string): string => escapeMarkup(value);

  const tiles = headlines(report, say, quantities)
    .map(({ label, value, unit }) => {
      const small = unit === undefined ? '' : ` <small>${text(unit)}</small>`;
      return `<div class="tile"><dt>${text(label)}</dt><dd>${text(value)}${small}</dd></div>`;
    })
    .join('\n');
  const charts = reportCharts(report, say, quantities)
    .map(
      (chart) =>
        `<section class="card"><h2>${text(chart.title)}</h2>\n${drawChart(chart, 'inline')}</section>`,
    )
    .join('\n');
  const listed = (list: readonly Figure[]): string =>
    list.map(({ label, value }) => `<div><dt>${text(label)}</dt><dd>${text(value)}</dd></div>`).join('\n');
  const numbers = listed(figures(report, say, quantities));
  const along = listed(periodFigures(report, say, quantities));
  const alongCard =
    along === ''
      ? ''
      : `<section class="card wide"><h2>${text(say('alongPeriod'))}</h2>\n<dl class="figures">\n${along}\n</dl></section>\n`;
  const lists = countLists(report, say)
    .map(({ title, entries }) => {
      const total = entries.reduce((sum, entry) => sum + entry.count, 0);
      const rows = entries
        .slice(0, 25)
        .map(
          ({ name, count: value }) =>
            `<tr><td class="share"><i style="--part:${((value / total) * 100).toFixed(1)}%"></i><span>${text(name)}</span></td>` +
            `<td>${text(count(value))}</td><td>${text(percent(value / total))}</td></tr>`,
        )
        .join('\n');
      const more =
        entries.length > 25 ? `<p>${text(say('more', { count: count(entries.length - 25) }))}</p>` : '';
      return `<section class="card"><h2>${text(title)}</h2><table><tbody>\n${rows}\n</tbody></table>${more}</section>`;
    })
    .join('\n');
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
    style: STYLE,
    body: `<header>
<h1>${text(say('reportTitle'))}</h1>
<p>${text(say('generatedFrom', { policy: crawl.policy, scope: crawl.scope, seeds: count(crawl.seeds), software: crawl.software }))}</p>
<p>${text(period(crawl.startedAt, crawl.until))}</p>
</header>
<dl class="tiles">
${tiles}
</dl>
<div class="charts">
${charts}
</div>
${alongCard}<section class="card wide"><h2>${text(say('summary'))}</h2>
<dl class="figures">
${numbers}
</dl>${sampled}</section>
<div class="lists">
${lists}
</div>
${sites}
${sessions}`,
  });
}

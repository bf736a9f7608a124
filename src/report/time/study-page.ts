/** The study as one page without script or request: plots first, then the sixteen tables. */
import { CHART_STYLE, drawChart } from '../chart.ts';
import { escapeMarkup } from '../hostile-text.ts';
import type { ReportLanguage } from '../messages.ts';
import { studyCharts } from './study-charts.ts';
import { sayStudyIn } from './study-messages.ts';
import { studyNotes, tableInWords } from './study-text.ts';
import type { TimeStudyResult } from './time-study.ts';

const STYLE = `
:root{color-scheme:light dark;--page:#f3f6f6;--card:#fff;--ink:#17262b;--soft:#5b6d73;--line:#dde5e6}
@media (prefers-color-scheme:dark){:root{--page:#0c1416;--card:#131d20;--ink:#e4edee;--soft:#94a6ab;--line:#28373b}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:1180px;margin:0 auto;padding:28px 20px 56px}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 4px}
h2{font-size:1rem;margin:0 0 10px}
p{margin:0 0 4px;color:var(--soft)}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,430px),1fr));gap:14px;margin:20px 0 14px}
.tables{columns:2 420px;column-gap:14px}
.card{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:16px 16px 12px;min-width:0;overflow-x:auto}
.tables .card{break-inside:avoid;margin:0 0 14px}
.card svg{display:block;width:100%;height:auto;--back:var(--card)}
table{width:100%;border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
th{font-weight:500;color:var(--soft)}
td,th{padding:4px 0 4px 12px;text-align:right}
td{border-top:1px solid var(--line)}
td:first-child,th:first-child{text-align:left;padding-left:0}
@media print{body{background:none}.card{break-inside:avoid}}`.trim();

export function studyPage(study: TimeStudyResult, language: ReportLanguage): string {
  const say = sayStudyIn(language);
  const cells = (row: readonly string[], tag: 'td' | 'th'): string =>
    row.map((cell) => `<${tag}>${escapeMarkup(cell)}</${tag}>`).join('');
  const charts = studyCharts(study, language)
    .map(
      (chart) =>
        `<section class="card"><h2>${escapeMarkup(chart.title)}</h2>\n${drawChart(chart, 'inline')}</section>`,
    )
    .join('\n');
  const tables = study.tables
    .map((table) => {
      const { title, header, rows, note } = tableInWords(table, language, say);
      const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
      return `<section class="card"><h2>${escapeMarkup(title)}</h2><table><thead><tr>${cells(header, 'th')}</tr></thead><tbody>\n${body}\n</tbody></table>${note === '' ? '' : `<p>${escapeMarkup(note)}</p>`}</section>`;
    })
    .join('\n');
  const notes = studyNotes(study, language)
    .map((note) => `<p>${escapeMarkup(note)}</p>`)
    .join('\n');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>${escapeMarkup(say('title'))}</title>
<style>
${STYLE}
${CHART_STYLE}
</style>
</head>
<body>
<main>
<header>
<h1>${escapeMarkup(say('title'))}</h1>
${notes}
</header>
<div class="charts">
${charts}
</div>
<div class="tables">
${tables}
</div>
</main>
</body>
</html>
`;
}

/** The study as one page without script or request: plots first, then the sixteen tables. */

import type { Language } from '../../words/index.ts';
import { drawChart } from '../chart.ts';
import { escapeMarkup } from '../hostile-text.ts';
import { stillPage } from '../still-page.ts';
import { sayStudyIn } from './say-study.ts';
import { studyCharts } from './study-charts.ts';
import { studyNotes, tableInWords } from './study-text.ts';
import type { TimeStudyResult } from './time-study.ts';

const STYLE = `
.charts{margin:20px 0 14px}
.tables{columns:2 420px;column-gap:14px}
.card{overflow-x:auto}
.tables .card{break-inside:avoid;margin:0 0 14px}`.trim();

export function studyPage(study: TimeStudyResult, language: Language): string {
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
  return stillPage({
    language,
    title: say('title'),
    style: STYLE,
    body: `<header>
<h1>${escapeMarkup(say('title'))}</h1>
${notes}
</header>
<div class="charts">
${charts}
</div>
<div class="tables">
${tables}
</div>`,
  });
}

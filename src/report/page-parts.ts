/** The parts that the pages of reports share: tiles, figures, counts with their shares, tables. Everything given is escaped here. */
import { type Chart, drawChart } from './chart.ts';
import { escapeMarkup } from './hostile-text.ts';
import type { Quantities } from './quantities.ts';
import type { CountList, Figure } from './report-figures.ts';
import type { Say } from './say-report.ts';

export const REPORT_STYLE = `
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

export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
  return `<table><thead><tr>${cells(header, 'th')}</tr></thead><tbody>\n${body}\n</tbody></table>`;
}

export function tiles(list: readonly Figure[]): string {
  const each = list.map(({ label, value, unit }) => {
    const small = unit === undefined ? '' : ` <small>${escapeMarkup(unit)}</small>`;
    return `<div class="tile"><dt>${escapeMarkup(label)}</dt><dd>${escapeMarkup(value)}${small}</dd></div>`;
  });
  return `<dl class="tiles">\n${each.join('\n')}\n</dl>`;
}

export function chartCards(charts: readonly Chart[]): string {
  const each = charts.map(
    (chart) =>
      `<section class="card"><h2>${escapeMarkup(chart.title)}</h2>\n${drawChart(chart, 'inline')}</section>`,
  );
  return `<div class="charts">\n${each.join('\n')}\n</div>`;
}

export function figureRows(list: readonly Figure[]): string {
  return list
    .map(({ label, value }) => `<div><dt>${escapeMarkup(label)}</dt><dd>${escapeMarkup(value)}</dd></div>`)
    .join('\n');
}

export function countCards(lists: readonly CountList[], say: Say, { count, percent }: Quantities): string {
  const each = lists.map(({ title, entries }) => {
    const total = entries.reduce((sum, entry) => sum + entry.count, 0);
    const rows = entries
      .slice(0, 25)
      .map(
        ({ name, count: value }) =>
          `<tr><td class="share"><i style="--part:${((value / total) * 100).toFixed(1)}%"></i><span>${escapeMarkup(name)}</span></td>` +
          `<td>${escapeMarkup(count(value))}</td><td>${escapeMarkup(percent(value / total))}</td></tr>`,
      )
      .join('\n');
    const more =
      entries.length > 25 ? `<p>${escapeMarkup(say('more', { count: count(entries.length - 25) }))}</p>` : '';
    return `<section class="card"><h2>${escapeMarkup(title)}</h2><table><tbody>\n${rows}\n</tbody></table>${more}</section>`;
  });
  return `<div class="lists">\n${each.join('\n')}\n</div>`;
}

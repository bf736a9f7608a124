/** The scores as files: the table for programs, a page, and one SVG file for each plot. Each is replaced whole or not at all. */
import { CONTENT_GOLD_WORDS } from '../../words/content-gold.ts';
import { type Language, say } from '../../words/index.ts';
import { type BarChart, drawChart } from '../chart.ts';
import { escapeMarkup } from '../hostile-text.ts';
import { chartCards, REPORT_STYLE, table } from '../page-parts.ts';
import { stillPage } from '../still-page.ts';
import { writeFiles } from '../write-files.ts';
import { type ContentScores, type Measured, meanScores, scoresCsv } from './scores.ts';
import { scoreTables } from './scores-text.ts';

/** Sites that are drawn; the tables have all. */
const MOST_DRAWN = 24;

/** Of each site the three measures of every method; first their means. By block where there is such a truth, else by word. */
function scoreCharts(scores: ContentScores, language: Language): BarChart[] {
  const m = CONTENT_GOLD_WORDS[language];
  const bars = (
    list: readonly {
      readonly method: string;
      readonly byBlock: Measured | null;
      readonly byWord: Measured;
    }[],
  ): BarChart['bars'] =>
    list.flatMap(({ method, byBlock, byWord }) => {
      const { precision, recall, f1 } = byBlock ?? byWord;
      const name = m.methods[method as keyof typeof m.methods] ?? method;
      return [
        { label: `${name} P`, value: precision },
        { label: `${name} R`, value: recall },
        { label: `${name} F`, value: f1 },
      ];
    });
  const chart = (name: string, title: string, list: Parameters<typeof bars>[0]): BarChart => ({
    kind: 'bars',
    name,
    title,
    description: say(m.chartAbout, { title }),
    empty: m.nothingDrawn,
    format: (value) => value.toFixed(3),
    bars: bars(list),
  });
  const sites = [...new Set(scores.map(({ site }) => site))];
  return [
    ...(sites.length > 1
      ? [chart('mean', say(m.meanTitle, { sites: sites.length }), meanScores(scores))]
      : []),
    ...sites.slice(0, MOST_DRAWN).map((site, i) =>
      chart(
        `site-${i + 1}`,
        site,
        scores.filter((score) => score.site === site),
      ),
    ),
  ];
}

function scoresPage(scores: ContentScores, language: Language): string {
  const m = CONTENT_GOLD_WORDS[language];
  const tables = scoreTables(scores, language)
    .map(
      ({ title, header, rows }) =>
        `<section class="card wide"><h2>${escapeMarkup(title)}</h2>${table(header, rows)}</section>`,
    )
    .join('\n');
  return stillPage({
    language,
    title: m.title,
    style: REPORT_STYLE,
    body: `<header>\n<h1>${escapeMarkup(m.title)}</h1>\n<p>${escapeMarkup(m.measuresAbout)}</p>\n</header>\n${chartCards(scoreCharts(scores, language))}\n${tables}`,
  });
}

/** Answers with the paths written. */
export function writeScores(scores: ContentScores, folder: string, language: Language): string[] {
  const files = new Map([
    ['scores.csv', scoresCsv(scores)],
    ['scores.html', scoresPage(scores, language)],
    ...scoreCharts(scores, language).map((chart) => [`scores-${chart.name}.svg`, drawChart(chart)] as const),
  ]);
  return writeFiles(files, folder);
}

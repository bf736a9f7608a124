/** Two crawls of the same seeds, set against each other along a period: as text, and as a page with its curves. */
import { COMPARE_WORDS } from '../words/compare.ts';
import { type Language, say } from '../words/index.ts';
import { type Chart, drawChart } from './chart.ts';
import { escapeMarkup, plainText } from './hostile-text.ts';
import { chartCards, REPORT_STYLE, table } from './page-parts.ts';
import { quantitiesIn } from './quantities.ts';
import { stillPage } from './still-page.ts';
import { columnLines, PLAIN, type TextStyle } from './text-columns.ts';
import { writeFiles } from './write-files.ts';

/** What a person said of some pages of a crawl, drawn by lot. */
export interface JudgedSample {
  /** The file of the judgements. */
  readonly name: string;
  readonly judged: number;
  readonly relevant: number;
  readonly precision: number;
  /** Between which the precision of the whole crawl lies with 95 % confidence (Wilson). */
  readonly from: number;
  readonly to: number;
  /** Share of the judged pages of which the segments say the same. */
  readonly agreement: number;
}

export interface ComparedCrawl {
  readonly folder: string;
  /** Pages read, and those that could not be read and do not count. */
  readonly pages: number;
  readonly unread: number;
  readonly relevant: number;
  readonly at: readonly { readonly k: number; readonly precision: number; readonly recall: number }[];
  readonly curve: {
    readonly pages: readonly number[];
    readonly precision: readonly number[];
    readonly recall: readonly number[];
  };
  readonly samples: readonly JudgedSample[];
}

export interface CrawlComparison {
  readonly format: 1;
  readonly label: string;
  /** `1939-01-01..1945-12-31` */
  readonly days: string;
  readonly profile: string;
  /** Relevant pages that either crawl has: what recall is a share of. */
  readonly union: number;
  /** Pages that both have. */
  readonly shared: number;
  readonly crawls: readonly [ComparedCrawl, ComparedCrawl];
}

/** A name for each crawl: its folder, or its letter where both are called alike. */
function namesOf({ crawls: [a, b] }: CrawlComparison): readonly [string, string] {
  const last = (folder: string): string => folder.split(/[\\/]/).filter(Boolean).at(-1) ?? folder;
  return last(a.folder) === last(b.folder) ? ['A', 'B'] : [last(a.folder), last(b.folder)];
}

interface Rows {
  readonly title: string;
  readonly rows: readonly (readonly string[])[];
}

function tables(found: CrawlComparison, language: Language): Rows[] {
  const m = COMPARE_WORDS[language];
  const { count, percent } = quantitiesIn(language);
  const [a, b] = found.crawls;
  const [nameA, nameB] = namesOf(found);
  const ks = [...new Set([...a.at, ...b.at].map(({ k }) => k))].sort((x, y) => x - y);
  const at = (of: ComparedCrawl, k: number, what: 'precision' | 'recall'): string => {
    const point = of.at.find((each) => each.k === k);
    return point === undefined ? '–' : percent(point[what]);
  };
  const samples = [a, b].flatMap((crawl, i) =>
    crawl.samples.map((sample) => [
      [nameA, nameB][i]!,
      sample.name,
      count(sample.judged),
      percent(sample.precision),
      `${percent(sample.from)} – ${percent(sample.to)}`,
      percent(sample.agreement),
    ]),
  );
  return [
    {
      title: m.pagesTitle,
      rows: [
        [m.crawl, m.pages, m.unread, m.relevant],
        ...[a, b].map((crawl, i) => [
          [nameA, nameB][i]!,
          count(crawl.pages),
          count(crawl.unread),
          count(crawl.relevant),
        ]),
      ],
    },
    {
      title: m.atTitle,
      rows: [
        [m.first, ...[nameA, nameB].flatMap((name) => [`${m.precision} ${name}`, `${m.recall} ${name}`])],
        ...ks.map((k) => [
          count(k),
          ...[a, b].flatMap((crawl) => [at(crawl, k, 'precision'), at(crawl, k, 'recall')]),
        ]),
      ],
    },
    ...(samples.length === 0
      ? []
      : [
          {
            title: m.samplesTitle,
            rows: [[m.crawl, m.file, m.judged, m.precision, m.interval, m.agreement], ...samples],
          },
        ]),
  ];
}

function summary(found: CrawlComparison, language: Language): string[] {
  const m = COMPARE_WORDS[language];
  const { count } = quantitiesIn(language);
  return [
    say(m.along, { label: plainText(found.label), days: found.days, profile: found.profile }),
    say(m.union, { union: count(found.union), shared: count(found.shared) }),
    m.caveat,
  ];
}

export function comparisonText(found: CrawlComparison, language: Language, style: TextStyle = PLAIN): string {
  const lines = [style.heading(COMPARE_WORDS[language].title), ...summary(found, language)];
  for (const { title, rows } of tables(found, language))
    lines.push(
      '',
      style.heading(title),
      ...columnLines(rows.map((row) => row.map((cell) => plainText(cell)))),
    );
  return `${lines.join('\n')}\n`;
}

function charts(found: CrawlComparison, language: Language): Chart[] {
  const m = COMPARE_WORDS[language];
  const { count, percent } = quantitiesIn(language);
  const [a, b] = found.crawls;
  return (['precision', 'recall'] as const).map(
    (what): Chart => ({
      kind: 'curve',
      name: what,
      title: m[what === 'precision' ? 'precisionCurve' : 'recallCurve'],
      description: say(m.curveDescription, {
        ...{ a: namesOf(found)[0], b: namesOf(found)[1] },
        endA: percent(a.at.at(-1)?.[what] ?? 0),
        endB: percent(b.at.at(-1)?.[what] ?? 0),
      }),
      empty: m.nothing,
      area: false,
      x: { label: m.pagesAxis, unit: 'number', values: a.curve.pages, format: count },
      y: { label: m[what], values: a.curve[what], format: percent },
      second: { names: namesOf(found), x: b.curve.pages, y: b.curve[what] },
    }),
  );
}

function page(found: CrawlComparison, language: Language): string {
  const m = COMPARE_WORDS[language];
  const cards = tables(found, language).map(
    ({ title, rows: [header = [], ...rows] }) =>
      `<section class="card wide"><h2>${escapeMarkup(title)}</h2>${table(header, rows)}</section>`,
  );
  return stillPage({
    language,
    title: m.title,
    style: REPORT_STYLE,
    body: [
      `<header>\n<h1>${escapeMarkup(m.title)}</h1>\n${summary(found, language)
        .map((text) => `<p>${escapeMarkup(text)}</p>`)
        .join('\n')}\n</header>`,
      chartCards(charts(found, language)),
      ...cards,
    ].join('\n'),
  });
}

/** Writes comparison.json, comparison.html and a file for each plot; gives the path of the page. */
export function writeComparison(found: CrawlComparison, folder: string, language: Language): string {
  const files: [string, string][] = [
    ['comparison.json', `${JSON.stringify(found, null, 2)}\n`],
    ...charts(found, language).map((chart): [string, string] => [
      `comparison-${chart.name}.svg`,
      drawChart(chart),
    ]),
    ['comparison.html', page(found, language)],
  ];
  return writeFiles(files, folder).at(-1)!;
}

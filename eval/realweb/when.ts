/**
 * The crawl along a period on whole real sites, by the built command and over sockets: general order, horizontal order and `modern` from the same
 * seeds, by how many of the pages that speak of the period (period-relevance.ts, which no crawl knows of) are among the first they bring.
 *
 *     npm run eval -- realweb --data <folder> --when 1964..1985 [--pages 1500] [--segments] [--out folder] [--judged sample.tsv]
 *
 * `--segments` judges the general and the `modern` crawl by segments too, as `tarrafa compare` does; `--out folder` draws pages of both for
 * a person to judge, `--judged file` counts them.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  type MeasureArgs,
  type MeasureResult,
  type MeasureTable,
  NothingToMeasure,
} from '../../bench/measure.ts';
import { compareCrawls } from '../../src/app/index.ts';
import { crawlPaths, readHistory } from '../../src/crawl/index.ts';
import { realSites } from '../../test/real-sites.ts';
import { isKeptAside } from '../kept-aside.ts';
import { type JudgedPage, type JudgedPages, judgedPages } from './judged-pages.ts';
import { hasList, periodYears, relevanceOf } from './period-relevance.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/program/cli/main.js', import.meta.url));
const CUTOFFS = [250, 500, 1_000, 1_500];
/** Relevant pages among the first 1,500, stated for 1964..1985 on the 93 sites. */
const BAR = { when: '1964..1985', pages: 1_500, relevant: 150 };

const PARTS = [
  ['whole', () => true],
  ['without what is kept aside', ({ host }: JudgedPage) => !isKeptAside(host)],
  ['kept aside', ({ host }: JudgedPage) => isKeptAside(host)],
] as const;

export async function measureWhen(args: MeasureArgs): Promise<MeasureResult> {
  const { data } = args;
  if (data === undefined || !existsSync(join(data, 'SOURCES.tsv')))
    throw new NothingToMeasure(data, 'whole real sites (*.jsonl.gz) with SOURCES.tsv');
  const when = String(args.options.when);
  const years = periodYears(when);
  if (years === null) throw new NothingToMeasure(data, `period of years (${when})`);
  const pages = Number(args.options.pages ?? (args.quick ? 250 : 1_500));
  const judged = judgedPages(data, relevanceOf(when, years));
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-when-'));
  const web = await realSites(data, 1);
  try {
    const seeds = join(folder, 'seeds.txt');
    writeFileSync(seeds, web.seeds.join('\n'));
    const brought = new Map<string, readonly JudgedPage[]>();
    for (const [name, words] of [
      ['general', ['--when', when, '--when-profile', 'general']],
      ['horizontal', ['--policy', 'horizontal']],
      ['modern', ['--when', when]],
    ] as const) {
      const out = join(folder, name);
      await tarrafa([
        ...['crawl', '--seeds', seeds, '--out', out, '--allow-private', ...web.connectTo(0)],
        ...['--delay', '20ms', '--address-delay', '5ms', ...words],
        ...['--max-pages', String(pages), '--no-content', '--contact', 'measure@example.org'],
      ]);
      brought.set(name, await pagesOf(out, judged));
    }
    return {
      ...figuresOf(brought, judged, when, pages),
      tables: [
        ...tablesOf(brought, judged, when, pages),
        ...(await bySegments(join(folder, 'general'), join(folder, 'modern'), when, args)),
      ],
    };
  } finally {
    await web.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function tarrafa(words: readonly string[]): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [PROGRAM, ...words], { stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', failed);
    child.once('close', (code) =>
      code === 0 ? done() : failed(new Error(`tarrafa ${words[0]} ended with ${code}`)),
    );
  });
}

/** The pages of a crawl in the order in which they came, each once. */
async function pagesOf(crawl: string, judged: JudgedPages): Promise<JudgedPage[]> {
  const pages = new Set<JudgedPage>();
  for await (const { outcome, url } of readHistory(crawlPaths(crawl).visits)) {
    const page = outcome === 'analysed' ? judged.at(url) : null;
    if (page !== null) pages.add(page);
  }
  return [...pages];
}

type Crawls = ReadonlyMap<string, readonly JudgedPage[]>;

const WAYS = [
  ['speaks', 'that speak of it: three times, or in the title'],
  ['names', 'that name it at all'],
] as const;

function tablesOf(crawls: Crawls, { all }: JudgedPages, when: string, pages: number): MeasureTable[] {
  const cutoffs = [...CUTOFFS.filter((k) => k < pages), pages];
  const reached = all.filter((page) => page.reached);
  return [
    {
      title: `${when}: what there is${hasList(when) ? '' : ' (by its years alone)'}`,
      columns: [
        '',
        'pages',
        'that speak of it',
        'that name it',
        'reached by links',
        'of these, that speak of it',
        'that name it',
      ],
      rows: PARTS.map(([name, isOf]) => [
        name,
        ...[all, reached].flatMap((some) => [
          some.filter(isOf).length,
          some.filter((page) => page.speaks && isOf(page)).length,
          some.filter((page) => page.names && isOf(page)).length,
        ]),
      ]),
      note: 'To speak of a period is to name a year of it, or an event or person of the list, three times or in the title. Reached: by any links from the seeds, without order, rule or budget.',
    },
    ...WAYS.flatMap(([way, told]) =>
      PARTS.map(([part, isOf]) => ({
        title: `${when}, ${part}: pages ${told}, among the first k of all sites`,
        columns: ['crawl', ...cutoffs.map((k) => `first ${k}`), `pages of the first ${pages}`],
        rows: [...crawls].map(([name, brought]) => [
          name,
          ...cutoffs.map((k) => brought.slice(0, k).filter((page) => page[way] && isOf(page)).length),
          brought.slice(0, pages).filter(isOf).length,
        ]),
      })),
    ),
  ];
}

function figuresOf(
  crawls: Crawls,
  { all }: JudgedPages,
  when: string,
  pages: number,
): Pick<MeasureResult, 'figures' | 'bars'> {
  const figures: Record<string, number> = {};
  for (const [way] of WAYS) {
    figures[`${way}.reached`] = all.filter((page) => page[way] && page.reached).length;
    for (const [name, brought] of crawls)
      figures[`${way}.${name}`] = brought.slice(0, pages).filter((page) => page[way]).length;
  }
  if (when !== BAR.when || pages !== BAR.pages) return { figures };
  const found = figures['speaks.modern']!;
  return {
    figures,
    bars: [
      {
        what: `${when}: pages that speak of it among the first ${pages}, modern`,
        bar: `≥ ${BAR.relevant}`,
        measured: `${found} of the ${figures['speaks.reached']} that links lead to`,
        met: found >= BAR.relevant,
      },
    ],
  };
}

/** Segments judge here what segments chose: a person may judge a sample. */
async function bySegments(
  general: string,
  modern: string,
  when: string,
  { options }: MeasureArgs,
): Promise<MeasureTable[]> {
  if (options.segments === undefined && options.out === undefined && options.judged === undefined) return [];
  const from = process.env.TARRAFA_CALLED_FROM ?? process.cwd();
  const { comparison } = await compareCrawls(general, modern, {
    when,
    language: 'en',
    ...(options.out === undefined ? {} : { out: resolve(from, options.out), sample: 60 }),
    ...(options.judged === undefined ? {} : { judged: [resolve(from, options.judged)] }),
  });
  const { crawls, union } = comparison;
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const names = ['general', 'modern'] as const;
  const ks = [...new Set(crawls.flatMap(({ at }) => at.map(({ k }) => k)))].sort((a, b) => a - b);
  const at = (crawl: (typeof crawls)[number], k: number, what: 'precision' | 'recall'): string => {
    const point = crawl.at.find((each) => each.k === k);
    return point === undefined ? '–' : percent(point[what]);
  };
  const byPeople = crawls.flatMap(({ samples }, i) =>
    samples.map(({ judged, precision, from: least, to: most, agreement }) => [
      names[i]!,
      judged,
      percent(precision),
      `${percent(least)} – ${percent(most)}`,
      percent(agreement),
    ]),
  );
  return [
    {
      title: `${when}: precision and recall by segments among the first pages`,
      columns: ['first', ...names.flatMap((name) => [`precision ${name}`, `recall ${name}`])],
      rows: ks.map((k) => [
        k,
        ...crawls.flatMap((crawl) => [at(crawl, k, 'precision'), at(crawl, k, 'recall')]),
      ]),
      note: `Recall: of the ${union} pages of the period that both found together. Both are judged by the segments of \`modern\`.`,
    },
    ...(byPeople.length === 0
      ? []
      : [
          {
            title: 'The same, judged by a person on pages drawn at random',
            columns: ['crawl', 'pages', 'precision', '95 % interval', 'segments say the same'],
            rows: byPeople,
          },
        ]),
  ];
}

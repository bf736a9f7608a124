/**
 * The search for geographic data on webs whose truth is known: MiniWeb-1 of the specification, and generated webs of 500 sites with 50
 * producers, whose sites speak in the words of real ones (`--data`). `--seed n` judges one seed, otherwise five; `--sites`, `--producers` and `--size` (bytes of a usual archive) change the web.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Bar,
  type MeasureArgs,
  type MeasureResult,
  type MeasureTable,
  NothingToMeasure,
} from '../bench/measure.ts';
import { generatedWeb, miniWeb } from '../samples/geo-web/index.ts';
import { search } from '../src/geo/query/index.ts';
import { crawlWeb, specificationGazetteer } from './geo-web/crawl-web.ts';
import { reportE5 } from './geo-web/efficiency.ts';
import { pacedCrawl } from './geo-web/paced-crawl.ts';
import { judgeRealPages } from './geo-web/real-pages.ts';
import { realTexts } from './geo-web/real-texts.ts';

export const title = 'Search for geographic data on known webs';

/** Of every answer of MiniWeb-1 while one worker is timed, ms. */
const LATENCY = 1500;
const SEEDS = [1, 2, 3, 4, 5];

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const tables: MeasureTable[] = [];
  const bars: Bar[] = [];
  const figures: Record<string, number | string> = {};

  const folder = realFolder(args.data);
  const texts = folder === undefined ? null : realTexts(folder);
  if (folder !== undefined) {
    const real = judgeRealPages(folder);
    if (real === null || texts === null)
      throw new NothingToMeasure(args.data, 'realweb/SOURCES.tsv with its sites and geo/ogc-services.zip');
    tables.push(...real.tables);
    Object.assign(figures, real.figures);
    bars.push(...real.bars);
  }

  // MiniWeb-1: what must come out is in the specification.
  const mini = await crawlWeb(miniWeb(), { gazetteer: specificationGazetteer(), extents: false });
  const { index } = mini.report;
  const scores = index.scores();
  tables.push({
    title: 'MiniWeb-1: sites',
    columns: ['site', 'score', 'files'],
    rows: [...scores]
      .sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
      .map(([site, score]) => [site, score, index.producer(site)?.files ?? 0]),
  });
  const names = (query: string, mode: 'direct' | 'expanded', profile: 'compat' | 'modern') =>
    search(index, query, { mode, profile })
      .results.map((result) => result.file.name)
      .join(', ') || 'nothing found';
  const queries = ['são paulo', 'américa do norte', 'atlântida'];
  tables.push({
    title: 'MiniWeb-1: queries',
    columns: ['query', 'direct', 'expanded, compat', 'expanded, modern'],
    rows: queries.map((query) => [
      query,
      names(query, 'direct', 'modern'),
      names(query, 'expanded', 'compat'),
      names(query, 'expanded', 'modern'),
    ]),
  });
  const expectedScores = {
    'inpe.test': 7,
    'ibge.test': 3,
    'gisconsult.test': 2,
    'gismaps.test': 1,
    'blog.test': 1,
  };
  const exact =
    Object.entries(expectedScores).every(([site, score]) => scores.get(site) === score) &&
    names('são paulo', 'expanded', 'compat') === 'vt02_shp.zip, saopaulo.shp' &&
    names('são paulo', 'expanded', 'modern') === 'saopaulo.shp, vt02_shp.zip' &&
    mini.producerPrecision === 1 &&
    mini.producerRecall === 1 &&
    mini.filesFound === 1;
  bars.push({
    what: 'MiniWeb-1 as the specification has it',
    bar: 'all',
    measured: exact ? 'all' : 'differs',
    met: exact,
  });

  if (!args.quick) {
    const paced = await pacedCrawl(LATENCY);
    const perPage = paced.seconds / paced.pages;
    tables.push({
      title: 'MiniWeb-1 by the command, one request at a time',
      columns: ['pages', 'requests', 'seconds', 'seconds a page'],
      rows: [[paced.pages, paced.requests, paced.seconds.toFixed(1), perPage.toFixed(1)]],
      note: `Every answer takes ${LATENCY / 1000} s, a host is asked once a second, files are looked into; the start of the command counts.`,
    });
    bars.push({
      what: 'time a page of one worker, files included',
      bar: '< 10 s',
      measured: `${perPage.toFixed(1)} s`,
      met: perPage < 10,
    });
    figures['seconds.per.page'] = perPage;
  }

  // Generated webs.
  const seeds = args.seed !== undefined ? [args.seed] : args.quick ? [1] : SEEDS;
  const webRows: (string | number)[][] = [];
  const worst = { precision: 1, recall: 1, files: 1, share: 0 };
  for (const seed of seeds) {
    const web = generatedWeb({
      seed,
      sites: Number(args.options.sites ?? (args.quick ? 100 : 500)),
      producers: Number(args.options.producers ?? (args.quick ? 10 : 50)),
      ...(args.options.size === undefined ? {} : { usualSize: Number(args.options.size) }),
      ...(texts === null ? {} : { texts }),
    });
    const outcome = await crawlWeb(web);
    worst.precision = Math.min(worst.precision, outcome.producerPrecision);
    worst.recall = Math.min(worst.recall, outcome.producerRecall);
    worst.files = Math.min(worst.files, outcome.filesFound);
    worst.share = Math.max(worst.share, outcome.share);
    webRows.push([
      String(seed),
      outcome.report.pages,
      web.producers.size,
      outcome.producerPrecision.toFixed(3),
      outcome.producerRecall.toFixed(3),
      web.files.length,
      outcome.filesFound.toFixed(3),
      outcome.filesWrong.length,
      `${(100 * outcome.share).toFixed(1)} %`,
      `${(100 * outcome.medianShare).toFixed(1)} %`,
      outcome.report.rejected,
      outcome.report.passedOver,
      outcome.pagesToNinety,
    ]);
    if (seed === seeds[0]) tables.push(reportE5(outcome));
    if (args.options.missed !== undefined && outcome.missed.length > 0)
      tables.push({
        title: `Seed ${seed}: files not found`,
        columns: ['file'],
        rows: outcome.missed.map((file) => [file]),
      });
  }
  tables.push({
    title: texts === null ? 'Generated webs, with made-up texts' : 'Generated webs, with texts of real pages',
    columns: [
      'seed',
      'pages',
      'producers',
      'precision',
      'recall',
      'files',
      'found',
      'wrong',
      'bytes/archive',
      'median',
      'looked into and rejected',
      'passed over',
      'pages to 90 % of producers',
    ],
    rows: webRows,
    note: `Bytes per accepted archive as a share of its size, on servers that answer ranges; the truth is the generator’s. ${
      texts === null
        ? 'The texts were made up by who knew what is looked for: how much is found says nothing (--data brings real ones).'
        : `Producers speak in the words of ${texts.producers.length} real services and sites with geographic files, others in those of ${texts.others.length} real sites without.`
    }`,
  });
  if (texts !== null) bars.push(...foundBars(worst));
  bars.push({
    what: 'bytes per accepted archive where ranges work, worst seed',
    bar: '≤ 30 %',
    measured: `${(100 * worst.share).toFixed(1)} %`,
    met: worst.share <= 0.3,
  });
  Object.assign(figures, {
    'producer.precision': worst.precision,
    'producer.recall': worst.recall,
    'files.found': worst.files,
    'archive.bytes.share': worst.share,
  });
  return { tables, figures, bars };
}

/** The folder of real sites: that which was given, or the one inside it. */
function realFolder(data: string | undefined): string | undefined {
  if (data === undefined) return undefined;
  const inside = join(data, 'realweb');
  return existsSync(inside) ? inside : data;
}

function foundBars(worst: {
  readonly precision: number;
  readonly recall: number;
  readonly files: number;
}): Bar[] {
  return [
    {
      what: 'producer precision, worst seed',
      bar: '≥ 0.98',
      measured: worst.precision.toFixed(3),
      met: worst.precision >= 0.98,
    },
    {
      what: 'producer recall, worst seed',
      bar: '≥ 0.98',
      measured: worst.recall.toFixed(3),
      met: worst.recall >= 0.98,
    },
    {
      what: 'files found, worst seed',
      bar: '≥ 0.97',
      measured: worst.files.toFixed(3),
      met: worst.files >= 0.97,
    },
  ];
}

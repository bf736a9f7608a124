/**
 * How well a search answers: questions with known answers, drawn from the gazetteer and the truth of generated webs, asked of the index that a
 * search of such a web made, directly and expanded, and of a plain text search over the same words. `--data` (the folder of real
 * sites, or the one above it) brings the texts of real pages; `--seed n` judges one web, otherwise three.
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
import { generatedWeb } from '../samples/geo-web/index.ts';
import { loadGazetteer } from '../src/geo/gazetteer/index.ts';
import { search } from '../src/geo/query/index.ts';
import { drawPlaces, drawQuestions, type Question } from './geo-search/questions.ts';
import { TextSearch } from './geo-search/text-search.ts';
import { crawlWeb } from './geo-web/crawl-web.ts';
import { measure, type RetrievalMeasures } from './geo-web/measures.ts';
import { realTexts } from './geo-web/real-texts.ts';

export const title = 'Answers to questions for geographic data';

const SEEDS = [1, 2, 3];
const KINDS = ['a place', 'things in a place', 'things in a state', 'things'] as const;

interface Judged {
  readonly system: string;
  readonly kind: Question['kind'];
  readonly measures: RetrievalMeasures;
  readonly found: number;
}

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const folder =
    args.data !== undefined && existsSync(join(args.data, 'realweb'))
      ? join(args.data, 'realweb')
      : args.data;
  const texts = folder === undefined ? null : realTexts(folder);
  if (folder !== undefined && texts === null)
    throw new NothingToMeasure(args.data, 'realweb/SOURCES.tsv with its sites and geo/ogc-services.zip');
  const gazetteer = await loadGazetteer();
  const judged: Judged[] = [];
  const webs: (string | number)[][] = [];
  let everAmong = true;
  for (const seed of args.seed !== undefined ? [args.seed] : args.quick ? [1] : SEEDS) {
    const web = generatedWeb({
      seed,
      sites: Number(args.options.sites ?? (args.quick ? 40 : 160)),
      producers: Number(args.options.producers ?? (args.quick ? 10 : 40)),
      usualSize: 60_000,
      places: drawPlaces(gazetteer, seed),
      ...(texts === null ? {} : { texts }),
    });
    const { report, filesFound } = await crawlWeb(web);
    const { index } = report;
    const plain = new TextSearch(index);
    const questions = drawQuestions(web, gazetteer, seed, args.quick ? 8 : 40);
    const ask = (profile: 'compat' | 'modern', mode: 'direct' | 'expanded', text: string): string[] =>
      search(index, text, { profile, mode, limit: Number.POSITIVE_INFINITY }).results.map(
        ({ file }) => file.url,
      );
    webs.push([seed, web.files.length, filesFound.toFixed(3), questions.length]);
    for (const question of questions) {
      const lists: Record<string, string[]> = { 'plain text': plain.search(question.text) };
      for (const profile of ['modern', 'compat'] as const)
        for (const mode of ['direct', 'expanded'] as const)
          lists[`${profile}, ${mode}`] = ask(profile, mode, question.text);
      for (const profile of ['modern', 'compat']) {
        const expanded = new Set(lists[`${profile}, expanded`]);
        everAmong &&= lists[`${profile}, direct`]!.every((url) => expanded.has(url));
      }
      for (const [system, list] of Object.entries(lists)) judged.push(judge(system, question, list));
    }
  }
  const systems = [...new Set(judged.map(({ system }) => system))].sort();
  const means = (system: string, kind?: Question['kind']): Means =>
    meansOf(judged.filter((one) => one.system === system && (kind === undefined || one.kind === kind)));
  const rows = [undefined, ...KINDS].flatMap((kind) =>
    systems.map((system) => {
      const m = means(system, kind);
      return [
        kind ?? 'all',
        system,
        m.count,
        ...[m.first, m.ten, m.reciprocal, m.average, m.ndcg, m.recall].map(two),
      ];
    }),
  );
  const tables: MeasureTable[] = [
    {
      title: 'Webs',
      columns: ['seed', 'files', 'found by the search of the web', 'questions'],
      rows: webs,
      note:
        texts === null
          ? 'With made-up texts (--data brings those of real pages).'
          : 'With texts of real pages; places drawn from the gazetteer.',
    },
    {
      title: 'Answers, means over questions',
      columns: ['questions for', 'search', 'questions', 'P@1', 'P@10', 'MRR', 'MAP', 'nDCG', 'recall'],
      rows,
      note: 'An answer is right if the generator made the file for that place and theme; a file whose table only names the place is wrong. P@10 cannot reach 1 where fewer than ten files are right.',
    },
  ];
  const [direct, expanded, plain] = [means('modern, direct'), means('modern, expanded'), means('plain text')];
  const bars: Bar[] = [
    bar('direct, average precision (the thesis: 0.86 on one question)', direct.average, 0.86),
    bar('direct, first answer right', direct.first, 0.9),
    {
      ...bar('direct nDCG over that of plain text', direct.ndcg - plain.ndcg, 0),
      met: direct.ndcg > plain.ndcg,
    },
    {
      what: 'direct answers among the expanded',
      bar: 'all',
      measured: everAmong ? 'all' : 'not all',
      met: everAmong,
    },
    {
      what: 'recall, expanded over direct',
      bar: '≥ 0',
      measured: (expanded.recall - direct.recall).toFixed(3),
      met: expanded.recall >= direct.recall,
    },
  ];
  const figures: Record<string, number> = {};
  for (const system of systems)
    for (const [name, value] of Object.entries(means(system)))
      figures[`${system.replace(', ', '.').replace(' ', '-')}.${name}`] = value;
  return { tables, figures, bars };
}

interface Means {
  readonly count: number;
  readonly first: number;
  readonly ten: number;
  readonly reciprocal: number;
  readonly average: number;
  readonly ndcg: number;
  readonly recall: number;
}

const two = (value: number): string => value.toFixed(3);

function bar(what: string, value: number, least: number): Bar {
  return { what, bar: `≥ ${least.toFixed(2)}`, measured: value.toFixed(3), met: value >= least };
}

function judge(system: string, { kind, answers }: Question, list: readonly string[]): Judged {
  const ranks = list.flatMap((url, i) => (answers.has(url) ? [i + 1] : []));
  return {
    system,
    kind,
    measures: measure({ ranks, relevant: answers.size }),
    found: ranks.length / answers.size,
  };
}

function meansOf(all: readonly Judged[]): Means {
  const mean = (of: (one: Judged) => number): number =>
    all.reduce((sum, one) => sum + of(one), 0) / Math.max(1, all.length);
  return {
    count: all.length,
    first: mean(({ measures }) => measures.precisionAt(1)),
    ten: mean(({ measures }) => measures.precisionAt(10)),
    reciprocal: mean(({ measures }) => measures.reciprocalRank),
    average: mean(({ measures }) => measures.averagePrecision),
    ndcg: mean(({ measures }) => measures.ndcg),
    recall: mean(({ found }) => found),
  };
}

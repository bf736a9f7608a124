/**
 * Quality of the search. With a folder of real sites (`--data <folder>`, or its folder `realweb`): known pages looked for again (see
 * `search/known-items.ts`). Without: judged questions on the sample web, whose judgements come from the generator (see `search/judge.ts`), or
 * from the `*.json` of the folder given with `--data`: `{queries: [{q, grades: {url: 0 … 3}}]}`.
 *
 * The worst questions are listed, and shown with `--show <part of a question>`, of the development half only.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bar, MeasureArgs, MeasureResult, MeasureTable } from '../bench/measure.ts';
import { START_TIME } from '../samples/index.ts';
import type { SearchAnswer } from '../src/catalogue/index.ts';
import { type LineContext, parseLine } from '../src/catalogue/index.ts';
import { fold } from '../src/text/index.ts';
import { realSites } from './geo-web/real-pages.ts';
import { gradeOf, type Need, ndcgAt10, type TruePage } from './search/judge.ts';
import { analysedPages } from './search/known-items/real-collection.ts';
import { judgeKnownItems } from './search/known-items.ts';
import { NEEDS } from './search/needs.ts';
import { type SampleCollection, sampleCollection } from './search/sample-collection.ts';
import { misspelt } from './search/slips.ts';

export const title = 'Search quality';

const BAR = 0.9;
/** Documents scored when the candidates are bounded: few, so that the bound bites on a collection this small. */
const BOUND = 20;
/** Questions of each kind from each half of the sites. */
const KNOWN_ITEMS = 100;
const TODAY = Math.floor(START_TIME / 86_400_000);

interface Judged {
  readonly q: string;
  readonly kind: string;
  readonly half: 'a' | 'b';
  /** By what the page is (its bytes), so that copies are one answer. */
  readonly grades: ReadonlyMap<string, number>;
}

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  for (const folder of args.data === undefined ? [] : [join(args.data, 'realweb'), args.data]) {
    const sites = realSites(folder);
    if (sites === null || sites.length === 0) continue;
    const chosen = args.quick ? sites.slice(0, 12) : sites;
    return judgeKnownItems(analysedPages(folder, chosen), chosen, {
      perKind: args.quick ? 20 : KNOWN_ITEMS,
      seed: args.seed ?? 1,
    });
  }
  const collection = await sampleCollection(args.seed ?? 1);
  try {
    return await measured(collection, args);
  } finally {
    await collection.close();
  }
}

async function measured(collection: SampleCollection, args: MeasureArgs): Promise<MeasureResult> {
  const byUrl = new Map(collection.pages.map((page) => [page.url, page]));
  const given = args.data === undefined ? [] : readQuestions(args.data, byUrl);
  const judged = given.length > 0 ? given : NEEDS.map((need, i) => judgedBy(need, i, collection.pages));
  const places = await collection.catalogue.places();
  const context: LineContext = {
    gazetteer: collection.gazetteer,
    today: TODAY,
    known: (key) => places.has(key),
  };
  const find = (q: string, bound?: number): Promise<SearchAnswer> =>
    collection.catalogue.search(parseLine(q, context), { limit: 30, facets: false, bound });
  const rows = await Promise.all(
    judged.map(async (question) => {
      const few = await find(question.q, BOUND);
      return {
        ...question,
        ndcg: ndcgOf(question, await find(question.q), byUrl),
        bounded: ndcgOf(question, few, byUrl),
        cut: few.bounded,
      };
    }),
  );
  const kinds = [...new Set(rows.map((row) => row.kind))];
  const table: MeasureTable = {
    title: `nDCG@10 of ${rows.length} questions on ${collection.documents} documents`,
    columns: ['kind', 'questions', 'nDCG@10', `with ${BOUND} candidates`, 'half a', 'half b'],
    rows: [...kinds, 'all'].map((kind) => {
      const own = kind === 'all' ? rows : rows.filter((row) => row.kind === kind);
      const half = (name: 'a' | 'b') => own.filter((row) => row.half === name).map((row) => row.ndcg);
      return [
        kind,
        own.length,
        mean(own.map((row) => row.ndcg)).toFixed(3),
        mean(own.map((row) => row.bounded)).toFixed(3),
        mean(half('a')).toFixed(3),
        mean(half('b')).toFixed(3),
      ];
    }),
    note: `Half a is for development; half b was only looked at as these figures. The bound left candidates out for ${rows.filter((row) => row.cut).length} questions.`,
  };
  const worst: MeasureTable = {
    title: 'Worst of the development half',
    columns: ['question', 'kind', 'nDCG@10', 'answers'],
    rows: rows
      .filter((row) => row.half === 'a' && row.ndcg < 0.95)
      .sort((a, b) => a.ndcg - b.ndcg)
      .slice(0, 20)
      .map((row) => [row.q, row.kind, row.ndcg.toFixed(3), row.grades.size]),
  };
  const variants = await variantsOf(judged, context, find);
  const all = mean(rows.map((row) => row.ndcg));
  const bounded = mean(rows.map((row) => row.bounded));
  if (args.options.show !== undefined) await show(args.options.show, judged, find, byUrl);
  const bars: Bar[] = [
    bar('nDCG@10', `≥ ${BAR}`, all.toFixed(3), all >= BAR),
    bar('Questions', '≥ 60', String(rows.length), rows.length >= 60 || given.length > 0),
    bar(
      'Places without accents: same first result',
      'all',
      `${variants.plain}/${variants.count}`,
      variants.plain === variants.count,
    ),
    bar(
      'Misspelt places: same first result by the line offered',
      'all',
      `${variants.mended}/${variants.count}`,
      variants.mended === variants.count,
    ),
  ];
  return {
    tables: [table, worst, variants.table],
    figures: {
      questions: rows.length,
      documents: collection.documents,
      'nDCG@10': Number(all.toFixed(4)),
      [`nDCG@10 with ${BOUND} candidates`]: Number(bounded.toFixed(4)),
      'questions bounded': rows.filter((row) => row.cut).length,
      'place questions': variants.count,
      'same first result without accents': variants.plain,
      'same first result misspelt': variants.mended,
    },
    bars,
  };
}

function bar(what: string, wanted: string, value: string, met: boolean): Bar {
  return { what, bar: wanted, measured: value, met };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function judgedBy(need: Need, number: number, pages: readonly TruePage[]): Judged {
  const grades = new Map<string, number>();
  for (const page of pages) {
    const grade = gradeOf(need, page);
    if (grade > (grades.get(page.bytes) ?? 0)) grades.set(page.bytes, grade);
  }
  return { q: need.q, kind: need.kind, half: number % 2 === 0 ? 'a' : 'b', grades };
}

function readQuestions(folder: string, byUrl: ReadonlyMap<string, TruePage>): Judged[] {
  if (!existsSync(folder)) return [];
  const out: Judged[] = [];
  for (const name of readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()) {
    const read = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {
      readonly queries?: readonly {
        readonly q: string;
        readonly kind?: string;
        readonly grades: Readonly<Record<string, number>>;
      }[];
    };
    for (const { q, kind, grades } of read.queries ?? [])
      out.push({
        q,
        kind: kind ?? 'given',
        half: 'b',
        grades: new Map(Object.entries(grades).map(([url, grade]) => [byUrl.get(url)?.bytes ?? url, grade])),
      });
  }
  return out;
}

/** Of one page only its first place in the list counts: its entities and copies are no further answers. */
function gradesFound(question: Judged, answer: SearchAnswer, byUrl: ReadonlyMap<string, TruePage>): number[] {
  const seen = new Set<string>();
  const found: number[] = [];
  for (const { url } of [answer, ...answer.others].flatMap(({ hits }) => hits)) {
    const key = byUrl.get(url)?.bytes ?? url;
    if (seen.has(key)) continue;
    seen.add(key);
    found.push(question.grades.get(key) ?? 0);
  }
  return found;
}

function ndcgOf(question: Judged, answer: SearchAnswer, byUrl: ReadonlyMap<string, TruePage>): number {
  return ndcgAt10(gradesFound(question, answer, byUrl), [...question.grades.values()]);
}

/** Every question with a place of the gazetteer, without accents and with a slip in the name. */
async function variantsOf(
  judged: readonly Judged[],
  context: LineContext,
  find: (q: string) => Promise<SearchAnswer>,
): Promise<{
  readonly count: number;
  readonly plain: number;
  readonly mended: number;
  readonly table: MeasureTable;
}> {
  let [count, plain, mended] = [0, 0, 0];
  const rows: (string | number)[][] = [];
  for (const { q } of judged) {
    const chip = parseLine(q, context).chips.find((one) => one.kind === 'where');
    if (chip === undefined || chip.kind !== 'where' || chip.place === null) continue;
    count++;
    const first = (await find(q)).hits[0]?.url;
    const bare = q.normalize('NFD').replace(/\p{M}/gu, '');
    const samePlain = (await find(bare)).hits[0]?.url === first;
    if (samePlain) plain++;
    const slip = misspelt(q, chip);
    const offered = (await find(slip)).didYouMean;
    const sameMended = offered !== null && (await find(offered)).hits[0]?.url === first;
    if (sameMended) mended++;
    if (!samePlain || !sameMended)
      rows.push([
        fold(q) === q ? q : `${q} / ${bare}`,
        samePlain ? 'same' : 'another',
        slip,
        offered ?? '–',
        sameMended ? 'same' : 'another',
      ]);
  }
  return {
    count,
    plain,
    mended,
    table: {
      title: 'Places without accents and misspelt: where the first result differs',
      columns: ['question', 'without accents', 'misspelt', 'offered', 'then'],
      rows,
    },
  };
}

/** For development: what a question finds, with grades and parts of the scores. */
async function show(
  which: string,
  judged: readonly Judged[],
  find: (q: string) => Promise<SearchAnswer>,
  byUrl: ReadonlyMap<string, TruePage>,
): Promise<void> {
  for (const question of judged) {
    if (question.half !== 'a' || !question.q.includes(which)) continue;
    const answer = await find(question.q);
    console.error(
      `\n${question.q}: ${answer.total} found, ndcg ${ndcgOf(question, answer, byUrl).toFixed(3)}`,
    );
    for (const hit of answer.hits.slice(0, 12)) {
      const key = byUrl.get(hit.url)?.bytes ?? hit.url;
      const parts = Object.entries(hit.parts)
        .map(([name, value]) => `${name} ${value.toFixed(2)}`)
        .join(' ');
      console.error(
        `  ${question.grades.get(key) ?? 0} ${hit.score.toFixed(2)} ${decodeURIComponent(hit.url)} (${parts})`,
      );
    }
    const missing = [...question.grades].filter(
      ([key, grade]) =>
        grade > 1 && !answer.hits.some((hit) => (byUrl.get(hit.url)?.bytes ?? hit.url) === key),
    );
    for (const [key, grade] of missing.slice(0, 8)) {
      const page = [...byUrl.values()].find((one) => one.bytes === key);
      console.error(`  missing ${grade} ${decodeURIComponent(page?.url ?? key)}`);
    }
  }
}

/**
 * Two crawls set against each other along a period, as the source did with its general and its temporal crawler: every page of both is
 * judged in the same way, whatever its crawl thought of it.
 *
 * ```ts
 * const { comparison } = await compareCrawls('geral', 'temporal', { when: '1939..1945' });
 * console.log(comparison.crawls.map(({ at }) => at));
 * ```
 */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fnv53 } from '../bytes/index.ts';
import { TarrafaError } from '../errors.ts';
import { writeFileWhole } from '../files/index.ts';
import type { CrawlComparison, JudgedSample, TextStyle } from '../report/index.ts';
import type { Run } from '../time/crawl/index.ts';
import type { TemporalScope } from '../time/index.ts';
import { type Language, USUAL_LANGUAGE } from '../words/index.ts';
import { reason, systemFailure } from '../words/why.ts';
import { archivedDocument } from './explain/archived-document.ts';

export interface CompareOptions {
  /** A period as `parseScope` reads it. */
  readonly when: string;
  /** How pages are judged; default `modern`. */
  readonly profile?: 'modern' | 'thesis' | undefined;
  /** Pages of each crawl that are drawn for somebody to judge. */
  readonly sample?: number | undefined;
  /** Files of judged pages, one a judge. */
  readonly judged?: readonly string[] | undefined;
  /** Where the files go; default none are written. */
  readonly out?: string | undefined;
  readonly language?: Language | undefined;
  readonly style?: TextStyle | undefined;
  /** Told how many pages were read. */
  readonly onProgress?: ((pages: number) => void) | undefined;
}

export interface Compared {
  readonly comparison: CrawlComparison;
  readonly text: string;
  /** The page, and the pages to judge; null when they were not written. */
  readonly page: string | null;
  readonly sample: string | null;
}

/** Those of the source, and round ones. */
const CUTOFFS: readonly number[] = [10, 50, 100, 200, 500, 800, 1000, 2000, 2600, 5000];
const POINTS = 240;

interface JudgedPage {
  readonly key: string;
  readonly relevant: boolean;
  readonly url: string;
  readonly title: string;
}

interface ReadCrawl {
  readonly folder: string;
  readonly pages: readonly JudgedPage[];
  readonly unread: number;
}

export async function compareCrawls(a: string, b: string, options: CompareOptions): Promise<Compared> {
  const [{ parseScope, formatScope }, { curve, precisionAt, recallAt, relevantUnion }, report] =
    await Promise.all([
      import('../time/index.ts'),
      import('../time/crawl/index.ts'),
      import('../report/index.ts'),
    ]);
  const { profile = 'modern', language = USUAL_LANGUAGE, style, out } = options;
  const scope = parseScope(options.when);
  const judgements = await Promise.all((options.judged ?? []).map(readJudgements));
  let read = 0;
  const told = (): void => options.onProgress?.(++read);
  const crawls: ReadCrawl[] = [];
  for (const folder of [a, b]) crawls.push(await readCrawl(folder, scope, profile, told));
  const runs: Run[] = crawls.map(({ pages }) => pages);
  const union = relevantUnion(runs);
  const keys = new Set(runs[0]!.map(({ key }) => key));
  const longest = Math.max(...runs.map((run) => run.length));
  const step = Math.max(1, Math.ceil(longest / POINTS));
  const [first, second] = crawls.map(({ folder, pages, unread }, i) => {
    const run = runs[i]!;
    const points = curve(run, union, step);
    const ks = [...CUTOFFS.filter((k) => k < run.length), ...(run.length > 0 ? [run.length] : [])];
    return {
      folder,
      pages: run.length,
      unread,
      relevant: run.filter(({ relevant }) => relevant).length,
      at: ks.map((k) => ({ k, precision: precisionAt(run, k), recall: recallAt(run, k, union) })),
      curve: {
        pages: points.map(({ k }) => k),
        precision: points.map(({ precision }) => precision),
        recall: points.map(({ recall }) => recall),
      },
      samples: judgements.flatMap((judgement) => sampleOf(judgement, 'AB'[i]!, pages)),
    };
  });
  const comparison: CrawlComparison = {
    format: 1,
    label: scope.label,
    days: formatScope(scope),
    profile,
    union: union.size,
    shared: runs[1]!.filter(({ key }) => keys.has(key)).length,
    crawls: [first!, second!],
  };
  const page = out === undefined ? null : report.writeComparison(comparison, out, language);
  return {
    comparison,
    page,
    text: report.comparisonText(comparison, language, style),
    sample: options.sample === undefined ? null : writeSample(crawls, options.sample, out),
  };
}

/** The pages of a crawl in the order in which they came, each once. */
async function readCrawl(
  folder: string,
  scope: TemporalScope,
  profile: 'modern' | 'thesis',
  told: () => void,
): Promise<ReadCrawl> {
  const [
    { crawlPaths, readHistory, readManifest },
    { createLinkJudge, TEMPORAL_POLICIES },
    { normaliseUrl },
  ] = await Promise.all([
    import('../crawl/index.ts'),
    import('../time/crawl/index.ts'),
    import('../url/index.ts'),
  ]);
  const paths = crawlPaths(folder);
  if (readManifest(paths) === null) throw new TarrafaError('TRF_FOLDER_NOT_A_CRAWL', [folder]);
  const judge = createLinkJudge(scope, { policy: TEMPORAL_POLICIES[profile] });
  const seen = new Set<string>();
  const pages: JudgedPage[] = [];
  let unread = 0;
  for await (const visit of readHistory(paths.visits)) {
    const address = normaliseUrl(visit.url);
    const key = address.kind === 'url' ? address.key : visit.url;
    if (seen.has(key)) continue;
    seen.add(key);
    told();
    const document = await archivedDocument(paths, visit);
    if (document === null) unread++;
    else
      pages.push({
        key,
        relevant: judge(document, visit.url, visit.at).relevant,
        url: visit.url,
        title: visit.title ?? '',
      });
  }
  return { folder, pages, unread };
}

const COLUMNS = 'judgement\tcrawl\tn\turl\ttitle';

/** Drawn by a hash of the address: the same pages each time, and all alike likely. */
function writeSample(crawls: readonly ReadCrawl[], size: number, out: string | undefined): string {
  const flat = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();
  const lines = crawls.flatMap(({ pages }, i) =>
    pages
      .map((page, n) => ({ page, n: n + 1, lot: fnv53(`sample ${page.key}`) }))
      .sort((x, y) => x.lot - y.lot)
      .slice(0, size)
      .sort((x, y) => x.n - y.n)
      .map(({ page, n }) => ['', 'AB'[i]!, n, flat(page.url), flat(page.title)].join('\t')),
  );
  const path = join(out ?? '.', 'sample.tsv');
  writeFileWhole(path, `${[COLUMNS, ...lines].join('\n')}\n`);
  return path;
}

interface Judgements {
  readonly name: string;
  /** By letter of the crawl and address. */
  readonly said: ReadonlyMap<string, boolean>;
}

const YES: ReadonlySet<string> = new Set(['sim', 's', 'yes', 'y', '1']);
const NO: ReadonlySet<string> = new Set(['não', 'nao', 'n', 'no', '0']);

/** Lines without a judgement are no judgements. */
async function readJudgements(path: string): Promise<Judgements> {
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw new TarrafaError('TRF_INPUT_MISSING', [path, systemFailure(cause)], { cause });
  });
  const said = new Map<string, boolean>();
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const [word = '', crawl = '', , url = ''] = line.split('\t');
    const judgement = word.trim().toLowerCase();
    if (judgement === '' || judgement === 'judgement') continue;
    if ((!YES.has(judgement) && !NO.has(judgement)) || !/^[AB]$/.test(crawl) || url === '')
      throw new TarrafaError('TRF_INPUT_MISSING', [path, reason('not-a-judgement', { line: i + 1 })]);
    said.set(`${crawl} ${url}`, YES.has(judgement));
  }
  return { name: basename(path), said };
}

function sampleOf({ name, said }: Judgements, crawl: string, pages: readonly JudgedPage[]): JudgedSample[] {
  let judged = 0;
  let relevant = 0;
  let same = 0;
  for (const page of pages) {
    const word = said.get(`${crawl} ${page.url}`);
    if (word === undefined) continue;
    judged++;
    if (word) relevant++;
    if (word === page.relevant) same++;
  }
  if (judged === 0) return [];
  const precision = relevant / judged;
  // Wilson's interval: it stays within 0 and 1, and is sound for small samples.
  const z = 1.96;
  const middle = (precision + (z * z) / (2 * judged)) / (1 + (z * z) / judged);
  const half =
    (z / (1 + (z * z) / judged)) *
    Math.sqrt((precision * (1 - precision)) / judged + (z * z) / (4 * judged * judged));
  return [
    {
      ...{ name, judged, relevant, precision },
      from: Math.max(0, middle - half),
      to: Math.min(1, middle + half),
      agreement: same / judged,
    },
  ];
}

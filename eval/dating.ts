/**
 * Quality of page dating against pages with known dates: any `*.jsonl.gz` of `{url, html, gold: {date}}`. With `--fit` the weights of confidence are
 * fitted on all such files of a folder and of those in it, packed sites (`eval/realweb/packed-sites.ts`) too, without what is kept aside.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  type Bar,
  type MeasureArgs,
  type MeasureResult,
  type MeasureTable,
  NothingToMeasure,
} from '../bench/measure.ts';
import { parseHtml } from '../src/html/index.ts';
import { datePage, type PageDates, SiteDateMemory } from '../src/time/dating/index.ts';
import { Calibration } from './dating/calibration.ts';
import { fitConfidence, type KnownPage } from './dating/fit-confidence.ts';
import { isKeptAside } from './kept-aside.ts';
import { packedGold, packedSites, pagesOfSite } from './realweb/packed-sites.ts';

export const title = 'Page dating';

interface DatedPage {
  readonly url: string;
  readonly html: string;
  readonly gold: { readonly date?: string | null; readonly publish_date?: string | null };
}

const BAR = 0.94;

function filesOf(data: string): string[] {
  if (!existsSync(data)) return [];
  if (!statSync(data).isDirectory()) return [data];
  return readdirSync(data)
    .filter((name) => name.endsWith('.jsonl.gz'))
    .sort()
    .map((name) => join(data, name));
}

function readPages(path: string): DatedPage[] {
  return gunzipSync(readFileSync(path))
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as DatedPage);
}

function goldOf(page: DatedPage): string | null {
  const written = page.gold?.date ?? page.gold?.publish_date ?? null;
  return typeof written === 'string' && /^\d{4}-\d{2}-\d{2}/.test(written) ? written.slice(0, 10) : null;
}

const days = (a: string, b: string): number => Math.abs(Date.parse(a) - Date.parse(b)) / 86_400_000;

/** Why a page was missed, for the list of mistakes. */
function categoryOf(gold: string, dates: PageDates): string {
  const answer = dates.published;
  const among = dates.candidates.some(
    (c) => new Date(c.day * 86_400_000).toISOString().slice(0, 10) === gold && c.precision === 'day',
  );
  if (answer === null) return among ? 'no answer, date was a candidate' : 'no answer, date not found';
  if (days(answer.date, gold) <= 1) return 'a day off';
  if (dates.modified?.date === gold) return 'modified and published confused';
  return among ? 'another candidate was right' : 'right date not found';
}

/** The plain cascade that this is measured against: JSON-LD, then a meta, then the address, then the first `time`. */
function metadataAlone(dates: PageDates): string | null {
  for (const source of ['json-ld', 'meta', 'url', 'time-element']) {
    const found = dates.candidates.find(
      (c) => c.source === source && c.role !== 'modified' && c.precision === 'day',
    );
    if (found !== undefined) return new Date(found.day * 86_400_000).toISOString().slice(0, 10);
  }
  return null;
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).hostname : '');

/** Every page of a folder, and of the folders in it, whose date is known, one after the other. */
function* knownPages(data: string): Generator<KnownPage> {
  if (existsSync(join(data, 'SOURCES.tsv'))) {
    const golds = packedGold(data);
    for (const site of packedSites(data)) {
      if (isKeptAside(site.host)) continue;
      for (const { host, path, url, bytes } of pagesOfSite(site)) {
        const gold = golds.get(`${host}${path}`);
        // Of a page whose source names no date nobody knows whether it states one.
        if (gold === undefined || gold.date === null) continue;
        const date = gold.date_evidence.length === 0 ? null : gold.date;
        yield { corpus: basename(data), site: host, url, html: Buffer.from(bytes).toString('utf8'), date };
      }
    }
    return;
  }
  for (const file of filesOf(data))
    for (const page of readPages(file)) {
      const date = typeof page.html === 'string' ? goldOf(page) : null;
      if (date === null || isKeptAside(page.url)) continue;
      yield {
        corpus: basename(file, '.jsonl.gz'),
        site: hostOf(page.url),
        url: page.url,
        html: page.html,
        date,
      };
    }
  if (!statSync(data).isDirectory()) return;
  for (const folder of readdirSync(data, { withFileTypes: true }))
    if (folder.isDirectory()) yield* knownPages(join(data, folder.name));
}

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  if (args.options.fit !== undefined && args.data !== undefined && existsSync(args.data))
    return fitConfidence(
      knownPages(args.data),
      args.options.fetched === undefined ? Date.now() : Date.parse(args.options.fetched),
    );
  const files = args.data === undefined ? [] : filesOf(args.data);
  if (files.length === 0) throw new NothingToMeasure(args.data, '*.jsonl.gz of pages with gold');
  const fetchedAt = args.options.fetched === undefined ? Date.now() : Date.parse(args.options.fetched);
  const tables: MeasureTable[] = [];
  const figures: Record<string, number | string> = {};
  const bars: Bar[] = [];
  for (const file of files) {
    let pages = readPages(file).filter((page) => typeof page.html === 'string' && goldOf(page) !== null);
    const name = basename(file, '.jsonl.gz');
    if (args.options.half === 'a') pages = pages.filter((_, i) => i % 2 === 0);
    if (args.options.half === 'b') pages = pages.filter((_, i) => i % 2 === 1);
    if (args.quick) pages = pages.slice(0, 50);
    if (pages.length === 0) continue;
    const memory = args.options.memory === 'off' ? undefined : new SiteDateMemory();
    const bySource = new Map<string, [count: number, right: number]>();
    const calibration = new Calibration();
    const parts = { 'chosen by': [0, 0], 'kept aside': [0, 0] } satisfies Record<string, [number, number]>;
    const mistakes: (string | number)[][] = [];
    let right = 0;
    let answered = 0;
    let near = 0;
    let plain = 0;
    for (const page of pages) {
      const gold = goldOf(page)!;
      const dates = datePage(parseHtml(page.html), { url: page.url, fetchedAt }, memory);
      const answer = dates.published;
      const hit = answer?.date === gold;
      if (answer !== null) {
        answered++;
        const tally = bySource.get(answer.source) ?? [0, 0];
        tally[0]++;
        if (hit) tally[1]++;
        bySource.set(answer.source, tally);
        calibration.add(answer.confidence, hit);
        if (days(answer.date, gold) <= 1) near++;
      }
      if (metadataAlone(dates) === gold) plain++;
      const aside = isKeptAside(page.url);
      const part = parts[aside ? 'kept aside' : 'chosen by'];
      part[0]++;
      if (hit) {
        right++;
        part[1]++;
      } else if (!aside)
        mistakes.push([
          categoryOf(gold, dates),
          gold,
          answer?.date ?? '–',
          answer === null
            ? ''
            : `${answer.source} ${answer.role} ${answer.where.slice(0, 30)} «${answer.text.slice(0, 50)}»`,
          page.url.slice(0, 100),
        ]);
    }
    const n = pages.length;
    const accuracy = right / n;
    tables.push({
      title: `${name}: published date`,
      columns: [
        'pages',
        'answered',
        'right to the day',
        'accuracy',
        'precision',
        'within a day',
        'metadata alone',
      ],
      rows: [
        [
          n,
          answered,
          right,
          accuracy.toFixed(3),
          (right / Math.max(1, answered)).toFixed(3),
          near,
          (plain / n).toFixed(3),
        ],
      ],
    });
    tables.push({
      title: `${name}: by the source of the answer`,
      columns: ['source', 'answers', 'right', 'share right'],
      rows: [...bySource]
        .sort((a, b) => b[1][0] - a[1][0])
        .map(([source, [count, good]]) => [source, count, good, (good / count).toFixed(3)]),
    });
    tables.push({
      title: `${name}: pages that nothing is chosen by, apart`,
      columns: ['pages', 'of them', 'right to the day', 'accuracy'],
      rows: Object.entries(parts).map(([what, [count, good]]) => [
        what,
        count,
        good,
        (good / Math.max(1, count)).toFixed(3),
      ]),
    });
    tables.push(calibration.table(`${name}: confidence against truth`));
    const categories = new Map<string, number>();
    for (const [category] of mistakes)
      categories.set(String(category), (categories.get(String(category)) ?? 0) + 1);
    tables.push({
      title: `${name}: mistakes by category, without what is kept aside`,
      columns: ['category', 'pages'],
      rows: [...categories].sort((a, b) => b[1] - a[1]),
    });
    if (args.options.mistakes !== 'off')
      tables.push({
        title: `${name}: mistakes, without what is kept aside`,
        items: true,
        columns: ['category', 'gold', 'answer', 'evidence', 'address'],
        rows: mistakes.sort((a, b) => String(a[0]).localeCompare(String(b[0]))),
      });
    figures[`${name} accuracy`] = Number(accuracy.toFixed(4));
    figures[`${name} pages`] = n;
    figures[`${name} answered`] = answered;
    figures[`${name} kept aside accuracy`] = Number(
      (parts['kept aside'][1] / Math.max(1, parts['kept aside'][0])).toFixed(4),
    );
    figures[`${name} farthest bin`] = Number(calibration.farthest.toFixed(4));
    figures[`${name} metadata alone`] = Number((plain / n).toFixed(4));
    bars.push({
      what: `${name}: published date right to the day`,
      bar: `≥ ${BAR}`,
      measured: accuracy.toFixed(3),
      met: accuracy >= BAR,
    });
    bars.push(calibration.bar(name));
  }
  return { tables, figures, bars };
}

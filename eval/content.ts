/**
 * Quality of content extraction, on any `*.jsonl.gz` of the two forms: pages alone (`{id, url, type?, html, gold: {main_content}}`) and
 * pages of sites (`{site, id, html, gold}`), the peers measured in the same run; files without gold are read for robustness. Word F1 is that
 * of the token multiset, macro-averaged over pages, of the main text without or with the title in front, whichever suits the gold
 * of the file (the same for everybody).
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
import { type AnalysedPage, analysePage, extractContent, SiteMemory } from '../src/content/index.ts';
import { parseHtml, visibleText } from '../src/html/index.ts';
import type { Peer } from './content/peers.ts';
import { timedPeer } from './content/timed-peer.ts';
import { type WordScore, wordScore } from './content/word-scores.ts';

export const title = 'Content extraction';

interface GoldPage {
  readonly id?: string | number;
  readonly url?: string;
  readonly site?: string;
  readonly type?: string;
  readonly lang?: string;
  readonly html: string;
  readonly gold?: { readonly main_content?: string | null; readonly title?: string | null };
}

interface Answer {
  readonly title: string;
  readonly text: string;
}

interface System {
  readonly name: string;
  readonly answers: Answer[];
}

function filesOf(data: string): string[] {
  if (!existsSync(data)) return [];
  if (!statSync(data).isDirectory()) return [data];
  const here = readdirSync(data).filter((name) => /\.jsonl(?:\.gz)?$/.test(name));
  if (here.length > 0) return here.sort().map((name) => join(data, name));
  const inside = join(data, 'content');
  return existsSync(inside) ? filesOf(inside) : [];
}

function readPages(path: string): GoldPage[] {
  const bytes = readFileSync(path);
  return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as GoldPage)
    .filter((page) => typeof page.html === 'string');
}

/** Some gold is markup. */
function goldText(page: GoldPage): string {
  const written = page.gold?.main_content ?? '';
  return /^\s*<(?:p|h\d|div)\b/i.test(written) ? visibleText(parseHtml(written)) : written;
}

function addressOf(page: GoldPage): string {
  if (page.url !== undefined && /^https?:/.test(page.url)) return page.url;
  return `https://${(page.site ?? 'page.invalid').replace(/[^\w.-]/g, '-')}/${encodeURIComponent(String(page.id ?? ''))}`;
}

function answerOf(page: AnalysedPage, memory?: SiteMemory, counted = false): Answer {
  const content = extractContent(page, memory === undefined ? {} : { memory, counted });
  return { title: content.title, text: content.text };
}

/** Our answers: each page alone and, for sites, with the memory of the whole site and with that of the pages before. */
function own(pages: readonly GoldPage[], sites: boolean): System[] {
  const alone: Answer[] = new Array<Answer>(pages.length);
  const remembered: Answer[] = new Array<Answer>(pages.length);
  const growing: Answer[] = new Array<Answer>(pages.length);
  const bySite = new Map<string, number[]>();
  pages.forEach((page, i) => {
    const site = sites ? (page.site ?? '') : String(i);
    bySite.set(site, [...(bySite.get(site) ?? []), i]);
  });
  for (const indices of bySite.values()) {
    const memory = new SiteMemory();
    const read = indices.map((i) => {
      const page = analysePage(parseHtml(pages[i]!.html), {
        url: sites && pages[i]!.url === undefined ? '' : addressOf(pages[i]!),
      });
      alone[i] = answerOf(page);
      if (!sites) return { i, page, counted: false };
      const counted = memory.learn(page.facts);
      growing[i] = answerOf(page, memory, counted);
      return { i, page, counted };
    });
    if (sites) for (const { i, page, counted } of read) remembered[i] = answerOf(page, memory, counted);
  }
  const systems: System[] = [{ name: 'tarrafa, page alone', answers: alone }];
  if (sites) {
    systems.push({ name: 'tarrafa, memory of the pages before', answers: growing });
    systems.push({ name: 'tarrafa, site memory', answers: remembered });
  }
  return systems;
}

async function ask(peer: Peer, pages: readonly GoldPage[]): Promise<System & { failed: number }> {
  const answers: Answer[] = [];
  let failed = 0;
  for (const page of pages) {
    try {
      answers.push(await peer.extract(page.html, addressOf(page)));
    } catch {
      failed++;
      answers.push({ title: '', text: '' });
    }
  }
  return { name: peer.name, answers, failed };
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** Scores of a system on each page, with the title in front or without. */
function scored(system: System, golds: readonly string[], withTitle: boolean): WordScore[] {
  return system.answers.map(({ title: heading, text }, i) =>
    wordScore(withTitle ? `${heading}\n${text}` : text, golds[i]!),
  );
}

function robustness(name: string, pages: readonly GoldPage[]): { table: MeasureTable; failed: number } {
  let failed = 0;
  let empty = 0;
  let damaged = 0;
  const sizes: number[] = [];
  const started = process.cpuUsage();
  for (const page of pages) {
    try {
      const { text } = answerOf(analysePage(parseHtml(page.html)));
      const words = text.split(/\s+/).length;
      sizes.push(words);
      if (words < 20) empty++;
      if (/\ufffd|Ã[£©¡§µ³]/.test(text)) damaged++;
    } catch {
      failed++;
    }
  }
  const used = process.cpuUsage(started);
  sizes.sort((a, b) => a - b);
  return {
    failed,
    table: {
      title: `${name}: no gold, robustness`,
      columns: ['pages', 'failures', 'under 20 words', 'damaged characters', 'median words', 'ms CPU a page'],
      rows: [
        [
          pages.length,
          failed,
          empty,
          damaged,
          sizes[sizes.length >> 1] ?? 0,
          ((used.user + used.system) / 1000 / Math.max(1, pages.length)).toFixed(1),
        ],
      ],
    },
  };
}

export async function run(args: MeasureArgs): Promise<MeasureResult> {
  const files = args.data === undefined ? [] : filesOf(args.data);
  if (files.length === 0) throw new NothingToMeasure(args.data, '*.jsonl.gz of pages with gold');
  const tables: MeasureTable[] = [];
  const figures: Record<string, number | string> = {};
  const bars: Bar[] = [];
  const peers =
    args.options.peers === 'off'
      ? []
      : (await Promise.all([timedPeer('readability'), timedPeer('defuddle')])).filter((p) => p !== null);
  for (const file of files) {
    const name = basename(file).replace(/\.jsonl(\.gz)?$/, '');
    let pages = readPages(file);
    const hasGold = pages.some((page) => typeof page.gold?.main_content === 'string');
    if (!hasGold) {
      const { table, failed } = robustness(name, pages);
      tables.push(table);
      figures[`${name} failures`] = failed;
      bars.push({ what: `${name}: failures`, bar: '0', measured: String(failed), met: failed === 0 });
      continue;
    }
    const sites = pages.some((page) => typeof page.site === 'string');
    pages = pages.filter((page) => typeof page.gold?.main_content === 'string');
    if (args.quick) pages = pages.slice(0, 40);
    const golds = pages.map(goldText);
    const systems: System[] = own(pages, sites);
    for (const peer of peers) {
      const answered = await ask(peer, pages);
      figures[`${name} ${peer.name} gave up on`] = answered.failed;
      systems.push(answered);
    }
    // Whether the gold of this file begins with the title: what most systems do better with.
    const gains = systems.map(
      (s) => mean(scored(s, golds, true).map((x) => x.f1)) - mean(scored(s, golds, false).map((x) => x.f1)),
    );
    const withTitle = gains.filter((gain) => gain > 0).length * 2 > gains.length;
    const results = systems.map((system) => ({
      name: system.name,
      scores: scored(system, golds, withTitle),
    }));
    const half = (parity: number) => (_: unknown, i: number) => i % 2 === parity;
    tables.push({
      title: `${name}: word scores, mean over ${pages.length} pages (${withTitle ? 'title in front' : 'main text alone'})`,
      columns: ['system', 'F1', 'precision', 'recall', 'F1, even pages', 'F1, odd pages', 'pages under 0.5'],
      rows: results.map(({ name: system, scores }) => [
        system,
        mean(scores.map((s) => s.f1)).toFixed(3),
        mean(scores.map((s) => s.precision)).toFixed(3),
        mean(scores.map((s) => s.recall)).toFixed(3),
        mean(scores.filter(half(0)).map((s) => s.f1)).toFixed(3),
        mean(scores.filter(half(1)).map((s) => s.f1)).toFixed(3),
        scores.filter((s) => s.f1 < 0.5).length,
      ]),
    });
    const groupOf = (page: GoldPage): string => page.type ?? page.lang ?? page.site ?? '';
    const groups = [...new Set(pages.map(groupOf))].sort();
    const f1 = (scores: readonly WordScore[], group?: string): number =>
      mean(scores.filter((_, i) => group === undefined || groupOf(pages[i]!) === group).map((s) => s.f1));
    tables.push({
      title: `${name}: F1 by ${pages[0]?.type !== undefined ? 'page type' : 'language'}`,
      columns: ['', 'pages', ...results.map((r) => r.name)],
      rows: groups.map((group) => [
        group,
        pages.filter((page) => groupOf(page) === group).length,
        ...results.map(({ scores }) => f1(scores, group).toFixed(3)),
      ]),
    });
    if (args.options.sites === 'on' && sites) {
      const names = [...new Set(pages.map((page) => page.site ?? ''))].sort();
      tables.push({
        title: `${name}: F1 by site`,
        columns: ['site', 'pages', ...results.map((r) => r.name)],
        rows: names.map((site) => [
          site,
          pages.filter((page) => page.site === site).length,
          ...results.map(({ scores }) =>
            mean(scores.filter((_, i) => pages[i]!.site === site).map((s) => s.f1)).toFixed(3),
          ),
        ]),
      });
    }
    for (const { name: system, scores } of results) {
      figures[`${name} ${system}`] = Number(f1(scores).toFixed(4));
      for (const group of groups)
        figures[`${name} ${system} ${group}`] = Number(f1(scores, group).toFixed(4));
    }
    const ours = results.find((r) => r.name === (sites ? 'tarrafa, site memory' : 'tarrafa, page alone'))!;
    const alone = results[0]!;
    const rivals = results.filter((r) => !r.name.startsWith('tarrafa'));
    const best = (group?: string): number => Math.max(0, ...rivals.map((r) => f1(r.scores, group)));
    const bar = (what: string, value: number, least: number, text: string): void => {
      bars.push({ what: `${name}: ${what}`, bar: text, measured: value.toFixed(3), met: value >= least });
    };
    if (sites) {
      bar('word F1 with site memory', f1(ours.scores), 0.88, '≥ 0.88');
      bar('points above our page-level answer', 100 * (f1(ours.scores) - f1(alone.scores)), 3, '≥ 3');
      if (rivals.length > 0) bar('points above the better peer', 100 * (f1(ours.scores) - best()), 4, '≥ 4');
    } else {
      bar('word F1, all page types', f1(ours.scores), 0.88, '≥ 0.88');
      if (groups.includes('article')) bar('word F1, articles', f1(ours.scores, 'article'), 0.94, '≥ 0.94');
      if (rivals.length > 0) {
        bar('points above the better peer', 100 * (f1(ours.scores) - best()), 0, '> 0');
        for (const group of ['listing', 'product', 'forum'])
          if (groups.includes(group))
            bar(
              `points above the better peer, ${group}`,
              100 * (f1(ours.scores, group) - best(group)),
              0,
              '> 0',
            );
      }
    }
  }
  for (const peer of peers) await peer.close();
  return { tables, figures, bars };
}

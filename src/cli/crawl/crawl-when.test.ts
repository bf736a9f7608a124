import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type SampleWeb, startSampleWeb } from '../../../samples/server.ts';
import { spawnTarrafa } from '../../../test/tarrafa-process.ts';
import { linkPolicyEnvironment, withLinkPolicy } from '../../app/collect/link-policies.ts';
import { temporalOptions } from '../../app/collect/period.ts';
import type { CollectSettings } from '../../app/collect.ts';
import { explain as explainUrl } from '../../app/explain.ts';
import { loopbackResolver } from '../../app/input/loopback-resolver.ts';
import { crawlPaths, readPolicyEntries, readVisits, type Visit } from '../../crawl/index.ts';
import { readCrawlReport } from '../../report/crawl-report.ts';
import { reportText } from '../../report/index.ts';
import { statusText } from '../terminal/status-line.ts';
import { tellCollect } from './tell-collect.ts';

const HOST = 'www.enciclopedia-exemplo.pt';
const article = (title: string) => `http://${HOST}/artigo/${encodeURIComponent(title.replaceAll(' ', '_'))}`;
const WAR = article('Segunda Guerra Mundial');

let web: SampleWeb;
beforeAll(async () => {
  web = await startSampleWeb({ sites: [HOST] });
});
afterAll(() => web.close());

const folders: string[] = [];
afterEach(() => {
  process.exitCode = 0;
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
function folder(): string {
  folders.push(mkdtempSync(join(tmpdir(), 'tarrafa-when-')));
  return join(folders.at(-1)!, 'out');
}

async function crawl(given: CollectSettings, out = folder()): Promise<{ out: string; visits: Visit[] }> {
  const settings = { delay: 0, addressDelay: 0, workers: 0, concurrency: 4, ...given };
  const resolver = loopbackResolver((hostname) => web.resolve(hostname));
  expect(await tellCollect(out, settings, { quiet: true, resolver }, 'en')).toBe(0);
  return { out, visits: await visitsOf(out) };
}

async function visitsOf(out: string): Promise<Visit[]> {
  const visits: Visit[] = [];
  for await (const visit of readVisits(crawlPaths(out).visits)) visits.push(visit);
  return visits;
}

/** Whether some paragraph of the page speaks of those years and of no other, by the truth of the sample web. */
function isAbout(url: string, from: number, to: number): boolean {
  const segments = web.truth.page(url)?.segments?.() ?? [];
  return segments.some(({ values }) => {
    const years = values.flatMap((value) => value.split('/').map((end) => Number(end.slice(0, 4))));
    return years.length > 0 && years.every((year) => year >= from && year <= to);
  });
}

describe('a crawl along a period', () => {
  it('follows the period first, says its precision, and each page says how it was judged', async () => {
    const { out, visits } = await crawl({
      seeds: [WAR, article('Primeira Guerra Mundial')],
      when: '1901..2000',
      maxPages: 24,
    });
    const pages = visits.filter(({ outcome }) => outcome === 'analysed');
    expect(pages.length).toBeGreaterThan(8);
    // The sample is small: what is left when the period is exhausted is followed last, as far as the budget goes.
    const precision = (list: readonly Visit[]) =>
      list.filter(({ url }) => isAbout(url, 1901, 2000)).length / list.length;
    const general = await crawl({
      seeds: [WAR, article('Primeira Guerra Mundial')],
      policy: 'breadth-first',
    });
    const all = general.visits.filter(({ outcome }) => outcome === 'analysed');
    expect(precision(pages.slice(0, 15))).toBeGreaterThan(0.85);
    expect(precision(pages)).toBeGreaterThan(1.5 * precision(all.slice(0, pages.length)));
    for (const { policy } of pages) expect(policy).toMatchObject({ chronons: expect.any(Number) });
    expect(visits[0]!.refused).toMatchObject({ 'out-of-period': expect.any(Number) });
    const { period } = await readCrawlReport(out);
    const relevant = pages.filter(({ policy }) => policy!.relevant).length;
    expect(period).toMatchObject({ label: '1901..2000', pages: pages.length, relevant, profile: 'modern' });
  });

  it('[T-NFR-3] its manifest has profile, all parameters, lexicon, seeds, scope, beginning, end and why it ended', async () => {
    const { out } = await crawl({ seeds: [WAR], when: '1939..1945', whenProfile: 'thesis', maxPages: 2 });
    const manifest = JSON.parse(readFileSync(crawlPaths(out).manifest, 'utf8'));
    expect(manifest.seeds).toEqual([WAR]);
    expect(manifest.parameters).toMatchObject({ policy: 'priority', maxPages: 2 });
    expect(manifest.linkPolicy.made).toMatchObject({
      profile: 'thesis',
      scope: { label: '1939..1945', days: '1939-01-01..1945-12-31', target: 'content' },
      lexicon: expect.stringMatching(/^pt-/),
      parameters: { priorityBase: 100, profile: { tau: 0.99, segmentUnit: 'paragraph' } },
    });
    expect(manifest.sessions).toEqual([
      { startedAt: expect.any(String), endedAt: expect.any(String), reason: 'page-budget', pages: 2 },
    ]);
    expect(manifest.linkPolicy.figures).toMatchObject({ pages: 2, precision: expect.any(Number) });
  });

  it('[T-NFR-4] of every link that was followed one can ask why: page, segment, dates, ratio', async () => {
    const { out, visits } = await crawl({ seeds: [WAR], when: '1939..1945', whenProfile: 'thesis' });
    const followed = visits.filter(({ url }) => url !== WAR);
    expect(followed.length).toBeGreaterThan(0);
    for (const { url } of followed) {
      const { period } = await explainUrl(out, url);
      expect(period.length).toBeGreaterThan(0);
      for (const { page, dates, inside, counted, ratio, segment } of period) {
        expect(visits.map((visit) => visit.url)).toContain(page);
        expect([inside, ratio, segment > 0, dates.length > 0]).toEqual([counted, 1, true, true]);
      }
    }
    expect((await explainUrl(out, WAR)).period).toEqual([]);
  });

  it('[T-NFR-4] of a link that was held back it tells the same: where it stands, and that no date there is inside', async () => {
    const { out, visits } = await crawl({ seeds: [WAR], when: '1939..1945', maxPages: 30 });
    const told = await Promise.all(
      visits.filter(({ url }) => url !== WAR).map(({ url }) => explainUrl(out, url)),
    );
    expect(told.every(({ period }) => period.length > 0)).toBe(true);
    const isInside = told.map(({ period }) => period.some(({ ratio }) => ratio > 0.99));
    expect(isInside).toContain(true);
    expect(isInside).toContain(false);
    // What is held back comes after what the period speaks for.
    expect(isInside.indexOf(false)).toBeGreaterThan(0);
  });

  it('[T-EVA-4, T-EVA-5] its report has the table of the source, and every precision with its cut-off', async () => {
    const { out, visits } = await crawl({ seeds: [WAR], when: '1901..2000', maxPages: 12 });
    const report = await readCrawlReport(out);
    const text = reportText(report, 'en');
    const section = text.slice(
      text.indexOf('Along the period'),
      text.indexOf('\n\n', text.indexOf('Along the period')),
    );
    for (const name of ['Total time', 'Time per page', 'Size of the collection', 'Mean page size'])
      expect(section).toContain(name);
    for (const name of ['Dated segments per page', 'Segments inside the period', 'Dates per page'])
      expect(section).toContain(name);
    const pages = visits.filter(({ outcome }) => outcome === 'analysed').length;
    const precisions = section.split('\n').filter((line) => /precision/i.test(line));
    expect(precisions.length).toBeGreaterThan(0);
    for (const line of precisions) expect(line).toMatch(/Precision at \d+ pages {2,}\d/);
    const { curve, precision } = report.period!;
    expect([curve.pages.at(-1), curve.precision.at(-1), curve.found.at(-1)]).toEqual([pages, precision, 1]);
  });

  it('shows the precision so far in its live line', async () => {
    const setting = (await withLinkPolicy({ when: '2001' }, {}, null)).linkPolicy!;
    const { linkPolicy } = await linkPolicyEnvironment(setting);
    const status = {
      ...{ at: 0, pages: 4, requests: 4, bytes: 0, queues: 1, sites: 1, queued: 3, inFlight: 0, known: 7 },
      ...{ refused: 0, dropped: 0, errors: 0, duplicates: 0, concurrency: 1, pagesPerSecond: 1, elapsed: 1 },
      bytesPerSecond: 0,
    };
    expect(statusText({ ...status, policy: linkPolicy!.figures() }, 'en')).toContain('precision 0.0 %');
    expect(statusText({ ...status, policy: { precision: 0.875 } }, 'pt-BR')).toContain('precisão 87,5 %');
    expect(statusText(status, 'en')).not.toContain('precision');
  });

  it('killed again and again it goes on as if nothing had happened: same pages, same order, same state', async () => {
    const [whole, killed] = [folder(), folder()];
    const args = (out: string) => [
      ...['crawl', WAR, article('Primeira Guerra Mundial'), '--when', '1901..2000', '--out', out],
      ...['--sample-web', String(web.port), '--delay', '2ms', '--address-delay', '0', '--lang', 'en'],
      ...['--max-pages', '60'],
    ];
    expect((await spawnTarrafa(args(whole))).status).toBe(0);
    const main = fileURLToPath(new URL('../../../dist/program/cli/main.js', import.meta.url));
    for (const requests of [3, 4, 2, 6]) {
      const before = web.requests.total;
      // The same command without --when: the folder knows.
      const again = args(killed).filter((word) => requests === 3 || !['--when', '1901..2000'].includes(word));
      const child = spawn(process.execPath, [main, ...again], { stdio: 'ignore' });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const watch = setInterval(() => {
        if (web.requests.total - before >= requests) child.kill('SIGKILL');
      }, 1);
      await ended;
      clearInterval(watch);
    }
    expect((await spawnTarrafa(args(killed))).status).toBe(0);
    const order = async (out: string) => (await visitsOf(out)).map(({ url, policy }) => [url, policy]);
    expect(await order(killed)).toEqual(await order(whole));
    // But for the numbers of records in the journal, which tells of the kills too.
    const log = (out: string) =>
      [...readPolicyEntries(crawlPaths(out).policyLog)].map((entry) =>
        Buffer.from(entry)
          .toString('latin1')
          .replace(/"parent":\d+/g, ''),
      );
    expect(log(killed)).toEqual(log(whole));
    const figures = (out: string) =>
      JSON.parse(readFileSync(crawlPaths(out).manifest, 'utf8')).linkPolicy.figures;
    expect(figures(killed)).toEqual(figures(whole));
  });
});

describe('--when', () => {
  const tarrafa = (...args: string[]) =>
    spawnTarrafa(['crawl', WAR, '--sample-web', '1', ...args, '--lang', 'en']);

  it.each([
    ['1945..1939', 'TRF_PERIOD_REVERSED'],
    ['', 'TRF_PERIOD_EMPTY'],
    ['governo Dilma', 'TRF_PERIOD_UNKNOWN'],
    ['ontem', 'TRF_PERIOD_UNKNOWN'],
    ['2001-02-30', 'TRF_PERIOD_UNKNOWN'],
  ])('%j is refused before anything is made: %s', async (when, code) => {
    const out = folder();
    await expect(withLinkPolicy({ when }, {}, null)).rejects.toMatchObject({ code, exit: 2 });
    if (code !== 'TRF_PERIOD_REVERSED') return;
    const { status, stderr } = await tarrafa('--when', when, '--out', out);
    expect([status, stderr.includes(code)]).toEqual([2, true]);
  });

  it.each(['2001', '1939..1945', '2001-09..2001-12', 'século XIX', '25 de Abril de 1974'])(
    '%s is a period',
    async (when) => {
      expect(await withLinkPolicy({ when }, {}, null)).toEqual({
        policy: 'priority',
        linkPolicy: { name: 'temporal', options: { when, profile: 'modern', periods: {} } },
      });
    },
  );

  it('takes names that the configuration gives a period, and keeps the period with the crawl', async () => {
    const made = folder();
    const at = folders.at(-1)!;
    writeFileSync(
      join(at, 'tarrafa.config.json'),
      JSON.stringify({ periods: { 'governo Dilma': '2011-01-01..2016-08-31' }, whenProfile: 'thesis' }),
    );
    const { stdout, status } = await spawnTarrafa(
      ['crawl', WAR, '--sample-web', '1', '--when', 'Governo Dilma', '--out', made, '--explain'],
      { cwd: at },
    );
    expect(status).toBe(0);
    const setting = JSON.parse(stdout).linkPolicy;
    expect(temporalOptions(setting)).toEqual({
      when: 'Governo Dilma',
      profile: 'thesis',
      periods: { 'governo Dilma': '2011-01-01..2016-08-31' },
    });
    const { linkPolicy } = await linkPolicyEnvironment(setting);
    expect(linkPolicy!.describe()).toMatchObject({ scope: { days: '2011-01-01..2016-08-31' } });
    // A later session without the file goes on with what the folder says.
    expect((await withLinkPolicy({}, {}, setting)).linkPolicy).toEqual(setting);
  });

  it('a profile without a period, and an unknown policy, are told', async () => {
    await expect(withLinkPolicy({ whenProfile: 'thesis' }, {}, null)).rejects.toMatchObject({
      code: 'TRF_CONFIG_INVALID',
    });
    await expect(linkPolicyEnvironment({ name: 'lua', options: {} })).rejects.toMatchObject({
      code: 'TRF_POLICY_UNKNOWN',
    });
    expect(await linkPolicyEnvironment(null)).toEqual({});
  });
});

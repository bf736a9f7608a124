import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CrawlReport, readCrawlReport } from './crawl-report.ts';
import {
  emptyFolder,
  manifest,
  type SampleCrawl,
  type SampleVisit,
  sampleCrawl,
} from './sample-crawl.suite.ts';
import { reportText } from './text-table.ts';
import { reportFiles, writeReport } from './write-report.ts';

const folders: string[] = [];
const tracked = (folder: string): string => {
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Counts by name, by the simplest means there are. */
function counts(names: readonly string[]): Record<string, number> {
  const result: Record<string, number> = {};
  for (const name of names) result[name] = (result[name] ?? 0) + 1;
  return result;
}
const asRecord = (list: readonly { name: string; count: number }[]): Record<string, number> =>
  Object.fromEntries(list.map(({ name, count }) => [name, count]));
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const isPage = (visit: SampleVisit): boolean => visit.outcome === 'analysed' || visit.outcome === 'unchanged';

describe('[H-11] the report of a crawl, each figure worked out again by simple means', () => {
  let crawl: SampleCrawl;
  let report: CrawlReport;
  let pages: SampleVisit[];
  /** Running seconds of a moment: the week between the sessions left out. */
  let running: (at: number) => number;
  let total: number;

  beforeAll(async () => {
    crawl = sampleCrawl(11);
    tracked(crawl.folder);
    report = await readCrawlReport(crawl.folder);
    pages = crawl.visits.filter(isPage);
    const [first, second] = crawl.sessions as [SampleCrawl['sessions'][0], SampleCrawl['sessions'][0]];
    running = (at) =>
      (at < second.startedAt
        ? at - first.startedAt
        : first.endedAt - first.startedAt + at - second.startedAt) / 1000;
    total = (first.endedAt - first.startedAt + second.endedAt - second.startedAt) / 1000;
  });

  it('[H-11] totals', () => {
    expect(report.totals).toMatchObject({
      visits: crawl.visits.length,
      pages: pages.length,
      domains: new Set(crawl.visits.map(({ site }) => site)).size,
      domainsReached: new Set(pages.map(({ site }) => site)).size,
      bytes: sum(crawl.visits.map(({ bytes }) => bytes)),
      decodedBytes: sum(crawl.visits.map(({ decoded }) => decoded)),
      failures: crawl.visits.filter(({ outcome }) => outcome === 'failed').length,
      duplicates: crawl.visits.filter(({ duplicateOf }) => duplicateOf).length,
      nearDuplicates: crawl.visits.filter(({ nearDuplicateOf }) => nearDuplicateOf).length,
      traps: crawl.visits.filter(({ traps }) => traps).length,
      scriptOnly: crawl.visits.filter(({ scriptOnly }) => scriptOnly).length,
      linksFound: 9 * crawl.visits.length,
      linksAdded: 4 * crawl.visits.length,
      linksDropped: sum(crawl.visits.map(({ links }) => links.dropped)),
      queued: 78,
    });
    expect(report.totals.runningSeconds).toBeCloseTo(total, 6);
    expect(report.damagedLines).toBe(0);
  });

  it('[H-11] speed over time', () => {
    const { timeline, speed } = report;
    expect(speed.mean).toBeCloseTo(pages.length / total, 9);
    let from = 0;
    timeline.seconds.forEach((to, i) => {
      const inStep = pages.filter(
        ({ at }) => running(at) >= from && (running(at) < to || i === timeline.seconds.length - 1),
      );
      expect(timeline.pagesPerSecond[i]! * (to - from)).toBeCloseTo(inStep.length, 6);
      expect(timeline.pages[i]).toBe(
        pages.filter(({ at }) => running(at) < to || i === timeline.seconds.length - 1).length,
      );
      from = to;
    });
    expect(timeline.seconds.at(-1)).toBeCloseTo(total, 6);
    // Tenths by bins of a second: within the pages of one second.
    const first = pages.filter(({ at }) => running(at) < total / 10).length / (total / 10);
    const last = pages.filter(({ at }) => running(at) >= total * 0.9).length / (total / 10);
    expect(Math.abs(speed.firstTenth - first)).toBeLessThan(1.5);
    expect(Math.abs(speed.lastTenth - last)).toBeLessThan(1.5);
    expect(timeline.resumedAt).toHaveLength(1);
    expect(timeline.resumedAt[0]).toBeCloseTo(running(crawl.sessions[1]!.startedAt), 6);
  });

  it('[H-11] bandwidth as the mean of the 20 s before', () => {
    const { timeline, bandwidth } = report;
    expect(bandwidth.windowSeconds).toBe(20);
    expect(bandwidth.mean).toBeCloseTo(sum(crawl.visits.map(({ bytes }) => bytes)) / total, 6);
    const last = timeline.seconds.length - 1;
    let greatest = 0;
    for (let second = 20; second <= Math.ceil(total); second++) {
      const end = Math.min(second, total);
      const begin = Math.max(0, second - 20);
      const bytes = crawl.visits
        .filter(({ at }) => running(at) >= begin && running(at) < second)
        .map((visit) => visit.bytes);
      greatest = Math.max(greatest, sum(bytes) / Math.max(1, end - begin));
    }
    expect(bandwidth.greatest).toBeCloseTo(greatest, 6);
    timeline.seconds.forEach((to, i) => {
      const end = i === last ? Math.ceil(to) : to;
      const begin = Math.max(0, end - 20);
      const bytes = crawl.visits
        .filter(({ at }) => running(at) >= begin && running(at) < end)
        .map((visit) => visit.bytes);
      expect(timeline.bytesPerSecond[i]).toBeCloseTo(sum(bytes) / (to - begin), 6);
    });
  });

  it('[H-11] pages per domain: min, median, mean, max, histogram', () => {
    const perSite = Object.values(counts(pages.map(({ site }) => site))).sort((a, b) => a - b);
    const middle = perSite.length / 2;
    const median =
      perSite.length % 2 === 1 ? perSite[Math.floor(middle)]! : (perSite[middle - 1]! + perSite[middle]!) / 2;
    expect(report.pagesPerDomain).toMatchObject({
      least: perSite[0],
      median,
      greatest: perSite.at(-1),
      sampledOneIn: 1,
    });
    expect(report.pagesPerDomain.mean).toBeCloseTo(pages.length / perSite.length, 9);
    let next = 1;
    for (const { from, to, domains } of report.pagesPerDomain.histogram) {
      expect(from).toBe(next);
      expect(domains).toBe(perSite.filter((count) => count >= from && count <= to).length);
      next = to + 1;
    }
    expect(sum(report.pagesPerDomain.histogram.map(({ domains }) => domains))).toBe(perSite.length);
  });

  it('[H-11] domains reached over time', () => {
    const { timeline } = report;
    timeline.seconds.forEach((to, i) => {
      const reached = pages.filter(({ at }) => running(at) < to || i === timeline.seconds.length - 1);
      expect(timeline.domainsReached[i]).toBe(new Set(reached.map(({ site }) => site)).size);
    });
    expect(timeline.domainsReached.at(-1)).toBe(report.totals.domainsReached);
  });

  it('[H-11] refused URLs by rule', () => {
    expect(asRecord(report.refused)).toEqual({
      'out-of-scope': sum(crawl.visits.map(({ refused }) => refused['out-of-scope']!)),
      shortener: sum(crawl.visits.map(({ refused }) => refused.shortener!)),
    });
    expect(report.totals.refusedUrls).toBe(sum(report.refused.map(({ count }) => count)));
  });

  it('counts by outcome, status, reason, language, charset, type, trap and depth', () => {
    const { visits } = crawl;
    expect(asRecord(report.outcomes)).toEqual(counts(visits.map(({ outcome }) => outcome)));
    expect(asRecord(report.statuses)).toEqual(
      counts(visits.filter(({ status }) => status > 0).map(({ status }) => String(status))),
    );
    expect(asRecord(report.failures)).toEqual(
      counts(visits.filter(({ outcome }) => outcome === 'failed').map(({ reason }) => reason!)),
    );
    expect(asRecord(report.setAside)).toEqual({
      'blocked: robots': visits.filter(({ outcome }) => outcome === 'blocked').length,
    });
    expect(asRecord(report.languages)).toEqual(counts(pages.map(({ lang }) => lang)));
    expect(asRecord(report.charsets)).toEqual(counts(pages.map(({ charset }) => charset.toLowerCase())));
    expect(asRecord(report.types)).toEqual(counts(visits.map(({ type }) => type.split(';')[0]!)));
    expect(asRecord(report.traps)).toEqual({
      calendar: report.totals.traps,
      'session-id': report.totals.traps,
    });
    expect(asRecord(report.depths)).toEqual(counts(pages.map(({ depth }) => String(depth))));
  });

  it('sizes and durations: ends and mean exact, quantiles near', () => {
    const sizes = pages.map(({ decoded }) => decoded).sort((a, b) => a - b);
    expect(report.sizes).toMatchObject({ count: sizes.length, least: sizes[0], greatest: sizes.at(-1) });
    expect(report.sizes.mean).toBeCloseTo(sum(sizes) / sizes.length, 6);
    expect(report.sizes.median / sizes[Math.floor(sizes.length / 2)]!).toBeGreaterThan(0.95);
    expect(report.sizes.median / sizes[Math.floor(sizes.length / 2)]!).toBeLessThan(1.05);
    for (const { from, to, count } of report.sizes.histogram)
      expect(count).toBe(sizes.filter((size) => size >= from && size < to).length);
    expect(sum(report.sizes.histogram.map(({ count }) => count))).toBe(sizes.length);
    const durations = crawl.visits.filter(({ bytes }) => bytes > 0).map(({ ms }) => ms);
    expect(report.durations.greatest).toBe(Math.max(...durations));
    expect(report.durations.mean).toBeCloseTo(sum(durations) / durations.length, 6);
  });

  it('the largest sites, and the pages of each session', () => {
    const perSite = Object.entries(counts(pages.map(({ site }) => site))).sort((a, b) => b[1] - a[1]);
    expect(report.topSites.map((site) => site.pages)).toEqual(perSite.slice(0, 20).map(([, count]) => count));
    for (const { site, pages: listed, visits, failures, bytes } of report.topSites) {
      const own = crawl.visits.filter((visit) => visit.site === site);
      expect({ listed, visits, failures, bytes }).toEqual({
        listed: own.filter(isPage).length,
        visits: own.length,
        failures: own.filter(({ outcome }) => outcome === 'failed').length,
        bytes: sum(own.map((visit) => visit.bytes)),
      });
    }
    const second = crawl.sessions[1]!.startedAt;
    expect(report.crawl.sessions.map((session) => session.pages)).toEqual([
      pages.filter(({ at }) => at < second).length,
      pages.filter(({ at }) => at >= second).length,
    ]);
  });

  it('[H-11] as a table, a JSON file and plots, the same bytes each time', () => {
    const target = join(crawl.folder, 'report');
    writeReport(report, target, 'pt-BR');
    expect(readdirSync(target).sort()).toEqual([
      'bandwidth.svg',
      'domains.svg',
      'pages-per-domain.svg',
      'refused.svg',
      'report.html',
      'report.json',
      'sizes.svg',
      'speed.svg',
    ]);
    expect(JSON.parse(readFileSync(join(target, 'report.json'), 'utf8'))).toEqual(report);
    expect(reportFiles(report, 'pt-BR')).toEqual(reportFiles(JSON.parse(JSON.stringify(report)), 'pt-BR'));
    const table = reportText(report, 'en');
    expect(table).toMatch(new RegExp(`^  Pages fetched +${report.totals.pages.toLocaleString('en')}$`, 'm'));
    expect(table).toMatch(/out of scope\s+[\d,]+\s+\d+(\.\d)? %/);
    for (const line of table.split('\n')) expect(line).toBe(line.trimEnd());
  });
});

describe('folders that are not as they should be', () => {
  it('no crawl at all is a clear error', async () => {
    await expect(readCrawlReport(tracked(emptyFolder()))).rejects.toMatchObject({
      code: 'TRF_FOLDER_NOT_A_CRAWL',
    });
    await expect(readCrawlReport('/no/such/folder')).rejects.toMatchObject({
      code: 'TRF_FOLDER_NOT_A_CRAWL',
    });
  });

  it('a crawl that has collected nothing has a report, in every language and form', async () => {
    const folder = tracked(emptyFolder());
    writeFileSync(join(folder, 'crawl.json'), JSON.stringify(manifest([])));
    const report = await readCrawlReport(folder);
    expect(report.totals).toMatchObject({
      visits: 0,
      pages: 0,
      domainsReached: 0,
      runningSeconds: 0,
      queued: null,
    });
    expect(report.timeline.seconds).toEqual([]);
    for (const language of ['pt-BR', 'pt-PT', 'en'] as const) {
      expect(reportText(report, language)).not.toMatch(/NaN|Infinity|undefined/);
      for (const content of reportFiles(report, language).values())
        expect(content).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  it('torn and damaged lines are counted and left out; nothing else changes', async () => {
    const crawl = sampleCrawl(5, 200);
    tracked(crawl.folder);
    const before = await readCrawlReport(crawl.folder);
    appendFileSync(
      join(crawl.folder, 'visits.jsonl'),
      '\u0000\u0000\n[]\n"text"\nnull\n\n{"n":201,"outcome":"anal',
    );
    appendFileSync(join(crawl.folder, 'progress.jsonl'), '{"at":17');
    const after = await readCrawlReport(crawl.folder);
    expect(after).toEqual({ ...before, damagedLines: 6 });
  });

  it('values of the wrong kind spoil no figure', async () => {
    const folder = tracked(emptyFolder());
    writeFileSync(join(folder, 'crawl.json'), JSON.stringify(manifest([{ startedAt: 1000, endedAt: null }])));
    const bad = {
      at: 'x',
      outcome: 7,
      status: -1,
      bytes: 'many',
      ms: null,
      site: {},
      links: { found: 'a', toString: 5 },
      refused: { a: 'b', b: -3, __proto__: null },
      traps: [1, null],
      lang: [],
    };
    writeFileSync(
      join(folder, 'visits.jsonl'),
      `${JSON.stringify(bad)}\n{"outcome":"analysed","at":9e99,"bytes":1e400,"decoded":-5}\n{"__proto__":1,"constructor":2}\n`,
    );
    const report = await readCrawlReport(folder);
    expect(report.totals).toMatchObject({ visits: 3, pages: 1, bytes: 0, refusedUrls: 0, linksFound: 0 });
    expect(JSON.stringify(report)).not.toContain('null,null');
    for (const [name, content] of reportFiles(report, 'pt-BR'))
      if (name !== 'report.json') expect(content).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('a killed session ends with the last thing known of it', async () => {
    const folder = tracked(emptyFolder());
    const sessions = [
      { startedAt: 1_000_000, endedAt: null },
      { startedAt: 90_000_000, endedAt: 90_010_000 },
    ];
    writeFileSync(join(folder, 'crawl.json'), JSON.stringify(manifest(sessions)));
    const visit = (at: number): string =>
      `${JSON.stringify({ at, outcome: 'analysed', bytes: 10, site: 'a.br' })}\n`;
    writeFileSync(join(folder, 'visits.jsonl'), visit(1_004_000) + visit(90_002_000));
    // The visits alone: 4 s and 10 s. With a progress line at 6 s: 6 s and 10 s.
    expect((await readCrawlReport(folder)).totals.runningSeconds).toBeCloseTo(14, 9);
    writeFileSync(join(folder, 'progress.jsonl'), `${JSON.stringify({ at: 1_006_000, queued: 1 })}\n`);
    const report = await readCrawlReport(folder);
    expect(report.totals.runningSeconds).toBeCloseTo(16, 9);
    expect(report.timeline.resumedAt).toEqual([6]);
  });

  it('reads while the crawl writes: up to where the file ended, and writes nothing', async () => {
    const crawl = sampleCrawl(3, 100);
    tracked(crawl.folder);
    const before = readdirSync(crawl.folder).sort();
    const reading = readCrawlReport(crawl.folder);
    appendFileSync(
      join(crawl.folder, 'visits.jsonl'),
      '{"outcome":"analysed","site":"late.br","bytes":1}\n'.repeat(10),
    );
    expect([100, 110]).toContain((await reading).totals.visits);
    expect(readdirSync(crawl.folder).sort()).toEqual(before);
  });

  it('more sites than fit are estimated from a fair sample', async () => {
    const folder = tracked(emptyFolder());
    writeFileSync(
      join(folder, 'crawl.json'),
      JSON.stringify(manifest([{ startedAt: 0, endedAt: 5_000_000 }])),
    );
    const lines: string[] = [];
    for (let n = 0; n < 40_000; n++)
      lines.push(JSON.stringify({ at: n * 100, outcome: 'analysed', bytes: 1, site: `s${n % 10_000}.br` }));
    writeFileSync(join(folder, 'visits.jsonl'), `${lines.join('\n')}\n`);
    const report = await readCrawlReport(folder, { maxSites: 2000 });
    expect(report.pagesPerDomain.sampledOneIn).toBe(8);
    expect(Math.abs(report.totals.domainsReached / 10_000 - 1)).toBeLessThan(0.1);
    expect(report.pagesPerDomain).toMatchObject({ least: 4, median: 4, greatest: 4 });
    expect(reportText(report, 'pt-BR')).toContain('Estimado a partir de um domínio em cada 8.');
  });
});

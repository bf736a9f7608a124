/** The whole way on the sample web, as a person would go it: the command, in a process of its own, and what it leaves behind. */
import { createReadStream, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WARCParser } from 'warcio';
import { type SampleWeb, startSampleWeb } from '../samples/server.ts';
import { readVisits, type Visit } from '../src/crawl/index.ts';
import { impoliteRequests, keptPages, killAndResume } from './kill-and-resume.ts';
import { spawnTarrafa } from './tarrafa-process.ts';

const folder = () => mkdtempSync(join(tmpdir(), 'tarrafa-e2e-'));

const tarrafa = (...args: string[]) => spawnTarrafa(args);

describe('a crawl of the sample web', () => {
  let web: SampleWeb;
  let out: string;
  const visits: Visit[] = [];
  let result: { status: number | null; stdout: string; stderr: string };

  beforeAll(async () => {
    web = await startSampleWeb({ sites: 'gentle' });
    out = join(folder(), 'coleta');
    result = await spawnTarrafa([
      'crawl',
      ...web.seeds,
      '--sample-web',
      String(web.port),
      '--out',
      out,
      '--delay',
      '5ms',
      '--address-delay',
      '0',
      '--sitemaps',
      '--json',
    ]);
    for await (const visit of readVisits(join(out, 'visits.jsonl'))) visits.push(visit);
  });
  afterAll(() => web.close());

  it('ends by itself, with every page of the truth and nothing that was closed', () => {
    expect(result).toMatchObject({ status: 0, stderr: '' });
    const analysed = new Set(
      visits.filter((visit) => visit.outcome === 'analysed').map((visit) => visit.url),
    );
    for (const host of web.hosts) {
      expect(keptPages(web, host).filter((url) => !analysed.has(url))).toEqual([]);
      expect(web.truth.disallowed(host).filter((url) => analysed.has(url))).toEqual([]);
    }
    const end = JSON.parse(result.stdout.trim().split('\n').at(-1) ?? '');
    expect(end).toMatchObject({ event: 'end', reason: 'frontier-empty', pages: analysed.size });
  });

  it('asked no site twice at once or within its delay', () => {
    expect(impoliteRequests(web.requests.entries(), 5)).toEqual([]);
  });

  it('[G-AC-023] reads every charset right, whatever the page declares', () => {
    const wrong = visits.filter((visit) => visit.title && /\uFFFD|Ã[£§©­³ª]/.test(visit.title));
    expect(wrong).toEqual([]);
    for (const visit of visits) {
      const truth = visit.outcome === 'analysed' ? web.truth.page(visit.url) : undefined;
      if (truth?.title && visit.type === 'text/html')
        expect(visit.title).toBe(truth.title.replace(/\s+/g, ' ').trim());
    }
  });

  it('writes files that the warcio package reads without complaint', async () => {
    const names = readdirSync(join(out, 'archive')).filter((name) => name.endsWith('.warc.gz'));
    let responses = 0;
    for (const name of names) {
      for await (const record of new WARCParser(createReadStream(join(out, 'archive', name)))) {
        if (record.warcType === 'response') responses++;
        await record.readFully(false);
      }
    }
    expect(responses).toBeGreaterThan(500);
    expect(await tarrafa('warc', 'check', out)).toMatchObject({ status: 0 });
  });

  it('can be reported on, and explained', async () => {
    const page = visits.find((visit) => visit.outcome === 'analysed')!;
    const [report, told, refused, state] = await Promise.all([
      tarrafa('report', out, '--json'),
      tarrafa('explain', out, page.url, '--json'),
      tarrafa('explain', out, 'http://bit.ly/x', '--json'),
      tarrafa('status', out),
    ]);
    expect(report.status).toBe(0);
    expect(readdirSync(join(out, 'report'))).toContain('report.html');
    expect(JSON.parse(told.stdout)).toMatchObject({
      known: true,
      visits: [{ url: page.url, outcome: 'analysed' }],
    });
    expect(JSON.parse(refused.stdout).rules).toContainEqual(
      expect.objectContaining({ rule: 'shortener', accepted: false }),
    );
    expect(state).toMatchObject({ status: 0 });
    expect(JSON.parse(readFileSync(join(out, 'crawl.json'), 'utf8')).sessions).toHaveLength(1);
  });
});

// These wait most of their time, each for a web of its own.
describe.concurrent('the hostile half of the sample web', () => {
  it('is survived: the crawl ends, and each server has an outcome', async () => {
    const web = await startSampleWeb({ sites: 'hostile', slowMs: 20 });
    const out = join(folder(), 'hostil');
    try {
      const result = await spawnTarrafa([
        'crawl',
        ...web.seeds,
        '--sample-web',
        String(web.port),
        '--out',
        out,
        '--delay',
        '0',
        '--address-delay',
        '0',
        '--max-pages-per-host',
        '60',
        '--max-time',
        '10s',
        '--json',
        '--retry-delay',
        '10ms',
        '--timeout',
        '400ms',
      ]);
      expect(result.status).toBe(0);
      const visits: Visit[] = [];
      for await (const visit of readVisits(join(out, 'visits.jsonl'))) visits.push(visit);
      const seen = new Set(visits.map((visit) => new URL(visit.url).hostname));
      for (const seed of web.seeds) expect(seen).toContain(new URL(seed).hostname);
      expect(await tarrafa('warc', 'check', out)).toMatchObject({ status: 0 });
    } finally {
      await web.close();
    }
  });
});

// A limit on the size of files stands in for a full disk: writes beyond it fail part-way, as they do there.
describe.skipIf(process.platform === 'win32')('a disk that fills up', { concurrent: true }, () => {
  it('ends the crawl with its own code; the same command goes on when there is room, and nothing is lost', async () => {
    const web = await startSampleWeb({ sites: 'gentle' });
    try {
      const out = join(folder(), 'coleta');
      const host = 'www.enciclopedia-exemplo.pt';
      const crawl = [
        'crawl',
        `http://${host}/`,
        ...['--sample-web', String(web.port), '--out', out, '--delay', '0', '--address-delay', '0'],
        ...['--lang', 'en'],
      ];
      for (const kilobytes of [300, 500]) {
        const full = await spawnTarrafa(crawl, { largestFile: kilobytes });
        expect(full.stderr).toContain('TRF_STORAGE_FULL');
        expect(full.status).toBe(4);
      }
      expect((await spawnTarrafa(crawl)).status).toBe(0);
      const analysed = new Map<string, number>();
      for await (const visit of readVisits(join(out, 'visits.jsonl')))
        if (visit.outcome === 'analysed') analysed.set(visit.url, (analysed.get(visit.url) ?? 0) + 1);
      expect(keptPages(web, host).filter((url) => !analysed.has(url))).toEqual([]);
      expect([...analysed].filter(([, times]) => times > 1)).toEqual([]);
      expect((await tarrafa('warc', 'check', out)).status).toBe(0);
    } finally {
      await web.close();
    }
  });
});

describe('SIGKILL', () => {
  it('[H-12, T-FRO-12] ten kills at random moments: nothing lost, nothing twice, no delay broken, every file readable', async () => {
    const result = await killAndResume({
      out: join(folder(), 'morta'),
      kills: 10,
      seed: 20,
      delay: 5,
      longest: 1_200,
    });
    expect(result.problems).toEqual([]);
    expect(result.kills).toBeGreaterThan(4);
  });
});

describe.concurrent('bad input on the command line', () => {
  it.each([
    [['crawl', 'javascript:alert(1)', '--allow-private'], 2, 'TRF_SEEDS_EMPTY'],
    [['crawl', 'https://a.br/'], 2, 'TRF_CONTACT_MISSING'],
    [['crawl', 'https://a.br/', '--contact', 'ninguém'], 2, 'TRF_CONTACT_INVALID'],
    [['crawl', 'https://a.br/', '--contact', 'a@b.br', '--delay', 'muito'], 2, 'TRF_CONFIG_INVALID'],
    [['crawl', 'https://a.br/', '--contact', 'a@b.br', '--scope', '!!'], 2, 'TRF_SCOPE_UNKNOWN'],
    [['crawl', '--seeds', '/nada/aqui', '--contact', 'a@b.br'], 2, 'TRF_INPUT_MISSING'],
    [['report', '/nada/aqui'], 2, 'TRF_FOLDER_NOT_A_CRAWL'],
    [['explain', '/nada/aqui', 'http://a.br/'], 2, 'TRF_FOLDER_NOT_A_CRAWL'],
    [['crawl', 'https://a.br/', '--contact', 'a@b.br', '--out', '/dev/null/nada'], 4, 'TRF_STORAGE_DENIED'],
  ])('%j', async (args, status, code) => {
    const result = await tarrafa(
      ...args,
      '--lang',
      'en',
      ...(args[0] === 'crawl' && !args.includes('--out') ? ['--out', join(folder(), 'x')] : []),
    );
    expect(result.stderr).toContain(code);
    expect(result.status).toBe(status);
    expect(result.stderr).not.toMatch(/\n\s+at /);
  });

  it('speaks Portuguese by default', async () => {
    expect((await tarrafa('report', '/nada/aqui')).stderr).toContain('não contém uma coleta');
    expect((await tarrafa('crawl', '--help')).stdout).toContain('o que pode ser coletado');
  });
});

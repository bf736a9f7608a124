import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TarrafaError } from '../../errors.ts';
import { CrawlDesk, type CrawlDeskOptions } from './crawl-desk.ts';
import {
  lock,
  type Pretended,
  pretending,
  progress,
  STARTED,
  temporaryFolder,
  writeCrawl,
} from './crawl-folder.suite.ts';
import { CrawlView } from './crawl-view.ts';
import { crawlWords } from './crawl-words.ts';

let root: string;
let runs: Pretended[];

beforeEach(() => {
  root = temporaryFolder();
  runs = [];
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function desk(options: Partial<CrawlDeskOptions> = {}): CrawlDesk {
  return new CrawlDesk({
    folder: root,
    run: pretending(runs),
    readSeed: (text) => text,
    now: () => STARTED,
    ...options,
  });
}

const asked = {
  name: 'cheias',
  seeds: ['https://a.br/', 'https://b.br/'],
  when: '1939..1945',
  maxPages: 100,
};
/** The end of a process is told a moment later. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the words of a crawl', () => {
  it('are a list in which no value can become a flag', () => {
    expect(
      crawlWords({ ...asked, scope: '--fresh', contact: '-y', delay: '5s', geo: true }, asked.seeds),
    ).toEqual([
      '--when=1939..1945',
      '--geo',
      '--scope=--fresh',
      '--max-pages=100',
      '--delay=5s',
      '--contact=-y',
      '--',
      'https://a.br/',
      'https://b.br/',
    ]);
  });

  it('spare nobody on the sample web', () => {
    expect(crawlWords({ name: 'x', seeds: [] }, ['http://a/'], { sampleWeb: 8080 })).toEqual([
      '--delay=20ms',
      '--sample-web=8080',
      '--address-delay=0',
      '--',
      'http://a/',
    ]);
  });
});

describe('the desk', () => {
  it('starts, pauses, resumes with the same words, and stops', async () => {
    const d = desk();
    const view = await d.start(asked, 'en');
    expect(d.picture(view)).toMatchObject({
      name: 'cheias',
      state: 'running',
      when: '1939..1945',
      mayResume: false,
    });
    expect(runs[0]!.words.slice(0, 3)).toEqual([`--out=${join(root, 'cheias')}`, '--quiet', '--lang=en']);
    expect(d.running).toBe(1);
    d.pause('cheias');
    expect(runs[0]!.signals).toEqual(['SIGINT']);
    await turn();
    expect(d.picture(view)).toMatchObject({ state: 'paused', reason: 'interrupted', mayResume: true });
    await d.resume('cheias', 'en');
    expect(runs[1]!.words).toEqual(runs[0]!.words);
    expect(d.state(view)).toBe('running');
    d.stop('cheias');
    await turn();
    expect(d.picture(view)).toMatchObject({ state: 'stopped', mayResume: false });
    await expect(d.resume('cheias', 'en')).rejects.toMatchObject({ code: 'TRF_CRAWL_STATE' });
  });

  it.each([
    ['before it has a manifest', false],
    ['when it has a manifest and no session', true],
  ])('lets a crawl pause that is still starting, %s, and go on', async (_, hasManifest) => {
    const signals: string[] = [];
    let starts = 0;
    const begun = pretending(runs);
    const d = desk({
      run: (words) => {
        // The first never gets as far as taking its folder: a signal ends it where it stands.
        if (++starts > 1) return begun(words);
        if (hasManifest) writeCrawl(join(root, 'cheias'), { endedAt: null, reason: null }, { sessions: [] });
        let tell: (code: null) => void = () => {};
        const ended = new Promise<null>((resolve) => {
          tell = resolve;
        });
        return {
          pid: 1,
          ended,
          kill: (signal) => {
            signals.push(signal);
            tell(null);
          },
        };
      },
    });
    const started = d.start(asked, 'en');
    expect(d.state(d.view('cheias'))).toBe('starting');
    await expect(d.start(asked, 'en')).rejects.toMatchObject({ code: 'TRF_CRAWL_EXISTS' });
    expect(d.state(d.pause('cheias'))).toBe('pausing');
    expect(signals).toEqual(['SIGINT']);
    const view = await started;
    expect(d.picture(view)).toMatchObject({
      state: 'paused',
      mayResume: true,
      problem: null,
      seeds: hasManifest ? ['https://a.br/'] : asked.seeds,
    });
    await d.resume('cheias', 'en');
    expect(d.state(view)).toBe('running');
    expect(runs[0]!.words).toContain('--when=1939..1945');
  });

  it('stops a crawl that is still starting for good', async () => {
    let tell: (code: null) => void = () => {};
    const d = desk({
      run: () => ({
        pid: 1,
        ended: new Promise<null>((resolve) => {
          tell = resolve;
        }),
        kill: () => tell(null),
      }),
    });
    const started = d.start(asked, 'en');
    expect(d.state(d.stop('cheias'))).toBe('stopping');
    expect(d.picture(await started)).toMatchObject({ state: 'stopped', mayResume: false });
    await expect(d.resume('cheias', 'en')).rejects.toMatchObject({ code: 'TRF_CRAWL_STATE' });
  });

  it.each([
    [{ endedAt: null, reason: null }, 'interrupted'],
    [{ endedAt: '2026-01-31T12:00:05Z', reason: 'failed' }, 'failed'],
  ])('stops for good a crawl whose session was %o', (session, before) => {
    writeCrawl(join(root, 'x'), session);
    const d = desk();
    expect(d.state(d.view('x'))).toBe(before);
    expect(d.picture(d.stop('x'))).toMatchObject({ state: 'stopped', mayResume: false });
  });

  it('knows after a restart what the folder knows', async () => {
    const first = desk();
    await first.start(asked, 'en');
    first.pause('cheias');
    await turn();
    const second = desk();
    expect(second.views().map(({ name }) => name)).toEqual(['cheias']);
    expect(second.picture(second.view('cheias'))).toMatchObject({ state: 'paused', mayResume: true });
    await second.resume('cheias', 'pt-BR');
    expect(runs[1]!.words).toContain('--when=1939..1945');
  });

  it('shows a crawl that somebody else runs, with its figures', () => {
    const folder = join(root, 'alheia');
    writeCrawl(folder, { endedAt: null, reason: null });
    lock(folder);
    for (let second = 1; second <= 30; second++) progress(folder, second, { policy: { precision: 0.85 } });
    const d = desk();
    expect(d.picture(d.view('alheia'))).toMatchObject({
      state: 'running',
      mayResume: false,
      scope: 'br',
      pagesPerSecond: 10,
      bytesPerSecond: 1000,
      inScopeShare: 0.85,
      errors: 2,
      figures: { pages: 300, queued: 5 },
      at: new Date(STARTED + 30_000).toISOString(),
    });
  });

  it.each([
    [{ endedAt: '2026-01-31T12:00:05Z', reason: 'frontier-empty' }, 'ended'],
    [{ endedAt: '2026-01-31T12:00:05Z', reason: 'failed' }, 'failed'],
    [{ endedAt: '2026-01-31T12:00:05Z', reason: 'interrupted' }, 'paused'],
    [{ endedAt: null, reason: null }, 'interrupted'],
  ])('reads a session %o as %s', (session, state) => {
    writeCrawl(join(root, 'x'), session);
    const d = desk();
    expect(d.state(d.view('x'))).toBe(state);
  });

  it('tells what is wrong with what was asked as the command does, and leaves nothing behind', async () => {
    const d = desk({
      run: (_, log) => {
        writeFileSync(
          log,
          'erro TRF_CONTACT_MISSING: uma coleta da Web pública precisa de um contato\nInforme --contact\n',
        );
        return { pid: 1, ended: Promise.resolve(2), kill: () => {} };
      },
    });
    await expect(d.start(asked, 'pt-BR')).rejects.toMatchObject({
      code: 'TRF_CRAWL_REFUSED',
      values: [expect.stringContaining('TRF_CONTACT_MISSING')],
    });
    expect(existsSync(join(root, 'cheias'))).toBe(false);
    expect(d.views()).toEqual([]);
  });

  it('refuses a name twice, names that leave the folder, and seeds that are none', async () => {
    const d = desk({
      readSeed: (text) => {
        if (!text.startsWith('http')) throw new TarrafaError('TRF_URL_MALFORMED', [text, 'scheme']);
        return text;
      },
    });
    await d.start(asked, 'en');
    await expect(d.start(asked, 'en')).rejects.toMatchObject({ code: 'TRF_CRAWL_EXISTS' });
    for (const name of ['..', '../x', 'a/b', '', '-a', 'A', 'a'.repeat(65), 'a\0', '.'])
      await expect(d.start({ ...asked, name }, 'en')).rejects.toMatchObject({ code: 'TRF_REQUEST_INVALID' });
    await expect(d.start({ ...asked, name: 'y', seeds: ['file:///etc/passwd'] }, 'en')).rejects.toMatchObject(
      {
        code: 'TRF_URL_MALFORMED',
      },
    );
    expect(runs).toHaveLength(1);
  });

  it('does not take over a folder that holds something else', async () => {
    mkdirSync(join(root, 'cheias'));
    writeFileSync(join(root, 'cheias', 'carta.txt'), 'minha');
    await expect(desk().start(asked, 'en')).rejects.toMatchObject({ code: 'TRF_CRAWL_EXISTS' });
    expect(readFileSync(join(root, 'cheias', 'carta.txt'), 'utf8')).toBe('minha');
  });

  it('bounds how many run at once', async () => {
    const d = desk({ most: 2 });
    await d.start({ ...asked, name: 'um' }, 'en');
    await d.start({ ...asked, name: 'dois' }, 'en');
    await expect(d.start({ ...asked, name: 'tres' }, 'en')).rejects.toMatchObject({
      code: 'TRF_SERVER_BUSY',
    });
    runs[0]!.end('frontier-empty');
    await turn();
    await d.start({ ...asked, name: 'tres' }, 'en');
  });

  it('tells when a crawl has ended', async () => {
    let ended = 0;
    const d = desk({ onEnd: () => void ended++ });
    await d.start(asked, 'en');
    runs[0]!.end('frontier-empty');
    await turn();
    expect(ended).toBe(1);
  });

  it('starts nothing without a folder', async () => {
    const d = desk({ folder: null });
    expect(d.mayStart).toBe(false);
    await expect(d.start(asked, 'en')).rejects.toMatchObject({ code: 'TRF_CRAWL_REFUSED' });
  });

  it('lets its crawls come to rest when it closes', async () => {
    const d = desk();
    const view = await d.start(asked, 'en');
    await d.close();
    expect(runs[0]!.signals).toEqual(['SIGINT']);
    await turn();
    expect(d.picture(view)).toMatchObject({ state: 'paused', mayResume: true });
  });
});

describe('a crawl in its folder', () => {
  it('has a history of at most 300 points, the first and the last among them, read as it grows', () => {
    const folder = join(root, 'longa');
    writeCrawl(folder, { endedAt: null, reason: null });
    const view = new CrawlView('longa', folder);
    for (let second = 1; second <= 3000; second++) progress(folder, second);
    const { history } = view.picture(false, null);
    expect(history).toHaveLength(300);
    expect(history[0]!.at).toBe(STARTED + 1000);
    expect(history.at(-1)!.pages).toBe(30_000);
    progress(folder, 3001);
    expect(view.picture(false, null).history.at(-1)!.pages).toBe(30_010);
  });

  it('survives torn lines, other files and a file that starts anew', () => {
    const folder = join(root, 'rasgada');
    writeCrawl(folder, { endedAt: null, reason: null });
    const path = join(folder, 'progress.jsonl');
    writeFileSync(path, 'null\n[1]\n{"at":"x"}\n{"at":1,"pages":-3,"bytes":1e999}\n{"at":17');
    const view = new CrawlView('rasgada', folder);
    expect(view.picture(false, null).figures).toMatchObject({ pages: 0, bytes: 0 });
    writeFileSync(path, '');
    progress(folder, 7);
    rmSync(path);
    writeFileSync(path, '');
    expect(view.picture(false, null).history).toEqual([]);
    progress(folder, 7);
    expect(view.picture(false, null).figures).toMatchObject({ pages: 70 });
  });

  it('is shown as far as it is known when its manifest says almost nothing', () => {
    const folder = join(root, 'quase');
    mkdirSync(folder);
    writeFileSync(join(folder, 'crawl.json'), '{"format":1,"linkPolicy":{"name":"temporal"}}');
    const d = desk();
    expect(d.picture(d.view('quase'))).toMatchObject({
      state: 'failed',
      seeds: [],
      reason: null,
      when: null,
    });
  });

  it('is failed, with its last words, when it never began', () => {
    const folder = join(root, 'nunca');
    mkdirSync(folder);
    writeFileSync(
      join(folder, 'order.json'),
      JSON.stringify({ words: ['--', 'https://a.br/'], seeds: ['https://a.br/'] }),
    );
    writeFileSync(join(folder, 'crawl.log'), 'erro TRF_STORAGE_FULL: sem espaço\n');
    const d = desk();
    expect(d.picture(d.view('nunca'))).toMatchObject({
      state: 'failed',
      problem: 'erro TRF_STORAGE_FULL: sem espaço',
      seeds: ['https://a.br/'],
      mayResume: true,
    });
  });
});

import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { logMessage } from '../../crawl/index.ts';
import { TarrafaError } from '../../errors.ts';
import { CrawlDesk, type CrawlDeskOptions, type CrawlEnd } from './crawl-desk.ts';
import {
  lock,
  type Pretended,
  pretending,
  progress,
  STARTED,
  temporaryFolder,
  writeCrawl,
} from './crawl-folder.suite.ts';
import { writeOrder } from './crawl-order.ts';
import { CrawlView } from './crawl-view.ts';

/** A process that never comes so far. */
const NEVER = new Promise<never>(() => {});

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

describe('the desk', () => {
  it('starts, pauses, resumes with what was asked, and stops', async () => {
    const d = desk();
    const view = await d.start(asked, 'en');
    expect(d.picture(view, 'en')).toMatchObject({
      name: 'cheias',
      state: 'running',
      when: '1939..1945',
      mayResume: false,
    });
    expect(runs[0]).toMatchObject({
      folder: join(root, 'cheias'),
      asked: { when: '1939..1945', maxPages: 100 },
      seeds: asked.seeds,
    });
    expect(d.running).toBe(1);
    d.pause('cheias');
    expect(runs[0]!.signals).toEqual(['SIGINT']);
    await turn();
    expect(d.picture(view, 'en')).toMatchObject({ state: 'paused', reason: 'interrupted', mayResume: true });
    await d.resume('cheias', 'en');
    expect([runs[1]!.asked, runs[1]!.seeds]).toEqual([runs[0]!.asked, runs[0]!.seeds]);
    expect(d.state(view)).toBe('running');
    d.stop('cheias');
    await turn();
    expect(d.picture(view, 'en')).toMatchObject({ state: 'stopped', mayResume: false });
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
      run: (...order) => {
        // The first never gets as far as taking its folder: a signal ends it where it stands.
        if (++starts > 1) return begun(...order);
        if (hasManifest) writeCrawl(join(root, 'cheias'), { endedAt: null, reason: null }, { sessions: [] });
        let tell: (end: CrawlEnd) => void = () => {};
        const ended = new Promise<CrawlEnd>((resolve) => {
          tell = resolve;
        });
        return {
          pid: 1,
          opened: NEVER,
          ended,
          kill: (signal) => {
            signals.push(signal);
            tell({ kind: 'died', code: null });
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
    expect(d.picture(view, 'en')).toMatchObject({
      state: 'paused',
      mayResume: true,
      problem: null,
      seeds: hasManifest ? ['https://a.br/'] : asked.seeds,
    });
    await d.resume('cheias', 'en');
    expect(d.state(view)).toBe('running');
    expect(runs[0]!.asked.when).toBe('1939..1945');
  });

  it('stops a crawl that is still starting for good', async () => {
    let tell: (end: CrawlEnd) => void = () => {};
    const d = desk({
      run: () => ({
        pid: 1,
        opened: NEVER,
        ended: new Promise<CrawlEnd>((resolve) => {
          tell = resolve;
        }),
        kill: () => tell({ kind: 'died', code: null }),
      }),
    });
    const started = d.start(asked, 'en');
    expect(d.state(d.stop('cheias'))).toBe('stopping');
    expect(d.picture(await started, 'en')).toMatchObject({ state: 'stopped', mayResume: false });
    await expect(d.resume('cheias', 'en')).rejects.toMatchObject({ code: 'TRF_CRAWL_STATE' });
  });

  it.each([
    [{ endedAt: null, reason: null }, 'interrupted'],
    [{ endedAt: '2026-01-31T12:00:05Z', reason: 'failed' }, 'failed'],
  ])('stops for good a crawl whose session was %o', (session, before) => {
    writeCrawl(join(root, 'x'), session);
    const d = desk();
    expect(d.state(d.view('x'))).toBe(before);
    expect(d.picture(d.stop('x'), 'en')).toMatchObject({ state: 'stopped', mayResume: false });
  });

  it('knows after a restart what the folder knows', async () => {
    const first = desk();
    await first.start(asked, 'en');
    first.pause('cheias');
    await turn();
    const second = desk();
    expect(second.views().map(({ name }) => name)).toEqual(['cheias']);
    expect(second.picture(second.view('cheias'), 'en')).toMatchObject({ state: 'paused', mayResume: true });
    await second.resume('cheias', 'pt-BR');
    expect(runs[1]!.asked.when).toBe('1939..1945');
  });

  it('shows a crawl that somebody else runs, with its figures', () => {
    const folder = join(root, 'alheia');
    writeCrawl(folder, { endedAt: null, reason: null });
    lock(folder);
    for (let second = 1; second <= 30; second++) progress(folder, second, { policy: { precision: 0.85 } });
    const d = desk();
    expect(d.picture(d.view('alheia'), 'en')).toMatchObject({
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

  /** A process of its own that waits for a signal, with a file of the folder open for writing if it is to. */
  async function stranger(
    file: string | null,
  ): Promise<{ pid: number; ended: Promise<string | null>; kill(): void }> {
    const code = `${file === null ? '' : `require('fs').openSync(${JSON.stringify(file)}, 'a');`}console.log('x');setInterval(() => {}, 1000)`;
    const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'ignore'] });
    const ended = new Promise<string | null>((resolve) => child.once('exit', (_, signal) => resolve(signal)));
    await new Promise((resolve) => child.stdout.once('data', resolve));
    return { pid: child.pid!, ended, kill: () => void child.kill('SIGKILL') };
  }

  it.each(['pause', 'stop'] as const)(
    '%s never signals a process that a lock names but that does not work on the folder',
    async (wanted) => {
      const folder = join(root, 'alheia');
      writeCrawl(folder, { endedAt: null, reason: null });
      const other = await stranger(null);
      try {
        writeFileSync(join(folder, 'lock'), `${other.pid} \n`);
        const d = desk();
        expect(() => d[wanted]('alheia')).toThrowError(expect.objectContaining({ code: 'TRF_FOLDER_BUSY' }));
        // Nothing was ordered either.
        expect(existsSync(join(folder, 'order.json'))).toBe(false);
      } finally {
        other.kill();
      }
      // It lived until we ended it: no SIGINT came before.
      expect(await other.ended).toBe('SIGKILL');
    },
  );

  it.skipIf(!existsSync('/proc/self/fd'))(
    'lets a process rest that the system says writes there',
    async () => {
      const folder = join(root, 'alheia');
      writeCrawl(folder, { endedAt: null, reason: null });
      const other = await stranger(join(folder, 'visits.jsonl'));
      writeFileSync(join(folder, 'lock'), `${other.pid} \n`);
      expect(desk().state(desk().pause('alheia'))).toBe('pausing');
      expect(await other.ended).toBe('SIGINT');
    },
  );

  it.each(['-1', '0', '1', String(process.pid), '-1 x'])(
    'a lock that says %s lets nobody be signalled',
    (says) => {
      const folder = join(root, 'alheia');
      writeCrawl(folder, { endedAt: null, reason: null });
      writeFileSync(join(folder, 'lock'), `${says}\n`);
      const signalled: unknown[] = [];
      const kill = vi.spyOn(process, 'kill').mockImplementation((...asked) => {
        if (asked[1] !== 0) signalled.push(asked);
        return true;
      });
      try {
        desk().pause('alheia');
      } catch (error) {
        expect(error).toMatchObject({ code: expect.stringMatching(/^TRF_(?:FOLDER_BUSY|CRAWL_STATE)$/) });
      } finally {
        kill.mockRestore();
      }
      expect(signalled).toEqual([]);
    },
  );

  it.each([
    ['archive', (path: string, to: string) => symlinkSync(to, path)],
    ['crawl.log', (path: string, to: string) => symlinkSync(join(to, 'not-there-yet'), path)],
    [
      'state',
      (path: string, to: string) => {
        mkdirSync(path);
        symlinkSync(to, join(path, 'robots'));
      },
    ],
  ])('does not go on with a crawl whose %s leads elsewhere', async (name, link) => {
    const d = desk();
    await d.start(asked, 'en');
    d.pause('cheias');
    await turn();
    const elsewhere = temporaryFolder();
    link(join(root, 'cheias', name), elsewhere);
    await expect(d.resume('cheias', 'en')).rejects.toMatchObject({
      code: 'TRF_CRAWL_REFUSED',
      message: expect.stringContaining(name),
    });
    expect(runs).toHaveLength(1);
    rmSync(elsewhere, { recursive: true });
  });

  it('holds the seeds of an order to what those of a request are held to', async () => {
    const folder = join(root, 'x');
    writeCrawl(folder, { endedAt: '2026-01-31T12:00:05Z', reason: 'interrupted' });
    writeOrder(folder, { asked: {}, seeds: ['file:///etc/passwd'], wanted: 'pause', orderedAt: '' });
    const d = desk({
      readSeed: (text) => {
        throw new TarrafaError('TRF_URL_MALFORMED', [text, 'scheme']);
      },
    });
    await expect(d.resume('x', 'en')).rejects.toMatchObject({ code: 'TRF_URL_MALFORMED' });
    expect(runs).toEqual([]);
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

  it('tells what is wrong with what was asked, in the language of who asked, and leaves nothing behind', async () => {
    const d = desk({
      run: () => ({
        pid: 1,
        opened: NEVER,
        ended: Promise.resolve({ kind: 'failed', error: new TarrafaError('TRF_CONTACT_MISSING') }),
        kill: () => {},
      }),
    });
    for (const language of ['pt-BR', 'en'] as const) {
      const { message } = new TarrafaError('TRF_CONTACT_MISSING').explain(language);
      await expect(d.start(asked, language)).rejects.toMatchObject({
        code: 'TRF_CRAWL_REFUSED',
        values: [expect.stringContaining(`TRF_CONTACT_MISSING: ${message}`)],
      });
      expect(existsSync(join(root, 'cheias'))).toBe(false);
      expect(d.views()).toEqual([]);
    }
  });

  it('says with which code a process ended that said nothing', async () => {
    const d = desk({
      run: () => ({
        pid: 1,
        opened: NEVER,
        ended: Promise.resolve({ kind: 'died', code: 134 }),
        kill: () => {},
      }),
    });
    await expect(d.start(asked, 'en')).rejects.toMatchObject({
      message: expect.stringContaining('exit code 134'),
    });
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
    expect(d.picture(view, 'en')).toMatchObject({ state: 'paused', mayResume: true });
  });
});

describe('a crawl in its folder', () => {
  it('has a history of at most 300 points, the first and the last among them, read as it grows', () => {
    const folder = join(root, 'longa');
    writeCrawl(folder, { endedAt: null, reason: null });
    const view = new CrawlView('longa', folder);
    for (let second = 1; second <= 3000; second++) progress(folder, second);
    const { history } = view.picture(false, null, 'en');
    expect(history).toHaveLength(300);
    expect(history[0]!.at).toBe(STARTED + 1000);
    expect(history.at(-1)!.pages).toBe(30_000);
    progress(folder, 3001);
    expect(view.picture(false, null, 'en').history.at(-1)!.pages).toBe(30_010);
  });

  it('survives torn lines, other files and a file that starts anew', () => {
    const folder = join(root, 'rasgada');
    writeCrawl(folder, { endedAt: null, reason: null });
    const path = join(folder, 'progress.jsonl');
    writeFileSync(path, 'null\n[1]\n{"at":"x"}\n{"at":1,"pages":-3,"bytes":1e999}\n{"at":17');
    const view = new CrawlView('rasgada', folder);
    expect(view.picture(false, null, 'en').figures).toMatchObject({ pages: 0, bytes: 0 });
    writeFileSync(path, '');
    progress(folder, 7);
    rmSync(path);
    writeFileSync(path, '');
    expect(view.picture(false, null, 'en').history).toEqual([]);
    progress(folder, 7);
    expect(view.picture(false, null, 'en').figures).toMatchObject({ pages: 70 });
  });

  it('is shown as far as it is known when its manifest says almost nothing', () => {
    const folder = join(root, 'quase');
    mkdirSync(folder);
    writeFileSync(join(folder, 'crawl.json'), '{"format":1,"linkPolicy":{"name":"temporal"}}');
    const d = desk();
    expect(d.picture(d.view('quase'), 'en')).toMatchObject({
      state: 'failed',
      seeds: [],
      reason: null,
      when: null,
    });
  });

  it('is failed, with what it said, in the language of who looks, when it never began', () => {
    const folder = join(root, 'nunca');
    mkdirSync(folder);
    writeOrder(folder, {
      asked: { maxPages: 3 },
      seeds: ['https://a.br/'],
      wanted: 'run',
      orderedAt: '2026-01-31T12:00:00Z',
    });
    logMessage(folder, { kind: 'opened', resumed: false, pages: 0 }, STARTED);
    logMessage(folder, { kind: 'failed', code: 'TRF_STORAGE_FULL', values: ['/x'] }, STARTED);
    const d = desk();
    for (const language of ['pt-BR', 'en'] as const) {
      const { message } = new TarrafaError('TRF_STORAGE_FULL', ['/x']).explain(language);
      expect(d.picture(d.view('nunca'), language)).toMatchObject({
        state: 'failed',
        problem: expect.stringContaining(`TRF_STORAGE_FULL: ${message}`),
        seeds: ['https://a.br/'],
        mayResume: true,
      });
    }
    for (const line of [
      '{"kind":"failed","code":"TRF_OF_ANOTHER_DAY","values":[]}',
      '{"torn',
      'null',
      '{}',
    ]) {
      writeFileSync(join(folder, 'crawl-log.jsonl'), `${line}\n`);
      expect(d.picture(d.view('nunca'), 'en').problem).toBeNull();
    }
  });

  it('of version 0.1 has its order in words and its last words in a text, and can go on', async () => {
    const folder = join(root, 'antiga');
    mkdirSync(folder);
    const words = [
      ...['--when=1939..1945', '--geo', '--scope=a=b', '--max-pages=90', '--delay=20ms', '--contact=-yy'],
      ...['--sample-web=8080', '--address-delay=0', '--', 'https://a.br/', '--when=outro'],
    ];
    writeFileSync(join(folder, 'order.json'), JSON.stringify({ words, seeds: ['https://a.br/'] }));
    writeFileSync(join(folder, 'crawl.log'), 'erro TRF_STORAGE_FULL: sem espaço\n');
    const d = desk();
    expect(d.picture(d.view('antiga'), 'en')).toMatchObject({
      state: 'failed',
      problem: 'erro TRF_STORAGE_FULL: sem espaço',
      seeds: ['https://a.br/'],
      when: '1939..1945',
      mayResume: true,
    });
    await d.resume('antiga', 'en');
    expect(runs[0]!.asked).toEqual({
      when: '1939..1945',
      geo: true,
      scope: 'a=b',
      maxPages: 90,
      contact: '-yy',
    });
  });
});

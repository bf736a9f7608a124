/** What a person does with a crawl that has ended: going on, going on with more, changing, asking for the same, taking it off the disk. */
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bootId, FolderLock, logMessage } from '../../crawl/index.ts';
import { CrawlDesk, type CrawlDeskOptions, type CrawlEnd } from './crawl-desk.ts';
import { type Pretended, pretending, STARTED, temporaryFolder, writeCrawl } from './crawl-folder.suite.ts';
import { writeOrder } from './crawl-order.ts';
import { removeLeftovers } from './crawl-removal.ts';

let root: string;
let runs: Pretended[];
let now: number;
beforeEach(() => {
  root = temporaryFolder();
  runs = [];
  now = STARTED;
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const desk = (options: Partial<CrawlDeskOptions> = {}) =>
  new CrawlDesk({
    folder: root,
    run: pretending(runs),
    readSeed: (text) => text,
    now: () => now,
    ...options,
  });
const turn = () => new Promise((resolve) => setImmediate(resolve));
const asked = { name: 'cheias', seeds: ['https://a.br/'], when: '1939..1945', maxPages: 100 };
const picture = (d: CrawlDesk, name = 'cheias') => d.picture(d.view(name), 'en');

async function ended(reason: string): Promise<CrawlDesk> {
  const d = desk();
  await d.start(asked, 'en');
  runs[0]!.end(reason);
  await turn();
  now += 60_000;
  return d;
}

describe('why a crawl ended, and what can be done next', () => {
  it.each([
    ['frontier-empty', 'nothing-left', ['round', 'edit', 'duplicate', 'delete']],
    ['page-budget', 'page-budget', ['raise', 'round', 'edit', 'duplicate', 'delete']],
    ['time-budget', 'time-budget', ['resume', 'raise', 'round', 'edit', 'duplicate', 'delete']],
    ['byte-budget', 'byte-budget', ['resume', 'raise', 'round', 'edit', 'duplicate', 'delete']],
    // A signal that nobody of this server sent.
    ['interrupted', 'interrupted', ['resume', 'edit', 'duplicate', 'delete']],
  ])('%s', async (reason, why, next) => {
    const d = await ended(reason);
    expect(picture(d)).toMatchObject({ end: { why, at: '2026-01-31T12:00:05.000Z' }, next });
  });

  it('a person let it rest, or ended it', async () => {
    const d = desk();
    await d.start(asked, 'en');
    expect(picture(d)).toMatchObject({ end: null, next: ['duplicate'] });
    d.pause('cheias');
    await turn();
    expect(picture(d)).toMatchObject({
      end: { why: 'paused' },
      next: ['resume', 'edit', 'duplicate', 'delete'],
    });
    d.stop('cheias');
    expect(picture(d)).toMatchObject({ end: { why: 'stopped' }, next: ['duplicate', 'delete'] });
  });

  it.each([
    ['TRF_STORAGE_FULL', ['/x'], 'disk-full', 'resume'],
    ['TRF_STORAGE_DAMAGED', ['/x', 0, 'y'], 'damaged', 'mend'],
    ['TRF_INTERNAL', [], 'failed', 'resume'],
  ] as const)('it failed with %s', async (code, values, why, first) => {
    const d = await ended('failed');
    logMessage(join(root, 'cheias'), { kind: 'failed', code, values }, STARTED + 5_000);
    expect(picture(d)).toMatchObject({ state: 'failed', end: { why } });
    expect(picture(d).next[0]).toBe(first);
    // Of a session before it tells nothing.
    rmSync(join(root, 'cheias', 'crawl-log.jsonl'));
    logMessage(join(root, 'cheias'), { kind: 'failed', code, values }, STARTED - 60_000);
    expect(picture(d).end?.why).toBe('failed');
  });

  it('its process was killed, with the signal; or died without anybody knowing; or the machine went down', async () => {
    let tell: (end: CrawlEnd) => void = () => {};
    const d = desk({
      run: (folder, ...rest) => ({
        ...pretending(runs)(folder, ...rest),
        ended: new Promise<CrawlEnd>((resolve) => {
          tell = resolve;
        }),
      }),
    });
    await d.start(asked, 'en');
    rmSync(join(root, 'cheias', 'lock'));
    tell({ kind: 'died', code: null, signal: 'SIGKILL' });
    await turn();
    expect(picture(d)).toMatchObject({
      state: 'interrupted',
      mayResume: true,
      end: { why: 'killed', signal: 'SIGKILL', at: null },
    });
    rmSync(join(root, 'cheias', 'crawl-log.jsonl'));
    expect(picture(d).end).toMatchObject({ why: 'died', signal: null });
    writeFileSync(join(root, 'cheias', 'crawl-log.jsonl'), `{"at":${now},"kind":"died","signal":"<b>"}\n`);
    expect(picture(d).end).toMatchObject({ why: 'died', signal: null });
    if (bootId() === '') return;
    const startedAt = new Date(STARTED).toISOString();
    const session = { startedAt, endedAt: null, reason: null, pages: 0, boot: 'another start' };
    writeCrawl(join(root, 'cheias'), session, { sessions: [session] });
    expect(picture(d).end?.why).toBe('machine-restarted');
  });

  it('one whose budget is spent goes on when it is raised, and not before', async () => {
    const d = await ended('page-budget');
    await expect(d.resume('cheias', 'en')).rejects.toMatchObject({ code: 'TRF_CRAWL_STATE' });
    d.edit('cheias', { maxPages: 200 });
    expect(picture(d)).toMatchObject({ mayResume: true, maxPages: 200 });
    await d.resume('cheias', 'en');
    expect(runs[1]).toMatchObject({
      asked: { when: '1939..1945', maxPages: 200 },
      course: { round: null, mend: false },
    });
  });

  it('one with nothing left makes a round, which goes on as that round when it was interrupted', async () => {
    const d = await ended('frontier-empty');
    await d.round('cheias', 'en');
    const since = new Date(now).toISOString();
    expect(runs[1]!.course).toEqual({ round: { since, pagesBefore: 3 }, mend: false });
    await expect(d.round('cheias', 'en')).rejects.toMatchObject({ code: 'TRF_CRAWL_STATE' });
    d.pause('cheias');
    await turn();
    now += 60_000;
    await d.resume('cheias', 'en');
    expect(runs[2]!.course.round?.since).toBe(since);
  });

  it('one that is damaged is mended and goes on', async () => {
    const d = await ended('failed');
    await expect(d.mend('cheias', 'en')).rejects.toMatchObject({ code: 'TRF_CRAWL_STATE' });
    logMessage(
      join(root, 'cheias'),
      { kind: 'failed', code: 'TRF_STORAGE_DAMAGED', values: ['/x', 0, 'y'] },
      now,
    );
    await d.mend('cheias', 'en');
    expect(runs[1]!.course.mend).toBe(true);
  });
});

describe('changing what was asked', () => {
  it('takes budgets, rests, contact, scope and further seeds, and keeps all else', async () => {
    const d = await ended('frontier-empty');
    d.edit('cheias', {
      addSeeds: ['https://b.br/', 'https://a.br/'],
      scope: 'br',
      maxPages: null,
      maxTime: '2h',
      delay: '5s',
      contact: 'eu@a.br',
    });
    expect(d.asked('cheias')).toEqual({
      name: 'cheias',
      seeds: ['https://a.br/', 'https://b.br/'],
      asked: { when: '1939..1945', scope: 'br', maxTime: '2h', delay: '5s', contact: 'eu@a.br' },
    });
    // It has something to do again.
    expect(picture(d)).toMatchObject({ mayResume: true, maxPages: null });
    await d.resume('cheias', 'en');
    expect(runs[1]!.seeds).toEqual(['https://a.br/', 'https://b.br/']);
  });

  it('not while it runs, not when it was ended for good, and not of a crawl that no server started', async () => {
    const d = desk();
    await d.start(asked, 'en');
    const refused = expect.objectContaining({ code: 'TRF_CRAWL_STATE' });
    expect(() => d.edit('cheias', { maxPages: 1 })).toThrowError(refused);
    d.stop('cheias');
    await turn();
    expect(() => d.edit('cheias', { maxPages: 1 })).toThrowError(refused);
    writeCrawl(join(root, 'alheia'), { endedAt: '2026-01-31T12:00:05Z', reason: 'page-budget' });
    expect(() => d.edit('alheia', { maxPages: 1 })).toThrowError(refused);
    expect(() => d.asked('alheia')).toThrowError(expect.objectContaining({ code: 'TRF_CRAWL_UNCHANGED' }));
    expect(picture(d, 'alheia').next).toEqual(['delete']);
  });
});

describe('taking a crawl off the disk', () => {
  it('removes its folder and its schedule, after its collection was closed, and nothing else', async () => {
    const closed: string[] = [];
    const d = desk({ letGo: async (folder) => void closed.push(folder) });
    await d.start(asked, 'en');
    runs[0]!.end('frontier-empty');
    await turn();
    d.schedule('cheias', { at: '2026-02-01T15:00', zone: 'UTC' });
    await d.start({ ...asked, name: 'cheias-2' }, 'en');
    mkdirSync(join(root, 'cheias', 'archive'));
    writeFileSync(join(root, 'cheias', 'archive', 'a.warc.gz'), 'x');
    await d.remove('cheias', 'cheias');
    expect(closed).toEqual([join(root, 'cheias')]);
    expect(readdirSync(root).sort()).toEqual(['cheias-2', 'schedules.json']);
    expect(readFileSync(join(root, 'schedules.json'), 'utf8')).not.toContain('"cheias"');
    expect(d.views().map(({ name }) => name)).toEqual(['cheias-2']);
    // Its name is free.
    await d.start(asked, 'en');
  });

  it('not without its name, not while it runs, and not what stands elsewhere', async () => {
    const elsewhere = temporaryFolder();
    writeCrawl(elsewhere, { endedAt: '2026-01-31T12:00:05Z', reason: 'page-budget' });
    const d = desk({ others: new Map([['fora', elsewhere]]) });
    await d.start(asked, 'en');
    await expect(d.remove('cheias', 'cheias')).rejects.toMatchObject({ code: 'TRF_CRAWL_STATE' });
    runs[0]!.end('frontier-empty');
    await turn();
    for (const name of ['', 'Cheias', 'cheias '])
      await expect(d.remove('cheias', name)).rejects.toMatchObject({ code: 'TRF_CRAWL_UNCHANGED' });
    await expect(d.remove('fora', 'fora')).rejects.toMatchObject({ code: 'TRF_CRAWL_UNCHANGED' });
    await expect(d.remove('nada', 'nada')).rejects.toMatchObject({ code: 'TRF_NOT_FOUND' });
    expect(picture(d, 'fora').next).toEqual([]);
    expect([existsSync(join(elsewhere, 'crawl.json')), existsSync(join(root, 'cheias'))]).toEqual([
      true,
      true,
    ]);
    rmSync(elsewhere, { recursive: true });
  });

  it('removes a link and not what it leads to', async () => {
    const d = await ended('frontier-empty');
    const elsewhere = temporaryFolder();
    writeFileSync(join(elsewhere, 'carta.txt'), 'minha');
    mkdirSync(join(root, 'cheias', 'archive'));
    symlinkSync(elsewhere, join(root, 'cheias', 'archive', 'fora'));
    symlinkSync(join(elsewhere, 'carta.txt'), join(root, 'cheias', 'catalogue.db'));
    linkSync(join(elsewhere, 'carta.txt'), join(root, 'cheias', 'mesma'));
    symlinkSync(elsewhere, join(root, 'atalho'));
    await d.remove('cheias', 'cheias');
    expect(existsSync(join(root, 'cheias'))).toBe(false);
    expect(readFileSync(join(elsewhere, 'carta.txt'), 'utf8')).toBe('minha');
    // A folder that is itself a link is no crawl of this server.
    writeCrawl(elsewhere, { endedAt: '2026-01-31T12:00:05Z', reason: 'page-budget' });
    await expect(d.remove('atalho', 'atalho')).rejects.toMatchObject({ code: 'TRF_NOT_FOUND' });
    expect(existsSync(join(elsewhere, 'crawl.json'))).toBe(true);
    rmSync(elsewhere, { recursive: true });
  });

  it.each(['lock.db', 'catalogue-lock'])('does not take a lock that leads elsewhere (%s)', async (name) => {
    const d = await ended('frontier-empty');
    const elsewhere = temporaryFolder();
    rmSync(join(root, 'cheias', name), { force: true });
    symlinkSync(join(elsewhere, 'not-there-yet'), join(root, 'cheias', name));
    await expect(d.remove('cheias', 'cheias')).rejects.toMatchObject({ code: 'TRF_CRAWL_UNCHANGED' });
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(existsSync(join(root, 'cheias', 'crawl.json'))).toBe(true);
    rmSync(elsewhere, { recursive: true });
  });

  it.each(['.', 'catalogue-lock'])(
    'is refused while somebody holds %s, and leaves it whole',
    async (place) => {
      const d = await ended('frontier-empty');
      const held = join(root, 'cheias', place);
      mkdirSync(held, { recursive: true });
      const lock = FolderLock.take(held);
      try {
        await expect(d.remove('cheias', 'cheias')).rejects.toMatchObject({
          code: expect.stringMatching(/^TRF_(?:FOLDER_BUSY|CRAWL_STATE)$/),
        });
        expect(existsSync(join(root, 'cheias', 'crawl.json'))).toBe(true);
      } finally {
        lock.release();
      }
      await d.remove('cheias', 'cheias');
      expect(readdirSync(root)).toEqual([]);
    },
  );

  it('what cannot be let go of stays, and is there as before', async () => {
    await ended('frontier-empty');
    const d = desk({
      letGo: async () => {
        throw new Error('busy');
      },
    });
    await expect(d.remove('cheias', 'cheias')).rejects.toThrow('busy');
    expect(picture(d).state).toBe('ended');
  });

  it('what a killed removal left goes at the next start, and nothing that is named otherwise', async () => {
    const elsewhere = temporaryFolder();
    for (const name of ['.removed-x-0123456789ab', '.removed-x', '.removed-x-0123456789ab.txt', 'x'])
      mkdirSync(join(root, name));
    symlinkSync(elsewhere, join(root, '.removed-y-0123456789ab'));
    await removeLeftovers(root);
    expect(readdirSync(root).sort()).toEqual(
      ['.removed-x', '.removed-x-0123456789ab.txt', '.removed-y-0123456789ab', 'x'].sort(),
    );
    await removeLeftovers(join(root, 'not-there'));
    rmSync(elsewhere, { recursive: true });
  });

  it('an order that is damaged tells nothing and harms nobody', () => {
    writeCrawl(join(root, 'x'), { endedAt: '2026-01-31T12:00:05Z', reason: 'page-budget' });
    writeOrder(join(root, 'x'), {
      asked: {},
      seeds: [],
      wanted: 'eat' as never,
      orderedAt: '',
      editedAt: 'x',
      round: { since: 'never', pagesBefore: -1 },
    });
    const { order } = desk().view('x');
    expect(order).toEqual({ asked: {}, seeds: [], wanted: 'run', orderedAt: '' });
  });
});

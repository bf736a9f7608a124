import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CrawlDesk, type CrawlDeskOptions } from './crawl-desk.ts';
import {
  type Pretended,
  pretending,
  STARTED,
  temporaryFolder,
  unlock,
  writeCrawl,
} from './crawl-folder.suite.ts';
import { readOrder } from './crawl-order.ts';
import { CrawlSchedules } from './crawl-schedules.ts';
import { ScheduleBook } from './schedule-book.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
/** STARTED is 2026-01-31T12:00Z, a Saturday. */
const AT = '2026-01-31T15:00';

let root: string;
let runs: Pretended[];
let now: number;
let open: CrawlSchedules[];

beforeEach(() => {
  root = temporaryFolder();
  runs = [];
  now = STARTED;
  open = [];
});
afterEach(async () => {
  for (const schedules of open) await schedules.close();
  rmSync(root, { recursive: true, force: true });
});

function server(options: Partial<CrawlDeskOptions> = {}): { desk: CrawlDesk; schedules: CrawlSchedules } {
  const desk = new CrawlDesk({
    folder: root,
    run: pretending(runs),
    readSeed: (text) => text,
    now: () => now,
    ...options,
  });
  const schedules = new CrawlSchedules({
    folder: root,
    desk,
    language: 'en',
    now: () => now,
    ticker: () => () => {},
  });
  open.push(schedules);
  return { desk, schedules };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const SEEDS = ['https://a.br/'];
const picture = (desk: CrawlDesk, name = 'cheias') => desk.picture(desk.view(name), 'en');
const lastRun = (desk: CrawlDesk, name = 'cheias') => picture(desk, name).schedule?.runs.at(-1);

describe('a crawl that is asked for at a time', () => {
  it('waits in its folder, begins then, is said to be due next, and makes a round each time', async () => {
    const { desk, schedules } = server();
    const schedule = { at: AT, zone: 'UTC', repeat: 'day' as const };
    const view = await desk.start({ name: 'cheias', seeds: SEEDS, maxPages: 10, schedule }, 'en');
    expect(desk.picture(view, 'en')).toMatchObject({
      state: 'scheduled',
      mayResume: true,
      end: null,
      schedule: { next: '2026-01-31T15:00:00.000Z', as: 'round', runs: [] },
    });
    await schedules.look();
    expect(runs).toEqual([]);
    now = STARTED + 3 * HOUR + 5_000;
    await schedules.look();
    expect(runs).toHaveLength(1);
    expect(runs[0]!.course.round).toEqual({ since: new Date(now).toISOString(), pagesBefore: 0 });
    expect(picture(desk)).toMatchObject({
      state: 'running',
      schedule: {
        next: '2026-02-01T15:00:00.000Z',
        runs: [{ outcome: 'started', late: false, crawl: 'cheias' }],
      },
    });
    runs[0]!.end('page-budget');
    await turn();
    await schedules.look();
    expect(runs).toHaveLength(1);
    now = STARTED + DAY + 3 * HOUR;
    await schedules.look();
    expect(runs[1]!.course.round).toEqual({ since: new Date(now).toISOString(), pagesBefore: 3 });
    expect(runs[1]!.asked).toEqual({ maxPages: 10 });
    expect(picture(desk).round).toMatchObject({ since: new Date(now).toISOString() });
  });

  it('that was missed begins once at the next start of a server, and is said to be late', async () => {
    const first = server();
    await first.desk.start(
      { name: 'cheias', seeds: SEEDS, schedule: { at: AT, zone: 'UTC', repeat: 'day' } },
      'en',
    );
    await first.schedules.close();
    now = STARTED + 10 * DAY;
    const { desk, schedules } = server();
    await schedules.look();
    await schedules.look();
    expect(runs).toHaveLength(1);
    expect(lastRun(desk)).toMatchObject({ outcome: 'started', late: true, due: '2026-02-09T15:00:00.000Z' });
    expect(picture(desk).schedule?.runs).toHaveLength(1);
    expect(picture(desk).schedule?.next).toBe('2026-02-10T15:00:00.000Z');
  });

  it('never begins while it runs, nor when a person let it rest or ended it', async () => {
    const { desk, schedules } = server();
    await desk.start({ name: 'cheias', seeds: SEEDS }, 'en');
    desk.schedule('cheias', { at: AT, zone: 'UTC', repeat: 'day' });
    for (const [outcome, change] of [
      ['running', () => {}],
      ['held', () => desk.pause('cheias')],
      ['held', () => desk.stop('cheias')],
    ] as const) {
      change();
      await turn();
      now += DAY;
      await schedules.look();
      expect(lastRun(desk)?.outcome).toBe(outcome);
    }
    expect(runs).toHaveLength(1);
    expect(picture(desk).schedule?.runs).toHaveLength(3);
  });

  it('waits for a place when too many run, and begins when there is one', async () => {
    const { desk, schedules } = server({ most: 1 });
    await desk.start({ name: 'outra', seeds: SEEDS }, 'en');
    await desk.start({ name: 'cheias', seeds: SEEDS, schedule: { at: AT, zone: 'UTC' } }, 'en');
    now = STARTED + 3 * HOUR;
    await schedules.look();
    expect(lastRun(desk)?.outcome).toBe('waiting');
    runs[0]!.end('frontier-empty');
    await turn();
    now += HOUR;
    await schedules.look();
    expect(lastRun(desk)).toMatchObject({ outcome: 'started', late: true });
    // Once is once.
    expect(picture(desk).schedule?.next).toBeNull();
  });

  it('gets a folder of its own each time when that is asked, named after the day', async () => {
    const { desk, schedules } = server();
    await desk.start({ name: 'noticias', seeds: SEEDS, when: '1941', maxPages: 5 }, 'en');
    runs[0]!.end('frontier-empty');
    await turn();
    desk.schedule('noticias', { at: AT, zone: 'UTC', repeat: 'week', days: [6, 7, 6], as: 'new' });
    writeCrawl(join(root, 'noticias-2026-02-01'), { endedAt: null, reason: null });
    for (const [day, name] of [
      [0, 'noticias-2026-01-31'],
      [1, 'noticias-2026-02-01-2'],
    ] as const) {
      now = STARTED + day * DAY + 3 * HOUR;
      await schedules.look();
      expect(lastRun(desk, 'noticias')).toMatchObject({ outcome: 'started', crawl: name });
      expect(runs.at(-1)).toMatchObject({ folder: join(root, name), asked: { when: '1941', maxPages: 5 } });
      expect(runs.at(-1)!.course.round).toBeNull();
    }
    expect(picture(desk, 'noticias').schedule).toMatchObject({
      days: [6, 7],
      next: '2026-02-07T15:00:00.000Z',
    });
  });

  it('that could not begin says why, and is tried again the next time only', async () => {
    const { desk, schedules } = server();
    await desk.start(
      { name: 'cheias', seeds: SEEDS, schedule: { at: AT, zone: 'UTC', repeat: 'day' } },
      'en',
    );
    writeFileSync(
      join(root, 'cheias', 'order.json'),
      JSON.stringify({ asked: { maxPages: 'x' }, seeds: SEEDS }),
    );
    now = STARTED + 3 * HOUR;
    await schedules.look();
    await schedules.look();
    expect(runs).toEqual([]);
    expect(lastRun(desk)).toMatchObject({
      outcome: 'failed',
      problem: expect.stringContaining('TRF_CRAWL_STATE'),
    });
    rmSync(join(root, 'cheias'), { recursive: true });
    now += DAY;
    await schedules.look();
    expect(new ScheduleBook(root).of('cheias')?.runs.at(-1)?.outcome).toBe('gone');
  });

  it('is begun by one of two servers with the same folder', async () => {
    const first = server();
    const second = server();
    await first.desk.start({ name: 'cheias', seeds: SEEDS, schedule: { at: AT, zone: 'UTC' } }, 'en');
    now = STARTED + 3 * HOUR;
    await Promise.all([first.schedules.look(), second.schedules.look()]);
    await second.schedules.look();
    expect(runs).toHaveLength(1);
    // The other one takes over when the first has gone.
    runs[0]!.end('frontier-empty');
    await first.schedules.close();
    second.desk.schedule('cheias', { at: '2026-02-01T15:00', zone: 'UTC' });
    now += DAY;
    await second.schedules.look();
    expect(runs).toHaveLength(2);
  });

  it.each([true, false])(
    'is begun once when its server is killed while it begins it (begun: %s)',
    async (begun) => {
      const first = server({
        run: (...given) => {
          if (begun) pretending(runs)(...given);
          // The server is gone at this instant: what it had written stays.
          throw new Error('killed');
        },
      });
      await first.desk.start({ name: 'cheias', seeds: SEEDS, schedule: { at: AT, zone: 'UTC' } }, 'en');
      now = STARTED + 3 * HOUR;
      await first.schedules.look();
      await first.schedules.close();
      // As the kill left it: written down as due, and nothing said of how that went.
      const book = new ScheduleBook(root);
      const schedule = book.of('cheias')!;
      book.put({ ...schedule, runs: [{ ...schedule.runs[0]!, outcome: 'waiting', problem: null }] });
      if (begun) {
        // Its process lived on, and ended.
        const startedAt = schedule.runs[0]!.at!;
        writeCrawl(
          join(root, 'cheias'),
          { endedAt: startedAt, reason: 'frontier-empty' },
          { sessions: [{ startedAt, endedAt: startedAt, reason: 'frontier-empty', pages: 3 }] },
        );
        unlock(join(root, 'cheias'));
      }
      const { desk, schedules } = server();
      now += 60_000;
      await schedules.look();
      await schedules.look();
      expect(lastRun(desk)?.outcome).toBe('started');
      expect(runs).toHaveLength(1);
    },
  );
});

describe('the book of schedules', () => {
  it('is read with suspicion: what is no schedule is passed over, what is not ours is not written over', async () => {
    const { desk, schedules } = server();
    await desk.start({ name: 'cheias', seeds: SEEDS, schedule: { at: AT, zone: 'UTC' } }, 'en');
    const path = join(root, 'schedules.json');
    const { schedules: written } = JSON.parse(readFileSync(path, 'utf8'));
    const [good] = written;
    const damaged = [
      null,
      1,
      { ...good, crawl: '../etc' },
      { ...good, zone: 'Nowhere/At_All' },
      { ...good, at: '2026-02-31T00:00' },
      { ...good, settled: 'yesterday' },
      { ...good, runs: [{ due: 'x' }] },
      { ...good, runs: Array.from({ length: 1000 }, () => good.runs) },
    ];
    writeFileSync(path, JSON.stringify({ format: 1, schedules: [...damaged, good, { ...good, at: AT }] }));
    expect(new ScheduleBook(root).all()).toEqual([good]);
    for (const text of ['', '{', 'null', '{"schedules":7}', '{"format":2,"schedules":[]}']) {
      writeFileSync(path, text);
      expect(new ScheduleBook(root).all()).toEqual([]);
      await schedules.look();
    }
    for (const [text, code] of [
      ['{', 'TRF_STORAGE_DAMAGED'],
      ['{"format":2}', 'TRF_FORMAT_NEWER'],
    ] as const) {
      writeFileSync(path, text);
      expect(() => desk.schedule('cheias', { at: AT, zone: 'UTC' })).toThrowError(
        expect.objectContaining({ code }),
      );
      expect(readFileSync(path, 'utf8')).toBe(text);
      await expect(
        desk.start({ name: 'nova', seeds: SEEDS, schedule: { at: AT, zone: 'UTC' } }, 'en'),
      ).rejects.toMatchObject({ code });
      expect(existsSync(join(root, 'nova'))).toBe(false);
    }
  });

  it('takes no time that is over, no zone that nobody has, and no crawl that is elsewhere or not of a server', async () => {
    const elsewhere = join(root, 'fora', 'x');
    const { desk } = server({ folder: join(root, 'aqui'), others: new Map([['x', elsewhere]]) });
    writeCrawl(elsewhere, { endedAt: null, reason: null });
    await desk.start({ name: 'cheias', seeds: SEEDS }, 'en');
    for (const wish of [
      { at: '2026-01-30T15:00', zone: 'UTC' },
      { at: AT, zone: 'Lua/Mar' },
      { at: '2026-02-30T15:00', zone: 'UTC' },
    ])
      expect(() => desk.schedule('cheias', wish)).toThrowError(
        expect.objectContaining({ code: 'TRF_CRAWL_UNCHANGED' }),
      );
    expect(() => desk.schedule('x', { at: AT, zone: 'UTC' })).toThrowError(
      expect.objectContaining({ code: 'TRF_CRAWL_UNCHANGED' }),
    );
    // This very minute is now, and one that repeats may have begun in the past.
    desk.schedule('cheias', { at: '2026-01-31T12:00', zone: 'UTC' });
    desk.schedule('cheias', { at: '2020-01-01T12:00', zone: 'UTC', repeat: 'month' });
    expect(picture(desk).schedule?.next).toBe('2026-02-01T12:00:00.000Z');
    expect(picture(desk).state).toBe('running');
    expect(readOrder(join(root, 'aqui', 'cheias'))?.wanted).toBe('run');
    expect(desk.picture(desk.unschedule('cheias'), 'en').schedule).toBeNull();
  });
});

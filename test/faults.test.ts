/**
 * Some of what `npm run soak -- faults` goes through call by call: one fault after another in the same folder, then a run without. And some of
 * the kills of `npm run soak -- 1000`.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Fault,
  type Ground,
  type Layer,
  makeGround,
  NODE_LAYER,
  nativeLayer,
  type Plan,
  planOf,
  recover,
  run,
  suffer,
  TRIALS,
} from './faults.ts';
import { killCommands } from './killed-commands.ts';
import { seededRandom } from './seeded-random.ts';

let folder: string;
let ground: Ground;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faults-'));
  ground = await makeGround(folder);
});
afterAll(async () => {
  await ground.web.close();
  rmSync(folder, { recursive: true, force: true });
});

const plans = new Map<string, Promise<Plan>>();
function planFor(name: string, layer?: Layer): Promise<Plan> {
  if (layer !== undefined) return planOf(TRIALS.find((one) => one.name === name)!, ground, layer);
  let plan = plans.get(name);
  if (plan === undefined) plans.set(name, (plan = planOf(TRIALS.find((one) => one.name === name)!, ground)));
  return plan;
}

/**
 * Faults of a command, those that once cost something and then some drawn at random, on a folder that is taken over from one to the next
 * until the command gets through.
 */
async function sufferSome(
  name: string,
  count: number,
  seed: number,
  known: readonly Fault[] = [],
  layer?: Layer,
): Promise<void> {
  const plan = await planFor(name, layer);
  const { trial } = plan;
  const random = seededRandom(seed);
  const problems: string[] = [];
  let met = 0;
  let place = '';
  for (let n = 0; n < count; n++) {
    if (place === '') {
      place = join(folder, `${seed}-${n}`);
      trial.prepare(place, ground);
    }
    const fault = known[n] ?? plan.faults[Math.floor(random() * plan.faults.length)]!;
    const suffered = await suffer(plan, fault, ground, place);
    problems.push(...suffered.problems);
    if (suffered.met) met++;
    if (suffered.said !== '0' && n < count - 1) continue;
    problems.push(...(await recover(plan, ground, place, `${fault.code} in ${fault.call} #${fault.nth}`)));
    place = '';
  }
  expect(problems).toEqual([]);
  // What is drawn for a fresh folder is not always asked of one that is half done.
  expect(met).toBeGreaterThan(count / 3);
}

const broken = (call: string): Fault => ({ call, nth: 1, code: 'EIO' });

describe.concurrent('a disk that fails once, here and there, costs an error with a code and nothing else (every call: npm run soak -- faults, and native)', () => {
  it('of a crawl', () =>
    sufferSome('crawl', 5, 15, [
      broken('openSync c/archive/tarrafa-#-00000.warc.gz'),
      { call: 'writeFileSync c/crawl.json.part', nth: 2, code: 'ENOSPC' },
      broken('writeSync c/visits.jsonl'),
      broken('fdatasyncSync c/frontier/journal-#.log'),
    ]));
  it('of a crawl that goes on after a kill', () =>
    sufferSome('crawl that goes on', 4, 16, [broken('readFileSync c/spool/answers-1')]));
  it('of an export of records', () => sufferSome('export gz', 2, 17));
  it('of an analysis', () => sufferSome('analyse', 1, 18, [broken('readdirSync c/archive')]));
  it('of a repair, which takes no record for lost that the disk did not give once', () =>
    sufferSome('repair', 2, 26, [
      { call: 'openSync c/archive/tarrafa-#-00000.warc.gz', nth: 7, code: 'EMFILE' },
      { call: 'readSync c/archive/tarrafa-#-00000.warc.gz', nth: 10, code: 'EIO' },
    ]));
  it('of an import', () => sufferSome('import', 2, 19));
  it('of a catalogue that is made anew', () => sufferSome('catalogue made anew', 1, 20));
  it('of pages that are taken out', () =>
    sufferSome('forget', 6, 27, [
      { call: 'renameSync c/archive/tarrafa-#-00000.warc.gz', nth: 1, code: 'EIO' },
      { call: 'renameSync c/visits.jsonl', nth: 1, code: 'ENOSPC' },
      { call: 'renameSync c/forgotten.json', nth: 1, code: 'ENOSPC' },
      broken('readSync c/archive/tarrafa-#-00000.warc.gz'),
    ]));
  it('of pages that are taken out, also when the process dies as its files take their places', async () => {
    const plan = await planFor('forget');
    const place = join(folder, 'forget-killed');
    plan.trial.prepare(place, ground);
    const deaths = ['archive/tarrafa-#-00000.warc.gz', 'archive/index.cdxj', 'visits.jsonl'];
    for (const [at, file] of deaths.entries()) {
      const fault: Fault = { call: `renameSync c/${file}`, nth: 1, code: 'SIGKILL' };
      const log = join(folder, `forget-death-${at}`);
      const { status } = await run(plan.trial.args(place, ground), {
        layer: NODE_LAYER,
        folder: place,
        log,
        fault,
      });
      expect([file, status, existsSync(log)]).toEqual([file, null, true]);
    }
    expect(await recover(plan, ground, place, 'three deaths')).toEqual([]);
  });
  it('of other exports', async () => {
    for (const [at, name] of ['export jsonl', 'export parquet', 'export wacz'].entries())
      await sufferSome(name, 1, 21 + at);
  });
  it('below SQLite', async ({ skip }) => {
    const layer = nativeLayer(folder);
    if (layer === null) return skip('gcc, or Linux, is not there');
    await sufferSome('crawl that goes on', 1, 24, [broken('pwrite c/state/state.db')], layer);
    await sufferSome('analyse', 1, 25, [{ call: 'fsync c/catalogue.db-wal', nth: 1, code: 'ENOSPC' }], layer);
  });
}, 180_000);

it('a command of any kind that is killed while a server has its folder open loses nothing, and the server goes on (npm run soak -- 1000)', async () => {
  const names = [
    'crawl',
    'crawl that goes on',
    'analyse',
    'catalogue made anew',
    'repair',
    'export wacz',
    'import',
    'forget',
  ];
  const all = await Promise.all(names.map((name) => planFor(name)));
  const { problems, killed, answers } = await killCommands(ground, all, {
    kills: names.length,
    seed: 3,
    beside: 2,
  });
  expect(problems).toEqual([]);
  // Each was under way when it was killed.
  expect([...killed].filter(([, kills]) => kills === 0)).toEqual([]);
  expect(answers).toBeGreaterThan(names.length * 6);
}, 180_000);

/**
 * Lets the power fail at random moments of a crawl and goes on with what is left, and says what broke. Promised is what stood in the visit
 * log, and with it in the archive, when a round of syncing began that has ended: archive first, journal last.
 */
import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { siteMemories } from '../src/app/collect/site-memories.ts';
import { Crawl, completeSettings, readVisits, type Visit } from '../src/crawl/index.ts';
import { checkWarc, readRecordAt } from '../src/warc/index.ts';
import { nativeLibrary } from './faults.ts';
import { ForgetfulDisk } from './forgetful-disk.ts';
import { ForgetfulFiles } from './forgetful-files.ts';
import { ForgetfulState } from './forgetful-state.ts';
import { seededRandom } from './seeded-random.ts';
import { page, type TinyWeb, tinyWeb } from './tiny-web.ts';

const HOSTS = 4;
const PAGES = 12;
/** Calls of a crawl that change files, about. */
const CALLS = 700;
/** Folders of crawls are beside each other under this name. */
const NAME = join(tmpdir(), 'tarrafa-power-');

export interface PowerResult {
  readonly cuts: number;
  /** Visits that had been promised at the cuts, in all. */
  readonly promised: number;
  /** Cuts after which something was told. */
  readonly told: number;
  /** Cuts after which visits that had been written down counted no more; each of them must be told. */
  readonly wentBack: number;
  /** Cuts after which something of what SQLite wrote was missing; null where no layer sees what it writes. */
  readonly forgotState: number | null;
  readonly requests: number;
  readonly problems: readonly string[];
}

/** Each time the machine is started anew. */
let starts = 0;

interface Moment {
  readonly folder: string;
  /** The visit log as far as it was promised. */
  readonly promised: Buffer;
  /** Lines that it had. */
  readonly visits: number;
  /** Files that were written past the layers. */
  readonly unseen: readonly string[];
  /** Whether something of what SQLite wrote is missing. */
  readonly forgotState: boolean;
}

function sites(): Record<string, Record<string, string>> {
  const web: Record<string, Record<string, string>> = {};
  for (let h = 0; h < HOSTS; h++) {
    const routes: Record<string, string> = {};
    for (let p = 0; p < PAGES; p++) {
      const next = [2 * p + 1, 2 * p + 2].filter((n) => n < PAGES).map((n) => `/${n}`);
      const links = p === 0 && h + 1 < HOSTS ? [...next, `http://h${h + 1}.br/`] : next;
      // Of several sizes, so that records lie across pages of the disk.
      routes[p === 0 ? '/' : `/${p}`] = page(links).replace('</body>', `${word(h * PAGES + p)}</body>`);
    }
    web[`h${h}.br`] = routes;
  }
  return web;
}

function word(n: number): string {
  const random = seededRandom(n);
  let text = '';
  for (let i = 0; i < 40 + (n % 5) * 300; i++) text += ` ${random().toString(36).slice(2)}`;
  return `<p>${text}</p>`;
}

async function open(out: string, web: TinyWeb, disk?: ForgetfulDisk): Promise<Crawl> {
  const settings = completeSettings({
    seeds: ['http://h0.br/'],
    scope: 'br',
    policy: 'breadth-first',
    delay: 0,
    addressDelay: 0,
    workers: 0,
    concurrency: 3,
    durability: disk ? 4 : 0,
    warcFileBytes: 60_000,
  });
  const boot = `start ${++starts}`;
  const { observer, analysers, resume } = await siteMemories(out);
  const crawl = await Crawl.open(out, settings, {
    resolver: web.resolver,
    boot,
    observer,
    analysers,
    ...(disk ? { disk } : {}),
  });
  await resume({ fresh: false });
  return crawl;
}

function linesOf(path: string): number {
  return existsSync(path) ? readFileSync(path, 'latin1').split('\n').length - 1 : 0;
}

/** Collects, and gives what is left at each of the moments when the power failed. */
async function collectWithCuts(
  out: string,
  web: TinyWeb,
  cuts: ReadonlySet<number>,
  random: () => number,
): Promise<Moment[]> {
  const disk = new ForgetfulDisk();
  const files = new ForgetfulFiles(out, disk);
  const changes = process.env.TARRAFA_NATIVE_WRITES;
  const state = changes === undefined ? null : new ForgetfulState(out, changes);
  const log = join(out, 'visits.jsonl');
  const moments: Moment[] = [];
  let began = 0;
  let promised = 0;
  disk.onSync = (path, done) => {
    if (!done && path.endsWith('.warc.gz')) began = statSync(log).size;
    if (done && /journal-[0-9a-f]+\.log$/.test(path)) promised = began;
  };
  disk.onCall = (call) => {
    if (!cuts.has(call)) return;
    const folder = mkdtempSync(NAME);
    const said = promised === 0 ? Buffer.alloc(0) : readFileSync(log).subarray(0, promised);
    disk.fail(out, folder, random);
    const unseen = files.unseen();
    files.fail(folder, random);
    const forgotState = state?.fail(folder, random) ?? false;
    moments.push({ folder, promised: Buffer.from(said), visits: linesOf(log), unseen, forgotState });
  };
  const end = files.begin();
  try {
    await (await open(out, web, disk)).run();
  } finally {
    end();
  }
  return moments;
}

async function visitsOf(folder: string): Promise<Visit[]> {
  const visits: Visit[] = [];
  for await (const visit of readVisits(join(folder, 'visits.jsonl'))) visits.push(visit);
  return visits;
}

/** Everything that must hold of a crawl that went on to its end. */
async function judge(folder: string, promised: Buffer, expected: readonly string[]): Promise<string[]> {
  const problems: string[] = [];
  const log = readFileSync(join(folder, 'visits.jsonl'));
  if (!log.subarray(0, promised.length).equals(promised)) problems.push('a promised visit is not there');
  const visits = await visitsOf(folder);
  const urls = visits.map(({ url }) => url).sort();
  if (urls.join() !== expected.join())
    problems.push(
      `visits: ${urls.length} of ${expected.length}, missing ${expected.filter((url) => !urls.includes(url))}`,
    );
  visits.forEach((visit, i) => {
    if (visit.n !== i + 1) problems.push(`visit ${i + 1} has the number ${visit.n}`);
  });
  for (const { url, warc, digest } of visits) {
    try {
      const record = await readRecordAt(join(folder, 'archive', warc!.file), warc!.offset, undefined, {
        verify: true,
      });
      if (record.url !== url || record.field('WARC-Payload-Digest') !== digest)
        problems.push(`${url}: the archive has another record at its place`);
      if (record.verdicts?.payload !== 'match') problems.push(`${url}: its digest does not hold`);
    } catch (error) {
      problems.push(`${url}: not in the archive (${(error as Error).message})`);
    }
  }
  const files = readdirSync(join(folder, 'archive')).filter((name) => name.endsWith('.warc.gz'));
  await checkWarc(
    files.map((name) => join(folder, 'archive', name)),
    ({ severity, file, offset, message }) => {
      if (severity === 'error') problems.push(`${file} @${offset}: ${message}`);
    },
  );
  return problems;
}

/** As many power failures as asked for, over as many crawls as that takes. */
export async function powerCuts(
  wanted: number,
  seed: number,
  tell: (cuts: number) => void = () => {},
): Promise<PowerResult> {
  const random = seededRandom(seed);
  const web = await tinyWeb(sites());
  const expected = Object.entries(sites())
    .flatMap(([host, routes]) => Object.keys(routes).map((path) => `http://${host}${path}`))
    .sort();
  const problems: string[] = [];
  let cuts = 0;
  let promised = 0;
  let told = 0;
  let wentBack = 0;
  let forgotState = 0;
  try {
    while (cuts < wanted && problems.length === 0) {
      const out = mkdtempSync(NAME);
      const calls = new Set<number>();
      while (calls.size < Math.min(25, wanted - cuts)) calls.add(Math.floor(random() * CALLS));
      for (const moment of await collectWithCuts(out, web, calls, random)) {
        let { folder, visits } = moment;
        const unseen = [...moment.unseen];
        cuts++;
        if (moment.forgotState) forgotState++;
        promised += moment.promised.toString().split('\n').length - 1;
        // Now and then the power fails again while the crawl goes on.
        if (random() < 0.25) {
          const again = new Set([Math.floor(random() * CALLS * 0.6)]);
          const [second] = await collectWithCuts(folder, web, again, random);
          if (second) {
            rmSync(folder, { recursive: true, force: true });
            ({ folder, visits } = second);
            unseen.push(...second.unseen);
            cuts++;
            if (second.forgotState) forgotState++;
          }
        }
        const crawl = await open(folder, web);
        const lost = visits - linesOf(join(folder, 'visits.jsonl'));
        if (crawl.mended.length > 0) told++;
        if (lost > 0) wentBack++;
        const silent = lost > 0 && crawl.mended.length === 0;
        await crawl.run();
        const found = await judge(folder, moment.promised, expected);
        found.push(...unseen.map((path) => `${path} was written past the layers`));
        if (silent) found.push(`${lost} visits went back, and nothing was said`);
        problems.push(...found.map((problem) => `seed ${seed}, ${folder}: ${problem}`));
        if (found.length === 0) rmSync(folder, { recursive: true, force: true });
        tell(cuts);
      }
      rmSync(out, { recursive: true, force: true });
    }
  } finally {
    await web.close();
  }
  const seen = process.env.TARRAFA_NATIVE_WRITES !== undefined;
  return {
    cuts,
    promised,
    told,
    wentBack,
    forgotState: seen ? forgotState : null,
    requests: web.requests.length,
    problems,
  };
}

/**
 * The same in a process of its own, whose SQLite writes by a layer that writes everything down: what it wrote and did not sync is forgotten
 * too. Where no compiler is there, or no Linux, in this process and without that.
 */
export async function powerCutsApart(
  wanted: number,
  seed: number,
  tell: (cuts: number) => void = () => {},
): Promise<PowerResult> {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-layer-'));
  try {
    const layer = nativeLibrary(folder);
    if (layer === null) return await powerCuts(wanted, seed, tell);
    const child = fork(fileURLToPath(new URL('power-cuts-process.ts', import.meta.url)), {
      execArgv: ['--import', 'tsx'],
      env: {
        ...process.env,
        LD_PRELOAD: layer,
        TARRAFA_NATIVE_FOLDER: NAME,
        TARRAFA_NATIVE_LOG: join(folder, 'calls'),
        TARRAFA_NATIVE_FAULT: 'none',
        TARRAFA_NATIVE_WRITES: join(folder, 'writes'),
      },
    });
    return await new Promise((resolve, reject) => {
      child.on('message', (message: number | PowerResult) => {
        if (typeof message === 'number') tell(message);
        else resolve(message);
      });
      child.once('exit', (code, signal) =>
        reject(new Error(`the process of the power cuts ended: ${signal ?? code}`)),
      );
      child.send({ wanted, seed });
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

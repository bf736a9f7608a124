/**
 * Every call on a file that a command makes, made to fail: the command must say so with a code of ours and the exit code of storage, or be
 * none the worse; and the same command again, on a disk that works, must end with what it would have ended with.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HOSTS } from '../samples/hosts.ts';
import { EmbeddedCatalogue } from '../src/catalogue/index.ts';
import { openWacz } from '../src/collection/import/wacz-reader.ts';
import { readVisits } from '../src/crawl/index.ts';
import { ERROR_CODES, EXIT } from '../src/errors.ts';
import { readWarc } from '../src/warc/index.ts';
import { tracesOf } from './forget-traces.ts';
import type { Ended } from './tarrafa-process.ts';
import { MAIN } from './tarrafa-process.ts';
import { page, type TinyWeb, tinyWeb } from './tiny-web.ts';

export interface Fault {
  /** What is done to which file, as the layer names it. */
  readonly call: string;
  readonly nth: number;
  /** `SIGKILL`: the process dies there. */
  readonly code: 'EIO' | 'ENOSPC' | 'EMFILE' | 'SIGKILL';
}

export interface Ground {
  readonly web: TinyWeb;
  /** A collection whose crawl was killed, one that was crawled, the same analysed, and the same as one file. */
  readonly killed: string;
  readonly crawled: string;
  readonly analysed: string;
  readonly wacz: string;
  readonly folder: string;
}

/** A command, what it begins with, and what must be there in the end. */
export interface Trial {
  readonly name: string;
  /** Makes `folder`, in which everything happens. */
  prepare(folder: string, ground: Ground): void;
  args(folder: string, ground: Ground): string[];
  outcome(folder: string): Promise<readonly string[]>;
}

const NAMES = [HOSTS.blog.host, HOSTS.forum.host] as const;

/** What is taken out, and words that nothing else has. */
const FORGOTTEN = `http://${NAMES[1]}/um`;
const FORGOTTEN_TEXT = 'Texto número 6 sobre';

/** Two hosts of a few pages, a redirect, a copy, and a page that is not there. */
function smallWeb(): Promise<TinyWeb> {
  const [blog, forum] = NAMES;
  const text = (n: number): string =>
    `Texto número ${n} sobre a serra: em ${1940 + n} a cheia do rio levou a ponte velha, e a vila ficou sem caminho durante ${n + 3} semanas.`;
  return tinyWeb({
    [blog]: {
      '/robots.txt': {
        headers: { 'Content-Type': 'text/plain' },
        body: 'User-agent: *\nDisallow: /fechado\n',
      },
      '/': page(['/a', '/b', `http://${forum}/`], text(1)),
      '/a': page(['/b', '/c', '/velho'], text(2)),
      '/b': page(['/a', '/falta'], text(3)),
      '/c': page(['/a'], text(3)),
      '/velho': { status: 301, headers: { Location: '/d' } },
      '/d': page([], text(4)),
    },
    [forum]: { '/': page(['/um', '/fechado'], text(5)), '/um': page(['/'], text(6)) },
  });
}

const crawlArgs = (folder: string, { web }: Ground): string[] => [
  'crawl',
  ...NAMES.map((name) => `http://${name}/`),
  ...['--sample-web', String(web.port), '--out', join(folder, 'c'), '--json'],
  ...['--delay', '1ms', '--address-delay', '0', '--workers', '1', '--concurrency', '4'],
];

/** A robots file is asked for again by a process that does not find what the one before it knew: once or twice is the same. */
function robotsOnce(lines: readonly string[]): string[] {
  return lines.filter((line, at) => !line.includes('/robots.txt') || lines.indexOf(line) === at);
}

async function archived(folder: string): Promise<string[]> {
  const found: string[] = [];
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => /\.warc\.gz$/.test(name)) : [];
  for (const name of names)
    for await (const record of readWarc(join(folder, name), {
      onProblem: ({ message }) => found.push(`damage: ${message}`),
    }))
      if (record.type === 'response' || record.type === 'revisit')
        found.push(`archived ${record.url} ${record.field('WARC-Payload-Digest')}`);
  return robotsOnce(found.sort());
}

function indexed(folder: string): string[] {
  const path = join(folder, 'index.cdxj');
  if (!existsSync(path)) return ['no index'];
  const lines = readFileSync(path, 'utf8').split('\n');
  return robotsOnce(
    lines
      .filter((line) => line !== '')
      .map((line) => `indexed ${line.split(' ', 1)[0]}`)
      .sort(),
  );
}

async function visited(folder: string): Promise<string[]> {
  const path = join(folder, 'visits.jsonl');
  const found: string[] = [];
  if (existsSync(path))
    for await (const visit of readVisits(path)) found.push(`${visit.outcome} ${visit.url}`);
  return found.sort();
}

async function catalogued(path: string): Promise<string[]> {
  if (!existsSync(path)) return ['no catalogue'];
  const catalogue = EmbeddedCatalogue.open(path, { readOnly: true });
  try {
    const { pages, versions, links, sites, terms } = {
      terms: 0,
      ...(await catalogue.summary()),
    } as unknown as Record<string, number>;
    const { items } = await catalogue.pages({ limit: 100 });
    const found = items.map(
      ({ url, title, text }) =>
        `page ${url} ${title} ${createHash('sha1').update(text).digest('hex').slice(0, 8)}`,
    );
    return [...found.sort(), JSON.stringify({ pages, versions, links, sites, terms })];
  } finally {
    await catalogue.close();
  }
}

/** What stands in a folder, without what differs between two runs. */
const names = (folder: string): string[] =>
  (existsSync(folder) ? readdirSync(folder) : []).filter((name) => /\.(?:part|parts|new)$/.test(name)).sort();

/** The records of an archive but the first, which says when it was made. */
async function recordsOf(bytes: Uint8Array): Promise<string[]> {
  const found: string[] = [];
  for await (const record of readWarc(bytes))
    if (record.type !== 'warcinfo') found.push(`${record.type} ${record.id}`);
  return found;
}

const exported = (file: string, options: readonly string[] = []): Trial => ({
  name: `export ${file.replace(/^.*\./, '')}${options.length > 0 ? ' of a query' : ''}`,
  prepare: (folder, ground) => cpSync(ground.analysed, join(folder, 'c'), { recursive: true }),
  args: (folder) => ['export', join(folder, 'c'), '--out', join(folder, file), '--json', ...options],
  outcome: async (folder) => {
    const path = join(folder, file);
    if (!existsSync(path)) return ['no file', ...names(folder)];
    if (file.endsWith('.wacz')) {
      const { archives, problems, close } = await openWacz(path);
      const found = problems.map(({ where }) => where);
      for (const { bytes } of archives) {
        const pieces: Uint8Array[] = [];
        for await (const piece of bytes()) pieces.push(piece);
        found.push(...(await recordsOf(Buffer.concat(pieces))));
      }
      close();
      return [...found, ...names(folder)];
    }
    if (file.endsWith('.warc.gz')) return [...(await recordsOf(readFileSync(path))), ...names(folder)];
    return [createHash('sha256').update(readFileSync(path)).digest('hex'), ...names(folder)];
  },
});

const crawl = (name: string, prepare: Trial['prepare']): Trial => ({
  name,
  prepare,
  args: crawlArgs,
  outcome: async (folder) => [
    ...(await visited(join(folder, 'c'))),
    ...(await archived(join(folder, 'c', 'archive'))),
    ...indexed(join(folder, 'c', 'archive')),
  ],
});

export const TRIALS: readonly Trial[] = [
  crawl('crawl', (folder) => mkdirSync(folder)),
  crawl('crawl that goes on', (folder, ground) =>
    cpSync(ground.killed, join(folder, 'c'), { recursive: true }),
  ),
  {
    name: 'analyse',
    prepare: (folder, ground) => cpSync(ground.crawled, join(folder, 'c'), { recursive: true }),
    args: (folder) => ['analyse', join(folder, 'c'), '--json', '--threads', '1'],
    outcome: (folder) => catalogued(join(folder, 'c', 'catalogue.db')),
  },
  {
    name: 'analyse of archives',
    prepare: (folder, ground) =>
      cpSync(join(ground.crawled, 'archive'), join(folder, 'c'), { recursive: true }),
    args: (folder) => ['analyse', join(folder, 'c'), '--json', '--threads', '1'],
    outcome: (folder) => catalogued(join(folder, 'c', 'catalogue.db')),
  },
  {
    name: 'catalogue made anew',
    prepare: (folder, ground) => cpSync(ground.analysed, join(folder, 'c'), { recursive: true }),
    args: (folder) => ['analyse', join(folder, 'c'), '--rebuild', '--json', '--threads', '1'],
    outcome: (folder) => catalogued(join(folder, 'c', 'catalogue.db')),
  },
  {
    name: 'repair',
    prepare: (folder, ground) => {
      cpSync(ground.crawled, join(folder, 'c'), { recursive: true });
      rmSync(join(folder, 'c', 'frontier'), { recursive: true });
    },
    args: (folder) => ['repair', join(folder, 'c'), '--json'],
    outcome: async (folder) => [
      ...(await visited(join(folder, 'c'))),
      ...(await archived(join(folder, 'c', 'archive'))),
      ...indexed(join(folder, 'c', 'archive')),
    ],
  },
  {
    name: 'forget',
    prepare: (folder, ground) => cpSync(ground.analysed, join(folder, 'c'), { recursive: true }),
    args: (folder) => [
      ...['forget', join(folder, 'c'), FORGOTTEN, '--reason', 'a pedido', '--yes', '--json'],
    ],
    outcome: async (folder) => [
      ...(await visited(join(folder, 'c'))),
      ...(await archived(join(folder, 'c', 'archive'))),
      ...indexed(join(folder, 'c', 'archive')),
      ...(await catalogued(join(folder, 'c', 'catalogue.db'))),
      ...names(join(folder, 'c')),
      ...names(join(folder, 'c', 'archive')),
      ...(await tracesOf(join(folder, 'c'), [FORGOTTEN, FORGOTTEN_TEXT])),
      ...readFileSync(join(folder, 'c', 'forgotten.json'), 'utf8')
        .split('\n')
        .filter((line) => /"state"/.test(line)),
    ],
  },
  exported('paginas.jsonl'),
  exported('paginas.parquet'),
  exported('paginas.warc.gz'),
  exported('tudo.wacz'),
  exported('achado.wacz', ['--query', 'ponte']),
  {
    name: 'import',
    prepare: (folder, ground) => {
      mkdirSync(folder);
      cpSync(ground.wacz, join(folder, 'tudo.wacz'));
    },
    args: (folder) => ['import', join(folder, 'tudo.wacz'), '--out', join(folder, 'c'), '--json'],
    outcome: async (folder) => {
      const manifest = join(folder, 'c', 'crawl.json');
      const { imported = [] } = existsSync(manifest)
        ? (JSON.parse(readFileSync(manifest, 'utf8')) as { imported?: { sha256: string }[] })
        : {};
      return [
        ...imported.map(({ sha256 }) => sha256),
        ...(await archived(join(folder, 'c', 'archive'))),
        ...indexed(join(folder, 'c', 'archive')),
        ...(await catalogued(join(folder, 'c', 'catalogue.db'))),
        ...names(join(folder, 'c', 'archive')),
      ];
    },
  },
];

export interface Watched {
  readonly layer: Layer;
  /** Whose files are watched. */
  readonly folder: string;
  /** Where the calls are written down; with a fault it is made when that is met. */
  readonly log: string;
  readonly fault: Fault | null;
}

/** Calls on files that are seen on their way, and one of which fails. */
export interface Layer {
  readonly words: readonly string[];
  environment(watched: Watched): Readonly<Record<string, string>>;
  /** A line of the log. */
  callOf(line: string): Pick<Fault, 'call' | 'nth'>;
}

/** What the command does by `node:fs`. */
export const NODE_LAYER: Layer = {
  words: ['--import', new URL('faulty-files.mjs', import.meta.url).href],
  environment: ({ folder, log, fault }) => ({
    TARRAFA_FAULTS: JSON.stringify({ folders: [folder], log, fault }),
  }),
  callOf: (line) => JSON.parse(line),
};

/** As the system numbers them; 0 ends the process. */
const NUMBERS: Readonly<Record<Fault['code'], number>> = { EIO: 5, ENOSPC: 28, EMFILE: 24, SIGKILL: 0 };

/** The layer under what SQLite does by itself, to be loaded before a process; null where no compiler is there, or no Linux. */
export function nativeLibrary(folder: string): string | null {
  const library = join(folder, 'faulty-native-files.so');
  const source = fileURLToPath(new URL('faulty-native-files.c', import.meta.url));
  const words = ['-O1', '-shared', '-fPIC', '-o', library, source, '-ldl', '-lpthread'];
  if (process.platform !== 'linux' || spawnSync('gcc', words, { stdio: 'ignore' }).status !== 0) return null;
  return library;
}

/** What SQLite does by itself; null where no compiler is there, or no Linux. */
export function nativeLayer(folder: string): Layer | null {
  const library = nativeLibrary(folder);
  if (library === null) return null;
  return {
    words: [],
    environment: ({ folder: watched, log, fault }) => ({
      LD_PRELOAD: library,
      TARRAFA_NATIVE_FOLDER: watched,
      TARRAFA_NATIVE_LOG: log,
      ...(fault === null
        ? {}
        : { TARRAFA_NATIVE_FAULT: `${fault.call}\t${fault.nth}\t${NUMBERS[fault.code]}` }),
    }),
    callOf: (line) => {
      const [call, nth] = line.split('\t');
      return { call: call!, nth: Number(nth) };
    },
  };
}

/** Runs the built command, over a layer or not. A command that does not end is ended; `killAfter` ends it sooner, ms. */
export function run(args: readonly string[], watched: Watched | null, killAfter = LONGEST): Promise<Ended> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...(watched?.layer.words ?? []), MAIN, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...watched?.layer.environment(watched) },
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), killAfter);
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('close', (status) => {
      clearTimeout(timer);
      resolve({ status, stdout, stderr });
    });
  });
}

const LONGEST = 180_000;

/** A web and the collections that the commands begin with. */
export async function makeGround(
  folder: string,
  { wacz = true }: { readonly wacz?: boolean } = {},
): Promise<Ground> {
  const web = await smallWeb();
  const ground: Ground = {
    web,
    folder,
    killed: join(folder, 'killed', 'c'),
    crawled: join(folder, 'crawled', 'c'),
    analysed: join(folder, 'analysed'),
    wacz: join(folder, 'tudo.wacz'),
  };
  const done = async (args: readonly string[]): Promise<void> => {
    const { status, stderr } = await run(args, null);
    if (status !== 0) throw new Error(`${args[0]} without any fault ended with ${status}: ${stderr}`);
  };
  const death: Fault = { call: 'writeSync c/visits.jsonl', nth: 4, code: 'SIGKILL' };
  await run(crawlArgs(join(folder, 'killed'), ground), {
    layer: NODE_LAYER,
    folder: join(folder, 'killed'),
    log: join(folder, 'death'),
    fault: death,
  });
  if (!existsSync(join(folder, 'death'))) throw new Error('the crawl did not die');
  await done(crawlArgs(join(folder, 'crawled'), ground));
  cpSync(ground.crawled, ground.analysed, { recursive: true });
  await done(['analyse', ground.analysed, '--quiet']);
  if (wacz) await done(['export', ground.analysed, '--out', ground.wacz, '--json']);
  return ground;
}

/** Which of the errors a call can meet. */
function codesOf(call: string): Fault['code'][] {
  // The driver passes over a failing read of its log as it moves that into the catalogue (libsql 0.5.29), and does not tell: see ARCHITECTURE.md.
  if (/^pread .*-wal$/.test(call)) return [];
  const operation = call
    .replace(/^thread: /, '')
    .split(' ', 1)[0]!
    .replace(/Sync$/, '');
  const codes: Fault['code'][] = ['EIO'];
  if (/write|append|sync|truncate|rename|link$|mkdir|copy/.test(operation) && !operation.endsWith('unlink'))
    codes.push('ENOSPC');
  if (/open|readFile|readdir/.test(operation)) codes.push('EMFILE');
  return codes;
}

export interface Plan {
  readonly trial: Trial;
  readonly expected: readonly string[];
  readonly faults: readonly Fault[];
  readonly layer: Layer;
  /** What the command took, ms. */
  readonly took: number;
}

let planned = 0;

/** Runs a command without any fault: what it ends with, and every fault that it could meet. */
export async function planOf(trial: Trial, ground: Ground, layer: Layer = NODE_LAYER): Promise<Plan> {
  const folder = join(ground.folder, `plan ${++planned} of ${trial.name}`);
  const log = `${folder}.calls`;
  rmSync(folder, { recursive: true, force: true });
  rmSync(log, { force: true });
  trial.prepare(folder, ground);
  const began = performance.now();
  const { status, stderr } = await run(trial.args(folder, ground), { layer, folder, log, fault: null });
  const took = performance.now() - began;
  if (status !== 0) throw new Error(`${trial.name} without any fault ended with ${status}: ${stderr}`);
  // Two processes of one command may have made the same call.
  const calls = new Set(existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []);
  const faults = [...calls].flatMap((line) => {
    const { call, nth } = layer.callOf(line);
    return codesOf(call).map((code) => ({ call, nth, code }));
  });
  return { trial, expected: await trial.outcome(folder), faults, layer, took };
}

const CODES = new RegExp(`\\b(?:${ERROR_CODES.join('|')})\\b`);

export interface Suffered {
  readonly problems: readonly string[];
  /** Whether the call was made at all: two crawls do not do everything in the same order. */
  readonly met: boolean;
  readonly said: string;
}

const difference = (expected: readonly string[], found: readonly string[]): string | null => {
  const lost = expected.filter((one) => !found.includes(one));
  const more = found.filter((one, at) => !expected.includes(one) || found.indexOf(one) !== at);
  const again = more.filter((one) => !(expected.filter((x) => x === one).length > 1));
  if (lost.length + again.length === 0 && found.length === expected.length) return null;
  return `lost [${lost.slice(0, 4).join(' | ')}] more [${again.slice(0, 4).join(' | ')}] (${found.length} of ${expected.length})`;
};

/** What cannot even be read is not what was expected. */
async function outcomeOf(trial: Trial, folder: string): Promise<readonly string[]> {
  try {
    return await trial.outcome(folder);
  } catch (error) {
    return [`cannot be read: ${(error as Error).message}`];
  }
}

/** The command with a fault, in a folder that is or is not as the plan found it. */
export async function suffer(
  { trial, expected, layer }: Plan,
  fault: Fault,
  ground: Ground,
  folder: string,
): Promise<Suffered> {
  const log = `${folder}.met`;
  rmSync(log, { force: true });
  const what = `${trial.name}: ${fault.code} in ${fault.call} #${fault.nth}`;
  const { status, stdout, stderr } = await run(trial.args(folder, ground), { layer, folder, log, fault });
  const met = existsSync(log);
  rmSync(log, { force: true });
  const problems: string[] = [];
  if (status === null) problems.push(`${what}: did not end`);
  if (/^\s+at .*[:(]\S+:\d+/m.test(stderr)) problems.push(`${what}: a raw stack: ${stderr.slice(0, 700)}`);
  if (status === EXIT.ok) {
    const lost = difference(expected, await outcomeOf(trial, folder));
    if (lost !== null) problems.push(`${what}: exit 0, ${lost} ${stdout.slice(-200)}`);
  } else if (!met) problems.push(`${what}: exit ${status} without the fault: ${stderr.slice(0, 400)}`);
  else if (status !== null && !CODES.test(stderr + stdout))
    problems.push(`${what}: exit ${status} without a code: ${stderr.slice(0, 400)}`);
  else if (status !== null && status !== EXIT.storage && !(status === EXIT.damaged && isReadBySqlite(fault)))
    problems.push(`${what}: exit ${status}: ${stderr.slice(0, 300)}`);
  return { problems, met, said: CODES.exec(stderr + stdout)?.[0] ?? String(status) };
}

/** What a disk cannot read SQLite calls damaged (unixRead: EIO is SQLITE_IOERR_CORRUPTFS, and that a malformed file), and so do we. */
const isReadBySqlite = ({ call, code }: Fault): boolean => code === 'EIO' && call.startsWith('pread ');

/** The same command on a disk that works. */
export async function recover(
  { trial, expected }: Plan,
  ground: Ground,
  folder: string,
  after: string,
): Promise<string[]> {
  const what = `${trial.name} after ${after}`;
  const { status, stderr } = await run(trial.args(folder, ground), null);
  if (status !== EXIT.ok) return [`${what}: the next run ended with ${status}: ${stderr.slice(0, 500)}`];
  const lost = difference(expected, await outcomeOf(trial, folder));
  return lost === null ? [] : [`${what}: the next run is not whole: ${lost}`];
}

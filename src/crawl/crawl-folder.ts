/**
 * The folder of a crawl: where its parts stand, and its manifest (crawl.json), which says how the collection was made and every session
 * that worked on it. The manifest is replaced by rename, so that a reader never sees half of it.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isDiskError, readingError, storageError, TarrafaError } from '../errors.ts';
import { writeFileWhole } from '../files/index.ts';
import { type Reason, systemFailure } from '../words/why.ts';
import { FATAL_REPORT } from './death-witness.ts';
import { type CrawlSettings, settingsToJson } from './settings.ts';

export const FOLDER_FORMAT = 1;

/**
 * Versions of what in the folder says none itself. The manifest carries them from the first session on; in a folder whose manifest has none,
 * all are of version 1. A version is raised by a change that an earlier Tarrafa would misread.
 */
export const FILE_FORMATS = {
  'visits.jsonl': 1,
  'progress.jsonl': 1,
  'policy.log': 1,
  // 1 was a folder of LMDB, which is passed over.
  state: 2,
  // With 2 the journal beside it may hold PASS records; its own segments go on under the head they were begun with.
  'frontier/links': 2,
} as const satisfies Readonly<Record<string, number>>;

export type StopReason =
  | 'frontier-empty'
  | 'page-budget'
  | 'byte-budget'
  | 'time-budget'
  | 'interrupted'
  | 'failed';

/** What a person brings along to get to the pages: never kept, only that it was there. */
export type AccessKind = 'proxy' | 'headers' | 'cookies';

export interface CrawlSession {
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly reason: StopReason | null;
  /** Pages analysed in this session. */
  readonly pages: number;
  /** Settings that were others than those of the session before. */
  readonly changed?: Readonly<Record<string, unknown>>;
  /** What was brought along for it. */
  readonly access?: readonly AccessKind[];
  /** Start of the machine that it ran in. */
  readonly boot?: string;
  /** What was found damaged or missing when it began, and what was done about it. */
  readonly mended?: readonly Reason[];
}

export interface CrawlManifest {
  readonly format: number;
  readonly formats?: Readonly<Record<string, number>>;
  readonly software: string;
  readonly policy: string;
  readonly scope: string;
  readonly seeds: readonly string[];
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly startedAt: string;
  readonly sessions: readonly CrawlSession[];
  /** What the link policy was made with, and its figures when the last session ended. */
  readonly linkPolicy?: {
    readonly name: string;
    readonly made: Readonly<Record<string, unknown>>;
    readonly figures: Readonly<Record<string, number>>;
  };
}

export interface CrawlPaths {
  readonly root: string;
  readonly manifest: string;
  readonly frontier: string;
  readonly archive: string;
  readonly state: string;
  readonly visits: string;
  readonly progress: string;
  readonly policyLog: string;
  readonly policyState: string;
  /** Answers on their way into the archive. */
  readonly spool: string;
  /** What was under way when the process died. */
  readonly suspects: string;
  readonly report: string;
}

export function crawlPaths(root: string): CrawlPaths {
  return {
    root,
    manifest: join(root, 'crawl.json'),
    frontier: join(root, 'frontier'),
    archive: join(root, 'archive'),
    state: join(root, 'state'),
    visits: join(root, 'visits.jsonl'),
    progress: join(root, 'progress.jsonl'),
    policyLog: join(root, 'policy.log'),
    policyState: join(root, 'policy.state'),
    spool: join(root, 'spool'),
    suspects: join(root, 'suspects.json'),
    report: join(root, 'report'),
  };
}

/**
 * Makes a folder and those above it, one by one: where the system says of a new folder that it does not exist although the one above it
 * does (as in /proc), the platform's own way never ends.
 */
function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let at = resolve(path); !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.push(at);
  for (const folder of missing.reverse()) {
    try {
      mkdirSync(folder);
    } catch (error) {
      // Somebody else may have made it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  if (!statSync(path).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'EEXIST' });
}

export function createFolders(paths: CrawlPaths): void {
  for (const folder of [paths.root, paths.frontier, paths.archive, paths.state]) {
    try {
      makeFolder(folder);
    } catch (error) {
      throw storageError(folder, error);
    }
  }
}

/** What is made from a crawl's pages as it ends and added to by the next session: of another crawl's pages it would be a lie. */
const MADE_AFTER = [
  ...['content', 'geo-index.jsonl', 'geo-looks', 'geo-files'],
  ...['geo-urls.jsonl', 'geo-errors.jsonl', 'geo-check.json'],
] as const;

/** What was cut off its files, and what was moved aside. */
const ASIDE =
  /^(crawl\.json|frontier|visits\.jsonl|state|policy\.(log|state)|spool|suspects\.json)\.(cut|damaged)(-\d+)?$/;

/** Removes what a crawl wrote and nothing else: a folder may hold a person's own files too. */
export function clearFolder(paths: CrawlPaths): void {
  for (const path of [
    paths.manifest,
    paths.frontier,
    paths.archive,
    paths.state,
    paths.visits,
    paths.progress,
    paths.policyLog,
    paths.policyState,
    paths.spool,
    paths.suspects,
    join(paths.root, FATAL_REPORT),
    paths.report,
    ...MADE_AFTER.map((name) => join(paths.root, name)),
  ])
    rmSync(path, { recursive: true, force: true });
  for (const name of existsSync(paths.root) ? readdirSync(paths.root) : [])
    if (ASIDE.test(name)) rmSync(join(paths.root, name), { recursive: true, force: true });
}

export function readManifest(paths: CrawlPaths): CrawlManifest | null {
  if (!existsSync(paths.manifest)) return null;
  let manifest: CrawlManifest;
  try {
    manifest = JSON.parse(readFileSync(paths.manifest, 'utf8'));
  } catch (error) {
    if (isDiskError(error)) throw readingError(paths.manifest, error);
    throw new TarrafaError('TRF_STORAGE_DAMAGED', [paths.manifest, 0, systemFailure(error)], {
      cause: error,
    });
  }
  if (manifest.format !== FOLDER_FORMAT)
    throw new TarrafaError('TRF_FOLDER_VERSION', [paths.root, manifest.format, FOLDER_FORMAT]);
  // A name that is not known here is of a file that this version does not read.
  for (const [name, known] of Object.entries(FILE_FORMATS)) {
    const found = manifest.formats?.[name] ?? 1;
    if (found > known) throw new TarrafaError('TRF_FORMAT_NEWER', [join(paths.root, name), found, known]);
  }
  return manifest;
}

export function writeManifest(paths: CrawlPaths, manifest: CrawlManifest): void {
  writeFileWhole(paths.manifest, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The manifest of a crawl that goes on, perhaps with other settings; `parameters` are always those of the last session. */
export function continuedManifest(before: CrawlManifest, settings: CrawlSettings): CrawlManifest {
  const { policy, scope, seeds } = settings;
  return {
    ...before,
    formats: { ...before.formats, ...FILE_FORMATS },
    policy,
    scope,
    seeds,
    parameters: settingsToJson(settings),
  };
}

/** What has another value now, and of the seeds those that are new; undefined when nothing has. */
export function changedSettings(
  before: CrawlManifest | null,
  settings: CrawlSettings,
): Readonly<Record<string, unknown>> | undefined {
  if (before === null) return undefined;
  const { seeds, ...rest } = settings;
  const changed = Object.entries(settingsToJson(rest)).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.parameters[name] ?? null),
  );
  const known = new Set(before.seeds);
  const added = seeds.filter((seed) => !known.has(seed));
  if (added.length > 0) changed.push(['seeds', added]);
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

export function newManifest(settings: CrawlSettings, software: string, startedAt: string): CrawlManifest {
  return {
    format: FOLDER_FORMAT,
    formats: FILE_FORMATS,
    software,
    policy: settings.policy,
    scope: settings.scope,
    seeds: settings.seeds,
    parameters: settingsToJson(settings),
    startedAt,
    sessions: [],
  };
}

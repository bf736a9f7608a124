/**
 * The folder of a crawl: where its parts stand, and its manifest (crawl.json), which says how the collection was made and every session
 * that worked on it. The manifest is replaced by rename, so that a reader never sees half of it.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { storageError, TarrafaError } from '../errors.ts';
import { type CrawlSettings, settingsToJson } from './settings.ts';

export const FOLDER_FORMAT = 1;

export type StopReason =
  | 'frontier-empty'
  | 'page-budget'
  | 'byte-budget'
  | 'time-budget'
  | 'interrupted'
  | 'failed';

export interface CrawlSession {
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly reason: StopReason | null;
  /** Pages analysed in this session. */
  readonly pages: number;
}

export interface CrawlManifest {
  readonly format: number;
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
    report: join(root, 'report'),
  };
}

export function createFolders(paths: CrawlPaths): void {
  for (const folder of [paths.root, paths.frontier, paths.archive, paths.state]) {
    try {
      mkdirSync(folder, { recursive: true });
    } catch (error) {
      throw storageError(folder, error);
    }
  }
}

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
    paths.report,
  ])
    rmSync(path, { recursive: true, force: true });
}

export function readManifest(paths: CrawlPaths): CrawlManifest | null {
  if (!existsSync(paths.manifest)) return null;
  let manifest: CrawlManifest;
  try {
    manifest = JSON.parse(readFileSync(paths.manifest, 'utf8'));
  } catch (error) {
    throw new TarrafaError('TRF_STORAGE_DAMAGED', [paths.manifest, 0, (error as Error).message], {
      cause: error,
    });
  }
  if (manifest.format !== FOLDER_FORMAT)
    throw new TarrafaError('TRF_FOLDER_VERSION', [paths.root, manifest.format, FOLDER_FORMAT]);
  return manifest;
}

export function writeManifest(paths: CrawlPaths, manifest: CrawlManifest): void {
  const fresh = `${paths.manifest}.new`;
  try {
    writeFileSync(fresh, `${JSON.stringify(manifest, null, 2)}\n`);
    renameSync(fresh, paths.manifest);
  } catch (error) {
    throw storageError(paths.manifest, error);
  }
}

export function newManifest(settings: CrawlSettings, software: string, startedAt: string): CrawlManifest {
  return {
    format: FOLDER_FORMAT,
    software,
    policy: settings.policy,
    scope: settings.scope,
    seeds: settings.seeds,
    parameters: settingsToJson(settings),
    startedAt,
    sessions: [],
  };
}

/**
 * The folder of one worker of a shared crawl. It holds what the worker archived and logged, and no frontier: `worker.json` says of which crawl it
 * is and under which name the worker is known there, so that it goes on with its own archive when it comes again.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isDiskError, readingError, TarrafaError } from '../../errors.ts';
import { writeFileWhole } from '../../files/index.ts';
import { reason, systemFailure } from '../../words/why.ts';

export interface WorkerIdentity {
  readonly name: string;
  /** Which crawl: the address of its database without a password, and when it was begun. */
  readonly cluster: string;
  readonly begun: string;
  /** The desk of its volunteers: what its archive holds counts only as the database says. */
  readonly desk?: true;
}

const pathOf = (folder: string): string => join(folder, 'worker.json');

/** Null when the folder is of no worker. */
export function readWorker(folder: string): WorkerIdentity | null {
  const path = pathOf(folder);
  if (!existsSync(path)) return null;
  try {
    const { name, cluster, begun, desk } = JSON.parse(readFileSync(path, 'utf8')) as Partial<WorkerIdentity>;
    if (typeof name === 'string' && typeof cluster === 'string' && typeof begun === 'string')
      return { name, cluster, begun, ...(desk === true ? { desk } : {}) };
  } catch (error) {
    if (isDiskError(error)) throw readingError(path, error);
    throw new TarrafaError('TRF_STORAGE_DAMAGED', [path, 0, systemFailure(error)], { cause: error });
  }
  throw new TarrafaError('TRF_STORAGE_DAMAGED', [path, 0, reason('no-worker-file')]);
}

/** The worker that this folder is of, made when the folder is new. Throws when it holds another crawl, and when one is a desk and the other is not. */
export function workerOf(
  folder: string,
  crawl: Omit<WorkerIdentity, 'name'>,
  holdsCrawl: boolean,
): WorkerIdentity {
  const before = readWorker(folder);
  if (before !== null) {
    if (crawl.desk !== true) refuseDeskFolder(folder);
    if (before.begun !== crawl.begun || before.desk !== crawl.desk)
      throw new TarrafaError('TRF_FOLDER_OF_WORKER', [folder, before.name, before.cluster]);
    return before;
  }
  if (holdsCrawl) throw new TarrafaError('TRF_FOLDER_NOT_OF_WORKER', [folder]);
  const made: WorkerIdentity = { name: newWorkerName(hostname()), ...crawl };
  mkdirSync(folder, { recursive: true });
  writeWorker(folder, made);
  return made;
}

/** Short and unlike any other: people read it in lists of workers and in names of archive files. */
export function newWorkerName(machine: string): string {
  return `${machine.replace(/[^A-Za-z0-9-]+/g, '-').slice(0, 24)}-${randomBytes(4).toString('hex')}`;
}

export function writeWorker(folder: string, worker: WorkerIdentity): void {
  writeFileWhole(pathOf(folder), `${JSON.stringify(worker, null, 2)}\n`);
}

/** Throws when a folder is that of a worker: it has no frontier of its own to go on with. */
export function refuseWorkerFolder(folder: string): void {
  const worker = readWorker(folder);
  if (worker !== null) throw new TarrafaError('TRF_FOLDER_OF_WORKER', [folder, worker.name, worker.cluster]);
}

/** Throws for the folder of a desk: only who asks the database knows what of its archive counts. */
export function refuseDeskFolder(folder: string): void {
  const worker = readWorker(folder);
  if (worker?.desk === true) throw new TarrafaError('TRF_FOLDER_OF_DESK', [folder, worker.cluster]);
}

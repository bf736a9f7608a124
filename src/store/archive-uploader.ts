/**
 * Keeps the archive folder of a worker in a store. Files that grow no more are sent, the oldest first; the one that grows is ended every few
 * minutes, so that a lost machine costs no more than that. While the store is away the crawl goes on and the files wait.
 *
 * It may be killed at any instruction: what is in the store is found there, and what was told to `onStored` and not written down is told
 * again. A file is `worker/name` in the store.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readingError, TarrafaError } from '../errors.ts';
import { writeFileWhole } from '../files/index.ts';
import { parseJson } from '../formats/index.ts';
import { backOff } from '../http/back-off.ts';
import { ARCHIVE_NAME, archiveStart } from '../warc/index.ts';
import type { ArchiveStore, StoredObject } from './archive-store.ts';
import { mustBeName } from './object-name.ts';
import { wait } from './wait.ts';

/** The list of what is in the store, in the folder: it only saves asking for it again. */
const STORED_NAME = 'stored.jsonl';

/** A file that is in the store. */
export interface UploadedFile {
  /** Its name in the folder. */
  readonly file: string;
  /** It may go when `onStored` is called. */
  readonly path: string;
  readonly object: StoredObject;
}

export interface UploadLag {
  /** Not in the store yet, the file that grows among them. */
  readonly files: number;
  readonly bytes: number;
  /** How long the oldest of these bytes may have been waiting, ms. */
  readonly age: number;
  /** Sent by this process. */
  readonly stored: { readonly files: number; readonly bytes: number };
  /** Files that the store will not take, with why; they stay in the folder. */
  readonly refused: readonly { readonly file: string; readonly error: Error }[];
  /** Why nothing is sent now; null while all is well. */
  readonly failing: Error | null;
}

export interface UploaderOptions {
  readonly store: ArchiveStore;
  /** The folder of the archive files. */
  readonly folder: string;
  /** The first part of their names in the store; of this worker alone. */
  readonly worker: string;
  /** The file that may still grow; null when there is none. */
  readonly growing: () => string | null;
  /** Ends the file that grows. */
  readonly finish: () => void;
  /** How often that is done, ms; five minutes by default. */
  readonly every?: number;
  /** Told of each file when it is in the store; at least once, and before it is counted as stored. What it throws is tried again later. */
  readonly onStored?: (uploaded: UploadedFile) => void | Promise<void>;
  /** Told when files begin to wait, with why, and when they no longer do, with null. */
  readonly onAway?: (error: Error | null) => void;
  /** Told of a file that the store will never take: its name is taken by other bytes, or is none. */
  readonly onRefused?: (file: string, error: Error) => void;
  readonly clock?: () => number;
  /** Waits; resolves earlier when the signal says so. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

interface WaitingFile {
  readonly file: string;
  readonly size: number;
  /** When it was begun, ms. */
  readonly begun: number;
}

interface UploadFailure {
  readonly error: Error;
  /** Whether it would be the same for every file. */
  readonly ofAll: boolean;
}

const EVERY = 300_000;
/** How often the folder is looked at for files that are full, ms. */
const LOOK = 5_000;
const LONGEST_PAUSE = 60_000;

export class ArchiveUploader {
  readonly #options: UploaderOptions;
  readonly #clock: () => number;
  readonly #wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Files of the folder that are in the store, by their length. */
  readonly #stored: Map<string, number>;
  readonly #refused = new Map<string, Error>();
  /** The end of the loop, and later that of what is under way. */
  readonly #stop = new AbortController();
  readonly #late = new AbortController();
  #waiting: readonly WaitingFile[] = [];
  #failing: Error | null = null;
  #failures = 0;
  #sent = { files: 0, bytes: 0 };
  /** When the growing file was last ended. */
  #finished: number;
  #running: Promise<void> | null = null;

  constructor(options: UploaderOptions) {
    mustBeName(options.worker);
    this.#options = options;
    this.#clock = options.clock ?? Date.now;
    this.#wait = options.wait ?? wait;
    this.#finished = this.#clock();
    this.#stored = readStored(join(options.folder, STORED_NAME));
    // A file that is not what it was is looked for in the store.
    for (const [file, size] of this.#stored) if (this.#fileOf(file)?.size !== size) this.#stored.delete(file);
    this.#look();
  }

  /** Sends what is there, and goes on doing so until `close`. */
  begin(): void {
    this.#running ??= this.#run();
  }

  get lag(): UploadLag {
    const growing = this.#options.growing();
    const now = growing === null ? null : this.#fileOf(growing);
    const waiting = [...this.#lookAgain(), ...(now === null ? [] : [now])];
    const begun = Math.min(...waiting.map((file) => file.begun));
    return {
      files: waiting.length,
      bytes: waiting.reduce((sum, { size }) => sum + size, 0),
      age: waiting.length === 0 ? 0 : Math.max(0, this.#clock() - begun),
      stored: { ...this.#sent },
      refused: [...this.#refused].map(([file, error]) => ({ file, error })),
      failing: this.#failing,
    };
  }

  /** Sends every file that grows no more. Whether all of them are in the store now; what went wrong is in `lag`. */
  async round(): Promise<boolean> {
    const { signal } = this.#late;
    let failed: Error | null = null;
    try {
      for (const waiting of this.#look()) {
        if (signal.aborted) return false;
        const failure = await this.#send(waiting, signal);
        if (failure === null) continue;
        if (signal.aborted) return false;
        failed ??= failure.error;
        // What is wrong with one file does not hold up the others.
        if (failure.ofAll) break;
      }
      this.#look();
    } catch (error) {
      failed ??= error as Error;
    }
    this.#tell(failed);
    return failed === null && this.#waiting.length === 0;
  }

  /** Why it could not be sent now; null when it is in the store, or will never be. */
  async #send({ file, size }: WaitingFile, signal: AbortSignal): Promise<UploadFailure | null> {
    const { store, folder, worker, onStored, onRefused } = this.#options;
    const path = join(folder, file);
    let object: StoredObject;
    try {
      object = await store.put(`${worker}/${file}`, path, { signal });
    } catch (error) {
      if (!isRefusedForGood(error)) return { error: error as Error, ofAll: isOfStore(error) };
      this.#refused.set(file, error);
      onRefused?.(file, error);
      return null;
    }
    try {
      await onStored?.({ file, path, object });
    } catch (error) {
      return { error: error as Error, ofAll: true };
    }
    this.#note(file, size);
    return null;
  }

  /**
   * Ends the growing file and sends what is left, for as long as `patience` at the most (ms; a minute by default), or until the signal says
   * that it is enough. What is left then stays in the folder, and whoever opens it next sends it.
   */
  async close(
    options: { readonly patience?: number; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<UploadLag> {
    const { patience = 60_000, signal } = options;
    const late = this.#late;
    const giveUp = (): void => late.abort();
    const timer = Number.isFinite(patience) ? setTimeout(giveUp, patience) : undefined;
    if (signal?.aborted) giveUp();
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      // What is under way goes on: it would have to be sent again.
      this.#stop.abort();
      await this.#running;
      this.#finish();
      for (let n = 1; !late.signal.aborted; n++) {
        if (await this.round()) break;
        if (this.#failing !== null) await this.#wait(this.#pause(n), late.signal);
      }
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    }
    return this.lag;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    const { every = EVERY } = this.#options;
    while (!signal.aborted) {
      // A clock that was set back must not keep the file growing.
      const passed = this.#clock() - this.#finished;
      if (passed >= every || passed < 0) this.#finish();
      await this.round();
      if (signal.aborted) return;
      const failed = this.#failures > 0;
      await this.#wait(failed ? this.#pause(this.#failures) : Math.min(LOOK, every), signal);
    }
  }

  #pause(failures: number): number {
    return backOff(failures, this.#options.worker, { baseMs: 1_000, maxMs: LONGEST_PAUSE, jitter: 0.5 });
  }

  #finish(): void {
    this.#finished = this.#clock();
    try {
      this.#options.finish();
    } catch (error) {
      // The disk: the crawl meets it too, and says so.
      this.#tell(error as Error);
    }
  }

  /** Files that grow no more, are not in the store and are not refused, the oldest first. */
  #look(): readonly WaitingFile[] {
    const { folder, growing } = this.#options;
    let names: string[];
    try {
      names = readdirSync(folder);
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return (this.#waiting = []);
      throw readingError(folder, cause);
    }
    const now = growing();
    const found: WaitingFile[] = [];
    for (const name of names) {
      if (!ARCHIVE_NAME.test(name) || name === now) continue;
      if (this.#stored.has(name) || this.#refused.has(name)) continue;
      const file = this.#fileOf(name);
      if (file !== null) found.push(file);
    }
    this.#waiting = found.sort((a, b) => a.begun - b.begun || (a.file < b.file ? -1 : 1));
    return this.#waiting;
  }

  /** The same, or what was seen last when the folder cannot be read now. */
  #lookAgain(): readonly WaitingFile[] {
    try {
      return this.#look();
    } catch {
      return this.#waiting;
    }
  }

  /** Null when it is gone, or has nothing in it. */
  #fileOf(file: string): WaitingFile | null {
    const stat = statSync(join(this.#options.folder, file), { throwIfNoEntry: false });
    if (stat === undefined || !stat.isFile() || stat.size === 0) return null;
    return { file, size: stat.size, begun: archiveStart(file) ?? stat.mtimeMs };
  }

  #note(file: string, size: number): void {
    this.#sent = { files: this.#sent.files + 1, bytes: this.#sent.bytes + size };
    this.#stored.set(file, size);
    const { folder } = this.#options;
    try {
      // What has left the folder need not be remembered.
      const there = new Set(readdirSync(folder));
      for (const known of this.#stored.keys()) if (!there.has(known)) this.#stored.delete(known);
      const lines = [...this.#stored].map(
        ([name, bytes]) => `${JSON.stringify({ file: name, size: bytes })}\n`,
      );
      writeFileWhole(join(folder, STORED_NAME), lines, { durable: false });
    } catch {
      // A full disk is the last reason not to send what is on it. The next process asks the store again.
    }
  }

  #tell(error: Error | null): void {
    const was = this.#failing;
    this.#failing = error;
    this.#failures = error === null ? 0 : this.#failures + 1;
    if ((was === null) !== (error === null)) this.#options.onAway?.(error);
  }
}

/** Whether it would be the same for every file. */
function isOfStore(error: unknown): boolean {
  return !(error instanceof TarrafaError) || error.code.startsWith('TRF_STORE_');
}

/** Whether it would be the same at every time. */
function isRefusedForGood(error: unknown): error is TarrafaError {
  return (
    error instanceof TarrafaError && (error.code === 'TRF_STORE_TAKEN' || error.code === 'TRF_STORE_NAME')
  );
}

/** A list that cannot be read, or lines of it, are as if they were not there: the store is asked again. */
function readStored(path: string): Map<string, number> {
  const stored = new Map<string, number>();
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return stored;
  }
  for (const line of text.split('\n')) {
    try {
      const entry = parseJson(line) as { readonly file?: unknown; readonly size?: unknown } | null;
      if (typeof entry?.file === 'string' && typeof entry.size === 'number')
        stored.set(entry.file, entry.size);
    } catch {
      // Half a line, or none.
    }
  }
  return stored;
}

/**
 * policy.log: the entries of a link policy, one for each visit that changed its state, in the order of the visits. The frontier's journal
 * remembers how long the file was at each completion; on opening it is cut to that length and replayed, so that a visit that never counted
 * has left no trace in the policy either. policy.state saves the way: a version, the length of the log it stands for, and a state. One of
 * another version is passed over, for the log alone tells everything; the version stands in a number that is none, so that readers that
 * expect the length there pass over it too.
 */
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32 } from '../bytes/crc32.ts';
import { readingError, storageError, TarrafaError } from '../errors.ts';
import { cutOff, DISK, type Disk, syncFolder, writeFileWhole, writeWholeFile } from '../files/index.ts';
import { reason, systemFailure } from '../words/why.ts';
import type { LinkPolicy } from './link-policy.ts';

/** Log that is replayed on opening, at the most, bytes. */
const MOST_REPLAYED = 32 * 2 ** 20;
/** More than this beyond what counts is kept when it is cut off, bytes. */
const WORTH_KEEPING = 1 << 16;
const HEAD = 4;
const STATE_FORMAT = 4;
/** The upper half of a number that is none; the lower half is the version. */
const NO_NUMBER = 0x7ff80000;
/** Version, no number, length of the log, CRC-32 of the state. */
const STATE_HEAD = 20;

export class PolicyLog {
  readonly policy: LinkPolicy;
  readonly #path: string;
  readonly #statePath: string;
  readonly #disk: Disk;
  readonly #fd: number;
  #length: number;
  #saved = 0;

  private constructor(
    policy: LinkPolicy,
    path: string,
    statePath: string,
    disk: Disk,
    fd: number,
    length: number,
  ) {
    this.policy = policy;
    this.#disk = disk;
    this.#path = path;
    this.#statePath = statePath;
    this.#fd = fd;
    this.#length = length;
  }

  /** Brings the policy to the state of the visits that count. `length` is what the frontier's mark says. */
  static open(
    policy: LinkPolicy,
    paths: { readonly policyLog: string; readonly policyState: string },
    length: number,
    seeds: readonly string[],
    disk: Disk = DISK,
  ): PolicyLog {
    const { policyLog: path, policyState: statePath } = paths;
    try {
      const isNew = !disk.exists(path);
      const fd = disk.open(path, isNew ? 'w+' : 'r+');
      if (isNew) syncFolder(dirname(path));
      const present = disk.size(fd);
      if (present < length)
        throw new TarrafaError('TRF_STORAGE_DAMAGED', [
          path,
          present,
          reason('bytes-missing', { bytes: length - present }),
        ]);
      // No visit of a process that was killed has more to say.
      if (present - length > WORTH_KEEPING) cutOff(path, fd, length, disk);
      else if (present > length) {
        disk.truncate(fd, length);
        disk.sync(fd);
      }
      const log = new PolicyLog(policy, path, statePath, disk, fd, length);
      log.#restore();
      for (const seed of seeds) policy.seed(seed);
      log.#replay();
      return log;
    } catch (error) {
      throw error instanceof TarrafaError ? error : storageError(path, error);
    }
  }

  get length(): number {
    return this.#length;
  }

  append(entry: Uint8Array): void {
    const frame = Buffer.allocUnsafe(HEAD + entry.length);
    frame.writeUInt32LE(entry.length, 0);
    frame.set(entry, HEAD);
    try {
      let done = 0;
      while (done < frame.length)
        done += this.#disk.write(this.#fd, frame, done, frame.length - done, this.#length + done);
    } catch (error) {
      throw storageError(this.#path, error);
    }
    this.#length += frame.length;
  }

  /** Saves the state when replaying to it would take long. Only between two visits. */
  keep(): void {
    if (this.#length - this.#saved >= MOST_REPLAYED) this.#save();
  }

  /** Brings what was written to the disk, beside the thread that asks. Not to be closed before it resolves. */
  async sync(): Promise<void> {
    try {
      await this.#disk.syncLater(this.#fd);
    } catch (error) {
      throw storageError(this.#path, error);
    }
  }

  /** `sound`: the policy was told of nothing that the log does not hold. */
  close(sound: boolean): void {
    if (sound && this.#length > this.#saved) this.#save();
    this.#disk.close(this.#fd);
  }

  #save(): void {
    const state = this.policy.save();
    const head = Buffer.alloc(STATE_HEAD);
    head.writeUInt32LE(crc32(state), 16);
    head.writeUInt32LE(STATE_FORMAT, 0);
    head.writeUInt32LE(NO_NUMBER, 4);
    head.writeDoubleLE(this.#length, 8);
    writeFileWhole(this.#statePath, Buffer.concat([head, state]));
    this.#saved = this.#length;
  }

  #restore(): void {
    if (!existsSync(this.#statePath)) return;
    const saved = readFileSync(this.#statePath);
    if (saved.length < STATE_HEAD) return;
    if (saved.readUInt32LE(4) !== NO_NUMBER || saved.readUInt32LE(0) !== STATE_FORMAT) return;
    const length = saved.readDoubleLE(8);
    // A state of later visits than those that count (a power failure can do that) is no use: the log alone tells.
    if (!(length <= this.#length)) return;
    const state = saved.subarray(STATE_HEAD);
    // Nor is one that is damaged.
    if (crc32(state) !== saved.readUInt32LE(16)) return;
    this.policy.restore(state);
    this.#saved = length;
  }

  #replay(): void {
    const head = Buffer.alloc(HEAD);
    for (let at = this.#saved; at < this.#length; ) {
      this.#disk.read(this.#fd, head, 0, HEAD, at);
      const size = head.readUInt32LE(0);
      if (at + HEAD + size > this.#length)
        throw new TarrafaError('TRF_STORAGE_DAMAGED', [this.#path, at, reason('entry-too-long')]);
      const entry = Buffer.alloc(size);
      this.#disk.read(this.#fd, entry, 0, size, at + HEAD);
      try {
        this.policy.replay(entry);
      } catch (cause) {
        throw new TarrafaError('TRF_STORAGE_DAMAGED', [this.#path, at, systemFailure(cause)], { cause });
      }
      at += HEAD + size;
    }
  }
}

/** The entries of a log, or of so many of its first bytes, as far as they are whole. Only reads: somebody may be writing it. */
export function* readPolicyEntries(path: string, most = Number.POSITIVE_INFINITY): Generator<Uint8Array> {
  if (!existsSync(path)) return;
  let fd: number | null = null;
  try {
    fd = openSync(path, 'r');
    const length = Math.min(most, fstatSync(fd).size);
    const head = Buffer.alloc(HEAD);
    for (let at = 0; at + HEAD <= length; ) {
      readSync(fd, head, 0, HEAD, at);
      const size = head.readUInt32LE(0);
      if (at + HEAD + size > length) return;
      const entry = Buffer.alloc(size);
      readSync(fd, entry, 0, size, at + HEAD);
      yield entry;
      at += HEAD + size;
    }
  } catch (error) {
    throw readingError(path, error);
  } finally {
    if (fd !== null) closeSync(fd);
  }
}

/** Makes a log of these entries; answers how long it is. */
export async function writePolicyEntries(path: string, entries: Iterable<Uint8Array>): Promise<number> {
  let length = 0;
  await writeWholeFile(path, async (file) => {
    for (const entry of entries) {
      const head = Buffer.alloc(HEAD);
      head.writeUInt32LE(entry.length, 0);
      await file.write(head);
      await file.write(entry);
    }
    length = file.size;
  });
  return length;
}

/**
 * Writes the entries of a log anew, each as long as it was: the journal of the frontier knows how long the log is. The same entry, handed back,
 * changes nothing; where none changes, nothing is written. The state beside it goes, for it says what they said.
 */
export async function changePolicyEntries(
  paths: { readonly policyLog: string; readonly policyState: string },
  change: (entry: Uint8Array) => Uint8Array,
): Promise<void> {
  const changes = (entry: Uint8Array): boolean => change(entry) !== entry;
  let any = false;
  for (const entry of readPolicyEntries(paths.policyLog)) any ||= changes(entry);
  if (!any) return;
  await writePolicyEntries(paths.policyLog, changedEntries(paths.policyLog, change));
  rmSync(paths.policyState, { force: true });
}

function* changedEntries(path: string, change: (entry: Uint8Array) => Uint8Array): Generator<Uint8Array> {
  for (const entry of readPolicyEntries(path)) {
    const changed = change(entry);
    if (changed.length !== entry.length) throw new RangeError('an entry keeps its length');
    yield changed;
  }
}

/** What the tests of the frontier stand on: a folder of their own, a clock they turn, a disk that can be pulled out or be full. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DISK, type Disk } from '../files/index.ts';
import { FolderFrontier, type FolderOptions } from './folder-frontier.ts';
import { historyInFolder, type UrlEvent } from './history.ts';
import type { Candidate, Completion, Lease, PutBack, Retry } from './port.ts';
import { OUTCOME, URL_KIND } from './port.ts';

export class VirtualClock {
  time = 1_700_000_000_000;
  readonly now = (): number => this.time;
}

/** The disk of a process that can be killed: what was written stays, what was open is gone. */
export class PulledDisk implements Disk {
  readonly #open = new Set<number>();
  #dead = false;
  /** Bytes that may still be written; then the disk is full. */
  room = Number.POSITIVE_INFINITY;

  kill(): void {
    this.#dead = true;
    for (const fd of this.#open) DISK.close(fd);
    this.#open.clear();
  }

  mkdir = DISK.mkdir;
  list = DISK.list;
  exists = DISK.exists;
  unlink = DISK.unlink;
  rename = DISK.rename;

  open(path: string, flags: string): number {
    const fd = DISK.open(path, flags);
    this.#open.add(fd);
    return fd;
  }

  size(fd: number): number {
    return DISK.size(fd);
  }

  read(fd: number, into: Uint8Array, offset: number, length: number, position: number): number {
    return DISK.read(fd, into, offset, length, position);
  }

  write(fd: number, from: Uint8Array, offset: number, length: number, position: number): number {
    if (this.#dead) throw new Error('this process was killed');
    if (length > this.room) {
      // A full disk takes what fits first.
      const part = this.room;
      this.room = 0;
      if (part > 0) return DISK.write(fd, from, offset, part, position);
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    }
    this.room -= length;
    return DISK.write(fd, from, offset, length, position);
  }

  truncate(fd: number, length: number): void {
    DISK.truncate(fd, length);
  }

  sync(): void {}

  async syncLater(): Promise<void> {}

  close(fd: number): void {
    if (this.#open.delete(fd)) DISK.close(fd);
  }
}

export class Rig {
  readonly folder = mkdtempSync(join(tmpdir(), 'tarrafa-frontier-'));
  readonly clock = new VirtualClock();
  readonly options: FolderOptions;
  disk = new PulledDisk();
  frontier: FolderFrontier;

  constructor(options: Partial<FolderOptions> = {}) {
    this.options = {
      policy: 'breadth-first',
      delay: 1000,
      addressDelay: 0,
      capacity: Number.POSITIVE_INFINITY,
      queueBudget: Number.POSITIVE_INFINITY,
      now: this.clock.now,
      ...options,
    };
    this.frontier = this.#open();
  }

  #open(): FolderFrontier {
    this.disk = new PulledDisk();
    return FolderFrontier.open(this.folder, { ...this.options, files: this.disk });
  }

  reopen(): FolderFrontier {
    this.frontier.close();
    this.frontier = this.#open();
    return this.frontier;
  }

  /** SIGKILL, and the same command again. */
  crash(): FolderFrontier {
    this.disk.kill();
    this.frontier = this.#open();
    return this.frontier;
  }

  /** Path and size of the last segment of the journal. */
  lastSegment(): { path: string; size: number } {
    const names = readdirSync(this.folder).filter((name) => name.startsWith('journal-'));
    const path = join(this.folder, names.sort()[names.length - 1]!);
    return { path, size: statSync(path).size };
  }

  remove(): void {
    this.disk.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  add(url: string, more: Partial<Candidate> = {}): ReturnType<FolderFrontier['add']> {
    return this.frontier.add(candidate(url, more));
  }

  /** The next lease; fails when there is none. */
  lease(): Lease {
    const answer = this.frontier.next();
    if (answer.kind !== 'lease') throw new Error(`no lease: ${JSON.stringify(answer)}`);
    return answer.lease;
  }

  complete(lease: Lease, more: Partial<Completion> = {}): void {
    this.frontier.end(completion(lease, this.clock.time, more));
  }

  putBack(lease: Lease, more: Partial<Omit<PutBack, 'kind' | 'lease'>> = {}): void {
    this.frontier.end({ kind: 'put-back', lease, accessedAt: null, notBefore: null, ...more });
  }

  retry(lease: Lease, more: Omit<Retry, 'kind' | 'lease'>): void {
    this.frontier.end({ kind: 'retry', lease, ...more });
  }

  history(key: string): UrlEvent[] {
    this.frontier.flush();
    return historyInFolder(this.folder, key);
  }

  /** Fetches everything there is, one after another, waiting as told; answers the URLs in order. */
  drain(): string[] {
    const order: string[] = [];
    for (;;) {
      const answer = this.frontier.next();
      if (answer.kind === 'empty') return order;
      if (answer.kind !== 'lease') {
        if (!Number.isFinite(answer.until)) throw new Error('waits for a lease that nobody holds');
        this.clock.time = Math.max(this.clock.time, answer.until);
        continue;
      }
      order.push(answer.lease.url);
      this.complete(answer.lease);
    }
  }
}

export function candidate(url: string, more: Partial<Candidate> = {}): Candidate {
  const rest = url.replace(/^https?:\/\//, '');
  return {
    url,
    key: url,
    queue: rest.split('/')[0]!,
    priority: 50,
    depth: rest.split('/').length - 1,
    hops: 0,
    redirects: 0,
    kind: URL_KIND.page,
    parent: 0,
    ...more,
  };
}

export function completion(lease: Lease, at: number, more: Partial<Completion> = {}): Completion {
  return {
    kind: 'complete',
    lease,
    outcome: OUTCOME.analysed,
    status: 200,
    accessedAt: at,
    bytes: 1000,
    revisitAt: null,
    links: [],
    seal: () => null,
    ...more,
  };
}

/**
 * Which entry follows which in its chain: one 32-bit word for each unit of the journal, in a file of its own, so that the journal
 * itself is never changed. Entries are linked when their successor arrives; the last stretch is held in memory, where that costs
 * nothing, and an older word is written in place.
 *
 * The file holds nothing that the journal does not say. It need not survive a crash: while the journal is read on opening, the
 * words are read alongside, compared with the chains as they grow, and mended where they differ.
 */
import { join } from 'node:path';
import { storageError } from '../errors.ts';
import type { Disk } from '../files/index.ts';

/** Units held in memory: the last megabyte of the journal. */
const WINDOW = 1 << 16;
const STEP = WINDOW >> 1;

export class Links {
  reads = 0;
  writes = 0;
  readonly #path: string;
  readonly #files: Disk;
  readonly #fd: number;
  readonly #window = new Int32Array(WINDOW);
  readonly #bytes = new Uint8Array(this.#window.buffer);
  readonly #one = new Int32Array(1);
  readonly #oneBytes = new Uint8Array(this.#one.buffer);
  #base = 0;
  /** Words that the disk would not take (it is full, say): kept here, so that the chains of this process stay whole. */
  readonly #refused = new Map<number, number>();

  constructor(folder: string, files: Disk) {
    this.#path = join(folder, 'links');
    this.#files = files;
    try {
      files.mkdir(folder);
      this.#fd = files.open(this.#path, files.exists(this.#path) ? 'r+' : 'w+');
      this.#load(0, WINDOW);
    } catch (error) {
      throw storageError(this.#path, error);
    }
  }

  get memory(): number {
    return this.#window.byteLength;
  }

  get(position: number): number {
    if (position >= this.#base) {
      this.#reach(position);
      return this.#window[position - this.#base]! >>> 0;
    }
    const refused = this.#refused.get(position);
    if (refused !== undefined) return refused;
    this.reads++;
    this.#one[0] = 0;
    this.#files.read(this.#fd, this.#oneBytes, 0, 4, position * 4);
    return this.#one[0] >>> 0;
  }

  set(position: number, next: number): void {
    if (position >= this.#base) {
      this.#reach(position);
      this.#window[position - this.#base] = next;
      return;
    }
    this.writes++;
    this.#one[0] = next;
    try {
      this.#files.write(this.#fd, this.#oneBytes, 0, 4, position * 4);
      if (this.#refused.size > 0) this.#refused.delete(position);
    } catch {
      this.#refused.set(position, next);
    }
  }

  close(): void {
    try {
      this.#store(0, WINDOW);
    } catch {
      // The next opening mends what is missing.
    }
    this.#files.close(this.#fd);
  }

  /** Moves the window so that it covers a position at or behind its base. */
  #reach(position: number): void {
    while (position >= this.#base + WINDOW) {
      try {
        this.#store(0, STEP);
      } catch {
        for (let at = 0; at < STEP; at++) {
          if (this.#window[at] !== 0) this.#refused.set(this.#base + at, this.#window[at]! >>> 0);
        }
      }
      this.#window.copyWithin(0, STEP);
      this.#base += STEP;
      this.#load(STEP, WINDOW);
    }
  }

  #load(from: number, to: number): void {
    this.#window.fill(0, from, to);
    this.#files.read(this.#fd, this.#bytes, from * 4, (to - from) * 4, (this.#base + from) * 4);
    this.reads++;
  }

  #store(from: number, to: number): void {
    let at = from * 4;
    while (at < to * 4) {
      this.writes++;
      at += this.#files.write(this.#fd, this.#bytes, at, to * 4 - at, this.#base * 4 + at);
    }
  }
}

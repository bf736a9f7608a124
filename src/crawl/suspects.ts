/**
 * URLs that were under way when the process died. One may be what it died of; under way again at the next death, it is set aside, or every
 * session that goes on with the crawl would die of it too. Most died beside it and are to blame for nothing: after a death they are visited
 * one at a time among the others, so that the next death has one of them under way at most.
 *
 * Two deaths in a row are enough when memory was what the process died of, which is what strangers can kill it by: it had seen itself near a
 * limit, or a witness says so. Without that sign somebody has most likely ended it, and then an innocent seed, with all its site, would be
 * lost for two kills; it takes twenty of them. Seven are enough while nothing else was done than read what the URL had brought.
 */
import { readFileSync, rmSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { storageError } from '../errors.ts';
import { writeFileWhole } from '../files/index.ts';
import type { Lease } from '../frontier/index.ts';
import { DeathWitness, diedOfMemory, forgetWitness, type WitnessRecord } from './death-witness.ts';

/** What a death counts: for want of memory, while nothing else was done, and any other; and what is too much. */
const OF_MEMORY = 10;
const ALONE = 3;
const UNKNOWN = 1;
const MOST = 20;
/** Shares of a limit that are near it. */
const NEAR_HEAP = 0.8;
const NEAR_MEMORY = 0.85;

interface Kept {
  /** By record, as they count. */
  readonly deaths: Readonly<Record<string, number>>;
  /** The process was near a limit of its memory. */
  readonly near: boolean;
  /** The only one that was under way, while what a death left is gone through; null once the others are too. */
  readonly alone: number | null;
  readonly witness: WitnessRecord;
}

const NO_WITNESS: WitnessRecord = { report: null, oomKills: null };

export class Suspects {
  readonly #path: string;
  readonly #deaths: ReadonlyMap<number, number>;
  #visited: number | null = null;
  #near = false;
  #alone: number | null = 0;
  readonly #witness: DeathWitness;

  private constructor(path: string, deaths: ReadonlyMap<number, number>) {
    this.#path = path;
    this.#deaths = deaths;
    this.#witness = DeathWitness.call(dirname(path));
  }

  /** Counts the death that left these leases open. */
  static after(path: string, orphans: readonly Lease[]): Suspects {
    if (orphans.length === 0) return Suspects.none(path);
    const { deaths, near, alone, witness } = readKept(path);
    const ofMemory = near || diedOfMemory(witness, dirname(path));
    forgetWitness(witness, dirname(path));
    const counts = ofMemory ? OF_MEMORY : alone === null ? UNKNOWN : ALONE;
    const counted = ({ record }: Lease): number =>
      (deaths[record] ?? 0) + (alone === null || alone === record ? counts : 0);
    const suspects = new Suspects(path, new Map(orphans.map((lease) => [lease.record, counted(lease)])));
    suspects.#keep(0);
    return suspects;
  }

  /** Nobody is to blame: there was no death, or a machine went down. */
  static none(path: string): Suspects {
    forgetWitness(readKept(path).witness, dirname(path));
    try {
      rmSync(path, { force: true });
    } catch (cause) {
      throw storageError(path, cause);
    }
    return new Suspects(path, new Map());
  }

  /** Was under way too often. */
  isSetAside({ record }: Lease): boolean {
    return (this.#deaths.get(record) ?? 0) >= MOST;
  }

  /** Before what it brought is read again: if that is the death of this process, nobody else is to blame for it. */
  reads({ record }: Lease): void {
    this.#keep(record);
  }

  /** What the death left is gone through; from here on anything may be under way. */
  begin(): void {
    this.#keep(null);
  }

  /** Called now and then: whether the process is near a limit of its memory is written down once. */
  watch(nearLimit = isNearLimit): void {
    if (this.#near || !nearLimit()) return;
    this.#near = true;
    this.#keep(this.#alone);
  }

  /** Whether the visit may begin now. One of them at a time: who comes while another is under way comes again later. */
  mayBegin({ record }: Lease): boolean {
    if (!this.#deaths.has(record)) return true;
    if (this.#visited !== null) return false;
    this.#visited = record;
    return true;
  }

  ended({ record }: Lease): void {
    if (this.#visited === record) this.#visited = null;
  }

  /** The process ends by itself, perhaps with an error: what was under way is not what it died of. */
  acquit(): void {
    this.#witness.dismiss();
    try {
      rmSync(this.#path, { force: true });
    } catch {
      // Left there, it costs at most a page that is set aside after another death.
    }
  }

  /** Before any of them is touched: that may be the death of this process too. */
  #keep(alone: number | null): void {
    this.#alone = alone;
    const kept: Kept = {
      deaths: Object.fromEntries(this.#deaths),
      near: this.#near,
      alone,
      witness: this.#witness.record,
    };
    // A power failure clears everybody: only what outlives a kill is needed.
    writeFileWhole(this.#path, `${JSON.stringify(kept)}\n`, { durable: false });
  }
}

function readKept(path: string): Kept {
  try {
    const { deaths, near, alone, witness } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Kept>;
    return {
      deaths: deaths ?? {},
      near: near === true,
      alone: typeof alone === 'number' ? alone : null,
      witness: {
        report: typeof witness?.report === 'string' ? witness.report : null,
        oomKills: typeof witness?.oomKills === 'number' ? witness.oomKills : null,
      },
    };
  } catch {
    // Not there, or not whole: nobody is suspected.
    return { deaths: {}, near: false, alone: null, witness: NO_WITNESS };
  }
}

function isNearLimit(): boolean {
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  if (used_heap_size > NEAR_HEAP * heap_size_limit) return true;
  // 0 where nothing but the machine bounds the process.
  const most = Math.min(process.constrainedMemory() || Number.POSITIVE_INFINITY, totalmem());
  return process.memoryUsage.rss() > NEAR_MEMORY * most;
}

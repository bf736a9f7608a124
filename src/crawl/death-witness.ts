/**
 * What can be known afterwards of what a process died of. Somebody who ends it and a stranger's page that exhausts its memory leave the same
 * folder behind; two witnesses tell them apart. Node writes a report when V8 gives up, and Linux counts the processes that it ended because
 * no memory was left.
 */
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

/** As a process keeps it that may die. */
export interface WitnessRecord {
  /** Where its report would stand: `crawl` for the folder of the crawl, else the name of a temporary folder; null: nowhere. */
  readonly report: string | null;
  /** Processes that the system had ended for want of memory; null where it does not count them. */
  readonly oomKills: number | null;
}

export const FATAL_REPORT = 'fatal-report.json';
const IN_CRAWL = 'crawl';
const TEMPORARY = 'tarrafa-death-';

/** `excludeEnv`: not known to older kinds of Node. */
type Report = NodeJS.ProcessReport & { excludeEnv?: boolean; excludeNetwork?: boolean };

export class DeathWitness {
  readonly record: WitnessRecord;
  readonly #folder: string;

  private constructor(folder: string, record: WitnessRecord) {
    this.#folder = folder;
    this.record = record;
  }

  /** From here on a death leaves a trace. `folder`: that of the crawl. */
  static call(folder: string): DeathWitness {
    return new DeathWitness(folder, { report: askForReport(folder), oomKills: countOomKills() });
  }

  /** The process ends by itself. */
  dismiss(): void {
    if (this.record.report === null || process.report === undefined) return;
    process.report.reportOnFatalError = false;
    process.report.filename = '';
    process.report.directory = '';
    forgetWitness(this.record, this.#folder);
  }
}

/** Whether the process that kept this died because memory came to its end. */
export function diedOfMemory(record: WitnessRecord, folder: string): boolean {
  const place = placeOf(record, folder);
  if (place !== null && sizeOf(join(place, FATAL_REPORT)) > 0) return true;
  const now = countOomKills();
  return record.oomKills !== null && now !== null && now > record.oomKills;
}

/** Removes what a process had made for its witness. */
export function forgetWitness(record: WitnessRecord, folder: string): void {
  const place = placeOf(record, folder);
  if (place === null) return;
  try {
    rmSync(join(place, FATAL_REPORT), { force: true });
    if (place !== folder) rmSync(place, { recursive: true, force: true });
  } catch {
    // Nobody reads it any more.
  }
}

function askForReport(folder: string): string | null {
  const report = process.report as Report | undefined;
  // Somebody has asked for reports of his own, or another crawl of this process has: they stay as they are.
  if (report === undefined || report.reportOnFatalError) return null;
  // A report tells the environment of its process, unless Node can be told not to. Then it has no place in a folder that is given away.
  const discreet = 'excludeEnv' in report;
  try {
    const place = discreet ? folder : mkdtempSync(join(tmpdir(), TEMPORARY));
    writeFileSync(join(place, FATAL_REPORT), '', { mode: 0o600 });
    if (discreet) {
      report.excludeEnv = true;
      report.excludeNetwork = true;
    }
    report.compact = true;
    report.directory = place;
    report.filename = FATAL_REPORT;
    report.reportOnFatalError = true;
    return discreet ? IN_CRAWL : basename(place);
  } catch {
    // No place for it; the other witness is left.
    return null;
  }
}

/** A folder that was given away may say anything: nothing but a folder of this kind is looked into, or removed. */
function placeOf({ report }: WitnessRecord, folder: string): string | null {
  if (report === IN_CRAWL) return folder;
  return report !== null && /^tarrafa-death-[A-Za-z0-9]+$/.test(report) ? join(tmpdir(), report) : null;
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

function countOomKills(): number | null {
  try {
    const count = /^oom_kill (\d+)$/m.exec(readFileSync('/proc/vmstat', 'latin1'))?.[1];
    return count === undefined ? null : Number(count);
  } catch {
    return null;
  }
}

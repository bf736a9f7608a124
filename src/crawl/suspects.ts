/**
 * URLs that were under way when the process died. One may be what it died of; under way again at the next death, it is set aside, or every
 * session that goes on with the crawl would die of it too.
 */
import { readFileSync, rmSync } from 'node:fs';
import { storageError } from '../errors.ts';
import { writeFileWhole } from '../files/index.ts';
import type { Lease } from '../frontier/index.ts';

/** Deaths in a row. */
const MOST_DEATHS = 2;

/** Counts a death for each of the leases that it left open, and gives the records of those that were under way too often. */
export function suspectsAfter(path: string, orphans: readonly Lease[]): ReadonlySet<number> {
  if (orphans.length === 0) {
    try {
      rmSync(path, { force: true });
    } catch (cause) {
      throw storageError(path, cause);
    }
    return new Set();
  }
  const before = readDeaths(path);
  const deaths = new Map(orphans.map(({ record }) => [record, (before.get(record) ?? 0) + 1]));
  // Before any of them is touched: that may be the death of this process too.
  writeFileWhole(path, `${JSON.stringify(Object.fromEntries(deaths))}\n`);
  return new Set([...deaths].filter(([, count]) => count >= MOST_DEATHS).map(([record]) => record));
}

/** The process ends by itself, perhaps with an error: what was under way is not what it died of. */
export function acquit(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Left there, it costs at most a page that is set aside after another death.
  }
}

function readDeaths(path: string): ReadonlyMap<number, number> {
  try {
    const read: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof read !== 'object' || read === null) return new Map();
    return new Map(Object.entries(read).map(([record, count]) => [Number(record), Number(count) || 0]));
  } catch {
    // Not there, or not whole: nobody is suspected.
    return new Map();
  }
}

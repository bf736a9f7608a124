/** Names of the files we write, `<prefix>-<timestamp14>-<serial5>.warc.gz`; the serial only grows, so it gives the order of writing. */
import { parseTimestamp14, timestamp14 } from './timestamp.ts';

/** The prefix of a writer that is given none. */
export const USUAL_PREFIX = 'tarrafa';

export interface ArchiveName {
  readonly name: string;
  readonly prefix: string;
  readonly serial: number;
}

export function archiveName(prefix: string, date: number, serial: number): string {
  return `${prefix}-${timestamp14(date)}-${String(serial).padStart(5, '0')}.warc.gz`;
}

export function parseArchiveName(name: string): ArchiveName | null {
  const m = /^(.+)-\d{14}-(\d{5,9})\.warc\.gz$/.exec(name);
  return m === null ? null : { name, prefix: m[1]!, serial: Number(m[2]) };
}

/** When a file of ours was begun, by its name, ms; null when it is somebody else's. */
export function archiveStart(name: string): number | null {
  const [, stamp] = /-(\d{14})-\d{5,9}\.warc\.gz$/.exec(name) ?? [];
  return stamp === undefined ? null : parseTimestamp14(stamp);
}

/** Those of `names` that have the prefix, in the order in which they were written. */
export function inOrderOfWriting(names: readonly string[], prefix: string = USUAL_PREFIX): ArchiveName[] {
  const own: ArchiveName[] = [];
  for (const name of names) {
    const parsed = parseArchiveName(name);
    if (parsed !== null && parsed.prefix === prefix) own.push(parsed);
  }
  return own.sort((a, b) => a.serial - b.serial || (a.name < b.name ? -1 : 1));
}

/** Which start of the machine this is: a process that died with its machine was not killed by anything it did. */
import { readFileSync } from 'node:fs';
import type { CrawlManifest } from './crawl-folder.ts';

/** Empty where the system does not tell. */
export function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim();
  } catch {
    return '';
  }
}

/** Whether the machine was started again since the last session, which did not come to its end. */
export function diedWithMachine({ sessions }: CrawlManifest, boot: string): boolean {
  const last = sessions.at(-1);
  return last?.boot !== undefined && last.endedAt === null && boot !== '' && last.boot !== boot;
}

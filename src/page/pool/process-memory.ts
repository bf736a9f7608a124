/** Memory of this process that is not the calling thread's own: in the main thread, what its other threads hold, and the program. */
import { readFileSync } from 'node:fs';

export function memoryOfOthers(): number {
  const { rss, heapTotal, external } = process.memoryUsage();
  return (anonymous() ?? rss) - heapTotal - external;
}

/** Without the pages of files that the system keeps mapped, and takes back when it needs to; null where it does not tell them apart. */
function anonymous(): number | null {
  if (process.platform !== 'linux') return null;
  try {
    const found = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'latin1'));
    return found === null ? null : Number(found[1]) * 1024;
  } catch {
    return null;
  }
}

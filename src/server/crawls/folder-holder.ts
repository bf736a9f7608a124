/**
 * Whether a process really works on the folder of a crawl. A lock is a file, and files of a folder that somebody sent say what they like:
 * a process is only ever signalled when the system itself tells that it writes into the folder.
 */
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';

/** What only the process that crawls has open for writing. */
const WRITTEN = /^(?:visits\.jsonl|progress\.jsonl|(?:archive|frontier)[/\\].+)$/;

/** O_WRONLY or O_RDWR among the flags of `fdinfo`, which are octal. */
function writes(fdinfo: string): boolean {
  const flags = /^flags:\s*([0-7]+)/m.exec(fdinfo)?.[1];
  return flags !== undefined && (Number.parseInt(flags, 8) & 3) !== 0;
}

/** False too where the system does not tell (it has no `/proc`, or the process is somebody else's). */
export function holdsFolder(pid: number, folder: string): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 1 || pid === process.pid) return false;
  try {
    const inside = realpathSync(folder) + sep;
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        const path = readlinkSync(join(`/proc/${pid}/fd`, fd));
        return (
          path.startsWith(inside) &&
          WRITTEN.test(path.slice(inside.length)) &&
          writes(readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'latin1'))
        );
      } catch {
        // Closed while we looked.
        return false;
      }
    });
  } catch {
    return false;
  }
}

/** What the system tells of a process: nothing, where it does not. */
import { readdirSync, readFileSync } from 'node:fs';

/** Those that it has started, and that have not ended. */
export function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'latin1').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}

/** Bytes of memory that it holds now; 0 when it has ended. */
export function residentOf(pid: number): number {
  return kilobytes(pid, 'VmRSS');
}

/** The most that it ever held. */
export function mostResidentOf(pid: number): number {
  return kilobytes(pid, 'VmHWM');
}

function kilobytes(pid: number, name: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return 1024 * Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** CPU time of processes, read from /proc: of one with all its threads, and of one with all that it started. */
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of /proc are hundredths of a second on every Linux that Node runs on. */
const TICK = 10;

interface Spent {
  readonly parent: number;
  /** Of all its threads, ms. */
  readonly own: number;
  /** Of children that have ended and were waited for, ms. */
  readonly ended: number;
}

function spent(pid: number | string): Spent | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name of the program stands in brackets and may contain anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const at = (n: number): number => Number(fields[n]);
    return { parent: at(1), own: (at(11) + at(12)) * TICK, ended: (at(13) + at(14)) * TICK };
  } catch {
    return null;
  }
}

/** Of one process with all its threads, ms; 0 when it has ended. */
export function cpuOf(pid: number): number {
  return spent(pid)?.own ?? 0;
}

/** Of one process, of what it started, and of what that started and has ended, ms. */
export function cpuOfTree(pid: number): number {
  const all = new Map<number, Spent>();
  for (const name of readdirSync('/proc')) {
    const found = /^\d+$/.test(name) ? spent(name) : null;
    if (found !== null) all.set(Number(name), found);
  }
  const isOurs = (one: number): boolean => {
    for (let at = one; at > 1; at = all.get(at)?.parent ?? 0) if (at === pid) return true;
    return false;
  };
  let sum = 0;
  for (const [one, { own, ended }] of all) if (isOurs(one)) sum += own + ended;
  return sum;
}

/** CPU time that the whole machine was not idle since it started, ms, and how many processors it has. */
export function machineCpu(): { readonly busy: number; readonly processors: number } {
  const lines = readFileSync('/proc/stat', 'latin1').split('\n');
  const [user, nice, system, , , irq, softirq] = lines[0]!.trim().split(/\s+/).slice(1).map(Number);
  const busy = (user! + nice! + system! + irq! + softirq!) * TICK;
  return { busy, processors: lines.filter((line) => /^cpu\d/.test(line)).length };
}

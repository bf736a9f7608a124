/** A command that runs another on one core of this machine, with its words; null where there is none. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export function onOneCore(): readonly string[] | null {
  try {
    const core = /^Cpus_allowed_list:\s*(\d+)/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1];
    if (core === undefined) return null;
    const words = ['taskset', '-c', core];
    return spawnSync(words[0]!, [...words.slice(1), 'true']).status === 0 ? words : null;
  } catch {
    return null;
  }
}

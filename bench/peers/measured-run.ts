/** Runs a program and tells what it cost: CPU time of all its threads and children, wall time, peak resident memory. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface MeasuredRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly cpuSeconds: number;
  readonly wallSeconds: number;
  readonly peakMegabytes: number;
  /** Resident memory as time went by, MB, with what the program had said so far. */
  readonly samples: readonly { readonly megabytes: number; readonly said: number }[];
}

function memoryOf(pid: number): { now: number; peak: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    const kilobytes = (name: string) =>
      Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0);
    return { now: kilobytes('VmRSS') / 1024, peak: kilobytes('VmHWM') / 1024 };
  } catch {
    return null;
  }
}

/** `said` turns what was printed so far into a number (pages, say) that goes with each sample. */
export function measuredRun(
  command: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv; said?: (stdout: string) => number } = {},
): Promise<MeasuredRun> {
  return new Promise((resolve) => {
    const started = performance.now();
    // The shell's own `times` counts the CPU time of the program and of all its children, whatever they are written in.
    const child = spawn('bash', ['-c', 'TIMEFORMAT="CPU %U %S"; time "$@"', 'measured', command, ...args], {
      cwd: options.cwd,
      env: options.env ?? process.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let stdout = '';
    let stderr = '';
    let peak = 0;
    const samples: { megabytes: number; said: number }[] = [];
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const timer = setInterval(() => {
      try {
        const [pid] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'latin1')
          .trim()
          .split(' ');
        const memory = pid ? memoryOf(Number(pid)) : null;
        if (!memory) return;
        peak = Math.max(peak, memory.peak);
        if (options.said) samples.push({ megabytes: memory.now, said: options.said(stdout) });
      } catch {
        // It has ended.
      }
    }, 250);
    child.on('close', (code) => {
      clearInterval(timer);
      const times = /CPU ([\d.]+) ([\d.]+)\s*$/.exec(stderr);
      resolve({
        code,
        stdout,
        stderr: stderr.replace(/CPU [\d.]+ [\d.]+\s*$/, ''),
        cpuSeconds: times ? Number(times[1]) + Number(times[2]) : Number.NaN,
        wallSeconds: (performance.now() - started) / 1000,
        peakMegabytes: peak,
        samples,
      });
    });
  });
}

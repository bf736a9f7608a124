/** The processes of a measurement: the web that is crawled, and the crawlers. None is left behind, however it ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DistantWebOptions } from './distant-web.ts';
import { cpuOf } from './process-cpu.ts';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const MAIN = here('../../dist/program/cli/main.js');
const TIMES = new URL('./statement-times.mjs', import.meta.url).href;

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const running = new Set<ChildProcess>();
const folders = new Set<string>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function started(args: readonly string[], more: Parameters<typeof spawn>[2] = {}): ChildProcess {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], ...more });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** A folder that goes when the process does. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tarrafa-bench-cluster-'));
  folders.add(folder);
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  folders.delete(folder);
}

export interface DistantWeb {
  readonly port: number;
  readonly meanBytes: number;
  readonly meanWire: number;
  /** CPU of its process so far, ms. */
  cpu(): number;
  close(): void;
}

export async function startDistantWeb(options: DistantWebOptions): Promise<DistantWeb> {
  const child = started(['--import', 'tsx', here('./distant-web.ts'), JSON.stringify(options)]);
  const line = await new Promise<string>((resolve, reject) => {
    let said = '';
    let failed = '';
    child.stderr!.on('data', (chunk) => {
      failed += chunk;
    });
    child.stdout!.on('data', (chunk) => {
      said += chunk;
      if (said.includes('\n')) resolve(said);
    });
    child.once('exit', () => reject(new Error(`the web did not start: ${failed}`)));
  });
  const { port, meanBytes, meanWire } = JSON.parse(line);
  return {
    port,
    meanBytes,
    meanWire,
    cpu: () => cpuOf(child.pid!),
    close: () => child.kill('SIGKILL'),
  };
}

export interface StatementTime {
  readonly name: string;
  /** When it was sent, ms since 1970. */
  readonly at: number;
  readonly ms: number;
}

/** A crawler in a process of its own, by the built command. */
export class Crawler {
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  readonly #times: string;
  #said = '';
  #failed = '';
  hasEnded = false;

  /** `args` of `tarrafa`; `folder` is its own, and need not be there. */
  constructor(folder: string, args: readonly string[]) {
    this.#times = `${folder}.times`;
    const all = ['--import', TIMES, MAIN, ...args, '--out', folder, '--json', '--lang', 'en'];
    this.#child = started(all, { env: { ...process.env, TARRAFA_STATEMENT_TIMES: this.#times } });
    this.#child.stdout!.on('data', (chunk) => {
      this.#said = (this.#said + chunk).slice(-20_000);
    });
    this.#child.stderr!.on('data', (chunk) => {
      this.#failed = (this.#failed + chunk).slice(-4_000);
    });
    this.#ended = new Promise((resolve) => {
      this.#child.once('close', (code) => {
        this.hasEnded = true;
        resolve(code);
      });
    });
  }

  /** CPU of the process with all its threads so far, ms. */
  cpu(): number {
    return cpuOf(this.#child.pid!);
  }

  /** What it said of itself last. */
  said(): string {
    return this.#said;
  }

  /** The last figure of that name that it told; 0 for none. */
  figure(name: string): number {
    const all = [...this.#said.matchAll(new RegExp(`"${name}":(\\d+)`, 'g'))];
    return Number(all.at(-1)?.[1] ?? 0);
  }

  /** Throws when it ended otherwise than it should. */
  check(): void {
    if (this.hasEnded && this.#child.exitCode !== 0)
      throw new Error(
        `a crawler ended with ${this.#child.exitCode ?? this.#child.signalCode}: ${this.#failed}`,
      );
  }

  async stop(): Promise<void> {
    if (!this.hasEnded) this.#child.kill('SIGINT');
    await Promise.race([this.#ended, pause(20_000)]);
    if (!this.hasEnded) this.#child.kill('SIGKILL');
    await this.#ended;
  }

  /** Of the statements that it sent, when it has ended. */
  statements(): StatementTime[] {
    if (!existsSync(this.#times)) return [];
    return readFileSync(this.#times, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [name, at, ms] = line.split(' ');
        return { name: name!, at: Number(at), ms: Number(ms) };
      });
  }
}

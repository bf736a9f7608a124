/** One worker of a crawl under chaos: the built command in a folder of its own, with a clock of its own, started again however it ended. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAIN } from './tarrafa-process.ts';

const CLOCK = new URL('./shifted-clock.mjs', import.meta.url).href;
const LOOP = new URL('./blocked-loop.mjs', import.meta.url).href;
/** Before one that found nobody is started again, ms. */
const STARTS_AGAIN = 250;
/** Who was started so lately may end because the database or the store is away, ms: later it has to wait for them. */
const EARLY = 20_000;

export interface ChaosWorkerOptions {
  /** The folder that its own is made in. */
  readonly out: string;
  /** Words of the command, but for what is said here. */
  readonly words: readonly string[];
  /** Requests under way at once. */
  readonly concurrency: number;
  readonly environment?: Readonly<Record<string, string>> | undefined;
}

/** A process that ended otherwise than it should: killed, fenced, or without the database. */
export interface BadEnd {
  readonly by: number;
  /** As the database knows it; null when it had not come so far. */
  readonly name: string | null;
  readonly startedAt: number;
  readonly at: number;
}

export class ChaosWorker {
  readonly index: number;
  readonly problems: string[] = [];
  readonly badEnds: BadEnd[] = [];
  fenced = 0;
  said = '';
  isOver = false;
  readonly #folder: string;
  readonly #args: readonly string[];
  readonly #environment: Readonly<Record<string, string>>;
  #child: ChildProcess | null = null;
  #exited: Promise<void> = Promise.resolve();
  #ended = false;
  /** It is not started again by itself. */
  #staysAway = false;

  constructor(index: number, { out, words, concurrency, environment = {} }: ChaosWorkerOptions) {
    this.index = index;
    this.#folder = join(out, `w${index}`);
    // Apart by minutes, in both directions.
    const shift = (index % 2 === 0 ? 1 : -1) * index * 150_000;
    this.#args = [
      ...words,
      ...['--out', this.#folder, '--concurrency', String(concurrency), '--workers', '0', '--quiet', '--json'],
    ];
    this.#environment = {
      ...environment,
      NODE_OPTIONS: `--import ${CLOCK} --import ${LOOP}`,
      TARRAFA_SHIFTED_CLOCK: String(shift),
      TARRAFA_CLOCK_JUMPS: '600000',
      TARRAFA_BLOCKED_LOOP: `${this.#folder}.blocked`,
    };
  }

  get isRunning(): boolean {
    return this.#child !== null;
  }

  /** Whether the crawl is in the database. */
  get hasBegun(): boolean {
    return this.isOver || this.said.includes('joined');
  }

  /** As the database knows it; null when it has not come so far. */
  name(): string | null {
    const path = join(this.#folder, 'worker.json');
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).name : null;
  }

  start(): void {
    if (this.#ended) return;
    this.#staysAway = false;
    const child = spawn(process.execPath, [MAIN, ...this.#args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...this.#environment },
    });
    this.#child = child;
    const startedAt = performance.now();
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.stdout.on('data', (chunk) => {
      this.said = (this.said + chunk).slice(-4_000);
    });
    this.#exited = new Promise((resolve) => {
      child.on('close', (code) => {
        this.#child = null;
        if (!this.#ended) this.#over(code, stderr, startedAt);
        resolve();
      });
    });
  }

  #over(code: number | null, stderr: string, startedAt: number): void {
    if (code === 0) {
      this.isOver = true;
      return;
    }
    const at = performance.now();
    const isFenced = stderr.includes('TRF_CLUSTER_FENCED');
    const isAlone = at - startedAt < EARLY && /TRF_(CLUSTER|STORE)_UNREACHABLE/.test(stderr);
    const hasLeft = code === 130;
    if (code !== null && !isFenced && !isAlone && !hasLeft) {
      this.problems.push(`worker ${this.index} exit ${code}: ${stderr.slice(0, 600)}`);
      this.isOver = true;
      return;
    }
    if (!hasLeft) this.badEnds.push({ by: this.index, name: this.name(), startedAt, at });
    if (isFenced) this.fenced++;
    if (this.#staysAway) return;
    if (isAlone) setTimeout(() => this.start(), STARTS_AGAIN);
    else this.start();
  }

  async kill(staysAway = false): Promise<void> {
    this.#staysAway = staysAway;
    this.#child?.kill('SIGKILL');
    await this.#exited;
  }

  /** Its machine is gone, with all that stood there. It stays away until it is started; then it is another. */
  async lose(): Promise<void> {
    await this.kill(true);
    rmSync(this.#folder, { recursive: true, force: true });
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  async leave(): Promise<void> {
    this.#child?.kill('SIGINT');
    await this.#exited;
  }

  /** At whatever instruction it is; until what is answered is called. */
  standStill(): () => void {
    const child = this.#child;
    child?.kill('SIGSTOP');
    return () => child?.kill('SIGCONT');
  }

  /** Its loop does not turn any more. */
  block(): () => void {
    writeFileSync(`${this.#folder}.blocked`, '');
    this.#child?.kill('SIGUSR2');
    return () => rmSync(`${this.#folder}.blocked`);
  }

  end(): void {
    this.#ended = true;
    this.#child?.kill('SIGKILL');
  }
}

/**
 * Work on pages in threads of their own, or in place where that is asked for. What a thread does is a module of its own that calls
 * `answerTasks`, because functions do not cross threads; setup, tasks and answers must survive a structured clone. A task that kills its
 * thread costs that task (`watched-thread.ts`).
 */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { memoryOfOthers } from './process-memory.ts';
import { type Crashed, WatchedThread } from './watched-thread.ts';

export interface ThreadPoolOptions<Setup, Task, Answer> {
  /** The module of a thread. */
  readonly thread: URL;
  /** What that module hands to `answerTasks`. */
  readonly inPlace: (setup: Setup) => Promise<(task: Task) => Promise<Answer>>;
  readonly setup: Setup;
  /** `auto`: one less than the cores, and at least one, because only a thread has limits. 0 works in this thread. */
  readonly threads: number | 'auto';
  /** A task that takes longer is given up, ms. */
  readonly timeout: number;
  /** Heap of a thread, MB: all of it, and what is young of it. */
  readonly heap: number;
  readonly youngHeap: number;
  /**
   * What a thread may add to the memory of the process, MB. Arrays of bytes are outside of every heap, and no platform limits them for a
   * thread: the process is measured, and above its bound the thread that has worked longest on one task is ended.
   */
  readonly memory?: number;
  /** Bytes that a task takes with it to its thread. */
  readonly weigh?: (task: Task) => number;
  /** Starts every thread now. Otherwise each when it is needed: a few pages need one. */
  readonly atOnce?: boolean;
}

/** For a thread to load what it needs, on a busy machine, ms. */
const LONGEST_START = 120_000;
const MOST_THREADS = 64;
/** Between two measurements, ms. */
const MEASURED_EVERY = 200;
const MB = 1 << 20;

export class ThreadPool<Setup, Task, Answer> {
  readonly #options: ThreadPoolOptions<Setup, Task, Answer>;
  readonly #most: number;
  readonly #threads: WatchedThread<Task, Answer>[] = [];
  #inPlace: Promise<(task: Task) => Promise<Answer>> | null = null;
  #measuring: NodeJS.Timeout | null = null;

  constructor(options: ThreadPoolOptions<Setup, Task, Answer>) {
    this.#options = options;
    const count = options.threads === 'auto' ? Math.max(1, availableParallelism() - 1) : options.threads;
    this.#most = Math.max(0, Math.min(MOST_THREADS, count));
    if (options.atOnce === true) while (this.#threads.length < this.#most) this.#start();
  }

  /** Threads that work at once; in place it is one. */
  get width(): number {
    return Math.max(1, this.#most);
  }

  async run(task: Task): Promise<Answer | Crashed> {
    if (this.#most === 0) {
      this.#inPlace ??= this.#options.inPlace(this.#options.setup);
      return (await this.#inPlace)(task);
    }
    let thread = this.#threads[0];
    for (const other of this.#threads) if (thread === undefined || other.load < thread.load) thread = other;
    if (thread === undefined || (thread.load > 0 && this.#threads.length < this.#most))
      thread = this.#start();
    return thread.run(task);
  }

  async close(): Promise<void> {
    if (this.#measuring !== null) clearInterval(this.#measuring);
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #measure(memory: number): void {
    const before = memoryOfOthers();
    this.#measuring = setInterval(() => {
      const busy = this.#threads.filter((thread) => thread.load > 0);
      if (busy.length === 0 || memoryOfOthers() - before <= this.#threads.length * memory * MB) return;
      busy.reduce((eldest, other) => (other.busySince < eldest.busySince ? other : eldest)).giveUp('memory');
    }, MEASURED_EVERY);
    this.#measuring.unref();
  }

  #start(): WatchedThread<Task, Answer> {
    const { memory } = this.#options;
    if (memory !== undefined && this.#measuring === null) this.#measure(memory);
    const { thread: module, setup, timeout, heap, youngHeap, weigh } = this.#options;
    const thread = new WatchedThread<Task, Answer>({
      start: () =>
        new Worker(module, {
          workerData: setup,
          resourceLimits: { maxOldGenerationSizeMb: heap, maxYoungGenerationSizeMb: youngHeap },
        }),
      weigh,
      timeout,
      // A thread that cannot even start is no page's fault: the work ends, rather than calling every page bad.
      startTimeout: LONGEST_START,
    });
    this.#threads.push(thread);
    return thread;
  }
}

/** Whether threads can read what this process reads: sources are read in place where only this thread has a loader for them. */
export function threadsReadSources(here: string): boolean {
  return !here.endsWith('.ts') || process.execArgv.some((word) => word.includes('tsx'));
}

/** The module of a thread beside the one at `here`, in whatever form it was built: `./analysis-thread`. */
export function threadModule(name: string, here: string): URL {
  return new URL(`${name}${here.endsWith('.ts') ? '.ts' : '.js'}`, here);
}

/** Bytes that take nothing else with them to another thread: a view takes the whole buffer that it looks at. */
export function aloneInBuffer(bytes: Uint8Array): Uint8Array {
  return bytes.buffer.byteLength > 2 * bytes.byteLength ? new Uint8Array(bytes) : bytes;
}

/**
 * A thread that works on one task after another. A task may be hostile enough to exhaust the thread's memory or time: the thread is then
 * replaced, that task is answered with a failure, and those that waited behind it are sent again to the new one.
 *
 * The thread is sent `{ id, task }` and answers `{ id, answer }`.
 */
import type { Worker } from 'node:worker_threads';

export interface Crashed {
  readonly kind: 'crashed';
  readonly reason: string;
}

export interface WatchedThreadOptions<Task> {
  readonly start: () => Worker;
  /** Bytes that a task takes with it. What is sent is copied: beyond some of it, tasks wait on this side. */
  readonly weigh?: ((task: Task) => number) | undefined;
  /** A task that takes longer is given up, ms. */
  readonly timeout: number;
  /**
   * For a thread that says `ready` before it can work: how long that may take, ms. When it ends before, no task is to blame and another
   * thread would fare no better: the tasks fail with its error.
   */
  readonly startTimeout?: number;
}

/** A thread has the next task at hand while it works on one; of light ones as many as these bytes are. */
const FEWEST_SENT = 2;
const MOST_SENT_BYTES = 2 << 20;

interface Job<Task, Answer> {
  readonly id: number;
  readonly bytes: number;
  readonly task: Task;
  readonly resolve: (answer: Answer | Crashed) => void;
  readonly reject: (error: Error) => void;
}

export class WatchedThread<Task, Answer> {
  readonly #options: WatchedThreadOptions<Task>;
  /** Not answered yet, in order; the first `#sent` of them are with the thread. */
  readonly #jobs = new Map<number, Job<Task, Answer>>();
  readonly #waiting: Job<Task, Answer>[] = [];
  #sent = 0;
  #sentBytes = 0;
  #worker: Worker;
  #timer: NodeJS.Timeout | null = null;
  #ready = false;
  /** Why it could not start. */
  #unable: Error | null = null;
  #closed = false;
  #lastId = 0;
  /** When the task began that is being worked on. */
  busySince = Number.POSITIVE_INFINITY;

  constructor(options: WatchedThreadOptions<Task>) {
    this.#options = options;
    this.#worker = this.#start();
  }

  /** Whether it has loaded what it needs. */
  get ready(): boolean {
    return this.#ready;
  }

  /** Tasks that are not answered yet. */
  get load(): number {
    return this.#jobs.size;
  }

  run(task: Task): Promise<Answer | Crashed> {
    if (this.#unable) return Promise.reject(this.#unable);
    const bytes = this.#options.weigh?.(task) ?? 0;
    return new Promise((resolve, reject) => this.#take({ id: ++this.#lastId, bytes, task, resolve, reject }));
  }

  /** Ends the task that is being worked on. */
  giveUp(reason: string): void {
    if (this.#ready) this.#replace(this.#worker, new Error(reason));
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#timer) clearTimeout(this.#timer);
    await this.#worker.terminate();
    for (const job of this.#jobs.values()) job.resolve({ kind: 'crashed', reason: 'closed' });
    this.#jobs.clear();
  }

  #start(): Worker {
    const worker = this.#options.start();
    this.#ready = this.#options.startTimeout === undefined;
    worker.on('message', (message: 'ready' | { id: number; answer: Answer }) => {
      this.#ready = true;
      const job = message === 'ready' ? undefined : this.#jobs.get(message.id);
      if (job !== undefined) this.#answered(job);
      this.#watch();
      if (message !== 'ready') job?.resolve(message.answer);
    });
    // 'error' may overtake the last answers; before 'exit' they have all arrived. The task to blame is then the oldest, the one being
    // worked on.
    let cause: unknown = new Error('thread-ended');
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => this.#replace(worker, cause));
    return worker;
  }

  #take(job: Job<Task, Answer>): void {
    this.#jobs.set(job.id, job);
    if (this.#jobs.size === 1) this.#watch();
    this.#waiting.push(job);
    this.#send();
  }

  #send(): void {
    while (this.#waiting.length > 0 && (this.#sent < FEWEST_SENT || this.#sentBytes < MOST_SENT_BYTES)) {
      const job = this.#waiting.shift()!;
      this.#sent++;
      this.#sentBytes += job.bytes;
      this.#worker.postMessage({ id: job.id, task: job.task });
    }
  }

  #answered(job: Job<Task, Answer>): void {
    this.#jobs.delete(job.id);
    this.#sent--;
    this.#sentBytes -= job.bytes;
    this.#send();
  }

  #replace(worker: Worker, cause: unknown): void {
    if (this.#closed || worker !== this.#worker) return;
    const error = cause instanceof Error ? cause : new Error(String(cause));
    const jobs = [...this.#jobs.values()];
    this.#jobs.clear();
    this.#waiting.length = 0;
    this.#sent = 0;
    this.#sentBytes = 0;
    if (!this.#ready) {
      this.#unable = error;
      for (const job of jobs) job.reject(error);
      return;
    }
    const [culprit, ...waiting] = jobs;
    this.#worker = this.#start();
    void worker.terminate();
    culprit?.resolve({ kind: 'crashed', reason: (error as NodeJS.ErrnoException).code ?? error.message });
    for (const job of waiting) this.#take(job);
  }

  /** The clock of a task starts when it becomes the oldest of its thread. */
  #watch(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.busySince = this.#jobs.size === 0 ? Number.POSITIVE_INFINITY : performance.now();
    if (this.#jobs.size === 0 || this.#closed) return;
    const worker = this.#worker;
    const { timeout, startTimeout } = this.#options;
    const patience = this.#ready ? timeout : (startTimeout ?? timeout);
    this.#timer = setTimeout(() => this.#replace(worker, new Error('timeout')), patience);
    this.#timer.unref();
  }
}

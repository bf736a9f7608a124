/**
 * Threads in which questions to catalogues are answered, so that a long one keeps nobody waiting: each thread has one question at a time,
 * the others wait in a queue for the first that is free, and a question that takes too long, or too much memory, costs its thread and
 * nothing else.
 */
import { Worker } from 'node:worker_threads';
import type { CollectionPlace } from '../../collection/index.ts';
import { TarrafaError } from '../../errors.ts';
import { type Crashed, threadModule, WatchedThread } from '../../page/pool/index.ts';
import type { OpenCollection } from '../collections.ts';
import {
  type BlocksOfRecord,
  type PageTask,
  QUESTIONS,
  type Question,
  type QuestionAnswer,
  type QuestionTask,
  type SharedQuestions,
} from './question.ts';

export interface QuestionThreadsOptions {
  /** Threads at the most; each is started when it is first needed. */
  readonly threads: number;
  /**
   * As many of them are started as soon as no other is free. The rest only for questions that wait behind long ones: where there is no core
   * for it, a thread more answers no more questions, and costs tens of megabytes. All of them unless set.
   */
  readonly steady?: number | undefined;
  /** A question that takes longer is given up, ms. */
  readonly timeout?: number | undefined;
  /** Threads beyond the steady ones end when they were not needed for this, ms. */
  readonly idle?: number | undefined;
  /** Heap of a thread, MB. */
  readonly heap?: number | undefined;
  /** What the threads run, for tests. */
  readonly module?: URL | undefined;
}

const TIMEOUT = 10_000;
/** For a thread to load what it needs, on a busy machine, ms. */
const LONGEST_START = 120_000;
/** Heap of a thread, MB: the columns of millions of pages, and an answer. */
const HEAP = 1_024;
/** Small: what a question makes is soon gone, and a thread that keeps little is as quick. */
const YOUNG_HEAP = 4;
/**
 * While somebody waits it is looked this often, ms, whether every thread has been at one question for so long; each time that it is so counts,
 * and each time that it is not takes something of the count away. Waiting of this much in all, ms, is worth a thread: one long question is, and
 * so are some that are not so long, but no crowd of short ones, however long its queue.
 */
const LOOKED_EVERY = 25;
const KEPT_OF_COUNT = 0.95;
const PATIENCE = 500;
const IDLE = 60_000;
/** For threads to close their files when the server ends, ms. */
const LONGEST_CLOSE = 2_000;

type Thread = WatchedThread<QuestionTask | null, QuestionAnswer>;

export class QuestionThreads {
  readonly #options: QuestionThreadsOptions;
  readonly #free: Thread[] = [];
  readonly #all: Thread[] = [];
  readonly #waiting: ((thread: Thread) => void)[] = [];
  #openings = 0;
  /** Until it is looked again whether those who wait do so behind long questions. */
  #looking: NodeJS.Timeout | null = null;
  /** How long somebody has waited behind long questions, ms. */
  #waited = 0;
  /** Until a thread ends that nobody needs. */
  #resting: NodeJS.Timeout | null = null;

  constructor(options: QuestionThreadsOptions) {
    this.#options = options;
  }

  /** A collection whose long questions are answered by the threads, and everything else by itself. */
  collection(
    place: CollectionPlace | SharedQuestions,
    { catalogue }: Pick<OpenCollection, 'catalogue'>,
    /** Of a page, when the threads cannot find it themselves. */
    recordOf?: (id: number) => Promise<BlocksOfRecord | null>,
  ): Pick<OpenCollection, 'catalogue' | PageTask> {
    const opening = ++this.#openings;
    const ask = (question: Question, values: readonly unknown[]) =>
      this.#ask({ place, opening, question, values });
    const ofPage = async (task: PageTask, id: number, ...values: readonly unknown[]) => {
      const page = recordOf === undefined ? id : await recordOf(id);
      return page === null ? null : ask(task, [page, ...values]);
    };
    const asked = new Map(
      QUESTIONS.map((question) => [question as PropertyKey, (...values: unknown[]) => ask(question, values)]),
    );
    return {
      catalogue: new Proxy(catalogue, {
        get: (target, name) => {
          const value = asked.get(name) ?? Reflect.get(target, name, target);
          return typeof value === 'function' ? value.bind(target) : value;
        },
      }),
      blocks: (id) => ofPage('blocks', id) as ReturnType<OpenCollection['blocks']>,
      computedFacts: (id) => ofPage('computedFacts', id) as ReturnType<OpenCollection['computedFacts']>,
      rewrite: async (id, correction) => void (await ofPage('rewrite', id, correction)),
      difference: (from, to) => ask('difference', [from, to]) as ReturnType<OpenCollection['difference']>,
      matches: (id, query) => ask('matches', [id, query]) as ReturnType<OpenCollection['matches']>,
      citedItems: (items) => ask('citedItems', [items]) as ReturnType<OpenCollection['citedItems']>,
      itemsToAdd: (wanted) => ask('itemsToAdd', [wanted]) as ReturnType<OpenCollection['itemsToAdd']>,
    };
  }

  async #ask(task: QuestionTask): Promise<unknown> {
    const thread = await this.#take();
    let answer: QuestionAnswer | Crashed;
    try {
      answer = await thread.run(task);
    } finally {
      this.#giveBack(thread);
    }
    switch (answer.kind) {
      case 'answer':
        return answer.value;
      case 'failed':
        throw new TarrafaError(answer.code, answer.values);
      case 'fault':
        throw Object.assign(new Error(answer.message), { stack: answer.stack });
      default:
        throw this.#givenUp(task.question, answer);
    }
  }

  /** Memory used up is as good as time used up: the question asks for too much. */
  #givenUp(question: Question, answer: Crashed | { readonly kind: 'closed' }): Error {
    const reason = answer.kind === 'crashed' ? answer.reason : 'closed';
    if (reason === 'timeout' || reason === 'ERR_WORKER_OUT_OF_MEMORY' || reason === 'closed')
      return new TarrafaError('TRF_TIME_OUT', [question, (this.#options.timeout ?? TIMEOUT) / 1000]);
    return new Error(`the thread that answered ${question} ended: ${reason}`);
  }

  get #steady(): number {
    return this.#options.steady ?? this.#options.threads;
  }

  #take(): Promise<Thread> | Thread {
    const free = this.#free.pop();
    if (free !== undefined) {
      if (this.#all.length - this.#free.length > this.#steady) this.#needed();
      return free;
    }
    if (this.#all.length < Math.min(this.#steady, this.#options.threads)) return this.#start();
    if (this.#all.length < this.#options.threads) this.#lookLater();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #giveBack(thread: Thread): void {
    const next = this.#waiting.shift();
    if (next !== undefined) {
      next(thread);
      return;
    }
    this.#free.push(thread);
    if (this.#all.length > this.#steady && this.#resting === null) this.#needed();
  }

  #lookLater(): void {
    this.#looking ??= setTimeout(() => {
      this.#looking = null;
      if (this.#waiting.length === 0 || this.#all.length >= this.#options.threads) return;
      const began = performance.now() - LOOKED_EVERY;
      const behindLong = this.#all.every(({ ready, busySince }) => ready && busySince <= began);
      this.#waited = behindLong ? this.#waited + LOOKED_EVERY : this.#waited * KEPT_OF_COUNT;
      if (this.#waited >= PATIENCE) {
        this.#waited = 0;
        this.#giveBack(this.#start());
      }
      this.#lookLater();
    }, LOOKED_EVERY).unref();
  }

  /** More threads than the steady ones are at work: the last moment at which one of them may end is moved on. */
  #needed(): void {
    if (this.#resting !== null) clearTimeout(this.#resting);
    this.#resting = setTimeout(() => {
      this.#resting = null;
      const thread = this.#all.length > this.#steady ? this.#free.shift() : undefined;
      if (thread === undefined) return;
      this.#all.splice(this.#all.indexOf(thread), 1);
      const close = () => thread.close();
      void thread.run(null).then(close, close);
      if (this.#all.length > this.#steady) this.#needed();
    }, this.#options.idle ?? IDLE).unref();
  }

  #start(): Thread {
    const module = this.#options.module ?? threadModule('./question-thread', import.meta.url);
    const thread: Thread = new WatchedThread({
      start: () =>
        new Worker(module, {
          resourceLimits: {
            maxOldGenerationSizeMb: this.#options.heap ?? HEAP,
            maxYoungGenerationSizeMb: YOUNG_HEAP,
          },
        }),
      timeout: this.#options.timeout ?? TIMEOUT,
      startTimeout: LONGEST_START,
    });
    this.#all.push(thread);
    return thread;
  }

  /** Threads that are idle close their files first; one that is at work is ended. */
  async close(): Promise<void> {
    if (this.#looking !== null) clearTimeout(this.#looking);
    if (this.#resting !== null) clearTimeout(this.#resting);
    const idle = this.#free.splice(0);
    const late = new Promise<void>((resolve) => setTimeout(resolve, LONGEST_CLOSE).unref());
    await Promise.race([Promise.allSettled(idle.map((thread) => thread.run(null))), late]);
    await Promise.all(this.#all.map((thread) => thread.close()));
  }
}

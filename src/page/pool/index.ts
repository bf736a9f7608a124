/** Threads that read pages, watched. */
export { answerTasks } from './answer-tasks.ts';
export { aloneInBuffer, ThreadPool, type ThreadPoolOptions, threadModule } from './thread-pool.ts';
export type { Crashed } from './watched-thread.ts';

/** Threads that read pages, watched. */
export { answerTasks } from './answer-tasks.ts';
export { aloneInBuffer, ThreadPool, threadModule, threadsReadSources } from './thread-pool.ts';
export { type Crashed, WatchedThread } from './watched-thread.ts';

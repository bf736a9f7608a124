/** A thread of a process that ends it when it takes too much memory. */
import { Worker } from 'node:worker_threads';

/** Bytes; honest PDFs of the largest size that is read stay below a third of it. */
const MOST = 768 * 2 ** 20;
const EVERY = 50;

/** As text: it must run in every form of the program, and from the sources a thread has nothing that reads them. */
const GUARD = `setInterval(() => {
  if (process.memoryUsage.rss() > ${MOST}) process.kill(process.pid, 'SIGKILL');
}, ${EVERY});`;

/** Its own thread, because the one that calls may be deep inside a PDF. */
export function guardMemory(): void {
  new Worker(GUARD, { eval: true }).unref();
}

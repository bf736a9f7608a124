/** The thread of a process that ends it when it takes too much memory. */

/** Bytes; honest PDFs of the largest size that is read stay below a third of it. */
const MOST = 768 * 2 ** 20;
const EVERY = 50;

setInterval(() => {
  if (process.memoryUsage.rss() > MOST) process.kill(process.pid, 'SIGKILL');
}, EVERY);

/** The body of an analysis thread: takes pages, answers with facts. */
import { parentPort, workerData } from 'node:worker_threads';
import { type AnalysisSetup, createPageAnalysis } from './page-analysis.ts';
import type { PageInput } from './page-facts.ts';

const port = parentPort;
if (port) {
  const analyse = createPageAnalysis(workerData as AnalysisSetup);
  port.on('message', async ({ id, task }: { id: number; task: PageInput }) => {
    port.postMessage({ id, answer: await (await analyse)(task) });
  });
  analyse.then(() => port.postMessage('ready'));
}

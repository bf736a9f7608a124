/** The body of a thread of a pool: takes tasks, answers with what becomes of them. */
import { parentPort, workerData } from 'node:worker_threads';

/** Called by the module of a thread, with what a pool in place would be handed too. `handOver`: bytes of an answer that need not be copied. */
export async function answerTasks<Setup, Task, Answer>(
  create: (setup: Setup) => Promise<(task: Task) => Promise<Answer>>,
  handOver: (answer: Answer) => readonly ArrayBuffer[] = () => [],
): Promise<void> {
  const port = parentPort;
  if (port === null) return;
  const run = await create(workerData as Setup);
  port.postMessage('ready');
  port.on('message', async ({ id, task }: { id: number; task: Task }) => {
    const answer = await run(task);
    port.postMessage({ id, answer }, handOver(answer));
  });
}

/** The body of a reading thread: takes documents, answers with what they say. */
import { parentPort, workerData } from 'node:worker_threads';
import { createDocumentReader, type DocumentTask, type ReaderSetup } from './page-reader.ts';

const port = parentPort;
if (port) {
  const read = await createDocumentReader(workerData as ReaderSetup);
  port.postMessage('ready');
  port.on('message', async ({ id, task }: { id: number; task: DocumentTask }) => {
    port.postMessage({ id, answer: await read(task) });
  });
}

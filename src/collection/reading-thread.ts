/** A thread that reads archived documents. */
import { answerTasks } from '../page/pool/index.ts';
import { createDocumentReader } from './page-reader.ts';

await answerTasks(createDocumentReader);

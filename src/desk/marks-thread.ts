/** A thread that reads what answers are known by. */
import { answerTasks } from '../page/pool/index.ts';
import { createMarksReader } from './marks-pool.ts';

await answerTasks(createMarksReader);

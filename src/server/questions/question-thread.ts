/** A thread that answers questions to catalogues. */
import { answerTasks } from '../../page/pool/index.ts';
import { answerQuestions } from './answer-questions.ts';

await answerTasks(answerQuestions);

/** A thread that analyses the pages of a crawl. */
import { answerTasks } from '../page/pool/index.ts';
import { createPageAnalysis } from './page-analysis.ts';

await answerTasks(createPageAnalysis);

/** A thread that makes archived pages fit to be shown. */
import { answerTasks } from '../../page/pool/index.ts';
import { rewriteCaptures } from './rewrite-captures.ts';

await answerTasks(rewriteCaptures);

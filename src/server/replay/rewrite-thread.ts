/** A thread that makes archived pages fit to be shown. What it has made is handed over, not copied. */
import { aloneInBuffer, answerTasks } from '../../page/pool/index.ts';
import { type RewriteTask, rewriteCaptures } from './rewrite-captures.ts';

await answerTasks(
  async () => {
    const rewrite = await rewriteCaptures();
    return async (task: RewriteTask) => {
      const made = await rewrite(task);
      if (made.kind !== 'page') return made;
      return { kind: made.kind, page: { ...made.page, bytes: aloneInBuffer(made.page.bytes) } };
    };
  },
  (made) => (made.kind === 'page' ? [made.page.bytes.buffer as ArrayBuffer] : []),
);

/** What a thread does that makes archived pages fit to be shown. */
import { type PlainCapture, type Rewritten, rewriteCapture } from '../../collection/index.ts';
import { replayPath } from './archive-url.ts';

export interface RewriteTask {
  readonly capture: PlainCapture;
  /** Name of the archive. */
  readonly archive: string;
  readonly timestamp: string;
  readonly banner: string;
}

export async function rewriteCaptures(): Promise<(task: RewriteTask) => Promise<Rewritten>> {
  return async ({ capture, archive, timestamp, banner }) =>
    rewriteCapture(capture, { path: (to) => replayPath(archive, timestamp, to), banner });
}

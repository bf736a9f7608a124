/** How work that can be ended early without losing what was done is asked to end. */

export interface Stopping {
  /** Ends the work with what there is; what is under way is finished. */
  readonly signal?: AbortSignal | undefined;
  /** Ends it sooner: what is under way is given up too. */
  readonly giveUp?: AbortSignal | undefined;
}

/**
 * Calls `stop` once when the work is asked to end, and again when it is asked to give up; at once when that was before there was anything
 * to end. The function given back ends the listening.
 */
export function whenStopped({ signal, giveUp }: Stopping, stop: () => void): () => void {
  let asked = 0;
  const raise = (level: number): void => {
    while (asked < level) {
      asked++;
      stop();
    }
  };
  const once = () => raise(1);
  const twice = () => raise(2);
  if (signal?.aborted) once();
  if (giveUp?.aborted) twice();
  signal?.addEventListener('abort', once);
  giveUp?.addEventListener('abort', twice);
  return () => {
    signal?.removeEventListener('abort', once);
    giveUp?.removeEventListener('abort', twice);
  };
}

export function isStopped({ signal, giveUp }: Stopping): boolean {
  return signal?.aborted === true || giveUp?.aborted === true;
}

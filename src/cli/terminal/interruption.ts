/** Ctrl-C during work that can be ended early without losing what was done. */

export interface Interruption {
  /** Takes the way to end the work: called once for each Ctrl-C, and at once when one came before there was anything to end. */
  onStart(stop: () => void): void;
  readonly interrupted: boolean;
  /** Signals mean again what they meant before. */
  end(): void;
}

/** From now on SIGINT and SIGTERM ask the work to end, and do not end the process. `tell` is called first, each time. */
export function awaitInterruption(tell: () => void): Interruption {
  let stop: (() => void) | null = null;
  let asked = 0;
  const onSignal = (): void => {
    asked++;
    tell();
    stop?.();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    onStart(way) {
      stop = way;
      for (let i = 0; i < asked; i++) way();
    },
    get interrupted() {
      return asked > 0;
    },
    end() {
      process.off('SIGINT', onSignal);
      process.off('SIGTERM', onSignal);
    },
  };
}

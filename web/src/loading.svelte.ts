/** Something asked for, on its way, here, or failed. A newer question ends the older one; the old answer stays until the new one is here. */
import { ApiProblem } from './api/problem.ts';

export class Loading<T> {
  value = $state.raw<T | null>(null);
  problem = $state.raw<ApiProblem | null>(null);
  busy = $state(false);
  #current: AbortController | null = null;
  #again: (() => void) | null = null;

  /** Give `fresh` when the old answer says nothing about the new question. */
  async load(ask: (signal: AbortSignal) => Promise<T>, fresh = false): Promise<void> {
    this.#current?.abort();
    const current = new AbortController();
    this.#current = current;
    this.#again = () => void this.load(ask);
    this.busy = true;
    this.problem = null;
    if (fresh) this.value = null;
    try {
      const value = await ask(current.signal);
      if (this.#current !== current) return;
      this.value = value;
    } catch (error) {
      if (this.#current !== current) return;
      this.value = null;
      this.problem =
        error instanceof ApiProblem ? error : new ApiProblem('UNEXPECTED', (error as Error).message, '', -1);
    }
    this.busy = false;
  }

  retry(): void {
    this.#again?.();
  }

  stop(): void {
    this.#current?.abort();
    this.#current = null;
    this.busy = false;
  }
}

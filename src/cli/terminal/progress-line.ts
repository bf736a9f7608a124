/** One line about work that takes long, rewritten in place: from its third second on, and on a terminal only. */

import type { Language } from '../../words/index.ts';
import { formatNumber } from '../../words/index.ts';

export interface ProgressOutput {
  readonly isTerminal: boolean;
  err(text: string): void;
  now(): number;
}

const PATIENCE = 2_000;
const EVERY = 200;
const WIDTH = 24;

export class ProgressLine {
  readonly #output: ProgressOutput;
  readonly #language: Language;
  readonly #began: number;
  #last = Number.NEGATIVE_INFINITY;
  #shown = false;

  constructor(output: ProgressOutput, language: Language) {
    this.#output = output;
    this.#language = language;
    this.#began = output.now();
  }

  /** `what` with how much of it is done; a bar when it is known how much there is. */
  show(what: string, done: number, total: number | null, format?: (value: number) => string): void {
    const now = this.#output.now();
    if (!this.#output.isTerminal || now - this.#began < PATIENCE || now - this.#last < EVERY) return;
    this.#last = now;
    this.#shown = true;
    const n = format ?? ((value: number) => formatNumber(value, this.#language));
    const share = total === null || total <= 0 ? null : Math.min(1, done / total);
    const full = Math.round((share ?? 0) * WIDTH);
    const bar = share === null ? '' : `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} `;
    this.#output.err(`\r\x1b[2K${bar}${n(done)}${total === null ? '' : ` / ${n(total)}`} ${what}`);
  }

  clear(): void {
    if (this.#shown) this.#output.err('\r\x1b[2K');
    this.#shown = false;
  }
}

/** One line about work that takes long, rewritten in place: from its third second on, and on a terminal only. How fast it goes, and for how much longer. */

import type { Language } from '../../words/index.ts';
import { formatNumber, say } from '../../words/index.ts';
import { PROGRESS_WORDS } from '../../words/progress.ts';
import { formatDuration } from './quantity.ts';

export interface ProgressOutput {
  /** Whether somebody watches `err`, also while what comes of the work goes to a file. */
  readonly isWatched: boolean;
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
    if (!this.#output.isWatched || now - this.#began < PATIENCE || now - this.#last < EVERY) return;
    this.#last = now;
    this.#shown = true;
    const n = format ?? ((value: number) => formatNumber(value, this.#language));
    const share = total === null || total <= 0 ? null : Math.min(1, done / total);
    const full = Math.round((share ?? 0) * WIDTH);
    const bar = share === null ? '' : `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} `;
    const m = PROGRESS_WORDS[this.#language];
    const speed = (1_000 * done) / (now - this.#began);
    const pace = speed > 0 ? ` · ${say(m.perSecond, { amount: n(speed) })}` : '';
    const left =
      speed > 0 && total !== null && done < total
        ? ` · ${say(m.left, { time: formatDuration((1_000 * (total - done)) / speed) })}`
        : '';
    this.#output.err(
      `\r\x1b[2K${bar}${n(done)}${total === null ? '' : ` / ${n(total)}`} ${what}${pace}${left}`,
    );
  }

  clear(): void {
    if (this.#shown) this.#output.err('\r\x1b[2K');
    this.#shown = false;
  }
}

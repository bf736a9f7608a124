/** The live picture of a crawl: one line that is rewritten on a terminal, JSON lines for a program, nothing otherwise. */
import type { CrawlStatus } from '../../crawl/index.ts';
import { COMMAND_WORDS } from '../../words/commands.ts';
import type { Language } from '../../words/index.ts';
import { formatBytes, formatFixed } from '../../words/index.ts';

export interface StatusOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export type StatusMode = 'line' | 'json' | 'none';

export function statusText(status: CrawlStatus, language: Language): string {
  const m = COMMAND_WORDS[language];
  const n = (value: number, digits = 0) => formatFixed(value, language, digits);
  return [
    `${n(status.pages)} ${m.pages}`,
    `${n(status.pagesPerSecond, status.pagesPerSecond < 10 ? 1 : 0)}${m.perSecond}`,
    `${formatBytes(status.bytesPerSecond, language)}${m.perSecond}`,
    `${n(status.sites)} ${m.sites}`,
    ...(status.policy?.precision === undefined
      ? []
      : [`${m.precision} ${n(100 * status.policy.precision, 1)} %`]),
    ...(status.policy?.capacity === undefined
      ? []
      : [`${n(status.policy.size!)}/${n(status.policy.capacity)} ${m.heldPages}`]),
    `${n(status.queued)} ${m.queued}`,
    `${n(status.inFlight)}/${n(status.concurrency)} ⇄`,
    `${n(status.refused)} ${m.refused}`,
    `${n(status.errors)} ${m.errors}`,
  ].join(' · ');
}

export class StatusLine {
  readonly #output: StatusOutput;
  readonly #mode: StatusMode;
  readonly #language: Language;
  #shown = false;

  constructor(output: StatusOutput, mode: StatusMode, language: Language) {
    this.#output = output;
    this.#mode = mode;
    this.#language = language;
  }

  show(status: CrawlStatus): void {
    if (this.#mode === 'none') return;
    if (this.#mode === 'json') {
      this.#output.write(`${JSON.stringify({ event: 'progress', ...status })}\n`);
      return;
    }
    const text = statusText(status, this.#language);
    const width = Math.max(20, (this.#output.columns || 100) - 1);
    // Rewrites the line in place; a longer one would wrap and leave its head behind.
    this.#output.write(`\r\x1b[2K${text.length > width ? `${text.slice(0, width - 1)}…` : text}`);
    this.#shown = true;
  }

  /** Leaves the line, so that what is printed next starts on its own. */
  clear(): void {
    if (this.#shown) this.#output.write('\r\x1b[2K');
    this.#shown = false;
  }
}

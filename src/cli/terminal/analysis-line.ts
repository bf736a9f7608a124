/** How an analysis goes, on one line that is rewritten: captures, pages, how fast and how long it will take; and what it passed by. */
import type { AnalysisProgress, PassedBy, PassedCaptures } from '../../collection/index.ts';
import { ANALYSE_WORDS, type AnalyseWords } from '../../words/analyse.ts';
import { amount, formatBytes, formatFixed, formatNumber, type Language, say } from '../../words/index.ts';
import { PROGRESS_WORDS } from '../../words/progress.ts';
import type { ProgressOutput } from './progress-line.ts';
import { formatDuration } from './quantity.ts';

export interface AnalysisOutput extends ProgressOutput {
  readonly columns: number;
}

const SHOWN_EVERY = 200;
/** What takes no time needs no line. */
const PATIENCE = 500;
/** Speed is told of the last so many ms. */
const SPEED_WINDOW = 10_000;

export class AnalysisLine {
  readonly #output: AnalysisOutput;
  readonly #language: Language;
  readonly #m: AnalyseWords;
  readonly #began: number;
  readonly #samples: { readonly at: number; readonly done: number; readonly pages: number }[] = [];
  #last = Number.NEGATIVE_INFINITY;
  #phase = '';
  #shown = false;

  constructor(output: AnalysisOutput, language: Language) {
    this.#output = output;
    this.#language = language;
    this.#m = ANALYSE_WORDS[language];
    this.#began = output.now();
  }

  /** `ofCaptures`: how many captures there are, where that is known. */
  readonly show = (progress: AnalysisProgress, ofCaptures: number | null = null): void => {
    if (!this.#output.isWatched) return;
    const now = this.#output.now();
    const fresh = progress.phase !== this.#phase;
    if (!fresh && now - this.#last < SHOWN_EVERY) return;
    if (now - this.#began < PATIENCE) return;
    if (fresh) this.#samples.length = 0;
    this.#phase = progress.phase;
    this.#last = now;
    this.#samples.push({ at: now, done: progress.done, pages: progress.pages });
    while (this.#samples.length > 2 && now - this.#samples[0]!.at > SPEED_WINDOW) this.#samples.shift();
    const text = this.#text(progress, ofCaptures);
    const width = Math.max(20, this.#output.columns - 1);
    this.#output.err(`\r\x1b[2K${text.length > width ? `${text.slice(0, width - 1)}…` : text}`);
    this.#shown = true;
  };

  /** Leaves the line, so that what is printed next starts on its own. */
  clear(): void {
    if (this.#shown) this.#output.err('\r\x1b[2K');
    this.#shown = false;
  }

  #text({ phase, done, total, captures, pages }: AnalysisProgress, ofCaptures: number | null): string {
    const [m, p] = [this.#m, PROGRESS_WORDS[this.#language]];
    const first = this.#samples[0]!;
    const last = this.#samples.at(-1)!;
    const seconds = (last.at - first.at) / 1_000;
    const n = (value: number) => amount(value, this.#language, formatFixed(value, this.#language, 0));
    const parts = [m.phases[phase]];
    if (phase === 'reading') {
      // What an earlier import had left to do counts among the captures, and may be more than there are now.
      if (ofCaptures !== null && captures <= ofCaptures)
        parts.push(say(m.capturesOf, { done: n(captures).shown, captures: n(ofCaptures) }));
      parts.push(say(m.pagesDone, { pages: n(pages) }));
    }
    if (phase === 'reading' && seconds > 0)
      parts.push(say(p.perSecond, { amount: n((last.pages - first.pages) / seconds) }));
    if (total > 0 && phase !== 'settling')
      parts.push(
        `${formatBytes(done, this.#language)} / ${formatBytes(total, this.#language)} (${n((100 * done) / total).shown} %)`,
      );
    const speed = seconds > 0 ? (last.done - first.done) / seconds : 0;
    if (speed > 0 && done < total && seconds >= 1)
      parts.push(say(p.left, { time: formatDuration((1_000 * (total - done)) / speed) }));
    return parts.join(' · ');
  }
}

/** The captures of which nothing was made, with why: '' when there were none. */
export function passedText(passed: PassedCaptures, language: Language): string {
  const m = ANALYSE_WORDS[language];
  const counts = Object.entries(passed).filter(([, count]) => count > 0) as [PassedBy, number][];
  if (counts.length === 0) return '';
  const n = (value: number) => amount(value, language, formatNumber(value, language));
  const parts = counts
    .sort(([, a], [, b]) => b - a)
    .map(([why, count]) => say(m.passedBy[why], { count: n(count) }));
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  return say(m.passed, { count: n(all), list: parts.join(', ') });
}

/** Is an answer right as often as it says? By tenths of what was said. */
import type { Bar, MeasureTable } from '../../bench/measure.ts';

const BINS = 10;
/** So many answers in a bin can be judged, and so far its share may be from what was said. */
const ENOUGH = 50;
const FARTHEST = 0.05;

interface Bin {
  answers: number;
  said: number;
  right: number;
}

const binOf = (confidence: number): number =>
  Math.min(BINS - 1, Math.max(0, Math.floor(confidence * BINS + 1e-9)));

export class Calibration {
  readonly #bins: readonly Bin[] = Array.from({ length: BINS }, () => ({ answers: 0, said: 0, right: 0 }));

  add(confidence: number, right: boolean): void {
    const bin = this.#bins[binOf(confidence)]!;
    bin.answers++;
    bin.said += confidence;
    if (right) bin.right++;
  }

  table(title: string): MeasureTable {
    return {
      title,
      columns: ['confidence', 'answers', 'mean confidence', 'share right', 'apart'],
      rows: this.#bins.flatMap(({ answers, said, right }, i) =>
        answers === 0
          ? []
          : [
              [
                `${(i / BINS).toFixed(1)}–${((i + 1) / BINS).toFixed(1)}`,
                answers,
                (said / answers).toFixed(3),
                (right / answers).toFixed(3),
                ((right - said) / answers).toFixed(3),
              ],
            ],
      ),
    };
  }

  /** How far the worst bin with enough answers is from what it says; 0 when none has enough. */
  get farthest(): number {
    const judged = this.#bins.filter(({ answers }) => answers >= ENOUGH);
    return Math.max(0, ...judged.map(({ answers, said, right }) => Math.abs(right - said) / answers));
  }

  bar(of: string): Bar {
    return {
      what: `${of}: each bin of at least ${ENOUGH} answers is right as often as it says`,
      bar: `within ${FARTHEST}`,
      measured: this.farthest.toFixed(3),
      met: this.farthest <= FARTHEST,
    };
  }
}

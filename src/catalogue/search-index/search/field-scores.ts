/**
 * The word part of a score: BM25F. The frequencies of a term in title, text and anchors, each set against the usual length of that field
 * and weighted, are added first and saturate together, so that a word in the title and in the text is not counted as two finds.
 */
import { byLength, saturated } from '../../../text/index.ts';
import type { RankWeights } from '../port.ts';
import {
  ANCHORS,
  anchorFrequency,
  LENGTHS,
  TEXT,
  TITLE,
  textCode,
  textFrequency,
  titleFrequency,
} from '../postings/measures.ts';

/** How much the length of a field counts: titles and anchors are short by nature. */
const LENGTH_WEIGHT: readonly number[] = [0.5, 0.75, 0.3];

/** Everything about fields and lengths that is the same for all terms of a question. */
export class FieldScores {
  /** What a frequency in a field is worth at a length: `code << 8 | length byte`. */
  readonly title = new Float64Array(4 << 8);
  readonly text = new Float64Array(16 << 8);
  readonly anchors = new Float64Array(4 << 8);
  /** The whole, saturated, for a term that stands in the text alone, as most do. */
  readonly textAlone = new Float64Array(16 << 8);

  /** `means`: usual length of each field among the documents that have it. */
  constructor(weights: RankWeights, means: readonly number[]) {
    const worth = (field: number, weight: number, frequency: number, length: number): number => {
      const b = LENGTH_WEIGHT[field]!;
      const mean = means[field]! > 0 ? means[field]! : 1;
      return byLength(Math.max(0, weight) * frequency, LENGTHS[length]!, mean, b);
    };
    for (let length = 0; length < 256; length++) {
      for (let code = 0; code < 4; code++) {
        this.title[(code << 8) | length] = worth(TITLE, weights.title, titleFrequency(code << 4), length);
        this.anchors[(code << 8) | length] = worth(
          ANCHORS,
          weights.anchors,
          anchorFrequency(code << 6),
          length,
        );
      }
      for (let code = 0; code < 16; code++) {
        const value = worth(TEXT, weights.text, textFrequency(code), length);
        this.text[(code << 8) | length] = value;
        this.textAlone[(code << 8) | length] = saturated(value);
      }
      this.textAlone[length] = this.textAlone[(textCode(0) << 8) | length]!;
    }
  }

  /** The saturated worth of a term in a document, 0 … 1. */
  of(frequencies: number, title: number, text: number, anchors: number): number {
    return saturated(
      this.text[(textCode(frequencies) << 8) | text]! +
        this.title[(((frequencies >> 4) & 3) << 8) | title]! +
        this.anchors[((frequencies >> 6) << 8) | anchors]!,
    );
  }
}

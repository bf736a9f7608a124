/** The questions of the benchmark: a published mix, with words drawn from the records by how many documents have them. */

import type { Clause } from '../../src/catalogue/index.ts';
import type { IndexedDocument, IndexRequest, SearchIndex } from '../../src/catalogue/search-index/port.ts';
import { analyseTerms } from '../../src/catalogue/search-index/terms/terms.ts';
import { PLACES, placeName } from './records.ts';
import type { Dice } from './running-text.ts';

export const MIX = [
  ['one word', 0.12],
  ['AND of 2', 0.2],
  ['AND of 3', 0.1],
  ['OR of 2', 0.1],
  ['OR of 3', 0.06],
  ['phrase', 0.16],
  ['words and period', 0.1],
  ['words and place', 0.08],
  ['period alone', 0.03],
  ['place alone', 0.03],
  ['word NOT word', 0.02],
] as const;
export type QuestionKind = (typeof MIX)[number][0];

/** A third of the words each: in less than 0.05 % of the documents, up to 1 %, more. */
const BANDS = [0.0005, 0.01] as const;

export interface Question {
  readonly kind: QuestionKind;
  readonly request: IndexRequest;
  /** For engines that take words alone. */
  readonly words: readonly string[];
}

const WEIGHTS = { title: 2.5, text: 1, anchors: 1.5, period: 3, place: 3, links: 1, near: 0.5 };

const word = (text: string): Clause => ({ kind: 'word', text });

interface Drawn {
  readonly word: string;
  readonly band: number;
}

export class Questions {
  readonly #dice: Dice;
  readonly #samples: { readonly drawn: readonly Drawn[]; readonly text: string }[] = [];
  readonly #byBand: string[][] = [[], [], []];

  constructor(index: SearchIndex, samples: readonly IndexedDocument[], dice: Dice) {
    this.#dice = dice;
    const bands = new Map<string, number>();
    for (const { text } of samples) {
      const { starts, ends, terms } = analyseTerms(text);
      const drawn: Drawn[] = [];
      for (let i = 0; i < terms.length; i++) {
        const written = text.slice(starts[i]!, ends[i]!);
        let band = bands.get(terms[i]!);
        if (band === undefined) {
          const share = index.frequency(written) / index.documents;
          band = share < BANDS[0] ? 0 : share < BANDS[1] ? 1 : 2;
          bands.set(terms[i]!, band);
          this.#byBand[band]!.push(written);
        }
        drawn.push({ word: written, band });
      }
      if (drawn.length > 20) this.#samples.push({ drawn, text });
    }
  }

  #word(): string {
    for (;;) {
      const list = this.#byBand[this.#dice.int(3)]!;
      if (list.length > 0) return list[this.#dice.int(list.length)]!;
    }
  }

  /** Words of one document, so that a conjunction finds something; each of a band drawn evenly. */
  #together(count: number): string[] {
    const sample = this.#samples[this.#dice.int(this.#samples.length)]!;
    const words = new Set<string>();
    for (let tries = 0; words.size < count && tries < 200; tries++) {
      const wanted = this.#dice.int(3);
      const one = sample.drawn[this.#dice.int(sample.drawn.length)]!;
      if (one.band === wanted || tries > 100) words.add(one.word);
    }
    return [...words];
  }

  #conjunction(count: number): string[] {
    return this.#dice.next() < 0.7
      ? this.#together(count)
      : Array.from({ length: count }, () => this.#word());
  }

  #phrase(): string {
    const { text } = this.#samples[this.#dice.int(this.#samples.length)]!;
    const { starts, ends } = analyseTerms(text);
    const count = 2 + this.#dice.int(2);
    const from = this.#dice.int(Math.max(1, starts.length - count));
    return text.slice(starts[from]!, ends[Math.min(ends.length - 1, from + count - 1)]!);
  }

  #period(): { from: number; to: number } {
    const year = 2025 - Math.floor(150 * this.#dice.next() ** 2);
    const long = [1, 1, 5, 10, 30][this.#dice.int(5)]!;
    const day = (y: number): number => Math.floor(Date.UTC(y, 0, 1) / 86_400_000);
    return { from: day(year), to: day(year + long) - 1 };
  }

  /** A place and those inside it. */
  #places(): Map<string, number> {
    const first = Math.floor(PLACES ** this.#dice.next()) - 1;
    const found = new Map([[placeName(first), 1]]);
    for (let i = 0; i < [0, 10, 200][this.#dice.int(3)]!; i++)
      found.set(placeName(this.#dice.int(PLACES)), 0.8);
    return found;
  }

  make(): Question {
    let left = this.#dice.next();
    let kind: QuestionKind = MIX[0][0];
    for (const [name, share] of MIX) {
      kind = name;
      left -= share;
      if (left < 0) break;
    }
    return this.of(kind);
  }

  of(kind: QuestionKind): Question {
    const base = { order: 'relevance', offset: 0, limit: 10, facets: true, weights: WEIGHTS } as const;
    const all = (words: readonly string[]): Clause =>
      words.length === 1 ? word(words[0]!) : { kind: 'and', clauses: words.map(word) };
    const some = (count: number): { kind: QuestionKind; request: IndexRequest; words: string[] } => {
      const words = Array.from({ length: count }, () => this.#word());
      return { kind, request: { ...base, clause: { kind: 'or', clauses: words.map(word) } }, words };
    };
    switch (kind) {
      case 'one word': {
        const words = [this.#word()];
        return { kind, request: { ...base, clause: all(words) }, words };
      }
      case 'AND of 2':
      case 'AND of 3': {
        const words = this.#conjunction(kind === 'AND of 2' ? 2 : 3);
        return { kind, request: { ...base, clause: all(words) }, words };
      }
      case 'OR of 2':
        return some(2);
      case 'OR of 3':
        return some(3);
      case 'phrase': {
        const text = this.#phrase();
        return { kind, request: { ...base, clause: { kind: 'phrase', text } }, words: [text] };
      }
      case 'words and period': {
        const words = this.#conjunction(1 + this.#dice.int(2));
        return { kind, request: { ...base, clause: all(words), when: [this.#period()] }, words };
      }
      case 'words and place': {
        const words = this.#conjunction(1 + this.#dice.int(2));
        return { kind, request: { ...base, clause: all(words), places: this.#places() }, words };
      }
      case 'period alone':
        return { kind, request: { ...base, clause: null, when: [this.#period()] }, words: [] };
      case 'place alone':
        return { kind, request: { ...base, clause: null, places: this.#places() }, words: [] };
      case 'word NOT word': {
        const words = [this.#word(), this.#word()];
        return {
          kind,
          request: {
            ...base,
            clause: { kind: 'and', clauses: [word(words[0]!), { kind: 'not', clause: word(words[1]!) }] },
          },
          words: [words[0]!],
        };
      }
    }
  }
}

/** How many words of some kinds stand before each word: what is around a candidate is a difference. */
import { SHAPE, type TextWords } from './text-words.ts';
import { isOfFaith, isOfPlay, personOf, ROLE } from './word-roles.ts';

export interface Around {
  readonly words: number;
  readonly capitals: number;
  /** Words of Portuguese grammar, and of that of other languages. */
  readonly portuguese: number;
  readonly foreign: number;
  /** Words of reports of matches. */
  readonly play: number;
  readonly faith: number;
  /** Names of persons, first and last. */
  readonly persons: number;
}

const KINDS = 6;

export class WordSums {
  readonly #sums: Int32Array;
  readonly #count: number;

  constructor(words: TextWords) {
    const { count, role, shape, entry } = words;
    this.#count = count;
    const sums = new Int32Array((count + 1) * KINDS);
    for (let i = 0, at = 0; i < count; i++, at += KINDS) {
      const own = role[i]!;
      const lower = shape[i] === SHAPE.lower;
      const capital = !lower && shape[i] !== SHAPE.number;
      sums[at + KINDS] = sums[at]! + (capital ? 1 : 0);
      sums[at + KINDS + 1] = sums[at + 1]! + (lower && own >= ROLE.em && own <= ROLE.grammar ? 1 : 0);
      sums[at + KINDS + 2] = sums[at + 2]! + (lower && own === ROLE.foreign ? 1 : 0);
      sums[at + KINDS + 3] = sums[at + 3]! + (isOfPlay(entry[i]!) ? 1 : 0);
      sums[at + KINDS + 4] = sums[at + 4]! + (isOfFaith(entry[i]!) ? 1 : 0);
      sums[at + KINDS + 5] = sums[at + 5]! + (capital && personOf(entry[i]!) !== 0 ? 1 : 0);
    }
    this.#sums = sums;
  }

  /** Of the words at most `far` from those of a name, which are not counted. */
  within(first: number, last: number, far: number): Around {
    const sums = this.#sums;
    const from = Math.max(0, first - far);
    const to = Math.min(this.#count, last + 1 + far);
    const of = (kind: number): number =>
      sums[to * KINDS + kind]! -
      sums[(last + 1) * KINDS + kind]! +
      sums[first * KINDS + kind]! -
      sums[from * KINDS + kind]!;
    return {
      words: to - from - (last + 1 - first),
      capitals: of(0),
      portuguese: of(1),
      foreign: of(2),
      play: of(3),
      faith: of(4),
      persons: of(5),
    };
  }
}

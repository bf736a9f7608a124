/** How well a value fits a column (`f_a`, after ONDUX) and how well two values agree (`f_e`, after WEIR). */
import { fold } from '../../text/index.ts';
import {
  columnType,
  type DateOrder,
  type DecimalMark,
  dateOrderOf,
  decimalMarkOf,
  normalValue,
  numberOf,
  typeOf,
  type ValueType,
} from './value-type.ts';

/** The terms of a value: runs of letters or of digits, folded, each once. */
export function termsOf(value: string): string[] {
  return [...new Set(allTerms(value))];
}

const TERM = /\p{L}+|\p{N}+/gu;

function allTerms(value: string): string[] {
  return fold(value.slice(0, 1000)).match(TERM) ?? [];
}

/** How often each term stands in the values of all selected rules of a site: `N(t)`. */
export class TermCounts {
  readonly #count = new Map<string, number>();

  constructor(columns: Iterable<Iterable<string>>) {
    for (const values of columns)
      for (const value of values)
        for (const term of allTerms(value)) this.#count.set(term, (this.#count.get(term) ?? 0) + 1);
  }

  of(term: string): number {
    return this.#count.get(term) ?? 0;
  }
}

/** What is known of a column once, to compare many values with it. */
export class ColumnProfile {
  readonly type: ValueType;
  readonly mark: DecimalMark;
  readonly order: DateOrder;
  readonly #terms = new Map<string, number>();
  readonly #highest: number;
  readonly #all: TermCounts;
  readonly #mean: number;
  readonly #deviation: number;
  readonly #numbers: number;
  /** Mean of the absolute numbers of the column. */
  readonly magnitude: number;

  /** `all`: the terms of all selected rules of the site; of this column alone when there are no others. */
  constructor(values: readonly string[], all: TermCounts = new TermCounts([values])) {
    this.type = columnType(values);
    this.mark = decimalMarkOf(values);
    this.order = dateOrderOf(values);
    this.#all = all;
    let highest = 0;
    for (const value of values)
      for (const term of termsOf(value)) {
        const count = (this.#terms.get(term) ?? 0) + 1;
        this.#terms.set(term, count);
        if (count > highest) highest = count;
      }
    this.#highest = highest;
    const numbers = values.map((value) => numberOf(value, this.mark)).filter((n) => n !== null);
    this.#numbers = numbers.length;
    this.#mean = numbers.reduce((sum, n) => sum + n, 0) / Math.max(1, numbers.length);
    const squares = numbers.reduce((sum, n) => sum + (n - this.#mean) ** 2, 0);
    this.#deviation = Math.sqrt(squares / Math.max(1, numbers.length));
    this.magnitude = numbers.reduce((sum, n) => sum + Math.abs(n), 0) / Math.max(1, numbers.length);
  }

  /** How much a term is of this column and of no other. */
  fitness(term: string): number {
    const here = this.#terms.get(term) ?? 0;
    if (here === 0) return 0;
    return (here / Math.max(here, this.#all.of(term))) * (here / this.#highest);
  }

  /** `f_a`: how well a value fits the column, 0 to 1. */
  fit(value: string): number {
    if (this.type === 'number') return this.#fitNumber(value);
    if (this.type === 'string') return this.fitString(value);
    return typeOf(value) === this.type ? 1 : 0;
  }

  #fitNumber(value: string): number {
    const number = numberOf(value, this.mark);
    if (number === null || this.#numbers === 0) return 0;
    if (this.#deviation === 0) return number === this.#mean ? 1 : 0;
    return Math.exp(-0.5 * ((number - this.#mean) / this.#deviation) ** 2);
  }

  fitString(value: string): number {
    const terms = termsOf(value);
    if (terms.length === 0) return 0;
    return terms.reduce((sum, term) => sum + this.fitness(term), 0) / terms.length;
  }
}

/** Numbers agree within this share of the smaller column's mean. */
const NUMBER_TOLERANCE = 0.02;

/** Whether two numbers agree, the columns they come from having these mean magnitudes. */
export function numbersAgree(a: number, b: number, magnitudeA: number, magnitudeB: number): boolean {
  return Math.abs(a - b) <= NUMBER_TOLERANCE * Math.min(magnitudeA, magnitudeB);
}

/** Relative frequencies of terms in some values: what smoothing adds. */
export class Background {
  readonly #share = new Map<string, number>();
  /** Weight of the background against one term of the text. */
  readonly weight: number;

  constructor(values: Iterable<string>, weight = 1) {
    this.weight = weight;
    let total = 0;
    const count = new Map<string, number>();
    for (const value of values)
      for (const term of allTerms(value)) {
        count.set(term, (count.get(term) ?? 0) + 1);
        total++;
      }
    for (const [term, n] of count) this.#share.set(term, n / total);
  }

  share(term: string): number {
    return this.#share.get(term) ?? 0;
  }
}

const entropy = (x: number): number => (x <= 0 ? 0 : -x * Math.log(x));

/** Jensen-Shannon similarity with Dirichlet smoothing, before it is normalised. */
export function rawDirichletJs(a: string, b: string, background: Background): number {
  const weigh = (text: string): Map<string, number> => {
    const terms = allTerms(text);
    const count = new Map<string, number>();
    for (const term of terms) count.set(term, (count.get(term) ?? 0) + 1);
    for (const [term, n] of count)
      count.set(term, (n + background.weight * background.share(term)) / (terms.length + background.weight));
    return count;
  };
  const p = weigh(a);
  const q = weigh(b);
  let sum = 0;
  for (const [term, x] of p) {
    const y = q.get(term);
    if (y !== undefined) sum += entropy(x) + entropy(y) - entropy(x + y);
  }
  return (0.5 / Math.LN2) * sum;
}

/** The same, 1 for equal texts and 0 for texts without a common term. */
export function dirichletJs(a: string, b: string, background: Background): number {
  const own = rawDirichletJs(a, a, background) * rawDirichletJs(b, b, background);
  if (own <= 0) return 0;
  return Math.min(1, Math.max(0, rawDirichletJs(a, b, background) / Math.sqrt(own)));
}

/** `f_e`: agreement of two values of one entity, given what the columns they come from are like. */
export function agreement(
  a: string,
  b: string,
  type: ValueType,
  columnA: ColumnProfile,
  columnB: ColumnProfile,
  background: Background,
): number {
  if (type === 'number') {
    const x = numberOf(a, columnA.mark);
    const y = numberOf(b, columnB.mark);
    if (x === null || y === null) return 0;
    return numbersAgree(x, y, columnA.magnitude, columnB.magnitude) ? 1 : 0;
  }
  if (type === 'string') return dirichletJs(a, b, background);
  return normalValue(a, type, columnA.order) === normalValue(b, type, columnB.order) ? 1 : 0;
}

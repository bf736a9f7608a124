/** The inverted list of places: which files have a name among the values of which column. */
import { placeKey } from './place-columns.ts';

export interface PlaceValue {
  /** Label of the column, or how it is known otherwise (`extent`, `title`). */
  readonly column: string;
  readonly value: string;
  readonly folded: string;
  /** How many rows have it. */
  readonly frequency: number;
  readonly by: 'descriptor' | 'gazetteer' | 'extent';
  readonly confidence: number;
}

/** Different values of a column that are kept. */
export const MOST_VALUES = 50_000;

/** Gathers the different values of the accepted columns of a table, with how often each comes. */
export class PlaceValueCollector {
  readonly #columns: readonly {
    readonly index: number;
    readonly label: string;
    readonly by: PlaceValue['by'];
    readonly confidence: number;
  }[];
  readonly #values: Map<string, { value: string; frequency: number }>[];

  constructor(
    columns: readonly {
      readonly index: number;
      readonly label: string;
      readonly by: PlaceValue['by'];
      readonly confidence: number;
    }[],
  ) {
    this.#columns = columns;
    this.#values = columns.map(() => new Map());
  }

  add(row: readonly (string | null | undefined)[]): void {
    for (let i = 0; i < this.#columns.length; i++) {
      const value = row[this.#columns[i]!.index];
      if (value === null || value === undefined) continue;
      const folded = placeKey(value);
      if (folded === null) continue;
      const values = this.#values[i]!;
      const known = values.get(folded);
      if (known !== undefined) known.frequency++;
      else if (values.size < MOST_VALUES)
        values.set(folded, { value: value.trim().slice(0, 200), frequency: 1 });
    }
  }

  values(): PlaceValue[] {
    return this.#columns.flatMap(({ label, by, confidence }, i) =>
      [...this.#values[i]!].map(([folded, { value, frequency }]) => ({
        column: label,
        value,
        folded,
        frequency,
        by,
        confidence,
      })),
    );
  }
}

export interface Posting {
  readonly file: string;
  readonly column: string;
  readonly confidence: number;
}

/** Folded name → files and columns. */
export class PlaceIndex {
  readonly #postings = new Map<string, Posting[]>();

  add(file: string, values: Iterable<PlaceValue>): void {
    for (const { folded, column, confidence } of values) {
      const list = this.#postings.get(folded);
      if (list === undefined) this.#postings.set(folded, [{ file, column, confidence }]);
      else if (!list.some((p) => p.file === file && p.column === column))
        list.push({ file, column, confidence });
    }
  }

  postings(folded: string): readonly Posting[] {
    return this.#postings.get(folded) ?? [];
  }

  keys(): string[] {
    return [...this.#postings.keys()].sort();
  }
}

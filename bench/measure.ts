/** What a benchmark or an evaluation hands to the runner: tables for a person, figures for a program, bars for a judge. */
export interface MeasureTable {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  readonly note?: string | undefined;
  /** It names items of a corpus of others: shown to who asks, and not written down. */
  readonly items?: true;
}

export interface Bar {
  readonly what: string;
  readonly bar: string;
  readonly measured: string;
  readonly met: boolean;
}

export interface MeasureResult {
  readonly tables: readonly MeasureTable[];
  readonly figures: Readonly<Record<string, number | string>>;
  readonly bars?: readonly Bar[];
}

export interface MeasureArgs {
  /** Folder of the corpus, for evaluations and for benchmarks on real pages. */
  readonly data?: string | undefined;
  /** A smaller size, to see that it runs. */
  readonly quick: boolean;
  readonly seed?: number | undefined;
  /** Which of the measurement's parts. */
  readonly part?: string | undefined;
  /** Every other `--name value` of the command line. */
  readonly options: Readonly<Record<string, string>>;
}

export interface Measurement {
  readonly title: string;
  /** Parts that may be asked for by their names, and are run and reported one by one. */
  readonly parts?: readonly string[];
  run(args: MeasureArgs): Promise<MeasureResult>;
}

/** The folder that was given has nothing for this measurement, or none was: nothing is measured, and nothing is written down. */
export class NothingToMeasure extends Error {
  constructor(data: string | undefined, wanted: string) {
    super(
      data === undefined
        ? `no data: give a folder with ${wanted} (--data <folder>)`
        : `no data: there is no ${wanted} in ${data}`,
    );
  }
}

/** What was found in the folder that was given; one that has nothing is refused, so that nothing else is measured in its place. */
export function foundIn<T>(data: string | undefined, found: readonly T[], wanted: string): readonly T[] {
  if (data !== undefined && found.length === 0) throw new NothingToMeasure(data, wanted);
  return found;
}

/** CPU time of this process so far, all threads, in ms. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

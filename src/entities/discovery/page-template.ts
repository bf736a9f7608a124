/**
 * What the sample shares with the pages most like it and not with the list that names them: the paths and labels that make a page one
 * of its kind. Pages are judged by the share they have of it, against a threshold learned from those same pages.
 */
import { intersection, jaccard, type LinkedPage } from './linked-page.ts';

/** Pages this much less like the sample than the best sibling teach nothing. */
const ALIKE = 0.6;
/** How far below the least typical sibling a page may fall: some leave a block out. */
const SLACK = 0.7;

function without(set: Int32Array, others: readonly Int32Array[]): Int32Array {
  const known = new Set<number>();
  for (const other of others) for (const value of other) known.add(value);
  return set.filter((value) => !known.has(value));
}

/** The values of `set` that at least half of the others have. */
function shared(set: Int32Array, others: readonly Int32Array[]): Int32Array {
  const counts = new Map<number, number>();
  for (const other of others) for (const value of other) counts.set(value, (counts.get(value) ?? 0) + 1);
  return set.filter((value) => (counts.get(value) ?? 0) * 2 >= others.length);
}

export class PageTemplate {
  readonly #paths: Int32Array;
  readonly #labels: Int32Array;
  /** From 0 to 1: what a page must reach. */
  readonly threshold: number;
  /** Pages that taught it, the sample not counted. */
  readonly teachers: number;

  constructor(sample: LinkedPage, siblings: readonly LinkedPage[], frame: readonly LinkedPage[]) {
    // What every page of the site has would make all of them alike.
    const framePaths = frame.map((page) => page.paths);
    const own = without(sample.paths, framePaths);
    const likeness = siblings.map((page) =>
      own.length === 0 ? jaccard(sample.paths, page.paths) : jaccard(own, without(page.paths, framePaths)),
    );
    const best = Math.max(0, ...likeness);
    const teachers = siblings.filter((_, i) => likeness[i]! >= ALIKE * best && likeness[i]! > 0);
    this.teachers = teachers.length;
    const paths =
      teachers.length === 0
        ? sample.paths
        : shared(
            sample.paths,
            teachers.map((page) => page.paths),
          );
    const labels =
      teachers.length === 0
        ? new Int32Array()
        : shared(
            sample.labels,
            teachers.map((page) => page.labels),
          );
    const ownPaths = without(
      paths,
      frame.map((page) => page.paths),
    );
    // A template may add no path of its own to the frame of the site; then the frame is what there is.
    this.#paths = ownPaths.length > 0 ? ownPaths : paths;
    this.#labels = without(
      labels,
      frame.map((page) => page.labels),
    );
    const scores = teachers.map((page) => this.likeness(page));
    this.threshold = SLACK * Math.min(1, ...scores);
  }

  likeness(page: LinkedPage): number {
    const byPath = this.#paths.length === 0 ? 1 : intersection(this.#paths, page.paths) / this.#paths.length;
    if (this.#labels.length === 0) return byPath;
    return (byPath + intersection(this.#labels, page.labels) / this.#labels.length) / 2;
  }

  accepts(page: LinkedPage): boolean {
    return this.likeness(page) >= this.threshold;
  }
}

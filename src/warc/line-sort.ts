/**
 * Sorts files of lines that do not fit in memory: runs of a bounded size are sorted and set aside, then merged. Order is that of
 * bytes; equal lines come out once.
 */
import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { dropFirst, heapify, sink } from '../bytes/index.ts';
import { storageError, TarrafaError } from '../errors.ts';
import { writeFileWhole } from '../files/index.ts';

const PIECE = 1 << 20;
const OUT_CHARS = 1 << 20;

export interface LineSortOptions {
  /** Characters held in memory for one run; default 64 M. */
  readonly runChars?: number;
  /** Only lines for which this holds. */
  readonly keep?: (line: string) => boolean;
}

/** The whole lines of a file, as Latin-1; a last line without its line feed is left out. */
export function* fileLines(path: string): Generator<string> {
  const fd = openSync(path, 'r');
  try {
    const bytes = Buffer.allocUnsafeSlow(PIECE);
    let rest = '';
    for (;;) {
      const n = readSync(fd, bytes, 0, PIECE, null);
      if (n === 0) return;
      const text = rest + bytes.toString('latin1', 0, n);
      let from = 0;
      for (let eol = text.indexOf('\n'); eol >= 0; eol = text.indexOf('\n', from)) {
        yield text.slice(from, eol);
        from = eol + 1;
      }
      rest = text.slice(from);
    }
  } finally {
    closeSync(fd);
  }
}

/** Writes lines in large pieces. */
export class LineFile {
  readonly path: string;
  readonly #fd: number;
  #held: string[] = [];
  #chars = 0;

  constructor(path: string) {
    this.path = path;
    this.#fd = openSync(path, 'w');
  }

  add(line: string): void {
    this.#held.push(line);
    this.#chars += line.length + 1;
    if (this.#chars >= OUT_CHARS) this.#flush();
  }

  #flush(): void {
    if (this.#held.length === 0) return;
    const bytes = Buffer.from(`${this.#held.join('\n')}\n`, 'latin1');
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#fd, bytes, done);
    this.#held = [];
    this.#chars = 0;
  }

  close(): void {
    try {
      this.#flush();
    } finally {
      closeSync(this.#fd);
    }
  }
}

/** Sorted lines as a file has them, each once. */
function* linesOnce(lines: Iterable<string>): Generator<string> {
  let before: string | null = null;
  for (const line of lines) {
    if (line === before) continue;
    yield `${line}\n`;
    before = line;
  }
}

interface Source {
  line: string;
  readonly rest: Iterator<string>;
}

const comesBefore = (one: Source, other: Source): boolean => one.line < other.line;

/** Sorted sources as one; a heap over their next lines. */
export function* mergeSorted(sources: readonly Iterable<string>[]): Generator<string> {
  const heap: Source[] = [];
  for (const source of sources) {
    const rest = source[Symbol.iterator]();
    const first = rest.next();
    if (first.done !== true) heap.push({ line: first.value, rest });
  }
  heapify(heap, comesBefore);
  while (heap.length > 0) {
    const top = heap[0]!;
    yield top.line;
    const next = top.rest.next();
    if (next.done === true) dropFirst(heap, comesBefore);
    else {
      top.line = next.value;
      sink(heap, 0, comesBefore);
    }
  }
}

/**
 * Sorts unsorted lines and merges them with files sorted already, into `target`, which is put in its place at once when all is done.
 */
export function sortLines(
  unsorted: Iterable<string>,
  sorted: readonly string[],
  target: string,
  options: LineSortOptions = {},
): void {
  const runChars = options.runChars ?? 64 << 20;
  const runs: string[] = [];
  try {
    let run: string[] = [];
    let chars = 0;
    for (const line of unsorted) {
      if (line === '' || options.keep?.(line) === false) continue;
      run.push(line);
      chars += line.length;
      if (chars < runChars) continue;
      const path = `${target}.run${runs.length}`;
      runs.push(path);
      // A run is read back by this process or by none.
      writeFileWhole(path, linesOnce(run.sort()), { encoding: 'latin1', durable: false });
      run = [];
      chars = 0;
    }
    run.sort();
    const merged = mergeSorted([run, ...runs.map(fileLines), ...sorted.map(fileLines)]);
    writeFileWhole(target, linesOnce(merged), { encoding: 'latin1' });
  } catch (cause) {
    throw cause instanceof TarrafaError ? cause : storageError(target, cause);
  } finally {
    for (const path of runs) rmSync(path, { force: true });
  }
}

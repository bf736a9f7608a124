/**
 * progress.jsonl read as it grows: the last figures, the speed of the last seconds, and a thinned history. No byte is read twice, and of a
 * long file that is looked at for the first time only single lines along it and its end: nothing is answered meanwhile.
 */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { STATUS_FIGURES, type StatusFigure } from '../../crawl/index.ts';

export type Figures = Readonly<Record<StatusFigure, number>>;

export interface HistoryPoint {
  readonly at: number;
  readonly pages: number;
  readonly bytes: number;
  readonly queued: number;
}

export interface Speed {
  readonly pagesPerSecond: number;
  readonly bytesPerSecond: number;
}

/** What is read at once; what is longer is glanced at. */
const MOST_READ = 1 << 19;
/** Of a glance: a line and the end of the one before it. */
const GLANCE = 1 << 12;
/** Longer lines are damage. */
const LONGEST_LINE = 1 << 16;
const MOST_POINTS = 300;
const WINDOW = 20_000;

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? Math.round(value) : 0;
}

export class ProgressTail {
  readonly #path: string;
  #offset = 0;
  #rest = '';
  #points: HistoryPoint[] = [];
  #recent: HistoryPoint[] = [];
  #figures: Figures | null = null;
  #inScopeShare: number | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  get figures(): Figures | null {
    return this.#figures;
  }

  get at(): number | null {
    return this.#recent.at(-1)?.at ?? null;
  }

  /** Share of the pages that speak of the period of the crawl, as its link policy judges; null for a crawl along none. */
  get inScopeShare(): number | null {
    return this.#inScopeShare;
  }

  get speed(): Speed {
    const last = this.#recent.at(-1);
    const first = this.#recent.find(({ at }) => last !== undefined && last.at - at <= WINDOW);
    const seconds = last === undefined || first === undefined ? 0 : (last.at - first.at) / 1000;
    if (seconds <= 0) return { pagesPerSecond: 0, bytesPerSecond: 0 };
    return {
      pagesPerSecond: Math.max(0, last!.pages - first!.pages) / seconds,
      bytesPerSecond: Math.max(0, last!.bytes - first!.bytes) / seconds,
    };
  }

  /** At most 300 points, the last among them. */
  get history(): HistoryPoint[] {
    const last = this.#recent.at(-1);
    const all = last === undefined || this.#points.at(-1) === last ? this.#points : [...this.#points, last];
    if (all.length <= MOST_POINTS) return [...all];
    return Array.from(
      { length: MOST_POINTS },
      (_, i) => all[Math.round((i * (all.length - 1)) / (MOST_POINTS - 1))]!,
    );
  }

  /** Reads what has come since. A file that is not there, or cannot be read just now, has nothing new. */
  refresh(): void {
    let file: number;
    try {
      // A pipe under this name would hold the server up for ever.
      file = openSync(this.#path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    } catch {
      return;
    }
    try {
      const stats = fstatSync(file);
      const size = stats.isFile() ? stats.size : 0;
      if (size < this.#offset) this.#reset();
      const spacing = size - this.#offset > MOST_READ ? this.#glance(file, size - MOST_READ / 2) : 0;
      const chunk = Buffer.allocUnsafe(Math.max(0, size - this.#offset));
      const read = readSync(file, chunk, 0, chunk.length, this.#offset);
      this.#offset += read;
      this.#take(chunk.toString('latin1', 0, read), spacing);
    } catch {
      // Truncated under our hands: the next look finds it as it is then.
    } finally {
      closeSync(file);
    }
  }

  #reset(): void {
    this.#offset = 0;
    this.#rest = '';
    this.#points = [];
    this.#recent = [];
    this.#figures = null;
    this.#inScopeShare = null;
  }

  /** Single lines from where it was read to up to `end`, where the reading then goes on. How many bytes apart they are. */
  #glance(file: number, end: number): number {
    const from = this.#offset;
    const bytes = Buffer.allocUnsafe(GLANCE);
    for (let i = 0; i < MOST_POINTS; i++) {
      const at = from + Math.floor((i * (end - from)) / MOST_POINTS);
      const text = bytes.toString('latin1', 0, readSync(file, bytes, 0, GLANCE, at));
      // Only a line of which both ends are seen is whole.
      const start = at === 0 ? 0 : text.indexOf('\n') + 1;
      const stop = text.indexOf('\n', start);
      if (stop > start && (at === 0 || start > 0)) this.#line(text.slice(start, stop));
    }
    this.#offset = end;
    this.#rest = '';
    return (end - from) / MOST_POINTS;
  }

  /** The history takes one of the lines in so many bytes, as of those before it. */
  #take(text: string, spacing: number): void {
    const lines = (this.#rest + text).split('\n');
    const step = Math.max(1, Math.round((spacing * lines.length) / Math.max(1, text.length)));
    this.#rest = lines.pop()!.slice(0, LONGEST_LINE);
    for (const [i, line] of lines.entries()) this.#line(line, i % step === 0);
  }

  #line(text: string, shown = true): void {
    if (text.length === 0 || text.length > LONGEST_LINE) return;
    let line: Record<string, unknown>;
    try {
      line = JSON.parse(text);
    } catch {
      return;
    }
    if (typeof line !== 'object' || line === null || typeof line.at !== 'number') return;
    this.#figures = Object.fromEntries(STATUS_FIGURES.map((name) => [name, count(line[name])])) as Figures;
    const { pages, bytes, queued } = this.#figures;
    const point: HistoryPoint = { at: line.at, pages, bytes, queued };
    const precision = (line.policy as { precision?: unknown } | undefined)?.precision;
    if (typeof precision === 'number' && precision >= 0 && precision <= 1) this.#inScopeShare = precision;
    this.#recent.push(point);
    if (this.#recent.length > 60) this.#recent.shift();
    if (!shown) return;
    this.#points.push(point);
    if (this.#points.length >= 4 * MOST_POINTS) {
      this.#points = this.#points.filter((_, i) => i % 2 === 0);
    }
  }
}

/** Whether an index and the archives that it speaks of say the same: each line has its record, and each record its line. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Reason, reason } from '../words/why.ts';
import { cdxjLineOf, parseCdxjLine } from './cdxj.ts';
import { INDEX_NAME, indexMark, LOG_NAME } from './cdxj-log.ts';
import { fileLines } from './line-sort.ts';
import type { WarcRecord } from './record.ts';

export interface IndexFinding {
  /** The file that the record is in, or the index for a line that cannot be read. */
  readonly file: string;
  readonly offset: number;
  readonly code: 'index-missing' | 'index-extra' | 'index-differs' | 'index-line';
  readonly why: Reason;
}

const REMEMBERED = 4_000_000;

/** The lines that the records of a folder ask for, gathered while they are read. */
export class WantedLines {
  readonly #folder: string;
  readonly #lines = new Map<string, string | null>();
  #complete = true;

  constructor(folder: string) {
    this.#folder = folder;
  }

  add(record: WarcRecord, file: string): void {
    const line = cdxjLineOf(record, file);
    if (line === null) return;
    if (this.#lines.size < REMEMBERED) this.#lines.set(`${file} ${record.offset}`, line);
    else this.#complete = false;
  }

  /** Null when the folder has no index to be compared with, or more records than are remembered. */
  compare(onFinding: (finding: IndexFinding) => void): number | null {
    const paths = [INDEX_NAME, LOG_NAME].map((name) => join(this.#folder, name)).filter(existsSync);
    if (paths.length === 0 || !this.#complete) return null;
    let compared = 0;
    for (const path of paths) {
      let number = 0;
      for (const line of fileLines(path)) {
        number++;
        if (line === '' || line[0] === '!') continue;
        compared++;
        const capture = parseCdxjLine(line);
        if (capture === null) {
          const file = path.slice(this.#folder.length + 1);
          onFinding({
            file,
            offset: number,
            code: 'index-line',
            why: reason('index-line', { line: number }),
          });
          continue;
        }
        const { filename: file, offset } = capture;
        const wanted = this.#lines.get(`${file} ${offset}`);
        if (wanted === undefined)
          onFinding({
            file,
            offset,
            code: 'index-extra',
            why: reason('index-extra'),
          });
        else if (wanted !== null && wanted !== line)
          onFinding({
            file,
            offset,
            code: 'index-differs',
            why: reason('index-differs'),
          });
        // Met: it may stand in the log and in the index.
        if (wanted !== undefined) this.#lines.set(`${file} ${offset}`, null);
      }
    }
    this.#missing(onFinding);
    return compared;
  }

  #missing(onFinding: (finding: IndexFinding) => void): void {
    const mark = indexMark(this.#folder);
    for (const [place, line] of this.#lines) {
      if (line === null) continue;
      const [file = '', at] = place.split(' ');
      const offset = Number(at);
      // What a crawl has just written is indexed when it ends or goes on.
      if (mark !== null && file >= mark.filename && (file > mark.filename || offset >= mark.offset)) continue;
      onFinding({ file, offset, code: 'index-missing', why: reason('index-missing') });
    }
  }
}

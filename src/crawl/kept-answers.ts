/**
 * Answers that the archive has and no visit that counts speaks of: the frontier's journal was taken back, or lost its end. When their URLs
 * come up again they are read from here, and nobody is asked a second time.
 */
import { join } from 'node:path';
import type { Lease } from '../frontier/index.ts';
import { readRecordAt, scanFrom } from '../warc/index.ts';
import { RECORD_FIELD } from './capture.ts';
import type { LedgerMark } from './ledger.ts';
import { type ArchiveView, positionOf, type Recovered, responseOf } from './resume.ts';

interface Place {
  readonly file: string;
  readonly offset: number;
}

export class KeptAnswers {
  readonly #view: ArchiveView;
  readonly #places: Map<string, Place>;

  private constructor(view: ArchiveView, places: Map<string, Place>) {
    this.#view = view;
    this.#places = places;
  }

  /** Looks behind the mark. Of several answers for one URL the last counts. */
  static behind(mark: LedgerMark['archive'], view: ArchiveView): KeptAnswers {
    const places = new Map<string, Place>();
    const first = mark ? view.files.indexOf(mark.file) : 0;
    for (const file of view.files.slice(Math.max(0, first))) {
      const from = mark?.file === file ? mark.offset : 0;
      for (const record of scanFrom(join(view.folder, file), from)) {
        const url = record.url;
        if (record.type !== 'response' && record.type !== 'revisit') continue;
        if (url !== null && record.field(RECORD_FIELD) !== null)
          places.set(url, { file, offset: record.offset });
      }
    }
    return new KeptAnswers(view, places);
  }

  get size(): number {
    return this.#places.size;
  }

  urls(): Iterable<string> {
    return this.#places.keys();
  }

  /** Use was made of it already. */
  forget(url: string): void {
    this.#places.delete(url);
  }

  /** The answer to a lease, once; null when there is none, or it cannot be read any more. */
  async take(lease: Lease): Promise<Recovered | null> {
    const place = this.#places.get(lease.url);
    if (place === undefined) return null;
    this.#places.delete(lease.url);
    try {
      const record = await readRecordAt(join(this.#view.folder, place.file), place.offset, undefined, {
        verify: true,
      });
      const { block, payload } = record.verdicts ?? {};
      if (block === 'mismatch' || payload === 'mismatch') return null;
      const response = await responseOf(record, lease, this.#view);
      return response && { response, position: positionOf(place.file, record) };
    } catch {
      // Damaged: it is asked for.
      return null;
    }
  }
}

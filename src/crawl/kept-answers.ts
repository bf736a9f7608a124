/**
 * Answers that the archive has and no visit that counts speaks of: the frontier's journal was taken back, or lost its end. When their URLs
 * come up again they are read from here, and nobody is asked a second time.
 */
import { join } from 'node:path';
import { isDiskError, readingError, TarrafaError } from '../errors.ts';
import type { Lease } from '../frontier/index.ts';
import { parseHttpMessage, parseWarcDate, readRecordAt, scanFrom, type WarcRecord } from '../warc/index.ts';
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
  /** Of URLs with several answers, those before the last, oldest first. */
  readonly #earlier: Map<string, Place[]>;

  private constructor(view: ArchiveView, places: Map<string, Place>, earlier: Map<string, Place[]>) {
    this.#view = view;
    this.#places = places;
    this.#earlier = earlier;
  }

  /**
   * Looks behind the mark. Of several answers for one URL the last counts that can be read. `allCount`: their URLs will come up here again, so that
   * other records may refer to them.
   */
  static behind(mark: LedgerMark['archive'], view: ArchiveView, allCount = true): KeptAnswers {
    const places = new Map<string, Place>();
    const earlier = new Map<string, Place[]>();
    const first = mark ? view.files.indexOf(mark.file) : 0;
    for (const file of view.files.slice(Math.max(0, first))) {
      const from = mark?.file === file ? mark.offset : 0;
      for (const record of scanFrom(join(view.folder, file), from)) {
        const url = record.url;
        if (record.type !== 'response' && record.type !== 'revisit') continue;
        if (url === null || record.field(RECORD_FIELD) === null) continue;
        if (allCount && record.type === 'response') learn(view, file, url, record);
        const before = places.get(url);
        if (before !== undefined) {
          const others = earlier.get(url);
          if (others === undefined) earlier.set(url, [before]);
          else others.push(before);
        }
        places.set(url, { file, offset: record.offset });
      }
    }
    return new KeptAnswers(view, places, earlier);
  }

  get size(): number {
    return this.#places.size;
  }

  urls(): Iterable<string> {
    return this.#places.keys();
  }

  /** Answers of URLs that have a later one. */
  get earlier(): number {
    let count = 0;
    for (const places of this.#earlier.values()) count += places.length;
    return count;
  }

  /** Use was made of it already. */
  forget(url: string): void {
    this.#places.delete(url);
    this.#earlier.delete(url);
  }

  /** The answer for a URL, once; null when there is none, or it cannot be read any more. */
  async take({ url }: Pick<Lease, 'url'>): Promise<Recovered | null> {
    const place = this.#places.get(url);
    if (place === undefined) return null;
    const earlier = this.#earlier.get(url) ?? [];
    this.forget(url);
    let unchanged: Recovered | null = null;
    for (const one of [place, ...earlier.reverse()]) {
      const recovered = await this.#read(one, url);
      // That it had not changed says nothing without what it was.
      if (recovered?.response.status === 304) unchanged ??= recovered;
      else if (recovered !== null) return recovered;
    }
    return unchanged;
  }

  async #read(place: Place, url: string): Promise<Recovered | null> {
    const path = join(this.#view.folder, place.file);
    for (let attempt = 1; ; attempt++)
      try {
        const record = await readRecordAt(path, place.offset, undefined, { verify: true });
        const { block, payload } = record.verdicts ?? {};
        if (block === 'mismatch' || payload === 'mismatch') return null;
        const response = await responseOf(record, url, this.#view);
        return response && { response, position: positionOf(place.file, record) };
      } catch (error) {
        // What the disk did not give once it gives the next time; a bad place on it is damage like any other. When no file can be opened at
        // all, that says nothing of this record, and would be said of all others.
        const disk = unreadable(path, error);
        if (disk !== null && attempt === 1) continue;
        if (/^E[MN]FILE$/.test((disk?.cause as NodeJS.ErrnoException | undefined)?.code ?? '')) throw disk;
        // Damaged: it is asked for.
        return null;
      }
  }
}

/** An error of the disk, and not of what stands on it. */
function unreadable(path: string, error: unknown): TarrafaError | null {
  if (isDiskError(error)) return readingError(path, error);
  return error instanceof TarrafaError && error.code === 'TRF_STORAGE_UNREADABLE' ? error : null;
}

/** A state that began anew does not know what later records only refer to. */
function learn({ state }: ArchiveView, file: string, url: string, record: WarcRecord): void {
  const digest = record.field('WARC-Payload-Digest');
  const date = parseWarcDate(record.field('WARC-Date'));
  if (digest === null || date === null || state.capture(digest) !== undefined) return;
  const { status, payload } = parseHttpMessage(record.block) ?? {};
  if (status === 200 && payload !== undefined && payload.length > 0)
    state.rememberCapture(digest, { url, date, file, offset: record.offset });
}

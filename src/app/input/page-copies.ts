/**
 * Pages that are archived once for several addresses: the others stand there as a note of the same bytes (`revisit`). Their links are their own,
 * for what is relative leads elsewhere from each.
 */
import { LONGEST_CAPTURE, readRecordAt, type WarcRecord } from '../../warc/index.ts';

interface Place {
  readonly path: string;
  readonly offset: number;
  readonly length: number;
}

/** Pages remembered by the digest of their bytes; of those beyond, copies are passed over. */
const MOST = 500_000;

export class PageCopies {
  readonly #places = new Map<string, Place>();

  /** A page, read from its file. */
  remember(record: WarcRecord, path: string): void {
    const digest = record.field('WARC-Payload-Digest');
    if (digest === null || !record.alone || this.#places.size >= MOST || this.#places.has(digest)) return;
    this.#places.set(digest, { path, offset: record.offset, length: record.length });
  }

  /** The record of which this one notes a copy at another address; null when there is none, or it was not read before. */
  async originalOf(record: WarcRecord): Promise<WarcRecord | null> {
    const from = record.field('WARC-Refers-To-Target-URI');
    const digest = record.field('WARC-Payload-Digest');
    if (record.type !== 'revisit' || from === null || from === record.url || digest === null) return null;
    const place = this.#places.get(digest);
    if (place === undefined) return null;
    return readRecordAt(place.path, place.offset, place.length, { maxBlockBytes: LONGEST_CAPTURE });
  }
}

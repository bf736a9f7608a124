/** What is there of the captures that an analysis has found, before it reads them. */
import type { ArchivePlace, CaptureFound, KnownCapture } from '../ports/index.ts';
import type { Database, Statement } from '../sqlite.ts';
import type { Addresses } from './addresses.ts';
import type { ArchiveFiles } from './archive-files.ts';
import { packDigest, unpackDigest } from './digest.ts';

interface CapturePlace {
  readonly fetched_at: number;
  readonly file: number | null;
  readonly position: number | null;
  readonly length: number | null;
}

export class KnownCaptures {
  readonly #addresses: Addresses;
  readonly #files: ArchiveFiles;
  readonly #any: Statement;
  readonly #last: Statement;
  readonly #before: Statement;
  readonly #after: Statement;

  constructor(db: Database, addresses: Addresses, files: ArchiveFiles) {
    this.#addresses = addresses;
    this.#files = files;
    this.#any = db.statement('SELECT 1 FROM page WHERE digest = ? LIMIT 1');
    this.#last = db.statement(
      `SELECT capture.fetched_at AS fetched_at, file, position, length FROM page JOIN capture ON capture.page = page.id
        AND capture.address = page.address WHERE page.digest = ? AND page.address = ? ORDER BY capture.fetched_at DESC LIMIT 1`,
    );
    const digest =
      'SELECT digest FROM capture JOIN page ON page.id = capture.page WHERE capture.address = ? AND capture.fetched_at';
    this.#before = db.statement(`${digest} <= ? ORDER BY capture.fetched_at DESC, capture.page DESC LIMIT 1`);
    this.#after = db.statement(`${digest} > ? ORDER BY capture.fetched_at, capture.page LIMIT 1`);
  }

  of({ url, fetchedAt, digest, archive }: CaptureFound): KnownCapture | null {
    if (digest === null) {
      const was = this.#digestAt(url, fetchedAt);
      return was === null ? null : { digest: was, own: false };
    }
    const packed = packDigest(digest);
    if (this.#any.get(packed) === undefined) return null;
    const address = this.#addresses.find(url);
    const last = address === null ? undefined : this.#last.get<CapturePlace>(packed, address.id);
    const own =
      last !== undefined &&
      last.fetched_at === fetchedAt &&
      samePlace(this.#files.place(last.file, last.position, last.length), archive);
    return { digest, own };
  }

  /** What was at an address before a time; what came first when all came later. */
  #digestAt(url: string, time: number): string | null {
    const address = this.#addresses.find(url);
    if (address === null) return null;
    const row =
      this.#before.get<{ digest: Uint8Array }>(address.id, time) ??
      this.#after.get<{ digest: Uint8Array }>(address.id, time);
    return row === undefined ? null : unpackDigest(row.digest);
  }
}

export function samePlace(a: ArchivePlace | null, b: ArchivePlace | null): boolean {
  return a === null || b === null ? a === b : a.file === b.file && a.offset === b.offset;
}

/**
 * Packs of contents (`PackFiller`) in a catalogue file. Packs are never changed; one goes when the last of its pages has gone.
 *
 * What a page of an older catalogue holds is its content itself (`Compression`); the first byte tells them apart.
 */
import { reason } from '../../words/why.ts';
import type { PageRecord } from '../ports/index.ts';
import type { Database, Statement } from '../sqlite.ts';
import type { Compression } from './compression.ts';
import type { Counts } from './counts.ts';
import { damagedPack, PackFiller, packReference, partOfPack } from './pack-filler.ts';

/** Inflated bytes that are kept at hand: neighbours are often read one after the other. */
const AT_HAND = 2 << 20;

export class ContentPacks {
  readonly #compression: Compression;
  readonly #filler: PackFiller;
  readonly #insert: Statement;
  readonly #read: Statement;
  readonly #release: Statement;
  readonly #drop: Statement;
  readonly #atHand = new Map<number, Buffer>();
  #bytesAtHand = 0;

  constructor(db: Database, compression: Compression, counts: Counts) {
    this.#compression = compression;
    this.#filler = new PackFiller(compression, () => {
      counts.add('lastBlock', 1);
      return counts.get('lastBlock');
    });
    this.#insert = db.statement('INSERT INTO content_block (id, pages, bytes) VALUES (?, ?, ?)');
    this.#read = db.statement('SELECT bytes FROM content_block WHERE id = ?');
    this.#release = db.statement('UPDATE content_block SET pages = pages - 1 WHERE id = ?');
    this.#drop = db.statement('DELETE FROM content_block WHERE id = ? AND pages <= 0');
  }

  /** After a roll-back: the numbers of packs are given again. */
  forget(): void {
    this.#filler.forget();
    this.#atHand.clear();
    this.#bytesAtHand = 0;
  }

  /** Which pages of a batch share a pack: neighbours by site, as many as make one of the size aimed at. */
  groups(pages: readonly PageRecord[]): Int32Array {
    return this.#filler.groups(pages);
  }

  /** Takes the packed content of a page, and answers what its row holds instead. It is stored by `flush`. */
  add(group: number, page: PageRecord, content: Uint8Array): Buffer {
    return this.#filler.add(group, page, content);
  }

  /** Stores the packs of a batch: before its transaction ends. */
  flush(): void {
    for (const { id, pages, bytes } of this.#filler.filled()) this.#insert.run(id, pages, bytes);
  }

  /** The packed content that a row's `content` holds or refers to. */
  content(stored: Uint8Array): Uint8Array {
    const part = packReference(stored);
    if (part === null) return this.#compression.unpack(stored);
    return partOfPack(this.#pack(part.pack), part);
  }

  /** A page no longer holds this. */
  release(stored: Uint8Array): void {
    const part = packReference(stored);
    if (part === null || this.#filler.release(part.pack)) return;
    this.#release.run(part.pack);
    this.#drop.run(part.pack);
  }

  #pack(id: number): Buffer {
    const known = this.#atHand.get(id);
    if (known !== undefined) return known;
    const open = this.#filler.unstored(id);
    if (open !== null) return open;
    const row = this.#read.get<{ bytes: Uint8Array }>(id);
    if (row === undefined) throw damagedPack(reason('pack-missing', { number: id }));
    const bytes = this.#compression.unpack(row.bytes);
    if (this.#bytesAtHand + bytes.length > AT_HAND) {
      this.#atHand.clear();
      this.#bytesAtHand = 0;
    }
    this.#atHand.set(id, bytes);
    this.#bytesAtHand += bytes.length;
    return bytes;
  }
}

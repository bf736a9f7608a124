/**
 * Contents of pages, some of a site deflated together: a page of two kilobytes alone has hardly repeated itself, and to prepare the
 * dictionary for it costs more than to deflate it. A page holds a reference – the pack, and where its bytes stand in it –, and reading it
 * inflates the pack, which is kept small for that reason. Packs are never changed; one goes when the last of its pages has gone.
 *
 * What a page of an older catalogue holds is its content itself (`Compression`); the first byte tells them apart.
 */
import { TarrafaError } from '../../errors.ts';
import { type Reason, reason } from '../../words/why.ts';
import type { PageRecord } from '../ports/index.ts';
import type { Database, Statement } from '../sqlite.ts';
import { type Compression, SHARED } from './compression.ts';
import type { Counts } from './counts.ts';
import { Packer, Unpacker } from './packing.ts';

/** Deflated bytes that a pack aims at: three of them fill a page of the database, and one is inflated as fast as a page alone. */
const AIM = 5_200;
/** Packs that are filled at once: what is too large for the room left in one may fit into another. */
const FILLED_AT_ONCE = 6;
/** Deflated bytes for each character of a page's text, before any was seen. */
const FIRST_RATE = 0.5;
/** What a page takes besides its text, in characters. */
const BESIDES = 150;
/** Inflated bytes that are kept at hand: neighbours are often read one after the other. */
const AT_HAND = 2 << 20;

interface OpenPack {
  readonly id: number;
  readonly parts: Buffer[];
  length: number;
  /** Pages that still hold a part of it. */
  pages: number;
  weight: number;
}

export class ContentPacks {
  readonly #compression: Compression;
  readonly #counts: Counts;
  readonly #insert: Statement;
  readonly #read: Statement;
  readonly #release: Statement;
  readonly #drop: Statement;
  readonly #packer = new Packer();
  /** By the group of pages that shares it. */
  readonly #open = new Map<number, OpenPack>();
  readonly #atHand = new Map<number, Buffer>();
  #bytesAtHand = 0;
  #rate = FIRST_RATE;

  constructor(db: Database, compression: Compression, counts: Counts) {
    this.#compression = compression;
    this.#counts = counts;
    this.#insert = db.statement('INSERT INTO content_block (id, pages, bytes) VALUES (?, ?, ?)');
    this.#read = db.statement('SELECT bytes FROM content_block WHERE id = ?');
    this.#release = db.statement('UPDATE content_block SET pages = pages - 1 WHERE id = ?');
    this.#drop = db.statement('DELETE FROM content_block WHERE id = ? AND pages <= 0');
  }

  /** After a roll-back: the numbers of packs are given again. */
  forget(): void {
    this.#open.clear();
    this.#atHand.clear();
    this.#bytesAtHand = 0;
  }

  /** Which pages of a batch share a pack: neighbours by site, as many as make one of the size aimed at. */
  groups(pages: readonly PageRecord[]): Int32Array {
    const order = pages.map((_, i) => i);
    order.sort((a, b) => {
      const [one, other] = [pages[a]!.site, pages[b]!.site];
      return one < other ? -1 : one > other ? 1 : a - b;
    });
    const groups = new Int32Array(pages.length);
    let made = 0;
    const filled: { readonly group: number; size: number }[] = [];
    for (const i of order) {
      const size = weightOf(pages[i]!) * this.#rate;
      let into = filled.find((pack) => pack.size + size <= AIM);
      if (into === undefined) {
        if (filled.length === FILLED_AT_ONCE) filled.splice(fullest(filled), 1);
        into = { group: made++, size: 0 };
        filled.push(into);
      }
      groups[i] = into.group;
      into.size += size;
    }
    return groups;
  }

  /** Takes the packed content of a page, and answers what its row holds instead. It is stored by `flush`. */
  add(group: number, page: PageRecord, content: Uint8Array): Buffer {
    let pack = this.#open.get(group);
    if (pack === undefined) {
      this.#counts.add('lastBlock', 1);
      pack = { id: this.#counts.get('lastBlock'), parts: [], length: 0, pages: 0, weight: 0 };
      this.#open.set(group, pack);
    }
    const packer = this.#packer;
    packer.reset();
    packer.count(SHARED);
    packer.count(pack.id);
    packer.count(pack.length);
    packer.count(content.length);
    pack.parts.push(Buffer.from(content));
    pack.length += content.length;
    pack.pages++;
    pack.weight += weightOf(page);
    return packer.copy();
  }

  /** Stores the packs of a batch: before its transaction ends. */
  flush(): void {
    for (const pack of this.#open.values()) {
      if (pack.pages <= 0) continue;
      const bytes = this.#compression.pack(
        pack.parts.length === 1 ? pack.parts[0]! : Buffer.concat(pack.parts, pack.length),
      );
      this.#insert.run(pack.id, pack.pages, bytes);
      // What a batch teaches is used for the next ones; one page says little.
      this.#rate += (bytes.length / pack.weight - this.#rate) * Math.min(0.1, pack.pages / 100);
    }
    this.#open.clear();
  }

  /** The packed content that a row's `content` holds or refers to. */
  content(stored: Uint8Array): Uint8Array {
    if (stored[0] !== SHARED) return this.#compression.unpack(stored);
    const { pack, offset, length } = reference(stored);
    const bytes = this.#pack(pack);
    if (offset + length > bytes.length) throw damaged(reason('pack-too-short', { number: pack }));
    return bytes.subarray(offset, offset + length);
  }

  /** A page no longer holds this. */
  release(stored: Uint8Array): void {
    if (stored[0] !== SHARED) return;
    const { pack } = reference(stored);
    for (const open of this.#open.values())
      if (open.id === pack) {
        open.pages--;
        return;
      }
    this.#release.run(pack);
    this.#drop.run(pack);
  }

  #pack(id: number): Buffer {
    const known = this.#atHand.get(id);
    if (known !== undefined) return known;
    for (const open of this.#open.values()) if (open.id === id) return Buffer.concat(open.parts);
    const row = this.#read.get<{ bytes: Uint8Array }>(id);
    if (row === undefined) throw damaged(reason('pack-missing', { number: id }));
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

function reference(stored: Uint8Array): { pack: number; offset: number; length: number } {
  const from = new Unpacker(stored.subarray(1));
  return { pack: from.count(), offset: from.count(), length: from.count() };
}

function fullest(packs: readonly { readonly size: number }[]): number {
  let best = 0;
  for (let i = 1; i < packs.length; i++) if (packs[i]!.size > packs[best]!.size) best = i;
  return best;
}

const weightOf = (page: PageRecord): number => page.text.length + page.title.length + BESIDES;

const damaged = (what: Reason): TarrafaError => new TarrafaError('TRF_CATALOGUE_DAMAGED', ['', what]);

/**
 * Contents of pages, some of a site deflated together: a page of two kilobytes alone has hardly repeated itself, and to prepare the
 * dictionary for it costs more than to deflate it. A page holds a reference – the pack, and where its bytes stand in it –, and reading it
 * inflates the pack, which is kept small for that reason.
 */
import { TarrafaError } from '../../errors.ts';
import { type Reason, reason } from '../../words/why.ts';
import type { PageRecord } from '../ports/index.ts';
import { type Compression, SHARED } from './compression.ts';
import { Packer, Unpacker } from './packing.ts';

/** Deflated bytes that a pack aims at: three of them fill a page of the database, and one is inflated as fast as a page alone. */
const AIM = 5_200;
/** Packs that are filled at once: what is too large for the room left in one may fit into another. */
const FILLED_AT_ONCE = 6;
/** Deflated bytes for each character of a page's text, before any was seen. */
const FIRST_RATE = 0.5;
/** What a page takes besides its text, in characters. */
const BESIDES = 150;

interface OpenPack {
  readonly id: number;
  readonly parts: Buffer[];
  length: number;
  /** Pages that still hold a part of it. */
  pages: number;
  weight: number;
}

/** A pack as it is stored. */
export interface FilledPack {
  readonly id: number;
  /** Pages that hold a part of it. */
  readonly pages: number;
  readonly bytes: Buffer;
}

export class PackFiller {
  readonly #compression: Compression;
  readonly #nextId: () => number;
  readonly #packer = new Packer();
  /** By the group of pages that shares it. */
  readonly #open = new Map<number, OpenPack>();
  #rate = FIRST_RATE;

  constructor(compression: Compression, nextId: () => number) {
    this.#compression = compression;
    this.#nextId = nextId;
  }

  /** After a roll-back: the numbers of packs are given again. */
  forget(): void {
    this.#open.clear();
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

  /** Takes the packed content of a page, and answers what its row holds instead. */
  add(group: number, page: PageRecord, content: Uint8Array): Buffer {
    let pack = this.#open.get(group);
    if (pack === undefined) {
      pack = { id: this.#nextId(), parts: [], length: 0, pages: 0, weight: 0 };
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

  /** The packs of a batch, for storing. */
  filled(): FilledPack[] {
    const filled: FilledPack[] = [];
    for (const { id, pages, parts, length, weight } of this.#open.values()) {
      if (pages <= 0) continue;
      const bytes = this.#compression.pack(parts.length === 1 ? parts[0]! : Buffer.concat(parts, length));
      filled.push({ id, pages, bytes });
      // What a batch teaches is used for the next ones; one page says little.
      this.#rate += (bytes.length / weight - this.#rate) * Math.min(0.1, pages / 100);
    }
    this.#open.clear();
    return filled;
  }

  /** The inflated bytes of a pack that is not stored yet. */
  unstored(id: number): Buffer | null {
    for (const open of this.#open.values()) if (open.id === id) return Buffer.concat(open.parts);
    return null;
  }

  /** A page no longer holds its part of a pack; false when that is no pack of this batch. */
  release(id: number): boolean {
    for (const open of this.#open.values())
      if (open.id === id) {
        open.pages--;
        return true;
      }
    return false;
  }
}

export interface PackReference {
  readonly pack: number;
  readonly offset: number;
  readonly length: number;
}

/** Where the content of a row stands; null when the row holds it itself. */
export function packReference(stored: Uint8Array): PackReference | null {
  if (stored[0] !== SHARED) return null;
  const from = new Unpacker(stored.subarray(1));
  return { pack: from.count(), offset: from.count(), length: from.count() };
}

/** The content of one page out of its inflated pack. */
export function partOfPack(pack: Uint8Array, { pack: number, offset, length }: PackReference): Uint8Array {
  if (offset + length > pack.length) throw damagedPack(reason('pack-too-short', { number }));
  return pack.subarray(offset, offset + length);
}

export const damagedPack = (what: Reason): TarrafaError =>
  new TarrafaError('TRF_CATALOGUE_DAMAGED', ['', what]);

function fullest(packs: readonly { readonly size: number }[]): number {
  let best = 0;
  for (let i = 1; i < packs.length; i++) if (packs[i]!.size > packs[best]!.size) best = i;
  return best;
}

const weightOf = (page: PageRecord): number => page.text.length + page.title.length + BESIDES;

/**
 * Links between documents of a collection in one pass and bounded memory. A link can only be judged when its target has gone by, so links
 * and documents are kept by a hash of the address, and joined at the end. When the table of documents is full, both tables keep only the
 * addresses whose hash ends in one more zero bit; when that of links is full, it keeps the half of them that a fixed draw
 * names. What is left is a fair sample, and counts are multiplied accordingly.
 */
import { createHash } from 'node:crypto';
import { grown, mix32 } from '../../bytes/index.ts';

/** No date known. */
export const NO_DAY = -(2 ** 31);

export interface LinkDifferences {
  /** Links of which both ends have the date. */
  readonly links: number;
  readonly mean: number;
  readonly least: number;
  readonly greatest: number;
}

export interface LinkFindings {
  /** Estimated when `sampledOneIn` is above 1. */
  readonly inside: number;
  readonly outside: number;
  readonly total: number;
  /** Days between the creation dates, and between the times of the content. */
  readonly created: LinkDifferences;
  readonly content: LinkDifferences;
  readonly sampledOneIn: number;
}

/** 48 bits of a digest: nobody can choose addresses that fall together. */
export function addressHash(url: string): number {
  return createHash('sha1').update(url).digest().readUIntBE(0, 6);
}

/** A number of 32 bits that looks like chance and is always the same; of neighbours, not neighbours. */
function drawn(n: number): number {
  return mix32(n) >>> 0;
}

class Gaps {
  links = 0;
  #sum = 0;
  #least = Number.POSITIVE_INFINITY;
  #greatest = 0;

  add(a: number, b: number): void {
    if (a === NO_DAY || b === NO_DAY) return;
    const days = Math.abs(a - b);
    this.links++;
    this.#sum += days;
    this.#least = Math.min(this.#least, days);
    this.#greatest = Math.max(this.#greatest, days);
  }

  summary(): LinkDifferences {
    const { links } = this;
    return {
      links,
      mean: links === 0 ? 0 : this.#sum / links,
      least: links === 0 ? 0 : this.#least,
      greatest: this.#greatest,
    };
  }
}

export class LinkSketch {
  readonly #limit: number;
  /** Address hash to creation day and content day, of the document. */
  #documents = new Map<number, readonly [number, number]>();
  #target = new Float64Array(1024);
  #created = new Int32Array(1024);
  #content = new Int32Array(1024);
  /** The draw of each link: every second one in order would follow the rhythm of the pages. */
  #lot = new Uint32Array(1024);
  #count = 0;
  #total = 0;
  /** Hashes are kept that are multiples of this power of two. */
  #oneIn = 1;
  /** Of the links to such addresses one in so many is kept, a power of two. */
  #step = 1;

  /** At most `limit` documents and twice as many links are held. */
  constructor(limit = 1 << 19) {
    this.#limit = Math.max(2, limit);
  }

  /** The first document of an address speaks for it. */
  addDocument(hash: number, created: number, content: number): void {
    if (hash % this.#oneIn !== 0 || this.#documents.has(hash)) return;
    this.#documents.set(hash, [created, content]);
    while (this.#documents.size > this.#limit) this.#thin();
  }

  addLink(target: number, created: number, content: number): void {
    this.#total++;
    const lot = drawn(this.#total);
    if (target % this.#oneIn !== 0 || lot % this.#step !== 0) return;
    const n = this.#count;
    if (n === this.#target.length) this.#grow();
    this.#target[n] = target;
    this.#created[n] = created;
    this.#content[n] = content;
    this.#lot[n] = lot;
    this.#count = n + 1;
    while (this.#count > 2 * this.#limit && this.#step < 2 ** 31) {
      this.#step *= 2;
      this.#keep((i) => this.#lot[i]! % this.#step === 0);
    }
  }

  #grow(): void {
    const size = this.#target.length * 2;
    this.#target = grown(this.#target, size);
    this.#created = grown(this.#created, size);
    this.#content = grown(this.#content, size);
    this.#lot = grown(this.#lot, size);
  }

  #thin(): void {
    this.#oneIn *= 2;
    for (const hash of this.#documents.keys()) if (hash % this.#oneIn !== 0) this.#documents.delete(hash);
    this.#keep((i) => this.#target[i]! % this.#oneIn === 0);
  }

  #keep(wanted: (i: number) => boolean): void {
    let kept = 0;
    for (let i = 0; i < this.#count; i++) {
      if (!wanted(i)) continue;
      this.#target[kept] = this.#target[i]!;
      this.#created[kept] = this.#created[i]!;
      this.#content[kept] = this.#content[i]!;
      this.#lot[kept] = this.#lot[i]!;
      kept++;
    }
    this.#count = kept;
  }

  findings(): LinkFindings {
    const created = new Gaps();
    const content = new Gaps();
    let found = 0;
    for (let i = 0; i < this.#count; i++) {
      const target = this.#documents.get(this.#target[i]!);
      if (target === undefined) continue;
      found++;
      created.add(this.#created[i]!, target[0]);
      content.add(this.#content[i]!, target[1]);
    }
    const inside = Math.min(this.#total, found * this.#oneIn * this.#step);
    return {
      inside,
      outside: this.#total - inside,
      total: this.#total,
      created: created.summary(),
      content: content.summary(),
      sampledOneIn: this.#oneIn * this.#step,
    };
  }
}

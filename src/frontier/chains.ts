/**
 * FIFO chains of entries, sixteen bytes each: a queue has one for each bucket in use, ordered by bucket. A chain knows its first
 * and last entry; what lies between is linked on disk. Chain 0 means none.
 */

const ROW_BITS = 12;
const ROWS = 1 << ROW_BITS;
const ROW_MASK = ROWS - 1;

export class Chains {
  readonly #pages: Int32Array[] = [];
  #count = 1;
  #free = 0;

  get bytes(): number {
    return this.#pages.length * ROWS * 16;
  }

  create(bucket: number, entry: number, next: number): number {
    let chain = this.#free;
    if (chain !== 0) this.#free = this.next(chain);
    else {
      chain = this.#count++;
      if (chain >>> ROW_BITS >= this.#pages.length) this.#pages.push(new Int32Array(ROWS * 4));
    }
    const page = this.#pages[chain >>> ROW_BITS]!;
    const row = (chain & ROW_MASK) * 4;
    page[row] = entry;
    page[row + 1] = entry;
    page[row + 2] = next;
    page[row + 3] = bucket;
    return chain;
  }

  free(chain: number): void {
    this.setNext(chain, this.#free);
    this.#free = chain;
  }

  head(chain: number): number {
    return this.#pages[chain >>> ROW_BITS]![(chain & ROW_MASK) * 4]! >>> 0;
  }

  setHead(chain: number, entry: number): void {
    this.#pages[chain >>> ROW_BITS]![(chain & ROW_MASK) * 4] = entry;
  }

  tail(chain: number): number {
    return this.#pages[chain >>> ROW_BITS]![(chain & ROW_MASK) * 4 + 1]! >>> 0;
  }

  setTail(chain: number, entry: number): void {
    this.#pages[chain >>> ROW_BITS]![(chain & ROW_MASK) * 4 + 1] = entry;
  }

  next(chain: number): number {
    return this.#pages[chain >>> ROW_BITS]![(chain & ROW_MASK) * 4 + 2]!;
  }

  setNext(chain: number, next: number): void {
    this.#pages[chain >>> ROW_BITS]![(chain & ROW_MASK) * 4 + 2] = next;
  }

  bucket(chain: number): number {
    return this.#pages[chain >>> ROW_BITS]![(chain & ROW_MASK) * 4 + 3]!;
  }
}

/**
 * Columns of numbers that grow by whole pages: nothing is copied when they grow, so there is no peak, and a page nobody wrote to
 * takes no memory. An element never written reads as 0.
 */

const PAGE_BITS = 12;
const PAGE_SIZE = 1 << PAGE_BITS;
const PAGE_MASK = PAGE_SIZE - 1;

export class IntColumn {
  readonly #pages: (Int32Array | undefined)[] = [];
  #allocated = 0;

  get(index: number): number {
    const page = this.#pages[index >>> PAGE_BITS];
    return page === undefined ? 0 : page[index & PAGE_MASK]!;
  }

  set(index: number, value: number): void {
    const at = index >>> PAGE_BITS;
    let page = this.#pages[at];
    if (page === undefined) {
      while (this.#pages.length < at) this.#pages.push(undefined);
      page = new Int32Array(PAGE_SIZE);
      this.#pages[at] = page;
      this.#allocated += page.byteLength;
    }
    page[index & PAGE_MASK] = value;
  }

  get bytes(): number {
    return this.#allocated;
  }
}

export class FloatColumn {
  readonly #pages: (Float64Array | undefined)[] = [];
  #allocated = 0;

  get(index: number): number {
    const page = this.#pages[index >>> PAGE_BITS];
    return page === undefined ? 0 : page[index & PAGE_MASK]!;
  }

  set(index: number, value: number): void {
    const at = index >>> PAGE_BITS;
    let page = this.#pages[at];
    if (page === undefined) {
      while (this.#pages.length < at) this.#pages.push(undefined);
      page = new Float64Array(PAGE_SIZE);
      this.#pages[at] = page;
      this.#allocated += page.byteLength;
    }
    page[index & PAGE_MASK] = value;
  }

  get bytes(): number {
    return this.#allocated;
  }
}

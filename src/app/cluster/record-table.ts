/** Numbers by the record of a URL. Records are nearly without gaps, so it is pages of an array: no more than a number each. */

/** Records of one page. */
const PAGE = 1 << 16;

export class RecordTable {
  readonly #pages = new Map<number, Float64Array | Uint32Array>();
  readonly #make: new (
    length: number,
  ) => Float64Array | Uint32Array;

  constructor(make: new (length: number) => Float64Array | Uint32Array) {
    this.#make = make;
  }

  /** 0 for what was never set. */
  get(record: number): number {
    return this.#pages.get(Math.floor(record / PAGE))?.[record % PAGE] ?? 0;
  }

  set(record: number, value: number): void {
    const number = Math.floor(record / PAGE);
    let page = this.#pages.get(number);
    if (page === undefined) {
      page = new this.#make(PAGE);
      this.#pages.set(number, page);
    }
    page[record % PAGE] = value;
  }
}

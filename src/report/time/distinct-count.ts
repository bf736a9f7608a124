/** How many different things went by, in 16 kB: HyperLogLog with linear counting for few. Within about 1 % for many, nearly exact for few. */
const BITS = 14;
const SIZE = 1 << BITS;

export class DistinctCount {
  readonly #registers = new Uint8Array(SIZE);

  /** Two hashes of 32 bits: one chooses the register, the other gives the rank. */
  add(a: number, b: number): void {
    const register = (a >>> 0) & (SIZE - 1);
    const rank = Math.clz32(b | 0) + 1;
    if (rank > this.#registers[register]!) this.#registers[register] = rank;
  }

  get estimate(): number {
    let sum = 0;
    let empty = 0;
    for (const rank of this.#registers) {
      sum += 2 ** -rank;
      if (rank === 0) empty++;
    }
    const raw = ((0.7213 / (1 + 1.079 / SIZE)) * SIZE * SIZE) / sum;
    return Math.round(raw <= 2.5 * SIZE && empty > 0 ? SIZE * Math.log(SIZE / empty) : raw);
  }
}

/** Documents by year, and the periods they are shown in: decades up to the decade before the harvest, then single years. */

const FIRST = 1000;
const LAST = 2199;

export interface Period {
  /** `before-1900`, `decade-1990`, `year-2001`, `after-2004`. */
  readonly name: string;
  readonly count: number;
}

export class YearCounts {
  readonly #years = new Float64Array(LAST - FIRST + 1);
  #before = 0;
  #after = 0;
  #total = 0;

  add(year: number): void {
    this.#total++;
    if (year < FIRST) this.#before++;
    else if (year > LAST) this.#after++;
    else this.#years[year - FIRST]!++;
  }

  get total(): number {
    return this.#total;
  }

  /** Years that have documents; those far away are under the years 999 and 2200. */
  byYear(): { readonly year: number; readonly count: number }[] {
    const out: { year: number; count: number }[] = [];
    if (this.#before > 0) out.push({ year: FIRST - 1, count: this.#before });
    this.#years.forEach((count, i) => {
      if (count > 0) out.push({ year: FIRST + i, count });
    });
    if (this.#after > 0) out.push({ year: LAST + 1, count: this.#after });
    return out;
  }

  /** The year up to which this share of the documents lies; null when there are none. */
  quantile(share: number): number | null {
    let left = share * this.#total;
    for (const { year, count } of this.byYear()) {
      left -= count;
      if (left <= 1e-9) return year;
    }
    return null;
  }

  #between(from: number, to: number): number {
    let sum = 0;
    for (let year = Math.max(FIRST, from); year <= Math.min(LAST, to); year++)
      sum += this.#years[year - FIRST]!;
    return sum;
  }

  /** From `first` (a decade, all before it in one row) to the year after the harvest, all after it in one row. They add up to the total. */
  periods(harvest: number, first: number): Period[] {
    const single = Math.floor((harvest - 3) / 10) * 10;
    const start = Math.min(first, single);
    const out: Period[] = [
      { name: `before-${start}`, count: this.#before + this.#between(FIRST, start - 1) },
    ];
    for (let decade = start; decade < single; decade += 10)
      out.push({ name: `decade-${decade}`, count: this.#between(decade, decade + 9) });
    for (let year = single; year <= harvest + 1; year++)
      out.push({ name: `year-${year}`, count: this.#between(year, year) });
    out.push({ name: `after-${harvest + 1}`, count: this.#between(harvest + 2, LAST) + this.#after });
    return out;
  }
}

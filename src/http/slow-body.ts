/**
 * How slowly a body may come. One byte now and then keeps a connection, a slot of the crawl and the address of a host for as long as a
 * whole request may take; a server that has something to say says it faster. In every span as long as the silence that is borne, the
 * body brings so many bytes or is cut.
 */

/** Bytes a second: a page of 4 kB in half a minute. */
export const SLOWEST = 128;

export class SlowBody {
  readonly #span: number;
  readonly #least: number;
  /** When the present span is over, on the monotonic clock, and the bytes that were there at its beginning. */
  #until = Number.POSITIVE_INFINITY;
  #before = 0;

  /** `span`: ms. */
  constructor(span: number) {
    this.#span = span;
    this.#least = (SLOWEST * span) / 1000;
  }

  get until(): number {
    return this.#until;
  }

  begin(now: number): void {
    this.#until = now + this.#span;
  }

  /** Time in which we read nothing ourselves does not count. */
  held(ms: number): void {
    this.#until += ms;
  }

  /** Whether the body came too slowly in a span that is over; else the next one begins. */
  isTooSlow(now: number, bytes: number): boolean {
    if (now < this.#until) return false;
    if (bytes - this.#before < this.#least) return true;
    this.#before = bytes;
    this.begin(now);
    return false;
  }
}

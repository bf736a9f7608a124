/**
 * Ends of visits wait for others, so that the database ends several in one transaction: that costs it little more than one. The first after a
 * pause goes at once, and nothing waits longer than a part of the rest that its site has to take anyway.
 */
export class Gathering {
  /** How long after the last batch the next one goes, ms. */
  readonly #span: number;
  #sentAt = Number.NEGATIVE_INFINITY;
  #hurried = false;
  #go: (() => void) | null = null;

  constructor(span: number) {
    this.#span = span;
  }

  /** Resolves when what has come should go. */
  async wait(): Promise<void> {
    const left = this.#sentAt + this.#span - performance.now();
    if (!this.#hurried && left > 0)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#go = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.#go = null;
    this.#hurried = false;
    this.#sentAt = performance.now();
  }

  /** Somebody waits for what is to be sent, or nothing more will come. */
  hurry(): void {
    this.#hurried = true;
    this.#go?.();
  }
}

/**
 * Pages that this worker may still begin, of a crawl whose pages are counted. They are granted in portions and what is not used comes back,
 * so that all workers together make exactly as many as were asked for.
 */
import type { Database } from '../postgres/index.ts';

/** Pages asked for at once, at the most: many workers share what is left. */
const PORTION = 64;

export class PageGrants {
  readonly #database: Database;
  readonly #worker: number;
  readonly #limited: boolean;
  /** Granted, and not under way. */
  #left = 0;
  #underWay = 0;
  /** All that was ever granted, as the database last told. */
  #granted = 0;

  constructor(database: Database, worker: number, limited: boolean) {
    this.#database = database;
    this.#worker = worker;
    this.#limited = limited;
  }

  /** How many visits may begin now, of so many that are wanted. */
  async have(wanted: number): Promise<number> {
    if (!this.#limited) return wanted;
    if (this.#left < wanted) {
      // Visits may end, and give some back, while this is asked.
      const more = await this.#ask(Math.min(PORTION, wanted - this.#left));
      this.#left += more;
    }
    return Math.min(wanted, this.#left);
  }

  began(): void {
    this.#left--;
    this.#underWay++;
  }

  ended(isPage: boolean): void {
    this.#underWay--;
    if (!isPage) this.#left++;
  }

  /** What is not used goes to others. */
  async giveBack(): Promise<void> {
    if (!this.#limited || this.#left === 0) return;
    const back = this.#left;
    this.#left = 0;
    await this.#ask(-back);
  }

  /** Whether all pages of the crawl are made: none is left, and nobody has any under way. */
  async areSpent(): Promise<boolean> {
    if (!this.#limited || this.#left + this.#underWay > 0) return false;
    const { schema } = this.#database;
    const [row] = await this.#database.query<{ spent: boolean }>(`select ${schema}.pages_spent() as spent`);
    return row!.spent;
  }

  async #ask(pages: number): Promise<number> {
    const { schema } = this.#database;
    // How many this worker has in all, not how many more: the same question twice grants nothing twice.
    const [row] = await this.#database.query<{ granted: number }>(
      `select ${schema}.grant_pages($1, $2, $3) as granted`,
      [this.#worker, this.#granted, pages],
    );
    const more = row!.granted - this.#granted;
    this.#granted = row!.granted;
    return more;
  }
}

/** What the desk remembers, in memory: for a simulation of 100,000 pages. */
import type { DeskStore, TakenPage, Volunteer } from '../../src/desk/desk-store.ts';
import { withVerdict } from '../../src/desk/reputation.ts';
import type { Candidate } from '../../src/frontier/index.ts';

interface Row {
  readonly page: TakenPage;
  state: 'open' | 'verified' | 'back' | 'queued';
  witness: boolean;
}

export class MemoryDeskStore implements DeskStore {
  readonly volunteers = new Map<number, { record: string; pages: number }>();
  readonly rows: Row[] = [];
  /** By link, by volunteer: the page that has it, and since when. */
  readonly links = new Map<string, Map<number, { readonly page: number; readonly at: number }>>();
  readonly #linksOf = new Map<number, Set<string>>();
  /** Pages that a volunteer had brought when it was first not believed any more. */
  readonly foundAt = new Map<number, number>();

  volunteer(id: number): Volunteer {
    const { record, pages } = this.#of(id);
    return { id, name: String(id), record, pages, isRevoked: false };
  }

  #of(id: number): { record: string; pages: number } {
    let one = this.volunteers.get(id);
    if (one === undefined) this.volunteers.set(id, (one = { record: '', pages: 0 }));
    return one;
  }

  async volunteerOf(): Promise<Volunteer | null> {
    return null;
  }

  async brought(id: number, what: 'page' | 'failure'): Promise<void> {
    if (what === 'page') this.#of(id).pages++;
  }

  async judged(id: number, verdict: 'agrees' | 'doubtful' | 'differs'): Promise<string> {
    const one = this.#of(id);
    one.record = withVerdict(one.record, verdict);
    return one.record;
  }

  async isStopped(): Promise<boolean> {
    return false;
  }

  async revoked(_ids: readonly number[]): Promise<readonly number[]> {
    return [];
  }

  async take(page: Omit<TakenPage, 'id'>): Promise<number> {
    const id = this.rows.length;
    this.rows.push({ page: { ...page, id }, state: 'open', witness: false });
    return id;
  }

  async taken(id: number): Promise<TakenPage | null> {
    const row = this.rows[id];
    return row?.state === 'open' ? row.page : null;
  }

  async placed(): Promise<void> {}

  async verified(id: number): Promise<void> {
    const row = this.rows[id];
    if (row?.state === 'open') row.state = 'verified';
  }

  async quarantine(id: number): Promise<void> {
    if (!this.foundAt.has(id)) this.foundAt.set(id, this.#of(id).pages);
    for (const row of this.rows) if (row.page.volunteer === id && row.state === 'open') row.state = 'back';
    for (const [key, told] of this.links) if (told.delete(id) && told.size === 0) this.links.delete(key);
  }

  async unqueued(): Promise<readonly TakenPage[]> {
    return this.rows.filter(({ state }) => state === 'back').map(({ page }) => page);
  }

  async queuedAgain(ids: readonly number[]): Promise<void> {
    for (const id of ids) this.rows[id]!.state = 'queued';
  }

  async meet(
    volunteer: number,
    page: number,
    links: readonly Candidate[],
    at: number,
  ): Promise<ReadonlySet<string>> {
    const confirmed = new Set<string>();
    for (const { key } of links) {
      const told = this.links.get(key);
      if (told !== undefined && [...told.keys()].some((other) => other !== volunteer)) {
        confirmed.add(key);
        this.links.delete(key);
      } else if (told === undefined) {
        this.links.set(key, new Map([[volunteer, { page, at }]]));
        let own = this.#linksOf.get(page);
        if (own === undefined) this.#linksOf.set(page, (own = new Set()));
        own.add(key);
      }
    }
    return confirmed;
  }

  async confirm(keys: readonly string[]): Promise<void> {
    for (const key of keys) this.links.delete(key);
  }

  async unwitnessed(before: number, most: number): Promise<readonly TakenPage[]> {
    const pages = new Map<number, TakenPage>();
    for (const told of this.links.values())
      for (const { page, at } of told.values()) {
        const row = this.rows[page]!;
        if (at > before || row.witness || (row.state !== 'open' && row.state !== 'verified')) continue;
        pages.set(page, row.page);
        if (pages.size >= most) return [...pages.values()];
      }
    return [...pages.values()];
  }

  async witnessAsked(pages: readonly number[]): Promise<void> {
    for (const page of pages) this.rows[page]!.witness = true;
  }

  async witnessed(page: number): Promise<void> {
    for (const key of this.#linksOf.get(page) ?? []) {
      const told = this.links.get(key);
      if (told === undefined) continue;
      for (const [id, one] of told) if (one.page === page) told.delete(id);
      if (told.size === 0) this.links.delete(key);
    }
    this.#linksOf.delete(page);
  }

  async waiting(): Promise<number> {
    return this.links.size;
  }
}

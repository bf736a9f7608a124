/** Pages and passages that a reader ticked and has not put into a dossier yet: of this tab, and gone with it. */

export interface Gathered {
  /** A version of a page. */
  readonly page: number;
  /** '' for the page as a whole. */
  readonly passage: string;
  readonly title: string;
}

const KEY = 'tarrafa-gathered';
const NOTHING: readonly Gathered[] = [];

function stored(): Record<string, readonly Gathered[]> {
  try {
    const read: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    return typeof read === 'object' && read !== null ? (read as Record<string, readonly Gathered[]>) : {};
  } catch {
    return {};
  }
}

type Ticked = Pick<Gathered, 'page' | 'passage'>;
const same = (a: Ticked, b: Ticked): boolean => a.page === b.page && a.passage === b.passage;

class GatheredItems {
  /** By collection. */
  #items = $state.raw<Readonly<Record<string, readonly Gathered[]>>>(stored());

  of(collection: string): readonly Gathered[] {
    return this.#items[collection] ?? NOTHING;
  }

  has(collection: string, item: Ticked): boolean {
    return this.of(collection).some((one) => same(one, item));
  }

  toggle(collection: string, item: Gathered): void {
    const there = this.of(collection);
    this.#set(
      collection,
      this.has(collection, item) ? there.filter((one) => !same(one, item)) : [...there, item],
    );
  }

  clear(collection: string): void {
    this.#set(collection, NOTHING);
  }

  #set(collection: string, items: readonly Gathered[]): void {
    this.#items = { ...this.#items, [collection]: items };
    try {
      sessionStorage.setItem(KEY, JSON.stringify(this.#items));
    } catch {
      // Storage may be forbidden; then it lasts as long as the page.
    }
  }
}

export const gathered = new GatheredItems();

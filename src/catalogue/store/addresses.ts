/**
 * Addresses, each under one number: pages and links speak of the same address when its comparison forms are the same, however it was
 * written.
 */

import { fnv47 } from '../../bytes/index.ts';
import { GenerationalCache, ownCopy } from '../../text/index.ts';
import { normaliseUrl } from '../../url/index.ts';
import { type Database, type Statement, sqlText } from '../sqlite.ts';

/** Addresses that are kept at hand while pages are written: most links of a site lead to the same few pages. */
const AT_HAND = 200_000;
/** Longer ones are cut: no server takes them. */
const LONGEST = 8192;

export interface AddressRow {
  readonly id: number;
  readonly url: string;
  readonly key: string | null;
  readonly page: number | null;
}

export class Addresses {
  readonly #find: Statement;
  readonly #insert: Statement;
  readonly #row: Statement;
  /** By comparison form. */
  #ids = new GenerationalCache<number>(AT_HAND);
  /** By the address of a link as it was written. */
  #links = new GenerationalCache<number>(AT_HAND);

  constructor(db: Database) {
    this.#find = db.statement('SELECT id, url, key, page FROM address WHERE hash = ?');
    this.#insert = db.statement('INSERT INTO address (hash, url, key, page) VALUES (?, ?, ?, ?)');
    this.#row = db.statement('SELECT id, url, key, page FROM address WHERE id = ?');
  }

  /** After a roll-back, or when another process has written. */
  forget(): void {
    this.#ids = new GenerationalCache(AT_HAND);
    this.#links = new GenerationalCache(AT_HAND);
  }

  /** The address of a page; `key` is its comparison form. */
  intern(url: string, key: string): number {
    return this.#ids.get(key) ?? this.#found(key)?.id ?? this.add(url, key, null);
  }

  /** The row of a page's address; null when it is new. */
  known(key: string): AddressRow | null {
    const id = this.#ids.get(key);
    return id === undefined ? this.#found(key) : this.row(id);
  }

  /** A new address, and the version that is there. */
  add(url: string, key: string, page: number | null): number {
    const bounded = addressText(key);
    const shown = addressText(url);
    const computed = addressText(keyOf(shown)) === bounded;
    const { lastInsertRowid } = this.#insert.run(fnv47(bounded), shown, computed ? null : bounded, page);
    const id = Number(lastInsertRowid);
    this.#ids.set(ownCopy(key), id);
    return id;
  }

  /** The address that a link leads to. */
  internLink(url: string): number {
    const known = this.#links.get(url);
    if (known !== undefined) return known;
    const id = this.intern(url, keyOf(url));
    this.#links.set(ownCopy(url), id);
    return id;
  }

  /** By an address in any of its forms; null when it is not known. */
  find(url: string): AddressRow | null {
    const key = addressText(keyOf(url));
    const found = this.#search(key, fnv47(key));
    const plain = addressText(url);
    if (found?.page != null || plain === key) return found;
    // Pages whose comparison form was not made by our rules are known by that form, or by their address itself.
    return this.#search(plain, fnv47(plain)) ?? found;
  }

  row(id: number): AddressRow | null {
    return this.#row.get<AddressRow>(id) ?? null;
  }

  keyOfRow(row: AddressRow): string {
    return row.key ?? keyOf(row.url);
  }

  #search(key: string, hash: number): AddressRow | null {
    for (const row of this.#find.all<AddressRow>(hash))
      if ((row.key ?? addressText(keyOf(row.url))) === key) return row;
    return null;
  }

  #found(key: string): AddressRow | null {
    const bounded = addressText(key);
    const row = this.#search(bounded, fnv47(bounded));
    if (row !== null) this.#ids.set(ownCopy(key), row.id);
    return row;
  }
}

/** The comparison form of an address; what is none stands for itself. */
export function keyOf(url: string): string {
  const read = normaliseUrl(url);
  return read.kind === 'url' ? read.key : url;
}

/** An address as it is kept. */
export const addressText = (text: string): string =>
  sqlText(text.length > LONGEST ? text.slice(0, LONGEST) : text);

/** The comparison form of the address that an entity was read at, as it is kept; null where there is none. */
export function entityAddress(url: string): string | null {
  const text = sqlText(url);
  return text === '' ? null : addressText(keyOf(text));
}

/**
 * Sites, archive files, addresses and the texts of links, each under one number, made if need be. They are made before the batch that
 * speaks of them and by themselves: a row that no page came to need does no harm, and two writers who meet the same menu do not wait for the
 * whole of each other's batches. A number that was given stays, so what is known of them is kept at hand.
 */
import { createHash } from 'node:crypto';
import { numberArray, textArray } from '../../postgres/index.ts';
import { GenerationalCache, ownCopy } from '../../text/index.ts';
import { sqlText } from '../sqlite.ts';
import { addressText, keyOf } from '../store/addresses.ts';
import { LONGEST_ANCHOR } from '../store/links.ts';
import type { Tables } from './tables.ts';

const AT_HAND = 200_000;
/** Rows that are asked for in one statement. */
const TOGETHER = 20_000;

/** What is to be given a number. */
interface Given {
  readonly known: string;
}

interface Address extends Given {
  readonly hash: string;
  readonly url: string;
  readonly key: string | null;
}

export class Interning {
  readonly #tables: Tables;
  readonly #sites = new GenerationalCache<number>(AT_HAND);
  readonly #files = new GenerationalCache<number>(AT_HAND);
  /** By comparison form. */
  readonly #addresses = new GenerationalCache<number>(AT_HAND);
  /** By the address of a link as it was written. */
  readonly #links = new GenerationalCache<number>(AT_HAND);
  /** By target and text. */
  readonly #anchors = new GenerationalCache<number>(AT_HAND);

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  async sites(names: Iterable<string>): Promise<(name: string) => number> {
    return this.#named('site', this.#sites, names, (name) => sqlText(name).slice(0, 255));
  }

  async files(names: Iterable<string>): Promise<(name: string) => number> {
    return this.#named('archive_file', this.#files, names, sqlText);
  }

  async #named(
    table: 'site' | 'archive_file',
    cache: GenerationalCache<number>,
    names: Iterable<string>,
    text: (name: string) => string,
  ): Promise<(name: string) => number> {
    const numbers = new Map<string, number>();
    const unknown = new Map<string, string>();
    for (const name of names) {
      const known = cache.get(name);
      if (known === undefined) unknown.set(name, text(name));
      else numbers.set(name, known);
    }
    const found = await this.#made(
      [...new Set(unknown.values())].sort().map((known) => ({ known })),
      (given) => [
        `with given as (select name, ord from unnest($1::text[]) with ordinality as g (name, ord)),
         found as (select ord, id from given join @${table} made using (name)),
         made as (insert into @${table} (name) select name from given where ord not in (select ord from found) order by name
           on conflict do nothing returning id, name)
         select ord, id from found union all select ord, id from made join given using (name)`,
        [textArray(given.map(({ known }) => known))],
      ],
    );
    for (const [name, kept] of unknown) {
      numbers.set(name, found.get(kept)!.id);
      cache.set(ownCopy(name), found.get(kept)!.id);
    }
    return (name) => numbers.get(name)!;
  }

  /** The numbers of addresses: of pages by `key`, of links by `url`. Those that were not known before are `fresh`. */
  async addresses(
    wanted: Iterable<{ readonly url: string; readonly key?: string | undefined }>,
  ): Promise<AddressNumbers> {
    const byKey = new Map<string, number>();
    const byUrl = new Map<string, number>();
    const waiting: { readonly url: string; readonly key: string | undefined; readonly known: string }[] = [];
    const unknown = new Map<string, Address>();
    for (const { url, key } of wanted) {
      if (key === undefined ? byUrl.has(url) : byKey.has(key)) continue;
      const known = key === undefined ? this.#links.get(url) : this.#addresses.get(key);
      if (known !== undefined) {
        if (key === undefined) byUrl.set(url, known);
        else byKey.set(key, known);
        continue;
      }
      const address = madeAddress(url, key ?? keyOf(url));
      // In the order in which they were met: the first says how the address is written.
      if (!unknown.has(address.known)) unknown.set(address.known, address);
      waiting.push({ url, key, known: address.known });
    }
    const found = await this.#made([...unknown.values()], (given) => [
      `with given as (select * from unnest($1::uuid[], $2::text[], $3::text[]) with ordinality as g (hash, url, key, ord)),
       found as (select ord, made.id from given join @address made using (hash)),
       fresh as materialized (select nextval('@address_number') as id, hash, url, key from given
         where ord not in (select ord from found)),
       made as (insert into @address (id, hash, url, key) select id, hash, url, key from fresh order by hash
         on conflict do nothing returning id, hash)
       select ord, id, false as made from found union all select ord, id, true from made join given using (hash)`,
      [
        textArray(given.map(({ hash }) => hash)),
        textArray(given.map(({ url }) => url)),
        textArray(given.map(({ key }) => key)),
      ],
    ]);
    const fresh = new Set<number>();
    for (const { id, made } of found.values()) if (made === true) fresh.add(id);
    for (const { url, key, known } of waiting) {
      const { id } = found.get(known)!;
      if (key === undefined) {
        byUrl.set(url, id);
        this.#links.set(ownCopy(url), id);
      } else {
        byKey.set(key, id);
        this.#addresses.set(ownCopy(key), id);
      }
    }
    return { ofKey: (key) => byKey.get(key)!, ofUrl: (url) => byUrl.get(url)!, fresh };
  }

  /** The numbers of what links say of an address. Those that were not known before are `fresh`: nobody links by them yet. */
  async anchors(
    wanted: Iterable<{ readonly target: number; readonly said: string }>,
  ): Promise<AnchorNumbers> {
    const numbers = new Map<string, number>();
    const unknown = new Map<string, { known: string; target: number; text: string }>();
    for (const { target, said } of wanted) {
      const text = anchorText(said);
      const known = anchorKey(target, text);
      if (numbers.has(known) || unknown.has(known)) continue;
      const id = this.#anchors.get(known);
      if (id === undefined) unknown.set(known, { known, target, text });
      else numbers.set(known, id);
    }
    const found = await this.#made([...unknown.values()], (given) => [
      `with given as (select * from unnest($1::bigint[], $2::text[]) with ordinality as g (target, text, ord)),
       found as (select ord, made.id from given join @anchor made using (target, text)),
       fresh as materialized (select nextval('@anchor_number') as id, target, text from given
         where ord not in (select ord from found)),
       made as (insert into @anchor (id, target, text) select id, target, text from fresh order by target, text
         on conflict do nothing returning id, target, text)
       select ord, id, false as made from found
         union all select ord, id, true from made join given using (target, text)`,
      [numberArray(given.map(({ target }) => target)), textArray(given.map(({ text }) => text))],
    ]);
    const fresh = new Set<number>();
    for (const [known, { id, made }] of found) {
      numbers.set(known, id);
      this.#anchors.set(ownCopy(known), id);
      if (made === true) fresh.add(id);
    }
    return { of: (target, said) => numbers.get(anchorKey(target, anchorText(said)))!, fresh };
  }

  /** Asks until each has a number: what another made a moment ago is not seen by the statement that it came in the way of. */
  async #made<G extends Given>(
    given: readonly G[],
    statement: (given: readonly G[]) => readonly [text: string, parameters: readonly string[]],
  ): Promise<Map<string, { readonly id: number; readonly made?: boolean }>> {
    const numbers = new Map<string, { readonly id: number; readonly made?: boolean }>();
    for (let at = 0; at < given.length; at += TOGETHER) {
      let left = given.slice(at, at + TOGETHER);
      while (left.length > 0) {
        const rows = await this.#tables.query<{ ord: number; id: number; made?: boolean }>(
          ...statement(left),
        );
        for (const row of rows) numbers.set(left[row.ord - 1]!.known, row);
        left = left.filter(({ known }) => !numbers.has(known));
      }
    }
    return numbers;
  }
}

interface AddressNumbers {
  readonly ofKey: (key: string) => number;
  readonly ofUrl: (url: string) => number;
  readonly fresh: ReadonlySet<number>;
}

interface AnchorNumbers {
  readonly of: (target: number, said: string) => number;
  readonly fresh: ReadonlySet<number>;
}

const anchorText = (said: string): string => sqlText(said.trim().slice(0, LONGEST_ANCHOR));
const anchorKey = (target: number, text: string): string => `${target} ${text}`;

function madeAddress(url: string, key: string): Address {
  const bounded = addressText(key);
  const shown = addressText(url);
  const computed = addressText(keyOf(shown)) === bounded;
  return { known: bounded, hash: addressHash(bounded), url: shown, key: computed ? null : bounded };
}

/** Of a comparison form as it is kept. Half of a SHA-256: who wanted two addresses to share one would look for ages. */
export function addressHash(bounded: string): string {
  return createHash('sha256').update(bounded).digest('hex').slice(0, 32);
}

/** Links of current pages by where they lead. */
import { GenerationalCache, ownCopy } from '../../text/index.ts';
import { type Database, type Statement, sqlText } from '../sqlite.ts';
import type { Evidence } from './documents.ts';
import { type Incoming, linkEvidence, MOST_LOOKED_AT } from './link-evidence.ts';

/** Rows that go into one statement. */
const TOGETHER = 64;
/** Links of one text to one address that are kept: of its own site, whose menus say the same on every page, and of others. */
export const MOST_OWN = 200;
export const MOST_OTHERS = 2000;
/** A longer text of a link is kept this far. */
export const LONGEST_ANCHOR = 120;
const AT_HAND = 200_000;
/** Sites of so many addresses are read in one row. */
const SITES_TOGETHER = 1000;

/** The site of the current page of each address, by its number; 0 where there is none. */
export type PageSites = Uint32Array;

/** A link as it is kept: the number of its anchor, and whether it stays on its site. */
export interface KeptLink {
  readonly anchor: number;
  readonly own: boolean;
}

export class Links {
  readonly #find: Statement;
  readonly #add: Statement;
  readonly #many: Statement;
  readonly #one: Statement;
  readonly #delete: Statement;
  readonly #count: Statement;
  readonly #incoming: Statement;
  readonly #sources: Statement;
  readonly #sites: Statement;
  readonly #lastAddress: Statement;
  #pending: { anchor: number; source: number }[] = [];
  /** Anchors by where they lead and what they say. */
  #anchors = new GenerationalCache<number>(AT_HAND);
  /** The anchor by which an address was linked to last. */
  readonly #last = new Map<number, { readonly said: string; readonly id: number }>();
  /** How many pages link by an anchor, as far as it was asked. */
  #counts = new Map<number, number>();
  /** Where links of this batch lead. */
  readonly #reached = new Set<number>();

  constructor(db: Database) {
    this.#find = db.statement('SELECT id, text FROM anchor WHERE target = ?');
    this.#add = db.statement('INSERT INTO anchor (target, text) VALUES (?, ?)');
    const row = '(?, ?)';
    const insert = 'INSERT OR IGNORE INTO link (anchor, source) VALUES ';
    this.#many = db.statement(insert + Array<string>(TOGETHER).fill(row).join(', '));
    this.#one = db.statement(insert + row);
    this.#delete = db.statement('DELETE FROM link WHERE anchor = ? AND source = ?');
    this.#count = db.statement(
      `SELECT count(*) AS n FROM (SELECT 1 FROM link WHERE anchor = ? LIMIT ${MOST_OTHERS})`,
    );
    // One row for each text: a row for each link would cost more than all the rest.
    const looked = `SELECT anchor.id AS anchor, anchor.text AS text, link.source AS source
      FROM anchor JOIN link ON link.anchor = anchor.id WHERE anchor.target = ? LIMIT ${MOST_LOOKED_AT}`;
    this.#incoming = db.statement(
      `SELECT text, group_concat(coalesce(page.site, 0)) AS said FROM (${looked}) AS looked
        JOIN address ON address.id = looked.source LEFT JOIN page ON page.id = address.page GROUP BY looked.anchor`,
    );
    this.#sources = db.statement(
      `SELECT text, group_concat(source) AS said FROM (${looked}) GROUP BY anchor`,
    );
    this.#sites = db.statement(
      `SELECT group_concat(said) AS said FROM
        (SELECT address.id AS id, address.id || ' ' || page.site AS said FROM address JOIN page ON page.id = address.page)
        GROUP BY id / ${SITES_TOGETHER}`,
    );
    this.#lastAddress = db.statement('SELECT coalesce(max(id), 0) AS n FROM address');
  }

  forget(): void {
    this.#pending = [];
    this.#reached.clear();
    this.#anchors = new GenerationalCache(AT_HAND);
    this.#last.clear();
    this.#counts.clear();
  }

  /** The number of an anchor. */
  intern(target: number, said: string): number {
    this.#reached.add(target);
    const trimmed = said.trim();
    // Menus say the same of an address on every page: one comparison, without looking the text up.
    const last = this.#last.get(target);
    if (last !== undefined && last.said === trimmed) return last.id;
    const text = sqlText(trimmed.slice(0, LONGEST_ANCHOR));
    const key = `${target} ${text}`;
    let id = this.#anchors.get(key);
    if (id === undefined) {
      id = this.#find.all<{ id: number; text: string }>(target).find((row) => row.text === text)?.id;
      if (id === undefined) {
        id = Number(this.#add.run(target, text).lastInsertRowid);
        this.#counts.set(id, 0);
      }
      this.#anchors.set(ownCopy(key), id);
    }
    if (this.#last.size > AT_HAND) this.#last.clear();
    this.#last.set(target, { said: ownCopy(trimmed), id });
    return id;
  }

  /** The links of `source` were `before`, and are `after`. */
  change(source: number, before: readonly number[], after: readonly KeptLink[]): void {
    if (before.length > 0) {
      this.flush();
      const still = new Set(after.map((link) => link.anchor));
      for (const anchor of before)
        if (!still.has(anchor) && this.#delete.run(anchor, source).changes > 0) this.#counts.delete(anchor);
    }
    const had = new Set(before);
    for (const { anchor, own } of after) {
      if (had.has(anchor)) continue;
      let count = this.#counts.get(anchor);
      if (count === undefined) {
        if (this.#counts.size > AT_HAND) this.#counts.clear();
        count = this.#count.get<{ n: number }>(anchor)!.n;
      }
      if (count >= (own ? MOST_OWN : MOST_OTHERS)) continue;
      this.#counts.set(anchor, count + 1);
      this.#pending.push({ anchor, source });
    }
  }

  /** Before a batch. */
  begin(): void {
    this.#reached.clear();
  }

  /** Whether a link of this batch leads there. */
  reached(address: number): boolean {
    return this.#reached.has(address);
  }

  flush(): void {
    // Neighbours in the tree are written together.
    const rows = this.#pending.sort((a, b) => a.anchor - b.anchor || a.source - b.source);
    let at = 0;
    for (; at + TOGETHER <= rows.length; at += TOGETHER) {
      const values: number[] = [];
      for (let i = at; i < at + TOGETHER; i++) values.push(rows[i]!.anchor, rows[i]!.source);
      this.#many.run(...values);
    }
    for (; at < rows.length; at++) this.#one.run(rows[at]!.anchor, rows[at]!.source);
    this.#pending = [];
  }

  /** For evidence of many pages. What is written later is not in it. */
  sites(): PageSites {
    const sites = new Uint32Array(this.#lastAddress.get<{ n: number }>()!.n + 1);
    for (const { said } of this.#sites.iterate<{ said: string }>())
      for (const pair of said.split(',')) {
        const gap = pair.indexOf(' ');
        sites[Number(pair.slice(0, gap))] = Number(pair.slice(gap + 1));
      }
    return sites;
  }

  /** What links say of the page at an address, `site` being its own. */
  evidence(address: number, site: number, pageSites: PageSites | null = null): Evidence {
    const incoming = (pageSites === null ? this.#incoming : this.#sources).all<Incoming>(address);
    return linkEvidence(incoming, site, pageSites === null ? null : (number) => pageSites[number] ?? 0);
  }
}

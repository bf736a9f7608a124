/** Links of current pages by where they lead, and what they say of a page: the texts people link to it with, and how many do. */
import { GenerationalCache, ownCopy } from '../../text/generational-cache.ts';
import { foldWords } from '../../text/index.ts';
import { type Database, type Statement, sqlText } from '../sqlite.ts';
import type { Evidence } from './documents.ts';

/** Rows that go into one statement. */
const TOGETHER = 64;
/** Links to a page that are looked at; more say nothing new. */
const MOST_LOOKED_AT = 2000;
/** Links of one text to one address that are kept: of its own site, whose menus say the same on every page, and of others. */
const MOST_OWN = 200;
const MOST_OTHERS = 2000;
const MOST_TEXTS = 16;
const LONGEST_TEXTS = 600;
/** A longer text of a link is kept this far. */
const LONGEST_ANCHOR = 120;
const AT_HAND = 200_000;

/** What links say wherever they lead. */
const EMPTY_WORDS = new Set(
  [
    'aqui|clique aqui|clique|leia mais|ler mais|leia|saiba mais|ver mais|veja mais|veja tambem|mais|continuar lendo|continue lendo',
    'proxima|proximo|anterior|voltar|seguinte|inicio|home|pagina inicial|topo|voltar ao topo|menu|sair|entrar|imprimir|compartilhar',
    'read more|more|here|click here|next|previous|back|top|link|download|baixar|comentar|comentarios|responder',
  ].flatMap((line) => line.split('|')),
);

interface Incoming {
  readonly text: string;
  readonly site: number | null;
}

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
  #pending: { anchor: number; source: number }[] = [];
  /** Anchors by where they lead and what they say. */
  #anchors = new GenerationalCache<number>(AT_HAND);
  /** The anchor by which an address was linked to last. */
  readonly #last = new Map<number, { readonly said: string; readonly id: number }>();
  /** How many pages link by an anchor, as far as it was asked. */
  #counts = new Map<number, number>();

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
    this.#incoming = db.statement(
      `SELECT anchor.text AS text, page.site AS site FROM anchor JOIN link ON link.anchor = anchor.id
        JOIN address ON address.id = link.source LEFT JOIN page ON page.id = address.page
        WHERE anchor.target = ? LIMIT ${MOST_LOOKED_AT}`,
    );
  }

  forget(): void {
    this.#pending = [];
    this.#anchors = new GenerationalCache(AT_HAND);
    this.#last.clear();
    this.#counts.clear();
  }

  /** The number of an anchor. */
  intern(target: number, said: string): number {
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

  /**
   * What links say of the page at an address, `site` being its own. Evidence grows with the logarithm of the number of *other sites*
   * that link to it, and a quarter as fast with the pages of its own site that do: a site's menus should not decide. Unlike PageRank it
   * changes only where a link changed, so a catalogue that grows every ten seconds is never computed anew, and nobody gains by linking
   * to himself a thousand times.
   */
  evidence(address: number, site: number): Evidence {
    const incoming = this.#incoming.all<Incoming>(address);
    if (incoming.length === 0) return { anchors: '', authority: 0 };
    const sites = new Set<number>();
    let own = 0;
    const texts = new Map<string, { text: string; sites: Set<number>; own: boolean }>();
    for (const link of incoming) {
      if (link.site === site || link.site === null) own++;
      else sites.add(link.site);
      const folded = foldWords(link.text);
      if (folded === '' || EMPTY_WORDS.has(folded) || /^\d+$/.test(folded)) continue;
      let known = texts.get(folded);
      if (known === undefined) {
        known = { text: link.text, sites: new Set(), own: false };
        texts.set(folded, known);
      }
      if (link.site === site || link.site === null) known.own = true;
      else known.sites.add(link.site);
    }
    const weight = (said: { sites: Set<number>; own: boolean }): number =>
      said.sites.size + (said.own ? 0.5 : 0);
    const chosen = [...texts]
      .sort(([a, one], [b, other]) => weight(other) - weight(one) || (a < b ? -1 : 1))
      .slice(0, MOST_TEXTS)
      .map(([, said]) => said.text);
    const score = (Math.log2(1 + sites.size) + Math.log2(1 + own) / 4) / 10;
    return {
      anchors: chosen.join('\n').slice(0, LONGEST_TEXTS),
      authority: Math.round(Math.min(1, score) * 1000) / 1000,
    };
  }
}

/** Whether new texts of links have words that neither the title nor the texts before had: only then is a page indexed again. */
export function saysMore(title: string, before: string, after: string): boolean {
  if (before === after) return false;
  const known = new Set(`${foldWords(title)} ${foldWords(before)}`.split(' '));
  return foldWords(after)
    .split(' ')
    .some((word) => word !== '' && !known.has(word));
}

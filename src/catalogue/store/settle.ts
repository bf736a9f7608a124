/**
 * What depends on many pages, computed where something changed: the texts of links to a page, and the evidence of how many there are.
 * Work goes in small transactions; when it is cut short, the next time does it again.
 */
import type { IndexedDocument, SearchIndex } from '../search-index/port.ts';
import { type Database, sqlText } from '../sqlite.ts';
import type { Counts } from './counts.ts';
import type { Evidence } from './documents.ts';
import { saysMore } from './link-evidence.ts';
import type { Links, PageSites } from './links.ts';
import type { Pages } from './pages.ts';

/** Pages that are looked at in one transaction, so that a part of the index is written once for all of its pages. */
const TOGETHER = 20_000;
/** Pages that are indexed again in one transaction. */
const AGAIN = 400;
/** From so many on, the sites of all pages are brought into memory instead of being looked up for each link. */
const MANY = 4000;
/** A smaller change of evidence moves no page past another. */
export const NOTICEABLE = 0.02;

export interface SettleParts {
  readonly db: Database;
  readonly counts: Counts;
  readonly links: Links;
  readonly pages: Pages;
  readonly index: SearchIndex;
  /** A stored page as the index takes it, with what links say of it now. */
  readonly document: (id: number, evidence: Evidence) => IndexedDocument | null;
  readonly transaction: <T>(work: () => T) => T;
}

interface Candidate {
  readonly id: number;
  readonly address: number;
  readonly site: number;
  readonly title: string;
  readonly anchors: string;
  readonly authority: number;
}

const CURRENT = `SELECT page.id AS id, page.address AS address, page.site AS site, page.title AS title,
  coalesce(evidence.anchors, '') AS anchors, coalesce(evidence.authority, 0) AS authority
  FROM page JOIN address ON address.id = page.address AND address.page = page.id LEFT JOIN evidence ON evidence.page = page.id`;

/** Answers how many pages were indexed again. */
export function settle(parts: SettleParts): number {
  const { db, counts } = parts;
  const settled = Number(
    db.statement("SELECT value FROM meta WHERE key = 'settled'").get<{ value: string }>()?.value ?? 0,
  );
  const last = counts.get('lastId');
  const again = db.statement('SELECT page FROM unsettled ORDER BY page').all<{ page: number }>();
  if (settled === last && again.length === 0) return 0;
  const candidates =
    settled === 0
      ? everyPage(db)
      : pagesReached(
          parts,
          settled,
          again.map((row) => row.page),
        );
  let sites: PageSites | null = null;
  let indexed = 0;
  for (const rows of candidates) {
    if (rows.length >= MANY) sites ??= parts.links.sites();
    const again = parts.transaction(() => settlePages(parts, rows, sites));
    for (let at = 0; at < again.length; at += AGAIN)
      parts.transaction(() => indexAgain(parts, again.slice(at, at + AGAIN)));
    indexed += again.length;
  }
  parts.transaction(() => {
    db.statement("INSERT OR REPLACE INTO meta (key, value) VALUES ('settled', ?)").run(String(last));
    db.exec('DELETE FROM unsettled');
  });
  return indexed;
}

/** Answers what is to be indexed again. */
function settlePages(
  { db, links, index }: SettleParts,
  rows: readonly Candidate[],
  sites: PageSites | null,
): readonly (readonly [number, Evidence])[] {
  const store = db.statement('INSERT OR REPLACE INTO evidence (page, anchors, authority) VALUES (?, ?, ?)');
  const authority = new Map<number, number>();
  const changed = new Map<number, Evidence>();
  for (const row of rows) {
    const evidence = links.evidence(row.address, row.site, sites);
    if (saysMore(row.title, row.anchors, evidence.anchors)) changed.set(row.id, evidence);
    else if (Math.abs(evidence.authority - row.authority) >= NOTICEABLE) {
      authority.set(row.id, evidence.authority);
      store.run(row.id, sqlText(row.anchors), evidence.authority);
    }
  }
  index.setAuthority(authority);
  const again = index.setAnchors(changed).map((id) => [id, changed.get(id)!] as const);
  for (const [id] of again) changed.delete(id);
  for (const [id, evidence] of changed) store.run(id, sqlText(evidence.anchors), evidence.authority);
  return again;
}

function indexAgain({ index, document }: SettleParts, pages: readonly (readonly [number, Evidence])[]): void {
  index.add(pages.flatMap(([id, evidence]) => document(id, evidence) ?? []));
}

function* everyPage(db: Database): Generator<readonly Candidate[]> {
  const next = db.statement(`${CURRENT} WHERE page.id > ? ORDER BY page.id LIMIT ${TOGETHER}`);
  for (let after = 0; ; ) {
    const rows = next.all<Candidate>(after);
    if (rows.length === 0) return;
    yield rows;
    after = rows.at(-1)!.id;
  }
}

/** Current pages that were written since the last time, and those that they link to. */
function* pagesReached(
  { db, pages }: SettleParts,
  settled: number,
  again: readonly number[],
): Generator<readonly Candidate[]> {
  const most = db.statement('SELECT coalesce(max(id), 0) AS n FROM address').get<{ n: number }>()!.n;
  // A bit for each address: there may be millions of them.
  const bits = new Uint8Array(Math.floor(most / 8) + 1);
  const set = (address: number): void => {
    if (address <= most) bits[Math.floor(address / 8)]! |= 1 << (address % 8);
  };
  const target = db.statement('SELECT target FROM anchor WHERE id = ?');
  const mark = (id: number): void => {
    const row = pages.row(id);
    if (row === null) return;
    set(row.address);
    for (const anchor of pages.text(row).links) {
      const led = target.get<{ target: number }>(anchor);
      if (led !== undefined) set(led.target);
    }
  };
  for (const id of again) mark(id);
  const next = db.statement('SELECT id FROM page WHERE id > ? ORDER BY id LIMIT 1000');
  for (let after = settled; ; ) {
    const rows = next.all<{ id: number }>(after);
    if (rows.length === 0) break;
    for (const { id } of rows) mark(id);
    after = rows.at(-1)!.id;
  }
  const current = db.statement(`${CURRENT} WHERE address.id = ?`);
  let found: Candidate[] = [];
  for (let address = 0; address <= most; address++) {
    const byte = bits[Math.floor(address / 8)]!;
    if (byte === 0) {
      address += 7 - (address % 8);
      continue;
    }
    if ((byte & (1 << (address % 8))) === 0) continue;
    const row = current.get<Candidate>(address);
    if (row !== undefined) found.push(row);
    if (found.length === TOGETHER) {
      yield found;
      found = [];
    }
  }
  if (found.length > 0) yield found;
}

/**
 * Versions of pages, written. A version is one payload of one address; a capture says that it was there at a time. The newest capture
 * decides which version is current: only that one is searched, and only its links and entities count.
 */
import type { PageRecord, SamePage } from '../ports/index.ts';
import { type Database, type Statement, sqlText } from '../sqlite.ts';
import { type Addresses, addressText } from './addresses.ts';
import type { ArchiveFiles } from './archive-files.ts';
import type { ContentPacks } from './content-packs.ts';
import type { Counts } from './counts.ts';
import { packDigest } from './digest.ts';
import { type Evidence, pageDocument } from './documents.ts';
import type { Entities } from './entities.ts';
import type { IndexChanges } from './index-changes.ts';
import type { KeptLink, Links } from './links.ts';
import { Packer } from './packing.ts';
import { pageColumns, wholeTime } from './page-columns.ts';
import { packContent } from './page-content.ts';
import { linksOf } from './page-links.ts';
import type { Pages } from './pages.ts';
import { searchedSite } from './searched-site.ts';
import type { Sites } from './sites.ts';

export interface PageWriterParts {
  readonly db: Database;
  readonly addresses: Addresses;
  readonly files: ArchiveFiles;
  readonly packs: ContentPacks;
  readonly counts: Counts;
  readonly sites: Sites;
  readonly links: Links;
  readonly entities: Entities;
  readonly pages: Pages;
  readonly changes: IndexChanges;
}

interface VersionRow {
  readonly id: number;
  readonly address: number;
  readonly site: number;
  readonly url: string | null;
  readonly fetched_at: number;
  readonly text_bytes: number;
}
interface StoredContent {
  readonly content: Uint8Array;
}

export class PageWriter {
  readonly #parts: PageWriterParts;
  readonly #packer = new Packer();
  readonly #currentOf: Statement;
  readonly #setCurrent: Statement;
  readonly #version: Statement;
  readonly #anyVersion: Statement;
  readonly #row: Statement;
  readonly #insert: Statement;
  readonly #replace: Statement;
  readonly #touch: Statement;
  readonly #capture: Statement;
  readonly #recapture: Statement;
  readonly #newest: Statement;
  readonly #evidence: Statement;
  readonly #unsettled: Statement;

  constructor(parts: PageWriterParts) {
    this.#parts = parts;
    const { db } = parts;
    this.#currentOf = db.statement('SELECT url, page FROM address WHERE id = ?');
    this.#setCurrent = db.statement('UPDATE address SET page = ? WHERE id = ?');
    const columns = 'id, address, site, url, fetched_at, text_bytes';
    const version = `SELECT ${columns} FROM page WHERE`;
    const stored = `SELECT ${columns}, content FROM page WHERE`;
    this.#version = db.statement(`${stored} digest = ? AND address = ? LIMIT 1`);
    this.#anyVersion = db.statement(`${version} digest = ? ORDER BY id LIMIT 1`);
    this.#row = db.statement(`${stored} id = ?`);
    this.#insert = db.statement(
      `INSERT INTO page (id, address, site, url, fetched_at, digest, status, language, type, title, published, text_bytes, content)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#replace = db.statement(
      `UPDATE page SET site = ?, fetched_at = ?, status = ?, language = ?, type = ?, title = ?, published = ?,
        text_bytes = ?, content = ? WHERE id = ?`,
    );
    this.#touch = db.statement('UPDATE page SET fetched_at = max(fetched_at, ?) WHERE id = ?');
    this.#capture = db.statement(
      `INSERT OR IGNORE INTO capture (address, fetched_at, page, url, file, position, length)
        VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#recapture = db.statement(
      `UPDATE capture SET url = ?, file = ?, position = ?, length = ? WHERE address = ? AND fetched_at = ? AND page = ?`,
    );
    this.#newest = db.statement(
      'SELECT page FROM capture WHERE address = ? ORDER BY fetched_at DESC, page DESC LIMIT 1',
    );
    this.#evidence = db.statement(
      'INSERT OR REPLACE INTO evidence (page, anchors, authority) VALUES (?, ?, ?)',
    );
    this.#unsettled = db.statement('INSERT OR IGNORE INTO unsettled (page) VALUES (?)');
  }

  put(records: readonly PageRecord[]): void {
    const { packs } = this.#parts;
    const groups = packs.groups(records);
    records.forEach((record, i) => {
      this.#put(record, groups[i]!);
    });
    packs.flush();
  }

  #put(record: PageRecord, group: number): void {
    const { addresses, sites, counts, packs, links, entities } = this.#parts;
    const site = sites.intern(record.site);
    const fetchedAt = wholeTime(record.fetchedAt);
    const digest = packDigest(record.digest);
    const there = addresses.known(record.key);
    const before = there?.page ?? null;
    // Also of an address where nothing is current: a collection may have let go of what it had there.
    const known =
      there === null ? undefined : this.#version.get<VersionRow & StoredContent>(digest, there.id);
    const id = known?.id ?? counts.nextId();
    const address = there?.id ?? addresses.add(record.url, record.key, id);
    const had = before === null ? [] : this.#linksOf(before);
    const stored = this.#storedLinks(record, address);
    this.#packer.reset();
    packContent(
      this.#packer,
      record,
      stored.map((link) => link.anchor),
    );
    const content = packs.add(group, record, this.#packer.view());
    const { title, textBytes, language, type, published, status } = pageColumns(record);
    // Where the address was written otherwise by who linked to it, the page's own is kept too.
    const written = sqlText(record.url);
    const url = there?.url ?? addressText(record.url);
    const own = written === url ? null : written;
    if (known === undefined) {
      this.#insert.run(
        id,
        address,
        site,
        own,
        fetchedAt,
        digest,
        status,
        language,
        type,
        title,
        published,
        textBytes,
        content,
      );
    } else {
      const latest = Math.max(known.fetched_at, fetchedAt);
      this.#replace.run(site, latest, status, language, type, title, published, textBytes, content, id);
      packs.release(known.content);
      this.#unsettled.run(id);
      if (known.site !== site && before === id) {
        sites.count(this.#siteOf(known), 'pages', -1);
        sites.count(this.#siteOf({ ...known, site }), 'pages', 1);
      }
    }
    counts.add('textBytes', textBytes - (known?.text_bytes ?? 0));
    const shown = known?.url ?? (known === undefined ? own : null) ?? url;
    const searched = searchedSite(shown, record.site);
    sites.fetched(searched, fetchedAt);
    this.#addCapture(address, fetchedAt, id, shown, record);
    const after = before === null ? id : this.#newest.get<{ page: number }>(address)!.page;
    if (before === null) {
      // The first version of an address, as most are: nothing of before to look for.
      if (there !== null) this.#setCurrent.run(id, address);
      counts.add('pages', 1);
      sites.count(searched, 'pages', 1);
    } else this.#move(address, before, after);
    if (after === id) {
      counts.add('links', stored.length - had.length);
      links.change(address, had, stored);
      this.#index(id, address, site, record, there === null);
    } else if (after !== before) {
      const now = this.#linksOf(after);
      counts.add('links', now.length - had.length);
      links.change(address, had, now.map(kept));
    }
    entities.putOfPage(id, record.entities, after === id, known !== undefined);
  }

  same(record: SamePage): void {
    const { addresses, counts, sites, links } = this.#parts;
    const digest = packDigest(record.digest);
    const any = this.#anyVersion.get<VersionRow>(digest);
    if (any === undefined) return;
    const address = addresses.intern(record.url, record.key);
    const version = any.address === address ? any : (this.#version.get<VersionRow>(digest, address) ?? any);
    const fetchedAt = wholeTime(record.fetchedAt);
    const { page: before } = this.#currentOf.get<{ page: number | null }>(address)!;
    const had = before === null ? [] : this.#linksOf(before);
    const shown = version.url ?? addresses.row(version.address)!.url;
    this.#addCapture(address, fetchedAt, version.id, shown, record);
    if (version.address === address) this.#touch.run(fetchedAt, version.id);
    sites.fetched(searchedSite(shown, sites.name(version.site)), fetchedAt);
    const after = this.#newest.get<{ page: number }>(address)!.page;
    if (after === before) return;
    this.#move(address, before, after);
    const now = this.#linksOf(after);
    counts.add('links', now.length - had.length);
    links.change(address, had, now.map(kept));
  }

  /** Takes back every capture out of these archive files, and the versions that nothing else has. */
  forget(names: readonly string[]): void {
    const { db, files, counts } = this.#parts;
    const touched = new Set<number>();
    const versions = new Set<number>();
    for (const name of names) {
      const file = files.find(name);
      if (file === null) continue;
      files.unmark(file);
      const rows = db
        .statement('SELECT address, page FROM capture WHERE file = ?')
        .all<{ address: number; page: number }>(file);
      for (const row of rows) {
        touched.add(row.address);
        versions.add(row.page);
      }
      const { changes: gone } = db.statement('DELETE FROM capture WHERE file = ?').run(file);
      counts.add('versions', -gone);
    }
    for (const address of touched) this.#setVersion(address, this.#newestOf(address));
    if (versions.size === 0) return;
    const still = new Set(
      db
        .prepare('SELECT DISTINCT page FROM capture')
        .all<{ page: number }>()
        .map((row) => row.page),
    );
    for (const id of versions) if (!still.has(id)) this.#dropVersion(id);
  }

  /**
   * Takes addresses out with every version of theirs and whoever was seen to have the same; their rows stay, for links speak of them. How
   * many versions went.
   */
  takeOut(addresses: readonly number[]): number {
    const { db, counts } = this.#parts;
    const touched = new Set(addresses);
    const versions: number[] = [];
    for (const address of addresses)
      for (const { id } of db.statement('SELECT id FROM page WHERE address = ?').all<{ id: number }>(address))
        versions.push(id);
    for (const address of addresses) {
      const { changes: gone } = db.statement('DELETE FROM capture WHERE address = ?').run(address);
      counts.add('versions', -gone);
    }
    for (const id of versions) {
      const others = db.statement('SELECT address FROM capture WHERE page = ?').all<{ address: number }>(id);
      for (const { address } of others) touched.add(address);
      const { changes: gone } = db.statement('DELETE FROM capture WHERE page = ?').run(id);
      counts.add('versions', -gone);
    }
    for (const address of touched) this.#setVersion(address, this.#newestOf(address));
    for (const id of versions) this.#dropVersion(id);
    return versions.length;
  }

  #dropVersion(id: number): void {
    const { db, packs, counts, entities, changes } = this.#parts;
    const row = this.#row.get<VersionRow & StoredContent>(id);
    if (row === undefined) return;
    packs.release(row.content);
    entities.dropOfPage(id);
    changes.remove(id);
    counts.add('textBytes', -row.text_bytes);
    db.statement('DELETE FROM page WHERE id = ?').run(id);
    db.statement('DELETE FROM evidence WHERE page = ?').run(id);
  }

  /** The collection does not hold the page of this address, or holds it again: no version of it is current, or the newest is. */
  hold(key: string, held: boolean): void {
    const address = this.#parts.addresses.known(key);
    if (address !== null) this.#setVersion(address.id, held ? this.#newestOf(address.id) : null);
  }

  #newestOf(address: number): number | null {
    return this.#newest.get<{ page: number }>(address)?.page ?? null;
  }

  /** Another version is current, or none. */
  #setVersion(address: number, after: number | null): void {
    const { counts, links } = this.#parts;
    const before = this.#currentOf.get<{ page: number | null }>(address)!.page;
    if (before === after) return;
    const had = before === null ? [] : this.#linksOf(before);
    const now = after === null ? [] : this.#linksOf(after);
    counts.add('links', now.length - had.length);
    links.change(address, had, now.map(kept));
    this.#move(address, before, after);
  }

  /** `shown` is the address that the version has by itself: only another one is written with the capture. */
  #addCapture(address: number, at: number, page: number, shown: string, record: SamePage): void {
    const { files, counts } = this.#parts;
    const written = sqlText(record.url);
    const url = written === shown ? null : written;
    const place = record.archive;
    const file = place === null ? null : files.intern(place.file);
    const offset = place?.offset ?? null;
    const length = place?.length ?? null;
    const { changes } = this.#capture.run(address, at, page, url, file, offset, length);
    if (changes > 0) counts.add('versions', 1);
    else this.#recapture.run(url, file, offset, length, address, at, page);
  }

  /** Another version of an address is current now. */
  #move(address: number, before: number | null, after: number | null): void {
    if (before === after) return;
    const { counts, sites, entities, changes } = this.#parts;
    this.#setCurrent.run(after, address);
    const old = before === null ? undefined : this.#row.get<VersionRow>(before);
    // A version of another address that was seen here too is searched under that address.
    if (old !== undefined && old.address === address) {
      counts.add('pages', -1);
      sites.count(this.#siteOf(old), 'pages', -1);
      changes.remove(old.id);
      entities.setLive(old.id, false);
    }
    const now = after === null ? undefined : this.#row.get<VersionRow>(after);
    if (now !== undefined && now.address === address) {
      counts.add('pages', 1);
      sites.count(this.#siteOf(now), 'pages', 1);
      entities.setLive(now.id, true);
      changes.put(now.id, () => this.document(now.id));
    }
  }

  #index(id: number, address: number, site: number, record: PageRecord, fresh: boolean): void {
    const { changes, links } = this.#parts;
    changes.put(id, () => {
      // Nobody but this batch can have linked to an address that came with it.
      if (fresh && !links.reached(address)) return pageDocument(id, record, NO_EVIDENCE);
      const evidence = links.evidence(address, site);
      if (evidence.anchors !== '' || evidence.authority > 0)
        this.#evidence.run(id, sqlText(evidence.anchors), evidence.authority);
      return pageDocument(id, record, evidence);
    });
  }

  /** A stored page as the index takes it, with what links say of it, or what they say now. */
  document(id: number, known?: Evidence) {
    const { pages, links, sites } = this.#parts;
    const row = pages.row(id);
    if (row === null) return null;
    const evidence = known ?? links.evidence(row.address, row.site);
    this.#evidence.run(id, sqlText(evidence.anchors), evidence.authority);
    const content = pages.text(row);
    return pageDocument(
      id,
      { ...content, url: pages.url(row), site: sites.name(row.site), language: row.language },
      evidence,
    );
  }

  /** Under which site a version is counted. */
  #siteOf({ url, address, site }: Pick<VersionRow, 'url' | 'address' | 'site'>): string {
    const { addresses, sites } = this.#parts;
    return searchedSite(url ?? addresses.row(address)!.url, sites.name(site));
  }

  #linksOf(page: number): readonly number[] {
    const { pages } = this.#parts;
    const row = pages.row(page);
    return row === null ? [] : pages.text(row).links;
  }

  #storedLinks(record: PageRecord, address: number): KeptLink[] {
    const { addresses, links } = this.#parts;
    const found = linksOf(record, address, (url) => addresses.internLink(url));
    return [...found].map(([target, { text, own }]) => ({ anchor: links.intern(target, text), own }));
  }
}

const NO_EVIDENCE = { anchors: '', authority: 0 };

/** Links of a version that becomes current again; whether they stay on the site is not known any more, and matters little. */
const kept = (anchor: number): KeptLink => ({ anchor, own: true });

/**
 * Versions of pages, written by the batch. What stands of a batch's addresses is locked and read, the batch is played through in memory,
 * page by page as `PageWriter` does it, and what came of it is written in a few statements.
 */
import { numberArray, type Query, textArray } from '../../postgres/index.ts';
import { type Evidence, pageDocument } from '../store/documents.ts';
import type { KeptLink } from '../store/links.ts';
import { packReference } from '../store/pack-filler.ts';
import { Unpacker } from '../store/packing.ts';
import { type PageText, unpackText } from '../store/page-content.ts';
import { searchedSite } from '../store/searched-site.ts';
import type { Contents } from './contents.ts';
import type { CountChanges } from './count-changes.ts';
import type { DocumentChanges } from './document-changes.ts';
import type { EntityBatch } from './entity-rows.ts';
import { evidenceOf, keepEvidence, type LinkBatch } from './link-rows.ts';
import type { PreparedCapture, PreparedPage, PreparedPages } from './prepared-page.ts';
import { joined, whole } from './tables.ts';

export interface PageBatchParts {
  readonly query: Query;
  readonly contents: Contents;
  readonly counts: CountChanges;
  readonly changes: DocumentChanges;
  readonly entities: EntityBatch;
  readonly links: LinkBatch;
  readonly nextId: () => number;
}

interface AddressState {
  readonly id: number;
  readonly url: string;
  /** The version that is current, when the batch began and now. */
  readonly was: number | null;
  page: number | null;
  newest: { readonly at: number; readonly page: number } | null;
}

interface Version {
  readonly id: number;
  readonly address: number;
  readonly url: string | null;
  readonly digest: string;
  site: number;
  /** The site under which it is counted. */
  searched: string;
  fetchedAt: number;
  textBytes: number;
  content: Uint8Array;
  /** As this batch has it. */
  prepared: PreparedPage | null;
  /** It was there before, and only its time changed. */
  touched: boolean;
}

interface VersionRow {
  readonly id: number;
  readonly address: number;
  readonly site: number;
  readonly site_name: string;
  readonly url: string | null;
  readonly address_url: string;
  readonly fetched_at: number;
  readonly digest: string;
  readonly language: string | null;
  readonly text_bytes: number;
  readonly content: Uint8Array;
}

/** A capture as it stands, of which the archive has a record. */
export interface HeldCapture {
  readonly address: number;
  readonly page: number;
  readonly file: number;
  readonly position: number;
}

interface CaptureRow extends PreparedCapture {
  readonly page: number;
  readonly url: string | null;
}

const VERSION = `select page.id, page.address, page.site, site.name as site_name, page.url, address.url as address_url,
  page.fetched_at, encode(page.digest, 'hex') as digest, page.language, page.text_bytes, page.content
  from @page page join @site site on site.id = page.site join @address address on address.id = page.address`;

export class PageBatch {
  readonly #parts: PageBatchParts;
  readonly #prepared: PreparedPages;
  readonly #addresses = new Map<number, AddressState>();
  readonly #versions = new Map<number, Version>();
  /** By digest and address. */
  readonly #byDigest = new Map<string, Version>();
  /** The first version of a payload, wherever it stands. */
  readonly #anyByDigest = new Map<string, Version>();
  /** Of versions that were there before. */
  readonly #texts = new Map<number, PageText>();
  readonly #stored = new Map<number, VersionRow>();
  readonly #captures = new Map<string, CaptureRow>();
  readonly #released = new Map<number, number>();
  readonly #gone = new Set<number>();
  /** Current pages that are to be indexed, by identity, with whether they came with this batch. */
  readonly #shown = new Map<number, { readonly version: Version; readonly prepared: PreparedPage | null }>();

  constructor(parts: PageBatchParts, prepared: PreparedPages) {
    this.#parts = parts;
    this.#prepared = prepared;
  }

  /** All of it: `files` are archive files whose captures are taken back first. */
  async run(files: readonly number[]): Promise<void> {
    const { pages, same } = this.#prepared;
    const taken = files.length === 0 ? [] : await this.#capturedFrom(files);
    const wanted = new Set([...pages, ...same, ...taken].map(({ address }) => address));
    if (wanted.size === 0) return;
    await this.#lock([...wanted]);
    if (taken.length > 0) await this.#takeBack(files);
    await this.#load();
    if (taken.length > 0) {
      this.#settleTaken(taken);
      await this.#dropUnheld(new Set(taken.map(({ page }) => page)));
    }
    for (const page of pages) this.#put(page);
    for (const capture of same) this.#same(capture);
    await this.#write();
  }

  /**
   * Takes captures back, with the versions that only they have. A version stands under the address that brought it first: when nothing of
   * that is left, others that had the same payload cannot be shown by it. They go with it, and are answered, to be read again.
   */
  async withdraw(captures: readonly HeldCapture[]): Promise<readonly HeldCapture[]> {
    const homeless = await this.#homeless(captures);
    const taken = [...captures, ...homeless];
    await this.#lock([...new Set(taken.map(({ address }) => address))]);
    const gone = await this.#parts.query(
      `delete from @capture capture using unnest($1::bigint[], $2::bigint[], $3::int[], $4::bigint[]) as t (address, page, file, position)
        where capture.address = t.address and capture.page = t.page and capture.file = t.file and capture.position = t.position returning 1`,
      [
        numberArray(taken.map(({ address }) => address)),
        numberArray(taken.map(({ page }) => page)),
        numberArray(taken.map(({ file }) => file)),
        numberArray(taken.map(({ position }) => position)),
      ],
    );
    this.#parts.counts.add('versions', -gone.length);
    await this.#load();
    const said = this.#settleTaken(taken);
    await this.#dropUnheld(new Set(taken.map(({ page }) => page)));
    await this.#write();
    // What their links said of others is said no more: those are indexed anew.
    await this.#parts.query(
      `insert into @unindexed (document, version) select distinct page.id, 0 from @anchor anchor
        join @address address on address.id = anchor.target join @page page on page.id = address.page and page.address = address.id
        where anchor.id = any($1::bigint[]) on conflict (document) do nothing`,
      [numberArray(said)],
    );
    return homeless;
  }

  /** Captures elsewhere of versions whose own address has none left. Reads all captures there are: pages are seldom withdrawn. */
  async #homeless(captures: readonly HeldCapture[]): Promise<HeldCapture[]> {
    const taken = new Set(captures.map(placeOf));
    const rows = await this.#parts.query<HeldCapture & { home: number }>(
      `select capture.address, capture.page, capture.file, capture.position, page.address as home
        from @capture capture join @page page on page.id = capture.page where capture.page = any($1::bigint[])`,
      [numberArray([...new Set(captures.map(({ page }) => page))])],
    );
    const left = rows.filter((row) => !taken.has(placeOf(row)));
    const housed = new Set(left.flatMap(({ page, address, home }) => (address === home ? [page] : [])));
    return left.filter(({ page }) => !housed.has(page));
  }

  // What stands

  async #capturedFrom(files: readonly number[]): Promise<{ address: number; page: number }[]> {
    return this.#parts.query('select distinct address, page from @capture where file = any($1::int[])', [
      numberArray(files),
    ]);
  }

  /** Nobody else changes which version of these is current until the transaction ends. */
  async #lock(addresses: readonly number[]): Promise<void> {
    const rows = await this.#parts.query<{ id: number; url: string; page: number | null }>(
      'select id, url, page from @address where id = any($1::bigint[]) order by id for update',
      [numberArray(addresses)],
    );
    for (const { id, url, page } of rows) this.#addresses.set(id, { id, url, was: page, page, newest: null });
  }

  async #takeBack(files: readonly number[]): Promise<void> {
    const gone = await this.#parts.query('delete from @capture where file = any($1::int[]) returning 1', [
      numberArray(files),
    ]);
    this.#parts.counts.add('versions', -gone.length);
  }

  async #load(): Promise<void> {
    const { query, contents, entities } = this.#parts;
    const visited = [...this.#addresses.values()].filter(({ page }) => page !== null);
    const ids = new Set<number>();
    if (visited.length > 0) {
      const newest = await query<{ address: number; at: number; page: number }>(
        `select asked.address, newest.fetched_at as at, newest.page from unnest($1::bigint[]) as asked (address)
          cross join lateral (select fetched_at, page from @capture capture where capture.address = asked.address
            order by fetched_at desc, page desc limit 1) as newest`,
        [numberArray(visited.map(({ id }) => id))],
      );
      for (const { page } of visited) ids.add(page!);
      for (const { address, at, page } of newest) {
        this.#addresses.get(address)!.newest = { at, page };
        ids.add(page);
      }
    }
    const rows: VersionRow[] = [];
    if (ids.size > 0)
      rows.push(
        ...(await query<VersionRow>(`${VERSION} where page.id = any($1::bigint[])`, [numberArray([...ids])])),
      );
    const known = new Set(visited.map(({ id }) => id));
    const pairs = [...this.#prepared.pages, ...this.#prepared.same].filter(({ address }) =>
      known.has(address),
    );
    if (pairs.length > 0)
      rows.push(
        ...(await query<VersionRow>(
          `${VERSION} join unnest($1::text[], $2::bigint[]) as asked (digest, address)
            on page.digest = decode(asked.digest, 'hex') and page.address = asked.address`,
          [textArray(pairs.map(({ digest }) => digest)), numberArray(pairs.map(({ address }) => address))],
        )),
      );
    const payloads = [...new Set(this.#prepared.same.map(({ digest }) => digest))];
    const first =
      payloads.length === 0
        ? []
        : await query<VersionRow>(
            `select first.* from unnest($1::text[]) as asked (digest)
              cross join lateral (${VERSION} where page.digest = decode(asked.digest, 'hex') order by page.id limit 1) as first`,
            [textArray(payloads)],
          );
    rows.push(...first);
    for (const row of rows) this.#stored.set(row.id, row);
    const stored = [...this.#stored.values()];
    const texts = await contents.ofPages(
      stored.map(({ content }) => content),
      query,
    );
    stored.forEach((row, i) => {
      this.#texts.set(row.id, unpackText(new Unpacker(texts[i]!)));
      this.#keep({
        id: row.id,
        address: row.address,
        url: row.url,
        digest: row.digest,
        site: row.site,
        searched: searchedSite(row.url ?? row.address_url, row.site_name),
        fetchedAt: row.fetched_at,
        textBytes: row.text_bytes,
        content: row.content,
        prepared: null,
        touched: false,
      });
    });
    for (const { id, digest } of first) this.#anyByDigest.set(digest, this.#versions.get(id)!);
    await entities.load(
      query,
      stored.map(({ id }) => id),
    );
  }

  #keep(version: Version): void {
    this.#versions.set(version.id, version);
    const pair = `${version.digest} ${version.address}`;
    const before = this.#byDigest.get(pair);
    if (before === undefined || version.id < before.id) this.#byDigest.set(pair, version);
  }

  // The batch, played through

  #put(page: PreparedPage): void {
    const { counts, links, entities, nextId } = this.#parts;
    const { record, columns, site, fetchedAt, digest, written } = page;
    const address = this.#addresses.get(page.address)!;
    const before = address.page;
    const known = before === null ? undefined : this.#byDigest.get(`${digest} ${address.id}`);
    const had = before === null ? [] : this.#linksOf(before);
    const own = written === address.url ? null : written;
    let version: Version;
    if (known === undefined) {
      version = {
        id: nextId(),
        address: address.id,
        url: own,
        digest,
        site,
        searched: searchedSite(written, record.site),
        fetchedAt,
        textBytes: columns.textBytes,
        content: page.content,
        prepared: page,
        touched: false,
      };
      counts.add('text_bytes', columns.textBytes);
      this.#keep(version);
      const any = this.#anyByDigest.get(digest);
      if (any === undefined) this.#anyByDigest.set(digest, version);
    } else {
      version = known;
      counts.add('text_bytes', columns.textBytes - known.textBytes);
      this.#release(known.content);
      const searched = searchedSite(known.url ?? address.url, record.site);
      if (known.searched !== searched && before === known.id) {
        counts.site(known.searched, 'pages', -1);
        counts.site(searched, 'pages', 1);
      }
      known.site = site;
      known.searched = searched;
      known.fetchedAt = Math.max(known.fetchedAt, fetchedAt);
      known.textBytes = columns.textBytes;
      known.content = page.content;
      known.prepared = page;
    }
    counts.fetched(version.searched, fetchedAt);
    this.#addCapture(address, version, page);
    const after = address.newest!.page;
    if (before === null) {
      address.page = version.id;
      counts.add('pages', 1);
      counts.site(version.searched, 'pages', 1);
    } else this.#move(address, before, after);
    if (after === version.id) {
      counts.add('links', page.links.length - had.length);
      links.change(address.id, had, page.links);
      this.#show(version, page);
    }
    entities.putOfPage(version.id, record.entities, after === version.id);
  }

  #same(capture: PreparedCapture): void {
    const { counts, links } = this.#parts;
    const any = this.#anyByDigest.get(capture.digest);
    if (any === undefined) return;
    const address = this.#addresses.get(capture.address)!;
    const version = this.#byDigest.get(`${capture.digest} ${address.id}`) ?? any;
    const before = address.page;
    const had = before === null ? [] : this.#linksOf(before);
    this.#addCapture(address, version, capture);
    if (version.address === address.id && capture.fetchedAt > version.fetchedAt) {
      version.fetchedAt = capture.fetchedAt;
      version.touched = true;
    }
    counts.fetched(version.searched, capture.fetchedAt);
    const after = address.newest!.page;
    if (after === before) return;
    this.#move(address, before, after);
    const now = this.#linksOf(after);
    counts.add('links', now.length - had.length);
    links.change(address.id, had, now.map(kept));
  }

  /** Captures were taken back: another version may be current now, or none. Answers the anchors of what was. */
  #settleTaken(taken: readonly { readonly address: number }[]): number[] {
    const { counts, links } = this.#parts;
    const said: number[] = [];
    for (const id of new Set(taken.map(({ address }) => address))) {
      const address = this.#addresses.get(id)!;
      const before = address.page;
      const after = address.newest?.page ?? null;
      if (before === after) continue;
      const had = before === null ? [] : this.#linksOf(before);
      const now = after === null ? [] : this.#linksOf(after);
      counts.add('links', now.length - had.length);
      links.change(id, had, now.map(kept));
      this.#move(address, before, after);
      for (const anchor of had) said.push(anchor);
    }
    return said;
  }

  /** Versions that no capture has any more. */
  async #dropUnheld(versions: ReadonlySet<number>): Promise<void> {
    const { query, counts, changes, entities } = this.#parts;
    const held = new Set(
      (
        await query<{ page: number }>('select distinct page from @capture where page = any($1::bigint[])', [
          numberArray([...versions]),
        ])
      ).map(({ page }) => page),
    );
    const ids = [...versions].filter((id) => !held.has(id));
    const unknown = ids.filter((id) => !this.#versions.has(id));
    const rows =
      unknown.length === 0
        ? []
        : await query<VersionRow>(`${VERSION} where page.id = any($1::bigint[])`, [numberArray(unknown)]);
    await entities.load(
      query,
      rows.map(({ id }) => id),
    );
    const found = new Map<number, { textBytes: number; content: Uint8Array }>();
    for (const { id, text_bytes: textBytes, content } of rows) found.set(id, { textBytes, content });
    for (const id of ids) {
      const version = this.#versions.get(id) ?? found.get(id);
      if (version === undefined) continue;
      this.#release(version.content);
      entities.dropOfPage(id);
      this.#shown.delete(id);
      changes.remove(id);
      counts.add('text_bytes', -version.textBytes);
      this.#gone.add(id);
      const known = this.#versions.get(id);
      if (known === undefined) continue;
      this.#versions.delete(id);
      this.#byDigest.delete(`${known.digest} ${known.address}`);
      if (this.#anyByDigest.get(known.digest) === known) this.#anyByDigest.delete(known.digest);
    }
  }

  #addCapture(address: AddressState, version: Version, capture: PreparedCapture): void {
    const { written, fetchedAt: at } = capture;
    const shown = version.url ?? this.#urlOf(version);
    this.#captures.set(`${address.id} ${at} ${version.id}`, {
      ...capture,
      page: version.id,
      url: written === shown ? null : written,
    });
    const { newest } = address;
    if (newest === null || at > newest.at || (at === newest.at && version.id > newest.page))
      address.newest = { at, page: version.id };
  }

  #urlOf(version: Version): string {
    return this.#addresses.get(version.address)?.url ?? this.#stored.get(version.id)!.address_url;
  }

  /** Another version of an address is current now. */
  #move(address: AddressState, before: number | null, after: number | null): void {
    if (before === after) return;
    const { counts, entities, changes } = this.#parts;
    address.page = after;
    const old = before === null ? undefined : this.#versions.get(before);
    // A version of another address that was seen here too is searched under that address.
    if (old !== undefined && old.address === address.id) {
      counts.add('pages', -1);
      counts.site(old.searched, 'pages', -1);
      this.#shown.delete(old.id);
      changes.remove(old.id);
      entities.setLive(old.id, false);
    }
    const now = after === null ? undefined : this.#versions.get(after);
    if (now !== undefined && now.address === address.id) {
      counts.add('pages', 1);
      counts.site(now.searched, 'pages', 1);
      entities.setLive(now.id, true);
      this.#show(now, now.prepared);
    }
  }

  #show(version: Version, prepared: PreparedPage | null): void {
    this.#shown.set(version.id, { version, prepared });
    // In the place of the index's order; the document is made when all links are written.
    this.#parts.changes.put(version.id, () => null);
  }

  #linksOf(page: number): readonly number[] {
    const version = this.#versions.get(page);
    if (version === undefined) return [];
    return version.prepared?.links.map(({ anchor }) => anchor) ?? this.#texts.get(page)?.links ?? [];
  }

  #release(content: Uint8Array): void {
    const part = packReference(content);
    if (part !== null) this.#released.set(part.pack, (this.#released.get(part.pack) ?? 0) + 1);
  }

  // What came of it

  async #write(): Promise<void> {
    const { query, entities, links } = this.#parts;
    await Promise.all([
      this.#writePacks(),
      this.#writeVersions(),
      this.#writeCaptures(),
      this.#writeCurrent(),
    ]);
    await entities.write(query);
    await links.write(query);
    await this.#documents();
    await this.#unsettle();
  }

  async #writePacks(): Promise<void> {
    const { query } = this.#parts;
    const packs: { id: number; pages: number; bytes: Buffer }[] = [];
    for (const { id, pages, bytes } of this.#prepared.packs) {
      const held = pages - (this.#released.get(id) ?? 0);
      this.#released.delete(id);
      if (held > 0) packs.push({ id, pages: held, bytes });
    }
    if (packs.length > 0) {
      const { bytes, starts, lengths } = joined(packs.map((pack) => pack.bytes));
      await query(
        `insert into @content_block (id, pages, bytes) select id, pages, substring($3::bytea from start for length)
          from unnest($1::bigint[], $2::int[], $4::int[], $5::int[]) as b (id, pages, start, length)`,
        [
          numberArray(packs.map(({ id }) => id)),
          numberArray(packs.map(({ pages }) => pages)),
          bytes,
          starts,
          lengths,
        ],
      );
    }
    if (this.#released.size === 0) return;
    const released = [...this.#released].sort(([a], [b]) => a - b);
    await query(
      `update @content_block block set pages = block.pages - r.n from unnest($1::bigint[], $2::int[]) as r (id, n) where block.id = r.id`,
      [numberArray(released.map(([id]) => id)), numberArray(released.map(([, n]) => n))],
    );
    await query('delete from @content_block where id = any($1::bigint[]) and pages <= 0', [
      numberArray(released.map(([id]) => id)),
    ]);
  }

  async #writeVersions(): Promise<void> {
    const { query } = this.#parts;
    if (this.#gone.size > 0)
      for (const text of [
        'delete from @page where id = any($1::bigint[])',
        'delete from @evidence where page = any($1::bigint[])',
      ])
        await query(text, [numberArray([...this.#gone])]);
    const rows = [...this.#versions.values()].flatMap((version) =>
      version.prepared === null ? [] : [{ ...version, prepared: version.prepared }],
    );
    if (rows.length > 0)
      await query(
        `insert into @page (id, address, site, url, fetched_at, digest, status, language, type, title, published, text_bytes, spoken, content)
          select id, address, site, url, fetched_at, decode(digest, 'hex'), status, language, type, title, published, text_bytes,
            spoken::int4multirange, decode(content, 'hex')
          from unnest($1::bigint[], $2::bigint[], $3::int[], $4::text[], $5::bigint[], $6::text[], $7::int[], $8::text[], $9::text[], $10::text[],
            $11::text[], $12::int[], $13::text[], $14::text[])
            as p (id, address, site, url, fetched_at, digest, status, language, type, title, published, text_bytes, spoken, content)
          on conflict (id) do update set site = excluded.site, fetched_at = excluded.fetched_at, status = excluded.status,
            language = excluded.language, type = excluded.type, title = excluded.title, published = excluded.published,
            text_bytes = excluded.text_bytes, spoken = excluded.spoken, content = excluded.content`,
        [
          numberArray(rows.map(({ id }) => id)),
          numberArray(rows.map(({ address }) => address)),
          numberArray(rows.map(({ site }) => site)),
          textArray(rows.map(({ url }) => url)),
          numberArray(rows.map(({ fetchedAt }) => fetchedAt)),
          textArray(rows.map(({ digest }) => digest)),
          numberArray(rows.map(({ prepared }) => prepared.columns.status)),
          textArray(rows.map(({ prepared }) => prepared.columns.language)),
          textArray(rows.map(({ prepared }) => prepared.columns.type)),
          textArray(rows.map(({ prepared }) => prepared.columns.title)),
          textArray(rows.map(({ prepared }) => prepared.columns.published)),
          numberArray(rows.map(({ textBytes }) => textBytes)),
          textArray(rows.map(({ prepared }) => prepared.spoken)),
          textArray(rows.map(({ content }) => Buffer.from(content).toString('hex'))),
        ],
      );
    const touched = [...this.#versions.values()].filter(
      (version) => version.touched && version.prepared === null,
    );
    if (touched.length > 0)
      await query(
        'update @page page set fetched_at = t.at from unnest($1::bigint[], $2::bigint[]) as t (id, at) where page.id = t.id',
        [numberArray(touched.map(({ id }) => id)), numberArray(touched.map(({ fetchedAt }) => fetchedAt))],
      );
  }

  async #writeCaptures(): Promise<void> {
    if (this.#captures.size === 0) return;
    const { query, counts } = this.#parts;
    const rows = [...this.#captures.values()];
    const place = (of: 'offset' | 'length') =>
      numberArray(rows.map(({ archive }) => (archive === null ? null : whole(archive[of]))));
    const [written] = await query<{ fresh: number }>(
      `with written as (insert into @capture (address, fetched_at, page, url, file, position, length)
          select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::int[], $6::bigint[], $7::bigint[])
          on conflict (address, fetched_at, page) do update set url = excluded.url, file = excluded.file,
            position = excluded.position, length = excluded.length
          returning xmax = 0 as fresh)
        select count(*) filter (where fresh) as fresh from written`,
      [
        numberArray(rows.map(({ address }) => address)),
        numberArray(rows.map(({ fetchedAt }) => fetchedAt)),
        numberArray(rows.map(({ page }) => page)),
        textArray(rows.map(({ url }) => url)),
        numberArray(rows.map(({ file }) => file)),
        place('offset'),
        place('length'),
      ],
    );
    counts.add('versions', written!.fresh);
  }

  async #writeCurrent(): Promise<void> {
    const moved = [...this.#addresses.values()].filter(({ was, page }) => was !== page);
    if (moved.length === 0) return;
    await this.#parts.query(
      'update @address address set page = m.page from unnest($1::bigint[], $2::bigint[]) as m (id, page) where address.id = m.id',
      [numberArray(moved.map(({ id }) => id)), numberArray(moved.map(({ page }) => page))],
    );
  }

  /** What is indexed of the pages that are current now, with what links say of them. */
  async #documents(): Promise<void> {
    const { query, changes } = this.#parts;
    const { fresh, reached } = this.#prepared;
    const shown = [...this.#shown.values()];
    // Nobody but this batch can have linked to an address that came with it.
    const spokenOf = shown.filter(({ version: { address } }) => !fresh.has(address) || reached.has(address));
    const evidence = await evidenceOf(
      query,
      spokenOf.map(({ version }) => version),
    );
    await keepEvidence(
      query,
      spokenOf.flatMap(({ version, prepared }) => {
        const said = evidence.get(version.address)!;
        const says = said.anchors !== '' || said.authority > 0;
        return says || prepared === null ? [[version.id, said] as const] : [];
      }),
    );
    for (const { version, prepared } of shown) {
      const said = evidence.get(version.address) ?? NO_EVIDENCE;
      const { id } = version;
      if (prepared !== null) changes.put(id, () => pageDocument(id, prepared.record, said));
      else changes.put(id, () => this.#storedDocument(version, said));
    }
  }

  #storedDocument(version: Version, evidence: Evidence) {
    const row = this.#stored.get(version.id)!;
    return pageDocument(
      version.id,
      {
        ...this.#texts.get(version.id)!,
        url: version.url ?? this.#urlOf(version),
        site: row.site_name,
        language: row.language,
      },
      evidence,
    );
  }

  /** The pages that came, and those that they link to, may have other evidence now. */
  async #unsettle(): Promise<void> {
    const { pages } = this.#prepared;
    if (pages.length === 0) return;
    const addresses = new Set(pages.flatMap(({ address, targets }) => [address, ...targets]));
    await this.#parts.query(
      'insert into @unsettled (address) select id from @address where id = any($1::bigint[]) and page is not null',
      [numberArray([...addresses])],
    );
  }
}

const placeOf = ({ address, file, position }: HeldCapture): string => `${address} ${file} ${position}`;

const NO_EVIDENCE: Evidence = { anchors: '', authority: 0 };

/** Links of a version that becomes current again; whether they stay on the site is not known any more, and matters little. */
const kept = (anchor: number): KeptLink => ({ anchor, own: true });

/** Links of current pages, as a batch changes them, and what links say of pages. */
import { numberArray, type Query, textArray } from '../../postgres/index.ts';
import { sqlText } from '../sqlite.ts';
import type { Evidence } from '../store/documents.ts';
import { type Incoming, linkEvidence, MOST_LOOKED_AT } from '../store/link-evidence.ts';
import { type KeptLink, MOST_OTHERS, MOST_OWN } from '../store/links.ts';

const AT_HAND = 400_000;

/** How many pages link by an anchor, as far as it was asked. Others may have added some since: it is a bound on rows, not a count. */
export class AnchorCounts {
  readonly #counts = new Map<number, number>();

  get(anchor: number): number | undefined {
    return this.#counts.get(anchor);
  }

  /** What a batch that is written has learned. */
  learn(counts: ReadonlyMap<number, number>, unsure: Iterable<number>): void {
    if (this.#counts.size > AT_HAND) this.#counts.clear();
    for (const [anchor, count] of counts) this.#counts.set(anchor, count);
    for (const anchor of unsure) this.#counts.delete(anchor);
  }
}

export class LinkBatch {
  readonly #known: AnchorCounts;
  readonly #fresh: ReadonlySet<number>;
  /** By the address that links: what its links were, and what they are. */
  readonly #sources = new Map<number, { readonly before: readonly number[]; after: readonly KeptLink[] }>();
  readonly #counts = new Map<number, number>();
  readonly #unsure = new Set<number>();

  constructor(known: AnchorCounts, fresh: ReadonlySet<number>) {
    this.#known = known;
    this.#fresh = fresh;
  }

  change(source: number, before: readonly number[], after: readonly KeptLink[]): void {
    const known = this.#sources.get(source);
    if (known === undefined) this.#sources.set(source, { before, after });
    else known.after = after;
  }

  async write(query: Query): Promise<void> {
    const gone: [number, number][] = [];
    const added: { readonly anchor: number; readonly source: number; readonly own: boolean }[] = [];
    for (const [source, { before, after }] of this.#sources) {
      const had = new Set(before);
      const still = new Set(after.map((link) => link.anchor));
      for (const anchor of had) if (!still.has(anchor)) gone.push([anchor, source]);
      for (const { anchor, own } of after) if (!had.has(anchor)) added.push({ anchor, source, own });
    }
    if (gone.length > 0) {
      await query(
        'delete from @link link using unnest($1::bigint[], $2::bigint[]) as g (anchor, source) where link.anchor = g.anchor and link.source = g.source',
        [numberArray(gone.map(([anchor]) => anchor)), numberArray(gone.map(([, source]) => source))],
      );
      for (const [anchor] of gone) this.#unsure.add(anchor);
    }
    await this.#count(query, added);
    const rows = added.filter(({ anchor, own }) => {
      const count = this.#counts.get(anchor)!;
      if (count >= (own ? MOST_OWN : MOST_OTHERS)) return false;
      this.#counts.set(anchor, count + 1);
      return true;
    });
    if (rows.length === 0) return;
    // Neighbours in the tree are written together.
    rows.sort((a, b) => a.anchor - b.anchor || a.source - b.source);
    await query(
      'insert into @link (anchor, source) select * from unnest($1::bigint[], $2::bigint[]) on conflict do nothing',
      [numberArray(rows.map(({ anchor }) => anchor)), numberArray(rows.map(({ source }) => source))],
    );
  }

  async #count(query: Query, added: readonly { readonly anchor: number }[]): Promise<void> {
    const unknown = new Set<number>();
    for (const { anchor } of added) {
      if (this.#counts.has(anchor)) continue;
      const count = this.#fresh.has(anchor)
        ? 0
        : this.#unsure.has(anchor)
          ? undefined
          : this.#known.get(anchor);
      if (count === undefined) unknown.add(anchor);
      else this.#counts.set(anchor, count);
    }
    if (unknown.size === 0) return;
    const rows = await query<{ anchor: number; n: number }>(
      `select anchor, (select count(*) from (select 1 from @link link where link.anchor = asked.anchor limit ${MOST_OTHERS}) as counted)::int as n
        from unnest($1::bigint[]) as asked (anchor)`,
      [numberArray([...unknown])],
    );
    for (const { anchor, n } of rows) this.#counts.set(anchor, n);
  }

  /** After the transaction. */
  learned(): void {
    this.#known.learn(this.#counts, this.#unsure);
  }
}

export interface EvidenceWanted {
  readonly address: number;
  /** The site of the page that stands there. */
  readonly site: number;
}

/** What links say now of the pages at some addresses. */
export async function evidenceOf(
  query: Query,
  wanted: readonly EvidenceWanted[],
): Promise<ReadonlyMap<number, Evidence>> {
  if (wanted.length === 0) return new Map();
  const rows = await query<Incoming & { target: number }>(
    // Written so that there is one way to do it, whatever the server has counted of the tables: a few rows of each by its index.
    `select asked.target as target, looked.text as text, string_agg(coalesce((
          select page.site from @address address join @page page on page.id = address.page where address.id = looked.source), 0)::text, ',') as said
      from unnest($1::bigint[]) as asked (target)
      cross join lateral (
        select anchor.id as anchor, anchor.text as text, led.source as source
        from (select id, text from @anchor where target = asked.target offset 0) as anchor cross join lateral (
          select link.source from @link link where link.anchor = anchor.id order by link.source limit ${MOST_LOOKED_AT}) as led
        order by anchor.id, led.source limit ${MOST_LOOKED_AT}) as looked
      group by asked.target, looked.anchor, looked.text order by asked.target, looked.anchor`,
    [numberArray(wanted.map(({ address }) => address))],
  );
  const incoming = new Map<number, Incoming[]>();
  for (const row of rows) {
    const list = incoming.get(row.target);
    if (list === undefined) incoming.set(row.target, [row]);
    else list.push(row);
  }
  return new Map(
    wanted.map(({ address, site }) => [address, linkEvidence(incoming.get(address) ?? [], site)]),
  );
}

/** Keeps what links say of pages, as it is in the search index. */
export async function keepEvidence(
  query: Query,
  evidence: readonly (readonly [page: number, evidence: Evidence])[],
): Promise<void> {
  if (evidence.length === 0) return;
  await query(
    `insert into @evidence (page, anchors, authority) select * from unnest($1::bigint[], $2::text[], $3::float8[])
       on conflict (page) do update set anchors = excluded.anchors, authority = excluded.authority`,
    [
      numberArray(evidence.map(([page]) => page)),
      textArray(evidence.map(([, { anchors }]) => sqlText(anchors))),
      numberArray(evidence.map(([, { authority }]) => authority)),
    ],
  );
}

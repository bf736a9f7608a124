/** Link evidence computed where something changed, as `store/settle.ts` does it for a catalogue file. */
import { numberArray, type Query } from '../../postgres/index.ts';
import type { IndexedDocument, SearchIndex } from '../search-index/port.ts';
import type { Evidence } from '../store/documents.ts';
import { saysMore } from '../store/link-evidence.ts';
import { NOTICEABLE } from '../store/settle.ts';
import type { IndexWriter } from './index-writer.ts';
import { evidenceOf, keepEvidence } from './link-rows.ts';

/** Addresses that are looked at in one transaction, so that a part of the index is written once for all of its pages. */
const TOGETHER = 20_000;
/** Links to so many are read at once. */
const READ_TOGETHER = 2_000;
/** Pages that are indexed again at once. */
const AGAIN = 400;

interface Candidate {
  readonly id: number;
  readonly address: number;
  readonly site: number;
  readonly title: string;
  readonly anchors: string;
  readonly authority: number;
}

/** Current pages as the index takes them, with what links say of them. */
export type PageDocuments = (
  query: Query,
  evidence: ReadonlyMap<number, Evidence>,
) => Promise<ReadonlyMap<number, IndexedDocument>>;

export async function settleShared(writer: IndexWriter, documents: PageDocuments): Promise<void> {
  for (let left = true; left; )
    await writer.write(async (index, query) => {
      const addresses = await unsettled(query);
      left = addresses.length > 0;
      if (left) await settlePages(index, query, addresses, documents);
    });
}

/** Takes addresses that wait, as many as go together; the first time every page waits. */
async function unsettled(query: Query): Promise<number[]> {
  const [first] = await query('update @index_state set settled = true where not settled returning 1');
  if (first !== undefined)
    await query('insert into @unsettled (address) select id from @address where page is not null');
  const rows = await query<{ address: number }>(
    `select distinct address from @unsettled order by address limit ${TOGETHER}`,
  );
  const taken = rows.map(({ address }) => address);
  // What others put there since is seen by this statement, and its links by the next: it may go too.
  await query('delete from @unsettled where address = any($1::bigint[])', [numberArray(taken)]);
  return taken;
}

async function settlePages(
  index: SearchIndex,
  query: Query,
  addresses: readonly number[],
  documents: PageDocuments,
): Promise<void> {
  const authority = new Map<number, number>();
  const changed = new Map<number, Evidence>();
  const kept: [number, Evidence][] = [];
  for (let at = 0; at < addresses.length; at += READ_TOGETHER) {
    const rows = await query<Candidate>(
      `select page.id, page.address, page.site, page.title, coalesce(evidence.anchors, '') as anchors,
          coalesce(evidence.authority, 0) as authority
        from @address address join @page page on page.id = address.page and page.address = address.id
        left join @evidence evidence on evidence.page = page.id where address.id = any($1::bigint[])`,
      [numberArray(addresses.slice(at, at + READ_TOGETHER))],
    );
    const said = await evidenceOf(query, rows);
    for (const row of rows) {
      const evidence = said.get(row.address)!;
      if (saysMore(row.title, row.anchors, evidence.anchors)) changed.set(row.id, evidence);
      else if (Math.abs(evidence.authority - row.authority) >= NOTICEABLE) {
        authority.set(row.id, evidence.authority);
        kept.push([row.id, { anchors: row.anchors, authority: evidence.authority }]);
      }
    }
  }
  index.setAuthority(authority);
  const again = index.setAnchors(changed);
  await keepEvidence(query, [...kept, ...changed]);
  for (let at = 0; at < again.length; at += AGAIN) {
    const some = new Map(again.slice(at, at + AGAIN).map((id) => [id, changed.get(id)!]));
    index.add([...(await documents(query, some)).values()]);
  }
}

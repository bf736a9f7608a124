/**
 * The end of a visit, in the only order that survives a kill at any instruction: the response into the archive, the links into the
 * frontier, the entry into the log of the link policy, the line into the visit log, and last the completion into the frontier's journal,
 * with a mark of how far the others were.
 *
 * Killed before the completion, the visit is an orphan. What it wrote beyond the mark is then cut (both logs), found again (archive:
 * the response is replayed from there, the host is not asked twice), or known already (links).
 */
import type { AddCounts, Candidate, Completion, Frontier, Lease } from '../frontier/index.ts';
import type { WarcWriter, WrittenRecord } from '../warc/index.ts';
import type { PolicyLog } from './policy-log.ts';
import type { Visit, VisitLog } from './visit-log.ts';

/** Totals over all sessions; they travel in the mark, so they are exactly as durable as what they count. */
export interface CrawlTotals {
  visits: number;
  pages: number;
  requests: number;
  bytes: number;
  errors: number;
  refused: number;
  duplicates: number;
  sites: number;
}

export interface LedgerMark {
  /** Archive file and length up to which every response is accounted for. */
  readonly archive: { readonly file: string; readonly offset: number } | null;
  /** Length of the visit log. */
  readonly visits: number;
  /** Length of the link policy's log. */
  readonly policy: number;
  readonly totals: CrawlTotals;
}

export const NO_TOTALS: CrawlTotals = {
  visits: 0,
  pages: 0,
  requests: 0,
  bytes: 0,
  errors: 0,
  refused: 0,
  duplicates: 0,
  sites: 0,
};

const TOTAL_NAMES = Object.keys(NO_TOTALS) as (keyof CrawlTotals)[];

/** Compact on purpose: it is written with every visit. */
export function writeMark(mark: LedgerMark): string {
  const totals = TOTAL_NAMES.map((name) => mark.totals[name]).join(',');
  const archive = mark.archive ? `${mark.archive.offset};${mark.archive.file}` : '';
  if (mark.policy === 0) return `${mark.visits};${totals};${archive}`;
  return `${mark.visits};${totals};${archive || ';'};${mark.policy}`;
}

export function readMark(text: string | null): LedgerMark {
  const totals = { ...NO_TOTALS };
  if (text === null) return { archive: null, visits: 0, policy: 0, totals };
  const [visits, numbers, offset, file, policy] = text.split(';', 5);
  numbers!.split(',').forEach((value, i) => {
    totals[TOTAL_NAMES[i]!] = Number(value);
  });
  return {
    archive: file ? { file, offset: Number(offset) } : null,
    visits: Number(visits),
    policy: Number(policy ?? 0),
    totals,
  };
}

export type VisitEntry = Omit<
  Visit,
  'n' | 'links' | 'warc' | 'record' | 'url' | 'queue' | 'depth' | 'hops'
> & {
  readonly found?: number | undefined;
};

export class Ledger {
  readonly #frontier: Frontier;
  readonly #archive: WarcWriter;
  readonly #visits: VisitLog;
  readonly #policy: PolicyLog | null;
  readonly totals: CrawlTotals;
  #end: { file: string; offset: number } | null;

  constructor(
    frontier: Frontier,
    archive: WarcWriter,
    visits: VisitLog,
    mark: LedgerMark,
    policy: PolicyLog | null = null,
  ) {
    this.#frontier = frontier;
    this.#archive = archive;
    this.#visits = visits;
    this.#policy = policy;
    this.totals = mark.totals;
    this.#end = mark.archive;
  }

  /** Something of the archive that belongs to no visit (robots files) is accounted for by being there. */
  advance(position: WrittenRecord): void {
    this.#end = { file: position.file, offset: position.end };
  }

  /**
   * `archived` writes the visit's records and tells where (or is where they already are, for a visit that is replayed). Everything here
   * is synchronous: no other visit can end in between.
   */
  end(
    lease: Lease,
    entry: VisitEntry,
    completion: Omit<Completion, 'discovered' | 'archiveMark'>,
    candidates: Iterable<Candidate>,
    archived: ((archive: WarcWriter) => WrittenRecord) | WrittenRecord | null,
    policyEntry: Uint8Array | null = null,
  ): AddCounts {
    const position = typeof archived === 'function' ? archived(this.#archive) : archived;
    if (position) this.advance(position);
    const counts: AddCounts = { added: 0, duplicate: 0, improved: 0, dropped: 0 };
    for (const candidate of candidates) counts[this.#frontier.add(candidate)]++;
    if (policyEntry) this.#policy?.append(policyEntry);
    const { found, ...facts } = entry;
    const totals = this.totals;
    totals.visits++;
    totals.bytes += entry.bytes;
    if (entry.outcome === 'analysed' || entry.outcome === 'unchanged') {
      totals.pages++;
      if (this.#frontier.queueState(lease.queue)?.collected === 0) totals.sites++;
    }
    if (entry.outcome === 'failed') totals.errors++;
    if (entry.duplicateOf !== undefined || entry.nearDuplicateOf !== undefined) totals.duplicates++;
    for (const reason in entry.refused) totals.refused += entry.refused[reason]!;
    this.#visits.append({
      n: totals.visits,
      record: lease.record,
      url: lease.url,
      ...facts,
      queue: lease.queue,
      depth: lease.depth,
      hops: lease.hops,
      ...(found === undefined
        ? {}
        : {
            links: {
              found,
              added: counts.added,
              duplicate: counts.duplicate + counts.improved,
              dropped: counts.dropped,
            },
          }),
      ...(position ? { warc: { file: position.file, offset: position.offset } } : {}),
    });
    this.#frontier.complete(lease, {
      ...completion,
      discovered: [],
      archiveMark: writeMark({
        archive: this.#end,
        visits: this.#visits.length,
        policy: this.#policy?.length ?? 0,
        totals,
      }),
    });
    return counts;
  }
}

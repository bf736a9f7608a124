/**
 * The end of a visit, in the only order that survives a kill at any instruction: the response into the archive, the links into the
 * frontier, the entry into the log of the link policy, the line into the visit log, and last the completion into the frontier's journal,
 * with a mark of how far the others were.
 *
 * Killed before the completion, the visit is an orphan. What it wrote beyond the mark is then cut (both logs), found again (archive:
 * the response is replayed from there, the host is not asked twice), or known already (links).
 *
 * With the embedded frontier all of it is one synchronous step. With one that answers later, the responses of several visits may be in
 * the archive before the first of them is sealed; the frontier seals them in the order in which they came here, and the mark of each
 * says how far the archive was when it came.
 */
import type { AddCounts, Candidate, Completion, Frontier, Lease, Votes } from '../frontier/index.ts';
import type { WarcWriter, WrittenRecord } from '../warc/index.ts';
import type { VisitCapture, WriteCapture } from './capture.ts';
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
  /** What was on the disk itself when the mark was made, behind a power failure; null when nothing was, or nobody asked for it. */
  readonly synced: SyncedEnds | null;
}

/** Ends of the archive and of the visit log that were brought to the disk. */
export interface SyncedEnds {
  readonly archive: { readonly file: string; readonly offset: number };
  readonly visits: number;
}

/** Nothing of the archive was brought to the disk yet. */
const NO_FILE = '-';
const NOTHING_SYNCED: SyncedEnds = { archive: { file: '', offset: 0 }, visits: 0 };

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
  if (mark.synced) {
    const { file, offset } = mark.synced.archive;
    const name = file === mark.archive?.file ? '' : file || NO_FILE;
    return `${mark.visits};${totals};${archive || ';'};${mark.policy};${mark.synced.visits};${offset};${name}`;
  }
  if (mark.policy === 0) return `${mark.visits};${totals};${archive}`;
  return `${mark.visits};${totals};${archive || ';'};${mark.policy}`;
}

export function readMark(text: string | null): LedgerMark {
  const totals = { ...NO_TOTALS };
  if (text === null) return { archive: null, visits: 0, policy: 0, totals, synced: null };
  const [visits, numbers, offset, file, policy, keptVisits, keptOffset, keptFile] = text.split(';', 8);
  numbers!.split(',').forEach((value, i) => {
    totals[TOTAL_NAMES[i]!] = Number(value);
  });
  return {
    archive: file ? { file, offset: Number(offset) } : null,
    visits: Number(visits),
    policy: Number(policy ?? 0),
    totals,
    synced:
      keptVisits === undefined
        ? null
        : {
            archive: {
              file: keptFile === NO_FILE ? '' : keptFile || (file ?? ''),
              offset: Number(keptOffset),
            },
            visits: Number(keptVisits),
          },
  };
}

/** A visit that is over. */
export interface EndedVisit {
  readonly lease: Lease;
  readonly entry: VisitEntry;
  readonly completion: Pick<Completion, 'outcome' | 'status' | 'accessedAt' | 'bytes' | 'revisitAt'>;
  readonly candidates: Iterable<Candidate>;
  readonly votes: Votes | null;
  /** The visit's records, to be written; or where they already are, for a visit that is replayed; or null for none. */
  readonly archived: VisitCapture | WrittenRecord | null;
  readonly policyEntry: Uint8Array | null;
}

export type VisitEntry = Omit<
  Visit,
  'n' | 'links' | 'warc' | 'record' | 'url' | 'queue' | 'depth' | 'hops'
> & {
  readonly found?: number | undefined;
};

/** Sites remembered that were visited and have given no page yet: a hostile web could make as many as it likes. */
const MOST_PAGELESS = 100_000;

const isToWrite = (archived: EndedVisit['archived']): archived is VisitCapture =>
  archived !== null && 'write' in archived;

export class Ledger {
  readonly #frontier: Frontier;
  readonly #archive: WarcWriter;
  readonly #visits: VisitLog;
  readonly #policy: PolicyLog | null;
  readonly totals: CrawlTotals;
  #end: { readonly file: string; readonly offset: number } | null;
  /** Visits that came here and are not sealed yet. */
  #unsealed = 0;
  #synced: SyncedEnds | null;
  /** Visited in this session without a page, as a site is that leads from http to https: its first page is still to come. */
  readonly #pageless = new Set<string>();
  /** Why a visit stands half written: the mark of a later one would say that it is whole. */
  #failure: { readonly error: unknown } | null = null;

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
    // A folder of an earlier version says nothing of it until it is brought there.
    this.#synced = mark.visits === 0 && mark.archive === null ? NOTHING_SYNCED : mark.synced;
  }

  /** How far the archive and the visit log are now. */
  get ends(): SyncedEnds | null {
    return this.#end && { archive: this.#end, visits: this.#visits.length };
  }

  /** What is on the disk itself: the marks to come say so. */
  keptUntil(ends: SyncedEnds): void {
    this.#synced = ends;
  }

  /** Something of the archive that belongs to no visit (robots files) is accounted for by being there. */
  aside(write: WriteCapture): void {
    this.#advance(write(this.#archive));
  }

  #advance(position: WrittenRecord): void {
    this.#end = { file: position.file, offset: position.end };
  }

  /** The number that the next visit to come here will have. */
  get nextVisit(): number {
    return this.totals.visits + this.#unsealed + 1;
  }

  async end(visit: EndedVisit): Promise<void> {
    if (this.#failure) throw this.#failure.error;
    try {
      await this.#write(visit);
    } catch (error) {
      this.#failure ??= { error };
      throw error;
    }
  }

  async #write(visit: EndedVisit): Promise<void> {
    const { lease, candidates, votes, archived } = visit;
    const position = isToWrite(archived) ? archived.write(this.#archive) : archived;
    if (position) this.#advance(position);
    const archive = this.#end;
    this.#unsealed++;
    await this.#frontier.end([
      {
        kind: 'complete',
        lease,
        ...visit.completion,
        archived: position,
        links: candidates,
        votes,
        seal: (links) => this.#seal(visit, position, archive, links),
      },
    ]);
    if (position && isToWrite(archived)) archived.ended?.(position);
  }

  /** The links are in the frontier: what else belongs to the visit is written, and the mark of it all made. */
  #seal(
    { lease, entry, policyEntry }: EndedVisit,
    position: WrittenRecord | null,
    archive: LedgerMark['archive'],
    taken: AddCounts,
  ): string {
    if (policyEntry) this.#policy?.append(policyEntry);
    const { found, ...facts } = entry;
    const totals = this.totals;
    this.#unsealed--;
    totals.visits++;
    totals.bytes += entry.bytes;
    if (entry.outcome === 'analysed' || entry.outcome === 'unchanged') {
      totals.pages++;
      if (lease.collected === 0 || this.#pageless.delete(lease.queue)) totals.sites++;
    } else if (lease.collected === 0 && this.#pageless.size < MOST_PAGELESS) this.#pageless.add(lease.queue);
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
              added: taken.added,
              duplicate: taken.duplicate + taken.improved,
              dropped: taken.dropped,
            },
          }),
      ...(position ? { warc: { file: position.file, offset: position.offset } } : {}),
    });
    return writeMark({
      archive,
      visits: this.#visits.length,
      policy: this.#policy?.length ?? 0,
      totals,
      synced: this.#synced,
    });
  }
}

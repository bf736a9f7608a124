/**
 * What a dead process left behind. Its open leases are orphans; the archive may already hold the whole response of some of them, or the
 * spool before it, and those are replayed from there: analysed and ended without asking the host again. The others go back to the frontier,
 * where their queues rest a full delay first.
 */
import { join } from 'node:path';
import type { Lease } from '../frontier/index.ts';
import type { FetchResponse } from '../http/index.ts';
import {
  parseHttpMessage,
  parseWarcDate,
  readRecordAt,
  scanFrom,
  type WarcRecord,
  type WrittenRecord,
} from '../warc/index.ts';
import { RECORD_FIELD } from './capture.ts';
import type { CrawlState } from './crawl-state.ts';
import type { LedgerMark } from './ledger.ts';
import type { Spool } from './spool.ts';
import { readVisits } from './visit-log.ts';

/** What was brought for an orphan. */
export interface Recovered {
  readonly response: FetchResponse;
  /** Where it stands in the archive; null when it was only on its way there. */
  readonly position: WrittenRecord | null;
}

export interface ArchiveView {
  readonly folder: string;
  /** All files, oldest first. */
  readonly files: readonly string[];
  readonly state: CrawlState;
}

interface FolderView {
  readonly archive: ArchiveView;
  readonly spool: Pick<Spool, 'leftover'>;
  /** Path of the visit log. */
  readonly visits: string;
}

/** Orphans whose response is whole in the archive, beyond the mark, or on its way there; by their record. */
export async function recoverable(
  leases: readonly Lease[],
  mark: LedgerMark,
  { archive, spool, visits }: FolderView,
): Promise<ReadonlyMap<number, Recovered>> {
  if (leases.length === 0) return new Map();
  const orphans = new Map(leases.map((lease) => [lease.record, lease]));
  const found = await spooled(orphans, spool, visits);
  for (const [record, recovered] of await archived(orphans, mark, archive)) found.set(record, recovered);
  return found;
}

async function spooled(
  orphans: ReadonlyMap<number, Lease>,
  spool: Pick<Spool, 'leftover'>,
  visits: string,
): Promise<Map<number, Recovered>> {
  const found = new Map<number, Recovered>();
  const since = new Map<number, number>();
  for (const { record, visits: length, response } of spool.leftover()) {
    if (orphans.get(record)?.url !== response.url) continue;
    found.set(record, { response, position: null });
    since.set(record, length);
  }
  if (found.size === 0) return found;
  // A visit that ended behind it has made use of the answer; what was under way is another visit of the same URL.
  for (const [record, length] of since)
    for await (const visit of readVisits(visits, length)) if (visit.record === record) found.delete(record);
  return found;
}

async function archived(
  orphans: ReadonlyMap<number, Lease>,
  mark: LedgerMark,
  view: ArchiveView,
): Promise<Map<number, Recovered>> {
  const found = new Map<number, Recovered>();
  const first = mark.archive ? view.files.indexOf(mark.archive.file) : 0;
  for (let i = Math.max(0, first); i < view.files.length; i++) {
    const file = view.files[i]!;
    const from = mark.archive?.file === file ? mark.archive.offset : 0;
    for (const record of scanFrom(join(view.folder, file), from)) {
      const type = record.fields.get('WARC-Type');
      if (type !== 'response' && type !== 'revisit') continue;
      const lease = orphans.get(Number(record.fields.get(RECORD_FIELD)));
      // A journal that was taken back gives its numbers again, to others.
      if (!lease || record.url !== lease.url) continue;
      const response = await responseOf(record, lease.url, view);
      if (response)
        found.set(lease.record, {
          response,
          position: positionOf(file, record),
        });
    }
  }
  return found;
}

export function positionOf(file: string, record: WarcRecord): WrittenRecord {
  return {
    file,
    offset: record.offset,
    length: record.length,
    end: record.offset + record.length,
    recordId: record.fields.get('WARC-Record-ID') ?? '',
    payloadDigest: record.fields.get('WARC-Payload-Digest') ?? null,
  };
}

export async function responseOf(
  record: WarcRecord,
  url: string,
  view: ArchiveView,
): Promise<FetchResponse | null> {
  const message = parseHttpMessage(record.block);
  if (!message || message.status === null) return null;
  let body = message.payload;
  if (record.fields.get('WARC-Type') === 'revisit' && message.status !== 304) {
    // Only the head is here; the payload stands where it was first seen.
    const capture = view.state.capture(record.fields.get('WARC-Payload-Digest') ?? '');
    if (!capture) return null;
    const original = await readRecordAt(join(view.folder, capture.file), capture.offset);
    const whole = original ? parseHttpMessage(original.block) : null;
    if (!whole) return null;
    body = whole.payload;
  }
  const at = parseWarcDate(record.fields.get('WARC-Date') ?? null) ?? Date.now();
  const truncated = record.fields.get('WARC-Truncated');
  return {
    kind: 'response',
    url,
    status: message.status,
    statusText: message.statusText,
    httpVersion: message.startLine.startsWith('HTTP/1.0') ? '1.0' : '1.1',
    rawHeaders: message.headers.flat(),
    header: (name) => message.header(name),
    contentEncoding: message.contentEncoding,
    headers: (name) =>
      message.headers.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value),
    body,
    truncated:
      truncated === 'length' || truncated === 'time' || truncated === 'disconnect' ? truncated : null,
    requestHead: '',
    address: record.fields.get('WARC-IP-Address') ?? '',
    certificateProblem: null,
    startedAt: at,
    firstByteAt: at,
    endedAt: at,
  };
}

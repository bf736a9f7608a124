/**
 * What a dead process left behind. Its open leases are orphans; the archive may already hold the whole response of some of them, and
 * those are replayed from there: analysed and ended without asking the host again. The others go back to the frontier, where their
 * queues rest a full delay first.
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

export interface Recovered {
  readonly lease: Lease;
  readonly response: FetchResponse;
  readonly position: WrittenRecord;
}

interface ArchiveView {
  readonly folder: string;
  /** All files, oldest first. */
  readonly files: readonly string[];
  readonly state: CrawlState;
}

/** Orphans whose response is whole in the archive, beyond the mark. */
export async function recoverable(
  leases: readonly Lease[],
  mark: LedgerMark,
  view: ArchiveView,
): Promise<Recovered[]> {
  const orphans = new Map(leases.map((lease) => [lease.record, lease]));
  const found = new Map<number, Recovered>();
  if (orphans.size === 0) return [];
  const first = mark.archive ? view.files.indexOf(mark.archive.file) : 0;
  for (let i = Math.max(0, first); i < view.files.length; i++) {
    const file = view.files[i]!;
    const from = mark.archive?.file === file ? mark.archive.offset : 0;
    for (const record of scanFrom(join(view.folder, file), from)) {
      const type = record.fields.get('WARC-Type');
      if (type !== 'response' && type !== 'revisit') continue;
      const lease = orphans.get(Number(record.fields.get(RECORD_FIELD)));
      if (!lease) continue;
      const response = await responseOf(record, lease, view);
      if (response)
        found.set(lease.record, {
          lease,
          response,
          position: {
            file,
            offset: record.offset,
            length: record.length,
            end: record.offset + record.length,
            recordId: record.fields.get('WARC-Record-ID') ?? '',
            payloadDigest: record.fields.get('WARC-Payload-Digest') ?? null,
          },
        });
    }
  }
  return [...found.values()];
}

async function responseOf(
  record: WarcRecord,
  lease: Lease,
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
    url: lease.url,
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
